// The tables of this room.
import type { BankTransactionId, CompanyId, CreditNoteId, CustomerId, InvoiceId, PaymentId, RefundId } from '../../kernel/ids.ts'
import { boolean, defineTable, integer, json, minor, type RowOf, text } from '../../sql/columns.ts'

export const TRANSACTION_STATUSES = ['unmatched', 'matched', 'ignored'] as const
export type TransactionStatus = (typeof TRANSACTION_STATUSES)[number]
/** What a match has recorded: a payment, a payment of what the transfer fell short of, or a refund. */
export const MATCH_KINDS = ['payment', 'difference', 'refund'] as const

export const bank_transactions = defineTable('bank_transactions', {
  key: ['company_id', 'id'],
  columns: {
    company_id: text<CompanyId>(),
    id: text<BankTransactionId>(),
    /** The account of the statement; '' for a CSV file. */
    account: text().fixed(),
    booked_date: text().fixed(),
    /** Above 0: money that came in. */
    amount: minor().fixed(),
    currency: text().fixed(),
    /** Of the other party, like `iban`. */
    name: text().fixed(),
    iban: text().fixed(),
    text: text().fixed(),
    reference: text().fixed(),
    end_to_end_id: text().fixed(),
    bank_reference: text().fixed(),
    foreign_amount: text().fixed(),
    is_reversal: boolean().fixed(),
    return_reason: text().fixed(),
    status: text<TransactionStatus>().indexed(),
    /** How much of it payments and refunds have used up: never below 0. */
    matched_amount: minor(),
    /** Why it has its status, where its matches do not say. */
    note: text(),
    /** Of its content (duplicates.ts). */
    content_key: text().fixed(),
    /** Which of those of equal content it is, from 0. */
    ordinal: integer().fixed(),
    /** Of the bank's reference, where it names this transaction alone. */
    reference_key: text().nullable().fixed(),
    created_at: text().fixed(),
  },
})
export type BankTransactionsTable = RowOf<typeof bank_transactions>

/** What was recorded because of a transaction. A match that is undone has no row. */
export const bank_matches = defineTable('bank_matches', {
  key: ['company_id', 'transaction_id', 'recorded_id'],
  columns: {
    company_id: text<CompanyId>(),
    transaction_id: text<BankTransactionId>(),
    recorded_id: text<PaymentId | RefundId>(),
    kind: text<(typeof MATCH_KINDS)[number]>().fixed(),
    invoice_id: text<InvoiceId>().fixed(),
    credit_note_id: text<CreditNoteId>().nullable().fixed(),
    customer_id: text<CustomerId>().fixed(),
    amount: minor().fixed(),
    is_automatic: boolean().fixed(),
    /** Why it was matched without a person, or why a difference was accepted. */
    reason: text().fixed(),
    created_at: text().fixed(),
  },
})
export type BankMatchesTable = RowOf<typeof bank_matches>

/** Which account has paid for which customer. */
export const bank_payers = defineTable('bank_payers', {
  key: ['company_id', 'iban', 'customer_id'],
  columns: {
    company_id: text<CompanyId>(),
    iban: text(),
    customer_id: text<CustomerId>(),
    /** Matches that are not undone. */
    matches: integer(),
  },
})

/** What the columns of the CSV files of a company's bank mean. */
export const bank_csv_mappings = defineTable('bank_csv_mappings', {
  key: ['company_id'],
  columns: {
    company_id: text<CompanyId>(),
    /** JSON: `CsvMapping`. */
    mapping: json(),
  },
})

declare module '../../sql/tables.ts' {
  interface Tables {
    bank_transactions: BankTransactionsTable
    bank_matches: BankMatchesTable
    bank_payers: RowOf<typeof bank_payers>
    bank_csv_mappings: RowOf<typeof bank_csv_mappings>
  }
}
