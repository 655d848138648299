import { type Static, Type } from 'typebox'
import { MOST_PAYMENT_DAYS } from '../../access/companies/schema.ts'
import { presenter } from '../../http/present.ts'
import { DateString, Decimal, Id, Metadata, Nullable, StringEnum } from '../../http/schema.ts'
import { currencyDigits } from '../../kernel/currencies.ts'
import { ApiError } from '../../kernel/errors.ts'
import { LANGUAGES } from '../../kernel/languages.ts'
import { fromMinor } from '../../kernel/money.ts'
import { TAX_CATEGORIES } from '../../kernel/tax-categories.ts'
import type { DocumentDefaults } from '../documents/details.ts'
import { draftContent } from '../documents/document.ts'
import {
  billedCustomerExample,
  createFields,
  DocumentCustomer,
  shownTextsGiven,
  TaxExemptionReasons,
} from '../documents/schema.ts'
import { FREQUENCIES } from './dates.ts'
import { RECURRING_STATUSES, type RecurringInvoicesTable, recurring_invoices } from './table.ts'
import { templateOf } from './template.ts'

/** Periods between two invoices at most, as in "each 12 weeks". */
export const LONGEST_INTERVAL = 12
/** Invoices that may be asked for at most; without a number there is no end. */
export const MOST_OCCURRENCES = 10_000

const { discount_type, discount_value, metadata, items } = createFields
const { language, tax_category, tax_exemption_reasons, tax_id } = createFields

const scheduleFields = {
  interval: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: LONGEST_INTERVAL,
      description: 'Weeks, months, quarters or years between two dates; 1 when absent.',
    }),
  ),
  start_date: Type.Optional(
    DateString({
      description:
        'Date of the first invoice; all later dates are counted from it. Default: today in the time zone of the company. In a month without that day, its last day is used. Invoices for dates that have passed are created as well.',
    }),
  ),
  end_date: Type.Optional(Nullable(DateString({ description: 'No invoice has a later date. Not together with `occurrences`.' }))),
  occurrences: Type.Optional(
    Nullable(
      Type.Integer({
        minimum: 1,
        maximum: MOST_OCCURRENCES,
        description: 'How many invoices are created before it ends. Not together with `end_date`.',
      }),
    ),
  ),
  auto_send: Type.Optional(
    Type.Boolean({
      description: 'Whether each invoice is issued and mailed to the customer when it is created; otherwise it stays a draft.',
    }),
  ),
  project_id: Type.Optional(Nullable(Id('pro', { description: 'The project whose time is billed.' }))),
  include_unbilled_time: Type.Optional(
    Type.Boolean({
      description:
        'Whether each invoice also bills the time of the project that began before the date of the invoice and has not been invoiced yet.',
    }),
  ),
}

const templateFields = {
  currency: Type.Optional(
    Nullable(Type.String({ minLength: 3, maxLength: 3, description: 'ISO 4217 code. Null: the currency of the company.' })),
  ),
  payment_days: Type.Optional(
    Nullable(
      Type.Integer({
        minimum: 0,
        maximum: MOST_PAYMENT_DAYS,
        description: 'From the date of an invoice to its due date. Null: the days of the customer, else of the company, else 30.',
      }),
    ),
  ),
  ...shownTextsGiven,
  tax_id,
  language,
  tax_rate: Type.Optional(
    Nullable(
      Decimal({
        minimum: 0,
        maximum: 100,
        description: 'Percentage: 16 means 16 %. Null: that of the customer, else of the company, else 0.',
      }),
    ),
  ),
  tax_category,
  tax_exemption_reasons,
  discount_type,
  discount_value,
  metadata,
  items,
}

export const CreateRecurringInvoice = Type.Object(
  {
    customer_id: Id('cus', { description: 'The customer of the invoices.' }),
    frequency: StringEnum(FREQUENCIES, { title: 'Frequency' }),
    ...scheduleFields,
    status: Type.Optional(StringEnum(['active', 'paused'], { description: '`active` when absent.' })),
    ...templateFields,
  },
  { title: 'CreateRecurringInvoice', additionalProperties: false },
)
export type CreateRecurringInvoice = Static<typeof CreateRecurringInvoice>

/** A status of a recurring invoice. */
export const RecurringInvoiceStatus = (description: string) =>
  StringEnum(RECURRING_STATUSES, { title: 'RecurringInvoiceStatus', description })

export const UpdateRecurringInvoice = Type.Object(
  {
    customer_id: Type.Optional(CreateRecurringInvoice.properties.customer_id),
    frequency: Type.Optional(StringEnum(FREQUENCIES, { title: 'Frequency' })),
    ...scheduleFields,
    status: Type.Optional(
      RecurringInvoiceStatus(
        '`active` again: dates before today are skipped. An ended one can become active while dates are left.',
      ),
    ),
    ...templateFields,
  },
  { title: 'UpdateRecurringInvoice', additionalProperties: false },
)
export type UpdateRecurringInvoice = Static<typeof UpdateRecurringInvoice>

const TextOrNull = (description: string) => Nullable(Type.String({ description }))
const NumberOrNull = (description: string) => Nullable(Type.Number({ description }))
const IntegerOrNull = (description: string) => Nullable(Type.Integer({ description }))
const DayOrNull = (description: string) => Nullable(Type.String({ format: 'date', description }))

const RecurringLineItem = Type.Object(
  {
    name: Type.String({ description: 'May contain `{month}`, `{year}` and `{period}`, like all texts that are printed.' }),
    description: Type.String(),
    quantity: Type.Number(),
    unit: Type.String(),
    unit_price: Type.Number(),
    discount_percent: NumberOrNull('The discount on the line, in percent; null: none.'),
    tax_rate: NumberOrNull('Percentage; null: that of the invoice.'),
    tax_category: Nullable(StringEnum(TAX_CATEGORIES, { title: 'TaxCategory' })),
  },
  { title: 'RecurringLineItem', additionalProperties: false },
)

const Estimate = Type.Object(
  {
    currency: Type.String(),
    subtotal: Type.Number(),
    discount_amount: Type.Number(),
    tax_amount: Type.Number(),
    total: Type.Number(),
  },
  {
    title: 'RecurringInvoiceEstimate',
    additionalProperties: false,
    description: 'The amounts of an invoice if it were created now, without recorded time.',
  },
)

const summaryFields = {
  id: Type.String({ description: 'Identifier, `rec_…`.' }),
  customer_id: Type.String(),
  status: RecurringInvoiceStatus(
    '`active`: creates invoices. `paused`: creates none. `ended`: no dates are left, or it was ended manually.',
  ),
  frequency: StringEnum(FREQUENCIES, { title: 'Frequency' }),
  interval: Type.Integer({ description: 'Weeks, months, quarters or years between two dates.' }),
  start_date: Type.String({ format: 'date' }),
  end_date: DayOrNull('No invoice has a later date.'),
  occurrences: IntegerOrNull('How many invoices are created before it ends.'),
  next_date: DayOrNull(
    'The date of the next invoice; null once ended. For a paused one, the date of the invoice that it would have created next.',
  ),
  auto_send: Type.Boolean({ description: 'Whether each invoice is issued and mailed when it is created.' }),
  project_id: TextOrNull('The project whose time is billed.'),
  include_unbilled_time: Type.Boolean(),
  invoices_count: Type.Integer({ description: 'How many invoices it has created.' }),
  last_error: TextOrNull(
    'Why the last invoice could not be created, or was not sent; null once one succeeds. An invoice that could not be created is tried again every 15 minutes.',
  ),
  estimate: Type.Union([Estimate, Type.Null()], {
    description: 'Null while customer, company and template contradict each other, so that no invoice could be created.',
  }),
  currency: TextOrNull('ISO 4217 code; null: that of the company.'),
  payment_days: IntegerOrNull('From the date of an invoice to its due date; null: the default.'),
  notes: TextOrNull('Null: those of the company.'),
  payment_terms: TextOrNull('Null: those of the company.'),
  purchase_order: TextOrNull("The number of the customer's order."),
  buyer_reference: TextOrNull('Null: that of the customer.'),
  language: Nullable(StringEnum(LANGUAGES, { title: 'Language' })),
  tax_rate: NumberOrNull('Percentage; null: the default.'),
  discount_type: Nullable(StringEnum(['percentage', 'fixed'], { title: 'DiscountType' })),
  discount_value: NumberOrNull('Percentage, or amount of a fixed discount.'),
  created_at: Type.String({ format: 'date-time' }),
  updated_at: Type.String({ format: 'date-time' }),
  customer: DocumentCustomer,
}

/** A recurring invoice in a list: without its items. */
export const RecurringInvoiceSummary = Type.Object(summaryFields, {
  title: 'RecurringInvoiceSummary',
  additionalProperties: false,
})
export type RecurringInvoiceSummary = Static<typeof RecurringInvoiceSummary>

/** A single recurring invoice. What is null in it is taken from customer and company when an invoice is made. */
export const RecurringInvoice = Type.Object(
  {
    ...summaryFields,
    tax_category: Nullable(StringEnum(TAX_CATEGORIES, { title: 'TaxCategory' })),
    tax_exemption_reasons: Nullable(TaxExemptionReasons),
    metadata: Metadata({ description: 'Copied to each invoice.' }),
    items: Type.Array(RecurringLineItem),
  },
  { title: 'RecurringInvoice', additionalProperties: false },
)
export type RecurringInvoice = Static<typeof RecurringInvoice>

/** A stored recurring invoice with what it shows of its customer, and what its invoices inherit now. */
export interface RecurringInvoiceRecord extends RecurringInvoicesTable {
  customer_name: string
  customer_contact_email: string
  defaults: DocumentDefaults
}

const others = {
  estimate: estimateOf,
  customer: (row: RecurringInvoiceRecord) => ({
    id: row.customer_id,
    name: row.customer_name,
    contact_email: row.customer_contact_email,
  }),
}

/** Shows a recurring invoice as lists do. */
export const presentRecurringInvoiceSummary = presenter<RecurringInvoiceRecord>()(
  RecurringInvoiceSummary,
  recurring_invoices,
  others,
)

/** Shows a whole recurring invoice. */
export const presentRecurringInvoice = presenter<RecurringInvoiceRecord>()(RecurringInvoice, recurring_invoices, others)

function estimateOf(row: RecurringInvoiceRecord): Static<typeof Estimate> | null {
  try {
    const { content } = draftContent(templateOf(row), { today: row.start_date, defaults: row.defaults })
    const digits = currencyDigits(content.currency)
    return {
      currency: content.currency,
      subtotal: fromMinor(content.subtotal, digits),
      discount_amount: fromMinor(content.discount_amount, digits),
      tax_amount: fromMinor(content.tax_amount, digits),
      total: fromMinor(content.total, digits),
    }
  } catch (error) {
    // A default of the customer or company has changed.
    if (error instanceof ApiError) return null
    throw error
  }
}

export const recurringInvoiceExample: RecurringInvoice = {
  id: 'rec_01kb3m8q5s2c4e6g8j0m2p4r6t',
  customer_id: billedCustomerExample.id,
  status: 'active',
  frequency: 'monthly',
  interval: 1,
  start_date: '2026-01-31',
  end_date: null,
  occurrences: 12,
  next_date: '2026-02-28',
  auto_send: true,
  project_id: null,
  include_unbilled_time: false,
  invoices_count: 1,
  last_error: null,
  estimate: { currency: 'EUR', subtotal: 480, discount_amount: 0, tax_amount: 76.8, total: 556.8 },
  currency: null,
  payment_days: null,
  notes: 'For {period}',
  payment_terms: null,
  purchase_order: 'PO-2026-0118',
  buyer_reference: null,
  language: null,
  tax_rate: 16,
  discount_type: null,
  discount_value: null,
  created_at: '2026-01-20T08:00:00.000Z',
  updated_at: '2026-01-31T00:00:02.000Z',
  customer: {
    id: billedCustomerExample.id,
    name: billedCustomerExample.name,
    contact_email: billedCustomerExample.contact_email,
  },
  tax_category: null,
  tax_exemption_reasons: null,
  metadata: { contract: 'C-118' },
  items: [
    {
      name: 'Maintenance in {month} {year}',
      description: '',
      quantity: 6,
      unit: 'h',
      unit_price: 80,
      discount_percent: null,
      tax_rate: null,
      tax_category: null,
    },
  ],
}

const {
  tax_category: _category,
  tax_exemption_reasons: _reasons,
  metadata: _metadata,
  items: _items,
  ...summary
} = recurringInvoiceExample
export const recurringInvoiceSummaryExample: RecurringInvoiceSummary = summary
