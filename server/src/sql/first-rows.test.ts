// The first rows of a list: the same on both engines, and planned once on PostgreSQL (decisions/022-plans-that-stay.md).
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { ENGINE } from '../../test/support/engine.ts'
import { startTestApp, type TestApp } from '../../test/support/test-app.ts'
import { NO_DETAILS } from '../billing/customers/customer.ts'
import { type CustomersTable, customers } from '../billing/customers/table.ts'
import type { CompanyId } from '../kernel/ids.ts'
import { insertRows, statement } from './statement.ts'

/** So many that a tenth of them costs more to read than what is asked for. */
const CUSTOMERS = 3_000
/** PostgreSQL makes five plans for the values at hand, and then looks whether one for any would do. */
const RUNS = 8

type Params = { company_id: CompanyId; limit: number }

const listed = statement<Params>()((db, p, dialect) =>
  dialect.firstRows(
    db
      .selectFrom('customers')
      .select(['created_at', 'customers.id', 'name as of_the_told'])
      .where('company_id', '=', p.company_id)
      .where('deleted_at', 'is', null)
      .orderBy('created_at', 'desc')
      .orderBy('customers.id', 'desc'),
    p.limit,
  ),
)

const oldest = statement<Params>()((db, p, dialect) =>
  dialect.firstRows(
    db
      .selectFrom('customers')
      .select(['created_at', 'id'])
      .where('company_id', '=', p.company_id)
      .orderBy('created_at')
      .orderBy('id'),
    p.limit,
  ),
)

const plainly = statement<Params>()((db, p) =>
  db
    .selectFrom('customers')
    .select(['created_at', 'id', 'name as of_the_plain'])
    .where('company_id', '=', p.company_id)
    .where('deleted_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(p.limit),
)

const insert = insertRows(customers)

describe('the first rows of a list', () => {
  let app: TestApp
  let company_id: CompanyId
  before(async () => {
    app = await startTestApp()
    company_id = app.tenant.company_id
    await app.database.write(async (tx) => {
      await insert(
        tx,
        Array.from({ length: CUSTOMERS }, (_, index) => customerOf(company_id, index)),
      )
    })
  })
  after(() => app.close())

  const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id)

  test('are in the order of the list, ties by the second column, as many as are asked for', async () => {
    await app.database.read(async (tx) => {
      for (const limit of [1, 50, 101]) {
        const newest = Array.from({ length: limit }, (_, index) => idOf(CUSTOMERS - 1 - index))
        assert.deepEqual(idsOf(await listed.all(tx, { company_id, limit })), newest)
        assert.deepEqual(idsOf(await oldest.all(tx, { company_id, limit })), [...newest.keys()].map(idOf))
      }
      assert.deepEqual(await listed.all(tx, { company_id: 'com_other' as CompanyId, limit: 50 }), [])
    })
  })

  test('are a page and one more at most: what asks for more is told so, and gets no shortened list', async () => {
    const asked = app.database.read((tx) => listed.all(tx, { company_id, limit: 102 }))
    await assert.rejects(asked, /at most 101 for limit/)
  })

  test('are those of a query that is ordered by columns', {
    skip: ENGINE === 'postgres' ? false : 'there the order is not written twice',
  }, () => {
    const unordered = statement<Params>()((db, p, dialect) =>
      dialect.firstRows(
        db
          .selectFrom('customers')
          .select('id')
          .orderBy((eb) => eb.fn('lower', ['name'])),
        p.limit,
      ),
    )
    return assert.rejects(
      app.database.read((tx) => unordered.all(tx, { company_id, limit: 1 })),
      /ordered by columns/,
    )
  })

  test('are planned once by PostgreSQL, where a limit alone is planned at each run', {
    skip: ENGINE === 'postgres' ? false : 'SQLite plans when it prepares',
  }, async () => {
    await app.database.write(async (tx) => void (await tx.execute({ sql: 'ANALYZE customers', returns_rows: false }, [])))
    const plans = await app.database.read(async (tx) => {
      for (let run = 0; run < RUNS; run++) {
        await listed.all(tx, { company_id, limit: 50 })
        await plainly.all(tx, { company_id, limit: 50 })
      }
      const plansOf = async (name: string) => {
        const sql = `SELECT custom_plans::int AS anew, generic_plans::int AS kept FROM pg_prepared_statements WHERE statement LIKE '%"' || $1 || '"%'`
        return (await tx.execute({ sql, returns_rows: true }, [name])).rows[0] as { anew: number; kept: number }
      }
      return { told: await plansOf('of_the_told'), plain: await plansOf('of_the_plain') }
    })
    assert.deepEqual(plans.plain, { anew: RUNS, kept: 0 })
    assert.equal(plans.told.anew, 5)
    assert.ok(plans.told.kept >= RUNS - 5)
  })
})

const idOf = (index: number) => `cus_${String(index).padStart(6, '0')}`

/** Ten of the same moment each. */
function customerOf(company_id: CompanyId, index: number): CustomersTable {
  const created_at = new Date(Date.UTC(2026, 0, 1) + Math.floor(index / 10) * 1000).toISOString()
  const name = `Customer ${index}`
  const empty = {
    contact_phone: '',
    country: '',
    city: '',
    legal_name: '',
    legal_address: '',
    legal_vat: '',
    zipcode: '',
    notes: '',
    ...NO_DETAILS,
  }
  return {
    ...empty,
    company_id,
    id: idOf(index) as CustomersTable['id'],
    name,
    slug: `customer-${index}`,
    contact_email: `c${index}@example.com`,
    currency: 'EUR',
    status: 'active',
    search_text: name.toLowerCase(),
    created_at,
    updated_at: created_at,
    deleted_at: null,
  }
}
