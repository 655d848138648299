import { Type } from 'typebox'
import { type Endpoint, endpoint, type FileAnswer } from '../../http/endpoint.ts'
import { DateString, StringEnum } from '../../http/schema.ts'
import { sha256 } from '../../kernel/crypto.ts'
import { Email, EmailPreview, emailExample, emailPreviewExample, SendEmail } from '../../record/mail/schema.ts'
import type { MailParts } from '../../record/mail/service.ts'
import type { Papers } from '../papers/service.ts'
import { previewStatement, sendStatement } from './mailing.ts'
import { printedStatement, statementFileName } from './print.ts'
import { Ageing, ageingExample, Statement, statementExample } from './schema.ts'
import { getAgeing, getStatement, MOST_ENTRIES } from './service.ts'
import { csvOf } from './statement.ts'

/** The days that a mailed statement is about. */
const Period = Type.Object(
  {
    from: Type.Optional(DateString({ description: 'The first day of the statement, as of `getCustomerStatement`.' })),
    to: Type.Optional(DateString({ description: 'The last day of the statement, as of `getCustomerStatement`.' })),
  },
  { additionalProperties: false },
)
const SendStatement = Type.Omit(SendEmail, ['attach'], { title: 'SendStatement', additionalProperties: false })

/** The endpoints of statements; `papers` is asked for when a PDF is wanted, and `mail` when one is sent. */
export const statementEndpoints = (papers: () => Papers, mail: () => MailParts): Endpoint[] => [
  endpoint({
    operation_id: 'getCustomerStatement',
    is_listing: true,
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
  endpoint({
    operation_id: 'sendCustomerStatement',
    method: 'POST',
    path: '/v1/customers/:id/statement/send',
    tag: 'Customers',
    summary: 'Send a statement by email',
    description:
      'Queues a mail with the statement as a PDF. Mail and file have the figures of this moment, whenever it is delivered. Follow its delivery at `GET /v1/emails/{id}`. Each request makes one mail; repeat one that was lost with its Idempotency-Key.',
    query: Period,
    body: SendStatement,
    body_example: { message: 'Here is your statement for {period}: {amount}.' },
    status: 202,
    data: Email,
    example: {
      ...emailExample,
      kind: 'statement',
      resource_type: 'customer',
      resource_id: statementExample.customer_id,
      subject: 'Statement of account from Acme',
      status: 'queued',
      attempts: 0,
      sent_at: null,
    },
    errors: { 409: ['email_not_configured'], 429: ['email_limit_reached'] },
    handle: (context, { params, query, body }) => sendStatement(context, mail(), params.id, query, body),
  }),
]

function csvFile(statement: Statement): FileAnswer {
  const bytes = Buffer.from(csvOf(statement))
  return { content_type: 'text/csv', bytes, sha256: sha256(bytes), filename: `${statementFileName(statement)}.csv` }
}

/** The dashboard's own endpoints: what a customer owes by age, and how a mail would look. */
export const statementDashboardEndpoints = (mail: () => MailParts): readonly Endpoint[] => [
  endpoint({
    operation_id: 'previewStatementEmail',
    method: 'POST',
    path: '/dashboard/api/customers/:id/statement/email-preview',
    tag: 'Dashboard',
    door: 'session',
    summary: 'Preview the email of a statement',
    description: 'The email that `sendCustomerStatement` would queue with the same query and body. Nothing is stored or sent.',
    query: Period,
    body: SendStatement,
    body_example: {},
    data: EmailPreview,
    example: {
      ...emailPreviewExample,
      subject: 'Statement of account from Moreno Studio',
      attachments: [{ filename: 'statement-2026-03-31.pdf' }],
    },
    handle: (context, { params, query, body }) => previewStatement(context, mail(), params.id, query, body),
  }),
  endpoint({
    operation_id: 'getCustomerAgeing',
    is_listing: true,
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
