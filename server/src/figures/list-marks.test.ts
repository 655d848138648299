import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import fc from 'fast-check'
import type { CustomersTable } from '../billing/customers/table.ts'
import { openDatabase } from '../engines/open.ts'
import { type CompanyId, type CustomerId, newId } from '../kernel/ids.ts'
import { setUp } from '../operate/first-start.ts'
import type { Database, WriteTx } from '../sql/database.ts'
import { statement } from '../sql/statement.ts'
import { isFrom, type ListKey, markedList } from './list-marks.ts'

const STRETCH = 4

let folder: string
let database: Database

before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'quoin-marks-'))
  const opened = await openDatabase({ data_dir: folder }, (error) => {
    throw error
  })
  database = opened.database
})
after(async () => {
  await database.close()
  rmSync(folder, { recursive: true, force: true })
})

const insert = statement<CustomersTable>()((db, p) => db.insertInto('customers').values({ ...TEXTS, ...keyed(p) }))
const TEXTS = {
  name: '',
  contact_email: '',
  contact_phone: '',
  country: '',
  city: '',
  currency: '',
  legal_name: '',
  legal_address: '',
  legal_vat: '',
  zipcode: '',
  notes: '',
  search_text: '',
  updated_at: '',
  deleted_at: null,
}
const keyed = (p: CustomersTable) => ({
  company_id: p.company_id,
  id: p.id,
  slug: p.id,
  status: p.status,
  created_at: p.created_at,
})
const change = statement<CustomersTable>()((db, p) =>
  db
    .updateTable('customers')
    .set({ status: p.status, deleted_at: p.deleted_at })
    .where('company_id', '=', p.company_id)
    .where('id', '=', p.id),
)

interface Stretch extends ListKey {
  company_id: CompanyId
  status: string
  skip: number
}

const findKey = statement<Stretch>()((db, p) =>
  db
    .selectFrom('customers')
    .select(['created_at', 'id'])
    .where('company_id', '=', p.company_id)
    .where('status', 'like', p.status as 'active')
    .where('deleted_at', 'is', null)
    .where(isFrom('customers', p))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .offset(p.skip),
)

/** Customers by status, `%` for all, with stretches so short that a few rows make many. */
const marked = markedList(
  'customers',
  (tx, { company_id, filter }, from, skip) =>
    findKey.first(tx, { company_id, status: filter, created_at: from.created_at, id: from.id, skip }),
  STRETCH,
)

type Row = CustomersTable

async function apply(tx: WriteTx, rows: Row[], company_id: CompanyId, step: Step): Promise<void> {
  const filtersOf = (row: Row) => ['%', row.status]
  if (step.does === 'insert' || rows.length === 0) {
    const created_at = new Date(step.at * 1000).toISOString()
    const id = newId('customer', step.at) as CustomerId
    const row = { company_id, id, created_at, status: step.at % 2 ? 'active' : 'inactive' } as Row
    await insert.run(tx, row)
    rows.push(row)
    return marked.move(tx, row, [], filtersOf(row))
  }
  const place = step.at % rows.length
  const before = rows[place]!
  const is_removed = step.does === 'remove'
  const status = before.status === 'active' ? 'inactive' : 'active'
  const after: Row = is_removed ? { ...before, deleted_at: 'x' } : { ...before, status, deleted_at: null }
  await change.run(tx, after)
  if (is_removed) rows.splice(place, 1)
  else rows[place] = after
  return marked.move(tx, after, filtersOf(before), is_removed ? [] : filtersOf(after))
}

interface Step {
  does: 'insert' | 'remove' | 'change'
  at: number
}

const steps = fc.array(
  fc.record({
    // More are added than taken away, so that stretches fill up, and are split.
    does: fc.constantFrom<Step['does']>('insert', 'insert', 'insert', 'change', 'remove'),
    at: fc.nat(40),
  }),
  { maxLength: 120, size: 'max' },
)

describe('a list with marks', () => {
  test('finds every offset under every filter, whatever was inserted, changed and removed, and in whatever order of time', async () => {
    let number = 0
    await fc.assert(
      fc.asyncProperty(steps, async (made) => {
        const company = { name: `Company ${++number}`, currency: 'EUR', invoice_prefix: 'INV' }
        const { company_id } = await setUp(database, { organization: `Organization ${number}`, company }, 0)
        const rows: Row[] = []
        await database.write(async (tx) => {
          for (const step of made) await apply(tx, rows, company_id, step)
        })
        rows.sort((a, b) => (a.created_at === b.created_at ? (a.id < b.id ? 1 : -1) : a.created_at < b.created_at ? 1 : -1))
        for (const filter of ['%', 'active', 'inactive']) {
          const expected = rows.filter((row) => filter === '%' || row.status === filter)
          await database.read(async (tx) => {
            for (let offset = 0; offset <= expected.length; offset++) {
              const { total, start } = await marked.locate(tx, { company_id, filter }, offset)
              assert.equal(total, expected.length)
              if (offset > 0) assert.equal(start?.id, expected[offset]?.id, `${filter} at ${offset}`)
            }
          })
        }
        await assertStretches(company_id)
      }),
      { numRuns: 60 },
    )
  })

  /** No stretch has more rows than allowed, and the marks are as many as the list says. */
  async function assertStretches(company_id: CompanyId): Promise<void> {
    const select = async (sql: string) =>
      (await database.readOne((tx) => tx.execute({ sql, returns_rows: true }, [company_id]))).rows as Record<string, number>[]
    const marks = await select('SELECT * FROM list_marks WHERE company_id = ?')
    for (const { count } of marks) assert.ok(count! >= 0 && count! <= STRETCH, `a stretch of ${count}`)
    const [kept] = await select('SELECT coalesce(sum(marks), 0) AS marks FROM list_counts WHERE company_id = ?')
    assert.equal(kept!['marks'], marks.length)
  }
})
