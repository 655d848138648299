// Payments that are matched without a person: a random half of many, none of them wrong, and each says why.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { seeded } from '../../../test/support/statements.ts'
import { startTestApp, type TestApp } from '../../../test/support/test-app.ts'
import { listJobs } from '../../jobs/repository.ts'
import { automaticMatches } from './automatic.ts'

// biome-ignore lint/suspicious/noExplicitAny: answers are looked into freely by tests
type Json = any

const PAYMENTS = process.env['QUOIN_TEST_LONG'] === undefined ? 200 : 2_000

let app: TestApp
before(async () => {
  app = await startTestApp({ currency: 'EUR' })
})
after(() => app.close())

async function call(method: string, path: string, body?: object, scope: object = {}): Promise<Json> {
  const answer = await app.call(method, path, { ...(body && { body }), ...scope })
  assert.ok(answer.status < 300, answer.text)
  return answer.data
}

/** Runs the job that the import has made, as a process would. */
async function runJob(): Promise<unknown> {
  const { company_id } = app.tenant
  const [job, another] = await app.database.read((tx) => listJobs(tx, { company_id, kind: automaticMatches.kind, limit: 2 }))
  assert.ok(job && !another && 'run' in automaticMatches)
  const { signal } = new AbortController()
  const run = { id: job.id, company_id, payload: JSON.parse(job.payload), attempt: 1, now_ms: app.now_ms() }
  return automaticMatches.run({ ...run, database: app.database, signal })
}

interface Made {
  id: string
  invoice_number: string
  total: number
}

interface Transfer {
  amount: number
  text: string
  /** The invoice that it pays beyond doubt. */
  pays: Made | null
}

/** The ways in which people and banks write a number. */
const SPELLINGS: ((number: string) => string)[] = [
  (number) => number,
  (number) => `Rechnung ${number} vom 01.02.2026`,
  (number) => `re ${number.toLowerCase()}`,
  (number) => `Invoice ${number}`,
  (number) => `INV ${number}`,
  (number) => `invoice no. ${number}, thanks`,
  (number) => number.replaceAll('-', ''),
  (number) => number.replaceAll('-', ' '),
  (number) => number.replaceAll('-', '/'),
  (number) => `Kd 4711, ${number}, danke`,
  (number) => `${number.slice(0, 11)} ${number.slice(11)}`,
]

test(`of ${PAYMENTS} transfers those that are beyond doubt are matched, and no other`, async () => {
  const random = seeded(2_026)
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)]!
  await call('PATCH', `/v1/companies/${app.tenant.company_id}`, { auto_match: true }, { company: null })
  const customers: string[] = []
  for (let index = 0; index < 5; index++) customers.push((await call('POST', '/v1/customers', { name: `Customer ${index}` })).id)
  const invoices: Made[] = []
  for (let index = 0; index < PAYMENTS; index++) {
    // Few different amounts: most of them are due on several invoices.
    const items = [{ name: 'Work', unit_price: pick([100, 100, 119, 250.5, 80.01, 1000]) }]
    const { id, invoice_number, total } = await call('POST', '/v1/invoices', { customer_id: pick(customers), items })
    await call('PATCH', `/v1/invoices/${id}`, { status: 'sent' })
    invoices.push({ id, invoice_number, total })
  }
  const transfers = invoices.map((invoice): Transfer => {
    const { invoice_number: number, total } = invoice
    if (random() < 0.5) return { amount: total, text: pick(SPELLINGS)(number), pays: invoice }
    const other = pick(invoices).invoice_number
    const doubtful = pick<() => Omit<Transfer, 'pays'>>([
      () => ({ amount: total, text: `${number}1` }),
      () => ({ amount: total, text: `9${number}` }),
      () => ({ amount: total, text: 'Thank you' }),
      () => ({ amount: total, text: number.slice(4) }),
      () => ({ amount: total + 0.01, text: number }),
      () => ({ amount: total, text: other === number ? '' : `${number} ${other}` }),
      () => ({ amount: -total, text: number }),
      () => ({ amount: total, text: number.replace('INV', 'XINV') }),
      () => ({ amount: total, text: number.replace(/\d{6}$/, '999999') }),
      () => ({ amount: total, text: `Invoice ${number.replace(/\d{6}$/, '999999')} ${number}` }),
      () => ({ amount: total, text: `${number} ${number.replace(/\d{6}$/, '999999')}` }),
    ])()
    return { ...doubtful, pays: null }
  })
  const rows = transfers.map(
    ({ amount, text }, index) => `2026-04-${String(1 + (index % 28)).padStart(2, '0')};${amount.toFixed(2)};${text};${index}`,
  )
  const mapping = { date: 'd', amount: 'a', text: 't', reference: 'r', decimal: '.' }
  const content = ['d;a;t;r', ...rows].join('\n')
  const imported = await call('POST', '/v1/bank-statements', { format: 'csv', content, mapping })
  assert.equal(imported.transactions.length, PAYMENTS)
  const were_matched: boolean[] = imported.transactions.map(({ status }: Json) => status === 'matched')
  assert.deepEqual(
    were_matched,
    transfers.map(({ pays }, index) => index < 100 && pays !== null),
    'an import matches its first 100 itself',
  )
  // Killed in between, the job runs once more: the second run finds nothing that the first has matched.
  const matched_by_job = transfers.slice(100).filter(({ pays }) => pays !== null).length
  for (const matched of [matched_by_job, 0]) assert.deepEqual(await runJob(), { matched })
  const transactions: Json[] = []
  for (const { id } of imported.transactions) transactions.push(await call('GET', `/v1/bank-transactions/${id}`))
  const wrong = transactions.flatMap((one: Json, index: number) => {
    const { pays, text } = transfers[index]!
    const [match] = one.matches
    const is_right = pays === null ? one.matches.length === 0 : match?.invoice_id === pays.id && match.amount === pays.total
    return is_right ? [] : [{ text, pays, matches: one.matches }]
  })
  assert.deepEqual(wrong, [])
  for (const one of transactions) {
    for (const { is_automatic, reason, invoice_id } of one.matches) {
      const { invoice_number } = invoices.find(({ id }) => id === invoice_id)!
      assert.ok(is_automatic && reason.startsWith(`The text names ${invoice_number} and no other invoice, and `), reason)
    }
  }
  const { invoices: paid, pagination } = await call('GET', '/v1/invoices?status=paid&limit=1')
  assert.equal(pagination.total, transfers.filter(({ pays }) => pays).length)
  assert.equal(paid.length, 1)
})
