import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startTestApp, type TestApp } from '../../../test/support/test-app.ts'
import type { CompanyId } from '../../kernel/ids.ts'
import { type CountedKind, takeNumber } from './numbering.ts'

let app: TestApp
before(async () => {
  app = await startTestApp()
})
after(() => app.close())

interface Taken {
  kind?: CountedKind
  prefix?: string
  date?: string
  company_id?: CompanyId
}

const take = async ({ kind = 'invoice', prefix = 'INV', date = '2026-06-15', company_id = app.tenant.company_id }: Taken = {}) =>
  (await app.database.write(async (tx) => ({ number: await takeNumber(tx, company_id, kind, prefix, date) }))).number

test('numbers count from 1 in six digits, by company, kind and year each for itself', async () => {
  const { sibling_id } = app.tenant
  assert.deepEqual(
    [
      await take(),
      await take(),
      await take({ kind: 'quote', prefix: 'QUO' }),
      await take({ date: '2027-01-01' }),
      await take({ company_id: sibling_id }),
      await take({ date: '2026-12-31' }),
      await take({ date: '2027-12-31' }),
      await take({ date: '0999-05-05' }),
    ],
    [
      ...['INV-2026-000001', 'INV-2026-000002', 'QUO-2026-000001', 'INV-2027-000001'],
      ...['INV-2026-000001', 'INV-2026-000003', 'INV-2027-000002', 'INV-0999-000001'],
    ],
  )
})

test('another prefix goes on counting: the counter is the company’s, not the prefix’s', async () => {
  assert.equal(await take({ date: '2030-01-01', prefix: 'A' }), 'A-2030-000001')
  assert.equal(await take({ date: '2030-01-01', prefix: 'B' }), 'B-2030-000002')
})

test('after 999,999 a number grows a digit', async () => {
  const sql = `INSERT INTO number_counters VALUES ('${app.tenant.company_id}', 'invoice', '2040', 999998)`
  await app.database.write((tx) => tx.execute({ sql, returns_rows: false }, []))
  assert.deepEqual(
    [await take({ date: '2040-01-01' }), await take({ date: '2040-01-01' })],
    ['INV-2040-999999', 'INV-2040-1000000'],
  )
})

test('a transaction that is undone uses up no number, also among others of the same commit', async () => {
  const taking = (fails: boolean) =>
    app.database
      .write(async (tx) => {
        const number = await takeNumber(tx, app.tenant.company_id, 'invoice', 'INV', '2050-01-01')
        if (fails) throw new Error('undone')
        return { number }
      })
      .then(
        ({ number }) => number,
        () => undefined,
      )
  const numbers = await Promise.all(Array.from({ length: 60 }, (_, index) => taking(index % 3 === 1)))
  const kept = numbers.filter((number) => number !== undefined)
  assert.deepEqual(
    kept,
    Array.from({ length: 40 }, (_, index) => `INV-2050-${String(index + 1).padStart(6, '0')}`),
  )
})
