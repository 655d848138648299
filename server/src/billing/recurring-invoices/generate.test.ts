// What recurring invoices make: on the real service, with a clock that is moved.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type Logger, pino } from 'pino'
import { createScriptedMailer } from '../../../test/support/scripted-mailer.ts'
import { startTestApp, type TestApp, type TestTenant } from '../../../test/support/test-app.ts'

const PATH = '/v1/recurring-invoices'
const items = [{ name: 'Hosting {month} {year}', unit_price: 100 }]

let app: TestApp
let scope: { key: string; company: string }
let tenant: TestTenant
let customer_id: string
const lines: { msg: string; recurring_invoice_id?: string }[] = []
const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(JSON.parse(line)) }) as Logger

before(async () => {
  app = await startTestApp({ currency: 'EUR', mailer: createScriptedMailer(), log })
})
after(() => app.close())

/** A company of its own, on a day at noon in UTC. */
async function begin(day: string, company: object = {}): Promise<void> {
  app.setClock(`${day}T12:00:00.000Z`)
  tenant = await app.addTenant('EUR')
  scope = { key: tenant.keys.admin, company: tenant.company_id }
  if (Object.keys(company).length > 0) await call('PATCH', `/v1/companies/${tenant.company_id}`, company)
  customer_id = (await call('POST', '/v1/customers', { name: 'Ada {month}', contact_email: 'ada@example.com' })).data.id
}

async function call(method: string, path: string, body?: object) {
  const answer = await app.call(method, path, { ...scope, ...(body && { body }) })
  assert.ok(answer.status < 300, `${method} ${path}: ${answer.text}`)
  return answer
}
const plan = async (body: object = {}): Promise<string> =>
  (await call('POST', PATH, { customer_id, frequency: 'monthly', items, ...body })).data.id
const get = async (id: string) => (await call('GET', `${PATH}/${id}`)).data
const madeBy = async (id: string) => (await call('GET', `${PATH}/${id}/invoices?limit=100`)).data.invoices.toReversed()
const datesOf = async (id: string) => (await madeBy(id)).map(({ issue_date }: { issue_date: string }) => issue_date)
const eventsOf = async (id: string): Promise<string[]> =>
  (await call('GET', `/v1/events?resource_id=${id}`)).data.events.map(({ type }: { type: string }) => type)

async function sweepOn(day: string, time = '12:00:00.000Z'): Promise<void> {
  app.setClock(`${day}T${time}`)
  await app.sweep()
}

describe('a period', () => {
  test('makes a draft with the defaults of that day, by the same transaction that moves the date', async () => {
    await begin('2026-01-30', { language: 'de', default_tax_rate: 19, default_payment_days: 14, default_notes: 'Bis {month}' })
    const id = await plan({ start_date: '2026-01-31', payment_terms: 'Für {period}', metadata: { contract: 7 } })
    await app.sweep()
    assert.deepEqual(await madeBy(id), [])
    await sweepOn('2026-01-31')
    const [summary] = await madeBy(id)
    assert.equal(summary.recurring_invoice_id, id)
    const invoice = (await call('GET', `/v1/invoices/${summary.id}`)).data
    assert.equal(invoice.recurring_invoice_id, id)
    assert.deepEqual(
      [invoice.status, invoice.issue_date, invoice.due_date, invoice.language, invoice.total, invoice.invoice_number],
      ['draft', '2026-01-31', '2026-02-14', 'de', 119, 'INV-2026-000001'],
    )
    assert.equal(invoice.items[0].item_name, 'Hosting Januar 2026')
    // Texts of customer and company are theirs.
    assert.deepEqual([invoice.customer.name, invoice.notes], ['Ada {month}', 'Bis {month}'])
    assert.equal(invoice.payment_terms, 'Für 31.01. – 27.02.2026')
    assert.deepEqual(invoice.metadata, { contract: 7 })
    const { next_date, invoices_count, last_error } = await get(id)
    assert.deepEqual([next_date, invoices_count, last_error], ['2026-02-28', 1, null])
    assert.deepEqual(await eventsOf(id), ['recurring_invoice.created'])
    assert.deepEqual(await eventsOf(invoice.id), ['invoice.created'])
    await app.sweep()
    assert.equal((await madeBy(id)).length, 1)
  })

  test('has the prices that the plan has then: a change counts from the next period on', async () => {
    await begin('2026-03-01')
    const id = await plan({ start_date: '2026-03-01' })
    await app.sweep()
    await call('PATCH', `${PATH}/${id}`, { items: [{ name: 'Hosting', unit_price: 120 }] })
    await sweepOn('2026-04-01')
    assert.deepEqual(
      (await madeBy(id)).map(({ total }: { total: number }) => total),
      [100, 120],
    )
  })

  test('may be changed by no one: the invoice says for ever what made it', async () => {
    await begin('2026-03-01')
    const id = await plan({ start_date: '2026-03-01' })
    await app.sweep()
    const [invoice] = await madeBy(id)
    const refused = await app.call('PATCH', `/v1/invoices/${invoice.id}`, { ...scope, body: { recurring_invoice_id: null } })
    assert.deepEqual([refused.status, refused.body.code], [400, 'parameter_read_only'])
    await call('DELETE', `${PATH}/${id}`)
    assert.equal((await call('GET', `/v1/invoices/${invoice.id}`)).data.recurring_invoice_id, id)
  })
})

describe('days without a server', () => {
  test('are caught up in order, at most 12 invoices at once', async () => {
    await begin('2027-02-28')
    const id = await plan({ start_date: '2025-01-31' })
    await app.sweep()
    const made = await madeBy(id)
    assert.equal(made.length, 12)
    assert.deepEqual((await get(id)).next_date, '2026-01-31')
    await app.sweep()
    await app.sweep()
    const all = await madeBy(id)
    assert.equal(all.length, 26)
    assert.deepEqual([all[1].issue_date, all[2].issue_date, all[25].issue_date], ['2025-02-28', '2025-03-31', '2027-02-28'])
    const of_2026 = all.filter(({ issue_date }: { issue_date: string }) => issue_date.startsWith('2026'))
    assert.deepEqual(
      of_2026.map(({ invoice_number }: { invoice_number: string }) => Number(invoice_number.slice(-6))),
      [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
    )
  })

  test('of a pause are skipped', async () => {
    await begin('2026-01-31')
    const id = await plan({ start_date: '2026-01-31' })
    await app.sweep()
    await call('PATCH', `${PATH}/${id}`, { status: 'paused' })
    await sweepOn('2026-05-15')
    assert.equal((await madeBy(id)).length, 1)
    assert.equal((await call('PATCH', `${PATH}/${id}`, { status: 'active' })).data.next_date, '2026-05-31')
    await sweepOn('2026-06-30')
    assert.deepEqual(await datesOf(id), ['2026-01-31', '2026-05-31', '2026-06-30'])
  })
})

describe('an end', () => {
  test('by count comes with the last invoice, and its event', async () => {
    await begin('2026-01-31')
    const id = await plan({ start_date: '2026-01-31', occurrences: 2 })
    await sweepOn('2026-12-31')
    assert.deepEqual(await datesOf(id), ['2026-01-31', '2026-02-28'])
    const { status, next_date, invoices_count } = await get(id)
    assert.deepEqual([status, next_date, invoices_count], ['ended', null, 2])
    assert.deepEqual(await eventsOf(id), ['recurring_invoice.ended', 'recurring_invoice.created'])
  })

  test('by date includes that day', async () => {
    await begin('2026-01-31')
    const id = await plan({ start_date: '2026-01-31', end_date: '2026-03-31' })
    await sweepOn('2026-12-31')
    assert.deepEqual(await datesOf(id), ['2026-01-31', '2026-02-28', '2026-03-31'])
    assert.equal((await get(id)).status, 'ended')
  })
})

// D22 of the collected faults of others.
describe("the company's midnight", () => {
  test('makes one invoice, whatever the zone becomes, and in two processes', async () => {
    await begin('2026-05-26', { time_zone: 'Europe/Paris' })
    const second = await startTestApp({ beside: app, currency: 'EUR' })
    try {
      const id = await plan({ frequency: 'weekly', start_date: '2026-05-26' })
      await app.sweep()
      const expect = async () => {
        const { next_date } = await get(id)
        assert.deepEqual([await datesOf(id), next_date], [['2026-05-26', '2026-06-02'], '2026-06-09'])
      }
      const sweepBoth = async (moment: string) => {
        for (const one of [app, second]) one.setClock(moment)
        await Promise.all([app.sweep(), second.sweep(), app.sweep(), second.sweep()])
      }
      await sweepBoth('2026-06-01T21:59:59.000Z')
      assert.deepEqual(await datesOf(id), ['2026-05-26'])
      await sweepBoth('2026-06-02T20:00:00.000Z')
      await expect()
      await sweepBoth('2026-06-02T23:00:00.000Z')
      await expect()
      for (const time_zone of ['Pacific/Apia', 'America/Los_Angeles']) {
        await call('PATCH', `/v1/companies/${tenant.company_id}`, { time_zone })
        await sweepBoth('2026-06-02T23:00:00.000Z')
        await expect()
      }
    } finally {
      await second.close()
    }
  })

  test('is where the company is, over the end of summer time too', async () => {
    await begin('2026-10-25', { time_zone: 'America/New_York' })
    const id = await plan({ frequency: 'weekly', start_date: '2026-10-25' })
    await app.sweep()
    for (const [moment, count] of [
      ['2026-11-01T03:59:59.000Z', 1],
      ['2026-11-01T04:00:00.000Z', 2],
      ['2026-11-01T05:30:00.000Z', 2],
      ['2026-11-01T06:30:00.000Z', 2],
      ['2026-11-02T04:59:59.000Z', 2],
      ['2026-11-08T04:59:59.000Z', 2],
      ['2026-11-08T05:00:00.000Z', 3],
    ] as const) {
      app.setClock(moment)
      await app.sweep()
      assert.equal((await datesOf(id)).length, count, moment)
    }
    assert.equal((await get(id)).next_date, '2026-11-15')
  })
})

describe('sending by itself', () => {
  const emails = async (id: string) => (await call('GET', `/v1/emails?resource_id=${id}`)).data.emails

  test('issues the invoice and queues its mail', async () => {
    await begin('2026-01-31')
    const id = await plan({ start_date: '2026-01-31', auto_send: true })
    await app.sweep()
    const [invoice] = await madeBy(id)
    assert.equal(invoice.status, 'sent')
    assert.deepEqual(await eventsOf(invoice.id), ['invoice.sent', 'invoice.updated', 'invoice.created'])
    const [email, ...others] = await emails(invoice.id)
    assert.deepEqual([others.length, email.status, email.to], [0, 'queued', ['ada@example.com']])
  })

  test('leaves a draft where there is no address, says so, and goes on; others are not held up', async () => {
    await begin('2026-01-31')
    const silent = (await call('POST', '/v1/customers', { name: 'Silent' })).data.id
    const id = await plan({ start_date: '2026-01-31', auto_send: true, customer_id: silent })
    const other = await plan({ start_date: '2026-01-31', auto_send: true })
    await app.sweep()
    const [invoice] = await madeBy(id)
    assert.equal(invoice.status, 'draft')
    assert.deepEqual(await emails(invoice.id), [])
    const { last_error, next_date } = await get(id)
    assert.match(
      last_error,
      new RegExp(`^${invoice.invoice_number} was not sent and is a draft: The customer has no contact_email`),
    )
    assert.equal(next_date, '2026-02-28')
    assert.equal((await madeBy(other))[0].status, 'sent')
    assert.deepEqual(await eventsOf(id), ['recurring_invoice.updated', 'recurring_invoice.created'])
    await call('PATCH', `/v1/customers/${silent}`, { contact_email: 'silent@example.com' })
    await sweepOn('2026-02-28')
    assert.equal((await get(id)).last_error, null)
    assert.equal((await madeBy(id))[1].status, 'sent')
    const numbers = (await call('GET', '/v1/invoices?sort=created_at')).data.invoices.map(
      ({ invoice_number }: { invoice_number: string }) => Number(invoice_number.slice(-6)),
    )
    assert.deepEqual(numbers.toSorted(), [1, 2, 3, 4], 'a sending that was refused used up no number')
  })

  test('leaves drafts where no mail server is configured, and where the day has no mail left', async () => {
    for (const [options, expected] of [
      [{ mailer: null }, /No mail server is configured/],
      [{ mailer: createScriptedMailer(), mail_per_day: 1 }, /has sent 1 emails within 24 hours/],
    ] as const) {
      const one = await startTestApp({ currency: 'EUR', ...options })
      try {
        const customer = (await one.call('POST', '/v1/customers', { body: { name: 'C', contact_email: 'c@example.com' } })).data
          .id
        const body = { customer_id: customer, frequency: 'weekly', start_date: '2026-06-01', auto_send: true, items }
        const { id } = (await one.call('POST', PATH, { body })).data
        await one.sweep()
        const { invoices } = (await one.call('GET', `${PATH}/${id}/invoices`)).data
        const statuses = invoices.map(({ status }: { status: string }) => status).toReversed()
        assert.deepEqual(statuses, options.mailer === null ? ['draft', 'draft', 'draft'] : ['sent', 'draft', 'draft'])
        assert.match((await one.call('GET', `${PATH}/${id}`)).data.last_error, expected)
      } finally {
        await one.close()
      }
    }
  })

  test('does not send an invoice with nothing on it', async () => {
    await begin('2026-01-31')
    const id = await plan({ start_date: '2026-01-31', auto_send: true, items: [] })
    await app.sweep()
    assert.equal((await madeBy(id))[0].status, 'draft')
    assert.match((await get(id)).last_error, /nothing to bill/)
  })
})

describe('an invoice that can not be made', () => {
  test('keeps its date, says why, is logged once, and is made once it can be', async () => {
    await begin('2026-01-31')
    const id = await plan({
      start_date: '2026-01-31',
      items: [{ name: 'L', unit_price: 1, tax_category: 'standard' }],
      tax_rate: null,
    })
      .then(() => assert.fail('a line of the standard category has a rate'))
      .catch(async () => {
        await call('PATCH', `/v1/companies/${tenant.company_id}`, { default_tax_rate: 19 })
        return plan({ start_date: '2026-01-31', items: [{ name: 'L', unit_price: 1, tax_category: 'standard' }] })
      })
    await call('PATCH', `/v1/companies/${tenant.company_id}`, { default_tax_rate: 0 })
    assert.equal((await get(id)).estimate, null)
    const other = await plan({ start_date: '2026-01-31' })
    lines.length = 0
    await app.sweep()
    await sweepOn('2026-02-28')
    const { last_error, next_date, status, invoices_count } = await get(id)
    assert.deepEqual([next_date, status, invoices_count], ['2026-01-31', 'active', 0])
    assert.match(last_error, /standard/)
    assert.deepEqual(
      lines.filter(({ recurring_invoice_id }) => recurring_invoice_id === id).map(({ msg }) => msg),
      [last_error],
    )
    assert.deepEqual(await eventsOf(id), ['recurring_invoice.updated', 'recurring_invoice.created'])
    assert.equal((await madeBy(other)).length, 2)
    // The user can stop it, but can't change it into another plan that can't be made either.
    await call('PATCH', `${PATH}/${id}`, { status: 'paused' })
    await call('PATCH', `${PATH}/${id}`, { start_date: '2026-01-31', status: 'paused' })
    assert.equal((await app.call('PATCH', `${PATH}/${id}`, { ...scope, body: { notes: 'N' } })).status, 400)
    await call('PATCH', `/v1/companies/${tenant.company_id}`, { default_tax_rate: 19 })
    await call('PATCH', `${PATH}/${id}`, { status: 'active' })
    await app.sweep()
    assert.deepEqual(await datesOf(id), ['2026-02-28'])
    assert.equal((await get(id)).last_error, null)
  })
})

describe('a fixed fee plus hours', () => {
  test('bills the time of the project before the date where the company is, on the same invoice', async () => {
    await begin('2026-03-01', { time_zone: 'America/New_York' })
    const project_id = (await call('POST', '/v1/projects', { title: 'Support', customer_id, hourly_rate: 90 })).data.id
    const task_id = (await call('POST', `/v1/projects/${project_id}/tasks`, { title: 'Calls' })).data.id
    const record = async (start_time: string) =>
      (await call('POST', `/v1/projects/${project_id}/time-entries`, { task_id, start_time, duration_minutes: 60 })).data.id
    const before = await record('2026-04-01T03:59:00Z')
    const after = await record('2026-04-01T04:00:00Z')
    const id = await plan({ start_date: '2026-04-01', project_id, include_unbilled_time: true })
    await sweepOn('2026-04-01')
    const [summary] = await madeBy(id)
    const invoice = (await call('GET', `/v1/invoices/${summary.id}`)).data
    assert.deepEqual(
      invoice.items.map(({ item_name, total }: { item_name: string; total: number }) => [item_name, total]),
      [
        ['Hosting April 2026', 100],
        ['Calls', 90],
      ],
    )
    const entry = async (one: string) => (await call('GET', `/v1/projects/${project_id}/time-entries/${one}`)).data
    assert.deepEqual([(await entry(before)).invoice_id, (await entry(after)).invoice_id], [invoice.id, null])
    await sweepOn('2026-05-01')
    assert.equal((await entry(after)).invoice_id, (await madeBy(id))[1].id)
    await call('DELETE', `/v1/invoices/${invoice.id}`)
    assert.equal((await entry(before)).invoice_id, null)
    await sweepOn('2026-06-01')
    assert.equal((await entry(before)).invoice_id, (await madeBy(id))[1].id)
  })

  test('is not made while the company has another currency than it says', async () => {
    await begin('2026-04-01')
    const project_id = (await call('POST', '/v1/projects', { title: 'Support', customer_id, hourly_rate: 90 })).data.id
    const id = await plan({ start_date: '2026-04-01', project_id, include_unbilled_time: true, currency: 'EUR' })
    await call('PATCH', `/v1/companies/${tenant.company_id}`, { currency: 'USD' })
    await app.sweep()
    assert.deepEqual(await datesOf(id), [])
    assert.match((await get(id)).last_error, /^Recorded time is billed in USD/)
    await call('PATCH', `/v1/companies/${tenant.company_id}`, { currency: 'EUR' })
    await app.sweep()
    assert.deepEqual(await datesOf(id), ['2026-04-01'])
  })
})
