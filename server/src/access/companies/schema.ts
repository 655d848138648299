import { type Static, type TOptional, type TSchema, Type } from 'typebox'
import { presenter } from '../../http/present.ts'
import { Decimal, Name, Nullable, StringEnum, Text } from '../../http/schema.ts'
import { LANGUAGES } from '../../kernel/languages.ts'
import { Datev, datevOf, GivenDatev } from './datev.ts'
import { stepsOf } from './reminders.ts'
import { type CompaniesTable, companies, DOCUMENT_TEMPLATES, MAIL_KINDS, type MailKind } from './table.ts'

/** Ten years. */
export const MOST_PAYMENT_DAYS = 3_650

/** A company as the API shows it. */
export const Company = Type.Object(
  {
    id: Type.String({ description: 'Identifier, `com_…`: what `company_id` takes.' }),
    name: Type.String(),
    slug: Type.String({ description: 'The name in lower case, for addresses.' }),
    currency: Type.String({ description: 'ISO 4217 code that new documents get when they name none.' }),
    invoice_prefix: Type.String({ description: 'First part of invoice numbers.' }),
    quote_prefix: Type.String({ description: 'First part of quote numbers.' }),
    logo_url: Type.Union([Type.String(), Type.Null()]),
    created_at: Type.String({ format: 'date-time' }),
  },
  { title: 'Company', additionalProperties: false },
)
export type Company = Static<typeof Company>

/** A field of the details: its shape in a request, which answers have too; in answers it is null while it has none. */
const Detail = (most: number, description: string) => Nullable(Text(most, { description }))
/** The service says which letters are allowed: a pattern has no readable sentence. */
export const Prefix = (description = '') =>
  Type.String({ minLength: 1, maxLength: 12, description: `${description}Letters without accents, digits, \`-\` and \`_\`.` })

/** What a company says of itself on its documents, and what new documents get: the same in requests and answers. */
const details = {
  legal_name: Detail(255, 'The name that it is registered under, where it is another one.'),
  legal_address: Detail(2_000, 'The street lines; several are allowed.'),
  legal_vat: Detail(255, 'Its VAT number.'),
  payment_details: Detail(2_000, 'How its invoices are paid: bank, account, reference.'),
  time_zone: Text(64, {
    description: 'IANA name like `Europe/Berlin`: when its days begin, for default dates, overdue invoices and expired quotes.',
  }),
  language: StringEnum(LANGUAGES, { title: 'Language', description: 'Of its documents and mails.' }),
  zipcode: Detail(255, 'Postal code.'),
  city: Detail(255, 'Town or city.'),
  country: Detail(2, 'ISO 3166-1 alpha-2 code, like `DE`.'),
  contact_name: Detail(255, 'The person customers contact.'),
  contact_email: Detail(254, 'The address customers write to.'),
  contact_phone: Detail(255, 'The number customers call.'),
  registration_number: Detail(255, 'In the register of companies.'),
  tax_number: Detail(255, 'Its number at the tax office, beside the VAT number.'),
  iban: Detail(50, 'Its account: blanks are dropped, the check digits must be right.'),
  bic: Detail(20, 'The bank of the account, 8 or 11 letters and digits.'),
  account_holder: Detail(255, 'The name of the account, where it is another one.'),
  electronic_address: Detail(255, 'Where it receives e-invoices.'),
  electronic_address_scheme: Detail(4, 'The scheme of that address: four digits (Peppol: `0204`, `9930` …) or `EM` for email.'),
  default_tax_rate: Nullable(Decimal({ minimum: 0, maximum: 100, description: 'Percentage that new documents get; null: 0.' })),
  default_payment_days: Nullable(
    Type.Integer({
      minimum: 0,
      maximum: MOST_PAYMENT_DAYS,
      description: 'Days from the issue date to the due date of new invoices; null: 30.',
    }),
  ),
  default_hourly_rate: Nullable(Decimal({ minimum: 0, description: 'The rate that new projects get.' })),
  default_notes: Detail(10_000, 'The notes that new documents get.'),
  default_payment_terms: Detail(10_000, 'The payment terms that new documents get.'),
  credit_note_prefix: Prefix('First part of the numbers of credit notes, another one than that of invoices. '),
  document_template: StringEnum(DOCUMENT_TEMPLATES, { title: 'DocumentTemplate', description: 'How its documents look.' }),
  accent_color: Detail(7, 'Colour of its documents, `#rrggbb`; null: that of the template.'),
  footer: Detail(2_000, 'At the foot of its documents.'),
  payment_link_template: Detail(
    2_048,
    'Where its invoices are paid: an address in which `{number}`, `{amount}`, `{currency}` and `{token}` are replaced.',
  ),
}

const MailText = Type.Object(
  {
    subject: Text(255, { minLength: 1, 'x-notBlank': true, description: 'One line.' }),
    message: Text(10_000, { minLength: 1, 'x-notBlank': true, description: 'Plain text. An empty line begins a paragraph.' }),
  },
  {
    title: 'MailText',
    additionalProperties: false,
    description:
      'Both may have `{number}`, `{amount}`, `{due_date}`, `{customer}`, `{company}` and `{link}`; of a statement `{period}`, `{amount}`, `{customer}` and `{company}`.',
  },
)
export type MailText = Static<typeof MailText>

/** A field for each kind of mail. */
function ofMails<S extends TSchema>(field: S): Record<MailKind, S> {
  return Object.fromEntries(MAIL_KINDS.map((kind) => [kind, field])) as Record<MailKind, S>
}

const MailTexts = Type.Object(ofMails(Nullable(MailText)), {
  title: 'MailTexts',
  additionalProperties: false,
  description: 'The subject and message of its mails, by kind; null: the words of the language.',
})
export type MailTexts = Static<typeof MailTexts>

/** The earliest and the latest reminder, in days from the due date. */
const EARLIEST_REMINDER = -30
const LATEST_REMINDER = 365
const MOST_REMINDERS = 10
const reminderDays = Type.Integer({
  minimum: EARLIEST_REMINDER,
  maximum: LATEST_REMINDER,
  description: 'From the due date: 7 is a week after it, -3 three days before it.',
})
const reminderSubject = () =>
  Nullable(
    Text(255, {
      minLength: 1,
      'x-notBlank': true,
      description: 'One line; null: `mail_texts.reminder`, else the words of the language.',
    }),
  )
const reminderMessage = () =>
  Nullable(Text(10_000, { minLength: 1, 'x-notBlank': true, description: 'Plain text; null: as the subject.' }))

/** A day on which customers are reminded of an invoice that is not paid. */
const Reminder = Type.Object(
  { days: reminderDays, subject: reminderSubject(), message: reminderMessage() },
  { title: 'Reminder', additionalProperties: false },
)
/** The same in a request. */
export const GivenReminder = Type.Object(
  { days: reminderDays, subject: Type.Optional(reminderSubject()), message: Type.Optional(reminderMessage()) },
  { additionalProperties: false },
)
export type Reminder = Static<typeof GivenReminder>
const SEND_THANKS = 'Whether customers get a mail of thanks when a payment pays an invoice in full.'
const AutoMatch = Type.Boolean({
  description:
    'Whether a bank transfer that names exactly one invoice, and is exactly what is due on it, is recorded as its payment when the statement is imported.',
})

/** A company with the details that its documents show, and its modules. */
export const CompanyDetails = Type.Object(
  {
    ...Company.properties,
    ...details,
    mail_texts: MailTexts,
    reminders: Type.Array(Reminder, {
      description:
        'When customers are reminded of invoices that are not paid, by days. Texts may have the placeholders of mails; `{amount}` is what is open.',
    }),
    send_thanks: Type.Boolean({ description: SEND_THANKS }),
    is_sandbox: Type.Boolean({
      description:
        'Whether it is for trying things out: with a clock that `POST /v1/sandbox/advance` moves, and documents that are samples.',
    }),
    auto_match: AutoMatch,
    datev: Nullable(Datev),
    modules: Type.Object(
      { projects: Type.Boolean() },
      { additionalProperties: false, description: 'Whether each module is on.' },
    ),
  },
  { title: 'CompanyDetails', additionalProperties: false },
)
export type CompanyDetails = Static<typeof CompanyDetails>

/** A logo that is given itself is one of a letterhead, and no photograph. */
const LONGEST_LOGO = 150_000

type Details = typeof details
const optional = Object.fromEntries(Object.entries(details).map(([name, field]) => [name, Type.Optional(field)])) as {
  [N in keyof Details]: TOptional<Details[N]>
}

/** The fields of a company that can be changed; null clears. Documents and customers have taken over the currency that it had, and keep it. */
export const UpdateCompany = Type.Object(
  {
    name: Type.Optional(Name()),
    slug: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 60,
        description: 'Lower-case letters and digits with hyphens between them; unique in the organization.',
      }),
    ),
    currency: Type.Optional(Type.String({ minLength: 3, maxLength: 3, description: 'ISO 4217 code.' })),
    invoice_prefix: Type.Optional(Prefix()),
    quote_prefix: Type.Optional(Prefix()),
    logo_url: Type.Optional(
      Nullable(Type.String({ maxLength: LONGEST_LOGO, description: 'An address, or a PNG, JPEG or WebP as data: URL.' })),
    ),
    ...optional,
    auto_match: Type.Optional(AutoMatch),
    datev: Type.Optional(Nullable(GivenDatev)),
    mail_texts: Type.Optional(
      Nullable(
        Type.Object(ofMails(Type.Optional(Nullable(MailText))), {
          additionalProperties: false,
          description: 'Kinds that are absent stay; null: the words of the language.',
        }),
      ),
    ),
    reminders: Type.Optional(
      Nullable(
        Type.Array(GivenReminder, {
          maxItems: MOST_REMINDERS,
          description:
            'Replaces all of them, each with other days. A new one counts from today on: days before that are not made up for.',
        }),
      ),
    ),
    send_thanks: Type.Optional(Type.Boolean({ description: SEND_THANKS })),
  },
  { title: 'UpdateCompany', additionalProperties: false },
)
export type UpdateCompany = Static<typeof UpdateCompany>

export const companyExample: Company = {
  id: 'com_01kb3m8q5sxk2n4v7c9e1g3j5m',
  name: 'Moreno Studio',
  slug: 'moreno-studio',
  currency: 'EUR',
  invoice_prefix: 'INV',
  quote_prefix: 'QUO',
  logo_url: null,
  created_at: '2026-01-05T09:30:00.000Z',
}

export const companyDetailsExample: CompanyDetails = {
  ...companyExample,
  legal_name: 'Moreno Studio GmbH',
  legal_address: 'Torstraße 1',
  legal_vat: 'DE123456789',
  payment_details: null,
  time_zone: 'Europe/Berlin',
  language: 'de',
  zipcode: '10119',
  city: 'Berlin',
  country: 'DE',
  contact_name: 'Ines Moreno',
  contact_email: 'hello@moreno.example',
  contact_phone: '+49 30 555 0142',
  registration_number: 'HRB 123456 B',
  tax_number: '30/123/45678',
  iban: 'DE02120300000000202051',
  bic: 'BYLADEM1001',
  account_holder: null,
  electronic_address: '991-12345-67',
  electronic_address_scheme: '0204',
  default_tax_rate: 19,
  default_payment_days: 14,
  default_hourly_rate: 90,
  default_notes: null,
  default_payment_terms: 'Payable within 14 days',
  credit_note_prefix: 'CN',
  document_template: 'modern',
  accent_color: '#2563eb',
  footer: null,
  payment_link_template: 'https://pay.example/?invoice={number}&amount={amount}{currency}',
  mail_texts: {
    invoice: { subject: 'Rechnung {number}', message: 'Guten Tag {customer},\n\nanbei die Rechnung {number} über {amount}.' },
    quote: null,
    credit_note: null,
    reminder: null,
    thanks: null,
    statement: null,
  },
  reminders: [
    { days: 7, subject: null, message: null },
    { days: 21, subject: 'Rechnung {number} ist überfällig', message: 'Guten Tag {customer},\n\n{amount} sind noch offen.' },
  ],
  send_thanks: false,
  is_sandbox: false,
  auto_match: false,
  datev: null,
  modules: { projects: true },
}

const NO_MAIL_TEXTS = Object.fromEntries(MAIL_KINDS.map((kind) => [kind, null])) as MailTexts

/** The texts that a company has for its mails; null where the words of the language are used. */
export const mailTextsOf = ({ mail_texts }: Pick<CompaniesTable, 'mail_texts'>): MailTexts => ({
  ...NO_MAIL_TEXTS,
  ...(JSON.parse(mail_texts) as Partial<MailTexts>),
})

const present = presenter<CompaniesTable>()(Company, companies, {})
const presentDetails = presenter<CompaniesTable & Pick<CompanyDetails, 'modules'>>()(CompanyDetails, companies, {
  mail_texts: mailTextsOf,
  datev: datevOf,
  reminders: (row) => stepsOf(row).map(({ days, subject, message }) => ({ days, subject, message })),
  is_sandbox: (row) => row.clock_ahead_ms !== null,
  modules: (row) => row.modules,
})

/** Shows a company. `addressOf` makes the address of a path of this service, for its logo. */
export const presentCompany = (row: CompaniesTable, addressOf: (path: string) => string): Company =>
  present({ ...row, logo_url: shownLogo(row, addressOf) })

/** Shows a company with its details; `disabled` are the modules that are off. */
export function presentCompanyDetails(
  row: CompaniesTable,
  disabled: ReadonlySet<string>,
  addressOf: (path: string) => string,
): CompanyDetails {
  const modules = { projects: !disabled.has('projects') }
  return presentDetails({ ...row, logo_url: shownLogo(row, addressOf), modules })
}

const shownLogo = ({ logo_url }: CompaniesTable, addressOf: (path: string) => string) =>
  logo_url?.startsWith('/') ? addressOf(logo_url) : logo_url
