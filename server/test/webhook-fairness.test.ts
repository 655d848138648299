// No endpoint waits for another, however slow, large or far behind that one is; and an event that matched is delivered.
import assert from 'node:assert/strict'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { changeFolder } from './support/engine.ts'
import {
  Client,
  type MadeSetup,
  type ServerProcess,
  setUpWithCli,
  startServerProcess,
  temporaryFolder,
} from './support/server-process.ts'

/** The goal for a healthy endpoint. */
const LONGEST_LAG_MS = 2_000
const ENDPOINTS = 16
/** Attempts that one endpoint may have under way at once; it has doubled to that after so many successes. */
const WINDOW = 16
const SUCCESSES = 4
const PRIVATE = { QUOIN_ALLOW_PRIVATE_WEBHOOKS: '1' }

interface Hit {
  id: string
  path: string
  status: number
  lag_ms: number
}

let folder: ReturnType<typeof temporaryFolder>
let slow: MadeSetup
let healthy: MadeSetup
let server: ServerProcess
let clients: Client[]
let receivers: Server[]

beforeEach(async () => {
  folder = temporaryFolder()
  slow = await setUpWithCli(folder.path)
  healthy = await setUpWithCli(folder.path)
  server = await startServerProcess(folder.path, PRIVATE)
  clients = []
  receivers = []
})
afterEach(async () => {
  for (const client of clients) client.close()
  for (const receiver of receivers) {
    receiver.closeAllConnections()
    receiver.close()
  }
  await server.end('SIGKILL')
  folder.remove()
})

function scopeOf(setup: MadeSetup) {
  const client = new Client(server.url, setup.api_key)
  clients.push(client)
  const q = `?company_id=${setup.company_id}`
  return {
    client,
    q,
    endpoint: async (url: string, enabled_events = ['*']): Promise<string> => {
      const { status, body } = await client.call('POST', `/v1/webhook-endpoints${q}`, { url, enabled_events })
      assert.equal(status, 201)
      return body.data.id
    },
    change: async (id: string, changes: object) =>
      assert.equal((await client.call('PATCH', `/v1/webhook-endpoints/${id}${q}`, changes)).status, 200),
    customers: (count: number) =>
      Promise.all(Array.from({ length: count }, (_, n) => client.call('POST', `/v1/customers${q}`, { name: `Customer ${n}` }))),
  }
}

/**
 * A receiver on a separate port; `answer` gives the status and the delay. `under_way` counts unanswered requests. A slow one is fast
 * until it may have all attempts of an endpoint at once, so that the test need not wait for that.
 */
async function receiver(answer: (path: string) => { status?: number; after_ms?: number } = () => ({})) {
  const hits: Hit[] = []
  const hits_of = new Map<string, number>()
  const receiver = { hits, url: '', under_way: 0 }
  const http = createServer((request, response) => {
    let text = ''
    request.on('data', (chunk) => (text += chunk))
    request.on('end', () => {
      const { status = 200, after_ms = 0 } = answer(request.url!)
      const count = (hits_of.get(request.url!) ?? 0) + 1
      hits_of.set(request.url!, count)
      const { id, created_at } = JSON.parse(text)
      hits.push({ id, path: request.url!, status, lag_ms: Date.now() - Date.parse(created_at) })
      response.statusCode = status
      receiver.under_way++
      response.on('close', () => receiver.under_way--)
      setTimeout(() => response.end(), count <= SUCCESSES ? 0 : after_ms)
    })
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  receivers.push(http)
  receiver.url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
  return receiver
}

type Receiver = Awaited<ReturnType<typeof receiver>>

/** Makes sixteen endpoints of a company, each with this delay. */
async function slowEndpoints(company: ReturnType<typeof scopeOf>, after_ms: number): Promise<Receiver[]> {
  const all = await Promise.all(Array.from({ length: ENDPOINTS }, () => receiver(() => ({ after_ms }))))
  for (const { url } of all) await company.endpoint(url)
  return all
}

/** Waits until as many attempts are under way at slow endpoints as there may be. */
function untilFull(slow_ones: readonly Receiver[], endpoints: number): Promise<void> {
  const underWay = () => slow_ones.reduce((sum, { under_way }) => sum + under_way, 0)
  return until(
    () => underWay() >= endpoints * WINDOW,
    () => `only ${underWay()} attempts were under way`,
  )
}

async function until(condition: () => boolean, otherwise: () => string): Promise<void> {
  const give_up_at = Date.now() + 15_000
  while (!condition()) {
    assert.ok(Date.now() < give_up_at, otherwise())
    await sleep(20)
  }
}

/** Ten events of the healthy company, a fifth of a second apart; gives how late each arrived, after waiting for all of them. */
async function lagsOf(company: ReturnType<typeof scopeOf>, hits: Hit[], path: string): Promise<number[]> {
  // Deliveries that failed on purpose come again meanwhile, and are late for a reason.
  const failed = new Set(hits.filter(({ status }) => status !== 200).map(({ id }) => id))
  const of_path = () => hits.filter((hit) => hit.path === path && hit.status === 200 && !failed.has(hit.id))
  const before = of_path().length
  for (let count = 0; count < 10; count++) {
    await company.customers(1)
    await sleep(200)
  }
  await until(
    () => of_path().length >= before + 10,
    () => `only ${of_path().length - before} of 10 events arrived within 15 s`,
  )
  const lags = of_path()
    .slice(before)
    .map(({ lag_ms }) => lag_ms)
  assert.equal(lags.length, 10)
  return lags
}

test('endpoints that take 1.5 s, with a backlog, do not delay the endpoint of another company', async () => {
  const [a, b] = [scopeOf(slow), scopeOf(healthy)]
  const fast = await receiver()
  await b.endpoint(`${fast.url}/healthy`)
  const slow_ones = await slowEndpoints(a, 1_500)
  await a.customers(300)
  await untilFull(slow_ones, ENDPOINTS)
  const lags = await lagsOf(b, fast.hits, '/healthy')
  assert.ok(Math.max(...lags) < LONGEST_LAG_MS, `lags of the healthy endpoint: ${lags} ms`)
})

test('an endpoint that failed once is not left out while others are slow', async () => {
  const [a, b] = [scopeOf(slow), scopeOf(healthy)]
  let status = 200
  const fast = await receiver(() => ({ status }))
  await b.endpoint(`${fast.url}/healthy`)
  const slow_ones = await slowEndpoints(a, 10_000)
  await a.customers(200)
  await untilFull(slow_ones, ENDPOINTS)
  status = 500
  await b.customers(1)
  await until(
    () => fast.hits.some((hit) => hit.status === 500),
    () => 'the event that is to fail did not come',
  )
  status = 200
  const lags = await lagsOf(b, fast.hits, '/healthy')
  assert.ok(Math.max(...lags) < LONGEST_LAG_MS, `lags of the healthy endpoint: ${lags} ms`)
})

test('slow endpoints at the same host and port do not delay a healthy one there', async () => {
  const [a, b] = [scopeOf(slow), scopeOf(healthy)]
  const shared = await receiver((path) => ({ after_ms: path === '/healthy' ? 0 : 5_000 }))
  await b.endpoint(`${shared.url}/healthy`)
  for (let count = 0; count < 4; count++) await a.endpoint(`${shared.url}/slow/${count}`)
  await a.customers(100)
  await untilFull([shared], 4)
  const lags = await lagsOf(b, shared.hits, '/healthy')
  assert.ok(Math.max(...lags) < LONGEST_LAG_MS, `lags of the healthy endpoint: ${lags} ms`)
})

test('a long replay of one company does not hold up the events of another', async () => {
  const fast = await receiver()
  const elsewhere = await receiver()
  let [a, b] = [scopeOf(slow), scopeOf(healthy)]
  await b.endpoint(`${fast.url}/healthy`)
  const id = await a.endpoint(elsewhere.url)
  await a.change(id, { status: 'disabled' })
  await a.customers(1)
  await server.end('SIGTERM')
  await multiplyEvents(slow.company_id, 60_000)
  server = await startServerProcess(folder.path, PRIVATE)
  ;[a, b] = [scopeOf(slow), scopeOf(healthy)]
  await b.customers(1)
  await until(
    () => fast.hits.length > 0,
    () => 'the first event did not come',
  )
  await a.change(id, { status: 'enabled', replay_since: new Date(Date.now() - 3_600_000).toISOString() })
  const lags = await lagsOf(b, fast.hits, '/healthy')
  assert.ok(Math.max(...lags) < LONGEST_LAG_MS, `lags of the healthy endpoint: ${lags} ms`)
})

/** Copies the one event of a company, so that it has `count`. */
async function multiplyEvents(company_id: string, count: number): Promise<void> {
  const digits = (value: number) => {
    let text = ''
    for (let rest = value; text.length < 10; rest = Math.floor(rest / 32))
      text = '0123456789abcdefghjkmnpqrstvwxyz'[rest % 32] + text
    return text
  }
  const places = Array.from({ length: count - 1 }, (_, index) => `('evt_${digits(index + 2)}0000000000000000')`)
  await changeFolder(
    folder.path,
    `INSERT INTO events (company_id, id, type, created_at, resource_type, resource_id, data, is_test, timeline)
     WITH ids (id) AS (VALUES ${places.join(', ')}), one AS (SELECT * FROM events WHERE company_id = '${company_id}' LIMIT 1)
     SELECT one.company_id, ids.id, one.type, one.created_at, one.resource_type, one.resource_id, one.data, one.is_test, 0 FROM ids CROSS JOIN one`,
  )
  await changeFolder(folder.path, `UPDATE event_heads SET sequence = ${count} WHERE company_id = '${company_id}'`)
}

test('an event that an endpoint wanted when it happened is delivered, though the filters change right after', async () => {
  const a = scopeOf(slow)
  const fast = await receiver()
  const id = await a.endpoint(fast.url, ['customer.*'])
  const arrived = (count: number) =>
    until(
      () => fast.hits.length >= count,
      () => `${fast.hits.length} of ${count} events came`,
    )
  await a.customers(1)
  await arrived(1)
  for (let round = 1; round <= 10; round++) {
    await a.customers(1)
    await a.change(id, { enabled_events: ['invoice.*'] })
    await arrived(1 + round)
    await a.change(id, { enabled_events: ['customer.*'] })
  }
  assert.equal(fast.hits.length, 11)
})
