// Fills a company with invoices, straight into the tables: through the API a hundred thousand of them would take minutes.
import { join } from 'node:path'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import type { CustomersTable, InvoiceStatus, InvoicesTable, LineItemsTable, Tables } from '../server/src/database/tables.ts'
import { type CompanyId, type CustomerId, type InvoiceId, newId, randomToken } from '../server/src/kernel/ids.ts'
import { decimalText, multiplyToMinor, percentOf } from '../server/src/kernel/money.ts'
import { foldText } from '../server/src/kernel/text.ts'

/** What was made, for the requests of the benchmark. */
export interface Seeded {
  customer_ids: CustomerId[]
  /** Spread evenly over all invoices, oldest to newest. */
  invoice_ids: InvoiceId[]
}

export const CURRENCY = 'USD'
export const LINES_PER_INVOICE = 5
const DIGITS = 2
const CUSTOMERS = 1_000
/** Invoices whose ids are handed back at most. */
const SAMPLED_INVOICES = 1_000
const MINUTE_MS = 60_000
const STATUSES: InvoiceStatus[] = ['draft', 'sent', 'viewed', 'paid', 'paid', 'paid', 'paid', 'cancelled']
const SERVICES = [
  'Consulting',
  'Development',
  'Design review',
  'Hosting, monthly',
  'Support hours',
  'Workshop on site',
  'Licence',
]

/**
 * Adds 1,000 customers and `count` invoices of 5 lines, one a minute up to `now_ms`, to a company without any.
 * The database must have its schema, and no server may be running on `data_folder`.
 */
export function seed(data_folder: string, company_id: CompanyId, count: number, now_ms: number): Seeded {
  const database = new DatabaseSync(join(data_folder, 'quoin.db'), { enableForeignKeyConstraints: false })
  // Nothing is at stake yet: one transaction, all in memory until its end.
  database.exec('PRAGMA synchronous = OFF; PRAGMA cache_size = -1000000; BEGIN')
  const insert = inserter(database)
  const first_ms = now_ms - count * MINUTE_MS
  const customers = Array.from({ length: CUSTOMERS }, (_, index) => customerRow(company_id, index, first_ms))
  for (const customer of customers) insert('customers', customer)

  const numbers = new Map<string, number>()
  const counts = new Map<string, number>()
  const invoice_ids: InvoiceId[] = []
  for (let index = 0; index < count; index++) {
    const { invoice, lines } = invoiceRow(customers[index % CUSTOMERS]!, index, first_ms + index * MINUTE_MS, numbers)
    insert('invoices', invoice)
    for (const line of lines) insert('invoice_items', line)
    for (const filter of filtersOf(invoice)) counts.set(filter, (counts.get(filter) ?? 0) + 1)
    if (index % Math.ceil(count / SAMPLED_INVOICES) === 0) invoice_ids.push(invoice.id)
  }
  for (const [filter, count] of counts) insert('list_counts', { company_id, list: 'invoices', filter, count, marks: 0 })
  for (const [year, last_number] of numbers) insert('number_counters', { company_id, kind: 'invoice', year, last_number })
  database.exec('COMMIT')
  database.close()
  return { customer_ids: customers.map(({ id }) => id), invoice_ids }
}

/** Inserts rows as they are typed for Quoin, so that a changed column is noticed here too. Rows of a table have the same columns each time. */
function inserter(database: DatabaseSync) {
  const statements = new Map<keyof Tables, StatementSync>()
  return <T extends keyof Tables>(table: T, row: Tables[T]): void => {
    let statement = statements.get(table)
    if (!statement) {
      const columns = Object.keys(row)
      statement = database.prepare(`INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`)
      statements.set(table, statement)
    }
    statement.run(...(Object.values(row) as SQLInputValue[]))
  }
}

function customerRow(company_id: CompanyId, index: number, created_ms: number): CustomersTable {
  const name = `Customer ${index} GmbH & Co. KG`
  const contact_email = `accounts@customer-${index}.example`
  const created_at = new Date(created_ms).toISOString()
  return {
    company_id,
    id: newId('customer', created_ms),
    name,
    slug: `customer-${index}`,
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
    search_text: foldText(`${name}\n${contact_email}`),
    created_at,
    updated_at: created_at,
    deleted_at: null,
  }
}

function invoiceRow(
  customer: CustomersTable,
  index: number,
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
  const status = STATUSES[index % STATUSES.length]!
  const amount_paid = status === 'paid' ? total : 0
  const invoice: InvoicesTable = {
    company_id,
    id,
    invoice_number: `INV-${year}-${String(number).padStart(6, '0')}`,
    customer_id: customer.id,
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
    tax_id: '',
    tax_amount,
    total,
    amount_paid,
    amount_due: status === 'cancelled' ? 0 : total - amount_paid,
    notes: 'Thank you for your order.',
    payment_terms: 'Payable within 30 days without deduction.',
    public_token: randomToken(32),
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
    subtotal,
    total: subtotal,
  }
}

/** The filters of the invoice list that an invoice is counted under, as in invoices/repository.ts: all, by status, by customer, by both. */
function filtersOf({ status, customer_id }: InvoicesTable): string[] {
  return ['/', `${status}/`, `/${customer_id}`, `${status}/${customer_id}`]
}
