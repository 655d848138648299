import { type Command, InvalidArgumentError } from 'commander'
import { type CreditNote, type CreditNoteSummary, type Quoin, QuoinError, type Refund } from '../../sdk/src/index.ts'
import { type AmountOf, amountWriter, readAmount } from './amounts.ts'
import { addConnectionOptions, type ConnectionOptions, callServer } from './connection.ts'
import { addSendAndFiles, CREDIT_NOTE, INVOICE, orMissing } from './documents.ts'
import { idReader } from './ids.ts'
import { DEFAULT_LIMIT, firstOf, LARGEST_LIMIT, readLimit } from './lists.ts'
import { CliError, fittingTable, print, screenWidth, table, wrapped } from './output.ts'

const ID = 'the credit note, cn_…'
const readCreditNoteId = idReader(CREDIT_NOTE.prefix, CREDIT_NOTE.one)
const readInvoiceId = idReader(INVOICE.prefix, INVOICE.one)
const readCustomerId = idReader('cus', 'a customer')

interface Options extends ConnectionOptions {
  json?: boolean
}

/** `quoin credit-notes`. */
export function addCreditNoteCommands(program: Command): void {
  const credit_notes = program.command('credit-notes').description('the credit notes of a company')
  addConnectionOptions(credit_notes.command('list').description('list credit notes, newest first'))
    .option('--invoice <id>', 'only those of this invoice, inv_…', readInvoiceId)
    .option('--customer <id>', 'only those for this customer, cus_…', readCustomerId)
    .option('--limit <count>', `credit notes at most, up to ${LARGEST_LIMIT}`, readLimit, DEFAULT_LIMIT)
    .option('--json', 'print one JSON value')
    .addHelpText(
      'after',
      wrapped(
        '\nThe table has invoices, refunds due and customers where they fit; --json has all.\n\nExample:\n  quoin credit-notes list --invoice inv_… --json',
      ),
    )
    .action(list)
  addConnectionOptions(credit_notes.command('get').description('show one credit note, with its refunds'))
    .argument('<id>', ID, readCreditNoteId)
    .option('--json', 'print one JSON value')
    .addHelpText('after', '\nExample:\n  quoin credit-notes get cn_…')
    .action(get)
  addConnectionOptions(credit_notes.command('create').description('credit lines of an issued invoice, or all that is left of it'))
    .argument('<invoice>', 'the invoice, inv_…', readInvoiceId)
    .option('--item <line=quantity>', 'how much of a line, by its id or its place, from 1; may be repeated', readItem)
    .option('--reason <text>', 'why; the customer sees it')
    .option('--issue-date <date>', 'YYYY-MM-DD (default: today)')
    .option('--preview', 'show what it would be, and store nothing')
    .option('--json', 'print one JSON value')
    .addHelpText(
      'after',
      wrapped(
        '\nExamples:\n  quoin credit-notes create inv_… --reason "Returned"\n  quoin credit-notes create inv_… --item 1=2.5 --item di_…=1 --preview',
      ),
    )
    .action(create)
  addConnectionOptions(credit_notes.command('refund').description('record that money was paid back'))
    .argument('<id>', ID, readCreditNoteId)
    .option('--amount <amount>', 'how much (default: all that is to be paid back)', readAmount)
    .option('--paid-at <date>', 'when, YYYY-MM-DD (default: today)')
    .option('--method <text>', 'how: "bank transfer"')
    .option('--reference <text>', 'what it is known by: the id of the transfer')
    .option('--json', 'print one JSON value')
    .addHelpText('after', wrapped('\nExample:\n  quoin credit-notes refund cn_… --amount 40 --method "bank transfer"'))
    .action(refund)
  addSendAndFiles(credit_notes, CREDIT_NOTE)
}

interface ListOptions extends Options {
  invoice?: string
  customer?: string
  limit: number
}

async function list({ invoice, customer, limit, ...options }: ListOptions): Promise<void> {
  const query = { ...(invoice && { invoice_id: invoice }), ...(customer && { customer_id: customer }) }
  const found = await callServer(options, (quoin) => firstOf(quoin.list('/v1/credit-notes', { query }), limit))
  print(options.json, found, found.length > 0 ? tableOf(found, screenWidth(), await amountWriter()) : ['No credit notes'])
}

/** Four columns fit 80; the others come where the terminal has room for them. */
function tableOf(notes: readonly CreditNoteSummary[], width: number, amountOf: AmountOf): string[] {
  const head = ['ISSUED', 'NUMBER', 'TOTAL', 'ID', 'INVOICE', 'REFUND DUE', 'CUSTOMER']
  const rows = notes.map(({ issue_date, credit_note_number, total, currency, id, invoice_number, refund_due, customer }) => {
    const due = refund_due > 0 ? amountOf(refund_due, currency) : ''
    return [issue_date, credit_note_number, amountOf(total, currency), id, invoice_number, due, customer.name]
  })
  return fittingTable(head, rows, width, 4)
}

async function get(id: string, options: Options): Promise<void> {
  const { note, refunds } = await callServer(options, async (quoin) => {
    const note = await load(quoin, id)
    const path = { path: { id } }
    const has_refunds = !options.json && note.amount_refunded > 0
    return { note, refunds: has_refunds ? await firstOf(quoin.list('/v1/credit-notes/{id}/refunds', path), LARGEST_LIMIT) : [] }
  })
  print(options.json, note, linesOf(note, refunds, await amountWriter()))
}

function linesOf(note: CreditNote, refunds: readonly Refund[], amountOf: AmountOf): string[] {
  const { currency } = note
  const rows = note.items.map(({ quantity, unit, item_name, total }) => [
    `${quantity} ${unit}`.trimEnd(),
    item_name,
    amountOf(total, currency),
  ])
  return [
    `Number    ${note.credit_note_number}   (${note.id})`,
    `Invoice   ${note.invoice_number}   (${note.invoice_id})`,
    `Customer  ${note.customer.name}   (${note.customer_id})`,
    `Issued    ${note.issue_date}`,
    ...(note.reason === '' ? [] : [`Reason    ${note.reason}`]),
    `Total     ${amountOf(note.total, currency)}, of which tax ${amountOf(note.tax_amount, currency)}`,
    ...refunds.map(({ amount, paid_at, method, reference }) => {
      const details = [method, reference].filter((text) => text !== '').join(', ')
      return `Refunded  ${amountOf(amount, currency)} on ${paid_at}${details && ` (${details})`}`
    }),
    ...(note.refund_due > 0 ? [`Due       ${amountOf(note.refund_due, currency)} to pay back`] : []),
    '',
    ...table(['QUANTITY', 'ITEM', 'AMOUNT'], rows),
  ]
}

/** A line of the invoice by its id or its place, and how much of it is credited. */
interface Wanted {
  line: string
  quantity: number
}

interface CreateOptions extends Options {
  item?: Wanted[]
  reason?: string
  issueDate?: string
  preview?: boolean
}

async function create(invoice_id: string, options: CreateOptions): Promise<void> {
  const { item, reason, issueDate, preview } = options
  const note = await callServer(options, async (quoin) => {
    const items = item && (await itemsOf(quoin, invoice_id, item))
    const body = { invoice_id, ...(items && { items }), ...(reason && { reason }), ...(issueDate && { issue_date: issueDate }) }
    return preview ? quoin.post('/v1/credit-notes/preview', { body }) : quoin.post('/v1/credit-notes', { body })
  }).catch((error) => {
    throw inTermsOf(item ?? [], error)
  })
  const amountOf = await amountWriter()
  if (preview)
    return print(options.json, note, ['This is a preview: nothing is stored.', ...linesOf(note, [], amountOf).slice(1)])
  const { id, credit_note_number, total, currency, invoice_number, refund_due } = note
  const owed = refund_due > 0 ? `; ${amountOf(refund_due, currency)} to pay back` : ''
  print(options.json, note, [
    `Credit note ${credit_note_number} (${id}): ${amountOf(total, currency)} of ${invoice_number}${owed}`,
  ])
}

/** A refusal of one of the items with the option that it is about. */
function inTermsOf(wanted: readonly Wanted[], error: unknown): unknown {
  if (!(error instanceof QuoinError)) return error
  const [place, index] = /^items\[(\d+)\]\.\w+/.exec(error.message) ?? []
  const line = wanted[Number(index)]?.line
  return place === undefined || line === undefined ? error : new CliError(error.message.replace(place, `--item ${line}`))
}

/** What is wanted as the API takes it: with the ids of lines that were named by their place. */
async function itemsOf(quoin: Quoin, id: string, wanted: readonly Wanted[]): Promise<{ item_id: string; quantity: number }[]> {
  if (wanted.every(({ line }) => line.startsWith('di_'))) return wanted.map(({ line, quantity }) => ({ item_id: line, quantity }))
  const invoice = await quoin.get('/v1/invoices/{id}', { path: { id } }).catch((error) => {
    throw orMissing(INVOICE.name, id, error)
  })
  const { invoice_number, items } = invoice
  return wanted.map(({ line, quantity }) => {
    const item_id = line.startsWith('di_') ? line : items[Number(line) - 1]?.id
    if (item_id === undefined) throw new CliError(`${invoice_number} has no line ${line}: the last one is ${items.length}`)
    return { item_id, quantity }
  })
}

interface RefundOptions extends Options {
  amount?: number
  paidAt?: string
  method?: string
  reference?: string
}

async function refund(id: string, options: RefundOptions): Promise<void> {
  const { paidAt, method, reference } = options
  const made = await callServer(options, async (quoin) => {
    const amount = options.amount ?? (await refundDueOf(quoin, id))
    const body = { amount, ...(paidAt && { paid_at: paidAt }), ...(method && { method }), ...(reference && { reference }) }
    return quoin.post('/v1/credit-notes/{id}/refunds', { path: { id }, body }).catch((error) => {
      throw orMissing(CREDIT_NOTE.name, id, error)
    })
  })
  const amountOf = await amountWriter()
  print(options.json, made, [`Refund ${made.id} of ${amountOf(made.amount, made.currency)} on ${made.paid_at} is recorded`])
}

async function refundDueOf(quoin: Quoin, id: string): Promise<number> {
  const { refund_due, credit_note_number } = await load(quoin, id)
  if (refund_due === 0) throw new CliError(`Nothing is left to pay back of ${credit_note_number}`)
  return refund_due
}

const load = (quoin: Quoin, id: string): Promise<CreditNote> =>
  quoin.get('/v1/credit-notes/{id}', { path: { id } }).catch((error) => {
    throw orMissing(CREDIT_NOTE.name, id, error)
  })

function readItem(text: string, before: Wanted[] = []): Wanted[] {
  const [, line, quantity] = /^(di_[0-9a-z]{26}|[1-9]\d*)=(-?\d+(?:\.\d+)?)$/.exec(text) ?? []
  if (line === undefined) throw new InvalidArgumentError('It is written LINE=QUANTITY: 1=2.5, or di_…=2.5.')
  return [...before, { line, quantity: Number(quantity) }]
}
