// Segments of events and of the audit log on PostgreSQL: made, filled, dropped, and in nobody's way. Retention itself:
// src/record/events/retention.test.ts and audit-flood.test.ts.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { anchorKeyOf } from '../src/access/audit-log/anchor.ts'
import { verifyAuditLog } from '../src/access/audit-log/verify.ts'
import { eventCatalogue } from '../src/endpoints.ts'
import { migratePostgres } from '../src/engines/postgres/migrate.ts'
import { createVault } from '../src/kernel/vault.ts'
import { draftEvent } from '../src/record/events/event-type.ts'
import { recordEvents } from '../src/record/events/record.ts'
import { migrationsFor } from '../src/sql/migrate.ts'
import { type SegmentedTable, segmentOf } from '../src/sql/segments.ts'
import { ENGINE, serverUrl } from './support/engine.ts'
import { select } from './support/fixtures.ts'
import { run } from './support/postgres.ts'
import { START, startTestApp, type TestApp, type TestTenant } from './support/test-app.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const START_MS = Date.parse(START)
const KEY = anchorKeyOf(createVault(Buffer.alloc(32, 7)))
const ROUNDS = process.env['QUOIN_TEST_LONG'] === '1' ? 100 : 5
const skip = ENGINE === 'sqlite' && 'segments are of PostgreSQL'

let app: TestApp
let client: pg.Client
const onDay = (days: number) => app.setClock(new Date(START_MS + days * DAY_MS).toISOString())
const segmentOn = (days: number) => segmentOf(START_MS + days * DAY_MS)

async function start(options: Parameters<typeof startTestApp>[0]): Promise<void> {
  app = await startTestApp(options)
  client = new pg.Client({ connectionString: app.settings.database_url! })
  await client.connect()
}
async function stop(): Promise<void> {
  await client.end()
  await app.close()
}

async function store(tenant: TestTenant, count = 1, type = 'customer.created', resource_id = 'cus_1'): Promise<string[]> {
  const { company_id } = tenant
  const draft = draftEvent(eventCatalogue.find(type)!, resource_id, { id: resource_id })
  const now = new Date(app.now_ms()).toISOString()
  const drafts = Array.from({ length: count }, () => draft)
  return (await app.database.write((tx) => recordEvents(tx, { company_id, now }, drafts), company_id)).map(({ id }) => id)
}

/** The segments of a table, and how many rows are in each. */
async function rowsIn(table: SegmentedTable): Promise<Record<string, number>> {
  const { rows } = await client.query(
    'SELECT relname FROM pg_class JOIN pg_inherits ON inhrelid = oid WHERE inhparent = $1::regclass',
    [table],
  )
  const counts = rows.map(async ({ relname }) => {
    const { rows: found } = await client.query(`SELECT count(*)::integer AS count FROM ${relname}`)
    return [relname, found[0].count] as const
  })
  return Object.fromEntries(await Promise.all(counts))
}

/** The result of a read that may fail until connections are there again. */
async function eventually<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (attempt === 20) throw error
      await sleep(100)
    }
  }
}

const faultsOfChains = async () =>
  (await verifyAuditLog(app.database, KEY)).flatMap(({ problem }) => (problem === undefined ? [] : [problem]))

/** All events that a query finds, page by page. */
async function readAll(
  tenant: TestTenant,
  query: Record<string, string>,
  cursor: 'starting_after' | 'ending_before',
  first?: string,
) {
  const found: string[] = []
  let place: Record<string, string> = first === undefined ? {} : { [cursor]: first }
  for (;;) {
    const call = { key: tenant.keys.read, company: tenant.company_id, query: { ...query, ...place, limit: '7' } }
    const { events, pagination } = (await app.call('GET', '/v1/events', call)).data
    const ids = events.map(({ id }: { id: string }) => id)
    if (cursor === 'starting_after') found.push(...ids)
    else found.unshift(...ids)
    if (!pagination.has_more) return found
    place = { [cursor]: pagination.next_cursor }
  }
}

describe('events in segments', { skip }, () => {
  before(() => start({ event_retention_days: 120 }))
  after(stop)

  test('new ones are in the segment of their time; pages over several segments are those of one table', async () => {
    const tenant = await app.addTenant()
    const other = await app.addTenant()
    const ids: string[] = await store(tenant, 10)
    const types: [string, string][] = [
      ['customer.created', 'cus_1'],
      ['customer.updated', 'cus_2'],
    ]
    for (const day of [0, 10, 20, 30]) {
      onDay(day)
      await app.sweep()
      for (const [type, resource_id] of types) {
        ids.push(...(await store(tenant, 9, type, resource_id)))
        await store(other, 2, type, resource_id)
      }
    }
    const counts = await rowsIn('events')
    for (const day of [0, 10, 20, 30]) assert.equal(counts[`events_${segmentOn(day)}`], 22)
    assert.deepEqual(await readAll(tenant, {}, 'starting_after'), ids.toReversed())
    assert.deepEqual(await readAll(tenant, {}, 'ending_before', ids[0]), ids.slice(1).toReversed())
    const rows = await select(
      app,
      `SELECT id, type, created_at FROM events WHERE company_id = '${tenant.company_id}' ORDER BY id DESC`,
    )
    const only = (wanted: (row: Record<string, string>) => boolean) => rows.filter(wanted as never).map(({ id }) => id as string)
    const of_type = only(({ type }) => type === 'customer.updated')
    assert.deepEqual(await readAll(tenant, { type: 'customer.updated' }, 'starting_after'), of_type)
    assert.deepEqual(await readAll(tenant, { type: 'customer.*' }, 'starting_after'), ids.toReversed())
    assert.deepEqual(await readAll(tenant, { resource_id: 'cus_2' }, 'starting_after'), of_type)
    const since = new Date(START_MS + 10 * DAY_MS).toISOString()
    const recent = only(({ created_at }) => created_at! >= since)
    assert.deepEqual(await readAll(tenant, { 'created[gte]': since }, 'starting_after'), recent)
    for (const id of [ids[0]!, ids[20]!, ids.at(-1)!]) {
      const { status, data } = await app.call('GET', `/v1/events/${id}`, { key: tenant.keys.read, company: tenant.company_id })
      assert.deepEqual([status, data.id], [200, id])
    }
  })

  test('a segment is dropped when its events are old, and rows of before are removed one by one', async () => {
    const first = `events_${segmentOn(0)}`
    onDay(119)
    await app.sweep()
    assert.ok(first in (await rowsIn('events')))
    // Given up in one run, dropped in the next.
    onDay(131)
    await app.sweep()
    await app.sweep()
    const left = await rowsIn('events')
    assert.ok(!(first in left))
    assert.equal((await client.query('SELECT to_regclass($1) AS name', [first])).rows[0].name, null, 'its relation is gone')
    assert.equal(left['events_0'], 0)
    assert.equal(left[`events_${segmentOn(20)}`], 22)
    const { rows } = await client.query(
      'SELECT count(*)::integer AS count FROM events GROUP BY company_id, id HAVING count(*) > 1',
    )
    assert.deepEqual(rows, [], 'an id is there once')
  })

  test('events that stay are moved out of a segment that is dropped: those of a clock that was set back', async () => {
    const tenant = await app.addTenant()
    onDay(200)
    await app.sweep()
    const [late] = await store(tenant)
    onDay(211)
    await app.sweep()
    // Stored at day 200 by the clock, and long after by the order.
    await client.query('UPDATE events SET created_at = $1 WHERE id = $2', [new Date(START_MS + 500 * DAY_MS).toISOString(), late])
    onDay(340)
    await app.sweep()
    await app.sweep()
    assert.ok(!(`events_${segmentOn(200)}` in (await rowsIn('events'))))
    const { rows } = await client.query('SELECT tableoid::regclass::text AS name FROM events WHERE id = $1', [late])
    assert.deepEqual(rows, [{ name: 'events_0' }])
  })

  test('two processes that do it at once make and drop each segment once', async () => {
    const { segments } = app.database
    const number = segmentOn(1_000)
    assert.deepEqual(await Promise.all([1, 2, 3].map(() => segments!.begin('events', number))), [true, true, true])
    await segments!.begin('events', segmentOn(1_001))
    const nothing = (rows: string) => `SELECT ctid FROM ${rows}`
    assert.deepEqual(await Promise.all([1, 2, 3].map(() => segments!.drop('events', number, nothing))), [
      'dropped',
      'dropped',
      'dropped',
    ])
    assert.equal(await segments!.drop('events', segmentOn(1_001), nothing), 'needed', 'rows go there')
  })

  test('a long reader keeps a segment from being dropped, and nobody waits for longer than the lock is waited for', async () => {
    const { segments } = app.database
    const [number, next] = [segmentOn(2_000), segmentOn(2_001)]
    await segments!.begin('events', number)
    await segments!.begin('events', next)
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ')
    await client.query('SELECT count(*) FROM events')
    let is_over = false
    let longest_ms = 0
    const writing = (async () => {
      for (; !is_over; await sleep(5)) {
        const began_at = performance.now()
        await store(app.tenant)
        longest_ms = Math.max(longest_ms, performance.now() - began_at)
      }
    })()
    const nothing = (rows: string) => `SELECT ctid FROM ${rows}`
    assert.equal(await segments!.drop('events', number, nothing), 'busy')
    is_over = true
    await writing
    assert.ok(longest_ms > 100, 'others waited for the lock')
    assert.ok(longest_ms < 2_000, `${longest_ms} ms`)
    await client.query('COMMIT')
    assert.equal(await segments!.drop('events', number, nothing), 'dropped')
  })

  test('a connection that dies in the middle leaves everything as it was', async () => {
    const { segments } = app.database
    const number = segmentOn(3_000)
    const before = await segments!.list('events')
    await client.query('BEGIN')
    await client.query('LOCK TABLE events IN ACCESS SHARE MODE')
    const begun = segments!.begin('events', number).catch((error: Error) => error)
    for (let killed = 0; killed === 0; ) {
      const { rows } = await run(
        app.settings.database_url!,
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LOCK TABLE ONLY events%' AND wait_event_type = 'Lock'",
      )
      killed = rows.length
    }
    assert.ok((await begun) instanceof Error)
    await client.query('COMMIT')
    assert.deepEqual(await segments!.list('events'), before)
    assert.equal(await segments!.begin('events', number), true)
  })
})

describe('the audit log in segments', { skip }, () => {
  before(() => start({ audit_retention_days: 60 }))
  after(stop)

  async function read(count: number): Promise<void> {
    for (let index = 0; index < count; index++) await app.call('GET', '/v1/customers')
    await app.flush()
  }

  test('changes stay outside; reads go with their segment; the chain verifies at each step', async () => {
    await read(4)
    const begun: number[] = []
    for (const day of [0, 5, 10]) {
      onDay(day)
      await app.sweep()
      begun.push(segmentOn(day))
      await read(3)
      await app.call('POST', '/v1/customers', { body: { name: 'C' } })
      await read(3)
    }
    const counts = await rowsIn('audit_log')
    for (const number of begun) assert.equal(counts[`audit_log_${number}`], 6)
    assert.deepEqual(await faultsOfChains(), [])
    const { rows } = await client.query(`SELECT DISTINCT method FROM audit_log WHERE segment <> 0`)
    assert.deepEqual(rows, [{ method: 'GET' }])
    await assert.rejects(client.query(`TRUNCATE audit_log_${begun[0]}`), /append-only/)
    await assert.rejects(client.query(`DELETE FROM audit_log_${begun[0]}`), /append-only/)
    await assert.rejects(client.query(`UPDATE audit_log_${begun[0]} SET path = '/'`), /append-only/)
    const change = `INSERT INTO audit_log SELECT organization_id, 9999, created_at, request_id, api_key_id, key_prefix, company_id, 'POST', path, 200,
      duration_ms, ip_address, user_agent, hash, user_id, count, last_at, ${begun[0]} FROM audit_log LIMIT 1`
    await assert.rejects(client.query(change), /violates check constraint/)

    onDay(62)
    await app.sweep()
    // Anchored, and still there: but not in a copy, which has no segment that would take them along.
    assert.equal((await rowsIn('audit_log'))[`audit_log_${begun[0]}`], 6)
    assert.deepEqual(await faultsOfChains(), [])
    const old = (service: TestApp) =>
      select(service, `SELECT 1 FROM audit_log WHERE method = 'GET' AND created_at < '2026-06-16'`)
    const copy = await startTestApp({ copy_of: app })
    assert.deepEqual([(await old(app)).length, (await old(copy)).length], [6, 0])
    assert.deepEqual(
      (await verifyAuditLog(copy.database, KEY)).filter(({ problem }) => problem !== undefined),
      [],
    )
    await copy.close()
    await app.sweep()
    const left = await rowsIn('audit_log')
    assert.ok(!(`audit_log_${begun[0]}` in left))
    assert.equal(left[`audit_log_${begun[1]}`], 6)
    assert.deepEqual(await faultsOfChains(), [])
    onDay(80)
    await app.sweep()
    await app.sweep()
    const names = Object.keys(await rowsIn('audit_log'))
    assert.deepEqual(
      begun.filter((number) => names.includes(`audit_log_${number}`)),
      [],
    )
    assert.deepEqual(await faultsOfChains(), [])
    assert.equal((await client.query("SELECT 1 FROM audit_log WHERE method = 'POST' AND path = '/v1/customers'")).rowCount, 3)
  })

  test('retention that is cut off at any moment leaves a chain that verifies, and goes on', async () => {
    const url = app.settings.database_url!
    const others =
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() AND application_name = 'quoin'"
    let failed = 0
    for (let round = 0; round < ROUNDS; round++) {
      onDay(100 + 6 * round)
      await read(2)
      const done = app.sweep().catch(() => failed++)
      await sleep(Math.random() * 300)
      await run(url, others)
      await done
      assert.deepEqual(await eventually(faultsOfChains), [])
    }
    await sleep(100)
    await app.sweep()
    await app.sweep()
    assert.deepEqual(await faultsOfChains(), [])
    assert.ok(failed > 0, 'some were cut off')
    assert.ok(Object.keys(await rowsIn('audit_log')).length < 16)
  })

  test('an entry that is missing beside what was cut is found', async () => {
    await read(3)
    await client.query('ALTER TABLE audit_log DISABLE TRIGGER USER')
    const segment = (await app.database.segments!.list('audit_log')).current
    await client.query(`ALTER TABLE audit_log_${segment} DISABLE TRIGGER USER`)
    await client.query(
      `DELETE FROM audit_log WHERE sequence = (SELECT max(sequence) - 1 FROM audit_log WHERE segment = ${segment})`,
    )
    assert.match((await faultsOfChains()).join(), /^entry \d+ was removed$/)
  })
})

describe('a database from before segments', { skip }, () => {
  test('keeps its rows, their order and their chain', async () => {
    const name = `before_segments_${process.pid}`
    const url = (await serverUrl()).replace(/\/postgres$/, `/${name}`)
    await run(await serverUrl(), `CREATE DATABASE ${name}`)
    const filled = new pg.Client({ connectionString: url })
    try {
      const all = migrationsFor('postgres')
      await migratePostgres(
        url,
        all.filter(({ id }) => id < 16),
      )
      await filled.connect()
      await filled.query(`
        INSERT INTO organizations (id, name, created_at) VALUES ('org_1', 'A', '2026-01-01');
        INSERT INTO companies (id, organization_id, name, slug, currency, invoice_prefix, quote_prefix, created_at)
          VALUES ('com_1', 'org_1', 'A', 'a', 'EUR', 'INV', 'QUO', '2026-01-01');
        INSERT INTO events (company_id, id, type, created_at, resource_type, resource_id, data, is_test, timeline)
          SELECT 'com_1', 'evt_' || lpad(i::text, 10, '0') || 'x', 'customer.created', '2026-01-01', 'customer', 'cus_1', '{}', false, 0
          FROM generate_series(1, 5000) AS i;
        INSERT INTO audit_log (organization_id, sequence, created_at, request_id, method, path, status, duration_ms, ip_address, hash)
          SELECT 'org_1', i, '2026-01-01', 'req', 'GET', '/', 200, 1, '::1', 'hash' || i FROM generate_series(1, 5000) AS i`)
      const rows = async () => [
        (await filled.query('SELECT id, created_at, data FROM events ORDER BY company_id, id')).rows,
        (await filled.query('SELECT sequence, hash FROM audit_log ORDER BY organization_id, sequence')).rows,
        (await filled.query("SELECT pg_relation_filenode('events_pkey'::regclass) AS file")).rows,
      ]
      const before = await rows()
      assert.deepEqual(await migratePostgres(url), ['0016_segments'])
      assert.deepEqual(await rows(), before)
      await assert.rejects(filled.query('DELETE FROM audit_log'), /append-only/)
      await assert.rejects(filled.query('TRUNCATE audit_log_0'), /append-only/)
      await assert.rejects(filled.query("INSERT INTO events SELECT * FROM events WHERE id LIKE '%0001x'"), /duplicate key/)
      await assert.rejects(filled.query("UPDATE events SET company_id = 'com_2'"), /foreign key/)
    } finally {
      await filled.end()
      await run(await serverUrl(), `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
    }
  })
})
