// Importing a statement: it is read outside of the transaction, and what is new of it is stored, and perhaps matched, in one.
import { getCompany } from '../../access/companies/service.ts'
import type { Context } from '../../http/context.ts'
import type { UploadedFile } from '../../http/endpoint.ts'
import { ApiError, conflict, invalid } from '../../kernel/errors.ts'
import { newId } from '../../kernel/ids.ts'
import { UnreadableFile } from '../../kernel/xml.ts'
import type { WriteTx } from '../../sql/database.ts'
import { matchNew } from './automatic.ts'
import { columnsOf } from './csv.ts'
import { dateFormatFault } from './csv-mapping.ts'
import { keyed, newTransactions } from './duplicates.ts'
import type { ParsedTransaction } from './parsed.ts'
import type { StatementFile, StatementFormat } from './read.ts'
import type { StatementReader } from './reader.ts'
import { findCsvMapping, insertTransactions, listTransactionKeys, saveCsvMapping } from './repository.ts'
import { type CsvMapping, type ImportedStatement, type ImportStatement, presentTransaction } from './schema.ts'
import { matchesById, shownTransactions } from './service.ts'
import type { BankTransactionsTable } from './table.ts'
import { newTransaction } from './transaction.ts'

/** A statement as it came: as part of JSON, or the file itself. */
export type GivenStatement = { body: ImportStatement } | { file: UploadedFile }

/** New transactions whose suggestions the answer has: more of them are looked at in lists. */
const MOST_WITH_SUGGESTIONS = 200

/**
 * Stores the transactions of a statement that are not there yet, and records the payments that are beyond doubt where the company wants that.
 * The mapping of a CSV file is kept for the next one. Throws 400 `invalid_statement` for a file that can't be read, 409 `csv_mapping_required`,
 * and 503 while too many files are being read.
 */
export async function importStatement(
  context: Context,
  reader: StatementReader,
  given: GivenStatement,
): Promise<ImportedStatement> {
  const { parsed, mapping } = await readGiven(context, reader, given)
  return context.transaction(async (tx) => {
    if (mapping) saveCsvMapping(tx, context.company_id, JSON.stringify(mapping))
    const { rows, duplicates } = await storeNew(tx, context, parsed)
    const company = await getCompany(tx, context.company_id)
    const settled = company.auto_match ? await matchNew(tx, context, company, rows) : rows
    return { added: rows.length, duplicates, transactions: await shown(tx, context, settled) }
  })
}

/**
 * What a file would be read as: its first transactions, how many there are, the columns of a CSV file and the mapping that it is read with. Nothing is
 * stored; it is a transaction, so that an Idempotency-Key is kept as of every POST. Throws 503 as importing does.
 */
export async function previewStatement(context: Context, reader: StatementReader, body: ImportStatement, most: number) {
  const is_csv = body.format === 'csv'
  const columns = is_csv ? columnsOf(body.content).map((name) => name.slice(0, LONGEST_COLUMN)) : []
  const saved = await context.read((tx) => findCsvMapping(tx, context.company_id))
  const mapping = is_csv ? (body.mapping ?? (saved === undefined ? null : (JSON.parse(saved) as CsvMapping))) : null
  const found = is_csv && !mapping ? NOTHING_READ : await readOrProblem(context, reader, body)
  const { company_id, now, now_ms } = context
  const keys = { content_key: '', ordinal: 0, reference_key: null }
  const transactions = found.parsed.slice(0, most).map((transaction) => {
    const row = newTransaction({ transaction, keys }, { company_id, id: newId('bank_transaction', now_ms), now })
    return presentTransaction({ ...row, matches: [], suggestions: [] })
  })
  return context.transaction(async () => ({ columns, mapping, count: found.parsed.length, problem: found.problem, transactions }))
}

const LONGEST_COLUMN = 255
const NOTHING_READ = { parsed: [] as ParsedTransaction[], problem: null }

async function readOrProblem(context: Context, reader: StatementReader, body: ImportStatement) {
  try {
    return { parsed: (await readGiven(context, reader, { body })).parsed, problem: null }
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 400) throw error
    return { parsed: [], problem: error.message }
  }
}

/** Reads a statement. `mapping` is the one to keep. */
async function readGiven(context: Context, reader: StatementReader, given: GivenStatement) {
  const { currency, saved } = await context.read(async (tx) => ({
    currency: (await getCompany(tx, context.company_id)).currency,
    saved: await findCsvMapping(tx, context.company_id),
  }))
  const param = 'file' in given ? 'body' : 'content'
  const own = 'body' in given && given.body.format === 'csv' ? given.body.mapping : undefined
  if (own) checkMapping(own)
  const { format, content } = fileOf(given)
  const mapping = own ?? (saved === undefined ? null : (JSON.parse(saved) as CsvMapping))
  if (format === 'csv' && !mapping) throw mappingRequired()
  try {
    return { parsed: await reader.read({ format, content, mapping, currency }, context.organization_id), mapping: own }
  } catch (error) {
    if (error instanceof UnreadableFile) throw invalid(param, error.message, 'invalid_statement')
    throw error
  }
}

/** The sentence of `csv_mapping_required`. */
export const NO_MAPPING = 'What the columns of the file mean is not known yet: import it once as JSON with a mapping'
const mappingRequired = () => conflict('csv_mapping_required', NO_MAPPING, 'mapping')

function checkMapping({ date_format }: CsvMapping): void {
  const fault = date_format === undefined ? undefined : dateFormatFault(date_format)
  if (fault !== undefined) throw invalid('mapping.date_format', `mapping.${fault}`)
}

const FORMATS: Readonly<Record<string, StatementFormat>> = {
  'application/xml': 'camt053',
  'text/xml': 'camt053',
  'text/plain': 'mt940',
  'text/csv': 'csv',
}

/** The content types of statements as files. */
export const STATEMENT_TYPES = Object.keys(FORMATS)

function fileOf(given: GivenStatement): Pick<StatementFile, 'format' | 'content'> {
  if ('body' in given) return { format: given.body.format, content: given.body.content }
  const { bytes, type } = given.file
  return { format: FORMATS[type]!, content: bytes }
}

async function storeNew(tx: WriteTx, context: Context, parsed: readonly ParsedTransaction[]) {
  const { company_id, now, now_ms } = context
  const file = keyed(parsed)
  const contents = [...new Set(file.map(({ keys }) => keys.content_key))]
  const references = file.flatMap(({ keys: { reference_key } }) => (reference_key === null ? [] : [reference_key]))
  const added = newTransactions(file, await listTransactionKeys(tx, company_id, { contents, references }))
  // Their order is that of the file, within a day too.
  const ids = added.map(() => newId('bank_transaction', now_ms)).sort()
  const rows = added.map((one, index) => newTransaction(one, { company_id, id: ids[index]!, now }))
  await insertTransactions(tx, rows)
  return { rows, duplicates: parsed.length - rows.length }
}

async function shown(tx: WriteTx, context: Context, rows: readonly BankTransactionsTable[]) {
  if (rows.length <= MOST_WITH_SUGGESTIONS) return shownTransactions(tx, context.company_id, rows)
  const matches = await matchesById(tx, context.company_id, rows)
  return rows.map((row) => presentTransaction({ ...row, matches: matches.get(row.id) ?? [], suggestions: [] }))
}
