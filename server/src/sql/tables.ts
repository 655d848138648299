// The rows as they are stored, one interface a table. Amounts are whole minor units, decimals are exact texts.
// Booleans are written as boolean; SQLite gives them back as 0 and 1, so readers wrap them in Boolean(…).
// All in one file, long as it is: it is read as the schema is, and a change of a table has its counterpart in operate/transfer/tables.ts.
import type {
  ApiKeyId,
  CompanyId,
  CustomerId,
  DeliveryId,
  EventId,
  InvoiceId,
  JobId,
  LineItemId,
  OrganizationId,
  PaymentId,
  ProjectId,
  QuoteId,
  TaskId,
  TimeEntryId,
  UserId,
  WebhookEndpointId,
} from '../kernel/ids.ts'

export interface MigrationsTable {
  id: number
  name: string
  checksum: string
  applied_at: string
}

export interface OrganizationsTable {
  id: OrganizationId
  name: string
  created_at: string
}

export interface UsersTable {
  organization_id: OrganizationId
  id: UserId
  name: string
  email: string
  /** Always null: passwords are in `credentials`. */
  password_hash: string | null
  role: 'owner' | 'admin' | 'member' | 'read_only'
  created_at: string
  /** Who signs in as this member; null until they have used a link. */
  person_id: string | null
  removed_at: string | null
}

export interface PersonsTable {
  id: string
  name: string
  /** A login name: access/sessions/login-name.ts. */
  email: string
  email_verified: number
  image: string | null
  two_factor_enabled: number | null
  created_at: string
  updated_at: string
}

export interface SessionsTable {
  id: string
  person_id: string
  token: string
  /** When it ends however much it is used. */
  expires_at: string
  ip_address: string | null
  user_agent: string | null
  /** The organization that it works in. */
  organization_id: OrganizationId | null
  created_at: string
  /** When it was last used, to the hour. */
  updated_at: string
}

export interface CredentialsTable {
  id: string
  person_id: string
  provider_id: string
  account_id: string
  password: string | null
  access_token: string | null
  refresh_token: string | null
  id_token: string | null
  access_token_expires_at: string | null
  refresh_token_expires_at: string | null
  scope: string | null
  created_at: string
  updated_at: string
}

export interface VerificationsTable {
  id: string
  identifier: string
  value: string
  expires_at: string
  created_at: string
  updated_at: string
  /** Of a sign-in that waits for its second factor: whose it is. */
  person_id: string | null
  /** And what it stands on (access/sessions/standing.ts); without that it opens nothing. */
  stands_on: string | null
}

export interface SignInFailuresTable {
  /** SHA-256 of an account, an address or both. */
  name: string
  count: number
  last_ms: number
}

export interface TwoFactorsTable {
  id: string
  person_id: string
  secret: string
  backup_codes: string
  verified: number | null
  failed_verification_count: number | null
  locked_until: string | null
  /** The step of time of the last code that was taken (RFC 6238). */
  last_step: number | null
}

export interface PasskeysTable {
  id: string
  person_id: string
  name: string | null
  public_key: string
  credential_id: string
  counter: number
  device_type: string
  backed_up: number
  transports: string | null
  aaguid: string | null
  created_at: string | null
}

export interface PasswordLinksTable {
  token_hash: string
  organization_id: OrganizationId
  user_id: UserId
  created_at: string
  expires_at: string
  used_at: string | null
  /** The member who made it; null for the operator of the machine. */
  created_by: UserId | null
  /** A hash of what it stands on: role and password of both sides. Without one it opens nothing. */
  stands_on: string | null
}

export interface CompaniesTable {
  id: CompanyId
  organization_id: OrganizationId
  name: string
  slug: string
  currency: string
  invoice_prefix: string
  quote_prefix: string
  /** An address, a data: URL, or the path of a picture in `company_logos`. */
  logo_url: string | null
  created_at: string
  legal_name: string | null
  legal_address: string | null
  legal_vat: string | null
  /** How its invoices are paid: an account, a reference, as it stands on them. */
  payment_details: string | null
}

export interface CompanyLogosTable {
  company_id: CompanyId
  /** Of the picture's bytes, in hexadecimal. */
  sha256: string
  media_type: string
  /** Its bytes in base64. */
  image: string
}

export interface CompanyModulesTable {
  company_id: CompanyId
  module: string
  is_enabled: boolean
}

export interface ApiKeysTable {
  id: ApiKeyId
  organization_id: OrganizationId
  user_id: UserId
  name: string
  key_prefix: string
  token_hash: string
  level: 'read' | 'write' | 'admin'
  all_companies: boolean
  is_active: boolean
  created_at: string
  revoked_at: string | null
  last_used_at: string | null
  /** The member who made it in the dashboard; null for the command line. */
  created_by: UserId | null
}

export interface ApiKeyCompaniesTable {
  company_id: CompanyId
  api_key_id: ApiKeyId
}

export interface AuditLogTable {
  organization_id: OrganizationId | ''
  sequence: number
  created_at: string
  request_id: string
  api_key_id: string | null
  key_prefix: string | null
  company_id: string | null
  method: string
  path: string
  status: number
  duration_ms: number
  ip_address: string
  user_agent: string | null
  hash: string
  /** The member who made it in the dashboard; null where a key did. */
  user_id: string | null
  /** How many requests the row stands for, and when the last of them began; null for a row of one request. */
  count: number | null
  last_at: string | null
}

export interface AuditHeadsTable {
  organization_id: OrganizationId | ''
  sequence: number
  hash: string
}

/** What is in the place of the entries that retention has cut, of all from `first_sequence` to `last_sequence`. Signed. */
export interface AuditAnchorsTable {
  organization_id: OrganizationId | ''
  first_sequence: number
  last_sequence: number
  /** How many of them were cut; the others are still there. */
  cut_entries: number
  /** JSON: each run of entries that were cut, as [first sequence, last sequence, hash of the last]. */
  gaps: string
  cut_at: string
  signature: string
}

export interface IdempotencyKeysTable {
  company_id: CompanyId
  api_key_id: ApiKeyId
  idempotency_key: string
  fingerprint: string
  status: number
  body: string
  created_at: string
}

/** `company_id` is empty for what is done in the organization as a whole. */
export interface SessionAnswersTable extends Omit<IdempotencyKeysTable, 'api_key_id'> {
  user_id: UserId
}

export interface EventHeadsTable {
  company_id: CompanyId
  sequence: number
  created_at: string
  timelines: string | null
}

export interface EventsTable {
  company_id: CompanyId
  id: EventId
  type: string
  created_at: string
  timeline: number
  resource_type: string
  resource_id: string
  data: string
  is_test: boolean
}

export interface NumberCountersTable {
  company_id: CompanyId
  kind: string
  year: string
  last_number: number
}

export interface ListCountsTable {
  company_id: CompanyId
  list: string
  filter: string
  count: number
  /** Rows of `list_marks`. */
  marks: number
}

export interface ListMarksTable {
  company_id: CompanyId
  list: string
  filter: string
  created_at: string
  id: string
  count: number
}

export interface KeptSumsTable {
  company_id: CompanyId
  name: string
  key: string
  /** How many rows are in it. */
  count: number
  /** Σ of the millions of each amount, and of what is left of each. */
  millions: number
  rest: number
}

export interface CustomersTable {
  company_id: CompanyId
  id: CustomerId
  name: string
  slug: string
  contact_email: string
  contact_phone: string
  country: string
  city: string
  currency: string
  status: 'active' | 'inactive'
  legal_name: string
  legal_address: string
  legal_vat: string
  zipcode: string
  notes: string
  search_text: string
  created_at: string
  updated_at: string
  deleted_at: string | null
}

/** What the rows of invoices and quotes have in common. */
export interface DocumentColumns {
  company_id: CompanyId
  customer_id: CustomerId
  /** The customer as it was when the document was issued; null while it is a draft. */
  issued_customer_name: string | null
  issued_customer_email: string | null
  /** JSON: `Billing` of billing/documents/customer.ts. */
  issued_billing: string | null
  issue_date: string
  currency: string
  subtotal: number
  discount_type: 'percentage' | 'fixed' | null
  discount_value: string | null
  discount_amount: number
  subtotal_after_discount: number
  tax_rate: string
  tax_id: string
  tax_amount: number
  total: number
  notes: string
  payment_terms: string
  public_token: string
  created_at: string
  updated_at: string
  deleted_at: string | null
}

export type InvoiceStatus = 'draft' | 'sent' | 'viewed' | 'in_review' | 'partial' | 'paid' | 'overdue' | 'cancelled'

export interface InvoicesTable extends DocumentColumns {
  id: InvoiceId
  invoice_number: string
  status: InvoiceStatus
  due_date: string
  amount_paid: number
  amount_due: number
}

export type QuoteStatus = 'draft' | 'sent' | 'viewed' | 'approved' | 'rejected' | 'expired' | 'converted'

export interface QuotesTable extends DocumentColumns {
  id: QuoteId
  quote_number: string
  status: QuoteStatus
  valid_until: string
  invoice_id: InvoiceId | null
}

export interface LineItemsTable {
  company_id: CompanyId
  document_id: InvoiceId | QuoteId
  sort_order: number
  id: LineItemId
  name: string
  description: string
  quantity: string
  unit: string
  unit_price: string
  subtotal: number
  total: number
}

export interface PaymentsTable {
  company_id: CompanyId
  invoice_id: InvoiceId
  id: PaymentId
  amount: number
  paid_at: string
  method: string
  reference: string
  is_from_status: boolean
  created_at: string
  deleted_at: string | null
}

export type Priority = 'low' | 'medium' | 'high' | 'urgent'
export type ProjectStatus = 'draft' | 'in_progress' | 'on_hold' | 'review' | 'completed' | 'cancelled'
export type TaskStatus = 'backlog' | 'todo' | 'in_progress' | 'in_review' | 'completed' | 'cancelled'

export interface ProjectsTable {
  company_id: CompanyId
  id: ProjectId
  public_id: string
  customer_id: CustomerId | null
  title: string
  description: string
  status: ProjectStatus
  priority: Priority
  start_date: string | null
  due_date: string | null
  billing_type: 'time_based' | 'fixed_price' | 'mixed'
  budget_hours: string | null
  budget_amount: string | null
  hourly_rate: string | null
  progress_percentage: number
  is_archived: boolean
  /** JSON array of user ids. */
  assigned_to: string
  created_by: UserId
  completed_at: string | null
  /** JSON object. */
  metadata: string
  public_token: string
  search_text: string
  created_at: string
  updated_at: string
  deleted_at: string | null
}

export interface ProjectFiguresTable {
  company_id: CompanyId
  project_id: ProjectId
  tasks_count: number
  completed_tasks: number
  minutes: number
  unrated_minutes: number
  own_revenue: string
  task_revenue: string
  cost: string
}

export interface TasksTable {
  company_id: CompanyId
  project_id: ProjectId
  id: TaskId
  public_id: string
  parent_task_id: TaskId | null
  assigned_to: UserId | null
  created_by: UserId
  title: string
  description: string
  status: TaskStatus
  priority: Priority
  estimated_hours: string | null
  start_date: string | null
  due_date: string | null
  completed_at: string | null
  is_billable: boolean
  hourly_rate: string | null
  position: number
  /** JSON array of texts. */
  tags: string
  /** JSON object. */
  metadata: string
  unrated_minutes: number
  search_text: string
  created_at: string
  updated_at: string
  deleted_at: string | null
}

export interface TaskDependenciesTable {
  company_id: CompanyId
  project_id: ProjectId
  task_id: TaskId
  sort_order: number
  depends_on_task_id: TaskId
}

export interface TimeEntriesTable {
  company_id: CompanyId
  project_id: ProjectId
  id: TimeEntryId
  task_id: TaskId | null
  user_id: UserId
  start_time: string
  end_time: string | null
  duration_minutes: number
  is_running: boolean
  description: string
  is_billable: boolean
  hourly_rate: string | null
  internal_cost_rate: string | null
  invoiced: boolean
  invoice_id: InvoiceId | null
  /** JSON object. */
  metadata: string
  created_at: string
  updated_at: string
  deleted_at: string | null
}

export interface WebhookEndpointsTable {
  company_id: CompanyId
  id: WebhookEndpointId
  url: string
  description: string
  /** JSON array of filters. */
  enabled_events: string
  /** JSON array of `{until, enabled_events}`: the filters that events up to a place are judged by, as they were when it was reached. */
  earlier_filters: string
  status: 'enabled' | 'disabled'
  disabled_reason: 'manual' | 'gone' | 'failing' | null
  /** JSON array of sealed signing secrets, the newest first. */
  secrets: string
  /** The place of the last event of the company that was looked at for it. */
  fanned_out_to: number
  /** The first failure since the last success, and roughly the last one. */
  failing_since_ms: number | null
  failed_at_ms: number | null
  created_at: string
  updated_at: string
  deleted_at: string | null
}

export interface WebhookDeliveriesTable {
  company_id: CompanyId
  webhook_endpoint_id: WebhookEndpointId
  event_id: EventId
  id: DeliveryId
  event_type: string
  status: 'pending' | 'delivered' | 'failed' | 'cancelled'
  /** Attempts since it was queued, or queued again by hand: the place in the schedule. */
  tries: number
  /** Attempts ever: the number of the last one in the log. */
  attempt_count: number
  /** JSON array of the newest attempts, oldest first, as the API shows them. */
  attempts: string
  due_at_ms: number | null
  lease: string | null
  created_at: string
}

export interface JobsTable {
  /** Empty for what belongs to the installation as a whole. */
  company_id: CompanyId | ''
  id: JobId
  kind: string
  /** Of one kind and company only one job that is not over has it; null: no matter. */
  unique_key: string | null
  /** JSON. */
  payload: string
  state: 'pending' | 'running' | 'done' | 'failed'
  due_at_ms: number
  /** When the wait until `due_at_ms` began; null where that is a date of the calendar. */
  due_from_ms: number | null
  /** Runs that were begun since it was made, or retried by hand, or last succeeded. */
  attempts: number
  /** Who runs it; empty when it is pending. `beat` moves while it runs. */
  lease: string
  beat: number
  last_error: string | null
  /** JSON. */
  result: string | null
  created_at: string
  started_at: string | null
  finished_at: string | null
}

export interface WebhookClockTable {
  id: 1
  steady_ms: number
}

export interface LeadershipsTable {
  name: string
  holder: string
  beat: number
}

/** The processes that share rate limits. */
export interface RateProcessesTable {
  id: string
  beat: number
}

/** Requests of a caller that all processes let through. */
export interface RateCountsTable {
  caller_id: string
  used: number
}

/** One row at most: the organization that was there first. */
export interface InstallationTable {
  id: 1
  organization_id: OrganizationId
}

export interface VaultKeysTable {
  id: 1
  key_id: string
}

/** All tables by their names: what Kysely checks queries against. */
export interface Tables {
  migrations: MigrationsTable
  organizations: OrganizationsTable
  users: UsersTable
  persons: PersonsTable
  sessions: SessionsTable
  credentials: CredentialsTable
  verifications: VerificationsTable
  sign_in_failures: SignInFailuresTable
  two_factors: TwoFactorsTable
  passkeys: PasskeysTable
  password_links: PasswordLinksTable
  companies: CompaniesTable
  company_modules: CompanyModulesTable
  company_logos: CompanyLogosTable
  api_keys: ApiKeysTable
  api_key_companies: ApiKeyCompaniesTable
  audit_log: AuditLogTable
  audit_heads: AuditHeadsTable
  audit_anchors: AuditAnchorsTable
  idempotency_keys: IdempotencyKeysTable
  session_answers: SessionAnswersTable
  event_heads: EventHeadsTable
  events: EventsTable
  number_counters: NumberCountersTable
  list_counts: ListCountsTable
  list_marks: ListMarksTable
  kept_sums: KeptSumsTable
  customers: CustomersTable
  invoices: InvoicesTable
  invoice_items: LineItemsTable
  payments: PaymentsTable
  quotes: QuotesTable
  quote_items: LineItemsTable
  projects: ProjectsTable
  project_figures: ProjectFiguresTable
  tasks: TasksTable
  task_dependencies: TaskDependenciesTable
  time_entries: TimeEntriesTable
  webhook_endpoints: WebhookEndpointsTable
  webhook_deliveries: WebhookDeliveriesTable
  webhook_clock: WebhookClockTable
  jobs: JobsTable
  leaderships: LeadershipsTable
  rate_processes: RateProcessesTable
  rate_counts: RateCountsTable
  installation: InstallationTable
  vault_keys: VaultKeysTable
}
