// Exports and imports on real databases: nothing changes on the way, and nothing is half there.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { addMember } from '../../../test/support/dashboard.ts'
import { ENGINE, newTestDatabase, type TestDatabase } from '../../../test/support/engine.ts'
import { makeKey, makeScene } from '../../../test/support/fixtures.ts'
import { startTestApp, type TestApp, type TestTenant } from '../../../test/support/test-app.ts'
import { verifyAuditLog } from '../../access/audit-log/verify.ts'
import { MOST_AHEAD_MS } from '../../access/companies/time.ts'
import { openDatabase } from '../../engines/open.ts'
import { newId } from '../../kernel/ids.ts'
import { createVault } from '../../kernel/vault.ts'
import type { Database, Engine } from '../../sql/database.ts'
import { exportLines } from './export.ts'
import { type ImportReport, importLines } from './import.ts'
import { TransferFault } from './lines.ts'
import { TRANSFER_TABLES } from './tables.ts'

/** The key of the service of a test. */
const KEY = Buffer.alloc(32, 7)
const target = { vault: createVault(KEY), now_ms: Date.parse('2026-06-15T10:00:00.000Z') }

let app: TestApp
let other: TestTenant
/** The export of everything, whole and as lines without their breaks. */
let text: string
let lines: string[]

before(async () => {
  app = await startTestApp()
  const { keys, company_id } = app.tenant
  await makeScene(app, { key: keys.admin, company: company_id }, 'Zoë "quoted" \\ \u2028 🧾')
  await makeTasks(app)
  other = await app.addTenant('JPY')
  await makeScene(app, { key: other.keys.admin, company: other.company_id }, 'Other')
  await makeKeys(app)
  await makeDelivery(app)
  await makeJob(app)
  await addMember(app, 'member')
  await app.call('GET', '/v1/companies', { key: 'sk_of_nobody' })
  await app.flush()
  text = await exportText(app.database)
  lines = text.trimEnd().split('\n')
})
after(() => app.close())

/** Subtasks that are older than their parent, and one below another, as only a move makes them. */
async function makeTasks(app: TestApp): Promise<void> {
  const project = (await app.call('POST', '/v1/projects', { body: { title: 'Tree' } })).data.id
  const path = `/v1/projects/${project}/tasks`
  const make = async (title: string) => (await app.call('POST', path, { body: { title } })).data.id as string
  const [leaf, branch, root] = [await make('leaf'), await make('branch'), await make('root')]
  for (const [child, parent_task_id] of [
    [leaf, branch],
    [branch, root],
  ] as const) {
    const moved = await app.call('PATCH', `${path}/${child}`, { body: { parent_task_id } })
    assert.equal(moved.status, 200, moved.text)
  }
}

/** A key with all restrictions, and the one that it replaces. */
async function makeKeys(app: TestApp): Promise<void> {
  const restricted = { scopes: ['invoices:read'], allowed_addresses: ['192.0.2.0/24'], expires_at: '2027-01-01T00:00:00Z' }
  const { id } = await makeKey(app, app.tenant, 'write', [app.tenant.company_id], restricted)
  assert.equal((await app.call('POST', `/v1/api-keys/${id}/rotate`, { company: null })).status, 201)
}

/** A delivery that is under way: its lease holds on this machine alone. */
async function makeDelivery(app: TestApp): Promise<void> {
  const columns =
    'company_id, webhook_endpoint_id, event_id, id, event_type, status, tries, attempt_count, attempts, due_at_ms, lease, created_at'
  const values = `w.company_id, w.id, e.id, 'del_1', e.type, 'pending', 0, 0, '[]', 1781517600000, 'lease1', e.created_at`
  const from = 'webhook_endpoints w JOIN events e ON e.company_id = w.company_id ORDER BY w.id, e.id LIMIT 1'
  const insert = { sql: `INSERT INTO webhook_deliveries (${columns}) SELECT ${values} FROM ${from}`, returns_rows: false }
  await app.database.write(async (tx) => assert.equal((await tx.execute(insert, [])).affected, 1))
}

/** A job that has failed three times. */
async function makeJob(app: TestApp): Promise<void> {
  const columns = 'company_id, id, kind, payload, state, due_at_ms, attempts, lease, beat, last_error, created_at, finished_at'
  const id = newId('job', Date.now())
  const values = `'${app.tenant.company_id}', '${id}', 'figures.rebuild', '{}', 'failed', 1781517600000, 3, '', 0, 'x', '${NOW}', '${NOW}'`
  const insert = { sql: `INSERT INTO jobs (${columns}) VALUES (${values})`, returns_rows: false }
  await app.database.write(async (tx) => assert.equal((await tx.execute(insert, [])).affected, 1))
}
const NOW = '2026-06-15T10:00:00.000Z'

/** What holds on the machine that it was stored on alone. */
const CLEARED: Record<string, object> = { webhook_deliveries: { lease: null }, persons: { two_factor_enabled: null } }

async function exportText(database: Database, organization: string | null = null): Promise<string> {
  let written = ''
  await exportLines(database, organization, async (part) => {
    written += part
  })
  return written
}

/** Runs `work` on a new database. */
async function withFresh<T>(work: (database: Database) => Promise<T>, engine: Engine = ENGINE): Promise<T> {
  const place = await newTestDatabase(engine)
  const { database } = await openDatabase(place.settings, assert.ifError)
  try {
    return await work(database)
  } finally {
    await database.close()
    await place.remove()
  }
}

let empty: Promise<{ place: TestDatabase; database: Database }> | undefined

/** Works on a database that is empty and stays so: what is refused leaves nothing behind, so that one is enough for all refusals. */
async function withEmpty(work: (database: Database) => Promise<unknown>): Promise<void> {
  empty ??= newTestDatabase().then(async (place) => ({ place, ...(await openDatabase(place.settings, assert.ifError)) }))
  const { database } = await empty
  await work(database)
  await assertEmpty(database)
}
after(async () => {
  if (!empty) return
  const { place, database } = await empty
  await database.close()
  await place.remove()
})

/** Imports a text that comes in pieces of some bytes, so that lines and characters are cut anywhere. */
function importText(database: Database, given: string | Buffer, to = target, piece_bytes = 10_007): Promise<ImportReport> {
  const bytes = Buffer.from(given)
  async function* pieces() {
    for (let at = 0; at < bytes.length; at += piece_bytes) yield bytes.subarray(at, at + piece_bytes)
  }
  return importLines(database, pieces, to)
}

/** The lines with a last one that is right for them: what someone makes who alters an export with care. */
function resealed(changed: readonly string[]): string {
  const body = changed.map((line) => `${line}\n`).join('')
  const rows: Record<string, number> = {}
  let table = ''
  for (const line of changed) {
    if (line.startsWith('{"table"')) rows[(table = JSON.parse(line).table)] = 0
    else if (line.startsWith('[')) rows[table]!++
  }
  return `${body}${JSON.stringify({ rows, sha256: createHash('sha256').update(body).digest('hex') })}\n`
}

const tableAt = (name: string) => lines.findIndex((line) => line.startsWith(`{"table":"${name}"`))
const rowsOf = (given: string, name: string): unknown[][] => {
  const rows: unknown[][] = []
  let table = ''
  for (const line of given.trimEnd().split('\n')) {
    if (line.startsWith('{"table"')) table = JSON.parse(line).table
    else if (table === name && line.startsWith('[')) rows.push(JSON.parse(line))
  }
  return rows
}

describe('an export', () => {
  test('has a header, each table with its columns, a row a line, and a last line with counts and hash', () => {
    assert.deepEqual(Object.keys(JSON.parse(lines[0]!)), ['format', 'version', 'schema', 'organization'])
    assert.equal(resealed(lines.slice(0, -1)), text)
    const columns = Object.keys(JSON.parse(lines[tableAt('api_keys')]!).columns)
    const [key] = rowsOf(text, 'api_keys')
    assert.deepEqual(
      [typeof key![columns.indexOf('all_companies')], typeof key![columns.indexOf('revoked_at')]],
      ['boolean', 'object'],
    )
  })

  test('is of one snapshot: what is written meanwhile is not in it', async () => {
    let is_first = true
    let written = ''
    await exportLines(app.database, null, async (part) => {
      if (is_first) assert.equal((await app.call('POST', '/v1/customers', { body: { name: 'Meanwhile' } })).status, 201)
      is_first = false
      written += part
    })
    assert.equal(rowsOf(written, 'customers').length, rowsOf(text, 'customers').length)
    assert.ok((await exportText(app.database)).includes('Meanwhile'))
    text = await exportText(app.database)
    lines = text.trimEnd().split('\n')
  })

  test('releases deliveries under way, and has no plain secret', () => {
    const [delivery] = rowsOf(text, 'webhook_deliveries')
    assert.deepEqual(delivery!.slice(5, 11), ['pending', 0, 0, '[]', 1781517600000, null])
    assert.equal(text.includes('whsec_'), false)
  })

  test('waits for its reader, and asks for no more than it has room for', async () => {
    let is_writing = false
    await exportLines(app.database, null, async (part) => {
      assert.equal(is_writing, false, 'nothing is given while the last part is being written')
      is_writing = true
      await new Promise((resolve) => setImmediate(resolve))
      is_writing = false
      assert.ok(part.length < 4_000_000)
    })
  })

  test('refuses an empty database and an organization that is not there', async () => {
    await withFresh(async (database) => {
      await assert.rejects(exportText(database), /^Error: There is nothing to export/)
    })
    await assert.rejects(exportText(app.database, 'org_nope'), { message: 'There is no organization org_nope' })
  })
})

describe('an import', () => {
  test('gives the same export again, to the byte, however it comes in pieces', async () => {
    for (const piece_bytes of [97, 10_007, 1_000_000]) {
      await withFresh(async (database) => {
        const report = await importText(database, text, target, piece_bytes)
        assert.deepEqual(report, { organization: null, rows: JSON.parse(lines.at(-1)!).rows })
        assert.equal(await exportText(database), text)
        const chains = await verifyAuditLog(database)
        assert.ok(chains.length >= 3 && chains.every(({ problem, entries }) => !problem && entries > 0))
      })
    }
  })

  test('keeps every row as it is stored, by a look that knows nothing of exports', async () => {
    await withFresh(async (database) => {
      await importText(database, text)
      for (const { name } of TRANSFER_TABLES) {
        const query = { sql: `SELECT * FROM ${name} ORDER BY 1, 2`, returns_rows: true }
        const rows = async (from: Database) => (await from.read((tx) => tx.execute(query, []))).rows as object[]
        const expected = (await rows(app.database)).map((row) => ({ ...row, ...CLEARED[name] }))
        assert.deepEqual(sorted(await rows(database)), sorted(expected), name)
      }
    })
  })

  test('takes pages of many rows, and rows as large as a document can be', async () => {
    await withFresh(async (database) => {
      const at = tableAt('events')
      const [company, , ...rest] = JSON.parse(lines[at + 1]!)
      const data_column = Object.keys(JSON.parse(lines[at]!).columns).indexOf('data')
      const id = (index: number) => `evt_z${String(index).padStart(25, '0')}`
      const many = Array.from({ length: 2_000 }, (_, index) => JSON.stringify([company, id(index), ...rest]))
      const big = Array.from({ length: 8 }, (_, index) => {
        const row = [company, id(2_000 + index), ...rest]
        return JSON.stringify(row.with(data_column, JSON.stringify({ notes: 'ü'.repeat(2_000_000) })))
      })
      const own = rowsOf(text, 'events').findLastIndex((row) => row[0] === company)
      const larger = resealed([...lines.slice(0, at + 2 + own), ...many, ...big, ...lines.slice(at + 2 + own, -1)])
      await importText(database, larger, target, 65_536)
      assert.equal(sha256(await exportText(database)), sha256(larger))
    })
  })

  test('needs an empty database', async () => {
    await assert.rejects(importText(app.database, text), /^Error: The database is not empty \(organizations\)/)
  })

  test('needs the key of the signing secrets, and says which', async () => {
    await withFresh(async (database) => {
      const without = importText(database, text, { ...target, vault: undefined as never })
      await assert.rejects(without, /The import needs the key .*: copy secret\.key of the server that it comes from/)
      const otherwise = importText(database, text, { ...target, vault: createVault(Buffer.alloc(32, 8)) })
      await assert.rejects(otherwise, /and the key here is another one: copy secret\.key .*, or set QUOIN_SECRET_KEY to its key$/)
      await assertEmpty(database)
    })
  })

  const altered: Record<string, [change: () => string | Buffer, message: RegExp]> = {
    'nothing at all': [() => '', /^There is nothing to import: the file is empty$/],
    'something else': [() => '{"data":[]}\n', /^This is no export of Quoin/],
    'a packed file': [
      () => Buffer.from([0x1f, 0x8b, 8, 0, 0]),
      /^This is no export of Quoin: one that was packed has to be unpacked/,
    ],
    'a later version of the format': [
      () => resealed([lines[0]!.replace('"version":1', '"version":2'), ...lines.slice(1, -1)]),
      /^This export has version 2 of the format, and this program reads 1$/,
    ],
    'a newer schema': [
      () => resealed([lines[0]!.replace('],', ',"9999_more"],'), ...lines.slice(1, -1)]),
      /^The export was made at another schema .*: it has 9999_more, which this database does not/,
    ],
    'an older schema': [
      () => resealed([lines[0]!.replace(/"schema":\[[^\]]*\]/, '"schema":[]'), ...lines.slice(1, -1)]),
      /^The export was made at another schema .*: it is without 0001_schema: update the Quoin that it comes from/,
    ],
    'a header without schema': [() => text.replace(/"schema":\[[^\]]*\]/, '"schema":7'), /^Line 1 is damaged/],
    'a file cut off between two lines': [() => `${lines.slice(0, 40).join('\n')}\n`, /^The export is cut off after line 40/],
    'a file cut off within a line': [() => text.slice(0, -30), /^The export is cut off after line \d+/],
    'a file without its last line': [
      () => `${lines.slice(0, -1).join('\n')}\n`,
      /^The export is cut off after line \d+: its last/,
    ],
    'a changed letter': [() => text.replace('Other customer', 'Other_customer'), /^The export was altered: its SHA-256/],
    'a changed amount': [() => text.replace(/,200000,/, ',200001,'), /^The export was altered: its SHA-256/],
    'a removed row': [
      () => [...lines.slice(0, tableAt('list_counts') + 1), ...lines.slice(tableAt('list_counts') + 2), ''].join('\n'),
      /^The export was altered: its last line says \d+ rows of list_counts, and it has \d+$/,
    ],
    'a damaged line': [() => text.replace('\n["org_', '\n["org_"'), /^Line 3 is damaged/],
    'an empty line': [() => text.replace('\n', '\n\n'), /^Line 2 is damaged/],
    'an unknown table': [
      () => resealed([...lines.slice(0, -1), '{"table":"secrets","columns":{"id":"text"}}', '["a"]']),
      /^Line \d+: Quoin has no table "secrets"$/,
    ],
    'an unknown column': [
      () => resealed(lines.slice(0, -1).map((line) => line.replace('{"table":"quotes","columns":{', '$&"colour":"text",'))),
      /^Line \d+: the table quotes has no column "colour"$/,
    ],
    'a missing column': [
      () => resealed(lines.slice(0, -1).map((line) => line.replace(',"quote_number":"text"', ''))),
      /^Line \d+: the column quotes\.quote_number is not text$/,
    ],
    'columns in another order': [
      () =>
        resealed(lines.slice(0, -1).map((line) => line.replace('{"id":"text","name":"text",', '{"name":"text","id":"text",'))),
      /^Line 2: the columns of organizations are in another order$/,
    ],
    'a table that is missing': [
      () => resealed(lines.filter((line) => !line.startsWith('{"table":"webhook_clock"')).slice(0, -1)),
      /^The export was altered: it has no table webhook_clock$/,
    ],
    'tables in another order': [
      () => resealed([lines[0]!, lines[tableAt('users')]!, ...lines.slice(1, -1)]),
      /^Line 2: users stands where organizations should$/,
    ],
    'a row before the first table': [() => resealed([lines[0]!, '["a"]', ...lines.slice(1, -1)]), /^Line 2: a row stands before/],
    'a row with a value too many': [
      () => resealed([...lines.slice(0, 2), lines[2]!.replace(']', ',1]'), ...lines.slice(3, -1)]),
      /^Line 3: organizations has 3 columns, and this row has 4$/,
    ],
    'a row with a value too few': [
      () => resealed([...lines.slice(0, 2), '["org_1","name"]', ...lines.slice(3, -1)]),
      /^Line 3: organizations\.created_at is missing$/,
    ],
    'a number where a text belongs': [
      () => resealed([...lines.slice(0, 2), '["org_1",7,""]', ...lines.slice(3, -1)]),
      /^Line 3: organizations\.name is not text$/,
    ],
    'a null where none may be': [
      () => resealed([...lines.slice(0, 2), '["org_1",null,""]', ...lines.slice(3, -1)]),
      /^Line 3: organizations\.name is not text$/,
    ],
    'an amount that is no whole number': [
      () => resealed(lines.slice(0, -1).map((line) => line.replace(',200000,', ',2000.5,'))),
      /^Line \d+: invoices\.subtotal is not integer$/,
    ],
    '0 for false': [
      () =>
        resealed(lines.slice(0, -1).map((line) => (line.startsWith('["com_') ? line.replace(/,false(?=[,\]])/, ',0') : line))),
      /^Line \d+: companies\.send_thanks is not boolean$/,
    ],
    'a row that refers to nothing': [
      () => resealed(lines.filter((_, index) => index !== tableAt('organizations') + 1).slice(0, -1)),
      /^A row of lines \d+ to \d+ can't be added to \w+: .*constraint/i,
    ],
    'a row that is there twice': [
      () => resealed([...lines.slice(0, 3), ...lines.slice(2, -1)]),
      /^A row of lines 3 to \d+ can't be added to organizations: .*constraint/i,
    ],
    'a parent that is not there': [
      () =>
        resealed(
          lines
            .slice(0, -1)
            .map((line) => line.replace(/(,"tsk_[0-9a-z]+","[^"]*",)"tsk_[0-9a-z]+"/, '$1"tsk_00000000000000000000000000"')),
        ),
      /^A parent can't be added to tasks: .*constraint/i,
    ],
    'lines after the end': [() => `${text}${lines[2]}\n`, /^The export was altered: it goes on in line \d+, after its end$/],
  }
  for (const [name, [change, message]] of Object.entries(altered)) {
    test(`refuses ${name} in one line, and leaves the database empty`, async () => {
      const given = change()
      assert.notEqual(given.toString(), text, 'nothing was changed')
      await withEmpty(async (database) => {
        await assert.rejects(importText(database, given), (error: Error) => {
          assert.ok(error instanceof TransferFault, `${error.stack}`)
          assert.match(error.message, message)
          return !error.message.includes('\n')
        })
      })
    })
  }

  test('after one that failed goes well', async () => {
    await withFresh(async (database) => {
      await assert.rejects(importText(database, text.slice(0, -30)))
      await importText(database, text)
      assert.equal(await exportText(database), text)
    })
  })
})

test('from SQLite to PostgreSQL and back nothing changes, not a byte', async () => {
  for (const engine of ['sqlite', 'postgres', 'sqlite'] as const) {
    await withFresh(async (database) => {
      await importText(database, text)
      assert.equal(await exportText(database), text)
      assert.ok((await verifyAuditLog(database)).every(({ problem }) => !problem))
    }, engine)
  }
})

describe('values that the service can not have stored', () => {
  /** The export with one value of the first row of a table put in the place of another. */
  const withValue = (table: string, column: string, value: unknown) => {
    const at = tableAt(table)
    const index = Object.keys(JSON.parse(lines[at]!).columns).indexOf(column)
    assert.ok(index >= 0)
    const row = JSON.parse(lines[at + 1]!)
    assert.ok(Array.isArray(row), `${table} has no row`)
    return resealed([...lines.slice(0, at + 1), JSON.stringify(row.with(index, value)), ...lines.slice(at + 2, -1)])
  }

  for (const [table, column, value, allowed] of [
    ['companies', 'currency', 'XXX1', 'a known ISO 4217 code'],
    ['invoices', 'currency', 'ABC', 'a known ISO 4217 code'],
    ['companies', 'invoice_prefix', 'A B', '1 to 12 letters, digits, - or _'],
    ['event_heads', 'sequence', Number.MAX_SAFE_INTEGER, 'a whole number from 0 to 2^50'],
    ['audit_heads', 'sequence', Number.MAX_SAFE_INTEGER, 'a whole number from 0 to 2^50'],
    ['number_counters', 'last_number', -1, 'a whole number from 0 to 2^50'],
    ['webhook_endpoints', 'fanned_out_to', 2 ** 51, 'a whole number from 0 to 2^50'],
    ['invoices', 'due_date', '2026-02-30', 'a real day written as YYYY-MM-DD'],
    ['invoices', 'created_at', '2026-02-01', 'a moment like 2026-03-01T12:00:00.000Z'],
    ['events', 'timeline', 16, 'from 0 to 15'],
    ['event_heads', 'timelines', '["yesterday"]', 'a JSON array of 1 to 15 moments'],
    ['invoices', 'status', 'open', 'one of draft, sent, viewed, in_review, partial, paid, overdue, cancelled'],
    ['invoices', 'notes', 'a\0b', 'text without NUL and lone surrogates'],
    ['invoice_items', 'quantity', '1e5', 'a decimal number like 12.5'],
    ['invoices', 'tax_category', 'free', 'one of standard, zero, exempt, reverse_charge, intra_community, export, out_of_scope'],
    ['invoices', 'tax_exemption_reasons', '{"zero":"x"}', 'a JSON object with texts for categories of tax'],
    ['invoice_items', 'discount_percent', 'half', 'a decimal number like 12.5'],
    ['invoices', 'id', 'inv_1', 'the id of invoice'],
    ['projects', 'metadata', '[', 'a JSON object'],
    ['tasks', 'tags', '[1]', 'a JSON array of texts'],
    ['events', 'data', 'null', 'a JSON object'],
    ['companies', 'clock_ahead_ms', -1, `a whole number from 0 to ${MOST_AHEAD_MS}`],
    ['companies', 'clock_ahead_ms', MOST_AHEAD_MS + 1, `a whole number from 0 to ${MOST_AHEAD_MS}`],
    ['companies', 'sandbox_advances_to', '2026-07-01', 'a moment like 2026-03-01T12:00:00.000Z'],
    ['companies', 'sandbox_mail_to', '["nobody"]', 'a JSON array of e-mail addresses'],
    ['companies', 'datev', '{"adviser":"x"}', 'settings for DATEV'],
    ['api_keys', 'scopes', '["invoices"]', 'a JSON array of scopes'],
    ['api_keys', 'scopes', '[]', 'a JSON array of scopes'],
    ['api_keys', 'allowed_addresses', '["192.0.2.0/33"]', 'a JSON array of addresses and networks'],
    ['api_keys', 'expires_at', '2027-01-01', 'a moment like 2026-03-01T12:00:00.000Z'],
    ['api_keys', 'replaced_by', 'usr_1', 'the id of api key'],
    ['api_key_addresses', 'first_used_at', 'now', 'a moment like 2026-03-01T12:00:00.000Z'],
    ['companies', 'mail_texts', '{"other":{}}', 'a JSON object with subject and message for kinds of mail'],
    [
      'companies',
      'mail_texts',
      '{"invoice":{"subject":"a\\nb","message":"c"}}',
      'a JSON object with subject and message for kinds of mail',
    ],
  ] as const) {
    test(`${table}.${column} as ${JSON.stringify(value)} is refused in one line, and the database stays empty`, async () => {
      await withEmpty(async (database) => {
        const message = `Line ${tableAt(table) + 2}: ${table}.${column} must be ${allowed}`
        await assert.rejects(importText(database, withValue(table, column, value)), (error: Error) => {
          assert.ok(error instanceof TransferFault)
          assert.equal(error.message, message)
          return true
        })
      })
    })
  }

  test("a logo under another picture's hash is refused: it would be served in its place", async () => {
    const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
    const at = tableAt('company_logos')
    const logo = (hash: string, image: string, media_type = 'image/png') =>
      resealed([
        ...lines.slice(0, at + 1),
        JSON.stringify([app.tenant.company_id, hash, media_type, image]),
        ...lines.slice(at + 1, -1),
      ])
    const hash = createHash('sha256').update(Buffer.from(png, 'base64')).digest('hex')
    for (const [given, message] of [
      [logo(sha256('other'), png), /company_logos\.sha256 must be the SHA-256 of the picture$/],
      [
        logo(sha256('no picture'), Buffer.from('no picture').toString('base64')),
        /company_logos\.image must be a PNG, JPEG or WebP/,
      ],
      [logo(hash, png, 'image/webp'), /company_logos\.image must be a picture of its media_type$/],
    ] as const) {
      await withEmpty((database) => assert.rejects(importText(database, given), { message }))
    }
    await withFresh(async (database) => void (await importText(database, logo(hash, png))))
  })
})

describe('an export of one organization', () => {
  test('has its rows and no others, and two of them make the whole', async () => {
    const [first, second] = [
      await exportText(app.database, app.tenant.organization_id),
      await exportText(app.database, other.organization_id),
    ]
    assert.equal(first.includes(other.organization_id) || first.includes(other.company_id), false)
    await withFresh(async (database) => {
      await importText(database, first)
      assert.equal(await exportText(database), whole(first))
      await importText(database, second)
      assert.equal(await exportText(database, app.tenant.organization_id), first)
      assert.equal(await exportText(database, other.organization_id), second)
      const chains = (await verifyAuditLog(database)).map(({ organization_id, problem }) => [organization_id, problem])
      const organizations = [app.tenant.organization_id, other.organization_id].sort()
      assert.deepEqual(
        chains,
        organizations.map((id) => [id, undefined]),
      )
      // What is missing to the export of all belongs to no organization.
      const missing = (name: string) => rowsOf(text, name).length - rowsOf(first, name).length - rowsOf(second, name).length
      assert.ok(missing('audit_log') > 0)
      for (const name of Object.keys(JSON.parse(lines.at(-1)!).rows)) {
        const is_shared = ['audit_log', 'audit_heads', 'installation', 'webhook_clock', 'persons', 'credentials'].includes(name)
        if (!is_shared) assert.equal(missing(name), 0, name)
      }
    })
  })

  test('is refused where the organization is already', async () => {
    const own = await exportText(app.database, other.organization_id)
    const message = `The organization ${other.organization_id} is in this database already`
    await assert.rejects(importText(app.database, own), { message })
  })

  test('is refused when it has rows of another', async () => {
    const own = (await exportText(app.database, other.organization_id)).trimEnd().split('\n').slice(0, -1)
    const at = own.findIndex((line) => line.startsWith('{"table":"customers"')) + 1
    const foreign = own.with(at, own[at]!.replace(other.company_id, app.tenant.company_id))
    await withFresh(async (database) => {
      await importText(database, await exportText(app.database, app.tenant.organization_id))
      const before = await exportText(database)
      const expected = new RegExp(`^Error: Line ${at + 1}: the row of customers does not belong to ${other.organization_id}$`)
      await assert.rejects(importText(database, resealed(foreign)), expected)
      assert.equal(await exportText(database), before)
    })
  })
})

/** An export of all as it is of a database that holds one organization alone. */
function whole(of_organization: string): string {
  const own = of_organization.trimEnd().split('\n').slice(0, -1)
  const header = own[0]!.replace(/"organization":"[^"]*"/, '"organization":null')
  const emptyOf = (name: string) => lines[tableAt(name)]!
  // In a database of its own it is the first organization.
  const first = JSON.stringify([1, JSON.parse(own[0]!).organization])
  const of_database = [...['persons', 'credentials', 'passkeys', 'installation'].map(emptyOf), first, emptyOf('webhook_clock')]
  return resealed([header, ...own.slice(1), ...of_database])
}

async function assertEmpty(database: Database): Promise<void> {
  await assert.rejects(exportText(database), /There is nothing to export/)
  const [{ count }] = (
    await database.read((tx) =>
      tx.execute({ sql: 'SELECT (SELECT count(*) FROM users) + (SELECT count(*) FROM events) AS count', returns_rows: true }, []),
    )
  ).rows as [{ count: number }]
  assert.equal(count, 0)
}

const sorted = (rows: object[]) => rows.map((row) => JSON.stringify(row)).sort()
const sha256 = (given: string) => createHash('sha256').update(given).digest('hex')
