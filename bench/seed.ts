// The rows of a company with years of business behind it, for either engine: through the API a million invoices would take an hour.

import { NO_DETAILS as NO_CUSTOMER_DETAILS } from '../server/src/billing/customers/customer.ts'
import { customerCreated } from '../server/src/billing/customers/events.ts'
import { customerFigures } from '../server/src/billing/customers/kept-figures.ts'
import { presentCustomer } from '../server/src/billing/customers/schema.ts'
import type { CustomersTable } from '../server/src/billing/customers/table.ts'
import { customerShown, NOT_ISSUED } from '../server/src/billing/documents/customer.ts'
import { NO_DETAILS } from '../server/src/billing/documents/details.ts'
import type { LineItemsTable } from '../server/src/billing/documents/table.ts'
import { reviseTexts } from '../server/src/billing/documents/texts.ts'
import { invoiceCreated } from '../server/src/billing/invoices/events.ts'
import { invoiceFigures } from '../server/src/billing/invoices/kept-figures.ts'
import { presentInvoice } from '../server/src/billing/invoices/schema.ts'
import type { InvoiceStatus, InvoicesTable } from '../server/src/billing/invoices/table.ts'
import { paymentFigures } from '../server/src/billing/payments/kept-figures.ts'
import type { PaymentsTable } from '../server/src/billing/payments/table.ts'
import { type ListKey, TOP } from '../server/src/figures/marks.ts'
import type { Share } from '../server/src/figures/sums.ts'
import type { KeptSumsTable } from '../server/src/figures/table.ts'
import {
  type CompanyId,
  type CustomerId,
  type EventId,
  type InvoiceId,
  newId,
  randomDigits,
  randomToken,
  sortableDigits,
} from '../server/src/kernel/ids.ts'
import { decimalText, multiplyToMinor, percentOf } from '../server/src/kernel/money.ts'
import { slugify } from '../server/src/kernel/slug.ts'
import { foldText } from '../server/src/kernel/text.ts'
import type { EventDraft } from '../server/src/record/events/event-type.ts'
import type { EventsTable } from '../server/src/record/events/table.ts'
import type { Tables } from '../server/src/sql/tables.ts'

/** Takes rows of one table; they have the same columns each time. */
export type Insert = <T extends keyof Tables>(table: T, rows: readonly Tables[T][]) => void

/** The seeded data, for the requests of the benchmark. Samples are spread evenly. */
export interface Seeded {
  customer_ids: CustomerId[]
  invoice_ids: InvoiceId[]
  /** Of invoices that may still be changed, the newest ones. */
  draft_ids: InvoiceId[]
  /** None of them among the newest, so that there are more after each. */
  event_ids: EventId[]
}

export const CURRENCY = 'USD'
export const LINES_PER_INVOICE = 5
const DIGITS = 2
/** A company of a million invoices has 100,000 customers. */
const INVOICES_PER_CUSTOMER = 10
/** The most events: those of the newest invoices. A million of them would double the file without telling more. */
const MOST_EVENTS = 200_000
const HISTORY_MS = 3 * 365 * 24 * 60 * 60 * 1000
/** The share of invoices, the newest ones, that are not all paid or cancelled yet. */
const OPEN_SHARE = 0.05
const SAMPLED_INVOICES = 10_000
const SAMPLED_CUSTOMERS = 1_000
const SAMPLED_DRAFTS = 2_000
const SAMPLED_EVENTS = 1_000
const NEWEST_EVENTS = 100

/** Customers came one after the other, all before the first invoice. */
const CUSTOMER_STEP_MS = 1_000
/** A list with more rows than this has marks; after a split they are this far apart. */
const LONGEST_WITHOUT_MARKS = 4_096
const ROWS_PER_MARK = 2_048

const SETTLED: InvoiceStatus[] = ['paid', 'paid', 'paid', 'paid', 'paid', 'paid', 'paid', 'cancelled']
const OPEN: InvoiceStatus[] = ['draft', 'sent', 'viewed', 'paid']
const SERVICES = [
  'Consulting',
  'Development',
  'Design review',
  'Hosting, monthly',
  'Support hours',
  'Workshop on site',
  'Licence',
]
/** One in ten has letters beyond ASCII, as names do. */
const FAMILIES = [
  ...['Lindqvist', 'Hartmann', 'Moreau', 'Rossi', 'Novak', 'Jensen', 'Okafor', 'Tanaka', 'Silva'],
  ...['Müller', 'Andersson', 'Kowalski', 'Fischer', 'Bennett', 'Murphy', 'Haddad', 'Petrov', 'Castillo', 'Nguyen', 'Sørensen'],
]
const TRADES = ['Logistics', 'Foods', 'Textiles', 'Instruments', 'Printing', 'Energy', 'Furniture', 'Software', 'Travel', 'Glass']
const FORMS = ['GmbH', 'AB', 'Ltd', 'S.A.', 'Inc.']

/**
 * Gives `insert` the rows of a company that has none: `count` invoices of 5 lines over three years up to `now_ms`, a customer for ten of
 * them, a payment for each paid one, the events of the newest, and every counter as Quoin itself would have it.
 */
export function seed(insert: Insert, company_id: CompanyId, count: number, now_ms: number): Seeded {
  const step_ms = HISTORY_MS / count
  const momentOf = (index: number) => Math.floor(now_ms - HISTORY_MS + index * step_ms)
  const events = eventWriter(insert, company_id)
  const customers = Array.from({ length: Math.ceil(count / INVOICES_PER_CUSTOMER) }, (_, index) =>
    customerRow(company_id, index, momentOf(0) - (count - index) * CUSTOMER_STEP_MS),
  )
  const counted = counter(insert, company_id)
  const sums = summer(insert, company_id)
  for (const customer of customers) {
    insert('customers', [customer])
    counted.add('customers', customerFigures.cellsOf(customer), customer)
  }

  const numbers = new Map<string, number>()
  const invoice_ids: InvoiceId[] = []
  const draft_ids: InvoiceId[] = []
  for (let index = 0; index < count; index++) {
    const created_ms = momentOf(index)
    const customer = customers[customerOf(index, customers.length)]!
    const { invoice, lines } = invoiceRow(customer, index, index >= count * (1 - OPEN_SHARE), created_ms, numbers)
    insert('invoices', [invoice])
    insert('invoice_items', lines)
    if (invoice.amount_paid > 0) {
      const payment = paymentRow(invoice, created_ms)
      insert('payments', [payment])
      for (const share of paymentFigures.sharesOf({ ...payment, currency: CURRENCY })) sums.add(share)
    }
    counted.add('invoices', invoiceFigures.cellsOf(invoice), invoice)
    for (const share of invoiceFigures.sharesOf(invoice)) sums.add(share)
    if (index >= count - MOST_EVENTS) {
      const record = { ...invoice, ...customerShown(customer), items: lines }
      events.write(invoiceCreated(presentInvoice(record)), invoice.created_at)
    }
    if (index % Math.ceil(count / SAMPLED_INVOICES) === 0) invoice_ids.push(invoice.id)
    if (invoice.status === 'draft') draft_ids.push(invoice.id)
  }
  const last = customers.at(-1)!
  events.write(customerCreated(presentCustomer(last)), new Date(now_ms).toISOString())

  counted.end()
  sums.end()
  for (const [year, last_number] of numbers) insert('number_counters', [{ company_id, kind: 'invoice', year, last_number }])
  return {
    customer_ids: sample(customers, SAMPLED_CUSTOMERS).map(({ id }) => id),
    invoice_ids,
    draft_ids: draft_ids.slice(-SAMPLED_DRAFTS),
    event_ids: sample(events.end().slice(0, -NEWEST_EVENTS), SAMPLED_EVENTS),
  }
}

/** Counts the rows of lists by filter, oldest first, and marks the long ones, as server/src/figures/marks.ts has it. */
function counter(insert: Insert, company_id: CompanyId) {
  const tallies = new Map<string, { list: string; filter: string; count: number; marks: ListKey[] }>()
  return {
    add(list: string, filters: readonly string[], { created_at, id }: ListKey) {
      for (const filter of filters) {
        const name = `${list} ${filter}`
        let tally = tallies.get(name)
        if (!tally) tallies.set(name, (tally = { list, filter, count: 0, marks: [] }))
        tally.count++
        // A mark is at the newest row of its stretch.
        if (tally.count % ROWS_PER_MARK === 0) tally.marks.push({ created_at, id })
      }
    },
    end() {
      for (const { list, filter, count, marks } of tallies.values()) {
        const is_marked = count > LONGEST_WITHOUT_MARKS
        insert('list_counts', [{ company_id, list, filter, count, marks: is_marked ? marks.length + 1 : 0 }])
        if (!is_marked) continue
        for (const mark of marks) insert('list_marks', [{ company_id, list, filter, ...mark, count: ROWS_PER_MARK }])
        insert('list_marks', [{ company_id, list, filter, ...TOP, count: count % ROWS_PER_MARK }])
      }
    },
  }
}

/** Adds up rows as server/src/figures does. */
function summer(insert: Insert, company_id: CompanyId) {
  const sums = new Map<string, KeptSumsTable>()
  return {
    add(share: Share | undefined) {
      if (!share) return
      const { name, key, amount } = share
      const place = `${name} ${key}`
      let sum = sums.get(place)
      if (!sum) sums.set(place, (sum = { company_id, name, key, count: 0, millions: 0, rest: 0 }))
      sum.count++
      sum.millions += Math.trunc(amount / 1_000_000)
      sum.rest += amount % 1_000_000
    },
    end() {
      for (const sum of sums.values()) insert('kept_sums', [sum])
    },
  }
}

/** A few customers get most of the invoices, scattered among those of the others. */
function customerOf(index: number, customers: number): number {
  const scattered = ((index * 2_654_435_761) % 4_294_967_296) / 4_294_967_296
  return Math.floor(customers * scattered ** 2)
}

function sample<T>(all: readonly T[], most: number): T[] {
  const step = Math.ceil(all.length / most)
  return all.filter((_, index) => index % step === 0)
}

/** Writes events with ids in their order; `end` writes the head and gives the ids. */
function eventWriter(insert: Insert, company_id: CompanyId) {
  const ids: EventId[] = []
  let created_at = ''
  return {
    write(drafts: readonly EventDraft[], at: string) {
      created_at = at
      for (const { of, resource_id, data } of drafts) {
        const id = `evt_${sortableDigits(ids.length + 1, 10)}${randomDigits(16)}` as EventId
        ids.push(id)
        const { type, resource_type } = of
        const about = { resource_type, resource_id, data: JSON.stringify(data), is_test: false }
        const row = { company_id, id, type, created_at, timeline: 0, ...about }
        insert('events', [row satisfies EventsTable])
      }
    },
    end() {
      insert('event_heads', [{ company_id, sequence: ids.length, created_at, timelines: null, kept_from: '' }])
      return ids
    },
  }
}

function customerRow(company_id: CompanyId, index: number, created_ms: number): CustomersTable {
  const created_at = new Date(created_ms).toISOString()
  const family = FAMILIES[index % FAMILIES.length]!
  const trade = TRADES[Math.floor(index / FAMILIES.length) % TRADES.length]!
  const name = `${family} ${trade} ${index} ${FORMS[index % FORMS.length]}`
  const contact_email = `accounts-${index}@${slugify(trade)}.example`
  return {
    company_id,
    id: newId('customer', created_ms),
    name,
    slug: slugify(name),
    contact_email,
    contact_phone: '+49 30 123456',
    country: 'DE',
    city: 'Berlin',
    currency: CURRENCY,
    status: 'active',
    legal_name: name,
    legal_address: 'Unter den Linden 1',
    legal_vat: 'DE123456789',
    zipcode: '10117',
    notes: '',
    ...NO_CUSTOMER_DETAILS,
    search_text: foldText(`${name}\n${contact_email}`),
    created_at,
    updated_at: created_at,
    deleted_at: null,
  }
}

/** The customer's data in an issued document. */
function keptOf({ name, contact_email, ...customer }: CustomersTable, status: string) {
  if (status === 'draft') return NOT_ISSUED
  const { customer_billing } = customerShown({ name, contact_email, ...customer })
  return {
    issued_customer_name: name,
    issued_customer_email: contact_email,
    issued_customer_contact: '',
    issued_billing: JSON.stringify(customer_billing),
    issued_company: null,
  }
}

function invoiceRow(
  customer: CustomersTable,
  index: number,
  is_open: boolean,
  created_ms: number,
  numbers: Map<string, number>,
): { invoice: InvoicesTable; lines: LineItemsTable[] } {
  const { company_id } = customer
  const id = newId('invoice', created_ms)
  const created_at = new Date(created_ms).toISOString()
  const year = created_at.slice(0, 4)
  const number = (numbers.get(year) ?? 0) + 1
  numbers.set(year, number)
  const lines = Array.from({ length: LINES_PER_INVOICE }, (_, place) => lineRow(company_id, id, index, place, created_ms))
  const subtotal = lines.reduce((sum, line) => sum + line.total, 0)
  const has_discount = index % 4 === 0
  const discount_amount = has_discount ? percentOf(subtotal, 5) : 0
  const subtotal_after_discount = subtotal - discount_amount
  const tax_amount = percentOf(subtotal_after_discount, 19)
  const total = subtotal_after_discount + tax_amount
  const statuses = is_open ? OPEN : SETTLED
  const status = statuses[index % statuses.length]!
  const amount_paid = status === 'paid' ? total : 0
  const invoice: InvoicesTable = {
    company_id,
    id,
    invoice_number: `INV-${year}-${String(number).padStart(6, '0')}`,
    customer_id: customer.id,
    ...keptOf(customer, status),
    ...NO_DETAILS,
    status,
    issue_date: created_at.slice(0, 10),
    // Far ahead, so that no invoice becomes overdue while the benchmark runs.
    due_date: '2099-12-31',
    currency: CURRENCY,
    subtotal,
    discount_type: has_discount ? 'percentage' : null,
    discount_value: has_discount ? '5' : null,
    discount_amount,
    subtotal_after_discount,
    tax_rate: '19',
    tax_category: null,
    tax_exemption_reasons: null,
    tax_amount,
    total,
    amount_paid,
    amount_credited: 0,
    amount_refunded: 0,
    amount_due: status === 'cancelled' ? 0 : total - amount_paid,
    reminders_paused: false,
    issued_on: created_at.slice(0, 10),
    recurring_invoice_id: null,
    ...reviseTexts(undefined, {
      notes: 'Thank you for your order.',
      payment_terms: 'Payable within 30 days without deduction.',
    }),
    public_token: randomToken(32),
    document_version: 0,
    created_at,
    updated_at: created_at,
    deleted_at: null,
  }
  return { invoice, lines }
}

function lineRow(
  company_id: CompanyId,
  document_id: InvoiceId,
  index: number,
  place: number,
  created_ms: number,
): LineItemsTable {
  const quantity = ((index + place) % 16) / 2 + 0.5
  const unit_price = (4_000 + ((index * 7 + place * 1_310) % 20_000)) / 100
  const subtotal = multiplyToMinor(quantity, unit_price, DIGITS)
  return {
    company_id,
    document_id,
    sort_order: place,
    id: newId('line_item', created_ms),
    name: SERVICES[(index + place) % SERVICES.length]!,
    description: `Position ${place + 1} of order ${index}`,
    quantity: decimalText(quantity),
    unit: 'hour',
    unit_price: decimalText(unit_price),
    discount_percent: null,
    tax_rate: null,
    tax_category: null,
    subtotal,
    total: subtotal,
  }
}

function paymentRow(invoice: InvoicesTable, created_ms: number): PaymentsTable {
  return {
    company_id: invoice.company_id,
    invoice_id: invoice.id,
    id: newId('payment', created_ms),
    amount: invoice.amount_paid,
    paid_at: invoice.issue_date,
    method: 'bank transfer',
    reference: invoice.invoice_number,
    is_from_status: false,
    created_at: invoice.created_at,
    deleted_at: null,
  }
}
