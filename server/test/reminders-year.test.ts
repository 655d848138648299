// A year of reminders against a simple model: invoices come in, are paid in parts, credited, paused and made due again, while the service is down on
// some days, asked several times on others, and the steps change.
import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { pino } from 'pino'
import { reminderUnwanted } from '../src/billing/reminders/remind.ts'
import { createJobRunner, type JobRunner } from '../src/jobs/runner.ts'
import { deliveryOf } from '../src/record/mail/delivery.ts'
import { createChance } from './support/random.ts'
import { createScriptedMailer } from './support/scripted-mailer.ts'
import { startTestApp, type TestApp } from './support/test-app.ts'

const IS_LONG = process.env['QUOIN_TEST_LONG'] !== undefined
const DAYS = IS_LONG ? 365 : 60
const INVOICES_A_DAY = IS_LONG ? 2 : 1
const DAY_MS = 86_400_000
const FIRST_DAY = Date.parse('2026-06-15T00:00:00Z') / DAY_MS

const dateOf = (day: number) => new Date((FIRST_DAY + day) * DAY_MS).toISOString().slice(0, 10)

/** What the model knows of an invoice. Days are counted from the first. */
interface Modelled {
  id: string
  due: number
  issued: number
  open: number
  is_paused: boolean
  payments: string[]
  /** Steps that are over, by their days. */
  over: Set<number>
  /** The amounts that its mails name, in their order. */
  mails: number[]
}

let app: TestApp
/** Sends mails, and does nothing else: that of the service would sweep on the days that are to be down. */
let jobs: JobRunner
const mailer = createScriptedMailer()

beforeEach(async () => {
  mailer.reset()
  app = await startTestApp({ mailer, currency: 'EUR' })
  const delivery = deliveryOf({ mailer, attachmentOf: undefined, clock: app, unwanted: { reminder: reminderUnwanted } })
  jobs = createJobRunner({ database: app.database, clock: app, log: pino({ level: 'silent' }), kinds: [delivery] })
  jobs.start()
})
afterEach(async () => {
  await jobs.stop()
  await app.close()
})

async function call(method: string, path: string, body?: object) {
  const answer = await app.call(method, path, body ? { body } : {})
  assert.ok(answer.status < 300, `${method} ${path}: ${answer.text}`)
  return answer.data
}

for (const seed of IS_LONG ? [1, 2] : [1]) {
  test(`each step of an invoice goes out once at most, never after payment, and after downtime only the latest (seed ${seed})`, async () => {
    const random = createChance(seed)
    const customer = await call('POST', '/v1/customers', { name: 'Ada', contact_email: 'ada@example.com' })
    const invoices: Modelled[] = []
    /** Since which day each step counts. */
    let steps = new Map<number, number>()
    const setSteps = async (days: number[], today: number) => {
      await call('PATCH', `/v1/companies/${app.tenant.company_id}`, { reminders: days.map((one) => ({ days: one })) })
      steps = new Map(days.map((one) => [one, steps.get(one) ?? today]))
    }

    /** Something happens to an invoice. */
    const change = async (invoice: Modelled) => {
      const path = `/v1/invoices/${invoice.id}`
      const what = random.pick(['part', 'rest', 'undo', 'pause', 'credit', 'nothing', 'nothing'])
      if (what === 'part' && invoice.open > 2) {
        invoice.payments.push((await call('POST', `${path}/payments`, { amount: 1 })).id)
        invoice.open -= 1
      } else if (what === 'rest' && invoice.open > 0) {
        invoice.payments.push((await call('POST', `${path}/payments`, { amount: invoice.open })).id)
        invoice.open = 0
      } else if (what === 'undo' && invoice.payments.length > 0) {
        await call('DELETE', `${path}/payments/${invoice.payments.pop()}`)
        invoice.open = (await call('GET', path)).amount_due
      } else if (what === 'pause') {
        invoice.is_paused = !invoice.is_paused
        await call('PATCH', path, { reminders_paused: invoice.is_paused })
      } else if (what === 'credit' && invoice.open === 100) {
        await call('POST', '/v1/credit-notes', { invoice_id: invoice.id })
        invoice.open = 0
      }
    }

    /** What the sweep of a day is to send. */
    const expect = (invoice: Modelled, today: number) => {
      if (invoice.open <= 0 || invoice.is_paused) return
      const due = [...steps].filter(([days, since]) => {
        const day = invoice.due + days
        return day <= today && day >= since && day >= invoice.issued
      })
      if (due.length === 0) return
      const latest = Math.max(...due.map(([days]) => days))
      if (invoice.over.has(latest)) return
      for (const [days] of due) invoice.over.add(days)
      invoice.mails.push(invoice.open)
    }

    app.setClock(`${dateOf(0)}T12:00:00.000Z`)
    await setSteps([-3, 7, 14, 30], 0)
    for (let day = 0; day < DAYS; day++) {
      app.setClock(`${dateOf(day)}T12:00:00.000Z`)
      for (let made = 0; made < INVOICES_A_DAY; made++) {
        const due = day + random.whole(-5, 30)
        const items = [{ name: 'Work', unit_price: 100 }]
        const dates = { issue_date: dateOf(day - 10), due_date: dateOf(due) }
        const { id } = await call('POST', '/v1/invoices', { customer_id: customer.id, items, ...dates })
        await call('PATCH', `/v1/invoices/${id}`, { status: 'sent' })
        invoices.push({ id, due, issued: day, open: 100, is_paused: false, payments: [], over: new Set(), mails: [] })
      }
      if (day % 40 === 39) await setSteps(random.pick([[-3, 7, 21], [0, 14, 30], [7], [-3, 0, 7, 14, 45]]), day)
      for (const invoice of invoices) if (random.whole(0, 9) === 0) await change(invoice)
      // A downtime now and then, of up to three weeks.
      if (day % 30 < random.whole(0, 20)) continue
      for (const invoice of invoices) expect(invoice, day)
      await Promise.all([app.sweep(), app.sweep()])
      await jobs.idle()
    }
    const named: number[] = []
    for (const { id, mails, over } of invoices) {
      const { emails } = await call('GET', `/v1/emails?resource_id=${id}`)
      const others = emails.filter(
        ({ kind, status }: { kind: string; status: string }) => kind !== 'reminder' || status !== 'sent',
      )
      assert.deepEqual(others, [])
      const { events } = await call('GET', `/v1/events?resource_id=${id}&type=invoice.reminded`)
      assert.deepEqual([emails.length, events.length], [mails.length, mails.length], `${id}: ${[...over]}`)
      // Newest first, as the mails are not.
      const amounts = events.map(({ data }: { data: { amount_due: number } }) => data.amount_due).reverse()
      assert.deepEqual(amounts, mails)
      named.push(...mails)
    }
    const sent = mailer.outgoing.map(({ text }) => Number(/Amount: €([\d.]+)/.exec(text)![1]))
    assert.deepEqual(sent.sort(), named.sort())
    assert.ok(named.length > DAYS / 4, `${named.length} mails`)
  })
}
