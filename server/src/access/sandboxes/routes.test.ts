import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { noPdfTools, pdfText } from '../../../test/support/pdf.ts'
import { visit } from '../../../test/support/public-pages.ts'
import { createScriptedMailer } from '../../../test/support/scripted-mailer.ts'
import { ScriptedSender } from '../../../test/support/scripted-sender.ts'
import { START, startTestApp, type TestApp } from '../../../test/support/test-app.ts'
import type { CompanyId, JobId } from '../../kernel/ids.ts'
import { findCompanyRow, saveCompany } from '../companies/repository.ts'
import { createCompany } from '../companies/service.ts'
import { MOST_AHEAD_MS } from '../companies/time.ts'
import { advanceOf } from './advance.ts'
import { nextMidnight, nextStop, targetOf } from './sandbox.ts'

const mailer = createScriptedMailer()
const sender = new ScriptedSender()
let app: TestApp
let company: string
let customer_id: string

before(async () => {
  app = await startTestApp({ mailer, sender })
  app.jobs.start()
  await app.dispatcher.start()
})
after(() => app.close())

beforeEach(async () => {
  mailer.reset()
  sender.answer = () => 200
  const { organization_id } = app.tenant
  const made = await app.database.write((tx) =>
    createCompany(tx, { organization_id, name: 'Trial', is_sandbox: true }, app.now_ms()),
  )
  company = made.id
  customer_id = (await call('POST', '/v1/customers', { name: 'C', contact_email: 'c@customer.example' })).data.id
})

const call = (method: string, path: string, body?: object) => app.call(method, path, { company, body })
const clock = async () => (await call('GET', '/v1/sandbox')).data
const moved = async (body: object) => {
  const answer = await call('POST', '/v1/sandbox/advance', body)
  assert.equal(answer.status, 202, answer.text)
  await app.jobs.idle()
  return clock()
}
const issued = async (due_date: string) => {
  const body = { customer_id, due_date, items: [{ name: 'x', unit_price: 5 }] }
  const { id } = (await call('POST', '/v1/invoices', body)).data
  return (await call('PATCH', `/v1/invoices/${id}`, { status: 'sent' })).data
}
const eventsOf = async (resource_id: string) => {
  const { data } = await app.call('GET', '/v1/events', { company, query: { resource_id, limit: '100' } })
  return data.events.reverse() as { type: string; created_at: string }[]
}

describe('the clock of a sandbox', () => {
  test('shows the real time until it is moved, and every change since has its time', async () => {
    assert.deepEqual(await clock(), { company_id: company, now: START, today: '2026-06-15', advancing_to: null, mail_to: [] })
    const there = await moved({ days: 40 })
    assert.deepEqual([there.now, there.today, there.advancing_to], ['2026-07-25T10:00:00.000Z', '2026-07-25', null])
    const made = (await call('POST', '/v1/invoices', { customer_id })).data
    assert.deepEqual([made.issue_date, made.created_at], ['2026-07-25', '2026-07-25T10:00:00.000Z'])
    assert.equal((await eventsOf(made.id))[0]!.created_at, '2026-07-25T10:00:00.000Z')
    const real = (await app.call('POST', '/v1/customers', { body: { name: 'R' } })).data
    assert.equal(real.created_at, START)
  })

  test('passes every midnight of the company: each invoice is overdue on its day, in their order', async () => {
    await app.call('PATCH', `/v1/companies/${company}`, { company: null, body: { time_zone: 'Pacific/Auckland' } })
    const late = await issued('2026-06-20')
    const early = await issued('2026-06-17')
    await moved({ to: '2026-06-30T00:00:00+12:00' })
    const entered = await Promise.all([early, late].map(async ({ id }) => (await eventsOf(id)).at(-1)!))
    assert.deepEqual(
      entered.map(({ type, created_at }) => [type, created_at]),
      [
        ['invoice.overdue', '2026-06-17T12:00:00.000Z'],
        ['invoice.overdue', '2026-06-20T12:00:00.000Z'],
      ],
    )
  })

  test('leaves other companies alone, however far it is', async () => {
    const { data } = await app.call('POST', '/v1/customers', { body: { name: 'Real' } })
    const body = { customer_id: data.id, due_date: '2026-06-20', items: [{ name: 'x', unit_price: 5 }] }
    const real = (await app.call('POST', '/v1/invoices', { body })).data
    await app.call('PATCH', `/v1/invoices/${real.id}`, { body: { status: 'sent' } })
    await moved({ days: 366 })
    await app.sweep()
    assert.equal((await app.call('GET', `/v1/invoices/${real.id}`)).data.status, 'sent')
  })

  test('is looked at by the sweep of each quarter too', async () => {
    await moved({ days: 30 })
    const { id } = await issued('2026-07-10')
    await app.sweep()
    assert.equal((await call('GET', `/v1/invoices/${id}`)).data.status, 'overdue')
  })

  test('goes forward only, by at most 366 days, and not twice at once; nothing is changed', async () => {
    for (const [body, param] of [
      [{}, 'days'],
      [{ days: 1, to: '2027-01-01' }, 'days'],
      [{ days: 0 }, 'days'],
      [{ days: 367 }, 'days'],
      [{ days: 1.5 }, 'days'],
      [{ to: 'tomorrow' }, 'to'],
      [{ to: '2026-02-30' }, 'to'],
      [{ to: '2026-06-15T10:00:00Z' }, 'to'],
      [{ to: '2026-06-15' }, 'to'],
      [{ to: '2027-07-01' }, 'to'],
      [{ to: '2026-07-01T10:00:00' }, 'to'],
    ] as const) {
      const answer = await call('POST', '/v1/sandbox/advance', body)
      assert.deepEqual([answer.status, answer.body.param], [400, param], JSON.stringify(body))
    }
    const both = await Promise.all([1, 2].map(() => call('POST', '/v1/sandbox/advance', { days: 1 })))
    const [taken, refused] = both.sort((a, b) => a.status - b.status)
    assert.deepEqual(
      [taken!.status, taken!.data.now, refused!.status, refused!.body.code],
      [202, START, 409, 'sandbox_advancing'],
    )
    await app.jobs.idle()
    assert.equal((await clock()).now, '2026-06-16T10:00:00.000Z')
  })

  test('is not stopped by a sweep that fails: the others run, and the run names the fault', async () => {
    const days: string[] = []
    const sweeps = [() => Promise.reject(new Error('This sweep fails')), async () => void days.push((await clock()).today)]
    const job = advanceOf({ clock: { now_ms: () => app.now_ms() }, sweeps, waits: [] })
    assert.ok('run' in job)
    const id = company as CompanyId
    await app.database.write(async (tx) => {
      const row = (await findCompanyRow(tx, id))!
      saveCompany(tx, { ...row, sandbox_advances_to: '2026-06-18T10:00:00.000Z' })
    })
    const { signal } = new AbortController()
    const run = { id: 'job_1' as JobId, company_id: id, payload: null, attempt: 1, now_ms: app.now_ms() }
    const result = await job.run({ ...run, database: app.database, signal })
    assert.deepEqual(result, { stops: 5, faults: ['This sweep fails'] })
    assert.deepEqual(days, ['2026-06-15', '2026-06-16', '2026-06-17', '2026-06-18', '2026-06-18'])
    const there = await clock()
    assert.deepEqual([there.now, there.advancing_to], ['2026-06-18T10:00:00.000Z', null])
  })

  test('409 not_a_sandbox for any other company, which can not become one', async () => {
    for (const [method, path, body] of [
      ['GET', '/v1/sandbox', undefined],
      ['PATCH', '/v1/sandbox', { mail_to: [] }],
      ['POST', '/v1/sandbox/advance', { days: 1 }],
    ] as const) {
      const answer = await app.call(method, path, { body })
      assert.deepEqual([answer.status, answer.body.code], [409, 'not_a_sandbox'])
    }
    const details = `/v1/companies/${app.tenant.company_id}`
    const answer = await app.call('PATCH', details, { company: null, body: { is_sandbox: true } })
    assert.deepEqual([answer.status, answer.body.code], [400, 'parameter_read_only'])
  })
})

test('409 sandbox_limit_reached for the 51st sandbox of an organization', async () => {
  const { organization_id } = await app.addTenant()
  const make = (is_sandbox: boolean) =>
    app.database.write((tx) => createCompany(tx, { organization_id, name: 'S', is_sandbox }, app.now_ms()))
  for (let sandboxes = 0; sandboxes < 50; sandboxes++) await make(true)
  await assert.rejects(make(true), { message: 'An organization has at most 50 sandboxes' })
  await make(false)
})

describe('mails of a sandbox', () => {
  const send = async (to: string[], cc: string[] = []) => {
    const { id } = await issued('2026-12-31')
    const { data } = await call('POST', `/v1/invoices/${id}/send`, { to, cc, attach: [] })
    await app.jobs.idle()
    return (await call('GET', `/v1/emails/${data.id}`)).data
  }

  test('go to the addresses in mail_to only; all count as sent', async () => {
    assert.equal((await send(['c@customer.example'])).status, 'sent')
    assert.deepEqual(mailer.outgoing, [])
    const told = await call('PATCH', '/v1/sandbox', { mail_to: ['Dev@Moreno.example '] })
    assert.deepEqual(told.data.mail_to, ['Dev@Moreno.example'])
    const mail = await send(['c@customer.example', 'dev@moreno.example'], ['other@customer.example'])
    assert.equal(mail.status, 'sent')
    assert.deepEqual(
      mailer.outgoing.map(({ to, cc }) => [to, cc]),
      [[['dev@moreno.example'], []]],
    )
  })

  test('are tried again at the times of its clock', async () => {
    await call('PATCH', '/v1/sandbox', { mail_to: ['dev@moreno.example'] })
    mailer.answer = () => ({ outcome: 'deferred', error: '451 later' })
    const mail = await send(['dev@moreno.example'])
    assert.deepEqual([mail.status, mail.attempts], ['queued', 1])
    await moved({ days: 3 })
    const { status, attempts } = (await call('GET', `/v1/emails/${mail.id}`)).data
    assert.equal(status, 'failed')
    assert.ok(attempts > 5, String(attempts))
  })

  test('are limited by the time of the machine, where they leave the server', async () => {
    const limited = await startTestApp({ mailer, is_sandbox: true, mail_per_day: 2 })
    limited.jobs.start()
    const customer = await limited.call('POST', '/v1/customers', { body: { name: 'A', contact_email: 'a@example.com' } })
    const items = [{ name: 'x', unit_price: 5 }]
    const { data } = await limited.call('POST', '/v1/invoices', { body: { customer_id: customer.data.id, items } })
    const sendOne = async () => {
      const answer = await limited.call('POST', `/v1/invoices/${data.id}/send`, { body: { attach: [] } })
      await limited.jobs.idle()
      return answer.status
    }
    const advance = async () => {
      assert.equal((await limited.call('POST', '/v1/sandbox/advance', { body: { days: 3 } })).status, 202)
      await limited.jobs.idle()
    }
    await advance()
    for (let mails = 0; mails < 3; mails++) assert.equal(await sendOne(), 202, 'nobody outside receives these')
    await limited.call('PATCH', '/v1/sandbox', { body: { mail_to: ['a@example.com'] } })
    assert.equal(await sendOne(), 429)
    await advance()
    assert.equal(await sendOne(), 429, 'a moved clock does not make room')
    limited.pass(24 * 60 * 60 * 1000)
    assert.equal(await sendOne(), 202)
    await limited.close()
  })

  test('400 for what is no address', async () => {
    const answer = await call('PATCH', '/v1/sandbox', { mail_to: ['a@b.example', 'nobody'] })
    assert.deepEqual([answer.status, answer.body.param], [400, 'mail_to[1]'])
  })
})

test('documents of a sandbox say that they are samples: in the PDF, on the page, in the e-invoice', {
  skip: noPdfTools,
}, async () => {
  const bank = { iban: 'DE02120300000000202051', country: 'DE', legal_vat: 'DE123456789' }
  await app.call('PATCH', `/v1/companies/${company}`, { company: null, body: bank })
  await call('PATCH', `/v1/customers/${customer_id}`, { country: 'DE' })
  const { id, public_token } = await issued('2026-12-31')
  const pdf = await call('GET', `/v1/invoices/${id}/pdf`)
  // The word stands at an angle, which ends lines of the extracted text.
  assert.match(pdfText(pdf.bytes), /S\s*a\s*m\s*p\s*l\s*e/)
  const page = await visit(app, `/i/${public_token}`)
  assert.match(page.body, /class="badge warn">Sample</)
  const xml = await app.call('GET', `/v1/invoices/${id}/xml`, { company, query: { format: 'ubl' } })
  assert.match(xml.text, /<cbc:Note>Sample<\/cbc:Note>/)
})

describe('webhooks of a sandbox', () => {
  test('are tried again on the way, until the endpoint is given up on the fifth day', async () => {
    const made = await call('POST', '/v1/webhook-endpoints', { url: 'http://127.0.0.1:9/sandbox', enabled_events: ['*'] })
    const path = `/v1/webhook-endpoints/${made.data.id}`
    sender.answer = () => 500
    const first = await issued('2026-12-31')
    await moved({ days: 4 })
    const { deliveries } = (await call('GET', `${path}/deliveries`)).data
    assert.deepEqual([...new Set(deliveries.map(({ status }: { status: string }) => status))], ['failed'])
    assert.equal((await call('GET', path)).data.status, 'enabled')
    await call('PATCH', `/v1/invoices/${first.id}`, { notes: 'again' })
    await moved({ days: 2 })
    const endpoint = (await call('GET', path)).data
    assert.deepEqual([endpoint.status, endpoint.disabled_reason], ['disabled', 'failing'])
  })
})

describe('where a clock goes next', () => {
  const at = (text: string) => Date.parse(text)

  test('is the start of the next day, in any zone, over changed clocks and skipped days', () => {
    for (const [zone, now, next] of [
      ['UTC', '2026-06-15T10:00:00Z', '2026-06-16T00:00:00Z'],
      ['UTC', '2026-06-16T00:00:00Z', '2026-06-17T00:00:00Z'],
      ['Europe/Berlin', '2026-03-28T23:00:00Z', '2026-03-29T22:00:00Z'],
      ['America/Santiago', '2026-09-05T12:00:00Z', '2026-09-06T04:00:00Z'],
      ['Pacific/Apia', '2011-12-29T12:00:00Z', '2011-12-30T10:00:00Z'],
    ] as const) {
      assert.equal(nextMidnight(zone, at(now)), at(next), zone)
    }
  })

  test('is what is due, where that is sooner, and never beyond the target', () => {
    const now = at('2026-06-15T10:00:00Z')
    const target = at('2026-06-15T20:00:00Z')
    assert.equal(nextStop({ time_zone: 'UTC' }, now, target, undefined), target)
    assert.equal(nextStop({ time_zone: 'UTC' }, now, target, 5_000.4), now + 5_001)
    assert.equal(nextStop({ time_zone: 'UTC' }, now, target + 1e9, undefined), at('2026-06-16T00:00:00Z'))
    const tokyo = { time_zone: 'Asia/Tokyo', clock_ahead_ms: 0 }
    assert.equal(targetOf({ to: '2026-06-16' }, tokyo, now), at('2026-06-15T15:00:00Z'))
    const ahead = { ...tokyo, clock_ahead_ms: MOST_AHEAD_MS - 24 * 60 * 60 * 1000 }
    assert.equal(targetOf({ days: 1 }, ahead, now), now + MOST_AHEAD_MS)
    assert.throws(() => targetOf({ days: 2 }, ahead, now), /at most ten years ahead/)
  })
})
