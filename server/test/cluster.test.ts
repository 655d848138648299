// The cluster of docs/scaling, with its own files: the primary is killed and cut off, a member of etcd is lost, and failed nodes come back, while
// writers, a poller, a follower of the stream and a webhook receiver go on. Nothing acknowledged is lost, and nothing happens twice.
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { APP_NAMES, Cluster, type NodeName, whyNoCluster } from '../../scripts/cluster.ts'
import { openStream } from './support/event-stream.ts'
import { Ledger, verifyLedger, writeInvoices } from './support/keyed-writers.ts'
import { Client } from './support/server-process.ts'

const COMPANIES = 3
const WRITERS = 6
/** From a failure to the next acknowledged write. */
const LONGEST_OUTAGE_MS = 30_000
/** A request may wait for a server that is cut off (8.5 s), and then for a connection to the next one (5 s). */
const LONGEST_REQUEST_MS = 15_000
/** From the return of a node until it follows the primary. */
const LONGEST_RETURN_MS = 120_000
/** Load before each failure. */
const CALM_MS = 4_000
const PLANS = 5
const WEEKS = 20

const skip = process.env['QUOIN_TEST_LONG'] ? (whyNoCluster() ?? false) : 'a long run'

interface Company {
  id: string
  q: string
  customer_id: string
  ledger: Ledger
}

describe('three nodes of PostgreSQL, two Quoin processes', { skip, timeout: 20 * 60_000 }, () => {
  let cluster: Cluster
  let clients: Client[]
  let key: string
  const companies: Company[] = []
  let sandbox_id: string
  let is_writing_over = false
  let is_over = false
  const writing: Promise<unknown>[] = []
  const following: Promise<unknown>[] = []
  const clientOf = (attempt: number) => clients[attempt % clients.length]!
  const acknowledged = () => companies.reduce((sum, { ledger }) => sum + ledger.acknowledged, 0)

  /** What followers saw of the first company, in their order; what the receiver got of all. */
  const polled: string[] = []
  const streamed: string[] = []
  const received = new Map<string, number>()
  const receiver = createServer((request, response) => {
    const id = String(request.headers['webhook-id'])
    request.resume().on('end', () => {
      received.set(id, (received.get(id) ?? 0) + 1)
      response.end('ok')
    })
  })

  /** Repeats a request until it is answered with success. */
  async function insist(method: string, path: string, body?: object, idempotency_key?: string) {
    for (let attempt = 0; ; attempt++) {
      const headers: Record<string, string> = idempotency_key ? { 'idempotency-key': idempotency_key } : {}
      const answer = await clientOf(attempt)
        .call(method, path, body, headers)
        .catch(() => undefined)
      if (answer && answer.status < 300) return answer.body.data
      if (answer && answer.status !== 503 && answer.status !== 409) assert.fail(`${answer.status} ${JSON.stringify(answer.body)}`)
      await sleep(200)
    }
  }

  /** Follows the list of events as docs/api/events.md says: by the newest id that it has handled. */
  async function poll({ q }: Company): Promise<void> {
    while (!is_over) {
      const last = polled.at(-1)
      const { events, pagination } = await insist('GET', `/v1/events?${q}&limit=100${last ? `&ending_before=${last}` : ''}`)
      polled.push(...events.map(({ id }: { id: string }) => id).reverse())
      if (!pagination.has_more) await sleep(100)
    }
  }

  /** Follows the stream, at the other process after each end, from the last id. */
  async function follow({ q }: Company, from: string): Promise<void> {
    let position = from
    for (let attempt = 0; !is_over; attempt++) {
      const url = `${cluster.urlOf(APP_NAMES[attempt % 2]!)}/v1/events/stream?${q}`
      const reader = await openStream(url, key, { 'last-event-id': position }).catch(() => undefined)
      if (!reader) {
        await sleep(200)
        continue
      }
      let count = 0
      let is_ended = false
      void reader.ended.then(() => (is_ended = true))
      while (!is_over && !is_ended && reader.status === 200) {
        await sleep(50)
        const ids = reader.event_ids()
        streamed.push(...ids.slice(count))
        count = ids.length
        position = ids.at(-1) ?? position
      }
      const ids = reader.event_ids()
      streamed.push(...ids.slice(count))
      position = ids.at(-1) ?? position
      reader.close()
      await sleep(100)
    }
  }

  before(async () => {
    cluster = await Cluster.start()
    const setup = JSON.parse(await cluster.cli('app1', 'setup', '--organization', 'Test', '--company', 'First', '--json'))
    const organization = ['--organization', setup.organization_id, '--json']
    const ids = [setup.company_id]
    for (let index = 1; index < COMPANIES; index++) {
      ids.push(JSON.parse(await cluster.cli('app2', 'companies', 'create', '--name', `C${index}`, ...organization)).id)
    }
    sandbox_id = JSON.parse(
      await cluster.cli('app1', 'companies', 'create', '--name', 'Sandbox', '--sandbox', ...organization),
    ).id
    const all = [
      'keys',
      'create',
      '--company',
      setup.company_id,
      '--all-companies',
      '--name',
      'All',
      '--level',
      'admin',
      '--json',
    ]
    key = JSON.parse(await cluster.cli('app1', ...all)).key
    await Promise.all(APP_NAMES.map((app) => cluster.startQuoin(app)))
    clients = APP_NAMES.map((app) => new Client(cluster.urlOf(app), key))
    await new Promise<void>((resolve) => receiver.listen(0, cluster.own_address, resolve))
    const hook = `http://${cluster.own_address}:${(receiver.address() as AddressInfo).port}/hook`
    for (const id of ids) {
      const q = `company_id=${id}`
      const customer_id = (await insist('POST', `/v1/customers?${q}`, { name: 'C' })).id
      await insist('POST', `/v1/webhook-endpoints?${q}`, { url: hook })
      companies.push({ id, q, customer_id, ledger: new Ledger(LONGEST_REQUEST_MS) })
    }
    const customer_id = (await insist('POST', `/v1/customers?company_id=${sandbox_id}`, { name: 'C' })).id
    for (let plan = 0; plan < PLANS; plan++) {
      const body = { customer_id, frequency: 'weekly', items: [{ name: 'Weekly', unit_price: 100 }] }
      await insist('POST', `/v1/recurring-invoices?company_id=${sandbox_id}`, body)
    }
    const newest = (await insist('GET', `/v1/events?${companies[0]!.q}&limit=1`)).events[0].id
    polled.push(newest)
    streamed.push(newest)
    following.push(poll(companies[0]!), follow(companies[0]!, newest))
    for (const { q, customer_id, ledger } of companies) {
      for (let writer = 0; writer < WRITERS / COMPANIES; writer++) {
        const place = { q, customer_id, name: `${q} w${writer}` }
        // Each begins at another process.
        writing.push(
          writeInvoices(
            ledger,
            (attempt) => clientOf(attempt + writer),
            place,
            () => is_writing_over,
          ),
        )
      }
    }
    await sleep(CALM_MS)
  })

  after(async () => {
    is_writing_over = is_over = true
    for (const client of clients ?? []) client.close()
    receiver.close()
    await cluster?.stop()
  })

  /** Lets a failure happen under load, and gives the time until the next write is acknowledged that was refused or hung since. */
  async function outage(fail: () => void | Promise<void>): Promise<number> {
    const before = companies.map(({ ledger }) => ledger.acknowledged)
    await sleep(CALM_MS)
    for (const [index, { ledger }] of companies.entries()) {
      assert.ok(ledger.acknowledged > before[index]!, 'no writes before the failure')
    }
    await fail()
    const begun = performance.now()
    let resumed = begun
    let count = acknowledged()
    let longest_ms = 0
    // Answers that were under way come first, then a pause, then the others: the longest pause that ends within the time is the outage.
    while (performance.now() - begun < LONGEST_OUTAGE_MS + CALM_MS) {
      await sleep(20)
      if (acknowledged() === count) continue
      count = acknowledged()
      longest_ms = Math.max(longest_ms, performance.now() - resumed)
      resumed = performance.now()
    }
    longest_ms = Math.max(longest_ms, performance.now() - resumed)
    assert.ok(longest_ms < LONGEST_OUTAGE_MS, `writes were not resumed for ${Math.round(longest_ms)} ms`)
    return longest_ms
  }

  /** Waits until a node follows the primary, and gives how long that took, and whether pg_rewind ran. */
  async function followsAgain(node: NodeName, log_length: number): Promise<string> {
    const count = acknowledged()
    const primary = await cluster.primary()
    const [{ lsn }] = await cluster.sql(primary, 'SELECT pg_current_wal_lsn()::text AS lsn')
    // Not what Patroni shows, which may be old: it has replayed what the primary wrote by now.
    const follows = `SELECT 1 FROM pg_stat_replication WHERE application_name = '${node}' AND state = 'streaming' AND replay_lsn >= '${lsn}'`
    const took_ms = await cluster.until(
      `${node} as a standby`,
      async () => (await cluster.sql(primary, follows)).length === 1,
      LONGEST_RETURN_MS,
    )
    const log = cluster.logOf(node, 'patroni').slice(log_length)
    assert.ok(acknowledged() > count, 'no writes while it came back')
    assert.doesNotMatch(log, /pg_basebackup|trying to bootstrap/, 'it was copied')
    const is_rewound = /pg_rewind exit code=0/.test(log)
    return `${node} follows again after ${seconds(took_ms)}, ${is_rewound ? 'by pg_rewind' : 'without pg_rewind'}, ${acknowledged() - count} writes meanwhile`
  }

  /** Moves the clock of the sandbox by weeks, so that recurring invoices are made during what follows. */
  const advance = (weeks: number, name: string) =>
    insist('POST', `/v1/sandbox/advance?company_id=${sandbox_id}`, { days: weeks * 7 }, name)
  const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`

  test('the primary is killed with writes that no standby has: another takes over, and pg_rewind brings it back', async (context) => {
    const old = await cluster.primary()
    await advance(WEEKS / 2, 'first')
    const took_ms = await outage(async () => {
      cluster.stopReplication(old)
      await sleep(1_000)
      cluster.killNode(old)
    })
    const primary = await cluster.primary()
    assert.notEqual(primary, old)
    context.diagnostic(`kill -9 of ${old}: writes resumed after ${seconds(took_ms)}, on ${primary}`)
    const log_length = cluster.logOf(old, 'patroni').length
    cluster.startPatroni(old)
    const said = await followsAgain(old, log_length)
    context.diagnostic(said)
    assert.match(said, /by pg_rewind/)
  })

  test('the network of the primary is cut: another takes over, and it follows when the network is back', async (context) => {
    const old = await cluster.primary()
    await advance(WEEKS / 2, 'second')
    const log_length = cluster.logOf(old, 'patroni').length
    const took_ms = await outage(() => cluster.cut(old))
    const primary = await cluster.primary()
    assert.notEqual(primary, old)
    context.diagnostic(`network of ${old} cut: writes resumed after ${seconds(took_ms)}, on ${primary}`)
    cluster.join(old)
    context.diagnostic(await followsAgain(old, log_length))
  })

  test('the network of the synchronous standby is cut: another becomes synchronous', async (context) => {
    const primary = await cluster.primary()
    const standby = (await cluster.members()).find(({ role }) => role === 'sync_standby')!.name
    const log_length = cluster.logOf(standby, 'patroni').length
    const took_ms = await outage(() => cluster.cut(standby))
    assert.equal(await cluster.primary(), primary)
    context.diagnostic(`network of the synchronous standby ${standby} cut: writes resumed after ${seconds(took_ms)}`)
    cluster.join(standby)
    context.diagnostic(await followsAgain(standby, log_length))
  })

  test('the leading member of etcd is killed: the primary stays', async (context) => {
    const primary = await cluster.primary()
    const lost = await cluster.etcdLeader()
    const took_ms = await outage(() => cluster.killEtcd(lost))
    assert.equal(await cluster.primary(), primary)
    context.diagnostic(`etcd on ${lost} killed: longest pause between two acknowledged writes ${seconds(took_ms)}`)
    cluster.startEtcd(lost)
    await cluster.until('three nodes', async () => cluster.isWhole(await cluster.members()))
  })

  test('nothing acknowledged is lost, no number is missing, and followers, webhooks and jobs have everything once', async (context) => {
    await cluster.until(
      'the clock of the sandbox',
      async () => (await insist('GET', `/v1/sandbox?company_id=${sandbox_id}`)).advancing_to === null,
      5 * 60_000,
    )
    is_writing_over = true
    await Promise.all(writing)
    const [first] = companies
    const last = (await insist('GET', `/v1/events?${first!.q}&limit=1`)).events[0].id
    await cluster.until('the followers', async () => polled.at(-1) === last && streamed.at(-1) === last)
    // Long enough for anything that would come twice.
    await sleep(CALM_MS)
    is_over = true
    await Promise.all(following)

    const wanted = new Map<string, string[]>()
    for (const { id, ledger } of companies) {
      const events = await verifyLedger(clientOf(0), ledger, id)
      wanted.set(
        id,
        events.map((event) => event.id),
      )
    }
    const of_first = wanted.get(first!.id)!
    const since = of_first.slice(of_first.indexOf(polled[0]!))
    assert.deepEqual(polled, since, 'the poller saw every event once and in order')
    assert.deepEqual(streamed, since, 'the stream had every event once and in order')
    const invoices = [...wanted.values()].flatMap((ids) => ids.slice(2))
    await cluster.until('all webhooks', async () => invoices.every((id) => received.has(id)), 3 * 60_000)

    const primary = await cluster.primary()
    const made = await cluster.sql(
      primary,
      `SELECT recurring_invoice_id, issue_date, count(*)::int AS count FROM invoices
       WHERE company_id = '${sandbox_id}' GROUP BY recurring_invoice_id, issue_date ORDER BY issue_date`,
    )
    assert.ok(
      made.every(({ count }) => count === 1),
      'a period has two invoices',
    )
    assert.equal(made.length, PLANS * (WEEKS + 1), 'a period has no invoice')
    assert.equal(JSON.parse(await cluster.cli('app1', 'audit', 'verify', '--json')).is_whole, true)
    assert.equal(JSON.parse(await cluster.cli('app1', 'figures', 'verify', '--json')).is_right, true)
    const sum = (of: (ledger: Ledger) => number) => companies.reduce((total, { ledger }) => total + of(ledger), 0)
    const repeated = [...received.values()].reduce((total, count) => total + count - 1, 0)
    context.diagnostic(
      `${acknowledged()} acknowledged writes, 0 lost, ${sum((l) => l.refused)} refused, ${sum((l) => l.cut_off)} cut off, ${sum((l) => l.replayed)} repeated, longest request ${seconds(Math.max(...companies.map(({ ledger }) => ledger.longest_ms)))}`,
    )
    context.diagnostic(
      `${since.length} events polled and streamed, ${received.size} delivered, ${repeated} of them again; ${made.length} recurring invoices`,
    )
  })
})
