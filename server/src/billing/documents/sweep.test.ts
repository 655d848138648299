import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startTestApp, type TestApp, type TestTenant } from '../../../test/support/test-app.ts'
import { sweepOverdueInvoices } from '../invoices/sweep.ts'
import { sweepExpiredQuotes } from '../quotes/sweep.ts'

let app: TestApp
let broken: TestTenant
/** Later than all days of the documents. */
const LATER_MS = Date.parse('2026-12-01T12:00:00.000Z')

before(async () => {
  app = await startTestApp()
  broken = await app.addTenant()
})
after(() => app.close())

/** Makes `count` documents of a company that were sent and are due on one day. */
async function makeSent(path: string, tenant: TestTenant, dates: object, count: number): Promise<string[]> {
  const scope = { key: tenant.keys.admin, company: tenant.company_id }
  const customer_id = (await app.call('POST', '/v1/customers', { ...scope, body: { name: 'C' } })).data.id
  const ids: string[] = []
  for (let made = 0; made < count; made++) {
    const body = { customer_id, items: [{ name: 'Work', unit_price: 1 }], ...dates }
    const { id } = (await app.call('POST', path, { ...scope, body })).data
    await app.call('PATCH', `${path}/${id}`, { ...scope, body: { status: 'sent' } })
    ids.push(id)
  }
  return ids
}

for (const [kind, path, dates, sweep, swept] of [
  ['invoices', '/v1/invoices', { due_date: '2026-07-01' }, sweepOverdueInvoices, 'overdue'],
  ['quotes', '/v1/quotes', { valid_until: '2026-07-01' }, sweepExpiredQuotes, 'expired'],
] as const) {
  test(`${kind} of a company in which the sweep fails keep those of the others back no longer, however many they are`, async () => {
    // More than are looked at in one go, and first in their order.
    await makeSent(
      path,
      broken,
      { ...dates, ...(kind === 'invoices' ? { due_date: '2026-06-20' } : { valid_until: '2026-06-20' }) },
      101,
    )
    const ids = await makeSent(path, app.tenant, dates, 3)
    const head = async (sequence: string) => {
      const sql = `UPDATE event_heads SET sequence = ${sequence} WHERE company_id = '${broken.company_id}'`
      await app.database.write((tx) => tx.execute({ sql, returns_rows: false }, []))
    }
    const [{ sequence }] = (
      await app.database.read((tx) =>
        tx.execute({ sql: `SELECT sequence FROM event_heads WHERE company_id = '${broken.company_id}'`, returns_rows: true }, []),
      )
    ).rows as [{ sequence: number }]
    // No id can be made of what comes after it.
    await head(String(2 ** 52))
    await assert.rejects(sweep(app.database, LATER_MS), (error: AggregateError) => {
      assert.deepEqual(
        error.errors.map(({ message }) => message),
        [`The documents of ${broken.company_id} could not be swept`],
      )
      return true
    })
    for (const id of ids) assert.equal((await app.call('GET', `${path}/${id}`)).data.status, swept)
    await head(String(sequence))
    assert.equal(await sweep(app.database, LATER_MS), 101)
    assert.equal(await sweep(app.database, LATER_MS), 0)
  })
}
