import { type Static, Type } from 'typebox'
import { presenter } from '../../http/present.ts'
import { DateString, Decimal, Id, Nullable, StringEnum, Text } from '../../http/schema.ts'
import { fromMinor } from '../../kernel/money.ts'
import { STATEMENT_FORMATS } from './read.ts'
import type { FoundSuggestion } from './suggest.ts'
import {
  type BankMatchesTable,
  type BankTransactionsTable,
  bank_transactions,
  MATCH_KINDS,
  TRANSACTION_STATUSES,
} from './table.ts'
import { amountLeft } from './transaction.ts'

const OrNull = (description: string) => Nullable(Type.String({ description }))

const BankMatch = Type.Object(
  {
    kind: StringEnum(MATCH_KINDS, {
      title: 'BankMatchKind',
      description: '`difference` is a payment of what the transfer fell short of; it uses up nothing of the transfer.',
    }),
    payment_id: OrNull('The payment that was recorded; null for a refund.'),
    invoice_id: Type.String(),
    refund_id: OrNull('The refund, where it is one.'),
    credit_note_id: OrNull('Its credit note.'),
    amount: Type.Number(),
    is_automatic: Type.Boolean({ description: 'Whether it was made at the import, by `auto_match`.' }),
    reason: Type.String({ description: 'Why it was made at the import, or why a difference was accepted; else empty.' }),
  },
  { title: 'BankMatch', additionalProperties: false },
)

const BankSuggestion = Type.Object(
  {
    invoice_id: OrNull('The invoice that it may pay, or that of the credit note.'),
    invoice_number: OrNull('Null for a refund and for a returned transfer.'),
    credit_note_id: OrNull('The credit note whose refund it may be.'),
    credit_note_number: OrNull('Its number.'),
    returned_transaction_id: OrNull('The transfer that it may return.'),
    amount: Type.Number({ description: 'What `match` would take.' }),
    score: Type.Integer({ minimum: 1, maximum: 100 }),
    reasons: Type.Array(Type.String(), { description: 'Sentences, the strongest reason first.' }),
  },
  { title: 'BankSuggestion', additionalProperties: false },
)

/** A transaction of a bank statement. */
export const BankTransaction = Type.Object(
  {
    id: Type.String({ description: 'Identifier, `btx_…`.' }),
    account: Type.String({ description: 'The account of the statement; empty for a CSV file.' }),
    booked_date: Type.String({ format: 'date' }),
    amount: Type.Number({ description: 'Above 0 is money that came in.' }),
    currency: Type.String(),
    foreign_amount: Type.String({ description: 'What was instructed in another currency, as the statement says it.' }),
    name: Type.String({ description: 'The other party.' }),
    iban: Type.String({ description: 'The account of the other party.' }),
    text: Type.String({ description: 'What the payer wrote.' }),
    reference: Type.String({ description: 'A creditor reference, else the end-to-end id, else the reference of the bank.' }),
    end_to_end_id: Type.String(),
    bank_reference: Type.String(),
    is_reversal: Type.Boolean({ description: 'Whether the bank says that it takes another booking back.' }),
    return_reason: Type.String({ description: 'Why it was returned, as the statement says it.' }),
    status: StringEnum(TRANSACTION_STATUSES, {
      title: 'BankTransactionStatus',
      description: '`matched` once its whole amount is used up.',
    }),
    amount_left: Type.Number({ description: 'What of it is not matched, without its sign.' }),
    note: Type.String({ description: 'Why it is ignored, where a returned transfer is the reason.' }),
    matches: Type.Array(BankMatch),
    suggestions: Type.Array(BankSuggestion, { description: 'While it is unmatched: the best first, at most five.' }),
    created_at: Type.String({ format: 'date-time' }),
  },
  { title: 'BankTransaction', additionalProperties: false },
)
export type BankTransaction = Static<typeof BankTransaction>

const Column = (description: string) => Text(255, { minLength: 1, 'x-notBlank': true, description })

export const CsvMapping = Type.Object(
  {
    date: Column('The column of the booking date.'),
    amount: Column('The column of the amount, with its sign.'),
    text: Column('The column of what the payer wrote.'),
    name: Type.Optional(Column('The column of the other party.')),
    iban: Type.Optional(Column('The column of its account.')),
    currency: Type.Optional(Column('The column of the currency. Default: that of the company.')),
    reference: Type.Optional(Column('The column of a reference.')),
    decimal: Type.Optional(
      StringEnum([',', '.'], { description: 'What stands before the decimals. Default: what the amounts show.' }),
    ),
    date_format: Type.Optional(Text(20, { description: '`DD.MM.YYYY`, `MM/DD/YYYY` … Default: what the dates show.' })),
  },
  {
    title: 'BankCsvMapping',
    additionalProperties: false,
    description: 'The names of the columns of a CSV file, as in its first row.',
  },
)
export type CsvMapping = Static<typeof CsvMapping>

/** The largest file. */
export const MOST_STATEMENT_BYTES = 10 * 1024 * 1024

export const ImportStatement = Type.Object(
  {
    format: StringEnum(STATEMENT_FORMATS, { title: 'BankStatementFormat' }),
    // As long as the body may be (`MOST_STATEMENT_BYTES`).
    content: Type.String({ minLength: 1, description: 'The text of the file.' }),
    mapping: Type.Optional(CsvMapping),
  },
  { title: 'ImportBankStatement', additionalProperties: false },
)
export type ImportStatement = Static<typeof ImportStatement>

export const ImportedStatement = Type.Object(
  {
    added: Type.Integer({ description: 'Transactions that are new.' }),
    duplicates: Type.Integer({ description: 'Transactions that were there already.' }),
    transactions: Type.Array(BankTransaction, {
      description: 'The new ones, in the order of the file. Above 200 of them only lists have suggestions.',
    }),
  },
  { title: 'ImportedBankStatement', additionalProperties: false },
)
export type ImportedStatement = Static<typeof ImportedStatement>

export const MatchTransaction = Type.Object(
  {
    invoice_id: Type.Optional(Id('inv', { description: 'The invoice that the money is for.' })),
    credit_note_id: Type.Optional(Id('cn', { description: 'Of a debit: the credit note whose refund it is.' })),
    returned_transaction_id: Type.Optional(
      Id('btx', {
        description: 'Of a debit: the transfer that it returns. The payments of that are undone, and both are ignored.',
      }),
    ),
    amount: Type.Optional(
      Decimal({ minimum: 0, description: 'Default: what is left of the transaction, but no more than is due.' }),
    ),
    difference: Type.Optional(
      Type.Object(
        { reason: Text(255, { minLength: 1, 'x-notBlank': true, description: 'Bank fee, rounding …' }) },
        {
          title: 'AcceptedDifference',
          additionalProperties: false,
          description:
            'Accepts that less came in than is due: what is left due is recorded as a payment with the method `difference`, and the reason as its reference.',
        },
      ),
    ),
  },
  { title: 'MatchBankTransaction', additionalProperties: false },
)
export type MatchTransaction = Static<typeof MatchTransaction>

export const UnmatchTransaction = Type.Object(
  { payment_id: Type.Optional(Id('pay', { description: 'Only this one of its payments. Default: all.' })) },
  { title: 'UnmatchBankTransaction', additionalProperties: false },
)
export type UnmatchTransaction = Static<typeof UnmatchTransaction>

export const ListTransactions = {
  status: Type.Optional(
    StringEnum(TRANSACTION_STATUSES, { title: 'BankTransactionStatus', description: 'Only transactions of this status.' }),
  ),
  'booked[gte]': Type.Optional(DateString({ description: 'Only transactions of this day or later.' })),
  'booked[lte]': Type.Optional(DateString({ description: 'Only transactions of this day or earlier.' })),
}

/** A transaction with what answers show beside it. */
export interface ShownTransaction extends BankTransactionsTable {
  matches: readonly BankMatchesTable[]
  suggestions: readonly FoundSuggestion[]
}

/** Shows a transaction with its matches and suggestions. */
export const presentTransaction = presenter<ShownTransaction>()(BankTransaction, bank_transactions, {
  amount_left: (row, digits) => fromMinor(amountLeft(row), digits),
  matches: (row, digits) => row.matches.map((match) => presentMatch(match, digits)),
  suggestions: (row, digits) => row.suggestions.map((one) => ({ ...one, amount: fromMinor(one.amount, digits) })),
})

function presentMatch(match: BankMatchesTable, digits: number): Static<typeof BankMatch> {
  const { kind, recorded_id, invoice_id, credit_note_id, amount, is_automatic, reason } = match
  const is_refund = kind === 'refund'
  return {
    kind,
    payment_id: is_refund ? null : recorded_id,
    invoice_id,
    refund_id: is_refund ? recorded_id : null,
    credit_note_id,
    amount: fromMinor(amount, digits),
    is_automatic: Boolean(is_automatic),
    reason,
  }
}

export const transactionExample: BankTransaction = {
  id: 'btx_01kb3m8q5sb4n6k8t1r3a5c7t9',
  account: 'DE02120300000000202051',
  booked_date: '2026-02-14',
  amount: 580,
  currency: 'EUR',
  foreign_amount: '',
  name: 'Quartz GmbH',
  iban: 'DE75512108001245126199',
  text: 'Rechnung INV-2026-000042',
  reference: 'B4E08MS9D00A0009',
  end_to_end_id: '',
  bank_reference: 'B4E08MS9D00A0009',
  is_reversal: false,
  return_reason: '',
  status: 'unmatched',
  amount_left: 580,
  note: '',
  matches: [],
  suggestions: [
    {
      invoice_id: 'inv_01kb3m8q5s7v9x2z4b6d8f1h3k',
      invoice_number: 'INV-2026-000042',
      credit_note_id: null,
      credit_note_number: null,
      returned_transaction_id: null,
      amount: 580,
      score: 88,
      reasons: ['The text names INV-2026-000042', 'The amount is exactly what is due', 'The name is like Quartz'],
    },
  ],
  created_at: '2026-02-15T07:30:00.000Z',
}

export const matchedExample: BankTransaction = {
  ...transactionExample,
  status: 'matched',
  amount_left: 0,
  matches: [
    {
      kind: 'payment',
      payment_id: 'pay_01kb3m8q5sr8t6y4u2i0p9k7j5',
      invoice_id: 'inv_01kb3m8q5s7v9x2z4b6d8f1h3k',
      refund_id: null,
      credit_note_id: null,
      amount: 580,
      is_automatic: false,
      reason: '',
    },
  ],
  suggestions: [],
}
