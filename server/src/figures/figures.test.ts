import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import fc from 'fast-check'
import { NO_DETAILS } from '../billing/customers/customer.ts'
import { type CustomersTable, customers } from '../billing/customers/table.ts'
import { openDatabase } from '../engines/open.ts'
import { type CompanyId, type CustomerId, newId } from '../kernel/ids.ts'
import { setUp } from '../operate/first-start.ts'
import type { Database, WriteTx } from '../sql/database.ts'
import { statement } from '../sql/statement.ts'
import { COMPANY } from './cells.ts'
import { checkOf } from './check.ts'
import { readDrift } from './drift.ts'
import { defineFigures } from './figures.ts'
import { rebuildCompany, verifyCompany } from './rebuild.ts'

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
  ...NO_DETAILS,
  name: '',
  contact_email: '',
  contact_phone: '',
  city: '',
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
  currency: p.currency,
  country: p.country,
  created_at: p.created_at,
})
const change = statement<CustomersTable>()((db, p) =>
  db
    .updateTable('customers')
    .set({ status: p.status, deleted_at: p.deleted_at })
    .where('company_id', '=', p.company_id)
    .where('id', '=', p.id),
)

/** Customers by status and currency, of the company and of each country, with stretches so short that a few rows make many. */
const figures = defineFigures({
  table: customers,
  scopes: [COMPANY, 'country'],
  dimensions: ['status', 'currency'],
  is_marked: true,
  longest_stretch: STRETCH,
})
const checks = [checkOf(figures)]
const pause = async () => {}

type Row = CustomersTable

async function apply(tx: WriteTx, rows: Row[], company_id: CompanyId, step: Step): Promise<void> {
  if (step.does === 'insert' || rows.length === 0) {
    const created_at = new Date(step.at * 1000).toISOString()
    const id = newId('customer', step.at) as CustomerId
    const values = { status: step.at % 2 ? 'active' : 'inactive', currency: step.at % 3 ? 'EUR' : 'USD' } as const
    const row = { company_id, id, created_at, country: step.at % 5 ? 'DE' : 'FR', ...values } as Row
    await insert.run(tx, row)
    rows.push(row)
    return figures.move(tx, undefined, row)
  }
  const place = step.at % rows.length
  const before = rows[place]!
  const is_removed = step.does === 'remove'
  const status = before.status === 'active' ? 'inactive' : 'active'
  const after: Row = is_removed ? { ...before, deleted_at: 'x' } : { ...before, status, deleted_at: null }
  await change.run(tx, after)
  if (is_removed) rows.splice(place, 1)
  else rows[place] = after
  return figures.move(tx, before, is_removed ? undefined : after)
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

/** What lists are asked for: each scope, by each combination of values. */
const FILTERS = [COMPANY, 'DE', 'FR'].flatMap((scope) =>
  ([undefined, 'active', 'inactive'] as const).flatMap((status) =>
    [undefined, 'EUR', 'USD'].map((currency) => ({ scope, filters: { status, currency } })),
  ),
)

/** Every offset under every filter is where the rows say. */
async function assertFound(company_id: CompanyId, rows: Row[]): Promise<void> {
  rows.sort((a, b) => (a.created_at === b.created_at ? (a.id < b.id ? 1 : -1) : a.created_at < b.created_at ? 1 : -1))
  for (const { scope, filters } of FILTERS) {
    const expected = rows.filter(
      ({ country, status, currency }) =>
        (scope === COMPANY || country === scope) &&
        (filters.status ?? status) === status &&
        (filters.currency ?? currency) === currency,
    )
    await database.read(async (tx) => {
      for (let offset = 0; offset <= expected.length; offset++) {
        const { total, start } = await figures.locate(tx, company_id, scope, filters, offset)
        assert.equal(total, expected.length)
        if (offset > 0) assert.equal(start?.id, expected[offset]?.id, `${scope} ${JSON.stringify(filters)} at ${offset}`)
      }
    })
  }
}

const select = async (sql: string, ...values: unknown[]) =>
  (await database.readOne((tx) => tx.execute({ sql, returns_rows: true }, values))).rows as Record<string, number>[]
const run = (sql: string, ...values: unknown[]) => database.write((tx) => tx.execute({ sql, returns_rows: false }, values))

let number = 0
async function company(): Promise<CompanyId> {
  const made = { name: `Company ${++number}`, currency: 'EUR', invoice_prefix: 'INV' }
  return (await setUp(database, { organization: `Organization ${number}`, company: made }, 0)).company_id
}

/** A company in which the steps were done, so many of them in each commit. */
async function companyOf(made: readonly Step[], in_commit = made.length): Promise<{ company_id: CompanyId; rows: Row[] }> {
  const company_id = await company()
  const rows: Row[] = []
  for (let begin = 0; begin < made.length; begin += in_commit) {
    await database.write(async (tx) => {
      for (const step of made.slice(begin, begin + in_commit)) await apply(tx, rows, company_id, step)
    })
  }
  return { company_id, rows }
}

describe('a list with marks', () => {
  test('finds every offset under every filter, whatever was inserted, changed and removed, and in whatever order of time', async () => {
    await fc.assert(
      fc.asyncProperty(steps, fc.constantFrom(1, 2, 3, 8, 120), async (made, in_commit) => {
        const { company_id, rows } = await companyOf(made, in_commit)
        await assertFound(company_id, rows)
        await assertStretches(company_id)
        assert.deepEqual(await verifyCompany(database, checks, company_id, pause), [])
      }),
      { numRuns: 40 },
    )
  })

  test('finds every offset after a commit that added a row at the top and removed one further down', async () => {
    const { company_id, rows } = await companyOf(
      Array.from({ length: 3 * STRETCH }, (_, index) => ({ does: 'insert', at: 10 * index + 1 })),
    )
    await database.write(async (tx) => {
      await apply(tx, rows, company_id, { does: 'insert', at: 10 * rows.length + 1 })
      await apply(tx, rows, company_id, { does: 'remove', at: 0 })
    })
    await assertFound(company_id, rows)
    assert.deepEqual(await verifyCompany(database, checks, company_id, pause), [])
  })

  test('is whole again after its figures were wiped, in part or all, and rebuilt', async () => {
    const WIPES = ['DELETE FROM list_counts', 'DELETE FROM list_marks', 'UPDATE list_counts SET marks = 0']
    const damage = fc.subarray(WIPES, { minLength: 1 })
    await fc.assert(
      fc.asyncProperty(steps, damage, async (made, wipes) => {
        const { company_id, rows } = await companyOf(made)
        const before = await select('SELECT * FROM list_counts WHERE company_id = ? AND count <> 0', company_id)
        for (const wipe of wipes) await run(`${wipe} WHERE company_id = ?`, company_id)
        await rebuildCompany(database, checks, company_id, pause)
        const after = await select(
          "SELECT * FROM list_counts WHERE company_id = ? AND count <> 0 AND list = 'customers'",
          company_id,
        )
        const counts = (cells: typeof before) => cells.map(({ filter, count }) => [filter, count])
        assert.deepEqual(counts(after), counts(before))
        await assertFound(company_id, rows)
        await assertStretches(company_id)
      }),
      { numRuns: 20 },
    )
  })

  test('is repaired by as much as it is off, whatever was written since that was seen, and once where two repair it', async () => {
    const made = Array.from({ length: 40 }, (_, at): Step => ({ does: 'insert', at }))
    const { company_id, rows } = await companyOf(made)
    await run("UPDATE list_counts SET count = count + 7 WHERE company_id = ? AND filter IN ('', 'DE/active/EUR')", company_id)
    await run(
      "UPDATE list_marks SET count = count - 1 WHERE company_id = ? AND filter = '/active/EUR' AND created_at = '~'",
      company_id,
    )
    const writing = async () => {
      for (let at = 0; at < 30; at++) {
        await database.write((tx) => apply(tx, rows, company_id, { does: at % 3 ? 'insert' : 'change', at }))
      }
    }
    const slowly = () => new Promise<void>((resolve) => setImmediate(resolve))
    const rebuild = () => rebuildCompany(database, checks, company_id, slowly)
    const [one, other] = await Promise.all([rebuild(), rebuild(), writing()])
    assert.ok(one.length + other.length >= 3)
    assert.deepEqual(await verifyCompany(database, checks, company_id, pause), [])
    await assertFound(company_id, rows)
  })

  test('goes on where its figures can not be right, and says so', async () => {
    const told = new Set<string>()
    const stop = database.onNotify((topics) => {
      for (const topic of topics) told.add(topic)
    })
    const DAMAGES = [
      "UPDATE list_counts SET count = -5 WHERE company_id = ? AND filter = ''",
      'DELETE FROM list_marks WHERE company_id = ?',
      'UPDATE list_marks SET count = count + 40 WHERE company_id = ?',
      'UPDATE list_marks SET count = -20 WHERE company_id = ?',
      'UPDATE list_counts SET marks = 0 WHERE company_id = ?',
    ]
    for (const damage of DAMAGES) {
      const made = Array.from({ length: 30 }, (_, at): Step => ({ does: 'insert', at }))
      const { company_id, rows } = await companyOf(made)
      await run(damage, company_id)
      told.clear()
      for (let at = 0; at < 12; at++) {
        await database.write((tx) => apply(tx, rows, company_id, { does: at % 4 ? 'insert' : 'remove', at }))
      }
      const drift = [...told].map(readDrift)
      assert.ok(
        drift.some((one) => one?.company_id === company_id && one.figure === 'customers'),
        `${damage}: ${[...told]}`,
      )
      await rebuildCompany(database, checks, company_id, pause)
      await assertFound(company_id, rows)
    }
    stop()
  })

  /** No stretch has more rows than allowed, and the marks are as many as the list says. */
  async function assertStretches(company_id: CompanyId): Promise<void> {
    const marks = await select('SELECT * FROM list_marks WHERE company_id = ?', company_id)
    for (const { count } of marks) assert.ok(count! >= 0 && count! <= STRETCH, `a stretch of ${count}`)
    const [kept] = await select('SELECT coalesce(sum(marks), 0) AS marks FROM list_counts WHERE company_id = ?', company_id)
    assert.equal(kept!['marks'], marks.length)
  }
})
