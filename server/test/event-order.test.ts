// No follower misses an event, whichever way it follows, while many write and transactions are slow.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventCatalogue } from '../src/endpoints.ts'
import { openDatabase } from '../src/engines/open.ts'
import type { CompanyId } from '../src/kernel/ids.ts'
import { draftEvent } from '../src/record/events/event-type.ts'
import { recordEvents, sequenceOf } from '../src/record/events/record.ts'
import { ENGINE, environmentOf } from './support/engine.ts'
import { openStream } from './support/event-stream.ts'
import { Client, setUpWithCli, startServerProcess, temporaryFolder } from './support/server-process.ts'

const EVENTS = process.env['QUOIN_TEST_LONG'] ? 20_000 : 2_000
const WRITERS = 32
/** Servers on one database, where there may be several. */
const PROCESSES = ENGINE === 'postgres' ? 4 : 1
const LONGEST_TRANSACTION_MS = 50
const LONGEST_REST_MS = 60
const LEAST_SLOW_TRANSACTIONS = 20
const LONGEST_LIFE_OF_STREAM_MS = 150

const settle = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** A follower: collects ids in the order in which they came, until it has the last one. */
interface Follower {
  name: string
  ids: string[]
  /** How often it asked, or connected. */
  rounds: number
}

test(`${EVENTS} events of ${WRITERS} writers and slow transactions: pollers and streams miss none, in order, none twice`, {
  timeout: 20 * 60_000,
}, async (context) => {
  const folder = temporaryFolder()
  const setup = await setUpWithCli(folder.path)
  const servers = await Promise.all(Array.from({ length: PROCESSES }, () => startServerProcess(folder.path)))
  context.after(() => Promise.all(servers.map((server) => server.end('SIGKILL'))))
  const clients = servers.map((server) => new Client(server.url, setup.api_key))
  const client = clients[0]!
  /** Spreads writers and followers over the processes. */
  const urlOf = (index: number) => servers[index % PROCESSES]!.url
  const clientOf = (index: number) => clients[index % PROCESSES]!
  const company_id = setup.company_id as CompanyId
  const q = `company_id=${company_id}`
  const customer_id = (await client.call('POST', `/v1/customers?${q}`, { name: 'C' })).body.data.id
  const [start] = (await client.call('GET', `/v1/events?${q}`)).body.data.events
  const begun = performance.now()

  const writing = { is_over: false }
  const following: { last: string | undefined } = { last: undefined }
  const isOver = (ids: readonly string[]) => following.last !== undefined && (ids.at(-1) ?? '') >= following.last
  const followers = [
    pollByNewestId(clientOf(0), q, start.id, isOver),
    pollByTime(clientOf(1), q, start, isOver),
    followStream(`${urlOf(2)}/v1/events/stream?${q}`, setup.api_key, start.id, isOver, true),
    followStream(`${urlOf(3)}/v1/events/stream?${q}`, setup.api_key, start.id, isOver, false),
  ]
  const payments = followStream(
    `${urlOf(1)}/v1/events/stream?${q}&type=payment.*,quote.*`,
    setup.api_key,
    start.id,
    () => following.last !== undefined,
    true,
  )

  const acknowledged: string[] = []
  const latencies: number[] = []
  const writers = Array.from({ length: WRITERS }, async (_, index) => {
    while (!writing.is_over) await write(clientOf(index), q, customer_id, acknowledged, latencies)
  })
  const slow = { count: 0, held_ms: 0 }
  const holding = holdTheWriter(folder.path, company_id, writing, slow)
  while ((await countOf(client, q)) <= EVENTS || slow.count < LEAST_SLOW_TRANSACTIONS) await settle(50)
  writing.is_over = true
  await Promise.all([...writers, holding])
  const wrote_ms = performance.now() - begun
  const truth = await client.events(company_id)
  const ids = truth.map((event) => event.id as string).slice(truth.findIndex(({ id }) => id === start.id) + 1)
  following.last = ids.at(-1)!

  assert.ok(ids.length >= EVENTS)
  for (const follower of await Promise.all(followers)) {
    assert.deepEqual(faultsOf(follower.ids, ids), [], follower.name)
    context.diagnostic(`${follower.name}: ${follower.ids.length} events in ${follower.rounds} rounds`)
    assert.ok(follower.rounds > 3 || follower.name === 'a stream that is left alone')
  }
  const wanted = truth.filter(({ type }) => type.startsWith('payment.')).map(({ id }) => id)
  const filtered = await payments
  assert.deepEqual(faultsOf(filtered.ids, wanted), [], 'a filtered stream')
  const resources = new Set(truth.map(({ resource_id }) => resource_id))
  assert.deepEqual(
    acknowledged.filter((id) => !resources.has(id)),
    [],
    'each acknowledged write has its event',
  )
  // The slow transactions really were slow: they held their position in the order while others wrote and read.
  latencies.sort((a, b) => a - b)
  const [median, slowest] = [latencies[Math.floor(latencies.length / 2)]!, latencies.at(-1)!]
  assert.ok(slow.held_ms > slow.count * 10, `${slow.count} slow transactions, ${slow.held_ms} ms`)
  assert.ok(slowest > LONGEST_TRANSACTION_MS / 2)
  context.diagnostic(
    `${ids.length} events in ${(wrote_ms / 1000).toFixed(1)} s; ${slow.count} slow transactions held the writer for ${(slow.held_ms / 1000).toFixed(1)} s; writes took ${median.toFixed(0)} ms (median), ${slowest.toFixed(0)} ms (slowest)`,
  )
  for (const one of clients) one.close()
  for (const server of servers) {
    assert.equal(await server.end('SIGTERM'), 0)
    assert.equal(server.logged(), '')
  }
  folder.remove()
})

/** What is wrong with a list of ids, in a few words; empty if it is the expected one. */
function faultsOf(ids: readonly string[], wanted: readonly string[]): string[] {
  const had = new Set(ids)
  const all = new Set(wanted)
  const missed = wanted.filter((id) => !had.has(id)).length
  const unknown = ids.filter((id) => !all.has(id)).length
  const disordered = ids.filter((id, index) => index > 0 && id <= ids[index - 1]!).length
  const faults = { missed, unknown, repeated: ids.length - had.size, disordered }
  return Object.entries(faults).flatMap(([name, count]) => (count > 0 ? [`${count} ${name}`] : []))
}

/** One write of a few kinds, which store one event or several. */
async function write(client: Client, q: string, customer_id: string, acknowledged: string[], latencies: number[]): Promise<void> {
  const call = async (method: string, path: string, body: object) => {
    const since = performance.now()
    const answer = await client.call(method, `${path}?${q}`, body)
    latencies.push(performance.now() - since)
    assert.ok(answer.status < 300, `${answer.status} ${JSON.stringify(answer.body)}`)
    acknowledged.push(answer.body.data.id)
    return answer.body.data
  }
  const invoice = await call('POST', '/v1/invoices', { customer_id, items: [{ name: 'x', unit_price: 10 }] })
  await call('PATCH', `/v1/invoices/${invoice.id}`, { status: 'sent' })
  await call('POST', `/v1/invoices/${invoice.id}/payments`, { amount: 10 })
  await call('POST', '/v1/customers', { name: 'New' })
}

/** How many events the company has had. */
async function countOf(client: Client, q: string): Promise<number> {
  return sequenceOf((await client.call('GET', `/v1/events?${q}&limit=1`)).body.data.events[0].id)
}

/**
 * Another process: transactions that take the next positions in the order first and commit long after, as a slow one on a busy database
 * does. Others can't write meanwhile, and must not see what is not committed.
 */
async function holdTheWriter(
  folder: string,
  company_id: CompanyId,
  writing: { is_over: boolean },
  slow: { count: number; held_ms: number },
): Promise<void> {
  const { QUOIN_DATABASE_URL: database_url } = await environmentOf(folder)
  const { database } = await openDatabase({ data_dir: folder, database_url }, (error) => {
    throw error
  })
  const type = eventCatalogue.find('customer.updated')!
  while (!writing.is_over) {
    await database.write(async (tx) => {
      const since = performance.now()
      const drafts = [draftEvent(type, 'cus_slow', { id: 'cus_slow' }), draftEvent(type, 'cus_slow', { id: 'cus_slow' })]
      const scope = { company_id, now: new Date().toISOString() }
      await recordEvents(tx, scope, drafts.slice(0, 1))
      await settle(10 + Math.random() * (LONGEST_TRANSACTION_MS - 10))
      await recordEvents(tx, scope, drafts.slice(1))
      slow.held_ms += performance.now() - since
    })
    slow.count++
    await settle(Math.random() * LONGEST_REST_MS)
  }
  await database.close()
}

/** Remembers the newest id and asks for the ones directly above it. */
async function pollByNewestId(
  client: Client,
  q: string,
  start: string,
  isOver: (ids: readonly string[]) => boolean,
): Promise<Follower> {
  const ids: string[] = []
  let rounds = 0
  while (!isOver(ids)) {
    const limit = 1 + Math.floor(Math.random() * 100)
    const { data } = (await client.call('GET', `/v1/events?${q}&limit=${limit}&ending_before=${ids.at(-1) ?? start}`)).body
    ids.push(...data.events.map(({ id }: { id: string }) => id).reverse())
    rounds++
    if (!data.pagination.has_more) await settle(Math.random() * 20)
  }
  return { name: 'a poller that remembers the newest id', ids, rounds }
}

/** Remembers the time of the newest event, asks for events from then on, and skips known ones. */
async function pollByTime(
  client: Client,
  q: string,
  start: { id: string; created_at: string },
  isOver: (ids: readonly string[]) => boolean,
): Promise<Follower> {
  const ids: string[] = []
  const had = new Set([start.id])
  let time = start.created_at
  let rounds = 0
  while (!isOver(ids)) {
    const found: { id: string; created_at: string }[] = []
    let cursor = ''
    do {
      const { data } = (await client.call('GET', `/v1/events?${q}&limit=100&created[gte]=${time}${cursor}`)).body
      found.push(...data.events)
      cursor = data.pagination.has_more ? `&starting_after=${data.pagination.next_cursor}` : ''
    } while (cursor !== '')
    for (const { id, created_at } of found.reverse()) {
      time = created_at
      if (!had.has(id)) ids.push(id)
      had.add(id)
    }
    rounds++
    await settle(Math.random() * 20)
  }
  return { name: 'a poller with created[gte]', ids, rounds }
}

/** Follows the stream; when `is_killed`, goes away at random moments and comes back with the last id that it has. */
async function followStream(
  url: string,
  key: string,
  start: string,
  isOver: (ids: readonly string[]) => boolean,
  is_killed: boolean,
): Promise<Follower> {
  const ids: string[] = []
  let position = start
  let rounds = 0
  for (;;) {
    const reader = await openStream(url, key, { 'last-event-id': position })
    assert.equal(reader.status, 200)
    const gone = is_killed ? settle(Math.random() * LONGEST_LIFE_OF_STREAM_MS) : new Promise<void>(() => {})
    const was_over = isOver([...ids, ...reader.event_ids()])
    while (!isOver([...ids.slice(-1), ...reader.event_ids().slice(-1)])) {
      const is_gone = await Promise.race([gone.then(() => true), reader.ended.then(() => true), settle(5).then(() => false)])
      if (is_gone) break
    }
    // The last bytes count too, as for a client that reads until its socket is closed.
    if (was_over) await settle(1_000)
    reader.close()
    await reader.ended
    ids.push(...reader.event_ids())
    position = reader.ids.at(-1) ?? position
    rounds++
    if (was_over || (!is_killed && isOver(ids))) break
  }
  return { name: is_killed ? 'a stream that is killed and resumed' : 'a stream that is left alone', ids, rounds }
}
