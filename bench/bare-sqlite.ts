// The plain limit on SQLite: the cost of the same answers with only node:http and node:sqlite, written in the obvious way.
//
// It gives the same bodies as Quoin, byte for byte: prepared statements, rows as objects, JSON.stringify. It leaves out what a real service
// can't: it validates nothing, computes with floating point, and has no audit log, events or idempotency. Writes are durable; each commits
// separately, or with the flag `group-commit` all those of a turn of the event loop together.
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { type BareHandlers, type BareOptions, type Reply, serveBare } from './bare-http.ts'
import { type CreateBody, draftBare, numberText } from './bare-invoice.ts'

type Row = Record<string, SQLInputValue>

/** The columns of an invoice's customer; `c` is the customer. */
const CUSTOMER_SHOWN = `c.name AS customer_name, c.contact_email AS customer_email, c.legal_name, c.legal_address, c.zipcode, c.city,
  c.country, c.legal_vat`

serveBare(open)

function open({ database: path, company_id, flags }: BareOptions): BareHandlers {
  const database = new DatabaseSync(path)
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA cache_size = -32000; PRAGMA foreign_keys = ON')
  const statements = prepare(database)
  const waiting: { work: () => string; status: number; reply: Reply }[] = []

  const write = (work: () => string, status: number, reply: Reply) => {
    waiting.push({ work, status, reply })
    if (!flags.has('group-commit')) commit()
    else if (waiting.length === 1) setImmediate(commit)
  }
  const commit = () => {
    const group = waiting.splice(0)
    database.exec('BEGIN IMMEDIATE')
    const answers = group.map(({ work }) => work())
    database.exec('COMMIT')
    group.forEach(({ status, reply }, index) => {
      reply(status, answers[index]!)
    })
  }

  const findInvoice = (id: string): string => {
    const row = statements.findInvoice.get(company_id, id) as Row
    return JSON.stringify({ data: full(row, statements.listItems.all(company_id, id) as Row[]) })
  }

  const insertInvoice = (body: CreateBody): string => {
    const now_ms = Date.now()
    const { invoice, items } = draftBare(company_id, body, now_ms, new Date(now_ms).toISOString())
    const year = body.issue_date.slice(0, 4)
    const { last_number } = statements.takeNumber.get(company_id, year) as { last_number: number }
    const customer = statements.findCustomer.get(company_id, body.customer_id) as Row
    invoice.invoice_number = numberText(year, last_number)
    statements.insertInvoice.run(invoice)
    for (const item of items) statements.insertItem.run(item)
    statements.countInvoice.run(company_id)
    const row = { ...invoice, discount_type: null, discount_value: null, issued_billing: null, ...customer }
    return JSON.stringify({ data: full(row, items) })
  }

  return {
    getInvoice: (id, reply) => reply(200, findInvoice(id)),
    listInvoices(query, reply) {
      const status = query.get('status') ?? ''
      const customer_id = query.get('customer_id') ?? ''
      const limit = Number(query.get('limit'))
      const offset = Number(query.get('offset'))
      const found = statements.findTotal.get(company_id, 'invoices', `${customer_id}${status && `/${status}`}`)
      const rows = status
        ? statements.listOfStatus.all(company_id, status, limit, offset)
        : customer_id
          ? statements.listOfCustomer.all(company_id, customer_id, limit, offset)
          : statements.listInvoices.all(company_id, limit, offset)
      const pagination = { total: found?.['count'] ?? 0, limit, offset }
      reply(200, JSON.stringify({ data: { invoices: (rows as Row[]).map(summary), pagination } }))
    },
    searchCustomers(query, reply) {
      const pattern = `%${query.get('search')}%`
      const limit = Number(query.get('limit'))
      const offset = Number(query.get('offset'))
      const rows = statements.searchCustomers.all(company_id, pattern, limit, offset) as Row[]
      const total = statements.countCustomers.get(company_id, pattern)?.['count']
      reply(200, JSON.stringify({ data: { customers: rows.map(customer), pagination: { total, limit, offset } } }))
    },
    pollEvents(query, reply) {
      const limit = Number(query.get('limit'))
      const rows = statements.listEvents.all(company_id, query.get('ending_before'), limit + 1) as Row[]
      const has_more = rows.length > limit
      const shown = rows.slice(0, limit).reverse()
      const pagination = { limit, has_more, next_cursor: has_more ? shown[0]!['id'] : null }
      reply(200, `{"data":{"events":[${shown.map(eventText).join(',')}],"pagination":${JSON.stringify(pagination)}}}`)
    },
    createInvoice: (text, reply) => write(() => insertInvoice(JSON.parse(text) as CreateBody), 201, reply),
    updateInvoice(id, text, reply) {
      const { notes } = JSON.parse(text) as { notes: string }
      const work = () => {
        statements.saveNotes.run(notes, new Date().toISOString(), company_id, id)
        return findInvoice(id)
      }
      write(work, 200, reply)
    },
  }
}

function prepare(database: DatabaseSync) {
  const invoices = `SELECT i.*, ${CUSTOMER_SHOWN} FROM invoices i
    JOIN customers c ON c.company_id = i.company_id AND c.id = i.customer_id WHERE i.company_id = ? AND i.deleted_at IS NULL`
  const newest_first = 'ORDER BY i.created_at DESC, i.id DESC LIMIT ? OFFSET ?'
  return {
    findInvoice: database.prepare(`${invoices} AND i.id = ?`),
    listItems: database.prepare('SELECT * FROM invoice_items WHERE company_id = ? AND document_id = ? ORDER BY sort_order'),
    listInvoices: database.prepare(`${invoices} ${newest_first}`),
    listOfStatus: database.prepare(`${invoices} AND i.status = ? ${newest_first}`),
    listOfCustomer: database.prepare(`${invoices} AND i.customer_id = ? ${newest_first}`),
    findTotal: database.prepare('SELECT count FROM list_counts WHERE company_id = ? AND list = ? AND filter = ?'),
    searchCustomers: database.prepare(`SELECT * FROM customers WHERE company_id = ? AND deleted_at IS NULL AND search_text LIKE ?
      ORDER BY created_at DESC, id DESC LIMIT ? OFFSET ?`),
    countCustomers: database.prepare(`SELECT count(*) AS count FROM customers
      WHERE company_id = ? AND deleted_at IS NULL AND search_text LIKE ?`),
    listEvents: database.prepare('SELECT * FROM events WHERE company_id = ? AND id > ? ORDER BY id LIMIT ?'),
    findCustomer: database.prepare(`SELECT ${CUSTOMER_SHOWN} FROM customers c WHERE company_id = ? AND id = ?`),
    takeNumber: database.prepare(`INSERT INTO number_counters (company_id, kind, year, last_number) VALUES (?, 'invoice', ?, 1)
      ON CONFLICT DO UPDATE SET last_number = last_number + 1 RETURNING last_number`),
    countInvoice:
      database.prepare(`INSERT INTO list_counts (company_id, list, filter, count, marks) VALUES (?, 'invoices', '', 1, 0)
      ON CONFLICT DO UPDATE SET count = count + 1`),
    insertInvoice:
      database.prepare(`INSERT INTO invoices (company_id, id, invoice_number, customer_id, status, issue_date, due_date,
      currency, subtotal, discount_amount, subtotal_after_discount, tax_rate, tax_id, tax_amount, total, amount_paid, amount_due, notes,
      payment_terms, purchase_order, buyer_reference, public_token, created_at, updated_at)
      VALUES ($company_id, $id, $invoice_number, $customer_id, $status, $issue_date, $due_date, $currency, $subtotal, $discount_amount,
      $subtotal_after_discount, $tax_rate, $tax_id, $tax_amount, $total, $amount_paid, $amount_due, $notes, $payment_terms,
      $purchase_order, $buyer_reference, $public_token, $created_at, $updated_at)`),
    insertItem:
      database.prepare(`INSERT INTO invoice_items (company_id, document_id, sort_order, id, name, description, quantity, unit,
      unit_price, subtotal, total) VALUES ($company_id, $document_id, $sort_order, $id, $name, $description, $quantity, $unit,
      $unit_price, $subtotal, $total)`),
    saveNotes: database.prepare('UPDATE invoices SET notes = ?, updated_at = ? WHERE company_id = ? AND id = ?'),
  }
}

/** An invoice in a list; the order of the fields is Quoin's. */
function summary(row: Row) {
  return {
    id: row['id'],
    invoice_number: row['invoice_number'],
    customer_id: row['customer_id'],
    status: row['status'],
    issue_date: row['issue_date'],
    due_date: row['due_date'],
    subtotal: amount(row['subtotal']),
    discount_type: row['discount_type'] ?? 'percentage',
    discount_value: Number(row['discount_value'] ?? 0),
    discount_amount: amount(row['discount_amount']),
    subtotal_after_discount: amount(row['subtotal_after_discount']),
    tax_rate: Number(row['tax_rate']),
    tax_amount: amount(row['tax_amount']),
    total: amount(row['total']),
    amount_paid: amount(row['amount_paid']),
    amount_credited: 0,
    amount_due: amount(row['amount_due']),
    refund_due: 0,
    currency: row['currency'],
    notes: row['notes'],
    payment_terms: row['payment_terms'],
    purchase_order: row['purchase_order'],
    buyer_reference: row['buyer_reference'],
    service_from: row['service_from'] ?? null,
    service_to: row['service_to'] ?? null,
    language: row['language'] ?? 'en',
    external_id: row['external_id'] ?? null,
    document_version: row['document_version'] ?? 0,
    created_at: row['created_at'],
    updated_at: row['updated_at'],
    customer: { id: row['customer_id'], name: row['customer_name'], contact_email: row['customer_email'] },
    reminders_paused: false,
    recurring_invoice_id: null,
  }
}

function full(row: Row, items: Row[]) {
  const shown = summary(row)
  const customer = { ...shown.customer, billing: billing(row) }
  const metadata = JSON.parse((row['metadata'] as string | undefined) ?? '{}')
  // No line here has a tax of its own.
  const group = {
    tax_category: shown.tax_rate === 0 ? 'zero' : 'standard',
    tax_rate: shown.tax_rate,
    taxable_amount: shown.subtotal_after_discount,
    tax_amount: shown.tax_amount,
  }
  const tax = { tax_category: null, tax_exemption_reasons: null, tax_breakdown: [group] }
  return { ...shown, customer, ...tax, metadata, public_token: row['public_token'], items: items.map(lineItem) }
}

/** The billing stored when the invoice was issued, else that of the customer now. */
function billing(row: Row): unknown {
  if (row['issued_billing'] !== null) return JSON.parse(row['issued_billing'] as string)
  return {
    legal_name: row['legal_name'],
    address: row['legal_address'],
    zipcode: row['zipcode'],
    city: row['city'],
    country: row['country'],
    vat_id: row['legal_vat'],
  }
}

function lineItem(row: Row) {
  return {
    id: row['id'],
    item_name: row['name'],
    description: row['description'],
    quantity: Number(row['quantity']),
    unit: row['unit'],
    unit_price: Number(row['unit_price']),
    discount_percent: null,
    tax_rate: null,
    tax_category: null,
    subtotal: amount(row['subtotal']),
    total: amount(row['total']),
    sort_order: row['sort_order'],
  }
}

function customer(row: Row) {
  const { company_id, notes, search_text, deleted_at, created_at, updated_at, metadata, ...columns } = row
  const { default_tax_rate: rate, default_tax_category, default_payment_days, buyer_reference, ...rest } = columns
  const { electronic_address, electronic_address_scheme, external_id, reminders_paused: paused, ...shown } = rest
  const cc_emails = JSON.parse(shown['cc_emails'] as string)
  const defaults = { default_tax_rate: rate === null ? null : Number(rate), default_tax_category, default_payment_days }
  const addresses = { buyer_reference, electronic_address, electronic_address_scheme, external_id }
  return { ...shown, cc_emails, ...defaults, ...addresses, reminders_paused: paused === 1, created_at, updated_at }
}

/** The stored data is JSON text already. */
function eventText(row: Row): string {
  const { id, type, created_at, resource_type, resource_id, company_id, data } = row
  const head = JSON.stringify({ id, type, created_at, resource_type, resource_id, company_id })
  return `${head.slice(0, -1)},"data":${data},"test":${row['is_test'] === 1}}`
}

/** From cents. */
function amount(minor: SQLInputValue | undefined): number {
  return (minor as number) / 100
}
