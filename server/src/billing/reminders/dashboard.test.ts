// What people see of reminders: those of an invoice, and what goes out tomorrow. And what the setting takes.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { fromPage, signedIn } from '../../../test/support/dashboard.ts'
import { createScriptedMailer } from '../../../test/support/scripted-mailer.ts'
import { START, startTestApp, type TestApp } from '../../../test/support/test-app.ts'
import { addDays } from '../../kernel/dates.ts'

const TODAY = START.slice(0, 10)
const day = (days: number) => addDays(TODAY, days)!

let app: TestApp
let cookie: string
const mailer = createScriptedMailer()

before(async () => {
  app = await startTestApp({ mailer, currency: 'EUR' })
  app.jobs.start()
  cookie = (await signedIn(app, 'member')).cookie
})
after(() => app.close())

const see = async (path: string) => {
  const answer = await fromPage(app, cookie, 'GET', `/dashboard/api/${path}`, { company: app.tenant.company_id })
  assert.equal(answer.status, 200, answer.text)
  return answer.data
}
const setReminders = (reminders: unknown) =>
  app.call('PATCH', `/v1/companies/${app.tenant.company_id}`, { company: null, body: { reminders } })
const customer = async (contact_email = 'ada@example.com'): Promise<string> =>
  (await app.call('POST', '/v1/customers', { body: { name: 'Ada', contact_email } })).data.id
async function invoice(customer_id: string, due_date: string, body: object = {}): Promise<string> {
  const items = [{ name: 'Work', unit_price: 100 }]
  const dates = { issue_date: '2026-06-01', due_date }
  const { id } = (await app.call('POST', '/v1/invoices', { body: { customer_id, items, ...dates, ...body } })).data
  await app.call('PATCH', `/v1/invoices/${id}`, { body: { status: 'sent' } })
  return id
}
async function on(date: string) {
  app.setClock(`${date}T12:00:00.000Z`)
  await app.sweep()
  await app.jobs.idle()
}

describe('the setting', () => {
  test('is shown by days, without texts as null, and taken back as it is shown', async () => {
    const set = await setReminders([{ days: 14, message: 'Please' }, { days: -3 }])
    assert.equal(set.status, 200, set.text)
    const shown = [
      { days: -3, subject: null, message: null },
      { days: 14, subject: null, message: 'Please' },
    ]
    assert.deepEqual(set.data.reminders, shown)
    assert.deepEqual((await setReminders(shown)).data.reminders, shown)
    const { data } = await app.call('GET', `/v1/companies/${app.tenant.company_id}`, { company: null })
    const whole = await app.call('PATCH', `/v1/companies/${app.tenant.company_id}`, { company: null, body: data })
    assert.deepEqual(whole.data.reminders, shown)
    assert.deepEqual((await setReminders(null)).data.reminders, [])
  })

  test('400 for days twice, out of range or too many, for blank texts and subjects of several lines', async () => {
    for (const [reminders, param] of [
      [[{ days: 7 }, { days: 7 }], 'reminders[1].days'],
      [[{ days: -31 }], 'reminders[0].days'],
      [[{ days: 366 }], 'reminders[0].days'],
      [[{ days: 1.5 }], 'reminders[0].days'],
      [[{}], 'reminders[0].days'],
      [[{ days: 1, subject: ' ' }], 'reminders[0].subject'],
      [[{ days: 1, subject: 'a\nb' }], 'reminders[0].subject'],
      [[{ days: 1, message: '' }], 'reminders[0].message'],
      [[{ days: 1, since: '2026-01-01' }], 'reminders[0].since'],
      [Array.from({ length: 11 }, (_, days) => ({ days })), 'reminders'],
    ] as const) {
      const { status, body } = await setReminders(reminders)
      assert.deepEqual([status, body.param], [400, param], JSON.stringify(reminders))
    }
  })
})

test('an invoice shows what was sent, what was skipped and why something waits, and what will be due', async () => {
  await setReminders([{ days: 2 }, { days: 4 }, { days: 30 }])
  const [ada, nobody] = [await customer(), await customer('')]
  const [id, waiting, paused] = [
    await invoice(ada, TODAY),
    await invoice(nobody, TODAY),
    await invoice(ada, TODAY, { reminders_paused: true }),
  ]
  const planned = (days: number) => {
    const nothing = { reason: null, email_id: null, email_status: null, recorded_at: null }
    return { days, date: day(days), state: 'planned', amount_due: 100, ...nothing }
  }
  assert.deepEqual(await see(`invoices/${id}/reminders`), { paused_by: null, reminders: [2, 4, 30].map(planned) })
  assert.equal((await see(`invoices/${paused}/reminders`)).paused_by, 'invoice')
  await on(day(5))
  const seen = (await see(`invoices/${id}/reminders`)).reminders
  assert.deepEqual(
    seen.map(({ days, state, email_status }: Record<string, unknown>) => [days, state, email_status]),
    [
      [2, 'skipped', null],
      [4, 'sent', 'sent'],
      [30, 'planned', null],
    ],
  )
  const [, waits] = (await see(`invoices/${waiting}/reminders`)).reminders
  assert.deepEqual([waits.state, waits.reason, waits.recorded_at], ['waiting', 'no_address', `${day(5)}T12:00:00.000Z`])
  await on(day(6))
  assert.equal((await see(`invoices/${waiting}/reminders`)).reminders[1].recorded_at, `${day(5)}T12:00:00.000Z`)
  await app.call('PATCH', `/v1/customers/${ada}`, { body: { reminders_paused: true } })
  assert.equal((await see(`invoices/${id}/reminders`)).paused_by, 'customer')
  await app.call('PATCH', `/v1/invoices/${id}`, { body: { status: 'paid' } })
  assert.equal((await see(`invoices/${id}/reminders`)).reminders.length, 2)
})

test('tomorrow has what will go out then, the longest overdue first, with what stands in its way', async () => {
  app.setClock(START)
  await setReminders([{ days: 10 }, { days: -3 }, { days: 20 }])
  const [ada, nobody] = [await customer(), await customer('')]
  const late = await invoice(ada, day(-9))
  const early = await invoice(nobody, day(4))
  await invoice(ada, day(5))
  await invoice(ada, day(-9), { reminders_paused: true })
  const paid = await invoice(ada, day(-9))
  await app.call('PATCH', `/v1/invoices/${paid}`, { body: { status: 'paid' } })
  const { date, reminders, has_more } = await see('reminders/tomorrow')
  assert.deepEqual([date, has_more], [day(1), false])
  assert.deepEqual(
    reminders.map(({ invoice_id, days, problem, amount_due }: Record<string, unknown>) => [
      invoice_id,
      days,
      problem,
      amount_due,
    ]),
    [
      [late, 10, null, 100],
      [early, -3, 'no_address', 100],
    ],
  )
  const before_sweep = mailer.outgoing.length
  await on(day(1))
  assert.equal(mailer.outgoing.length, before_sweep + 1)
})

test('an export has what was reminded: nothing goes out again where it is imported', async () => {
  app.setClock(START)
  await setReminders([{ days: 7 }])
  const id = await invoice(await customer(), day(0))
  await on(day(7))
  const copy = await startTestApp({ copy_of: app, mailer })
  try {
    copy.setClock(`${day(8)}T12:00:00.000Z`)
    await copy.sweep()
    assert.equal((await copy.call('GET', '/v1/emails', { query: { resource_id: id } })).data.emails.length, 1)
  } finally {
    await copy.close()
  }
})
