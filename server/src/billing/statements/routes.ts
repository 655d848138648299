import { Type } from 'typebox'
import { type Endpoint, endpoint, type FileAnswer } from '../../http/endpoint.ts'
import { DateString, StringEnum } from '../../http/schema.ts'
import { sha256 } from '../../kernel/crypto.ts'
import type { Papers } from '../papers/service.ts'
import { printedStatement } from './print.ts'
import { Ageing, ageingExample, Statement, statementExample } from './schema.ts'
import { getAgeing, getStatement, MOST_ENTRIES } from './service.ts'
import { csvOf } from './statement.ts'

/** The endpoint of statements; `papers` is asked for when a PDF is wanted. */
export const statementEndpoints = (papers: () => Papers): Endpoint[] => [
  endpoint({
    operation_id: 'getCustomerStatement',
    method: 'GET',
    path: '/v1/customers/:id/statement',
    tag: 'Customers',
    summary: 'Get a statement of a customer',
    description: `What was billed, credited, paid and paid back, by date, with the balance after each entry and before the period: for each currency. Drafts are left out; a cancelled invoice counts with what was paid or credited on it. At most ${MOST_ENTRIES.toLocaleString('en')} entries.`,
    query: Type.Object(
      {
        from: Type.Optional(DateString({ description: 'The first day. Default: everything from the beginning.' })),
        to: Type.Optional(DateString({ description: 'The last day. Default: today in the time zone of the company.' })),
        format: Type.Optional(
          StringEnum(['json', 'pdf', 'csv'], {
            title: 'StatementFormat',
            description: 'Default: `json`. In `csv`, texts that a spreadsheet would take for a formula begin with an apostrophe.',
          }),
        ),
      },
      { additionalProperties: false },
    ),
    data: Statement,
    example: statementExample,
    files: ['application/pdf', 'text/csv'],
    errors: { 409: ['document_not_printable'] },
    async handle(context, { params, query: { format = 'json', ...period } }) {
      if (format === 'pdf') return printedStatement(context, papers(), params.id, period)
      const statement = await getStatement(context, params.id, period)
      return format === 'csv' ? csvFile(statement) : statement
    },
  }),
]

function csvFile(statement: Statement): FileAnswer {
  const bytes = Buffer.from(csvOf(statement))
  return { content_type: 'text/csv', bytes, sha256: sha256(bytes), filename: `statement-${statement.to}.csv` }
}

/** The dashboard's own endpoint: what a customer owes by age. */
export const statementDashboardEndpoints: readonly Endpoint[] = [
  endpoint({
    operation_id: 'getCustomerAgeing',
    method: 'GET',
    path: '/dashboard/api/customers/:id/ageing',
    tag: 'Dashboard',
    door: 'session',
    summary: 'Get what a customer owes by age',
    description: 'What is due on open invoices, by how long it has been due: for each currency.',
    data: Ageing,
    example: ageingExample,
    handle: (context, { params }) => getAgeing(context, params.id),
  }),
]
