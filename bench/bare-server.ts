// The bare limit that Quoin is measured against: what the same answers cost with node:http and node:sqlite alone.
//
//   node bench/bare-server.ts --data-dir FOLDER --api-key KEY [--group-commit]
//
// It runs on a copy of Quoin's database and gives the same bodies, to the byte: one invoice, a list, a durable create. It has prepared
// statements and JSON.stringify, and leaves out what a real service can't: it compares the key as a string, validates nothing, computes
// with floating point, and keeps no audit log, events or idempotency. Creates commit one by one, or with --group-commit all those of a turn.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { parseArgs } from 'node:util'
import { newId, randomToken } from '../server/src/kernel/ids.ts'

type Row = Record<string, SQLInputValue>
interface Line {
  name: string
  description: string
  quantity: number
  unit: string
  unit_price: number
}
interface CreateBody {
  customer_id: string
  issue_date: string
  due_date: string
  notes: string
  payment_terms: string
  tax_rate: number
  items: Line[]
}

const { values: options } = parseArgs({
  options: {
    'data-dir': { type: 'string' },
    'api-key': { type: 'string' },
    'group-commit': { type: 'boolean', default: false },
  },
})
const authorization = `Bearer ${options['api-key']}`
const database = new DatabaseSync(join(options['data-dir'] ?? '.', 'quoin.db'))
database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA cache_size = -32000; PRAGMA foreign_keys = ON')

const INVOICE = `SELECT i.*, c.name AS customer_name, c.contact_email AS customer_email FROM invoices i
  JOIN customers c ON c.company_id = i.company_id AND c.id = i.customer_id`
const findInvoice = database.prepare(`${INVOICE} WHERE i.company_id = ? AND i.id = ? AND i.deleted_at IS NULL`)
const listInvoices = database.prepare(`${INVOICE} WHERE i.company_id = ? AND i.deleted_at IS NULL
  ORDER BY i.created_at DESC, i.id DESC LIMIT ? OFFSET ?`)
const findTotal = database.prepare(`SELECT count FROM list_counts WHERE company_id = ? AND list = 'invoices' AND filter = '/'`)
const findCustomer = database.prepare('SELECT name, contact_email FROM customers WHERE company_id = ? AND id = ?')
const listItems = database.prepare('SELECT * FROM invoice_items WHERE company_id = ? AND document_id = ? ORDER BY sort_order')
const takeNumber = database.prepare(`INSERT INTO number_counters (company_id, kind, year, last_number) VALUES (?, 'invoice', ?, 1)
  ON CONFLICT DO UPDATE SET last_number = last_number + 1 RETURNING last_number`)
const countInvoice = database.prepare(`INSERT INTO list_counts (company_id, list, filter, count) VALUES (?, 'invoices', '/', 1)
  ON CONFLICT DO UPDATE SET count = count + 1`)
const insertInvoice =
  database.prepare(`INSERT INTO invoices (company_id, id, invoice_number, customer_id, status, issue_date, due_date,
  currency, subtotal, discount_amount, subtotal_after_discount, tax_rate, tax_id, tax_amount, total, amount_paid, amount_due, notes,
  payment_terms, public_token, created_at, updated_at)
  VALUES ($company_id, $id, $invoice_number, $customer_id, $status, $issue_date, $due_date, $currency, $subtotal, $discount_amount,
  $subtotal_after_discount, $tax_rate, $tax_id, $tax_amount, $total, $amount_paid, $amount_due, $notes, $payment_terms, $public_token,
  $created_at, $updated_at)`)
const insertItem =
  database.prepare(`INSERT INTO invoice_items (company_id, document_id, sort_order, id, name, description, quantity, unit,
  unit_price, subtotal, total) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`)

const server = createServer((request, response) => {
  if (request.headers.authorization !== authorization) return send(response, 401, '{"error":"Invalid API key"}')
  const [path, query] = request.url!.split('?') as [string, string]
  const parameters = new URLSearchParams(query)
  const company_id = parameters.get('company_id')!
  if (request.method === 'POST') return readBody(request, (body) => create(response, company_id, JSON.parse(body) as CreateBody))
  if (path === '/v1/invoices') {
    return send(response, 200, list(company_id, Number(parameters.get('limit')), Number(parameters.get('offset'))))
  }
  return send(response, 200, getOne(company_id, path.slice('/v1/invoices/'.length)))
})

server.listen(0, '127.0.0.1', () =>
  console.log(`The bare limit is ready at http://127.0.0.1:${(server.address() as AddressInfo).port}`),
)
process.once('SIGTERM', () => {
  server.close(() => database.close())
  server.closeAllConnections()
})

function getOne(company_id: string, id: string): string {
  const row = findInvoice.get(company_id, id) as Row
  return JSON.stringify({ data: full(row, listItems.all(company_id, id) as Row[]) })
}

function list(company_id: string, limit: number, offset: number): string {
  const invoices = (listInvoices.all(company_id, limit, offset) as Row[]).map(summary)
  const total = findTotal.get(company_id)?.['count'] ?? 0
  return JSON.stringify({ data: { invoices, pagination: { total, limit, offset } } })
}

const waiting: { response: ServerResponse; company_id: string; body: CreateBody }[] = []

function create(response: ServerResponse, company_id: string, body: CreateBody): void {
  waiting.push({ response, company_id, body })
  if (!options['group-commit']) commitWaiting()
  else if (waiting.length === 1) setImmediate(commitWaiting)
}

function commitWaiting(): void {
  database.exec('BEGIN IMMEDIATE')
  const answers = waiting.map(({ company_id, body }) => insert(company_id, body))
  database.exec('COMMIT')
  waiting.splice(0).forEach(({ response }, index) => {
    send(response, 201, answers[index]!)
  })
}

function insert(company_id: string, body: CreateBody): string {
  const now_ms = Date.now()
  const now = new Date(now_ms).toISOString()
  const year = body.issue_date.slice(0, 4)
  const number = takeNumber.get(company_id, year) as { last_number: number }
  const customer = findCustomer.get(company_id, body.customer_id) as Row
  const items = body.items.map((line, sort_order) => {
    const subtotal = Math.round(line.quantity * line.unit_price * 100)
    return { ...line, sort_order, id: newId('line_item', now_ms), subtotal, total: subtotal }
  })
  const subtotal = items.reduce((sum, item) => sum + item.total, 0)
  const tax_amount = Math.round((subtotal * body.tax_rate) / 100)
  const total = subtotal + tax_amount
  const row: Row = {
    company_id,
    id: newId('invoice', now_ms),
    invoice_number: `INV-${year}-${String(number.last_number).padStart(6, '0')}`,
    customer_id: body.customer_id,
    status: 'draft',
    issue_date: body.issue_date,
    due_date: body.due_date,
    currency: 'USD',
    subtotal,
    discount_amount: 0,
    subtotal_after_discount: subtotal,
    tax_rate: String(body.tax_rate),
    tax_id: '',
    tax_amount,
    total,
    amount_paid: 0,
    amount_due: total,
    notes: body.notes,
    payment_terms: body.payment_terms,
    public_token: randomToken(32),
    created_at: now,
    updated_at: now,
  }
  insertInvoice.run(row)
  for (const item of items) {
    const { sort_order, id, name, description, quantity, unit, unit_price, subtotal, total } = item
    insertItem.run(
      company_id,
      row['id']!,
      sort_order,
      id,
      name,
      description,
      String(quantity),
      unit,
      String(unit_price),
      subtotal,
      total,
    )
  }
  countInvoice.run(company_id)
  const shown = {
    ...row,
    discount_type: null,
    discount_value: null,
    customer_name: customer['name']!,
    customer_email: customer['contact_email']!,
  }
  return JSON.stringify({ data: full(shown, items) })
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
    discount_type: row['discount_type'],
    discount_value: Number(row['discount_value'] ?? 0),
    discount_amount: amount(row['discount_amount']),
    subtotal_after_discount: amount(row['subtotal_after_discount']),
    tax_rate: Number(row['tax_rate']),
    tax_amount: amount(row['tax_amount']),
    total: amount(row['total']),
    amount_paid: amount(row['amount_paid']),
    amount_due: amount(row['amount_due']),
    currency: row['currency'],
    notes: row['notes'],
    payment_terms: row['payment_terms'],
    created_at: row['created_at'],
    updated_at: row['updated_at'],
    customer: { id: row['customer_id'], name: row['customer_name'], contact_email: row['customer_email'] },
  }
}

function full(row: Row, items: Row[]) {
  return { ...summary(row), public_token: row['public_token'], items: items.map(lineItem) }
}

function lineItem(row: Row) {
  return {
    id: row['id'],
    item_name: row['name'],
    description: row['description'],
    quantity: Number(row['quantity']),
    unit: row['unit'],
    unit_price: Number(row['unit_price']),
    subtotal: amount(row['subtotal']),
    total: amount(row['total']),
    sort_order: row['sort_order'],
  }
}

/** From cents. */
function amount(minor: SQLInputValue | undefined): number {
  return (minor as number) / 100
}

function readBody(request: IncomingMessage, use: (body: string) => void): void {
  let body = ''
  request.setEncoding('utf8')
  request.on('data', (chunk: string) => {
    body += chunk
  })
  request.on('end', () => use(body))
}

function send(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, { 'Content-Type': 'application/json; charset=utf-8', 'Content-Length': Buffer.byteLength(body) })
  response.end(body)
}
