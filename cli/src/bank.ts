import { readFileSync, statSync } from 'node:fs'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { type BankTransaction, type Quoin, QuoinError } from '../../sdk/src/index.ts'
import { type AmountOf, amountWriter, readAmount } from './amounts.ts'
import { addConnectionOptions, type ConnectionOptions, callServer } from './connection.ts'
import { CREDIT_NOTE, INVOICE, orMissing } from './documents.ts'
import { idReader } from './ids.ts'
import { DEFAULT_LIMIT, firstOf, LARGEST_LIMIT, readLimit } from './lists.ts'
import { CliError, fittingTable, print, screenWidth, wrapped } from './output.ts'

const ID = 'the transaction, btx_…'
const readTransactionId = idReader('btx', 'a bank transaction')
const readInvoiceId = idReader(INVOICE.prefix, INVOICE.one)
const readCreditNoteId = idReader(CREDIT_NOTE.prefix, CREDIT_NOTE.one)

const FORMATS = ['camt053', 'mt940', 'csv'] as const
type Format = (typeof FORMATS)[number]
const STATUSES = ['unmatched', 'matched', 'ignored'] as const
const MOST_BYTES = 10 * 1024 * 1024
const MAPPING_NAMES = ['date', 'amount', 'text', 'name', 'iban', 'currency', 'reference', 'decimal', 'date_format'] as const

/** Transactions that the answer has automatic matches of; those of the others follow within seconds. */
const MATCHED_AT_ONCE = 100
const NO_MAPPING =
  'The columns of CSV files are not known yet: name them with --map, like --map date=Date --map amount=Amount --map text=Text'

interface Options extends ConnectionOptions {
  json?: boolean
}

/** `quoin bank`. */
export function addBankCommands(program: Command): void {
  const bank = program.command('bank').description('bank statements, and the matching of their transactions to invoices')
  addConnectionOptions(
    bank.command('import').description('import a statement: CAMT.053, MT940 or CSV; known transactions are skipped'),
  )
    .argument('<file>', 'the statement file')
    .addOption(new Option('--format <format>', 'the format (default: detected)').choices(FORMATS))
    .option(
      '--map <field=column>',
      'which column of a CSV file holds a field; may be repeated, kept for the next file',
      readMapping,
    )
    .option('--json', 'print one JSON value')
    .addHelpText(
      'after',
      wrapped(
        `\nFields of --map: ${MAPPING_NAMES.join(', ')}. The first three are needed.\n\nExamples:\n  quoin bank import statement.xml\n  quoin bank import list.csv --map date=Buchungstag --map amount=Betrag --map text=Verwendungszweck`,
      ),
    )
    .action(importFile)
  addConnectionOptions(bank.command('transactions').description('list bank transactions, newest day first'))
    .addOption(new Option('--status <status>', 'only those of this status').choices(STATUSES))
    .option('--from <date>', 'only those of this day or later, YYYY-MM-DD')
    .option('--to <date>', 'only those of this day or earlier, YYYY-MM-DD')
    .option('--limit <count>', `transactions at most, up to ${LARGEST_LIMIT}`, readLimit, DEFAULT_LIMIT)
    .option('--json', 'print one JSON value')
    .addHelpText(
      'after',
      wrapped(
        '\nUnmatched ones have the best suggestion; --json has all, with their reasons.\n\nExample:\n  quoin bank transactions --status unmatched',
      ),
    )
    .action(list)
  addConnectionOptions(bank.command('match').description('match a transaction: by default to its first suggestion'))
    .argument('<id>', ID, readTransactionId)
    .option('--invoice <id>', 'the invoice that it pays, inv_…', readInvoiceId)
    .addOption(
      new Option('--credit-note <id>', 'the credit note that it refunds, cn_…').argParser(readCreditNoteId).conflicts('invoice'),
    )
    .option('--amount <amount>', 'how much of it (default: all, but no more than is due)', readAmount)
    .option('--difference <reason>', 'write off what is still due, for this reason')
    .option('--json', 'print one JSON value')
    .addHelpText(
      'after',
      wrapped('\nExamples:\n  quoin bank match btx_…\n  quoin bank match btx_… --invoice inv_… --difference "Bank fee"'),
    )
    .action(match)
  addConnectionOptions(
    bank.command('unmatch').description('undo the matches of a transaction with their payments, or restore one that is ignored'),
  )
    .argument('<id>', ID, readTransactionId)
    .option('--json', 'print one JSON value')
    .addHelpText('after', '\nExample:\n  quoin bank unmatch btx_…')
    .action((id: string, options: Options) => change(id, 'unmatch', options))
  addConnectionOptions(bank.command('ignore').description('ignore a transaction: it is no longer listed as unmatched'))
    .argument('<id>', ID, readTransactionId)
    .option('--json', 'print one JSON value')
    .addHelpText('after', '\nExample:\n  quoin bank ignore btx_…')
    .action((id: string, options: Options) => change(id, 'ignore', options))
}

interface ImportOptions extends Options {
  format?: Format
  map?: Mapping
}

async function importFile(file: string, { format, map, ...options }: ImportOptions): Promise<void> {
  const content = await textOf(file)
  const body = {
    format: format ?? formatOf(content),
    content,
    ...(map && { mapping: map as Required<Pick<Mapping, 'date' | 'amount' | 'text'>> }),
  }
  const imported = await callServer(options, (quoin) => quoin.post('/v1/bank-statements', { body })).catch((error) => {
    throw error instanceof QuoinError && error.code === 'csv_mapping_required' ? new CliError(NO_MAPPING) : error
  })
  const { added, duplicates, transactions } = imported
  const matched = transactions.filter(({ status }) => status === 'matched').length
  const known = duplicates === 0 ? '' : `, ${duplicates} already imported`
  const automatic = matched === 0 ? '' : `, ${matched} matched automatically${added > MATCHED_AT_ONCE ? ' so far' : ''}`
  print(options.json, imported, [`${added} new ${added === 1 ? 'transaction' : 'transactions'}${known}${automatic}`])
}

async function textOf(file: string): Promise<string> {
  // Loaded when needed: the other commands read no files.
  const { decodeText } = await import('../../server/src/kernel/text-encoding.ts')
  try {
    if (statSync(file).size > MOST_BYTES) throw new CliError(`${file} is larger than 10 MiB`)
    return decodeText(readFileSync(file))
  } catch (error) {
    if (error instanceof CliError) throw error
    throw new CliError(`${file} can't be read: ${(error as Error).message}`)
  }
}

function formatOf(content: string): Format {
  if (/^\s*</.test(content)) return 'camt053'
  return /^(?:\{4:\s*)?:60[FM]:/m.test(content) ? 'mt940' : 'csv'
}

interface ListOptions extends Options {
  status?: (typeof STATUSES)[number]
  from?: string
  to?: string
  limit: number
}

async function list({ status, from, to, limit, ...options }: ListOptions): Promise<void> {
  const query = { ...(status && { status }), ...(from && { 'booked[gte]': from }), ...(to && { 'booked[lte]': to }) }
  const found = await callServer(options, (quoin) => firstOf(quoin.list('/v1/bank-transactions', { query }), limit))
  print(options.json, found, found.length > 0 ? tableOf(found, screenWidth(), await amountWriter()) : ['No bank transactions'])
}

/** Four columns fit 80; the others come where the terminal has room for them. */
function tableOf(transactions: readonly BankTransaction[], width: number, amountOf: AmountOf): string[] {
  const head = ['BOOKED', 'AMOUNT', 'STATUS', 'ID', 'SUGGESTION', 'NAME', 'TEXT']
  const rows = transactions.map(({ booked_date, amount, currency, status, id, suggestions, name, text }) => {
    const [best] = suggestions
    return [booked_date, amountOf(amount, currency), status, id, best ? `${targetOf(best)} (${best.score})` : '', name, text]
  })
  return fittingTable(head, rows, width, 4)
}

type Suggestion = BankTransaction['suggestions'][number]

const targetOf = ({ invoice_number, credit_note_number, returned_transaction_id }: Suggestion) =>
  credit_note_number ?? invoice_number ?? `returns ${returned_transaction_id}`

interface MatchOptions extends Options {
  invoice?: string
  creditNote?: string
  amount?: number
  difference?: string
}

async function match(id: string, options: MatchOptions): Promise<void> {
  const { invoice, creditNote, amount, difference } = options
  const path = { path: { id } }
  const after = await callServer(options, async (quoin) => {
    const target = invoice ? { invoice_id: invoice } : creditNote ? { credit_note_id: creditNote } : await suggestedFor(quoin, id)
    const more = {
      ...(amount !== undefined && { amount }),
      ...(difference !== undefined && { difference: { reason: difference } }),
    }
    return quoin.post('/v1/bank-transactions/{id}/match', { ...path, body: { ...target, ...more } }).catch((error) => {
      throw orMissing('bank transaction', id, error)
    })
  })
  const amountOf = await amountWriter()
  const matched = after.matches.map(({ kind, amount: of_match, invoice_id, credit_note_id }) =>
    kind === 'difference'
      ? `${amountOf(of_match, after.currency)} written off on ${invoice_id}`
      : `${amountOf(of_match, after.currency)} for ${credit_note_id ?? invoice_id}`,
  )
  const left = after.amount_left > 0 ? [`${amountOf(after.amount_left, after.currency)} left to match`] : []
  print(options.json, after, after.matches.length > 0 ? [...matched, ...left] : [after.note])
}

/** The first suggestion. */
async function suggestedFor(quoin: Quoin, id: string) {
  const { suggestions } = await quoin.get('/v1/bank-transactions/{id}', { path: { id } }).catch((error) => {
    throw orMissing('bank transaction', id, error)
  })
  const [best] = suggestions
  if (!best) throw new CliError('There is no suggestion for this transaction: give --invoice or --credit-note')
  if (best.credit_note_id !== null) return { credit_note_id: best.credit_note_id }
  if (best.returned_transaction_id !== null) return { returned_transaction_id: best.returned_transaction_id }
  return { invoice_id: best.invoice_id! }
}

async function change(id: string, how: 'unmatch' | 'ignore', options: Options): Promise<void> {
  const after = await callServer(options, (quoin) =>
    quoin.post(`/v1/bank-transactions/{id}/${how}`, { path: { id }, body: {} }).catch((error) => {
      throw orMissing('bank transaction', id, error)
    }),
  )
  print(options.json, after, [`${id} is ${after.status}`])
}

type Mapping = Partial<Record<(typeof MAPPING_NAMES)[number], string>>

function readMapping(text: string, before: Mapping = {}): Mapping {
  const [, name, column] = /^(\w+)=(.+)$/.exec(text) ?? []
  if (!(MAPPING_NAMES as readonly (string | undefined)[]).includes(name))
    throw new InvalidArgumentError(`It is written FIELD=COLUMN, and the fields are ${MAPPING_NAMES.join(', ')}.`)
  return { ...before, [name!]: column! }
}
