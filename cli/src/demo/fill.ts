// Believable sample data: two years of a small agency with two companies, made by the same services that the API uses.
import { type CompanyParts, createCompany, updateCompany } from '../../../server/src/access/companies/service.ts'
import { createUser } from '../../../server/src/access/users/service.ts'
import { createCustomer } from '../../../server/src/billing/customers/service.ts'
import { issuedInvoices } from '../../../server/src/billing/invoices/issued.ts'
import { recordPayment } from '../../../server/src/billing/invoices/payments.ts'
import type { Invoice } from '../../../server/src/billing/invoices/schema.ts'
import { createInvoice, updateInvoice } from '../../../server/src/billing/invoices/service.ts'
import { sweepOverdueInvoices } from '../../../server/src/billing/invoices/sweep.ts'
import { issuedQuotes } from '../../../server/src/billing/quotes/issued.ts'
import { convertQuote, createQuote, updateQuote } from '../../../server/src/billing/quotes/service.ts'
import { sweepExpiredQuotes } from '../../../server/src/billing/quotes/sweep.ts'
import { type Context, createContext } from '../../../server/src/http/context.ts'
import { systemClock } from '../../../server/src/kernel/clock.ts'
import type { CompanyId } from '../../../server/src/kernel/ids.ts'
import { slugify } from '../../../server/src/kernel/slug.ts'
import { type Setup, setUp } from '../../../server/src/operate/first-start.ts'
import { deliveryOf } from '../../../server/src/record/mail/delivery.ts'
import type { MailParts } from '../../../server/src/record/mail/service.ts'
import type { Database } from '../../../server/src/sql/database.ts'
import { LANGUAGE_OF, PRINT, STUDIO } from './companies.ts'
import { planPartlyCredit, planWholeCredit } from './credits.ts'
import { planProjects } from './projects.ts'
import { Random } from './random.ts'
import { makeRecurringInvoices } from './recurring.ts'
import { CUSTOMERS, NOTES, SERVICES, streetOf } from './words.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const INVOICES_PER_COMPANY = 200
const QUOTES_PER_COMPANY = 30
const CUSTOMERS_PER_COMPANY = 20
const HISTORY_DAYS = 730
/** Invoices of the last days, so that every status is there: older ones are paid, overdue or cancelled by now. */
const RECENT_INVOICES = 24
const RECENT_DAYS = 14
const SEED = 2026
/** The companies of the demo have no logos at other addresses. */
const COMPANY_PARTS: CompanyParts = {
  beforeCurrency: async () => {},
  fetchLogo: () => Promise.reject(new Error('There is no logo to fetch')),
}

/** Something that happened at a moment: it gets the context of that moment. */
export interface Happening {
  at_ms: number
  run(context: Context): Promise<unknown>
  /** Whether an invoice comes out of it by the way: a quote converted, time billed. */
  makes_invoice?: boolean
}

/** Fills the database with a new organization; returns what `quoin setup` returns: the key is for the first of its two companies. */
export async function fillWithSamples(database: Database, now_ms: number): Promise<Setup> {
  const random = new Random(SEED)
  const start_ms = now_ms - HISTORY_DAYS * DAY_MS
  const company = { name: 'Moreno Studio', currency: 'EUR', invoice_prefix: 'MS', quote_prefix: 'OF' }
  const setup = await setUp(database, { organization: 'Moreno', company, email: 'ada@moreno.example' }, start_ms)
  const { organization_id, user_id } = setup
  const second = await database.write(async (tx) => {
    for (const [name, email] of [
      ['Ben Ito', 'ben@moreno.example'],
      ['Chiara Rossi', 'chiara@moreno.example'],
    ] as const) {
      await createUser(tx, { organization_id, name, email, role: 'member', now_ms: start_ms })
    }
    return createCompany(tx, { organization_id, name: 'Moreno Print LLC', currency: 'USD', invoice_prefix: 'MP' }, start_ms)
  })
  for (const [index, [company_id, details]] of [[setup.company_id, STUDIO] as const, [second.id, PRINT] as const].entries()) {
    // Days that are late are fractions, moments are whole milliseconds.
    const contextAt = (at_ms: number) =>
      createContext({ database, now_ms: Math.floor(at_ms), organization_id, company_id, user_id, time_zone: details.time_zone })
    await updateCompany(contextAt(start_ms), company_id, details, COMPANY_PARTS)
    const sweep = async (at_ms: number) => {
      await sweepOverdueInvoices(database, at_ms)
      await sweepExpiredQuotes(database, at_ms)
    }
    await fillCompany({ contextAt, sweep, random, start_ms, now_ms, company_id, first_customer: index * CUSTOMERS_PER_COMPANY })
  }
  return setup
}

/** Emails stored as already delivered: nothing is sent, even if a mail server is configured. */
const mail: MailParts = {
  from: 'billing@moreno.example',
  per_day: undefined,
  delivery: deliveryOf({ mailer: undefined, attachmentOf: undefined, clock: systemClock }),
  requireXml: async () => {},
  settled: { outcome: 'sent', refused: [] },
}
const failing_mail: MailParts = {
  ...mail,
  settled: { outcome: 'failed', error: '550 5.1.1 The mailbox does not exist' },
}

interface Filling {
  contextAt(at_ms: number): Context
  /** What a server does at each midnight. */
  sweep(at_ms: number): Promise<void>
  random: Random
  start_ms: number
  now_ms: number
  company_id: CompanyId
  /** Where this company's customers start in the list of sample customers. */
  first_customer: number
}

async function fillCompany(filling: Filling): Promise<void> {
  const customers = await makeCustomers(filling)
  const others = [...planQuotes(filling, customers), ...planProjects(filling, customers)]
  const made_by_the_way = others.filter(({ at_ms, makes_invoice }) => makes_invoice && at_ms <= filling.now_ms).length
  const happenings = [
    ...others,
    ...planInvoices(filling, customers, INVOICES_PER_COMPANY - made_by_the_way),
    ...planMidnights(filling),
  ]
  happenings.sort((a, b) => a.at_ms - b.at_ms)
  // In chronological order, so that numbers count up and events follow each other as in real life.
  for (const { at_ms, run } of happenings) {
    if (at_ms <= filling.now_ms) await run(filling.contextAt(at_ms))
  }
  await makeRecurringInvoices(() => filling.contextAt(filling.now_ms), customers)
}

/** Invoices become overdue and quotes expire on their day, and not all of them at the first start. */
function planMidnights({ sweep, start_ms }: Filling): Happening[] {
  const first_ms = start_ms - (start_ms % DAY_MS)
  return Array.from({ length: HISTORY_DAYS }, (_, day) => {
    const at_ms = first_ms + (day + 1) * DAY_MS
    return { at_ms, run: () => sweep(at_ms) }
  })
}

async function makeCustomers({ contextAt, random, start_ms, first_customer }: Filling): Promise<string[]> {
  const ids: string[] = []
  for (const sample of CUSTOMERS.slice(first_customer, first_customer + CUSTOMERS_PER_COMPANY)) {
    const domain = slugify(sample.name).replaceAll('ł', 'l').replaceAll('ø', 'o')
    const customer = await createCustomer(contextAt(start_ms + ids.length * 60_000), {
      ...sample,
      legal_name: sample.name,
      legal_address: streetOf(sample.country, random.between(1, 120)),
      language: LANGUAGE_OF[sample.country as keyof typeof LANGUAGE_OF] ?? null,
      contact_email: `accounts@${domain}.example`,
      contact_phone: `+1 555 01${random.between(10, 99)}`,
      status: random.happens(0.9) ? 'active' : 'inactive',
    })
    ids.push(customer.id)
  }
  return ids
}

function linesOf(random: Random) {
  return Array.from({ length: random.between(1, 5) }, () => {
    const { name, description, unit, unit_price, quantity } = random.pick(SERVICES)
    const half = unit === 'h' && random.happens(0.3) ? 0.5 : 0
    return { name, description, unit, unit_price, quantity: random.between(...quantity) + half }
  })
}

function contentOf(random: Random, customers: readonly string[]) {
  const discount = random.happens(0.12) ? { discount_type: 'percentage' as const, discount_value: random.pick([3, 5, 10]) } : {}
  const terms = { notes: random.pick(NOTES), payment_terms: 'Payable within 30 days without deduction.' }
  return {
    customer_id: random.pick(customers),
    items: linesOf(random),
    tax_rate: random.pick([0, 7, 19, 19, 19]),
    ...discount,
    ...terms,
  }
}

/** A moment within working hours, somewhere between two days of the history. */
function moment({ random, start_ms }: Filling, from_day: number, to_day: number): number {
  return start_ms + random.between(from_day, to_day) * DAY_MS + random.between(8 * 60, 17 * 60) * 60_000 - (start_ms % DAY_MS)
}

function planInvoices(filling: Filling, customers: readonly string[], count: number): Happening[] {
  const recent = Array.from({ length: RECENT_INVOICES }, (_, index) => {
    const made_ms = moment(filling, HISTORY_DAYS - RECENT_DAYS, HISTORY_DAYS - 4)
    return planInvoice(filling, customers, made_ms, index / RECENT_INVOICES / 3)
  })
  const older = Array.from({ length: count - RECENT_INVOICES }, () =>
    planInvoice(filling, customers, moment(filling, 1, HISTORY_DAYS - RECENT_DAYS), filling.random.next()),
  )
  return [...recent, ...older].flat()
}

/** An invoice and its outcome; `fate` is 0 to 1, higher is better. */
function planInvoice({ random, now_ms }: Filling, customers: readonly string[], made_ms: number, fate: number): Happening[] {
  const content = contentOf(random, customers)
  // Some invoices are paid before they are due, at different times up to now.
  const late_days = Math.min(random.between(3, 45), (0.9 * (now_ms - made_ms)) / DAY_MS)
  let invoice: Invoice
  const later = (days: number, run: (context: Context) => Promise<unknown>): Happening => ({
    at_ms: made_ms + days * DAY_MS,
    run,
  })
  const setStatus = (days: number, status: 'sent' | 'viewed' | 'cancelled' | 'in_review') =>
    later(days, (context) => updateInvoice(context, invoice.id, { status }))
  const pay = (days: number, share: number) =>
    later(days, (context) => {
      const amount = share === 1 ? invoice.total : Math.floor(invoice.total * share)
      return recordPayment(context, invoice.id, { amount, method: random.pick(['bank transfer', 'bank transfer', 'card']) })
    })
  const made: Happening = {
    at_ms: made_ms,
    run: async (context) => {
      invoice = await createInvoice(context, content)
    },
  }
  if (fate < 0.06) return [made]
  const send = (parts: MailParts) => later(0.1, (context) => issuedInvoices.send(context, parts, invoice.id, {}))
  // A customer whose mailbox is gone: the newest of them shows what that looks like.
  if (fate < 0.07) return [made, send(failing_mail)]
  const sent = [made, random.happens(0.8) ? send(mail) : setStatus(0.1, 'sent')]
  if (fate < 0.09) return [...sent, setStatus(5, 'cancelled')]
  if (fate < 0.11) return [...sent, setStatus(2, 'in_review')]
  if (fate < 0.18) return sent
  const scope = { invoice: () => invoice, later, mail }
  if (fate < 0.2) return [...sent, ...planWholeCredit(scope, 3)]
  const seen = [...sent, setStatus(random.between(1, 3), 'viewed')]
  if (fate < 0.24) return seen
  if (fate < 0.32) return [...seen, pay(late_days, 0.5)]
  const paid = [...seen, pay(late_days, 1)]
  if (fate < 0.36) return [...paid, ...planPartlyCredit(scope, late_days + 2)]
  return paid
}

function planQuotes(filling: Filling, customers: readonly string[]): Happening[] {
  return Array.from({ length: QUOTES_PER_COMPANY }, () => {
    const { random } = filling
    const made_ms = moment(filling, 1, HISTORY_DAYS - 1)
    const content = contentOf(random, customers)
    let id: string
    const setStatus = (days: number, status: 'sent' | 'viewed' | 'approved' | 'rejected'): Happening => ({
      at_ms: made_ms + days * DAY_MS,
      run: (context) => updateQuote(context, id, { status }),
    })
    const made: Happening = {
      at_ms: made_ms,
      run: async (context) => {
        id = (await createQuote(context, content)).id
      },
    }
    const sent: Happening = { at_ms: made_ms + 0.1 * DAY_MS, run: (context) => issuedQuotes.send(context, mail, id, {}) }
    const fate = random.next()
    if (fate < 0.1) return [made]
    if (fate < 0.3) return [made, sent]
    if (fate < 0.45) return [made, sent, setStatus(9, 'rejected')]
    const approved = [made, sent, setStatus(2, 'viewed'), setStatus(6, 'approved')]
    if (fate < 0.6) return approved
    return [
      ...approved,
      { at_ms: made_ms + 8 * DAY_MS, run: (context: Context) => convertQuote(context, id, {}), makes_invoice: true },
    ]
  }).flat()
}
