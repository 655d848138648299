// Crediting an invoice, and showing it, reads what is its own, however much the company has. SQLite without statistics may begin a join at the
// wrong end; PostgreSQL chooses by the rows that there are.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { needs_sqlite } from '../../../test/support/engine.ts'
import { visit } from '../../../test/support/public-pages.ts'
import { startTestApp, type TestApp } from '../../../test/support/test-app.ts'

/** Statements that were run, with values of theirs. */
const recorded = new Map<string, readonly unknown[]>()
const OF_COMPANY =
  /^SEARCH (credit_notes|credit_note_items|refunds|payments|invoices|invoice_items|time_entries) .*\(company_id=\?\)$/

let app: TestApp
before(async () => {
  app = await startTestApp({ onStatement: ({ sql }, values) => void recorded.set(sql, values) })
})
after(() => app.close())

test('no statement of a credit note, its refunds and the pages walks all rows of the company', {
  skip: needs_sqlite,
}, async () => {
  const done = async (path: string, body: object, method = 'POST') => {
    const answer = await app.call(method, path, { body })
    assert.ok(answer.status < 300, answer.text)
    return answer.data
  }
  const customer_id = (await done('/v1/customers', { name: 'C' })).id
  const { id, public_token } = await done('/v1/invoices', { customer_id, items: [{ name: 'Work', unit_price: 9, quantity: 2 }] })
  const { items } = await done(`/v1/invoices/${id}`, { status: 'paid' }, 'PATCH')
  recorded.clear()
  const body = { invoice_id: id, items: [{ item_id: items[0].id, quantity: 1 }] }
  await done('/v1/credit-notes/preview', body)
  const note = await done('/v1/credit-notes', body)
  await done(`/v1/credit-notes/${note.id}/refunds`, { amount: 5 })
  for (const path of [`/i/${public_token}`, `/c/${note.public_token}`]) assert.equal((await visit(app, path)).statusCode, 200)
  const selects = [...recorded].filter(([sql]) => /^select /i.test(sql))
  assert.ok(selects.some(([sql]) => sql.includes('"credit_note_items"')) && selects.some(([sql]) => sql.includes('"refunds"')))
  const walks = await app.database.read(async (tx) => {
    const found = []
    for (const [sql, values] of selects) {
      const { rows } = await tx.execute({ sql: `EXPLAIN QUERY PLAN ${sql}`, returns_rows: true }, [...values])
      const steps = (rows as { detail: string }[]).map(({ detail }) => detail)
      found.push(...steps.filter((step) => OF_COMPANY.test(step)).map((step) => `${step}: ${sql}`))
    }
    return found
  })
  assert.deepEqual(walks, [])
})
