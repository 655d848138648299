// Everything that moves the money of an invoice, at once and with kill -9 in the middle: credit notes, refunds, payments and their undoing,
// changes of the status, the deletion. What is stored adds up afterwards, whatever came first. QUOIN_TEST_SEED is the seed.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { currencyDigits } from '../src/kernel/currencies.ts'
import { type Chance, createChance } from './support/random.ts'
import {
  Client,
  type HttpAnswer,
  type MadeSetup,
  runCli,
  type ServerProcess,
  setUpWithCli,
  startServerProcess,
  temporaryFolder,
} from './support/server-process.ts'

// biome-ignore lint/suspicious/noExplicitAny: answers are looked into freely by tests
type Json = any

const CYCLES = process.env['QUOIN_TEST_LONG'] ? 60 : 5
const INVOICES_OF_A_CYCLE = 6
/** How many clients work on one invoice. */
const CLIENTS = 6
const STEPS = 8
const LONGEST_STORM_MS = 400

const CURRENCIES = ['EUR', 'USD', 'JPY', 'KWD']
const SHAPES = [
  { items: [{ name: 'Hours', quantity: 7, unit_price: 33.333 }] },
  {
    tax_rate: 19,
    items: [
      { name: 'A', quantity: 2, unit_price: 50 },
      { name: 'B', quantity: 0.3333, unit_price: 99 },
    ],
  },
  {
    items: [
      { name: 'Work', quantity: 4, unit_price: 100 },
      { name: 'Goodwill', quantity: -1, unit_price: 60 },
    ],
  },
  {
    items: [
      { name: 'Gift', quantity: 3, unit_price: 10, discount_percent: 100 },
      { name: 'Rest', quantity: 1, unit_price: 9 },
    ],
  },
  { tax_rate: 8.1, discount_type: 'percentage', discount_value: 100, items: [{ name: 'Free', quantity: 3, unit_price: 10 }] },
]

const folder = temporaryFolder()
const seed = Number(process.env['QUOIN_TEST_SEED'] ?? Math.floor(Math.random() * 2 ** 31))
let setup: MadeSetup
let server: ServerProcess
let client: Client
let customer_id: string
/** Ids of what was answered as made, or as undone. */
const made = { notes: new Set<string>(), refunds: new Set<string>(), payments: new Set<string>(), undone: new Set<string>() }
const deleted = new Set<string>()
const counts = new Map<string, number>()
/** Requests without an answer. They are sent again, under the same keys. */
const in_doubt: (() => Promise<void>)[] = []

before(async () => {
  setup = await setUpWithCli(folder.path)
  await start()
  customer_id = (await call('POST', '/v1/customers', { name: 'C' })).body.data.id
})
after(async () => {
  client.close()
  await server.end('SIGTERM')
  folder.remove()
})

async function start(): Promise<void> {
  server = await startServerProcess(folder.path)
  client = new Client(server.url, setup.api_key)
}

async function call(method: string, path: string, body?: object, key: string = randomUUID()): Promise<HttpAnswer> {
  const whole = `${path}${path.includes('?') ? '&' : '?'}company_id=${setup.company_id}`
  for (;;) {
    const answer = await client.call(
      method,
      whole,
      body,
      method === 'POST' || method === 'PATCH' ? { 'idempotency-key': key } : {},
    )
    // As clients do: a moment later.
    if (answer.status !== 503) return answer
    await sleep(100)
  }
}

test(`${CYCLES} storms on ${INVOICES_OF_A_CYCLE} invoices each, all but the last ended by kill -9: what is stored adds up`, {
  timeout: 3_600_000,
}, async (context) => {
  context.diagnostic(`seed ${seed}`)
  const chance = createChance(seed)
  const invoices: Json[] = []
  for (let cycle = 0; cycle < CYCLES; cycle++) {
    const now = await Promise.all(Array.from({ length: INVOICES_OF_A_CYCLE }, () => newInvoice(chance)))
    invoices.push(...now)
    let is_over = false
    const storms = now.flatMap((invoice) => Array.from({ length: CLIENTS }, () => storm(invoice, chance, () => is_over)))
    if (cycle < CYCLES - 1) {
      await sleep(chance.whole(30, LONGEST_STORM_MS))
      is_over = true
      assert.equal(await server.end('SIGKILL'), 'SIGKILL')
      await Promise.all(storms)
      client.close()
      await start()
    } else await Promise.all(storms)
    for (const again of in_doubt.splice(0)) await again()
    for (const invoice of now) await assertAddsUp(invoice)
  }
  await assertNothingLost(invoices)
  const { stdout } = await runCli(folder.path, 'figures', 'verify', '--json')
  assert.equal(JSON.parse(stdout).is_right, true, stdout)
  assert.equal(server.logged(), '')
  context.diagnostic(JSON.stringify(Object.fromEntries([...counts].sort())))
})

async function newInvoice(chance: Chance): Promise<Json> {
  const due_date = chance.pick(['2020-01-31', '2099-12-31'])
  const body = { customer_id, issue_date: '2020-01-01', due_date, currency: chance.pick(CURRENCIES), ...chance.pick(SHAPES) }
  const { id } = (await call('POST', '/v1/invoices', body)).body.data
  return (await call('PATCH', `/v1/invoices/${id}`, { status: 'sent' })).body.data
}

/** One of several clients that change an invoice until their steps are done, or the server is gone. */
async function storm(invoice: Json, chance: Chance, isOver: () => boolean): Promise<void> {
  for (let step = 0; step < STEPS && !isOver(); step++) {
    const one = await requestOn(invoice, chance).catch(() => undefined)
    if (!one) return
    const send = async () => note(one, await call(one.method, one.path, one.body, one.key))
    const sent = chance.next() < 0.2 ? [send(), send()] : [send()]
    for (const outcome of await Promise.allSettled(sent)) {
      if (outcome.status === 'fulfilled') continue
      if (outcome.reason instanceof assert.AssertionError) throw outcome.reason
      in_doubt.push(send)
    }
  }
}

interface Sent {
  name: string
  method: string
  path: string
  body?: object
  key: string
}

async function requestOn({ id, items, total }: Json, chance: Chance): Promise<Sent | undefined> {
  const key = randomUUID()
  const path = `/v1/invoices/${id}`
  const dice = chance.next()
  const of = (name: string, method: string, more: Partial<Sent>): Sent => ({ name, method, path, key, ...more })
  if (dice < 0.35) {
    const line = chance.pick<Json>(items)
    const some = [{ item_id: line.id, quantity: Math.sign(line.quantity) * chance.pick([0.1, 0.3333, 1]) }]
    const body = { invoice_id: id, items: chance.next() < 0.1 ? undefined : some }
    return of('credit', 'POST', { path: '/v1/credit-notes', body })
  }
  if (dice < 0.55) return of('pay', 'POST', { path: `${path}/payments`, body: { amount: chance.pick([1, total / 4, total]) } })
  if (dice < 0.7) {
    const notes = (await call('GET', `/v1/credit-notes?invoice_id=${id}&limit=100`)).body.data.credit_notes
    if (notes.length === 0) return of('read', 'GET', {})
    const one = chance.pick<Json>(notes)
    const amount = chance.pick([1, one.refund_due])
    return of('refund', 'POST', { path: `/v1/credit-notes/${one.id}/refunds`, body: { amount } })
  }
  if (dice < 0.8) {
    const answer = await call('GET', `${path}/payments?limit=100`)
    const payments = answer.body.data?.payments ?? []
    if (payments.length === 0) return of('read', 'GET', {})
    return of('undo', 'DELETE', { path: `${path}/payments/${chance.pick<Json>(payments).id}` })
  }
  if (dice < 0.97) {
    const status = chance.pick(['draft', 'cancelled', 'paid', 'sent', 'partial', 'overdue'])
    return of(`to ${status}`, 'PATCH', { body: { status } })
  }
  return of('delete', 'DELETE', {})
}

/** What may be answered, and what it tells. */
function note({ name, method, path, body }: Sent, { status, body: answer }: HttpAnswer): void {
  const seen = `${name} ${status} ${answer.code ?? ''}`
  counts.set(seen, (counts.get(seen) ?? 0) + 1)
  const said = `${method} ${path} ${JSON.stringify(body)}: ${status} ${JSON.stringify(answer)}`
  assert.ok(status < 500, said)
  assert.ok(status < 300 || [400, 404, 409].includes(status), said)
  if (status >= 300) return
  if (name === 'credit') made.notes.add(answer.data.id)
  if (name === 'refund') made.refunds.add(answer.data.id)
  if (name === 'pay') made.payments.add(answer.data.id)
  if (name === 'undo') made.undone.add(path.split('/').at(-1)!)
  if (name === 'delete') deleted.add(path.split('/').at(-1)!)
}

/** The figures of an invoice are those of what is recorded on it, and its status is one that they allow. */
async function assertAddsUp({ id, items, currency }: Json): Promise<void> {
  const answer = await call('GET', `/v1/invoices/${id}`)
  const notes = await client.all(`/v1/credit-notes?invoice_id=${id}&company_id=${setup.company_id}`, 'credit_notes')
  if (answer.status === 404) {
    assert.deepEqual([notes, deleted.has(id)], [[], true])
    return
  }
  const invoice = answer.body.data
  const minor = (amount: number) => Math.round(amount * 10 ** currencyDigits(currency))
  const sum = (rows: Json[], field: string) => rows.reduce((total, row) => total + minor(row[field]), 0)
  const payments = await client.all(`/v1/invoices/${id}/payments?company_id=${setup.company_id}`, 'payments')
  const refunds: Json[] = []
  const quantities = new Map<string, number>()
  for (const one of notes) {
    const of_note = await client.all(`/v1/credit-notes/${one.id}/refunds?company_id=${setup.company_id}`, 'refunds')
    assert.equal(minor(one.amount_refunded), sum(of_note, 'amount'), one.id)
    assert.equal(one.refund_due, invoice.refund_due, one.id)
    refunds.push(...of_note)
    const { data } = (await call('GET', `/v1/credit-notes/${one.id}`)).body
    for (const { item_id, quantity } of data.items) quantities.set(item_id, (quantities.get(item_id) ?? 0) + quantity)
  }
  for (const { id: line, quantity } of items) {
    const credited = quantities.get(line) ?? 0
    assert.ok(
      Math.sign(credited) * Math.sign(quantity) >= 0 && Math.abs(credited) <= Math.abs(quantity) + 1e-9,
      `${credited} of ${quantity}`,
    )
  }
  const [total, paid, credited, refunded] = [
    minor(invoice.total),
    sum(payments, 'amount'),
    sum(notes, 'total'),
    sum(refunds, 'amount'),
  ]
  const text = JSON.stringify([invoice, payments, notes, refunds])
  assert.deepEqual([minor(invoice.amount_paid), minor(invoice.amount_credited)], [paid, credited], text)
  assert.ok(credited <= total, text)
  assert.ok(refunded <= Math.max(0, paid + credited - total), `paid back more than was paid beyond: ${text}`)
  assert.equal(minor(invoice.refund_due), Math.max(0, paid + credited - total - refunded), text)
  const open = Math.max(0, total - paid - credited)
  assert.equal(minor(invoice.amount_due), invoice.status === 'cancelled' ? 0 : open, text)
  if (invoice.status === 'paid') assert.equal(open, 0, text)
  if (invoice.status === 'draft') assert.equal(notes.length, 0, text)
}

/** What was acknowledged is there, each change with one event of its kind, and the numbers have no hole. */
async function assertNothingLost(invoices: readonly Json[]): Promise<void> {
  const notes = await client.all(`/v1/credit-notes?company_id=${setup.company_id}`, 'credit_notes')
  const numbers = notes.map(({ credit_note_number }) => Number(credit_note_number.slice(-6))).sort((a, b) => a - b)
  assert.deepEqual(
    numbers,
    Array.from(numbers, (_, index) => index + 1),
  )
  const events = await client.events(setup.company_id)
  const idsOf = (type: string) => events.filter((event) => event.type === type).map(({ data }) => data.id)
  const once = (type: string) => {
    const ids = idsOf(type)
    assert.equal(new Set(ids).size, ids.length, `${type} twice of one`)
    return new Set<string>(ids)
  }
  assert.deepEqual(once('credit_note.created'), new Set(notes.map(({ id }) => id)))
  for (const id of made.notes)
    assert.ok(
      notes.some((one) => one.id === id),
      `${id} was acknowledged`,
    )
  const paid = once('payment.received')
  for (const id of made.payments) assert.ok(paid.has(id), `${id} was acknowledged`)
  const reversed = once('payment.reversed')
  for (const id of made.undone) assert.ok(reversed.has(id), `${id} was undone`)
  const refunded = notes.reduce((count, { amount_refunded }) => count + (amount_refunded > 0 ? 1 : 0), 0)
  assert.ok(idsOf('credit_note.refunded').length >= refunded && idsOf('credit_note.refunded').length >= made.refunds.size)
  for (const { id } of invoices) {
    const last = events.findLast((event) => event.resource_id === id)
    const { status, body } = await call('GET', `/v1/invoices/${id}`)
    if (status === 404) assert.equal(last?.type, 'invoice.deleted')
    else assert.deepEqual(last?.data, body.data, 'the last event has the invoice as it is')
  }
}
