// Lists of documents that are long: by the index of an order even under a filter, and with marks for what is oldest.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import { select } from '../../../test/support/fixtures.ts'
import { readPlan } from '../../../test/support/query-plans.ts'
import { createChance } from '../../../test/support/random.ts'
import { startTestApp, type TestApp } from '../../../test/support/test-app.ts'
import { bothWays } from '../../sql/list-order.ts'
import { invoiceFigures } from '../invoices/kept-figures.ts'
import type { InvoiceRow } from '../invoices/schema.ts'
import { invoices } from '../invoices/table.ts'
import { documentList, TOTAL_AS_SHOWN } from './list.ts'

const INVOICES = 40

let app: TestApp
const recorded = new Map<string, readonly unknown[]>()

/** The list of invoices, as it is when no list is short enough to be sorted. */
const list = documentList<InvoiceRow, 'due_date' | '-due_date' | 'total' | '-total'>(
  invoices,
  invoiceFigures,
  { ...bothWays('due_date', 'document.due_date'), ...bothWays('total', TOTAL_AS_SHOWN) },
  { longest_sorted: 0 },
)

before(async () => {
  app = await startTestApp({ onStatement: ({ sql }, values) => void recorded.set(sql, [...values]) })
  const customer = (await app.call('POST', '/v1/customers', { body: { name: 'C' } })).data
  const chance = createChance(4)
  for (let count = 0; count < INVOICES; count++) {
    const items = [{ name: 'x', unit_price: chance.whole(1, 9) }]
    const body = {
      customer_id: customer.id,
      due_date: `2026-07-0${chance.whole(1, 5)}`,
      items,
      currency: chance.pick(['USD', 'JPY']),
    }
    const { data } = await app.call('POST', '/v1/invoices', { body })
    if (count % 2) await app.call('PATCH', `/v1/invoices/${data.id}`, { body: { status: 'sent' } })
  }
})
after(() => app.close())

const page = (query: { status?: 'sent'; sort: 'due_date' | '-due_date' | 'total' | '-total'; limit: number; offset: number }) =>
  app.database.read((tx) => list.page(tx, app.tenant.company_id, query))

describe('a long list under a filter', () => {
  for (const sort of ['due_date', '-due_date', 'total', '-total'] as const) {
    test(`is read by the index of ${sort}, from either end, as it is sorted otherwise`, async () => {
      const query = { status: 'sent', sort, limit: '100' }
      const expected = (await app.call('GET', '/v1/invoices', { query })).data.invoices.map(({ id }: { id: string }) => id)
      assert.equal(expected.length, INVOICES / 2)
      recorded.clear()
      for (let offset = 0; offset < INVOICES / 2; offset += 6) {
        const found = await page({ status: 'sent', sort, limit: 6, offset })
        assert.deepEqual(
          found.rows.map(({ id }) => id),
          expected.slice(offset, offset + 6),
        )
      }
      const walks = [...recorded].filter(([sql]) => sql.includes('select "document"."id"'))
      assert.equal(walks.length, 2)
      for (const [sql, values] of walks) {
        const plan = await app.database.read((tx) => readPlan[app.database.engine](tx, sql, values))
        assert.deepEqual(plan.costly, [], sql)
        if (plan.indexes) assert.deepEqual(plan.indexes, [sort.includes('total') ? 'invoices_by_total' : 'invoices_by_due_date'])
      }
    })
  }
})

test('the order by totals is in the migration in the very words of the program, which follow the table of currencies', () => {
  const plain = (text: string) => text.replace(/\s+/g, ' ').replaceAll('document.', '').trim()
  for (const engine of ['sqlite', 'postgres']) {
    const migration = readFileSync(new URL(`../../../migrations/0001_schema.${engine}.sql`, import.meta.url), 'utf8')
    const found = plain(migration).split(plain(TOTAL_AS_SHOWN)).length - 1
    assert.equal(found, 2, `${engine}: an index of invoices and one of quotes`)
  }
})

test('the index has the order of the figures that are shown', async () => {
  const rows = await select(app, 'SELECT currency, total FROM invoices')
  assert.ok(new Set(rows.map(({ currency }) => currency)).size === 2)
  const { rows: found } = await page({ sort: 'total', limit: 100, offset: 0 })
  const figures = found.map(({ currency, total }) => (currency === 'JPY' ? total : total / 100))
  assert.deepEqual(
    figures,
    figures.toSorted((a, b) => a - b),
  )
})
