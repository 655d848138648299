// Lists under the filters that they are not counted by give what a plain loop over all documents does.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createChance } from '../../../test/support/random.ts'
import { startTestApp, type TestApp } from '../../../test/support/test-app.ts'

const DOCUMENTS = 30
const STATUSES = ['draft', 'sent', 'viewed'] as const
const KINDS = [
  { path: '/v1/invoices', list: 'invoices', number: 'invoice_number', last: 'due_date' },
  { path: '/v1/quotes', list: 'quotes', number: 'quote_number', last: 'valid_until' },
] as const

let app: TestApp
/** The fields that are looked at are texts. */
type Row = Record<string, string>
const all: Record<string, Row[]> = {}
const customers: { id: string; name: string }[] = []

before(async () => {
  app = await startTestApp()
  for (const name of ['Ångström AB', 'Bo & Co', '100% Ltd'])
    customers.push((await app.call('POST', '/v1/customers', { body: { name } })).data)
  const chance = createChance(7)
  for (const { path, list, last } of KINDS) {
    for (let count = 0; count < DOCUMENTS; count++) {
      const body = {
        customer_id: chance.pick(customers).id,
        issue_date: `2026-03-0${chance.whole(1, 9)}`,
        [last]: `2026-04-0${chance.whole(1, 9)}`,
        external_id: `shop-${count}`,
        items: [{ name: 'x', unit_price: chance.whole(1, 9) }],
      }
      const made = (await app.call('POST', path, { body })).data
      const status = chance.pick(STATUSES)
      await app.call('PATCH', `${path}/${made.id}`, { body: { status } })
    }
    all[list] = (await app.call('GET', path, { query: { limit: '100' } })).data[list]
  }
})
after(() => app.close())

for (const { path, list, number, last } of KINDS) {
  const nameOf = (row: Row) => customers.find(({ id }) => id === row['customer_id'])!.name
  const CASES: [query: Record<string, string>, matches: (row: Row) => boolean][] = [
    [{ status: 'sent,viewed' }, (row) => row['status'] !== 'draft'],
    [{ status: 'sent,sent' }, (row) => row['status'] === 'sent'],
    [{ 'issued[gte]': '2026-03-04' }, (row) => row['issue_date']! >= '2026-03-04'],
    [{ 'issued[lte]': '2026-03-04' }, (row) => row['issue_date']! <= '2026-03-04'],
    [
      { 'issued[gte]': '2026-03-03', 'issued[lte]': '2026-03-05', status: 'draft' },
      (row) => row['issue_date']! >= '2026-03-03' && row['issue_date']! <= '2026-03-05' && row['status'] === 'draft',
    ],
    [{ 'due[gte]': '2026-04-05' }, (row) => row[last]! >= '2026-04-05'],
    [{ 'due[lte]': '2026-04-02', status: 'draft,sent' }, (row) => row[last]! <= '2026-04-02' && row['status'] !== 'viewed'],
    [{ search: 'angstrom' }, (row) => nameOf(row) === 'Ångström AB'],
    [{ search: ' 100% ' }, (row) => nameOf(row) === '100% Ltd'],
    [{ search: '0%2' }, () => false],
    [{ search: '-000007' }, (row) => row[number]!.endsWith('000007')],
    [{ search: '2026' }, () => true],
    [{ external_id: 'shop-3' }, (row) => row['external_id'] === 'shop-3'],
    [{ external_id: 'shop-3', 'issued[gte]': '2027-01-01' }, () => false],
    [{ external_id: 'none' }, () => false],
  ]
  describe(`GET ${path}`, () => {
    for (const [query, matches] of CASES) {
      test(`200 with what matches ${JSON.stringify(query)}, on each page and in each order`, async () => {
        for (const of_customer of [undefined, customers[0]!.id]) {
          const expected = all[list]!.filter((row) => matches(row) && (!of_customer || row['customer_id'] === of_customer))
          const ids = expected.map(({ id }) => id)
          const ask = async (more: Record<string, string>) => {
            const answer = await app.call('GET', path, {
              query: { ...query, ...(of_customer ? { customer_id: of_customer } : {}), ...more },
            })
            assert.equal(answer.status, 200, answer.text)
            assert.equal(answer.data.pagination.total, ids.length)
            return answer.data[list].map(({ id }: { id: string }) => id)
          }
          assert.deepEqual(await ask({ limit: '100' }), ids)
          assert.deepEqual(await ask({ limit: '100', sort: 'created_at' }), ids.toReversed())
          for (let offset = 0; offset <= ids.length; offset += 4)
            assert.deepEqual(await ask({ limit: '4', offset: String(offset) }), ids.slice(offset, offset + 4))
          for (const sort of [last, `-${last}`, 'total', '-total'])
            assert.deepEqual((await ask({ limit: '100', sort })).toSorted(), ids.toSorted())
        }
      })
    }

    test('400 for what is no date, and a status that there is not', async () => {
      for (const [name, value] of [
        ['issued[gte]', 'today'],
        ['due[lte]', '2026-02-30'],
        ['status', 'sent,nope'],
      ] as const)
        assert.equal((await app.call('GET', path, { query: { [name]: value } })).status, 400)
    })
  })
}
