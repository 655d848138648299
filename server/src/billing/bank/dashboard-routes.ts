import { Type } from 'typebox'
import { type Endpoint, endpoint } from '../../http/endpoint.ts'
import { Nullable } from '../../http/schema.ts'
import { previewStatement } from './import.ts'
import type { StatementReader } from './reader.ts'
import { BankTransaction, CsvMapping, ImportStatement, MOST_STATEMENT_BYTES, transactionExample } from './schema.ts'

/** Transactions of a preview. */
const MOST_SHOWN = 10

/** The dashboard's own endpoints of bank statements. */
export const bankDashboardEndpoints = (reader: () => StatementReader): Endpoint[] => [
  endpoint({
    operation_id: 'previewBankStatement',
    method: 'POST',
    path: '/dashboard/api/bank-statements/preview',
    door: 'session',
    tag: 'Dashboard',
    summary: 'Preview a bank statement',
    description: `The first ${MOST_SHOWN} transactions as they would be read, or why they can't be. Nothing is stored. A CSV file without a mapping is read with the one that was given last.`,
    body: ImportStatement,
    body_example: { format: 'csv', content: 'Date;Amount;Text\n2026-02-14;580,00;INV-2026-000042\n' },
    upload: { types: [], most_bytes: MOST_STATEMENT_BYTES },
    data: Type.Object(
      {
        columns: Type.Array(Type.String(), { description: 'Of a CSV file.' }),
        mapping: Nullable(CsvMapping),
        count: Type.Integer(),
        problem: Nullable(Type.String({ description: 'Why the file can not be read.' })),
        transactions: Type.Array(BankTransaction),
      },
      { title: 'BankStatementPreview', additionalProperties: false },
    ),
    example: {
      columns: ['Date', 'Amount', 'Text'],
      mapping: { date: 'Date', amount: 'Amount', text: 'Text' },
      count: 1,
      problem: null,
      transactions: [{ ...transactionExample, suggestions: [] }],
    },
    handle: (context, { body }) => previewStatement(context, reader(), body, MOST_SHOWN),
  }),
]
