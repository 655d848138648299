// The tuned limit on SQLite: the same answers as fast as node:http and node:sqlite can give them on Quoin's own tables.
//
// What it does beyond bare-sqlite.ts: requests that came in together are answered together; rows come as arrays and become text without objects
// in between; all reads of a turn of the event loop share one transaction, which saves their locks; the file is mapped into memory; writes of a
// turn share a commit (synchronous = FULL), in which numbers and counts are written once; customers have an index of trigrams.
//
// With the flag `ready` it goes beyond Quoin's tables: next to each invoice its JSON text is stored, ready to be sent, except for
// the customer, who may be renamed. That shows what remains when a row is one text: HTTP, one look-up, one copy.
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { type BareHandlers, type BareOptions, type Reply, serveBare } from './bare-http.ts'
import { type CreateBody, draftBare, numberText } from './bare-invoice.ts'
import {
  BILLING_COLUMNS,
  billingText,
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
  quote,
  type Values,
} from './bare-text.ts'

/** More than the file's size: mapped pages are read without a system call. */
const MAPPED_BYTES = 16 * 1024 ** 3
/** Pages that the log may have before it is written back: fewer, larger checkpoints. */
const CHECKPOINT_PAGES = 4_000
/** Invoices whose text is made at once when the flag `ready` prepares the table. */
const TEXTS_AT_ONCE = 1_000

const JOINED = `FROM invoices i JOIN customers c ON c.company_id = i.company_id AND c.id = i.customer_id
  WHERE i.company_id = ? AND i.deleted_at IS NULL`
const NEWEST_FIRST = 'ORDER BY i.created_at DESC, i.id DESC LIMIT ? OFFSET ?'
const TOTAL = `SELECT count FROM list_counts WHERE company_id = ? AND list = 'invoices' AND filter = ?`

serveBare((options) => {
  const database = connect(options.database)
  const handlers = { ...readHandlers(options, database), ...writeHandlers(options) }
  return options.flags.has('ready') ? { ...handlers, ...readyHandlers(options, database) } : handlers
}, true)

function connect(path: string): DatabaseSync {
  const database = new DatabaseSync(path)
  database.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA cache_size = -32000; PRAGMA foreign_keys = ON;
    PRAGMA mmap_size = ${MAPPED_BYTES}; PRAGMA wal_autocheckpoint = ${CHECKPOINT_PAGES}`)
  return database
}

/** Begins a transaction with the first read of a turn of the event loop, and ends it after the turn. */
function turnReader(database: DatabaseSync): () => void {
  const begin = database.prepare('BEGIN')
  const commit = database.prepare('COMMIT')
  let is_open = false
  const end = () => {
    is_open = false
    commit.run()
  }
  return () => {
    if (is_open) return
    is_open = true
    begin.run()
    setImmediate(end)
  }
}

function readHandlers({ company_id }: BareOptions, database: DatabaseSync) {
  const read = turnReader(database)
  const findInvoice = arrays(database, `SELECT ${FULL_INVOICE_COLUMNS} ${JOINED} AND i.id = ?`)
  const listItems = arrays(
    database,
    `SELECT ${ITEM_COLUMNS} FROM invoice_items WHERE company_id = ? AND document_id = ? ORDER BY sort_order`,
  )
  const listAll = arrays(database, `SELECT ${INVOICE_COLUMNS} ${JOINED} ${NEWEST_FIRST}`)
  const listOfStatus = arrays(database, `SELECT ${INVOICE_COLUMNS} ${JOINED} AND i.status = ? ${NEWEST_FIRST}`)
  const listOfCustomer = arrays(database, `SELECT ${INVOICE_COLUMNS} ${JOINED} AND i.customer_id = ? ${NEWEST_FIRST}`)
  const findTotal = arrays(database, TOTAL)
  const listEvents = arrays(database, `SELECT ${EVENT_COLUMNS} FROM events WHERE company_id = ? AND id > ? ORDER BY id LIMIT ?`)
  indexTrigrams(database)
  const searchCustomers = arrays(
    database,
    `SELECT ${CUSTOMER_COLUMNS}, count(*) OVER () FROM customers
     WHERE company_id = ? AND deleted_at IS NULL AND rowid IN (SELECT rowid FROM bare_trigrams WHERE search_text LIKE ?)
     ORDER BY created_at DESC, id DESC LIMIT ? OFFSET ?`,
  )
  return {
    getInvoice(id: string, reply: Reply) {
      read()
      const row = findInvoice.get(company_id, id) as unknown as Values
      const items = listItems.all(company_id, id) as unknown as Values[]
      reply(200, `{"data":${fullInvoiceText(row, itemsText(items))}}`)
    },
    listInvoices(query: URLSearchParams, reply: Reply) {
      read()
      const { status, customer_id, filter, limit, offset } = readList(query)
      const rows = status
        ? listOfStatus.all(company_id, status, limit, offset)
        : customer_id
          ? listOfCustomer.all(company_id, customer_id, limit, offset)
          : listAll.all(company_id, limit, offset)
      const total = numberOf(findTotal.get(company_id, filter))
      reply(200, invoicePageText((rows as unknown as Values[]).map(invoiceText), total, limit, offset))
    },
    searchCustomers(query: URLSearchParams, reply: Reply) {
      read()
      const { limit, offset } = readList(query)
      const rows = searchCustomers.all(company_id, `%${query.get('search')}%`, limit, offset) as unknown as Values[]
      reply(200, customerPageText(rows, rows.length > 0 ? (rows[0]!.at(-1) as number) : 0, limit, offset))
    },
    pollEvents(query: URLSearchParams, reply: Reply) {
      read()
      const limit = Number(query.get('limit'))
      const rows = listEvents.all(company_id, query.get('ending_before'), limit + 1) as unknown as Values[]
      reply(200, eventPageText(rows, limit))
    },
  }
}

function readList(query: URLSearchParams) {
  const status = query.get('status') ?? ''
  const customer_id = query.get('customer_id') ?? ''
  return {
    status,
    customer_id,
    filter: `${customer_id}${status && `/${status}`}`,
    limit: Number(query.get('limit')),
    offset: Number(query.get('offset')),
  }
}

function indexTrigrams(database: DatabaseSync): void {
  const is_there = database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'bare_trigrams'").get()
  if (is_there) return
  database.exec(`CREATE VIRTUAL TABLE bare_trigrams USING fts5(search_text, content = 'customers', tokenize = 'trigram', detail = 'full');
    INSERT INTO bare_trigrams (rowid, search_text) SELECT rowid, search_text FROM customers`)
}

function writeHandlers({ company_id, database: path }: BareOptions): Pick<BareHandlers, 'createInvoice' | 'updateInvoice'> {
  const database = connect(path)
  const begin = database.prepare('BEGIN IMMEDIATE')
  const end = database.prepare('COMMIT')
  const createIn = creator(database, company_id)
  const findInvoice = arrays(database, `SELECT ${FULL_INVOICE_COLUMNS} ${JOINED} AND i.id = ?`)
  const listItems = arrays(
    database,
    `SELECT ${ITEM_COLUMNS} FROM invoice_items WHERE company_id = ? AND document_id = ? ORDER BY sort_order`,
  )
  const saveNotes = database.prepare('UPDATE invoices SET notes = ?, updated_at = ? WHERE company_id = ? AND id = ?')
  const creates: { body: CreateBody; reply: Reply }[] = []
  const updates: { id: string; notes: string; reply: Reply }[] = []

  const commit = () => {
    const now_ms = Date.now()
    const now = new Date(now_ms).toISOString()
    begin.run()
    const answers: [Reply, number, string][] = []
    if (creates.length > 0) {
      const group = creates.splice(0)
      const texts = createIn(
        group.map(({ body }) => body),
        now_ms,
        now,
      )
      for (let index = 0; index < group.length; index++) answers.push([group[index]!.reply, 201, texts[index]!])
    }
    for (const { id, notes, reply } of updates.splice(0)) {
      saveNotes.run(notes, now, company_id, id)
      const row = findInvoice.get(company_id, id) as unknown as Values
      const items = listItems.all(company_id, id) as unknown as Values[]
      answers.push([reply, 200, `{"data":${fullInvoiceText(row, itemsText(items))}}`])
    }
    end.run()
    for (const [reply, status, text] of answers) reply(status, text)
  }
  const schedule = () => {
    if (creates.length + updates.length === 1) setImmediate(commit)
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

/** Inserts the invoices of a commit: counter and count are moved once for all of them, each customer is read once. */
function creator(database: DatabaseSync, company_id: string) {
  const takeNumbers = arrays(
    database,
    `INSERT INTO number_counters (company_id, kind, year, last_number) VALUES (?, 'invoice', ?, ?)
     ON CONFLICT DO UPDATE SET last_number = last_number + excluded.last_number RETURNING last_number`,
  )
  const countInvoices =
    database.prepare(`INSERT INTO list_counts (company_id, list, filter, count, marks) VALUES (?, 'invoices', '', ?, 0)
    ON CONFLICT DO UPDATE SET count = count + excluded.count`)
  const findCustomer = arrays(
    database,
    `SELECT name, contact_email, ${CUSTOMER_BILLING_COLUMNS} FROM customers WHERE company_id = ? AND id = ?`,
  )
  const inserts = new Map<string, StatementSync>()
  const insert = (table: string, rows: readonly object[]) => {
    const name = `${table} ${rows.length}`
    let statement = inserts.get(name)
    if (!statement) {
      const columns = Object.keys(rows[0]!)
      const places = `(${columns.map(() => '?').join(', ')})`
      statement = database.prepare(`INSERT INTO ${table} (${columns.join(', ')}) VALUES ${rows.map(() => places).join(', ')}`)
      inserts.set(name, statement)
    }
    statement.run(...rows.flatMap((row) => Object.values(row) as SQLInputValue[]))
  }
  return (bodies: readonly CreateBody[], now_ms: number, now: string): string[] => {
    const customers = new Map<string, Values>()
    const years = new Map<string, number>()
    for (const { issue_date } of bodies) {
      const year = issue_date.slice(0, 4)
      years.set(year, (years.get(year) ?? 0) + 1)
    }
    for (const [year, count] of years) years.set(year, numberOf(takeNumbers.get(company_id, year, count)) - count)
    const texts = bodies.map((body) => {
      const { invoice, items } = draftBare(company_id, body, now_ms, now)
      let customer = customers.get(body.customer_id)
      if (!customer) {
        customer = findCustomer.get(company_id, body.customer_id) as unknown as Values
        customers.set(body.customer_id, customer)
      }
      const year = body.issue_date.slice(0, 4)
      const counter = years.get(year)! + 1
      years.set(year, counter)
      invoice.invoice_number = numberText(year, counter)
      insert('invoices', [invoice])
      insert('invoice_items', items)
      return `{"data":${createdText(invoice, items, customer)}}`
    })
    countInvoices.run(company_id, bodies.length)
    return texts
  }
}

type Drafted = ReturnType<typeof draftBare>

function createdText(i: Drafted['invoice'], items: Drafted['items'], [name, email, ...billing]: Values): string {
  const row = [
    ...[i.id, i.invoice_number, i.customer_id, i.status, i.issue_date, i.due_date, i.subtotal, null, null, i.discount_amount],
    ...[i.subtotal_after_discount, i.tax_rate, i.tax_amount, i.total, i.amount_paid, i.amount_due, i.currency, i.notes],
    ...[i.payment_terms, '', '', null, null, 'en', null, 0, i.created_at, i.updated_at, name!, email!],
    ...['{}', i.public_token, null, ...billing],
  ]
  const lines = items.map((line) => [
    ...[
      line.id,
      line.name,
      line.description,
      line.quantity,
      line.unit,
      line.unit_price,
      line.subtotal,
      line.total,
      line.sort_order,
    ],
  ])
  return fullInvoiceText(row, itemsText(lines))
}

function readyHandlers({ company_id }: BareOptions, database: DatabaseSync) {
  makeTexts(database)
  const read = turnReader(database)
  const columns = 't.summary, c.id, c.name, c.contact_email'
  const joined = `FROM invoices i JOIN bare_texts t ON t.rowid = i.rowid JOIN customers c
    ON c.company_id = i.company_id AND c.id = i.customer_id WHERE i.company_id = ? AND i.deleted_at IS NULL`
  const findInvoice = arrays(database, `SELECT ${columns}, t.more, ${BILLING_COLUMNS} ${joined} AND i.id = ?`)
  const listAll = arrays(database, `SELECT ${columns} ${joined} ${NEWEST_FIRST}`)
  const findTotal = arrays(database, TOTAL)
  return {
    getInvoice(id: string, reply: Reply) {
      read()
      const row = findInvoice.get(company_id, id) as unknown as Values
      reply(200, `{"data":${readyText(row, `,"billing":${billingText(row, 5)}`)}${row[4]}}`)
    },
    listInvoices(query: URLSearchParams, reply: Reply) {
      read()
      const { filter, limit, offset } = readList(query)
      const rows = listAll.all(company_id, limit, offset) as unknown as Values[]
      const texts = rows.map((row) => `${readyText(row)}}`)
      reply(200, invoicePageText(texts, numberOf(findTotal.get(company_id, filter)), limit, offset))
    },
  }
}

function readyText([summary, id, name, email]: Values, billing = ''): string {
  return `${summary},"customer":{"id":"${id}","name":${quote(name)},"contact_email":${quote(email)}${billing}},"reminders_paused":false,"recurring_invoice_id":null`
}

/** Stores for each invoice the text of its fields before the customer, and of those after. */
function makeTexts(database: DatabaseSync): void {
  database.exec('CREATE TABLE bare_texts (rowid INTEGER PRIMARY KEY, summary TEXT NOT NULL, more TEXT NOT NULL)')
  const list = arrays(
    database,
    `SELECT ${FULL_INVOICE_COLUMNS}, i.rowid, i.company_id FROM invoices i JOIN customers c ON c.company_id = i.company_id
     AND c.id = i.customer_id WHERE i.rowid > ? ORDER BY i.rowid LIMIT ${TEXTS_AT_ONCE}`,
  )
  const listItems = arrays(
    database,
    `SELECT ${ITEM_COLUMNS} FROM invoice_items WHERE company_id = ? AND document_id = ? ORDER BY sort_order`,
  )
  const insert = database.prepare('INSERT INTO bare_texts (rowid, summary, more) VALUES (?, ?, ?)')
  database.exec('BEGIN')
  let last = 0
  for (;;) {
    const rows = list.all(last) as unknown as Values[]
    if (rows.length === 0) break
    for (const row of rows) {
      const [rowid, company_id] = row.slice(-2) as [number, string]
      const items = listItems.all(company_id, row[0] as string) as unknown as Values[]
      const text = fullInvoiceText(row, itemsText(items))
      const customer = text.indexOf(',"customer":{')
      const more = text.indexOf(',"tax_category":null,"tax_exemption_reasons"', customer)
      insert.run(rowid, text.slice(0, customer), text.slice(more))
      last = rowid
    }
  }
  database.exec('COMMIT')
}

function arrays(database: DatabaseSync, sql: string): StatementSync {
  const statement = database.prepare(sql)
  statement.setReturnArrays(true)
  return statement
}

function numberOf(row: unknown): number {
  return (row as number[] | undefined)?.[0] ?? 0
}
