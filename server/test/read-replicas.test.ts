// Lists and exports at a hot standby: they show every write at once, however far behind it is, and go on without it. On a primary and a standby of their own.
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { revokeApiKey } from '../src/access/api-keys/service.ts'
import { dashboardEndpoints, endpoints } from '../src/endpoints.ts'
import { NOT_LISTED } from '../src/engines/group-tx.ts'
import { inspectReadReplicas } from '../src/engines/inspect.ts'
import { openDatabase } from '../src/engines/open.ts'
import { createContext } from '../src/http/context.ts'
import type { Endpoint } from '../src/http/endpoint.ts'
import type { ApiKeyId, CompanyId } from '../src/kernel/ids.ts'
import { checkReplicas } from '../src/operate/doctor/database.ts'
import { CannotOpen, type Prepared } from '../src/sql/database.ts'
import type { ListedAt } from '../src/sql/observer.ts'
import { ENGINE, makeTemplate } from './support/engine.ts'
import { type ListScene, makeRows } from './support/every-list.ts'
import {
  bodyOf,
  endAdvance,
  fileOf,
  ISSUER,
  makeCustomers,
  makeKey,
  makeScene,
  neededQuery,
  pathOf,
  select,
} from './support/fixtures.ts'
import { type Postgres, run, startPostgres, startWithStandby } from './support/postgres.ts'
import { recordStatements } from './support/recorded-database.ts'
import { startServerProcess, temporaryFolder } from './support/server-process.ts'
import { startTestApp, type TestApp } from './support/test-app.ts'

/** Lists and other answers of several objects that are always read at the primary, and why. */
const AT_PRIMARY: Readonly<Record<string, string>> = {
  listApiKeys: 'of an organization',
  listApiKeyAddresses: 'of an organization',
  listCompanies: 'of an organization',
  listUsers: 'of an organization',
  listEventTypes: 'it reads no rows',
  streamEvents: 'it follows the commits',
  listWebhookEndpoints: 'deliveries change them, in transactions that are not marked',
  listWebhookDeliveries: 'deliveries change them, in transactions that are not marked',
  listPasskeys: 'of a person',
  listOwnApiKeys: 'of an organization',
  listAuditLog: 'of an organization',
  exportAuditLog: 'of an organization',
  listMembers: 'of an organization',
  listSessions: 'of a person',
  listJobs: 'the state of work that goes on',
}

const ALL = [...endpoints, ...dashboardEndpoints]
const FROM_REPLICA = ALL.filter(({ is_listing }) => is_listing)
/** What their paths and queries need besides what a scene has. */
const QUERY: Readonly<Record<string, string>> = { search: 'q=Plan', exportDatev: 'from=2020-01-01&to=2020-01-31' }
/** Tables whose rows are changed without the name of a company. */
const OF_NO_COMPANY = ['users', 'organizations', 'api_keys', 'api_key_companies', 'persons', 'members', 'audit_log']
/** So many are in the export that is cut short: several parts. */
const EXPORTED = 450
/** Requests that succeed here and change no row. */
const CHANGES_NOTHING = ['reissueInvoice', 'reissueQuote', 'previewCreditNote', 'checkEInvoice']
const SLEEP: Prepared = { sql: 'SELECT pg_sleep($1::float8) FROM customers LIMIT 1', returns_rows: true }
const COUNT: Prepared = { sql: 'SELECT count(*) AS count, pg_is_in_recovery() AS is_standby FROM customers', returns_rows: true }

const LONG = { skip: process.env['QUOIN_TEST_LONG'] ? false : 'a long run' }
const skip = ENGINE === 'postgres' ? false : 'SQLite has no replicas'

describe('read replicas', { skip, timeout: 300_000 }, () => {
  let primary: Postgres
  let standby: Postgres
  let folder: ReturnType<typeof temporaryFolder>
  /** Two processes on one database: one that writes and knows of no replica, and one that lists at it. */
  let a: TestApp
  let b: TestApp
  let database_url: string
  let replica_url: string
  const lines: string[] = []
  let places: ListedAt[] = []
  const settings = () => ({
    data_dir: folder.path,
    database_url,
    replica_urls: [replica_url],
    observer: { onListed: (place: ListedAt) => void places.push(place) },
    onReplica: (line: string) => void lines.push(line),
  })

  before(async () => {
    folder = temporaryFolder()
    const servers = await startWithStandby(
      async (server) => {
        await makeTemplate(server.url)
        await server.createDatabase('quoin', 'quoin_template')
      },
      ['wal_retrieve_retry_interval=100', 'max_standby_streaming_delay=0'],
    )
    primary = servers.primary
    standby = servers.standby
    database_url = primary.url.replace(/postgres$/, 'quoin')
    replica_url = standby.url.replace(/postgres$/, 'quoin')
    a = await startTestApp({ database: { data_dir: folder.path, database_url }, is_sandbox: true })
    await a.call('PATCH', `/v1/companies/${a.tenant.company_id}`, { body: ISSUER })
    b = await startTestApp({ beside: a, database: settings() })
  })
  after(async () => {
    await b?.close()
    await a?.close()
    await standby?.remove()
    await primary?.remove()
    folder?.remove()
  })
  beforeEach(async () => {
    // On a busy machine a check may have found it slow; it is asked again in a second.
    await until(async () => b.database.state().replicas![0]!.is_used)
    places = []
  })

  /** Waits until the standby has replayed everything. */
  async function untilReplayed(): Promise<void> {
    const [{ lsn }] = (await run(primary.url, 'SELECT pg_current_wal_lsn() AS lsn')).rows
    await until(async () => (await run(standby.url, `SELECT pg_last_wal_replay_lsn() >= '${lsn}' AS is_there`)).rows[0].is_there)
  }
  /** Runs something while the standby has everything that was written before, and gets nothing more. */
  async function whilePaused(work: () => Promise<unknown>): Promise<void> {
    await untilReplayed()
    await run(standby.url, 'SELECT pg_wal_replay_pause()')
    try {
      await until(
        async () => (await run(standby.url, 'SELECT pg_get_wal_replay_pause_state() AS state')).rows[0].state === 'paused',
      )
      await work()
    } finally {
      await run(standby.url, 'SELECT pg_wal_replay_resume()')
    }
    await untilReplayed()
  }

  /** What an endpoint answers, of `/v1` by HTTP. */
  async function ask(app: TestApp, endpoint: Endpoint, scene: ListScene): Promise<string> {
    const query = QUERY[endpoint.operation_id] ?? neededQuery(endpoint)
    if (endpoint.door === 'key') {
      const answer = await app.call('GET', `${pathOf(endpoint, scene)}?${query}`)
      assert.equal(answer.status, 200, `${endpoint.operation_id}: ${answer.text}`)
      return answer.text
    }
    const { organization_id, company_id, user_id } = app.tenant
    const who = { organization_id, company_id, user_id, is_listing: endpoint.is_listing }
    const context = createContext({ database: app.database, now_ms: app.now_ms(), ...who })
    const path = pathOf(endpoint, scene).split('/')
    const names = endpoint.path.split('/').flatMap((part, index) => (part.startsWith(':') ? [[part.slice(1), path[index]]] : []))
    const asked = { limit: 100, offset: 0, ...Object.fromEntries(new URLSearchParams(query)) }
    const input = { params: Object.fromEntries(names), query: asked, body: undefined, given_back: undefined }
    return JSON.stringify(await endpoint.handle(context, { ...input, last_event_id: undefined }))
  }

  test('every list is read at a replica, or named here with the reason why not', () => {
    const is_list = ({ method, path, content_types, operation_id }: Endpoint) =>
      method === 'GET' && (content_types !== undefined || /^(list|stream)/.test(operation_id) || path.startsWith('/v1/exports/'))
    const left = ALL.filter((endpoint) => is_list(endpoint) && !endpoint.is_listing).map(({ operation_id }) => operation_id)
    assert.deepEqual(left.sort(), Object.keys(AT_PRIMARY).sort())
    assert.ok(FROM_REPLICA.every(({ method, company }) => method === 'GET' && company !== 'none'))
  })

  test('what was written through one process is in every list of another at once, with the replay paused', async () => {
    await a.call('POST', '/v1/customers', { body: { name: 'Old' } })
    await untilReplayed()
    assert.equal((await b.call('GET', '/v1/customers')).text, (await a.call('GET', '/v1/customers')).text)
    assert.deepEqual(places, ['replica'])
    let scene = {} as ListScene
    await whilePaused(async () => {
      scene = await makeRows(a)
      for (const endpoint of FROM_REPLICA) {
        const shown = await ask(b, endpoint, scene)
        assert.equal(shown, await ask(a, endpoint, scene), endpoint.operation_id)
        assert.ok(shown.length > 50, `${endpoint.operation_id} shows nothing: ${shown}`)
      }
      // After ten seconds of it the standby is too far behind to be asked.
      assert.ok(places.length > FROM_REPLICA.length && !places.slice(1).includes('replica'), `${places}`)
      assert.ok(places.includes('behind'))
    })
    places = []
    const tables = new Set<string>()
    const note = ({ tables: named = [] }: Prepared) => {
      for (const name of named) tables.add(name)
    }
    const recorded = { ...b, database: recordStatements(b.database, note) }
    for (const endpoint of FROM_REPLICA) {
      assert.equal(await ask(b, endpoint, scene), await ask(a, endpoint, scene), endpoint.operation_id)
      await ask(recorded, { ...endpoint, door: 'session' }, scene)
    }
    assert.ok(places.length > FROM_REPLICA.length && places.every((place) => place === 'replica'), `${places}`)
    const not_marked = [...tables].filter((name) => NOT_LISTED.has(name) || OF_NO_COMPANY.includes(name))
    assert.deepEqual(not_marked, [])
  })

  test('each change of a company is marked, with an event or without', async () => {
    const { company_id } = a.tenant
    const mark = async () =>
      (await select(a, `SELECT xmin::text AS mark FROM event_heads WHERE company_id = '${company_id}'`))[0].mark
    const scope = { key: a.tenant.keys.admin, company: company_id }
    const changing = endpoints.filter(
      ({ method, company, path }) => method !== 'GET' && company === 'required' && !/webhook|resend/.test(path),
    )
    const depth = ({ path }: Endpoint) => path.split('/').length
    const deleting = changing.filter(({ method }) => method === 'DELETE').sort((one, other) => depth(other) - depth(one))
    const unmarked: string[] = []
    let marked = 0
    const scenes = [await makeScene(a, scope, 'Changed'), await makeScene(a, scope, 'Deleted')]
    for (const endpoint of [...changing.filter(({ method }) => method !== 'DELETE'), ...deleting]) {
      const scene = scenes[endpoint.method === 'DELETE' ? 1 : 0]!
      await endAdvance(a)
      const before_it = await mark()
      const call = fileOf(endpoint) ?? { body: bodyOf(endpoint, scene) }
      const answer = await a.call(endpoint.method, `${pathOf(endpoint, scene)}?${neededQuery(endpoint)}`, call)
      if (answer.status >= 300) continue
      marked++
      if ((await mark()) === before_it) unmarked.push(endpoint.operation_id)
    }
    assert.deepEqual(unmarked, CHANGES_NOTHING)
    assert.ok(marked > changing.length * 0.75, `only ${marked} of ${changing.length} were done`)
    await whilePaused(async () => {
      // Without an event, as where the module of a row is off.
      await makeCustomers(a, EXPORTED, ['Silent'])
      places = []
      assert.equal((await b.call('GET', '/v1/customers')).text, (await a.call('GET', '/v1/customers')).text)
      assert.ok(places.length === 1 && places[0] !== 'replica', `${places}`)
    })
  })

  test('keys are looked up at the primary: a revoked one is refused at once', async () => {
    const { key, id } = await makeKey(a, a.tenant, 'admin', 'all')
    await whilePaused(async () => {
      assert.equal((await b.call('GET', '/v1/customers', { key })).status, 200)
      await a.database.write(async (tx) => (await revokeApiKey(tx, id as ApiKeyId, a.now_ms())) as object)
      assert.equal((await b.call('GET', '/v1/customers', { key })).status, 401)
    })
  })

  test('a list that the standby cancels, because it would hold up the replay, is read at the primary', async () => {
    const { company_id, organization_id } = a.tenant
    await untilReplayed()
    const ran: boolean[] = []
    const slow = b.database.read(
      async (tx) => {
        const { is_standby } = (await tx.execute(COUNT, [])).rows[0] as { is_standby: boolean }
        ran.push(is_standby)
        if (is_standby) await tx.execute(SLEEP, ['20'])
        return is_standby
      },
      organization_id,
      company_id as CompanyId,
    )
    await until(async () => ran.length > 0)
    await sleep(50)
    // Its lock can't be replayed beside a statement on the table.
    await run(database_url, 'BEGIN; LOCK TABLE customers IN ACCESS EXCLUSIVE MODE; COMMIT')
    assert.equal(await slow, false)
    assert.deepEqual(ran, [true, false])
    assert.deepEqual(places, ['failed'])
  })

  test('an export goes on at the primary when the standby is killed in the middle', async () => {
    const whole = (await a.call('GET', '/v1/exports/customers')).text
    const { company_id, organization_id, user_id } = a.tenant
    const endpoint = endpoints.find(({ operation_id }) => operation_id === 'exportCustomers')!
    const context = createContext({
      database: b.database,
      now_ms: b.now_ms(),
      organization_id,
      company_id,
      user_id,
      is_listing: true,
    })
    const input = { params: {}, query: {}, body: undefined, given_back: undefined, last_event_id: undefined }
    const { parts } = (await endpoint.handle(context, input)) as { parts: AsyncIterable<string> }
    let text = ''
    let rows = 0
    try {
      for await (const part of parts) {
        text += part
        if (++rows === 150) await standby.stop('immediate')
      }
      assert.equal(text, whole)
      assert.equal(places.filter((place) => place === 'replica').length, 3)
      assert.ok(places.slice(3).every((place) => place === 'failed' || place === 'away') && places.length > 4, `${places}`)
      await until(async () => !b.database.state().replicas![0]!.is_used)
      // Unless it said so less than a minute ago, where a busy machine had slowed the standby.
      const told = lines.filter((line) => /^Lists are read at the primary instead of the replica 127\.0\.0\.1:\d+: /.test(line))
      assert.ok(told.length > 0)
      const { length } = lines
      await sleep(1_500)
      assert.equal(lines.length, length, 'once a minute')
    } finally {
      await standby.start()
    }
    await until(async () => b.database.state().replicas![0]!.is_used)
    assert.match(lines.at(-1)!, /again$/)
    await untilReplayed()
    places = []
    await b.call('GET', '/v1/customers')
    assert.deepEqual(places, ['replica'])
  })

  test('a standby that is more than 10 s behind is not asked until it has caught up', LONG, async () => {
    await whilePaused(async () => {
      await a.call('POST', '/v1/customers', { body: { name: 'Far ahead' } })
      await until(async () => !b.database.state().replicas![0]!.is_used)
      assert.ok(b.database.state().replicas![0]!.lag_ms! > 10_000)
      places = []
      await b.call('GET', '/v1/customers')
      assert.deepEqual(places, ['away'])
    })
    await until(async () => b.database.state().replicas![0]!.is_used)
  })

  test('a replica of another database keeps a server from starting; one that is away or is a primary does not', async () => {
    const other = await startPostgres()
    try {
      const open = (url: string, told: string[] = []) =>
        openDatabase({ ...settings(), replica_urls: [url], onReplica: (line) => told.push(line) }, assert.fail)
      for (const url of [other.url, standby.url])
        await assert.rejects(
          open(url),
          (error: Error) => error instanceof CannotOpen && /not a replica of this/.test(error.message),
        )
      await other.remove()
      for (const [url, why] of [
        [other.url, /ECONNREFUSED/],
        [database_url, /it takes writes: it is a primary/],
      ] as const) {
        const told: string[] = []
        const { database } = await open(url, told)
        assert.equal(told.length, 1)
        assert.match(told[0]!, why)
        const [row] = await database.read(async (tx) => (await tx.execute(COUNT, [])).rows, undefined, a.tenant.company_id)
        assert.equal((row as { is_standby: boolean }).is_standby, false)
        await database.close()
      }
      assert.deepEqual(places, ['away', 'away'])
      const urls = [replica_url, other.url, standby.url, database_url]
      const findings = checkReplicas(await inspectReadReplicas({ ...settings(), replica_urls: urls }))
      const shown = findings.map(({ status, message }) => `${status} ${message.replace(/[\d.]+:\d+|[\d.]+ MB/g, '…')}`)
      assert.equal(shown.length, urls.length)
      assert.match(shown[0]!, /^warning … runs with hot_standby_feedback = off/)
      assert.match(shown[1]!, /^failed …: .*ECONNREFUSED/)
      assert.equal(shown[2], 'failed …: it is not a replica of this database.')
      assert.equal(shown[3], 'failed …: it takes writes: it is a primary, not a standby.')
    } finally {
      await other.remove()
    }
  })

  test('a process reads lists at the replica that its environment names, and says so in its metrics', async () => {
    const env = {
      QUOIN_DATABASE_URL: database_url,
      QUOIN_READ_REPLICA_URL: replica_url,
      QUOIN_SECRET_KEY: '07'.repeat(32),
      QUOIN_METRICS_TOKEN: 'a-token-for-metrics-only',
    }
    const server = await startServerProcess(folder.path, env)
    try {
      const { company_id, keys } = a.tenant
      const get = async (path: string, token: string) => {
        const response = await fetch(server.url + path, { headers: { authorization: `Bearer ${token}` } })
        assert.equal(response.status, 200)
        return response.text()
      }
      let metrics = ''
      // Its first work may change something of the company.
      await until(async () => {
        await untilReplayed()
        const shown = await get(`/v1/customers?company_id=${company_id}`, keys.read)
        assert.equal(shown, (await a.call('GET', '/v1/customers')).text)
        metrics = await get('/metrics', env.QUOIN_METRICS_TOKEN)
        return /^quoin_replica_reads_total\{place="replica"\} \d+$/m.test(metrics)
      })
      assert.match(metrics, /^quoin_replica_used\{replica="127\.0\.0\.1:\d+"\} 1$/m)
      assert.match(metrics, /^quoin_replica_lag_seconds\{replica="127\.0\.0\.1:\d+"\} \d/m)
    } finally {
      await server.end('SIGKILL')
    }
  })

  test('a standby that is promoted shows nothing any more, from its first write on', async () => {
    await untilReplayed()
    await b.call('GET', '/v1/customers')
    assert.deepEqual(places, ['replica'])
    await run(standby.url, 'SELECT pg_promote()')
    await run(replica_url, "UPDATE customers SET name = 'of another history'")
    for (let count = 0; count < 20; count++) {
      const answer = await b.call('GET', '/v1/customers')
      assert.equal(answer.status, 200)
      assert.ok(!answer.text.includes('another history'))
      await sleep(100)
    }
    assert.ok(!places.slice(1).includes('replica'), `${places}`)
    assert.equal(b.database.state().replicas![0]!.is_used, false)
  })
})

/** For what never comes, not for what is slow. */
const PATIENCE_MS = 60_000

/** Asks until it is so. */
async function until(isSo: () => Promise<boolean>, most_ms = PATIENCE_MS): Promise<void> {
  const give_up_at = performance.now() + most_ms
  while (!(await isSo())) {
    assert.ok(performance.now() < give_up_at, 'it takes too long')
    await sleep(10)
  }
}
