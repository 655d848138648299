// The wire shapes that invoices and quotes share.
import { type Static, Type } from 'typebox'
import { Check } from 'typebox/value'
import { partPresenter } from '../../http/present.ts'
import { DateString, Decimal, Id, Metadata, Name, Nullable, StringEnum, Text } from '../../http/schema.ts'
import { LANGUAGES } from '../../kernel/languages.ts'
import { decimalText, fromDecimalText, fromMinor } from '../../kernel/money.ts'
import { EXPLAINED_CATEGORIES, type ExplainedCategory, TAX_CATEGORIES } from '../../kernel/tax-categories.ts'
import type { ShownCustomer } from './customer.ts'
import type { LineItemRow } from './line-items.ts'
import { type DocumentColumns, lineItemColumns, type Unlisted } from './table.ts'
import { taxBreakdown } from './tax.ts'
import { textsGiven, textsShown } from './texts.ts'
import { NO_DISCOUNT } from './totals.ts'

/** Line items that a document has at most. */
export const MOST_LINE_ITEMS = 2_000
const DISCOUNT_TYPES = ['percentage', 'fixed'] as const

const TaxCategory = (description?: string) =>
  StringEnum(TAX_CATEGORIES, { title: 'TaxCategory', ...(description === undefined ? {} : { description }) })
const NumberOrNull = (description: string) => Type.Union([Type.Number(), Type.Null()], { description })
const CategoryOrNull = (description: string) => Type.Union([TaxCategory(), Type.Null()], { description })

/** A line item as documents show it. */
export const LineItem = Type.Object(
  {
    id: Type.String({ description: 'Identifier, `di_…`. New whenever the items are replaced.' }),
    item_name: Type.String({ description: 'What is sold. Called `name` in requests.' }),
    description: Type.String(),
    quantity: Type.Number(),
    unit: Type.String(),
    unit_price: Type.Number(),
    discount_percent: NumberOrNull('What comes off the line, in per cent; null: nothing.'),
    tax_rate: NumberOrNull('Percentage; null: that of the document.'),
    tax_category: CategoryOrNull('Null: that of the document, if it may have the rate of the line.'),
    subtotal: Type.Number({
      description:
        'quantity × unit_price × (1 − discount_percent / 100), rounded once, half away from zero, to the digits of the currency.',
    }),
    total: Type.Number({ description: "The same as `subtotal`: it is before the document's discount and tax." }),
    sort_order: Type.Integer({ description: 'Place in the document, from 0.' }),
  },
  { title: 'LineItem', additionalProperties: false },
)
export type LineItem = Static<typeof LineItem>

/** A line item as requests give it. */
export const CreateLineItem = Type.Object(
  {
    name: Name({ description: 'What is sold.' }),
    description: Type.Optional(Text(10_000)),
    quantity: Type.Optional(Decimal({ description: 'How many; 1 when absent. A negative quantity makes a credit line.' })),
    unit: Type.Optional(Text(255, { description: 'What the quantity counts: `h`, `piece`.' })),
    unit_price: Decimal({ description: 'Price of one, before discount and tax. A negative price makes a credit line.' }),
    discount_percent: Type.Optional(
      Nullable(Decimal({ minimum: 0, maximum: 100, description: 'What comes off the line, in per cent.' })),
    ),
    tax_rate: Type.Optional(
      Nullable(
        Decimal({
          minimum: 0,
          maximum: 100,
          description: 'Percentage. Default: that of the document, or 0 with a tax_category other than `standard`.',
        }),
      ),
    ),
    tax_category: Type.Optional(
      Nullable(
        TaxCategory('Default: that of the document, if it may have the rate of the line; else `standard` above 0, `zero` at 0.'),
      ),
    ),
  },
  { title: 'CreateLineItem', additionalProperties: false },
)
export type CreateLineItem = Static<typeof CreateLineItem>

const ListOfItems = Type.Array(CreateLineItem, { maxItems: MOST_LINE_ITEMS })

/** Whether a value is a list of line items as requests give them. */
export const isListOfItems = (value: unknown): value is CreateLineItem[] => Check(ListOfItems, value)

/** A line item in a request that changes a document: as requests give it, or as documents show it. */
export const UpdateLineItem = Type.Object(
  {
    ...CreateLineItem.properties,
    name: Type.Optional(Name({ description: 'What is sold. Required, unless `item_name` is sent.' })),
    item_name: Type.Optional(Type.String({ readOnly: true, description: 'As it is shown; send a new name as `name`.' })),
    id: Type.Optional(Type.String({ readOnly: true, description: 'As it is shown.' })),
    subtotal: Type.Optional(Type.Number({ readOnly: true, description: 'As it is shown.' })),
    total: Type.Optional(Type.Number({ readOnly: true, description: 'As it is shown.' })),
    sort_order: Type.Optional(Type.Integer({ readOnly: true, description: 'As it is shown; the order is that of the request.' })),
  },
  { title: 'UpdateLineItem', additionalProperties: false },
)
export type UpdateLineItem = Static<typeof UpdateLineItem>

/** The customer as lists of documents show it. */
export const DocumentCustomer = Type.Object(
  { id: Type.String(), name: Type.String(), contact_email: Type.String() },
  { title: 'DocumentCustomer', additionalProperties: false },
)

/** The customer as a whole document shows it. */
export const BilledCustomer = Type.Object(
  {
    ...DocumentCustomer.properties,
    billing: Type.Object(
      {
        legal_name: Type.String(),
        address: Type.String({ description: 'The street lines.' }),
        zipcode: Type.String(),
        city: Type.String(),
        country: Type.String(),
        vat_id: Type.String(),
      },
      { title: 'Billing', additionalProperties: false, description: 'The billing details, word for word.' },
    ),
  },
  {
    title: 'BilledCustomer',
    additionalProperties: false,
    description: 'As it is now while the document is a draft; afterwards as it was when the document was issued.',
  },
)

export const billedCustomerExample: Static<typeof BilledCustomer> = {
  id: 'cus_01kb3m8q5sh6j8k1m3n5p7q9r2',
  name: 'Lindqvist & Sons AB',
  contact_email: 'accounts@lindqvist.example',
  billing: {
    legal_name: 'Lindqvist & Sons Aktiebolag',
    address: 'Storgatan 12',
    zipcode: '114 51',
    city: 'Stockholm',
    country: 'SE',
    vat_id: 'SE556677889901',
  },
}

const Amount = (description: string) => Type.Number({ description })

/** The money fields of a document in answers, in their order. */
export const moneyFields = {
  subtotal: Amount('Sum of the line items, before the discount.'),
  discount_type: StringEnum(DISCOUNT_TYPES, {
    title: 'DiscountType',
    description: 'How the discount is given; `percentage` without one.',
  }),
  discount_value: Amount('Percentage, or amount of a fixed discount; 0 without one.'),
  discount_amount: Amount('What the discount takes off.'),
  subtotal_after_discount: Amount('subtotal − discount_amount: what is taxed.'),
  tax_rate: Amount('Percentage: 16 means 16 %.'),
  tax_amount: Amount('Tax: the sum over the groups of lines that are taxed alike, rounded once for each.'),
  total: Amount('subtotal_after_discount + tax_amount.'),
}

/** Why no tax is on the lines of a category, in the words of the company. */
const Reason = () => Type.Optional(Nullable(Text(1_000)))
export const TaxExemptionReasons = Type.Object(
  Object.fromEntries(EXPLAINED_CATEGORIES.map((category) => [category, Reason()])) as Record<
    ExplainedCategory,
    ReturnType<typeof Reason>
  >,
  {
    title: 'TaxExemptionReasons',
    additionalProperties: false,
    description: "Why no tax is on the lines of a category. Absent ones are printed in the words of the document's language.",
  },
)
export type TaxExemptionReasons = Static<typeof TaxExemptionReasons>

/** The lines that are taxed alike. */
const TaxGroupShown = Type.Object(
  {
    tax_category: TaxCategory(),
    tax_rate: Amount('Percentage.'),
    taxable_amount: Amount('Sum of the lines, less their part of the discount. Below 0 where credit lines outweigh.'),
    tax_amount: Amount('taxable_amount × tax_rate, rounded once.'),
  },
  { title: 'TaxGroup', additionalProperties: false },
)

/** The fields of a whole document about its tax, in order. */
export const taxFields = {
  tax_category: CategoryOrNull('Of the lines that have none; null: `standard` above 0, `zero` at 0.'),
  tax_exemption_reasons: Nullable(TaxExemptionReasons),
  tax_breakdown: Type.Union([Type.Array(TaxGroupShown), Type.Null()], {
    description:
      'The tax by category and rate, higher rates first. Null when a figure set by hand makes it not add up to the document.',
  }),
}

/** The first fields of every document in answers: its number. */
export const DocumentNumber = Type.String({
  description: '`{PREFIX}-{YEAR}-{COUNTER}`, given at creation, never changed and never reused.',
})

/** The fields of every document in lists after its amounts, in order. */
export const closingFields = {
  currency: Type.String({ description: 'ISO 4217 code.' }),
  ...textsShown,
  service_from: Type.Union([Type.String({ format: 'date' }), Type.Null()], { description: 'First day of what was delivered.' }),
  service_to: Type.Union([Type.String({ format: 'date' }), Type.Null()], { description: 'Last day of it.' }),
  language: StringEnum(LANGUAGES, { title: 'Language', description: 'That it is written in.' }),
  external_id: Type.Union([Type.String(), Type.Null()], {
    description: 'Its id in another system, unique among the documents of its kind.',
  }),
  document_version: Type.Integer({
    description:
      'How many versions of its PDF are kept; 0 before it is first read. Reading a PDF changes neither `updated_at` nor the ETag.',
  }),
  created_at: Type.String({ format: 'date-time' }),
  updated_at: Type.String({ format: 'date-time' }),
  customer: DocumentCustomer,
}

/** The details in examples of answers. */
export const detailExamples = {
  service_from: '2026-01-12',
  service_to: '2026-01-16',
  language: 'en' as const,
  external_id: null,
  document_version: 0,
}

/** The fields of every single document that lists leave out. */
export const PublicToken = Type.String({ description: 'The secret part of the link to its public page.' })

const Figure = (description: string) => Type.Optional(Decimal({ minimum: 0, description }))

const { tax_id, ...others } = textsGiven
/** The texts in requests that answers have too. */
export const shownTextsGiven = others

/** The fields of both kinds of document on creation, besides their own dates. */
export const createFields = {
  customer_id: Id('cus', { description: 'The customer of the document.' }),
  issue_date: Type.Optional(DateString({ description: 'Default: today in the time zone of the company.' })),
  currency: Type.Optional(
    Type.String({ description: 'ISO 4217 code. Default: the currency of the company.', minLength: 3, maxLength: 3 }),
  ),
  ...shownTextsGiven,
  service_from: Type.Optional(
    Nullable(DateString({ description: 'First day of what is delivered. Alone it is the last one too.' })),
  ),
  service_to: Type.Optional(Nullable(DateString({ description: 'Last day of it. Alone it is the first one too.' }))),
  language: Type.Optional(
    Nullable(StringEnum(LANGUAGES, { title: 'Language', description: 'Default: that of the customer, else of the company.' })),
  ),
  external_id: Type.Optional(
    Nullable(Text(255, { description: 'Its id in another system, unique among the documents of its kind.' })),
  ),
  metadata: Type.Optional(Nullable(Metadata())),
  tax_rate: Type.Optional(
    Decimal({
      minimum: 0,
      maximum: 100,
      description: 'Percentage: 16 means 16 %. Default: that of the customer, else of the company, else 0.',
    }),
  ),
  tax_category: Type.Optional(
    Nullable(
      TaxCategory(
        'Of the lines that have none. With another one than `standard` the rate is 0. Default: that of the customer, if it may have the rate.',
      ),
    ),
  ),
  tax_exemption_reasons: Type.Optional(Nullable(TaxExemptionReasons)),
  tax_id,
  discount_type: Type.Optional(
    Nullable(
      StringEnum(DISCOUNT_TYPES, {
        title: 'DiscountType',
        description: 'Default `percentage`. Another type without a value begins with the value 0.',
      }),
    ),
  ),
  discount_value: Type.Optional(
    Nullable(
      Decimal({
        minimum: 0,
        description: 'Percentage (0–100), or a fixed amount not above a subtotal that is above 0.',
      }),
    ),
  ),
  items: Type.Optional(
    Type.Array(CreateLineItem, { maxItems: MOST_LINE_ITEMS, description: 'The line items; all totals are computed from them.' }),
  ),
}

/** The fields of both kinds of document on update, besides their own dates and status. */
export const updateFields = {
  ...createFields,
  customer_id: Type.Optional(createFields.customer_id),
  language: Type.Optional(StringEnum(LANGUAGES, { title: 'Language' })),
  items: Type.Optional(
    Type.Array(UpdateLineItem, {
      maxItems: MOST_LINE_ITEMS,
      description:
        'Replaces all line items (their ids are new) and recomputes. Items that come back as they are shown, ids included, change nothing.',
    }),
  ),
  subtotal: Figure('Stored as given, rounded to the digits of the currency; what follows from it is recomputed.'),
  discount_amount: Figure('Stored as given, rounded to the digits of the currency; what follows from it is recomputed.'),
  subtotal_after_discount: Figure('Stored as given, rounded to the digits of the currency; what follows from it is recomputed.'),
  tax_amount: Type.Optional(
    Decimal({
      description:
        'Stored as given, rounded to the digits of the currency; what follows from it is recomputed. One below 0 is accepted only as it is shown.',
    }),
  ),
  total: Figure('Stored as given, rounded to the digits of the currency.'),
}

/** Shows a stored line item; `digits` are those of the document's currency. */
export const presentLineItem = partPresenter<LineItemRow>()(
  LineItem,
  { columns: lineItemColumns },
  { item_name: (row) => row.name },
)

type SummaryRow = Omit<DocumentColumns, Unlisted> & Pick<ShownCustomer, 'customer_name' | 'customer_contact_email'>

/** How lists show the fields that are not columns of a document, or are stored differently. */
export const shownInSummary = {
  discount_type: (row: SummaryRow) => row.discount_type ?? NO_DISCOUNT.discount_type,
  discount_value: (row: SummaryRow) => fromDecimalText(row.discount_value ?? '0'),
  customer: (row: SummaryRow) => ({ id: row.customer_id, name: row.customer_name, contact_email: row.customer_contact_email }),
}

type WholeRow = DocumentColumns & ShownCustomer & { items: readonly LineItemRow[] }

/** The same for a whole document. */
export const shownInWhole = {
  ...shownInSummary,
  customer: (row: WholeRow) => ({ ...shownInSummary.customer(row), billing: row.customer_billing }),
  tax_breakdown: (row: WholeRow, digits: number) =>
    taxBreakdown(row)?.map(({ tax_category, tax_rate, taxable_amount, tax_amount }) => ({
      tax_category,
      tax_rate: fromDecimalText(decimalText(tax_rate)),
      taxable_amount: fromMinor(taxable_amount, digits),
      tax_amount: fromMinor(tax_amount, digits),
    })) ?? null,
  items: (row: WholeRow, digits: number) => row.items.map((item) => presentLineItem(item, digits)),
}

/** The fields about tax in examples of answers, with the line below. */
export const taxExamples = {
  tax_category: null,
  tax_exemption_reasons: null,
  tax_breakdown: [{ tax_category: 'standard' as const, tax_rate: 16, taxable_amount: 500, tax_amount: 80 }],
}

export const lineItemExample: LineItem = {
  id: 'di_01kb3m8q5sw1e3r5t7y9p2a4sd',
  item_name: 'Design of the landing page',
  description: 'Two rounds of changes included',
  quantity: 12.5,
  unit: 'h',
  unit_price: 80,
  discount_percent: null,
  tax_rate: null,
  tax_category: null,
  subtotal: 1000,
  total: 1000,
  sort_order: 0,
}
