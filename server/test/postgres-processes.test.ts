// Several server processes on one database behave like one: together, at the same moment, and when one hangs and dies.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { ENGINE, queryFolder } from './support/engine.ts'
import { Ledger, verifyLedger, writeInvoices } from './support/keyed-writers.ts'
import { type Receiver, startReceiver } from './support/receiver.ts'
import {
  Client,
  type HttpAnswer,
  type MadeSetup,
  runCli,
  type ServerProcess,
  setUpWithCli,
  startServerProcess,
  temporaryFolder,
} from './support/server-process.ts'

const SECRET = { QUOIN_SECRET_KEY: '5a'.repeat(32) }
const SETTINGS = { ...SECRET, QUOIN_ALLOW_PRIVATE_WEBHOOKS: '1' }
const PROCESSES = 4
const ROUNDS = process.env['QUOIN_TEST_LONG'] ? 20 : 1
const LONGEST_TAKEOVER_MS = 60_000
const SKIP = { skip: ENGINE === 'postgres' ? false : 'only there several processes share a database' }

/** Waits until something holds, and gives how long that took. */
async function until(what: string, longest_ms: number, holds: () => Promise<boolean>): Promise<number> {
  const begun = performance.now()
  while (!(await holds())) {
    assert.ok(performance.now() - begun < longest_ms, `waited in vain until ${what}`)
    await sleep(50)
  }
  return performance.now() - begun
}

describe('processes that start at the same moment on an empty database', SKIP, () => {
  const folder = temporaryFolder()
  after(() => folder.remove())

  test('all get ready on one schema and one set of first credentials; one with another key is refused', async () => {
    const servers = await Promise.all(Array.from({ length: 3 }, () => startServerProcess(folder.path, SECRET)))
    const keys = servers.flatMap(({ output }) => output.match(/API key +(\S+)/)?.[1] ?? [])
    const company_id = servers.map(({ output }) => output.match(/Company +(\S+)/)?.[1]).find((id) => id !== undefined)
    assert.equal(keys.length, 1)
    for (const { url } of servers) {
      const client = new Client(url, keys[0]!)
      assert.equal((await client.call('GET', `/v1/invoices?company_id=${company_id}`)).status, 200)
      client.close()
    }
    const counts = await queryFolder(
      folder.path,
      `SELECT (SELECT count(*) FROM organizations) AS organizations, (SELECT count(*) FROM companies) AS companies,
        (SELECT count(*) FROM api_keys) AS keys, (SELECT count(*) FROM leaderships) AS leaderships`,
    )
    assert.deepEqual(counts, [{ organizations: '1', companies: '1', keys: '1', leaderships: '1' }])
    const failed = await startServerProcess(folder.path, { QUOIN_SECRET_KEY: '00'.repeat(32) }).then(
      () => assert.fail('it started'),
      (error: { exit: unknown; message: string }) => error,
    )
    assert.equal(failed.exit, 1)
    assert.match(failed.message, /^quoin: This database has been used with another key: [^\n]*\n$/)
    // The background work moves on, in whichever process.
    for (const [index, server] of servers.entries()) {
      assert.equal(await server.end('SIGTERM'), 0)
      assert.equal(server.logged(), '')
      const holders = () => queryFolder(folder.path, 'SELECT holder FROM leaderships')
      if (index < 2) await until('another leads', 5_000, async () => (await holders()).length === 1)
      else assert.deepEqual(await holders(), [])
    }
  })

  test('of two with different keys one is refused', async () => {
    const empty = temporaryFolder()
    const started = await Promise.allSettled(
      ['11', '22'].map((byte) => startServerProcess(empty.path, { QUOIN_SECRET_KEY: byte.repeat(32) })),
    )
    const running = started.filter((outcome) => outcome.status === 'fulfilled')
    for (const { value } of running) await value.end('SIGTERM')
    empty.remove()
    assert.equal(running.length, 1)
  })
})

describe(`${PROCESSES} processes on one database`, SKIP, () => {
  const folder = temporaryFolder()
  let setup: MadeSetup
  let servers: ServerProcess[]
  let clients: Client[]
  let receiver: Receiver
  let customer_id: string
  let q: string
  const clientOf = (index: number) => clients[index % PROCESSES]!
  /** Sends the same or other requests at the same moment, spread over the processes. */
  const atOnce = (count: number, call: (client: Client, index: number) => Promise<HttpAnswer>) =>
    Promise.all(Array.from({ length: count }, (_, index) => call(clientOf(index), index)))
  const make = async (path: string, body: object) => {
    const answer = await clientOf(0).call('POST', `${path}?${q}`, body)
    assert.equal(answer.status, 201, JSON.stringify(answer.body))
    return answer.body.data
  }
  const statuses = (answers: HttpAnswer[]) => {
    const counts: Record<number, number> = {}
    for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1
    return counts
  }

  before(async () => {
    setup = await setUpWithCli(folder.path)
    receiver = await startReceiver()
    servers = await Promise.all(Array.from({ length: PROCESSES }, () => startServerProcess(folder.path, SETTINGS)))
    clients = servers.map(({ url }) => new Client(url, setup.api_key))
    q = `company_id=${setup.company_id}`
    customer_id = (await make('/v1/customers', { name: 'C' })).id
  })
  after(async () => {
    for (const client of clients) client.close()
    for (const server of servers) {
      assert.equal(await server.end('SIGTERM'), 0)
      assert.equal(server.logged(), '')
    }
    await receiver.end()
    const audit = await runCli(folder.path, 'audit', 'verify', '--json')
    assert.equal(JSON.parse(audit.stdout).is_whole, true, audit.stdout)
    folder.remove()
  })

  test('64 invoices at once, and refused ones among them: numbers without a hole, in the order of events', async () => {
    const answers = await atOnce(80, (client, index) => {
      const body = { customer_id: index % 5 === 0 ? 'cus_none' : customer_id, issue_date: '2031-05-05' }
      return client.call('POST', `/v1/invoices?${q}`, body)
    })
    assert.equal(statuses(answers)[201], 64)
    const events = (await clientOf(1).events(setup.company_id)).filter(({ type }) => type === 'invoice.created')
    assert.deepEqual(
      events.map(({ data }) => data.invoice_number),
      Array.from({ length: 64 }, (_, index) => `INV-2031-${String(index + 1).padStart(6, '0')}`),
    )
  })

  test('PATCHes of different fields through different processes lose nothing', async () => {
    const { id } = await make('/v1/invoices', { customer_id })
    for (let pair = 0; pair < 25; pair++) {
      const changes = [{ notes: `N${pair}` }, { payment_terms: `T${pair}` }]
      await atOnce(2, (client, index) => client.call('PATCH', `/v1/invoices/${id}?${q}`, changes[index]))
      const { data } = (await clientOf(pair).call('GET', `/v1/invoices/${id}?${q}`)).body
      assert.deepEqual([data.notes, data.payment_terms], [`N${pair}`, `T${pair}`])
    }
  })

  test('what one process has answered the others show from the next request on, with 24 clients at once', async () => {
    const callers = Array.from({ length: 24 }, async (_, index) => {
      const { id } = await make('/v1/customers', { name: `New ${index}` })
      for (let turn = 0; turn < 12; turn++) {
        const name = `${index} ${turn}`
        await clientOf(index + turn).call('PATCH', `/v1/customers/${id}?${q}`, { name })
        const { data } = (await clientOf(index + turn + 1).call('GET', `/v1/customers/${id}?${q}`)).body
        assert.equal(data.name, name)
      }
    })
    await Promise.all(callers)
  })

  test('of 48 PATCHes with If-Match of one version exactly one wins', async () => {
    const { id } = await make('/v1/invoices', { customer_id })
    const { headers } = await clientOf(1).call('GET', `/v1/invoices/${id}?${q}`)
    const answers = await atOnce(48, (client, index) =>
      client.call('PATCH', `/v1/invoices/${id}?${q}`, { notes: `n${index}` }, { 'if-match': String(headers['etag']) }),
    )
    assert.deepEqual(statuses(answers), { 200: 1, 412: 47 })
  })

  test('one Idempotency-Key through all of them at once makes one object; the others repeat its answer, or are told that it runs', async () => {
    let in_use = 0
    for (let round = 0; round < 12; round++) {
      const headers = { 'idempotency-key': `shared ${round}` }
      const notes = `once ${round}`
      const send = (client: Client) => client.call('POST', `/v1/invoices?${q}`, { customer_id, notes }, headers)
      const answers = await atOnce(8, send)
      const made = answers.filter(({ status }) => status === 201)
      assert.ok(answers.every(({ status, body }) => status === 201 || body.code === 'idempotency_key_in_use'))
      assert.equal(new Set(made.map(({ body }) => body.data.id)).size, 1)
      assert.equal(made.filter(({ headers }) => headers['idempotent-replayed'] === undefined).length, 1)
      in_use += answers.length - made.length
      assert.equal((await send(clientOf(round))).headers['idempotent-replayed'], 'true')
    }
    const invoices = await clientOf(0).all(`/v1/invoices?${q}`, 'invoices')
    assert.equal(invoices.filter(({ notes }) => notes?.startsWith('once ')).length, 12)
    assert.ok(in_use > 0)
  })

  test('a customer is deleted while invoices for it are made: no invoice without its customer', async () => {
    for (let round = 0; round < 10; round++) {
      const { id } = await make('/v1/customers', { name: 'goes' })
      const [removed, ...made] = await atOnce(PROCESSES, (client, index) =>
        index === 0
          ? client.call('DELETE', `/v1/customers/${id}?${q}`)
          : client.call('POST', `/v1/invoices?${q}`, { customer_id: id }),
      )
      if (removed!.status === 200) assert.ok(made.every(({ status }) => status === 404 || status === 400))
      else assert.equal(removed!.status, 409)
      assert.ok(removed!.status === 409 || made.every(({ status }) => status !== 201))
    }
  })

  test('a quote that all convert at once becomes one invoice', async () => {
    for (let round = 0; round < 5; round++) {
      const { id } = await make('/v1/quotes', { customer_id, items: [{ name: 'x', unit_price: 5 }] })
      const answers = await atOnce(12, (client) => client.call('POST', `/v1/quotes/${id}/convert?${q}`))
      assert.deepEqual(statuses(answers), { 201: 1, 409: 11 })
      assert.ok(answers.every(({ status, body }) => status === 201 || body.code === 'quote_already_converted'))
    }
  })

  test('a key revoked by another process is refused by all of them from the next request on', async () => {
    const made = await runCli(
      folder.path,
      ...['keys', 'create', '--company', setup.company_id, '--name', 'short', '--level', 'write', '--json'],
    )
    const { id, key } = JSON.parse(made.stdout)
    const users = servers.map(({ url }) => new Client(url, key))
    const answers: { begun: number; status: number }[] = []
    let is_over = false
    const using = Array.from({ length: 16 }, async (_, index) => {
      while (!is_over) {
        const begun = performance.now()
        const method = index % 2 === 0 ? 'GET' : 'POST'
        const { status } = await users[index % PROCESSES]!.call(
          method,
          `/v1/customers?${q}`,
          method === 'POST' ? { name: 'by the short key' } : undefined,
        )
        answers.push({ begun, status })
        // The command that revokes the key has to get through as well.
        await sleep(10)
      }
    })
    await sleep(200)
    const revoked = await runCli(folder.path, 'keys', 'revoke', id)
    const revoked_at = performance.now()
    const later = () => answers.filter(({ begun }) => begun > revoked_at)
    await until('all have asked again', 20_000, async () => later().length > 16)
    is_over = true
    await Promise.all(using)
    assert.equal(revoked.code, 0)
    assert.ok(answers.some(({ status }) => status < 300))
    assert.ok(later().every(({ status }) => status === 401))
    for (const user of users) user.close()
  })

  test('each event is delivered once while all of them write', async () => {
    const { id } = await make('/v1/webhook-endpoints', { url: `${receiver.url}/once` })
    const [newest] = (await clientOf(0).call('GET', `/v1/events?${q}&limit=1`)).body.data.events
    await atOnce(200, (client, index) => client.call('POST', `/v1/customers?${q}`, { name: `c${index}` }))
    const wanted = (await clientOf(0).events(setup.company_id))
      .map((event) => event.id)
      .filter((event_id) => event_id > newest.id)
    assert.ok(wanted.length >= 200)
    const arrived = async () => (await receiver.received()).filter(({ path }) => path === '/once').map((call) => call.id)
    await until('all events arrived', 20_000, async () => (await arrived()).length >= wanted.length)
    await sleep(1_500)
    const after_newest = (await arrived()).filter((event_id) => event_id > newest.id)
    assert.deepEqual(after_newest.sort(), wanted.sort())
    await clientOf(0).call('DELETE', `/v1/webhook-endpoints/${id}?${q}`)
  })
})

test('the process that does the background work stands still under load and is killed: another takes over, and nothing is lost', {
  ...SKIP,
  timeout: 60 * 60_000,
}, async (context) => {
  const folder = temporaryFolder()
  const setup = await setUpWithCli(folder.path)
  const receiver = await startReceiver()
  const q = `company_id=${setup.company_id}`
  // The first one has the leadership, since it is alone.
  let leader = await startServerProcess(folder.path, SETTINGS)
  let other = await startServerProcess(folder.path, SETTINGS)
  context.after(async () => {
    await Promise.all([leader.end('SIGKILL'), other.end('SIGKILL'), receiver.end()])
    folder.remove()
  })
  let clients = [leader, other].map(({ url }) => new Client(url, setup.api_key))
  const call = async (method: string, path: string, body?: object) => {
    const answer = await clients[1]!.call(method, `${path}?${q}`, body)
    assert.ok(answer.status < 300, JSON.stringify(answer.body))
    return answer.body.data
  }
  const ledger = new Ledger()
  const customer_id = (await call('POST', '/v1/customers', { name: 'C' })).id
  await call('POST', '/v1/webhook-endpoints', { url: `${receiver.url}/hook` })
  const quote = await call('POST', '/v1/quotes', { customer_id, items: [{ name: 'x', unit_price: 5 }] })
  await call('PATCH', `/v1/quotes/${quote.id}`, { status: 'sent' })
  await queryFolder(folder.path, `UPDATE quotes SET valid_until = '2020-01-01' WHERE id = '${quote.id}'`)
  const holderOf = async () => (await queryFolder(folder.path, 'SELECT holder FROM leaderships'))[0]?.holder
  const took_ms: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    let is_over = false
    const writers = Array.from({ length: 8 }, (_, writer) =>
      writeInvoices(
        ledger,
        // Half of them switch to the other process when one does not answer, the rest only know the living one.
        (attempt) => clients[writer % 2 === 0 ? 1 : attempt % 2]!,
        { q, customer_id, name: `r${round} w${writer}` },
        () => is_over,
      ),
    )
    await sleep(1_000)
    const held_by = await holderOf()
    const before = { acknowledged: ledger.acknowledged, refused: ledger.refused }
    leader.process.kill('SIGSTOP')
    await sleep(5_000)
    const meanwhile = { acknowledged: ledger.acknowledged - before.acknowledged, refused: ledger.refused - before.refused }
    // It may have stopped while holding the company's lock: then others are refused with a clear answer.
    assert.ok(meanwhile.acknowledged > 0 || meanwhile.refused > 0)
    const killed_at = performance.now()
    assert.equal(await leader.end('SIGKILL'), 'SIGKILL')
    clients[0]!.close()
    // Its writers continue with the other one.
    clients = [clients[1]!, clients[1]!]
    await until('another leads', LONGEST_TAKEOVER_MS, async () => ((await holderOf()) ?? held_by) !== held_by)
    const taken_ms = performance.now() - killed_at
    took_ms.push(taken_ms)
    is_over = true
    await Promise.all(writers)
    context.diagnostic(
      `taken over ${(taken_ms / 1_000).toFixed(1)} s after the kill; while it stood still, ${meanwhile.acknowledged} writes were acknowledged and ${meanwhile.refused} refused`,
    )
    const events = await verifyLedger(clients[1]!, ledger, setup.company_id)
    const wanted = new Set(events.filter(({ type }) => type.startsWith('invoice.')).map(({ id }) => id))
    const missing = async () => {
      const arrived = new Set((await receiver.received()).map(({ id }) => id))
      return [...wanted].filter((id) => !arrived.has(id))
    }
    await until('all events arrived', LONGEST_TAKEOVER_MS, async () => (await missing()).length === 0)
    const all_ms = performance.now() - killed_at
    assert.ok(all_ms < LONGEST_TAKEOVER_MS, `${all_ms} ms until all were delivered`)
    const hashes = new Map<string, Set<string>>()
    for (const { id, hash } of await receiver.received()) hashes.set(id, (hashes.get(id) ?? new Set()).add(hash))
    assert.ok(
      [...hashes.values()].every(({ size }) => size === 1),
      'what comes again is the same to the byte',
    )
    if (round === ROUNDS - 1) break
    leader = other
    other = await startServerProcess(folder.path, SETTINGS)
    clients = [leader, other].map(({ url }) => new Client(url, setup.api_key))
  }
  assert.ok(ledger.cut_off > 0)
  const expired = (await clients[1]!.events(setup.company_id)).filter(({ type }) => type === 'quote.expired')
  assert.deepEqual(
    expired.map(({ resource_id }) => resource_id),
    [quote.id],
    'who takes over does the sweeps, once',
  )
  context.diagnostic(
    `${ledger.acknowledged} acknowledged writes, ${ledger.refused} refused, ${ledger.cut_off} cut off, ${ledger.replayed} repeated`,
  )
  for (const client of clients) client.close()
  assert.equal(await other.end('SIGTERM'), 0)
  const audit = await runCli(folder.path, 'audit', 'verify', '--json')
  assert.equal(JSON.parse(audit.stdout).is_whole, true, audit.stdout)
})
