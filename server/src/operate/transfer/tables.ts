// The tables of an export, in an order in which their rows can be inserted, parents before children. A table that is neither here nor in
// LEFT_OUT fails to compile, and fails the test that compares both with the schema itself.
import { api_key_addresses, api_key_companies, api_keys } from '../../access/api-keys/table.ts'
import { audit_anchors, audit_heads, audit_log } from '../../access/audit-log/table.ts'
import { companies, company_logos, company_modules, issued_logos } from '../../access/companies/table.ts'
import { installation, organizations } from '../../access/organizations/table.ts'
import { credentials, passkeys, persons } from '../../access/sessions/table.ts'
import { password_links, users } from '../../access/users/table.ts'
import { bank_csv_mappings, bank_matches, bank_payers, bank_transactions } from '../../billing/bank/table.ts'
import { credit_note_items, credit_notes, refunds } from '../../billing/credit-notes/table.ts'
import { customers } from '../../billing/customers/table.ts'
import { number_counters } from '../../billing/documents/table.ts'
import { invoice_items, invoices } from '../../billing/invoices/table.ts'
import { document_versions } from '../../billing/papers/table.ts'
import { payments } from '../../billing/payments/table.ts'
import { quote_items, quotes } from '../../billing/quotes/table.ts'
import { recurring_invoices } from '../../billing/recurring-invoices/table.ts'
import { invoice_reminders } from '../../billing/reminders/table.ts'
import { kept_sums, list_counts, list_marks } from '../../figures/table.ts'
import { idempotency_keys } from '../../http/table.ts'
import { jobs } from '../../jobs/table.ts'
import { event_heads, events } from '../../record/events/table.ts'
import { emails } from '../../record/mail/table.ts'
import { webhook_clock, webhook_deliveries, webhook_endpoints } from '../../record/webhooks/table.ts'
import type { ColumnType, Table } from '../../sql/columns.ts'
import type { Tables } from '../../sql/tables.ts'
import { project_figures, projects } from '../../work/projects/table.ts'
import { task_dependencies, tasks } from '../../work/tasks/table.ts'
import { time_entries } from '../../work/time-entries/table.ts'

/** A row of any table. */
export type Row = Record<string, unknown>

export interface TransferTable extends Omit<Table, 'name' | 'columns'> {
  readonly name: keyof Tables
  readonly columns: Readonly<Record<string, ColumnType>>
  readonly definition: Table
}

const ALL = [
  organizations,
  users,
  password_links,
  companies,
  company_logos,
  issued_logos,
  company_modules,
  api_keys,
  api_key_companies,
  api_key_addresses,
  audit_log,
  audit_heads,
  audit_anchors,
  idempotency_keys,
  event_heads,
  events,
  number_counters,
  list_counts,
  list_marks,
  kept_sums,
  customers,
  invoices,
  invoice_items,
  payments,
  invoice_reminders,
  quotes,
  quote_items,
  credit_notes,
  credit_note_items,
  refunds,
  bank_transactions,
  bank_matches,
  bank_payers,
  bank_csv_mappings,
  document_versions,
  projects,
  project_figures,
  recurring_invoices,
  tasks,
  task_dependencies,
  time_entries,
  webhook_endpoints,
  webhook_deliveries,
  emails,
  jobs,
  // Of the database: a person may belong to several organizations, and none of them exports how a person signs in to another. In an export of
  // one organization members have no password, and set one by a new link.
  persons,
  credentials,
  passkeys,
  installation,
  webhook_clock,
] as const

/** The tables that no export holds, and why. */
export const LEFT_OUT: Readonly<Record<Exclude<keyof Tables, (typeof ALL)[number]['name']>, string>> = {
  migrations: 'each database keeps its own; the first line of an export names them',
  sessions: 'anyone who was signed in signs in again',
  two_factors: 'sealed under the key of this server; who had one sets it up again',
  session_answers: 'a page that is open repeats a request at the server that it came from',
  verifications: 'sign-ins that have begun are over in minutes',
  sign_in_failures: 'who guesses is a matter of the last hour',
  leaderships: 'which process does the background work is about the processes of one database',
  rate_processes: 'which processes share rate limits is about the processes of one database',
  rate_counts: 'how often callers ask is a matter of the last second',
  vault_keys: 'the key in use is that of the server; whether it opens what was sealed is looked at when it starts',
}

/** The tables of an export in their order. */
export const TRANSFER_TABLES: readonly TransferTable[] = (ALL as readonly (Table & { name: keyof Tables })[]).map(
  (definition) => {
    const columns = Object.entries(definition.columns).map(([name, column]) => [name, column.type])
    return { ...definition, columns: Object.fromEntries(columns), definition }
  },
)

/** The tables of an export of one organization: without those of the database as a whole. */
export const ORGANIZATION_TABLES = TRANSFER_TABLES.filter((one) => one.owner.of !== 'database')
