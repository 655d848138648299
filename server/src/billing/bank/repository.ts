// All SQL of bank transactions and their matches.
import { sql } from 'kysely'
import type { BankTransactionId, CompanyId, CustomerId } from '../../kernel/ids.ts'
import type { Tx, WriteTx } from '../../sql/database.ts'
import { updateRow } from '../../sql/rows.ts'
import { insertRows, statement, statementFamily } from '../../sql/statement.ts'
import { inChunks, listParams, listValues } from '../../sql/value-lists.ts'
import {
  type BankMatchesTable,
  type BankTransactionsTable,
  bank_matches,
  bank_transactions,
  type TransactionStatus,
} from './table.ts'

interface Of {
  company_id: CompanyId
}

const insert = insertRows(bank_transactions)
const update = updateRow(bank_transactions)
const insertMatches = insertRows(bank_matches)

export const insertTransactions = (tx: WriteTx, rows: readonly BankTransactionsTable[]) => insert(tx, rows)
export const saveTransaction = (tx: WriteTx, before: BankTransactionsTable, after: BankTransactionsTable) =>
  update.post(tx, after, before)

const find = statement<Of & { id: BankTransactionId }>()((db, p) =>
  db.selectFrom('bank_transactions').selectAll().where('company_id', '=', p.company_id).where('id', '=', p.id),
)

export const findTransaction = (tx: Tx, company_id: CompanyId, id: BankTransactionId) => find.first(tx, { company_id, id })

/** A place in the list: the day of a transaction and its id. */
interface Place {
  booked_date: string
  id: string
}

export interface TransactionFilter {
  status?: TransactionStatus | undefined
  /** The first and the last day. */
  from?: string | undefined
  until?: string | undefined
  older_than?: Place | undefined
  newer_than?: Place | undefined
}

type ListParams = Of & {
  status: TransactionStatus
  low_date: string
  low_id: string
  high_date: string
  high_id: string
  limit: number
}

/** The status is compared together with the place, so that only the index that begins with it fits. */
const list = statementFamily<{ by_status: boolean; is_upwards: boolean }, ListParams>()(
  (db, p, { by_status, is_upwards }, dialect) => {
    const order = is_upwards ? 'asc' : 'desc'
    const place = sql`(${sql.raw(by_status ? 'status, ' : '')}${sql.ref('booked_date')}, ${sql.ref('id')})`
    const status = by_status ? sql`${p.status}, ` : sql``
    const rows = db
      .selectFrom('bank_transactions')
      .selectAll()
      .where('company_id', '=', p.company_id)
      .where(sql<boolean>`${place} > (${status}${p.low_date}, ${p.low_id})`)
      .where(sql<boolean>`${place} < (${status}${p.high_date}, ${p.high_id})`)
    const ordered = by_status ? rows.orderBy('status', order) : rows
    return dialect.firstRows(ordered.orderBy('booked_date', order).orderBy('id', order), p.limit)
  },
)

/** Sorts after each id. */
const HIGHEST = 'btx_~'

/** The newest transactions that fit, by day; with `newer_than` those directly after it, the oldest first. */
export function listTransactionRows(tx: Tx, company_id: CompanyId, filter: TransactionFilter, limit: number) {
  const { status, from, until, older_than, newer_than } = filter
  const low = latest({ booked_date: from ?? '', id: '' }, newer_than)
  const high = earliest({ booked_date: until ?? '9999-12-31', id: HIGHEST }, older_than)
  return list({ by_status: status !== undefined, is_upwards: newer_than !== undefined }).all(tx, {
    company_id,
    status: status ?? 'unmatched',
    low_date: low.booked_date,
    low_id: low.id,
    high_date: high.booked_date,
    high_id: high.id,
    limit,
  })
}

const isBefore = (a: Place, b: Place) => a.booked_date < b.booked_date || (a.booked_date === b.booked_date && a.id < b.id)
const latest = (a: Place, b: Place | undefined) => (b && isBefore(a, b) ? b : a)
const earliest = (a: Place, b: Place | undefined) => (b && isBefore(b, a) ? b : a)

const unmatched = statement<Of & { after: BankTransactionId; to: BankTransactionId; limit: number }>()((db, p, dialect) =>
  dialect.firstRows(
    db
      .selectFrom('bank_transactions')
      .selectAll()
      .where('company_id', '=', p.company_id)
      .where('id', '>', p.after)
      .where('id', '<=', p.to)
      .where('status', '=', 'unmatched')
      .orderBy('id'),
    p.limit,
  ),
)

/** Transactions after one id, up to another, to which nothing is matched, by their ids. */
export const listUnmatched = (tx: Tx, page: Of & { after: BankTransactionId; to: BankTransactionId; limit: number }) =>
  unmatched.all(tx, page)

const MOST_KEYS = 100

const keysBy = statementFamily<{ by: 'content_key' | 'reference_key' }, Of & Record<string, string>>()((db, p, { by }) =>
  db
    .selectFrom('bank_transactions')
    .select(['content_key', 'ordinal', 'reference_key'])
    .where('company_id', '=', p.company_id as CompanyId)
    .where(by, 'in', listValues<string>(p, 'key', MOST_KEYS)),
)

/** The keys of the stored transactions that have one of these contents, or one of these references. */
export async function listTransactionKeys(tx: Tx, company_id: CompanyId, keys: { contents: string[]; references: string[] }) {
  const found = (by: 'content_key' | 'reference_key', values: readonly string[]) =>
    inChunks(values, MOST_KEYS, (some) =>
      keysBy({ by }).all(tx, { company_id, ...listParams('key', some, MOST_KEYS) } as Of & Record<string, string>),
    )
  return [...(await found('content_key', keys.contents)), ...(await found('reference_key', keys.references))]
}

const MOST_IDS = 100

const matchesOf = statement<Of & Record<string, string>>()((db, p) =>
  db
    .selectFrom('bank_matches')
    .selectAll()
    .where('company_id', '=', p.company_id as CompanyId)
    .where('transaction_id', 'in', listValues<BankTransactionId>(p, 'id', MOST_IDS)),
)

/** The matches of transactions, the first ones first. */
export async function listMatches(tx: Tx, company_id: CompanyId, ids: readonly BankTransactionId[]): Promise<BankMatchesTable[]> {
  const found = await inChunks(ids, MOST_IDS, (some) =>
    matchesOf.all(tx, { company_id, ...listParams('id', some, MOST_IDS) } as Of & Record<string, string>),
  )
  return found.sort((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1))
}

/** Of the same moment a payment comes before its difference. */
const orderOf = ({ created_at, kind, recorded_id }: BankMatchesTable) =>
  `${created_at} ${kind === 'difference' ? 1 : 0} ${recorded_id}`

const matchOf = statement<Of & { recorded_id: BankMatchesTable['recorded_id'] }>()((db, p) =>
  db.selectFrom('bank_matches').selectAll().where('company_id', '=', p.company_id).where('recorded_id', '=', p.recorded_id),
)

/** The match that has recorded a payment or refund. */
export const findMatch = (tx: Tx, company_id: CompanyId, recorded_id: BankMatchesTable['recorded_id']) =>
  matchOf.first(tx, { company_id, recorded_id })

const removeOne = statement<Pick<BankMatchesTable, 'company_id' | 'transaction_id' | 'recorded_id'>>()((db, p) =>
  db
    .deleteFrom('bank_matches')
    .where('company_id', '=', p.company_id)
    .where('transaction_id', '=', p.transaction_id)
    .where('recorded_id', '=', p.recorded_id),
)

/** Stores a match, and that the account has paid for the customer once more. */
export async function insertMatch(tx: WriteTx, match: BankMatchesTable, iban: string): Promise<void> {
  await insertMatches(tx, [match])
  countPayer(tx, match, iban, 1)
}

export function removeMatch(tx: WriteTx, match: BankMatchesTable, iban: string): void {
  removeOne.post(tx, match)
  countPayer(tx, match, iban, -1)
}

const movePayer = statement<Of & { iban: string; customer_id: CustomerId; change: number }>()((db, p) =>
  db
    .insertInto('bank_payers')
    .values({ company_id: p.company_id, iban: p.iban, customer_id: p.customer_id, matches: p.change })
    .onConflict((known) =>
      known
        .columns(['company_id', 'iban', 'customer_id'])
        .doUpdateSet({ matches: sql<number>`bank_payers.matches + ${p.change}` }),
    ),
)

function countPayer(tx: WriteTx, { company_id, customer_id, kind }: BankMatchesTable, iban: string, change: 1 | -1): void {
  if (iban !== '' && kind === 'payment') movePayer.post(tx, { company_id, iban, customer_id, change })
}

const findMapping = statement<Of>()((db, p) =>
  db.selectFrom('bank_csv_mappings').select('mapping').where('company_id', '=', p.company_id),
)

const storeMapping = statement<Of & { mapping: string }>()((db, p) =>
  db
    .insertInto('bank_csv_mappings')
    .values({ company_id: p.company_id, mapping: p.mapping })
    .onConflict((known) => known.column('company_id').doUpdateSet({ mapping: p.mapping })),
)

/** The saved mapping of a company, as JSON text. */
export const findCsvMapping = async (tx: Tx, company_id: CompanyId) => (await findMapping.first(tx, { company_id }))?.mapping
export const saveCsvMapping = (tx: WriteTx, company_id: CompanyId, mapping: string) =>
  storeMapping.post(tx, { company_id, mapping })
