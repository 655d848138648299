// The SQL of reminders: what was reminded, and the invoices that the sweep goes through.
import { sql } from 'kysely'
import type { CompanyId, EmailId, InvoiceId } from '../../kernel/ids.ts'
import type { Tx, WriteTx } from '../../sql/database.ts'
import { updateRow } from '../../sql/rows.ts'
import { insertRows, literals, statement } from '../../sql/statement.ts'
import { namesShown } from '../documents/customer.ts'
import { documentsOf } from '../documents/query.ts'
import type { InvoiceStatus } from '../invoices/table.ts'
import { OPEN } from '../invoices/table.ts'
import { invoice_reminders, type RemindersTable } from './table.ts'

const insert = insertRows(invoice_reminders)
const update = updateRow(invoice_reminders)

const listOfInvoice = statement<{ company_id: CompanyId; invoice_id: InvoiceId }>()((db, p) =>
  db
    .selectFrom('invoice_reminders')
    .selectAll()
    .where('company_id', '=', p.company_id)
    .where('invoice_id', '=', p.invoice_id)
    .orderBy('days'),
)

/** Where a page of invoices begins: behind an invoice, by due date and id. */
export interface Place {
  day: string
  id: string
}

interface Page {
  company_id: CompanyId
  /** The step. */
  days: number
  after: Place
  /** The last due date. */
  until: string
  limit: number
}

type PageParams = Omit<Page, 'after'> & { from: string; after: string }

/** With what became of the step, as long as anything did. Left joins, so that the index of open invoices is walked whatever the planner expects. */
const listOpen = statement<PageParams>()((db, p, dialect) =>
  dialect.firstRows(
    documentsOf(db, 'invoices', p)
      .leftJoin('customers', (join) =>
        join.onRef('customers.company_id', '=', 'document.company_id').onRef('customers.id', '=', 'document.customer_id'),
      )
      .leftJoin('invoice_reminders as reminder', (join) =>
        join
          .onRef('reminder.company_id', '=', 'document.company_id')
          .onRef('reminder.invoice_id', '=', 'document.id')
          .on('reminder.days', '=', p.days),
      )
      .select([
        'document.id',
        'document.due_date',
        'document.invoice_number',
        'document.customer_id',
        'document.issue_date',
        'document.issued_on',
        'document.currency',
        'document.amount_due',
        'document.reminders_paused',
        'customers.reminders_paused as customer_paused',
        'customers.contact_email',
        'customers.cc_emails',
        'reminder.state',
        'reminder.reason',
      ])
      .select(namesShown('document'))
      .where('document.amount_due', '>', sql.lit(0))
      .where('document.status', 'in', literals<InvoiceStatus>(...OPEN))
      // As a pair: so many invoices are due on one day that each page would go through those of the pages before.
      .where(sql<boolean>`(document.due_date, document.id) > (${p.from}, ${p.after})`)
      .where('document.due_date', '<=', p.until)
      .orderBy('document.due_date')
      .orderBy('document.id'),
    p.limit,
  ),
)

const findMailed = statement<{ company_id: CompanyId; invoice_id: InvoiceId; email_id: EmailId }>()((db, p) =>
  documentsOf(db, 'invoices', p)
    .leftJoin('customers', (join) =>
      join.onRef('customers.company_id', '=', 'document.company_id').onRef('customers.id', '=', 'document.customer_id'),
    )
    .leftJoin('invoice_reminders as reminder', (join) =>
      join
        .onRef('reminder.company_id', '=', 'document.company_id')
        .onRef('reminder.invoice_id', '=', 'document.id')
        .on('reminder.email_id', '=', p.email_id),
    )
    .select([
      'document.status',
      'document.amount_due',
      'document.reminders_paused',
      'customers.reminders_paused as customer_paused',
      'reminder.amount_due as reminded_amount',
    ])
    .where('document.id', '=', p.invoice_id),
)

export const insertReminders = (tx: WriteTx, rows: RemindersTable[]) => insert(tx, rows)
export const saveReminder = (tx: WriteTx, before: RemindersTable, after: RemindersTable) => update.post(tx, after, before)
/** What became of the steps of an invoice, by their days. */
export const listReminderRows = (tx: Tx, company_id: CompanyId, invoice_id: InvoiceId) =>
  listOfInvoice.all(tx, { company_id, invoice_id })
/** Open invoices of a company by due date, with what became of a step of theirs. `after.day` is the first due date. */
export const listOpenInvoices = (tx: Tx, { after, ...page }: Page) =>
  listOpen.all(tx, { ...page, from: after.day, after: after.id })
export type OpenInvoice = Awaited<ReturnType<typeof listOpenInvoices>>[number]
/** The invoice of a mail as it is now, with what the reminder said of it; undefined: it was deleted. */
export const findMailedInvoice = (tx: Tx, company_id: CompanyId, invoice_id: string, email_id: EmailId) =>
  findMailed.first(tx, { company_id, invoice_id: invoice_id as InvoiceId, email_id })
