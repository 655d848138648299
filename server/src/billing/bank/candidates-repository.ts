// The SQL that looks for what a transaction may be about. All of it walks an index, for many transactions at once.
import { sql } from 'kysely'
import type { BankTransactionId, CompanyId, CreditNoteId, CustomerId, InvoiceId } from '../../kernel/ids.ts'
import type { Tx } from '../../sql/database.ts'
import { literals, type Queries, statement } from '../../sql/statement.ts'
import { inChunks, listParams, listValues } from '../../sql/value-lists.ts'
import { documentsOf, withCustomer } from '../documents/query.ts'
import { type InvoiceStatus, OPEN } from '../invoices/table.ts'

/** An invoice that a transfer may pay. */
export interface InvoiceCandidate {
  id: InvoiceId
  number: string
  status: InvoiceStatus
  currency: string
  amount_due: number
  customer_id: CustomerId
  customer_name: string
}

/** A credit note whose refund a debit may be. */
export interface CreditNoteCandidate extends Omit<InvoiceCandidate, 'status' | 'amount_due'> {
  id: never
  credit_note_id: CreditNoteId
  invoice_id: InvoiceId
  refund_due: number
}

type Params = { company_id: CompanyId } & Record<string, never>

/** Values of one statement. */
const MOST_KEYS = 100
/** Amounts, or customers, of one statement: each is a look-up of its own. */
const MOST_SLOTS = 20
/** Invoices of one amount, or of one customer, that are looked at: those that are due first. */
const MOST_OF_SLOT = 5

const foldedNumber = (kind: 'invoice' | 'credit_note') =>
  sql<string>`upper(replace(replace(${sql.ref(`document.${kind}_number`)}, '-', ''), '_', ''))`

const invoices = (db: Queries, p: Params) =>
  withCustomer(documentsOf(db, 'invoices', p)).select([
    'document.id',
    'document.invoice_number as number',
    'document.status',
    'document.currency',
    'document.amount_due',
    'document.customer_id',
  ])

const byNumber = statement<Params>()((db, p) =>
  invoices(db, p).where(foldedNumber('invoice'), 'in', listValues<string>(p, 'key', MOST_KEYS)),
)

/** The invoices, open or not, of numbers without their hyphens. */
export const listInvoicesByNumber = (tx: Tx, company_id: CompanyId, folded: readonly string[]) =>
  inChunks(folded, MOST_KEYS, (keys) =>
    byNumber.all(tx, { company_id, ...listParams('key', keys, MOST_KEYS) } as Params),
  ) as Promise<InvoiceCandidate[]>

const creditNotesByNumber = statement<Params>()((db, p) =>
  withCustomer(documentsOf(db, 'credit_notes', p))
    .innerJoin('invoices', (join) =>
      join.onRef('invoices.company_id', '=', 'document.company_id').on('invoices.id', '=', sql.ref('document.invoice_id')),
    )
    .where('invoices.company_id', '=', p.company_id)
    .select([
      sql<CreditNoteId>`document.id`.as('credit_note_id'),
      sql<InvoiceId>`document.invoice_id`.as('invoice_id'),
      sql<string>`document.credit_note_number`.as('number'),
      'document.currency',
      'document.customer_id',
      sql<number>`invoices.amount_paid + invoices.amount_credited - invoices.total - invoices.amount_refunded`.as('refund_due'),
    ])
    .where(foldedNumber('credit_note'), 'in', listValues<string>(p, 'key', MOST_KEYS)),
)

/** The credit notes of numbers without their hyphens. */
export const listCreditNotesByNumber = (tx: Tx, company_id: CompanyId, folded: readonly string[]) =>
  inChunks(folded, MOST_KEYS, (keys) =>
    creditNotesByNumber.all(tx, { company_id, ...listParams('key', keys, MOST_KEYS) } as Params),
  ) as Promise<unknown> as Promise<CreditNoteCandidate[]>

const open = (db: Queries, p: Params) =>
  invoices(db, p)
    .where('document.amount_due', '>', sql.lit(0))
    .where('document.status', 'in', literals<InvoiceStatus>(...OPEN))

/** One look-up for each slot: a list would not be bounded for each of its values. */
function slots(db: Queries, slotOf: (slot: number) => ReturnType<typeof open>) {
  const one = (slot: number) => db.selectFrom(slotOf(slot).limit(sql.lit(MOST_OF_SLOT)).as(`slot_${slot}`)).selectAll()
  return Array.from({ length: MOST_SLOTS - 1 }, (_, index) => one(index + 1)).reduce((all, next) => all.unionAll(next), one(0))
}

const byAmount = statement<Params>()((db, p) =>
  slots(db, (slot) =>
    open(db, p).where('document.amount_due', '=', p[`amount${slot}`]!).orderBy('document.due_date').orderBy('document.id'),
  ),
)

/** Open invoices, in any currency, on which exactly one of the amounts is due. */
export const listInvoicesByAmount = (tx: Tx, company_id: CompanyId, amounts: readonly number[]) =>
  inChunks(amounts, MOST_SLOTS, (some) =>
    byAmount.all(tx, { company_id, ...listParams('amount', some as unknown as string[], MOST_SLOTS) } as Params),
  ).then(onlyOnce)

const ofCustomers = statement<Params>()((db, p) =>
  slots(db, (slot) => open(db, p).where('document.customer_id', '=', p[`customer${slot}`]!)),
)

/** Some open invoices of each of the customers. */
export const listInvoicesOfCustomers = (tx: Tx, company_id: CompanyId, customers: readonly CustomerId[]) =>
  inChunks(customers, MOST_SLOTS, (some) =>
    ofCustomers.all(tx, { company_id, ...listParams('customer', some, MOST_SLOTS) } as Params),
  ).then(onlyOnce)

const payers = statement<Params>()((db, p) =>
  db
    .selectFrom('bank_payers')
    .select(['iban', 'customer_id'])
    .where('company_id', '=', p.company_id)
    .where('iban', 'in', listValues<string>(p, 'iban', MOST_KEYS))
    .where('matches', '>', 0),
)

/** The customers that accounts have paid for. */
export const listPayers = (tx: Tx, company_id: CompanyId, ibans: readonly string[]) =>
  inChunks(ibans, MOST_KEYS, (some) => payers.all(tx, { company_id, ...listParams('iban', some, MOST_KEYS) } as Params))

/** A transfer that came in and was matched: it may be returned. */
export interface ReturnableTransfer {
  id: BankTransactionId
  booked_date: string
  amount: number
  currency: string
  end_to_end_id: string
}

const returnable = statement<Params>()((db, p) =>
  db
    .selectFrom('bank_transactions')
    .select(['id', 'booked_date', 'amount', 'currency', 'end_to_end_id'])
    .where('company_id', '=', p.company_id)
    .where('end_to_end_id', '<>', sql.lit(''))
    .where('end_to_end_id', 'in', listValues<string>(p, 'key', MOST_KEYS))
    .where('amount', '>', 0)
    .where('matched_amount', '>', 0),
)

/** Matched transfers that came in with one of the end-to-end ids. */
export const listReturnable = (tx: Tx, company_id: CompanyId, end_to_end_ids: readonly string[]): Promise<ReturnableTransfer[]> =>
  inChunks(end_to_end_ids, MOST_KEYS, (keys) =>
    returnable.all(tx, { company_id, ...listParams('key', keys, MOST_KEYS) } as Params),
  )

/** The last value fills the slots that are left, and finds the same again. */
const onlyOnce = (found: readonly object[]): InvoiceCandidate[] => [
  ...new Map((found as InvoiceCandidate[]).map((one) => [one.id, one])).values(),
]
