// The allowed values of an export; pure. lines.ts checks the form of a line; this file checks whether the service could have stored
// the value: other values would break it, and one bad row of an organization must not affect the others.

import { Check as fits } from 'typebox/value'
import { areStoredAddresses, areStoredScopes } from '../../access/api-keys/restrictions.ts'
import { Datev } from '../../access/companies/datev.ts'
import { checkPicture } from '../../access/companies/logo.ts'
import { MOST_PAYMENT_DAYS } from '../../access/companies/schema.ts'
import { DOCUMENT_TEMPLATES, MAIL_KINDS } from '../../access/companies/table.ts'
import { MOST_AHEAD_MS } from '../../access/companies/time.ts'
import { MATCH_KINDS, TRANSACTION_STATUSES } from '../../billing/bank/table.ts'
import { DOCUMENT_KINDS } from '../../billing/documents/kinds.ts'
import { isListOfItems } from '../../billing/documents/schema.ts'
import { unpackPdf } from '../../billing/papers/packed-pdf.ts'
import { KEPT_KINDS } from '../../billing/papers/table.ts'
import { FREQUENCIES } from '../../billing/recurring-invoices/dates.ts'
import { LONGEST_INTERVAL, MOST_OCCURRENCES } from '../../billing/recurring-invoices/schema.ts'
import { RECURRING_STATUSES } from '../../billing/recurring-invoices/table.ts'
import { REMINDER_STATES, WAITING_REASONS } from '../../billing/reminders/table.ts'
import { sha256 } from '../../kernel/crypto.ts'
import { isCurrency } from '../../kernel/currencies.ts'
import { isDate, isTimestamp, normalizeTimestamp } from '../../kernel/dates.ts'
import { isMailAddress } from '../../kernel/email.ts'
import { type IdKind, isId } from '../../kernel/ids.ts'
import { LANGUAGES } from '../../kernel/languages.ts'
import { EXPLAINED_CATEGORIES, fitsCategory, TAX_CATEGORIES, type TaxCategory } from '../../kernel/tax-categories.ts'
import { hasControls, isCleanText } from '../../kernel/text.ts'
import { readTimeZone } from '../../kernel/time-zones.ts'
import { faultOfBound } from '../../record/events/schema.ts'
import { EMAIL_STATUSES, MAILED_TYPES } from '../../record/mail/table.ts'
import { TransferFault } from './lines.ts'
import type { Row, TransferTable } from './tables.ts'

/** Says what a value has to be, unless it is valid. */
type Check = (value: never, row: Row) => string | undefined

/**
 * The largest counts and sequences: far above what a database reaches in its life, and far enough below 2^53 that additions
 * stay exact.
 */
const HIGHEST_COUNT = 2 ** 50

/** Throws TransferFault, with the line, table and column, for the first value that the service can't have stored. */
export function checkValues(table: TransferTable, row: Row, line: number): void {
  for (const column in table.columns) {
    const value = row[column]
    if (value === null) continue
    const allowed = faultOf(table, column, value, row)
    if (allowed !== undefined) throw new TransferFault(`Line ${line}: ${table.name}.${column} must be ${allowed}`)
  }
}

function faultOf(table: TransferTable, column: string, value: unknown, row: Row): string | undefined {
  if (typeof value === 'string' && !isCleanText(value)) return 'text without NUL and lone surrogates'
  const own = OF_COLUMN[`${table.name}.${column}`]
  // Rows of the database as a whole are written by the sign-in library, in its own formats.
  const check = own ?? (table.owner.of === 'database' ? undefined : BY_NAME[column])
  if (check) return check(value as never, row)
  return typeof value === 'number' && COUNTS.has(column) ? count(value) : undefined
}

const count = (value: number) =>
  Number.isInteger(value) && value >= 0 && value <= HIGHEST_COUNT ? undefined : `a whole number from 0 to 2^50`

const between =
  (least: number, most: number): Check =>
  (value: number) =>
    Number.isInteger(value) && value >= least && value <= most ? undefined : `a whole number from ${least} to ${most}`

const oneOf =
  (...values: readonly string[]): Check =>
  (value: string) =>
    values.includes(value) ? undefined : `one of ${values.join(', ')}`

const id =
  (kind: IdKind): Check =>
  (value: string) =>
    isId(kind, value) ? undefined : `the id of ${kind.replaceAll('_', ' ')}`

const moment: Check = (value: string) =>
  isTimestamp(value) && normalizeTimestamp(value) === value ? undefined : 'a moment like 2026-03-01T12:00:00.000Z'

const day: Check = (value: string) => (isDate(value) ? undefined : 'a real day written as YYYY-MM-DD')
const decimal: Check = (value: string) =>
  /^-?(0|[1-9]\d{0,39})(\.\d{1,340})?$/.test(value) ? undefined : 'a decimal number like 12.5'

const currency: Check = (value: string) => (isCurrency(value) ? undefined : 'a known ISO 4217 code')
const prefix: Check = (value: string) => (/^[A-Za-z0-9_-]{1,12}$/.test(value) ? undefined : '1 to 12 letters, digits, - or _')
const digest: Check = (value: string) => (/^[0-9a-f]{64}$/.test(value) ? undefined : '64 hexadecimal digits')

const json =
  (what: string, fits: (value: unknown) => boolean): Check =>
  (text: string) => {
    try {
      if (fits(JSON.parse(text))) return undefined
    } catch {}
    return what
  }
const isObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value)
const object = json('a JSON object', isObject)
const texts = json('a JSON array of texts', (value) => Array.isArray(value) && value.every((one) => typeof one === 'string'))
const addresses = json('a JSON array of e-mail addresses', (value) => Array.isArray(value) && value.every(isMailAddress))
const mailTexts = json(
  'a JSON object with subject and message for kinds of mail',
  (value) =>
    isObject(value) &&
    Object.entries(value as object).every(
      ([kind, text]) =>
        (MAIL_KINDS as readonly string[]).includes(kind) &&
        typeof text?.subject === 'string' &&
        !hasControls(text.subject) &&
        typeof text.message === 'string',
    ),
)
const isMailPart = (value: unknown) => value === null || typeof value === 'string'
const steps = json(
  'a JSON array of reminders, each with other days',
  (value) =>
    Array.isArray(value) &&
    new Set(value.map((step) => step?.days)).size === value.length &&
    value.every(
      (step) =>
        Number.isInteger(step?.days) &&
        Math.abs(step.days) <= 365 &&
        isDate(step.since) &&
        isMailPart(step.subject) &&
        isMailPart(step.message),
    ),
)
const array = json('a JSON array', Array.isArray)
const moments = json(
  'a JSON array of 1 to 15 moments',
  (value) =>
    Array.isArray(value) &&
    value.length >= 1 &&
    value.length <= 15 &&
    value.every((one) => moment(one as never, {}) === undefined),
)

const isOfPicture: Check = (value: string, { image }: Row) =>
  sha256(Buffer.from(image as string, 'base64')) === value ? undefined : 'the SHA-256 of the picture'

const picture: Check = (value: string, { media_type }: Row) => {
  try {
    return checkPicture('image', value).media_type === media_type ? undefined : 'a picture of its media_type'
  } catch {
    return 'a PNG, JPEG or WebP picture in Base64'
  }
}

const reasons = json(
  'a JSON object with texts for categories of tax',
  (value) =>
    isObject(value) &&
    Object.entries(value as object).every(
      ([category, text]) => (EXPLAINED_CATEGORIES as readonly string[]).includes(category) && typeof text === 'string',
    ),
)

const taxGroups = json(
  'a JSON array of groups of tax',
  (value) =>
    Array.isArray(value) &&
    value.every(
      (group) =>
        isObject(group) &&
        fitsCategory(group.tax_category, group.tax_rate) &&
        GROUP_AMOUNTS.every((amount) => Number.isSafeInteger(group[amount])),
    ),
)
const GROUP_AMOUNTS = ['lines_amount', 'discount_amount', 'taxable_amount', 'tax_amount']

/** A line may have a category without a rate. */
const taxCategory: Check = (value: TaxCategory, { tax_rate }: Row) => {
  const fault = oneOf(...TAX_CATEGORIES)(value as never, {})
  if (fault !== undefined || tax_rate == null || fitsCategory(value, Number(tax_rate))) return fault
  return 'one that the tax_rate may have'
}

/** A field has the same name everywhere. */
const BY_NAME: Readonly<Record<string, Check>> = {
  organization_id: (value: string) => (value === '' || isId('organization', value) ? undefined : 'the id of an organization'),
  company_id: id('company'),
  customer_id: id('customer'),
  user_id: id('user'),
  project_id: id('project'),
  task_id: id('task'),
  transaction_id: id('bank_transaction'),
  parent_task_id: id('task'),
  depends_on_task_id: id('task'),
  invoice_id: id('invoice'),
  credit_note_id: id('credit_note'),
  recurring_invoice_id: id('recurring_invoice'),
  item_id: id('line_item'),
  invoice_item_id: id('line_item'),
  event_id: id('event'),
  webhook_endpoint_id: id('webhook_endpoint'),
  created_at: moment,
  updated_at: moment,
  deleted_at: moment,
  completed_at: moment,
  revoked_at: moment,
  last_used_at: moment,
  removed_at: moment,
  used_at: moment,
  expires_at: moment,
  start_time: moment,
  end_time: moment,
  cut_at: moment,
  last_at: moment,
  issue_date: day,
  due_date: day,
  booked_date: day,
  valid_until: day,
  start_date: day,
  end_date: day,
  next_date: day,
  not_before: day,
  sent_at: moment,
  paid_at: day,
  currency,
  quantity: decimal,
  unit_price: decimal,
  tax_rate: decimal,
  tax_category: taxCategory,
  tax_exemption_reasons: reasons,
  discount_percent: decimal,
  discount_value: decimal,
  hourly_rate: decimal,
  internal_cost_rate: decimal,
  budget_hours: decimal,
  budget_amount: decimal,
  estimated_hours: decimal,
  own_revenue: decimal,
  task_revenue: decimal,
  cost: decimal,
  discount_type: oneOf('percentage', 'fixed'),
  priority: oneOf('low', 'medium', 'high', 'urgent'),
  billing_type: oneOf('time_based', 'fixed_price', 'mixed'),
  role: oneOf('owner', 'admin', 'member', 'read_only'),
  level: oneOf('read', 'write', 'admin'),
  invoice_prefix: prefix,
  quote_prefix: prefix,
  credit_note_prefix: prefix,
  token_hash: digest,
  hash: digest,
  metadata: object,
  issued_billing: object,
  issued_company: object,
  language: oneOf(...LANGUAGES),
  time_zone: (value: string) => (readTimeZone(value) === value ? undefined : 'the IANA name of a time zone'),
  default_tax_rate: decimal,
  default_tax_category: oneOf(...TAX_CATEGORIES),
  default_hourly_rate: decimal,
  default_payment_days: (value: number) =>
    value >= 0 && value <= MOST_PAYMENT_DAYS ? undefined : `from 0 to ${MOST_PAYMENT_DAYS}`,
  document_template: oneOf(...DOCUMENT_TEMPLATES),
  cc_emails: texts,
  mail_texts: mailTexts,
  reminders: steps,
  issued_on: day,
  recorded_at: moment,
  email_id: id('email'),
  service_from: day,
  service_to: day,
  data: object,
  tags: texts,
  enabled_events: texts,
  gaps: array,
  year: (value: string) => (/^\d{4}$/.test(value) ? undefined : 'a year of four digits'),
  progress_percentage: (value: number) => (value >= 0 && value <= 100 ? undefined : 'from 0 to 100'),
}

/** Fields whose rule depends on the table. */
const OF_COLUMN: Readonly<Record<string, Check>> = {
  'organizations.id': id('organization'),
  'users.id': id('user'),
  'companies.id': id('company'),
  'companies.clock_ahead_ms': between(0, MOST_AHEAD_MS),
  'companies.sandbox_advances_to': moment,
  'companies.sandbox_mail_to': addresses,
  'companies.datev': json('settings for DATEV', (value) => fits(Datev, value)),
  'api_keys.id': id('api_key'),
  'api_keys.scopes': json('a JSON array of scopes', areStoredScopes),
  'api_keys.allowed_addresses': json('a JSON array of addresses and networks', areStoredAddresses),
  'api_keys.rotated_from': id('api_key'),
  'api_keys.replaced_by': id('api_key'),
  'api_key_addresses.first_used_at': moment,
  'api_key_addresses.api_key_id': id('api_key'),
  'customers.id': id('customer'),
  'invoices.id': id('invoice'),
  'quotes.id': id('quote'),
  'credit_notes.id': id('credit_note'),
  'credit_notes.status': oneOf('issued'),
  'credit_notes.tax_groups': taxGroups,
  'credit_note_items.id': id('line_item'),
  'refunds.id': id('refund'),
  'recurring_invoices.id': id('recurring_invoice'),
  'recurring_invoices.status': oneOf(...RECURRING_STATUSES),
  'recurring_invoices.frequency': oneOf(...FREQUENCIES),
  'recurring_invoices.interval': between(1, LONGEST_INTERVAL),
  'recurring_invoices.occurrences': between(1, MOST_OCCURRENCES),
  'recurring_invoices.payment_days': between(0, MOST_PAYMENT_DAYS),
  'recurring_invoices.invoices_count': count,
  'recurring_invoices.items': json('a JSON array of line items', isListOfItems),
  'bank_transactions.id': id('bank_transaction'),
  'bank_transactions.status': oneOf(...TRANSACTION_STATUSES),
  'bank_transactions.ordinal': count,
  'bank_transactions.content_key': digest,
  'bank_transactions.reference_key': digest,
  'bank_matches.kind': oneOf(...MATCH_KINDS),
  'bank_matches.recorded_id': (value: string, { kind }: Row) =>
    isId(kind === 'refund' ? 'refund' : 'payment', value) ? undefined : 'the id of a payment, or of a refund',
  'bank_payers.matches': count,
  'bank_csv_mappings.mapping': object,
  'payments.id': id('payment'),
  'projects.id': id('project'),
  'tasks.id': id('task'),
  'time_entries.id': id('time_entry'),
  'events.id': id('event'),
  'webhook_endpoints.id': id('webhook_endpoint'),
  'invoice_items.id': id('line_item'),
  'quote_items.id': id('line_item'),
  'emails.id': id('email'),
  'invoice_reminders.state': oneOf(...REMINDER_STATES),
  'invoice_reminders.reason': oneOf(...WAITING_REASONS),
  'emails.kind': oneOf(...MAIL_KINDS),
  'emails.resource_type': oneOf(...MAILED_TYPES),
  'emails.status': oneOf(...EMAIL_STATUSES),
  'emails.to': addresses,
  'emails.cc': addresses,
  'emails.content': object,
  'emails.attach': texts,
  'emails.attempts': count,
  'emails.refused': array,
  // It becomes a header as it is.
  'emails.message_id': (value: string) => (/^<[\w.-]+@[^\s<>@]+>$/.test(value) ? undefined : 'a Message-ID in angle brackets'),
  'jobs.attempts': count,
  'customers.status': oneOf('active', 'inactive'),
  'invoices.status': oneOf('draft', 'sent', 'viewed', 'in_review', 'partial', 'paid', 'overdue', 'cancelled'),
  'quotes.status': oneOf('draft', 'sent', 'viewed', 'approved', 'rejected', 'expired', 'converted'),
  'projects.status': oneOf('draft', 'in_progress', 'on_hold', 'review', 'completed', 'cancelled'),
  'tasks.status': oneOf('backlog', 'todo', 'in_progress', 'in_review', 'completed', 'cancelled'),
  'projects.assigned_to': texts,
  // The mark at the top of a list is later than all moments.
  'list_marks.created_at': () => undefined,
  'number_counters.kind': oneOf(...DOCUMENT_KINDS, 'project', 'task'),
  // Of the request, whatever it was.
  'audit_log.company_id': () => undefined,
  'audit_log.hash': digest,
  'webhook_deliveries.attempts': array,
  'jobs.state': oneOf('pending', 'running', 'done', 'failed'),
  'jobs.payload': json('JSON', () => true),
  'events.data': object,
  'events.timeline': (value: number) => (Number.isInteger(value) && value >= 0 && value <= 15 ? undefined : 'from 0 to 15'),
  'event_heads.timelines': moments,
  'event_heads.kept_from': faultOfBound,
  // Logos are served by their hash, to everyone: a forged one would replace the picture of another company.
  'company_logos.sha256': isOfPicture,
  'company_logos.image': picture,
  'issued_logos.sha256': isOfPicture,
  'issued_logos.image': picture,
  'document_versions.kind': oneOf(...KEPT_KINDS),
  'document_versions.document_id': (value: string, { kind }: Row) =>
    isId(String(kind).replace('_facturx', '') as IdKind, value) ? undefined : 'the id of a document of its kind',
  'document_versions.version': count,
  'document_versions.content_hash': digest,
  'document_versions.sha256': digest,
  // What was given out once is the evidence of it.
  'document_versions.pdf': (value: string, row: Row) => {
    try {
      return sha256(unpackPdf(value)) === row['sha256'] ? undefined : 'the file with the SHA-256 beside it'
    } catch {
      return 'a deflated file in Base64'
    }
  },
}

/** Whole numbers that are counted on from. Amounts have their own bound: JSON numbers that are exact. */
const COUNTS: ReadonlySet<string> = new Set([
  'sequence',
  'first_sequence',
  'last_sequence',
  'cut_entries',
  'last_number',
  'count',
  'marks',
  'sort_order',
  'tasks_count',
  'completed_tasks',
  'minutes',
  'unrated_minutes',
  'duration_minutes',
  'tries',
  'attempt_count',
  'document_version',
  'attached_version',
  'fanned_out_to',
])
