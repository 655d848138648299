// Reminders and thanks, as the service sends them: the clock is moved, the sweep is run as often as time allows.
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { createScriptedMailer, TAKEN } from '../../../test/support/scripted-mailer.ts'
import { START, startTestApp, type TestApp, type TestTenant } from '../../../test/support/test-app.ts'
import { addDays } from '../../kernel/dates.ts'
import type { Attempt } from '../../record/mail/reply.ts'

const LATER: Attempt = { outcome: 'deferred', error: '451 Try again' }
const DAY_MS = 24 * 60 * 60 * 1000
const TODAY = START.slice(0, 10)

let app: TestApp
let tenant: TestTenant
const mailer = createScriptedMailer()

before(async () => {
  app = await startTestApp({ mailer })
  app.jobs.start()
})
after(() => app.close())
beforeEach(async () => {
  await app.jobs.idle()
  mailer.reset()
  app.setClock(START)
  tenant = await app.addTenant('EUR')
})

const call = (method: string, path: string, body?: object) =>
  app.call(method, path, { key: tenant.keys.admin, company: tenant.company_id, ...(body ? { body } : {}) })

async function made(method: string, path: string, body: object) {
  const answer = await call(method, path, body)
  assert.ok(answer.status < 300, `${path}: ${answer.text}`)
  return answer.data
}

const setCompany = (body: object) => made('PATCH', `/v1/companies/${tenant.company_id}`, body)
const remindAfter = (...days: number[]) => setCompany({ reminders: days.map((one) => ({ days: one })) })
const customer = async (body: object = {}): Promise<string> =>
  (await made('POST', '/v1/customers', { name: 'Ada', contact_email: 'ada@example.com', ...body })).id

/** An invoice over 100 that is due today; sent unless another status is wanted. */
async function invoice(customer_id: string, body: object = {}, status = 'sent'): Promise<string> {
  const items = [{ name: 'Work', unit_price: 100 }]
  const { id } = await made('POST', '/v1/invoices', { customer_id, issue_date: '2026-06-01', due_date: TODAY, items, ...body })
  if (status !== 'draft') await made('PATCH', `/v1/invoices/${id}`, { status })
  return id
}

const pay = (id: string, amount: number) => made('POST', `/v1/invoices/${id}/payments`, { amount })

/** Goes to a day, and does what is due there. */
async function on(date: string, time = '12:00:00.000Z') {
  app.setClock(`${date}T${time}`)
  await app.sweep()
  await app.jobs.idle()
}

const mails = async (resource_id: string) => (await app.call('GET', `/v1/emails?resource_id=${resource_id}`, scope())).data.emails
const scope = () => ({ key: tenant.keys.admin, company: tenant.company_id })
const reminded = async (id: string) =>
  (await app.call('GET', `/v1/events?resource_id=${id}&type=invoice.reminded`, scope())).data.events
const kinds = async (id: string) =>
  (await mails(id)).map(({ kind, status }: { kind: string; status: string }) => `${kind} ${status}`)

describe('a reminder (D23)', () => {
  test('goes out once for what is sent or partial, and not for what is paid, a draft, cancelled or paused', async () => {
    await remindAfter(7, 14)
    const ada = await customer()
    const [sent, partial, paid, draft, cancelled, paused] = [
      await invoice(ada),
      await invoice(ada),
      await invoice(ada),
      await invoice(ada, {}, 'draft'),
      await invoice(ada, {}, 'cancelled'),
      await invoice(ada, { reminders_paused: true }),
    ]
    const of_paused = await invoice(await customer({ reminders_paused: true }))
    await pay(partial, 40)
    const day = addDays(TODAY, 7)!
    // A second before.
    app.setClock(`${addDays(TODAY, 6)}T23:59:59.000Z`)
    await pay(paid, 100)
    const beside = await startTestApp({ beside: app, mailer })
    try {
      for (let minute = 0; minute < 10; minute++) {
        const at = `${day}T00:0${minute}:01.000Z`
        app.setClock(at)
        beside.setClock(at)
        await Promise.all([app.sweep(), beside.sweep(), app.sweep()])
      }
    } finally {
      await beside.close()
    }
    await app.jobs.idle()
    for (const id of [sent, partial]) {
      assert.deepEqual(await kinds(id), ['reminder sent'])
      assert.equal((await reminded(id)).length, 1)
    }
    for (const id of [paid, draft, cancelled, paused, of_paused]) {
      assert.deepEqual(await kinds(id), [])
      assert.deepEqual(await reminded(id), [])
    }
    assert.equal(mailer.outgoing.length, 2)
    const of_partial = mailer.outgoing.find(({ text }) => text.includes('€60.00'))!
    const { public_token, invoice_number } = (await call('GET', `/v1/invoices/${partial}`)).data
    assert.ok(of_partial.text.includes(`https://quoin.test/i/${public_token}`))
    assert.equal(of_partial.subject, `Reminder: invoice ${invoice_number} is due`)
    assert.deepEqual(
      of_partial.attachments.map(({ filename }) => filename),
      [`${invoice_number}.pdf`],
    )
    await on(addDays(TODAY, 14)!)
    assert.deepEqual(await kinds(sent), ['reminder sent', 'reminder sent'])
    assert.deepEqual(await kinds(paused), [])
  })

  test('of a day that was down is skipped: only the latest that is due goes out', async () => {
    await remindAfter(-3, 7, 14)
    const id = await invoice(await customer(), { due_date: addDays(TODAY, 10) })
    await on(addDays(TODAY, 7)!)
    await on(addDays(TODAY, 40)!)
    await on(addDays(TODAY, 41)!)
    assert.deepEqual(await kinds(id), ['reminder sent', 'reminder sent'])
    assert.match(mailer.outgoing[0]!.subject, /is due on 25 June 2026$/)
    assert.equal((await reminded(id)).length, 2)
  })

  test('counts from the day on which its step was set, and a change of its words or of others does not move that', async () => {
    const id = await invoice(await customer())
    app.setClock(`${addDays(TODAY, 8)}T12:00:00.000Z`)
    await remindAfter(7, 10)
    await on(addDays(TODAY, 9)!)
    assert.deepEqual(await kinds(id), [])
    await setCompany({ reminders: [{ days: 10, subject: 'Now {number}' }, { days: 9 }] })
    await on(addDays(TODAY, 9)!)
    await on(addDays(TODAY, 11)!)
    assert.deepEqual(
      mailer.outgoing.map(({ subject }) => subject.slice(0, 8)),
      ['Reminder', 'Now INV-'],
    )
    await setCompany({ reminders: [{ days: 7 }] })
    await setCompany({ reminders: [{ days: 9 }, { days: 10 }] })
    await on(addDays(TODAY, 12)!)
    assert.equal(mailer.outgoing.length, 2)
  })

  test('begins with the day of the company', async () => {
    await setCompany({ time_zone: 'Pacific/Auckland', reminders: [{ days: 7 }] })
    const id = await invoice(await customer())
    await on(addDays(TODAY, 6)!, '11:59:00.000Z')
    assert.deepEqual(await kinds(id), [])
    await on(addDays(TODAY, 6)!, '12:00:00.000Z')
    assert.deepEqual(await kinds(id), ['reminder sent'])
  })

  test('has the words of its step, else of the company, else of the language, and answers go to the company (D10)', async () => {
    await setCompany({
      contact_email: 'billing@acme.example',
      mail_texts: { reminder: { subject: 'Own {number}', message: 'Own: {amount}' } },
      reminders: [{ days: 7, subject: 'Step {amount}', message: null }, { days: 14 }],
    })
    await invoice(await customer({ language: 'de' }))
    await on(addDays(TODAY, 7)!)
    await on(addDays(TODAY, 14)!)
    await setCompany({ mail_texts: null, reminders: [{ days: 21 }] })
    await on(addDays(TODAY, 21)!)
    const [step, own, usual] = mailer.outgoing
    assert.deepEqual([step!.subject.startsWith('Step 100,00'), step!.text.startsWith('Own: 100,00')], [true, true])
    assert.match(own!.subject, /^Own INV-/)
    assert.match(usual!.subject, /^Zahlungserinnerung: Rechnung INV-/)
    assert.ok(mailer.outgoing.every(({ reply_to }) => reply_to === 'billing@acme.example'))
  })

  test('is not sent of what credit notes settled (D16)', async () => {
    await remindAfter(7)
    const ada = await customer()
    const [whole, rest] = [await invoice(ada), await invoice(ada)]
    await made('POST', '/v1/credit-notes', { invoice_id: whole })
    await pay(rest, 40)
    const { items } = (await call('GET', `/v1/invoices/${rest}`)).data
    await made('POST', '/v1/credit-notes', { invoice_id: rest, items: [{ item_id: items[0].id, quantity: 0.6 }] })
    await on(addDays(TODAY, 7)!)
    assert.deepEqual([await kinds(whole), await kinds(rest)], [[], []])
  })
})

describe('a queued reminder', () => {
  for (const [what, change, reason] of [
    ['a payment', (id: string) => pay(id, 100), /was paid/],
    ['a part of a payment', (id: string) => pay(id, 10), /amount due has changed/],
    ['a credit note', (id: string) => made('POST', '/v1/credit-notes', { invoice_id: id }), /cancelled/],
    ['a click', (id: string) => made('PATCH', `/v1/invoices/${id}`, { reminders_paused: true }), /paused/],
    ['the deletion of its invoice', (id: string) => call('DELETE', `/v1/invoices/${id}`), /deleted/],
  ] as const) {
    test(`is stopped by ${what}`, async () => {
      await remindAfter(7)
      const id = await invoice(await customer())
      mailer.answer = () => LATER
      await on(addDays(TODAY, 7)!)
      assert.deepEqual(await kinds(id), ['reminder queued'])
      await change(id)
      mailer.reset()
      app.pass(DAY_MS)
      await app.jobs.idle()
      const [mail] = await mails(id)
      assert.deepEqual([mail.status, mailer.outgoing.length], ['cancelled', 0])
      assert.match(mail.last_error, reason)
      const { events } = (await app.call('GET', `/v1/events?resource_id=${mail.id}`, scope())).data
      assert.deepEqual(events, [])
      assert.equal((await call('POST', `/v1/emails/${mail.id}/retry`, {})).status, 409)
      await on(addDays(TODAY, 9)!)
      assert.equal((await mails(id)).length, 1)
    })
  }
})

describe('a reminder that can not be sent', () => {
  test('waits for an address, and is recorded once', async () => {
    await remindAfter(7)
    const ada = await customer({ contact_email: '' })
    const id = await invoice(ada)
    await on(addDays(TODAY, 7)!)
    await on(addDays(TODAY, 8)!)
    assert.deepEqual(await kinds(id), [])
    assert.deepEqual(await reminded(id), [])
    await made('PATCH', `/v1/customers/${ada}`, { contact_email: 'ada@example.com' })
    await on(addDays(TODAY, 9)!)
    assert.deepEqual(await kinds(id), ['reminder sent'])
  })

  test('waits while the company may send no more today', async () => {
    const limited = await startTestApp({ mailer, mail_per_day: 1, beside: app })
    try {
      limited.setClock(START)
      await remindAfter(7)
      const ada = await customer()
      const ids = [await invoice(ada), await invoice(ada)]
      for (const [days, wanted] of [
        [7, 1],
        [8, 2],
      ] as const) {
        limited.setClock(`${addDays(TODAY, days)}T12:00:01.000Z`)
        // The jobs of the other service have its clock, and no limit: they must not sweep.
        await limited.sweep()
        const all = await Promise.all(ids.map(kinds))
        assert.equal(all.flat().length, wanted)
      }
    } finally {
      await limited.close()
    }
  })

  test('waits for a mail server, while it is the latest that is due', async () => {
    const without = await startTestApp({ mailer: null, beside: app })
    try {
      await remindAfter(7, 14)
      const id = await invoice(await customer())
      for (const days of [7, 8, 14]) {
        without.setClock(`${addDays(TODAY, days)}T12:00:00.000Z`)
        await without.sweep()
      }
      await on(addDays(TODAY, 15)!)
      assert.deepEqual(await kinds(id), ['reminder sent'])
      assert.equal((await reminded(id)).length, 1)
    } finally {
      await without.close()
    }
  })
})

describe('thanks', () => {
  test('go out once when a payment pays the invoice, where the company wants it', async () => {
    const ada = await customer()
    const before_setting = await invoice(ada)
    await pay(before_setting, 100)
    await setCompany({ send_thanks: true })
    const [paid, marked, credited] = [await invoice(ada), await invoice(ada), await invoice(ada)]
    await pay(paid, 40)
    await app.jobs.idle()
    assert.deepEqual(await kinds(paid), [])
    const last = await pay(paid, 60)
    await made('PATCH', `/v1/invoices/${marked}`, { status: 'paid' })
    await made('POST', '/v1/credit-notes', { invoice_id: credited })
    await app.jobs.idle()
    assert.deepEqual([await kinds(paid), await kinds(marked)], [['thanks sent'], ['thanks sent']])
    assert.deepEqual([await kinds(before_setting), await kinds(credited)], [[], []])
    // Both are sent side by side: either may be the first.
    assert.equal(mailer.outgoing.filter(({ text }) => /€60\.00/.test(text)).length, 1)
    await call('DELETE', `/v1/invoices/${paid}/payments/${last.id}`)
    await pay(paid, 60)
    await app.jobs.idle()
    assert.deepEqual(await kinds(paid), ['thanks sent'])
  })

  test('are not sent when the payment was undone before', async () => {
    await setCompany({ send_thanks: true })
    const id = await invoice(await customer())
    mailer.answer = () => LATER
    const { id: payment } = await pay(id, 100)
    await app.jobs.idle()
    await call('DELETE', `/v1/invoices/${id}/payments/${payment}`)
    mailer.answer = () => TAKEN
    app.pass(DAY_MS)
    await app.jobs.idle()
    assert.deepEqual(await kinds(id), ['thanks cancelled'])
    await pay(id, 100)
    await app.jobs.idle()
    assert.deepEqual(await kinds(id), ['thanks sent', 'thanks cancelled'])
  })
})
