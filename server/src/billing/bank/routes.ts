import { Type } from 'typebox'
import { type Endpoint, endpoint } from '../../http/endpoint.ts'
import { CursorPagination, CursorQuery } from '../../http/pagination.ts'
import { importStatement, NO_MAPPING, STATEMENT_TYPES } from './import.ts'
import { matchTransaction } from './matching.ts'
import type { StatementReader } from './reader.ts'
import {
  BankTransaction,
  ImportedStatement,
  ImportStatement,
  ListTransactions,
  MatchTransaction,
  MOST_STATEMENT_BYTES,
  matchedExample,
  transactionExample,
  UnmatchTransaction,
} from './schema.ts'
import { getTransaction, ignoreTransaction, listTransactions, unmatchTransaction } from './service.ts'

const tag = 'Bank'

/** A statement of one transaction, for the reference. */
const STATEMENT = [
  ':20:STATEMENT',
  ':25:DE02120300000000202051',
  ':28C:1/1',
  ':60F:C260213EUR0,',
  ':61:2602140214C580,NTRFNONREF//B4E08MS9D00A0009',
  ':86:166?00TRANSFER?20Rechnung INV-2026-000042?31DE75512108001245126199?32Quartz GmbH',
  ':62F:C260214EUR580,',
  '-',
].join('\n')

const path = '/v1/bank-transactions'

/** What is refused of statements. */
const REFUSALS = {
  errors: { 400: ['invalid_statement'], 409: ['csv_mapping_required'] },
  sentences: {
    invalid_statement: { error: 'Line 7: :61: is not a valid statement line: "2602140214X580,".', param: 'content' },
    csv_mapping_required: { error: NO_MAPPING, param: 'mapping' },
  },
}

/** What is refused when payments are undone. */
const undoing = { errors: { 409: ['payment_refunded'] } }

/** The endpoints of bank statements and their transactions; `reader` is called when a statement comes. */
export const bankEndpoints = (reader: () => StatementReader): Endpoint[] => [
  endpoint({
    operation_id: 'importBankStatement',
    method: 'POST',
    path: '/v1/bank-statements',
    tag,
    tag_description: 'Bank statements, and which invoices their transactions pay.',
    summary: 'Import a bank statement',
    description:
      'Takes a CAMT.053 (version 002 and later), an MT940 or a CSV file: as JSON with its format, or as the file itself, up to 10 MiB and 10,000 transactions. Transactions that are there already are not added again, so files may overlap and come twice; equal rows of one file are several transactions. A statement whose balances do not fit its transactions is refused. The mapping of a CSV file is kept: from then on CSV files can be sent as they are. With `auto_match` of the company, transfers that name exactly one invoice and are exactly what is due on it are matched: the first 100 transactions of a file at once, the others within seconds, by a job.',
    body: ImportStatement,
    body_example: { format: 'mt940', content: STATEMENT },
    upload: { types: STATEMENT_TYPES, most_bytes: MOST_STATEMENT_BYTES },
    status: 201,
    data: ImportedStatement,
    example: { added: 1, duplicates: 0, transactions: [transactionExample] },
    ...REFUSALS,
    handle: (context, { body, file }) => importStatement(context, reader(), file ? { file } : { body }),
  }),
  endpoint({
    operation_id: 'listBankTransactions',
    is_listing: true,
    method: 'GET',
    path,
    tag,
    summary: 'List bank transactions',
    description: 'The newest day first, and within a day the last of the statement first. Unmatched ones have suggestions.',
    query: Type.Object({ ...CursorQuery, ...ListTransactions }, { additionalProperties: false }),
    data: Type.Object(
      { bank_transactions: Type.Array(BankTransaction), pagination: CursorPagination },
      { additionalProperties: false },
    ),
    example: { bank_transactions: [transactionExample], pagination: { limit: 50, has_more: false, next_cursor: null } },
    handle: (context, { query }) => listTransactions(context, query),
  }),
  endpoint({
    operation_id: 'getBankTransaction',
    method: 'GET',
    path: `${path}/:id`,
    tag,
    summary: 'Get a bank transaction',
    description: 'With its matches, and suggestions while it is unmatched.',
    data: BankTransaction,
    example: transactionExample,
    has_etag: true,
    handle: (context, { params }) => getTransaction(context, params.id),
  }),
  endpoint({
    operation_id: 'matchBankTransaction',
    method: 'POST',
    path: `${path}/:id/match`,
    tag,
    summary: 'Match a bank transaction',
    description:
      'Money that came in is recorded as a payment of an invoice, on the day it was booked. One transaction may pay several invoices, one match each, until its amount is used up; it is `unmatched` until then. Money that went out is matched to the refund of a credit note (one that was recorded before with the same amount is taken, else it is recorded now), or to a transfer that it returns.',
    body: MatchTransaction,
    body_example: { invoice_id: 'inv_01kb3m8q5s7v9x2z4b6d8f1h3k' },
    data: BankTransaction,
    example: matchedExample,
    errors: {
      400: ['amount_too_large'],
      409: ['transaction_matched', 'transaction_ignored', 'invoice_settled', 'credit_note_settled', 'payment_refunded'],
    },
    sentences: {
      transaction_matched: {
        error: 'Nothing is left of this transaction: its whole amount is matched. Unmatch it first',
        param: 'status',
      },
      transaction_ignored: { error: 'This transaction is ignored: unmatch it to bring it back', param: 'status' },
      invoice_settled: { error: 'Nothing is due on this invoice', param: 'invoice_id' },
      credit_note_settled: { error: 'No refund is due on this credit note', param: 'credit_note_id' },
    },
    handle: (context, { params, body }) => matchTransaction(context, params.id, body),
  }),
  endpoint({
    ...undoing,
    operation_id: 'unmatchBankTransaction',
    method: 'POST',
    path: `${path}/:id/unmatch`,
    tag,
    summary: 'Unmatch a bank transaction',
    description:
      'Undoes its payments, or one of them; the transaction waits again. One that was ignored comes back. A refund stays recorded: matching again takes it. Where nothing is to be undone, the answer is the transaction as it is.',
    body: UnmatchTransaction,
    body_example: {},
    data: BankTransaction,
    example: transactionExample,
    handle: (context, { params, body }) => unmatchTransaction(context, params.id, body),
  }),
  endpoint({
    operation_id: 'ignoreBankTransaction',
    method: 'POST',
    path: `${path}/:id/ignore`,
    tag,
    summary: 'Ignore a bank transaction',
    description: 'Sets it aside: nothing more is to be matched to it. `unmatch` brings it back.',
    body: Type.Object({}, { additionalProperties: false }),
    body_example: {},
    data: BankTransaction,
    example: { ...transactionExample, status: 'ignored', suggestions: [] },
    errors: { 409: ['transaction_matched'] },
    sentences: {
      transaction_matched: {
        error: 'Nothing is left of this transaction: its whole amount is matched. Unmatch it first',
        param: 'status',
      },
    },
    handle: (context, { params }) => ignoreTransaction(context, params.id),
  }),
]
