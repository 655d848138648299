import { type Static, Type } from 'typebox'
import { MOST_PAYMENT_DAYS } from '../../access/companies/schema.ts'
import { presenter } from '../../http/present.ts'
import { Decimal, Metadata, Name, Nullable, StringEnum, Text } from '../../http/schema.ts'
import { LANGUAGES } from '../../kernel/languages.ts'
import { TAX_CATEGORIES } from '../../kernel/tax-categories.ts'
import { type CustomersTable, customers } from './table.ts'

/** Addresses that get a copy of a mail. */
const MOST_CC_EMAILS = 5

const CUSTOMER_STATUSES = ['active', 'inactive'] as const

const summaryFields = {
  id: Type.String({ description: 'Identifier, `cus_…`.' }),
  name: Type.String(),
  slug: Type.String({ description: 'The name in lower case, unique in the company.' }),
  contact_email: Type.String(),
  contact_phone: Type.String(),
  country: Type.String(),
  city: Type.String(),
  currency: Type.String({ description: 'ISO 4217 code that the customer prefers.' }),
  status: StringEnum(CUSTOMER_STATUSES, { title: 'CustomerStatus' }),
  legal_name: Type.String(),
  legal_address: Type.String(),
  legal_vat: Type.String(),
  zipcode: Type.String(),
  language: Type.Union([StringEnum(LANGUAGES, { title: 'Language' }), Type.Null()], {
    description: 'Of documents and mails for the customer; null: that of the company.',
  }),
  contact_name: Type.String(),
  cc_emails: Type.Array(Type.String(), { description: 'Who gets a copy of mails.' }),
  default_tax_rate: Type.Union([Type.Number(), Type.Null()], {
    description: 'Percentage that new documents get; null: that of the company.',
  }),
  default_tax_category: Type.Union([StringEnum(TAX_CATEGORIES, { title: 'TaxCategory' }), Type.Null()], {
    description: 'That new documents get, where it may have their rate; null: none.',
  }),
  default_payment_days: Type.Union([Type.Integer(), Type.Null()], {
    description: 'Days from the issue date to the due date of new invoices; null: those of the company.',
  }),
  buyer_reference: Type.String({ description: 'What the customer asks to be named on new documents.' }),
  electronic_address: Type.String({ description: 'Where the customer receives e-invoices.' }),
  electronic_address_scheme: Type.String({ description: 'The scheme of that address.' }),
  external_id: Type.Union([Type.String(), Type.Null()], { description: 'Its id in another system, unique in the company.' }),
  reminders_paused: Type.Boolean({ description: 'Whether no reminders of its invoices are sent.' }),
}
const timeFields = { created_at: Type.String({ format: 'date-time' }), updated_at: Type.String({ format: 'date-time' }) }

/** A customer in a list. */
export const CustomerSummary = Type.Object(
  { ...summaryFields, ...timeFields },
  { title: 'CustomerSummary', additionalProperties: false },
)
export type CustomerSummary = Static<typeof CustomerSummary>

/** A single customer: with its notes. */
export const Customer = Type.Object(
  { ...summaryFields, notes: Type.String(), metadata: Metadata(), ...timeFields },
  { title: 'Customer', additionalProperties: false },
)
export type Customer = Static<typeof Customer>

const OptionalText = (max: number, description?: string) =>
  Type.Optional(Nullable(Text(max, description === undefined ? {} : { description })))

const inputFields = {
  contact_email: OptionalText(255, 'Where documents go.'),
  contact_phone: OptionalText(255),
  country: OptionalText(255),
  city: OptionalText(255),
  currency: Type.Optional(
    Type.String({ minLength: 3, maxLength: 3, description: 'ISO 4217 code. Default: the currency of the company.' }),
  ),
  status: Type.Optional(StringEnum(CUSTOMER_STATUSES, { title: 'CustomerStatus', description: 'New customers are active.' })),
  legal_name: OptionalText(255),
  legal_address: OptionalText(10_000),
  legal_vat: OptionalText(255),
  zipcode: OptionalText(255),
  notes: OptionalText(10_000, 'Not shown to the customer.'),
  language: Type.Optional(Nullable(StringEnum(LANGUAGES, { title: 'Language' }))),
  contact_name: OptionalText(255),
  cc_emails: Type.Optional(
    Nullable(Type.Array(Text(254), { maxItems: MOST_CC_EMAILS, description: 'Who gets a copy of mails: one address each.' })),
  ),
  default_tax_rate: Type.Optional(
    Nullable(Decimal({ minimum: 0, maximum: 100, description: 'Percentage that new documents get.' })),
  ),
  default_tax_category: Type.Optional(
    Nullable(
      StringEnum(TAX_CATEGORIES, {
        title: 'TaxCategory',
        description: 'That new documents get. With another one than `standard` they have the rate 0.',
      }),
    ),
  ),
  default_payment_days: Type.Optional(
    Nullable(Type.Integer({ minimum: 0, maximum: MOST_PAYMENT_DAYS, description: 'Days from the issue date to the due date.' })),
  ),
  buyer_reference: OptionalText(255, 'What the customer asks to be named on new documents.'),
  electronic_address: OptionalText(255, 'Where the customer receives e-invoices.'),
  electronic_address_scheme: OptionalText(4, 'Four digits (Peppol: `0204`, `9930` …) or `EM` for email.'),
  external_id: OptionalText(255, 'Its id in another system, unique in the company.'),
  metadata: Type.Optional(Nullable(Metadata())),
  reminders_paused: Type.Optional(Type.Boolean({ description: 'True: no reminders of its invoices are sent. Default: false.' })),
}

export const CreateCustomer = Type.Object(
  { name: Name(), ...inputFields },
  { title: 'CreateCustomer', additionalProperties: false },
)
export type CreateCustomer = Static<typeof CreateCustomer>

export const UpdateCustomer = Type.Object(
  { name: Type.Optional(Name()), ...inputFields },
  { title: 'UpdateCustomer', additionalProperties: false },
)
export type UpdateCustomer = Static<typeof UpdateCustomer>

export const presentCustomerSummary = presenter<CustomersTable>()(CustomerSummary, customers, {})
export const presentCustomer = presenter<CustomersTable>()(Customer, customers, {})

export const customerExample: Customer = {
  id: 'cus_01kb3m8q5sh6j8k1m3n5p7q9r2',
  name: 'Lindqvist & Sons AB',
  slug: 'lindqvist-sons-ab',
  contact_email: 'accounts@lindqvist.example',
  contact_phone: '+46 8 555 0142',
  country: 'SE',
  city: 'Stockholm',
  currency: 'EUR',
  status: 'active',
  legal_name: 'Lindqvist & Sons Aktiebolag',
  legal_address: 'Storgatan 12',
  legal_vat: 'SE556677889901',
  zipcode: '114 51',
  language: null,
  contact_name: 'Astrid Lindqvist',
  cc_emails: ['books@lindqvist.example'],
  default_tax_rate: null,
  default_tax_category: 'intra_community',
  default_payment_days: 30,
  buyer_reference: 'Marketing',
  electronic_address: '5566778899',
  electronic_address_scheme: '0007',
  external_id: 'crm-4711',
  reminders_paused: false,
  notes: 'Wants the order number on each invoice',
  metadata: { region: 'north' },
  created_at: '2026-01-12T08:15:30.123Z',
  updated_at: '2026-03-02T10:01:00.000Z',
}
