// The bare limit on PostgreSQL: the same answers as fast as node:http and `pg` give them on Quoin's tables.
//
// Statements are prepared and pipelined: all statements of a request are sent at once, behind those of others on the connection. Rows come
// as arrays and become text. Creates and changes that wait during a commit share the next one, with as many rows per statement as there
// are. Like the bare servers on SQLite it validates nothing, computes with floating point, and keeps no audit log, events or idempotency.
//
// With the flag `same-rows` a create writes all the rows that Quoin's does, in the same two round trips (bare-same-rows.ts).
import { connect, insertAll, type Run } from './bare-connection.ts'
import { type BareHandlers, type Reply, serveBare } from './bare-http.ts'
import { type CreateBody, draftBare, numberText } from './bare-invoice.ts'
import { createRowWriter, type RowWriter } from './bare-same-rows.ts'
import {
  CUSTOMER_BILLING_COLUMNS,
  CUSTOMER_COLUMNS,
  customerPageText,
  EVENT_COLUMNS,
  eventPageText,
  FULL_INVOICE_COLUMNS,
  fullInvoiceText,
  INVOICE_COLUMNS,
  ITEM_COLUMNS,
  invoicePageText,
  invoiceText,
  itemsText,
} from './bare-text.ts'

const READERS = 8
/** Changes that share a commit at most. */
const CHANGES_AT_ONCE = 64

const JOINED = `FROM invoices i JOIN customers c ON c.company_id = i.company_id AND c.id = i.customer_id
  WHERE i.company_id = $1 AND i.deleted_at IS NULL`
const ONE = `SELECT ${FULL_INVOICE_COLUMNS} ${JOINED} AND i.id = $2`
const ITEMS = `SELECT ${ITEM_COLUMNS} FROM invoice_items WHERE company_id = $1 AND document_id = $2 ORDER BY sort_order`
const TOTAL = `SELECT count FROM list_counts WHERE company_id = $1 AND list = 'invoices' AND filter = $2`
const EVENTS = `SELECT ${EVENT_COLUMNS} FROM events WHERE company_id = $1 AND id > $2 ORDER BY id`
const CUSTOMERS = `SELECT ${CUSTOMER_COLUMNS} FROM customers WHERE company_id = $1 AND deleted_at IS NULL AND search_text LIKE $2
  ORDER BY created_at DESC, id DESC LIMIT $3 OFFSET $4`
const FOUND_CUSTOMERS = 'SELECT count(*) FROM customers WHERE company_id = $1 AND deleted_at IS NULL AND search_text LIKE $2'
const TAKE_NUMBERS = `INSERT INTO number_counters (company_id, kind, year, last_number) VALUES ($1, 'invoice', $2, $3)
  ON CONFLICT (company_id, kind, year) DO UPDATE SET last_number = number_counters.last_number + excluded.last_number
  RETURNING last_number`
const NAMED_CUSTOMERS = `SELECT id, name, contact_email, ${CUSTOMER_BILLING_COLUMNS} FROM customers WHERE company_id = $1 AND id = ANY ($2)`
const COUNT_INVOICES = `INSERT INTO list_counts (company_id, list, filter, count, marks) VALUES ($1, 'invoices', '', $2, 0)
  ON CONFLICT (company_id, list, filter) DO UPDATE SET count = list_counts.count + excluded.count`
const SAVE_NOTES = 'UPDATE invoices SET notes = $1, updated_at = $2 WHERE company_id = $3 AND id = $4'

serveBare(({ database, company_id, flags }) => {
  const readers = Array.from({ length: READERS }, () => connect(database))
  let next = 0
  const reader = () => readers[next++ % READERS]!
  const writer = connect(database)
  const rows = flags.has('same-rows') ? createRowWriter(writer, company_id) : undefined
  return { ...readHandlers(reader, company_id), ...writeHandlers(writer, company_id, rows) }
}, true)

function listSql(filter: string): string {
  return `SELECT ${INVOICE_COLUMNS} ${JOINED} ${filter} ORDER BY i.created_at DESC, i.id DESC`
}

/** In the text of the statement: with a parameter there PostgreSQL plans each run again. */
function partOf(sql: string, limit: number, offset = 0): string {
  return `${sql} LIMIT ${limit}${offset === 0 ? '' : ` OFFSET ${offset}`}`
}

function readHandlers(reader: () => Run, company_id: string) {
  return {
    async getInvoice(id: string, reply: Reply) {
      const run = reader()
      const [[row], items] = await Promise.all([run(ONE, [company_id, id]), run(ITEMS, [company_id, id])])
      reply(200, `{"data":${fullInvoiceText(row!, itemsText(items))}}`)
    },
    async listInvoices(query: URLSearchParams, reply: Reply) {
      const status = query.get('status') ?? ''
      const customer_id = query.get('customer_id') ?? ''
      const [limit, offset] = [Number(query.get('limit')), Number(query.get('offset'))]
      const sql = listSql(status ? 'AND i.status = $2' : customer_id ? 'AND i.customer_id = $2' : '')
      const filter = status || customer_id
      const run = reader()
      const [rows, [total]] = await Promise.all([
        run(partOf(sql, limit, offset), filter ? [company_id, filter] : [company_id]),
        run(TOTAL, [company_id, `${customer_id}${status && `/${status}`}`]),
      ])
      reply(200, invoicePageText(rows.map(invoiceText), (total?.[0] ?? 0) as number, limit, offset))
    },
    async searchCustomers(query: URLSearchParams, reply: Reply) {
      const pattern = `%${query.get('search')}%`
      const [limit, offset] = [Number(query.get('limit')), Number(query.get('offset'))]
      const run = reader()
      const [rows, [total]] = await Promise.all([
        run(CUSTOMERS, [company_id, pattern, limit, offset]),
        run(FOUND_CUSTOMERS, [company_id, pattern]),
      ])
      reply(200, customerPageText(rows, total![0] as number, limit, offset))
    },
    async pollEvents(query: URLSearchParams, reply: Reply) {
      const limit = Number(query.get('limit'))
      const rows = await reader()(partOf(EVENTS, limit + 1), [company_id, query.get('ending_before')])
      reply(200, eventPageText(rows, limit))
    },
  }
}

type Create = { body: CreateBody; reply: Reply }
type Update = { id: string; notes: string; reply: Reply }
type Answer = [Reply, number, string]

function writeHandlers(
  run: Run,
  company_id: string,
  rows: RowWriter | undefined,
): Pick<BareHandlers, 'createInvoice' | 'updateInvoice'> {
  const creates: Create[] = []
  const updates: Update[] = []
  let is_writing = false

  const commitAll = async () => {
    while (creates.length + updates.length > 0) {
      const now_ms = Date.now()
      const begun = run('BEGIN')
      const answers = await Promise.all([
        createIn(run, company_id, creates.splice(0, CHANGES_AT_ONCE), now_ms, rows),
        updateIn(run, company_id, updates.splice(0, CHANGES_AT_ONCE), now_ms),
        begun,
      ])
      await run('COMMIT')
      for (const [reply, status, text] of [...answers[0], ...answers[1]]) reply(status, text)
    }
    is_writing = false
  }
  const schedule = () => {
    if (is_writing) return
    is_writing = true
    // Not at once: requests that came in with this one can share its commit.
    setImmediate(() => void commitAll())
  }
  return {
    createInvoice(text, reply) {
      creates.push({ body: JSON.parse(text) as CreateBody, reply })
      schedule()
    },
    updateInvoice(id, text, reply) {
      updates.push({ id, notes: (JSON.parse(text) as { notes: string }).notes, reply })
      schedule()
    },
  }
}

/** Two round trips for all of them: the numbers and customers, then the rows. */
async function createIn(
  run: Run,
  company_id: string,
  group: readonly Create[],
  now_ms: number,
  rows: RowWriter | undefined,
): Promise<Answer[]> {
  if (group.length === 0) return []
  const now = new Date(now_ms).toISOString()
  const counts = new Map<string, number>()
  for (const { body } of group) counts.set(yearOf(body), (counts.get(yearOf(body)) ?? 0) + 1)
  const ids = [...new Set(group.map(({ body }) => body.customer_id))]
  const [found, heads, ...taken] = await Promise.all([
    run(NAMED_CUSTOMERS, [company_id, ids]),
    rows?.takePlaces(group.length, now),
    ...[...counts].map(([year, count]) => run(TAKE_NUMBERS, [company_id, year, count])),
  ])
  const customers = new Map(found.map(([id, name, email, ...billing]) => [id as string, { name, email, billing }]))
  const numbers = new Map([...counts].map(([year, count], index) => [year, (taken[index]![0]![0] as number) - count]))
  const drafts = group.map(({ body }) => {
    const draft = draftBare(company_id, body, now_ms, now)
    const number = numbers.get(yearOf(body))! + 1
    numbers.set(yearOf(body), number)
    draft.invoice.invoice_number = numberText(yearOf(body), number)
    return draft
  })
  const written = Promise.all([
    insertAll(
      run,
      'invoices',
      drafts.map(({ invoice }) => invoice),
    ),
    insertAll(
      run,
      'invoice_items',
      drafts.flatMap(({ items }) => items),
    ),
    rows ? undefined : run(COUNT_INVOICES, [company_id, group.length]),
  ])
  const answers = drafts.map(({ invoice: i, items }, index): Answer => {
    const { name, email, billing } = customers.get(i.customer_id)!
    const row = [
      ...[i.id, i.invoice_number, i.customer_id, i.status, i.issue_date, i.due_date, i.subtotal, null, null, i.discount_amount],
      ...[i.subtotal_after_discount, i.tax_rate, i.tax_amount, i.total, i.amount_paid, i.amount_due, i.currency, i.notes],
      ...[i.payment_terms, '', '', null, null, 'en', null, 0, i.created_at, i.updated_at, name!, email!],
      ...['{}', i.public_token, null, ...billing],
    ]
    const lines = items.map((line) => [
      ...[line.id, line.name, line.description, line.quantity, line.unit, line.unit_price, line.subtotal, line.total],
      line.sort_order,
    ])
    return [group[index]!.reply, 201, `{"data":${fullInvoiceText(row, itemsText(lines))}}`]
  })
  if (rows && heads) {
    const created = drafts.map(({ invoice }, index) => ({ ...invoice, text: answers[index]![2].slice('{"data":'.length, -1) }))
    await rows.write(heads, created, now)
  }
  await written
  return answers
}

async function updateIn(run: Run, company_id: string, group: readonly Update[], now_ms: number): Promise<Answer[]> {
  const now = new Date(now_ms).toISOString()
  return Promise.all(
    group.map(async ({ id, notes, reply }): Promise<Answer> => {
      const [, [row], items] = await Promise.all([
        run(SAVE_NOTES, [notes, now, company_id, id]),
        run(ONE, [company_id, id]),
        run(ITEMS, [company_id, id]),
      ])
      return [reply, 200, `{"data":${fullInvoiceText(row!, itemsText(items))}}`]
    }),
  )
}

function yearOf({ issue_date }: CreateBody): string {
  return issue_date.slice(0, 4)
}
