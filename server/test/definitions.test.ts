// A table's definition matches the table on the engine under test; and each column of each definition is saved, compared, moved by an
// export and an import, and shown where the answer's schema has it, without being named anywhere else.
import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, before, describe, test } from 'node:test'
import pg from 'pg'
import type { TObject } from 'typebox'
import { ApiKey, presentApiKey } from '../src/access/api-keys/schema.ts'
import { api_keys } from '../src/access/api-keys/table.ts'
import { AuditLogEntry, presentEntry } from '../src/access/audit-log/schema.ts'
import { audit_log } from '../src/access/audit-log/table.ts'
import { Company, CompanyDetails, presentCompany, presentCompanyDetails } from '../src/access/companies/schema.ts'
import { companies } from '../src/access/companies/table.ts'
import { Member, presentMember, presentUser, User } from '../src/access/users/schema.ts'
import { users } from '../src/access/users/table.ts'
import {
  CreditNote,
  CreditNoteSummary,
  presentCreditNote,
  presentCreditNoteSummary,
  presentRefund,
  Refund,
} from '../src/billing/credit-notes/schema.ts'
import { credit_notes, refunds } from '../src/billing/credit-notes/table.ts'
import { Customer, CustomerSummary, presentCustomer, presentCustomerSummary } from '../src/billing/customers/schema.ts'
import { customers } from '../src/billing/customers/table.ts'
import { Invoice, InvoiceSummary, presentInvoice, presentInvoiceSummary } from '../src/billing/invoices/schema.ts'
import { invoices } from '../src/billing/invoices/table.ts'
import { Payment, presentPayment } from '../src/billing/payments/schema.ts'
import { payments } from '../src/billing/payments/table.ts'
import { presentQuote, presentQuoteSummary, Quote, QuoteSummary } from '../src/billing/quotes/schema.ts'
import { quotes } from '../src/billing/quotes/table.ts'
import { presenter } from '../src/http/present.ts'
import { jobs } from '../src/jobs/table.ts'
import { Job, presentJob } from '../src/operate/jobs/schema.ts'
import { readRow, rowLine } from '../src/operate/transfer/lines.ts'
import { LEFT_OUT, type Row, TRANSFER_TABLES } from '../src/operate/transfer/tables.ts'
import { presentDelivery, presentWebhookEndpoint, WebhookDelivery, WebhookEndpoint } from '../src/record/webhooks/schema.ts'
import { webhook_deliveries, webhook_endpoints } from '../src/record/webhooks/table.ts'
import { type Column, changeableColumns, indexedColumns, isChangedIn, type Table } from '../src/sql/columns.ts'
import type { ChangeTx, Prepared } from '../src/sql/database.ts'
import { migrationsFor } from '../src/sql/migrate.ts'
import { updateRow } from '../src/sql/rows.ts'
import { isSegmented } from '../src/sql/segments.ts'
import { insertRows } from '../src/sql/statement.ts'
import { Project, presentProject } from '../src/work/projects/schema.ts'
import { projects } from '../src/work/projects/table.ts'
import { presentTask, Task } from '../src/work/tasks/schema.ts'
import { tasks } from '../src/work/tasks/table.ts'
import { presentTimeEntry, TimeEntry } from '../src/work/time-entries/schema.ts'
import { time_entries } from '../src/work/time-entries/table.ts'
import { ENGINE, newTestDatabase, type TestDatabase } from './support/engine.ts'

const SOURCE = join(import.meta.dirname, '../src')

/** All that the rooms export as tables. */
const definitions: Table[] = []
for (const path of ['sql/tables.ts', ...globSync('**/table.ts', { cwd: SOURCE })]) {
  const exported: Record<string, unknown> = await import(join(SOURCE, path))
  definitions.push(...Object.values(exported).filter((one): one is Table => typeof (one as Table)?.columns === 'object'))
}

/** A database with the service's tables, without foreign keys and checks. */
interface Bare {
  tx: ChangeTx
  query(sql: string): Promise<Row[]>
  close(): Promise<void>
}

/** Posted statements are awaited before anything is read. */
function bare(run: (sql: string, values: unknown[]) => Promise<Row[]>, close: () => Promise<void>): Bare {
  let posted: Promise<unknown> = Promise.resolve()
  const execute = async ({ sql }: Prepared, values: unknown[]) => ({ rows: await run(sql, values), affected: 0 })
  const post = (prepared: Prepared, values: unknown[]) => {
    posted = posted.then(() => execute(prepared, values))
  }
  const query = async (sql: string) => {
    await posted
    return run(sql, [])
  }
  return { tx: { engine: ENGINE, execute, post }, query, close }
}

function bareSqlite(): Bare {
  const database = new DatabaseSync(':memory:')
  database.exec(
    'CREATE TABLE migrations (id INTEGER NOT NULL PRIMARY KEY, name TEXT NOT NULL, checksum TEXT NOT NULL, applied_at TEXT NOT NULL)',
  )
  for (const { sql } of migrationsFor('sqlite')) database.exec(sql)
  for (const { name } of database.prepare("SELECT name FROM sqlite_schema WHERE type = 'trigger'").all())
    database.exec(`DROP TRIGGER ${name}`)
  database.exec('PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON')
  const run = async (sql: string, values: unknown[]) =>
    database.prepare(sql).all(...values.map((value) => (typeof value === 'boolean' ? Number(value) : value) as string)) as Row[]
  return bare(run, async () => database.close())
}

async function barePostgres(database: TestDatabase): Promise<Bare> {
  const client = new pg.Client({ connectionString: database.settings.database_url })
  await client.connect()
  // A copy has only the columns of its table and what may be null. It shadows the table in its session.
  for (const { name } of definitions)
    await client.query(`CREATE TEMPORARY TABLE ${name} (LIKE public.${name} INCLUDING DEFAULTS)`)
  return bare(
    async (sql, values) => (await client.query(sql, values)).rows,
    () => client.end(),
  )
}

let place: TestDatabase | undefined
let database: Bare
before(async () => {
  if (ENGINE === 'postgres') place = await newTestDatabase()
  database = place ? await barePostgres(place) : bareSqlite()
})
after(async () => {
  await database.close()
  await place?.remove()
})

/** A value that a column can have; another one for each `number`. */
function sampleOf(column: Column, name: string, number: number): unknown {
  const { type, form } = column.traits
  if (name === 'currency') return ['EUR', 'JPY', 'KWD'][number % 3]
  if (type === 'boolean') return number % 2 === 1
  if (type === 'real') return number + 0.5
  if (type === 'integer') return 1000 + number
  if (form === 'decimal') return `${number}.25`
  if (name === 'reminders') return `[{"days":${number}}]`
  if (form === 'json') return `[{"${name}":${number}}]`
  return `${name} ${number}`
}

const rowOf = (table: Table, number: number): Row =>
  Object.fromEntries(Object.entries(table.columns).map(([name, column]) => [name, sampleOf(column, name, number)]))

/** Values as an export writes them: the same from either engine. */
function plain(table: Table, row: Row): Row {
  const values = Object.entries(table.columns).map(([name, column]) => {
    const value = row[name]
    if (value === null || column.traits.type === 'text') return [name, value]
    return [name, column.traits.type === 'boolean' ? Boolean(value) : Number(value)]
  })
  return Object.fromEntries(values)
}

async function stored({ name }: Table): Promise<Row> {
  const rows = await database.query(`SELECT * FROM ${name}`)
  assert.equal(rows.length, 1)
  return rows[0]!
}

async function store(table: Table, row: Row): Promise<void> {
  await database.query(`DELETE FROM ${table.name}`)
  await insertRows(table as never)(database.tx, [row as never])
}

/** The table that has the indexes of one: each segment has its own. */
const withKeyOf = (name: string) => (isSegmented(name) ? `${name}_0` : name)

/** The columns of a table according to the engine, in the terms of definitions. */
async function columnsOf(name: string): Promise<{ types: Record<string, string>; key: unknown[] }> {
  if (ENGINE === 'postgres') {
    const columns = await database.query(
      `SELECT column_name, data_type, is_nullable FROM information_schema.columns WHERE table_schema = 'public' AND table_name = '${name}'
        AND NOT (column_name = 'segment' AND ${isSegmented(name)})`,
    )
    const words: Record<string, string> = {
      text: 'text',
      bigint: 'integer',
      integer: 'integer',
      'double precision': 'real',
      boolean: 'boolean',
    }
    const types = columns.map((one) => [
      one['column_name'],
      `${words[one['data_type'] as string]}${one['is_nullable'] === 'YES' ? '?' : ''}`,
    ])
    const key = await database.query(
      `SELECT a.attname AS name FROM pg_index i CROSS JOIN unnest(i.indkey) WITH ORDINALITY AS k(attnum, place)
        JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = k.attnum
        WHERE i.indrelid = 'public.${withKeyOf(name)}'::regclass AND i.indisprimary ORDER BY k.place`,
    )
    return { types: Object.fromEntries(types), key: key.map((one) => one['name']) }
  }
  const columns = await database.query(`SELECT name, type, "notnull", pk FROM pragma_table_info('${name}')`)
  const [{ sql }] = (await database.query(`SELECT sql FROM sqlite_schema WHERE name = '${name}'`)) as [{ sql: string }]
  const words: Record<string, string> = { TEXT: 'text', INTEGER: 'integer', BIGINT: 'integer', REAL: 'real' }
  const types = columns.map((column) => {
    const type = sql.includes(`${column['name']} IN (0, 1)`) ? 'boolean' : words[column['type'] as string]
    return [column['name'], `${type}${column['notnull'] === 1 ? '' : '?'}`]
  })
  const key = columns.filter(({ pk }) => pk !== 0).sort((a, b) => Number(a['pk']) - Number(b['pk']))
  return { types: Object.fromEntries(types), key: key.map((one) => one['name']) }
}

/** The columns of a table that are in one of its indexes, in its columns or in its condition. */
async function indexedIn({ name, columns }: Table): Promise<string[]> {
  const indexes =
    ENGINE === 'postgres'
      ? `SELECT indexdef AS text FROM pg_indexes WHERE schemaname = 'public' AND tablename = '${withKeyOf(name)}'`
      : // Those of a constraint have no words of their own.
        `SELECT coalesce(s.sql, '(' || (SELECT group_concat(i.name) FROM pragma_index_info(l.name) AS i)) AS text
          FROM pragma_index_list('${name}') AS l JOIN sqlite_schema AS s ON s.name = l.name`
  const texts = (await database.query(indexes)).map(({ text }) => (text as string).slice((text as string).indexOf('(')))
  return Object.keys(columns).filter((column) => texts.some((text) => new RegExp(`\\b${column}\\b`).test(text)))
}

test('every table has one definition', async () => {
  const found =
    ENGINE === 'postgres'
      ? await database.query(
          "SELECT relname AS name FROM pg_class WHERE relkind IN ('r', 'p') AND NOT relispartition AND relnamespace = 'public'::regnamespace",
        )
      : await database.query("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
  assert.deepEqual(definitions.map(({ name }) => name).sort(), found.map(({ name }) => name as string).sort())
})

for (const table of definitions) {
  const changeable = changeableColumns(table)
  describe(table.name, () => {
    test('has the columns, types and key of its table', async () => {
      const { types, key } = await columnsOf(table.name)
      assert.deepEqual(Object.fromEntries(Object.entries(table.columns).map(([name, { type }]) => [name, type])), types)
      assert.deepEqual(table.key, key)
    })

    test('says which columns that change an index has', async () => {
      const indexed = await indexedIn(table)
      assert.deepEqual(
        indexedColumns(table),
        changeable.filter((name) => indexed.includes(name)),
      )
    })

    test('saves every column of a new row, and nothing that is no column', async () => {
      const row = rowOf(table, 1)
      await store(table, { ...row, not_a_column: 1 })
      assert.deepEqual(plain(table, await stored(table)), row)
    })

    test('saves each column that changes, alone and with all others, and none that is fixed', async () => {
      const update = updateRow(table)
      const before = rowOf(table, 1)
      for (const name of changeable) {
        await store(table, before)
        const after = { ...before, [name]: sampleOf(table.columns[name]!, name, 2) }
        update.post(database.tx, after as never, before as never)
        assert.deepEqual(plain(table, await stored(table)), after, name)
      }
      if (changeable.length === 0) return
      const other = rowOf(table, 2)
      const key = Object.fromEntries(table.key.map((name) => [name, before[name]]))
      await store(table, before)
      update.post(database.tx, { ...other, ...key } as never)
      const expected = Object.keys(before).map((name) => [name, changeable.includes(name) ? other[name] : before[name]])
      assert.deepEqual(plain(table, await stored(table)), Object.fromEntries(expected))
    })

    test('is changed when a column that changes is another one, but for the time of the change', () => {
      const isChanged = isChangedIn(table)
      const before = rowOf(table, 1)
      assert.equal(isChanged(before as never, { ...before } as never), false)
      for (const name of changeable) {
        const after = { ...before, [name]: sampleOf(table.columns[name]!, name, 2) }
        assert.equal(isChanged(before as never, after as never), name !== 'updated_at', name)
      }
    })

    test('is moved with every column, or left out with a reason', async () => {
      const moved = TRANSFER_TABLES.find(({ name }) => name === table.name)
      if (!moved) return assert.ok((LEFT_OUT as Record<string, string>)[table.name])
      await store(table, rowOf(table, 1))
      const read = readRow(moved, JSON.parse(rowLine(moved, await stored(table))), 1)
      const cleared = Object.fromEntries((table.cleared ?? []).map((name) => [name, null]))
      assert.deepEqual(read, { ...rowOf(table, 1), ...cleared })
      await store(table, read)
      assert.deepEqual(plain(table, await stored(table)), read)
    })
  })
}

/** What an answer shows besides its columns. */
const CUSTOMER = {
  customer_name: 'C',
  customer_contact_email: 'c@example.com',
  customer_billing: { legal_name: '', address: '', zipcode: '', city: '', country: '', vat_id: '' },
  items: [],
}
const OF_INVOICE = { ...CUSTOMER, invoice_number: 'INV-2026-000001', invoice_date: '2026-01-01', refund_due: 0, tax_groups: null }
const FIGURES = {
  minutes: 60,
  own_revenue: '0',
  task_revenue: '0',
  cost: '0',
  tasks_count: 1,
  completed_tasks: 0,
  currency: 'EUR',
}

/** The last of each are columns that fields of other names are made of. */
const SHOWN: [string, TObject, Table, (row: never) => object, Row?, string[]?][] = [
  ['an API key', ApiKey, api_keys, presentApiKey, { maker_name: 'M', company_ids: ['com_1'] }, ['all_companies']],
  ['a user', User, users, presentUser],
  ['a member', Member, users, presentMember, {}, ['person_id']],
  ['an audit entry', AuditLogEntry, audit_log, presentEntry, { user_name: null, api_key_name: null }],
  ['a company', Company, companies, (row) => presentCompany(row, String)],
  ['a company with its details', CompanyDetails, companies, (row) => presentCompanyDetails(row, new Set(), String)],
  ['a customer', Customer, customers, presentCustomer],
  ['a customer in a list', CustomerSummary, customers, presentCustomerSummary],
  ['an invoice', Invoice, invoices, presentInvoice, CUSTOMER, ['amount_refunded']],
  ['an invoice in a list', InvoiceSummary, invoices, presentInvoiceSummary, CUSTOMER, ['amount_refunded']],
  ['a payment', Payment, payments, (row) => presentPayment(row, 'EUR', 2)],
  ['a quote', Quote, quotes, presentQuote, CUSTOMER],
  ['a quote in a list', QuoteSummary, quotes, presentQuoteSummary, CUSTOMER],
  ['a credit note', CreditNote, credit_notes, presentCreditNote, OF_INVOICE, ['tax_groups']],
  ['a credit note in a list', CreditNoteSummary, credit_notes, presentCreditNoteSummary, OF_INVOICE],
  ['a refund', Refund, refunds, (row) => presentRefund(row, 'EUR', 2)],
  ['a project', Project, projects, presentProject, { ...FIGURES, unrated_minutes: 0, customer_name: null }],
  ['a task', Task, tasks, presentTask, { depends_on: [] }],
  ['a time entry', TimeEntry, time_entries, presentTimeEntry],
  ['a job', Job, jobs, presentJob, { state: 'pending' }, ['due_at_ms']],
  ['a delivery', WebhookDelivery, webhook_deliveries, (row) => presentDelivery(row, 0), {}, ['due_at_ms']],
  ['a webhook endpoint', WebhookEndpoint, webhook_endpoints, presentWebhookEndpoint],
]

describe('the answer that shows', () => {
  for (const [what, schema, table, present, more = {}, shown_otherwise = []] of SHOWN) {
    test(`${what}: has the fields of its schema in their order, and each column if and only if it is one of them`, () => {
      const row: Row = { ...rowOf(table, 1), ...more }
      const show = (one: Row): Record<string, unknown> => ({ ...present(one as never) })
      const shown = show(row)
      const fields = Object.keys(schema.properties)
      assert.deepEqual(Object.keys(shown), fields)
      for (const [name, column] of Object.entries(table.columns)) {
        if (shown_otherwise.includes(name)) continue
        const changed = show({ ...row, [name]: sampleOf(column, name, 2) })
        if (fields.includes(name)) assert.notDeepEqual(changed[name], shown[name], name)
        else assert.deepEqual(changed, shown, `${name} is not in the schema, and changes what is shown`)
      }
    })
  }

  test('can not be made where a field of its schema is neither a column nor said', () => {
    const schema = {
      ...Customer,
      properties: { ...Customer.properties, unknown: Customer.properties.name },
    } as unknown as TObject
    assert.throws(() => presenter<Row>()(schema, customers, {} as never), /no column unknown/)
  })
})
