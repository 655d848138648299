import { Type } from 'typebox'
import { type Endpoint, endpoint } from '../../http/endpoint.ts'
import { Nullable } from '../../http/schema.ts'
import { previewStatement } from './import.ts'
import { getCsvMapping } from './mapping.ts'
import type { StatementReader } from './reader.ts'
import { REFUSALS } from './routes.ts'
import { BankTransaction, CsvMapping, ImportStatement, MOST_STATEMENT_BYTES, transactionExample } from './schema.ts'

/** Transactions of a preview. */
const MOST_SHOWN = 10

const mappingExample = { date: 'Buchungstag', amount: 'Betrag', text: 'Verwendungszweck', date_format: 'DD.MM.YYYY' }

/** The dashboard's own endpoints of bank statements. */
export const bankDashboardEndpoints = (reader: () => StatementReader): Endpoint[] => [
  endpoint({
    operation_id: 'getBankCsvMapping',
    method: 'GET',
    path: '/dashboard/api/bank-statements/mapping',
    door: 'session',
    tag: 'Dashboard',
    summary: 'Get the mapping of CSV files',
    description: 'The one that was given last; null before the first.',
    data: Type.Object({ mapping: Nullable(CsvMapping) }, { additionalProperties: false }),
    example: { mapping: mappingExample },
    handle: (context) => getCsvMapping(context),
  }),
  endpoint({
    operation_id: 'previewBankStatement',
    method: 'POST',
    path: '/dashboard/api/bank-statements/preview',
    door: 'session',
    tag: 'Dashboard',
    summary: 'Preview a bank statement',
    description: `The first ${MOST_SHOWN} transactions as they would be read. Nothing is stored.`,
    body: ImportStatement,
    body_example: { format: 'csv', content: 'Date;Amount;Text\n2026-02-14;580,00;INV-2026-000042\n' },
    upload: { types: [], most_bytes: MOST_STATEMENT_BYTES },
    data: Type.Object({ count: Type.Integer(), transactions: Type.Array(BankTransaction) }, { additionalProperties: false }),
    example: { count: 1, transactions: [{ ...transactionExample, suggestions: [] }] },
    ...REFUSALS,
    handle: (context, { body }) => previewStatement(context, reader(), body, MOST_SHOWN),
  }),
]
