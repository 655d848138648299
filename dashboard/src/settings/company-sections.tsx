// The parts of a company's settings.

import { type ReactNode, useId } from 'react'
import { CountryField } from '../ui/country-field.tsx'
import { CurrencyField } from '../ui/currency-field.tsx'
import { TextArea, TextField } from '../ui/field.tsx'
import { LanguageField } from '../ui/language-field.tsx'
import { MoreDetails } from '../ui/more-details.tsx'
import { AccentField } from './accent-field.tsx'
import { MAIL_TEXTS } from './company-draft.ts'
import type { FieldOf } from './company-form.tsx'
import { TemplateChoice } from './template-choice.tsx'
import { TimeZoneField } from './time-zone-field.tsx'

/** A part of a form with its title, and a sentence on what it is for. */
export function Section({
  title,
  about,
  name,
  children,
}: {
  title: string
  about: ReactNode
  /** What an address with `#name` leads to. */
  name?: string
  children: ReactNode
}) {
  const id = useId()
  return (
    <section id={name} aria-labelledby={id} className="card scroll-mt-20 p-5">
      <h2 id={id}>{title}</h2>
      <p className="mt-0.5 mb-4 text-[13px] text-soft">{about}</p>
      <div className="grid grid-cols-2 gap-4 sm:grid-cols-6">{children}</div>
    </section>
  )
}

/** Widths of fields in a Section, which has two columns on narrow screens and six elsewhere. */
export const WHOLE = 'col-span-2 sm:col-span-6'
export const HALF = 'col-span-2 sm:col-span-3'
export const THIRD = 'col-span-1 sm:col-span-2'
const TWO_THIRDS = 'col-span-2 sm:col-span-4'

/** The postal address of the company. */
export function AddressFields({ field }: { field: FieldOf }) {
  return (
    <>
      <TextArea
        className={WHOLE}
        label="Address"
        rows={2}
        placeholder="Street and number"
        autoComplete="street-address"
        {...field('legal_address')}
      />
      <TextField className={THIRD} label="Postal code" autoComplete="postal-code" {...field('zipcode')} />
      <TextField className={THIRD} label="City" autoComplete="address-level2" {...field('city')} />
      <CountryField className="col-span-2" {...field('country')} />
    </>
  )
}

/** The account that customers pay to. */
export function BankFields({ field }: { field: FieldOf }) {
  return (
    <>
      <TextField
        className={TWO_THIRDS}
        label="IBAN"
        placeholder="DE02 1203 0000 0000 2020 51"
        autoComplete="off"
        spellCheck={false}
        {...field('iban')}
      />
      <TextField className={THIRD} label="BIC" autoComplete="off" spellCheck={false} {...field('bic')} />
    </>
  )
}

/** The tax rate of new documents. */
export function TaxRateField({ field }: { field: FieldOf }) {
  return (
    <TextField
      className={THIRD}
      label="Tax rate"
      hint="Per cent."
      inputMode="decimal"
      placeholder="0"
      {...field('default_tax_rate')}
    />
  )
}

/** Where the company receives e-invoices, which its own e-invoices say too. */
const E_INVOICES = ['electronic_address', 'electronic_address_scheme'] as const

/** Who the company is: what stands at the head and the foot of its documents. */
export function IdentitySection({ field, slug }: { field: FieldOf; slug: string }) {
  return (
    <Section title="Who you are" about="It stands on invoices and quotes. Issued ones keep what they say.">
      <TextField className={HALF} label="Name" {...field('name')} required />
      <TextField className={HALF} label="Legal name" hint="If it is registered under another name." {...field('legal_name')} />
      <AddressFields field={field} />
      <TextField className={THIRD} label="VAT number" {...field('legal_vat')} />
      <TextField className={THIRD} label="Tax number" {...field('tax_number')} />
      <TextField className={THIRD} label="Registration number" placeholder="HRB 123456 B" {...field('registration_number')} />
      <TextField
        className={THIRD}
        label="Slug"
        hint={
          <span className="wrap-anywhere">
            {location.host}/{slug}
          </span>
        }
        {...field('slug')}
      />
      <MoreDetails
        className={WHOLE}
        title="E-invoices"
        names={E_INVOICES}
        errors={Object.fromEntries(E_INVOICES.flatMap((name) => (field(name).error ? [[name, String(field(name).error)]] : [])))}
        is_filled={E_INVOICES.some((name) => field(name).defaultValue !== '')}
      >
        <TextField className={HALF} label="Address for e-invoices" placeholder="991-12345-67" {...field('electronic_address')} />
        <TextField
          className={HALF}
          label="Scheme"
          hint="Four digits of Peppol, or EM for email."
          placeholder="0204"
          {...field('electronic_address_scheme')}
        />
      </MoreDetails>
    </Section>
  )
}

/** How it is paid, and what new documents say of money. */
export function MoneySection({ field }: { field: FieldOf }) {
  return (
    <Section title="Money" about="Where your customers pay, and what a new document starts with.">
      <BankFields field={field} />
      <TextField className={HALF} label="Account holder" hint="If it is not the company." {...field('account_holder')} />
      <CurrencyField className={HALF} hint="Of new documents, unless you choose another." {...field('currency')} />
      <TaxRateField field={field} />
      <TextField
        className={THIRD}
        label="Days to pay"
        hint="From the issue date."
        inputMode="numeric"
        placeholder="30"
        {...field('default_payment_days')}
      />
      <TextField
        className={THIRD}
        label="Rate per hour"
        hint="Of new projects."
        inputMode="decimal"
        {...field('default_hourly_rate')}
      />
      <TextArea className={HALF} label="Payment terms" rows={2} {...field('default_payment_terms')} />
      <TextArea className={HALF} label="Notes" rows={2} {...field('default_notes')} />
      <TextArea
        className={HALF}
        label="Payment details"
        hint="What the account does not say: another bank, cheques."
        rows={2}
        {...field('payment_details')}
      />
      <TextField
        className={HALF}
        label="Payment link"
        hint={
          <>
            A button to it is on invoices. <code>{'{number} {amount} {currency} {token}'}</code> are filled in.
          </>
        }
        type="url"
        placeholder="https://pay.example/?for={number}"
        {...field('payment_link_template')}
      />
    </Section>
  )
}

/** How documents look, and what they are called. */
export function DocumentsSection({ field }: { field: FieldOf }) {
  return (
    <Section title="Documents" about="How invoices and quotes look. Issued ones stay as they were.">
      <TemplateChoice className={WHOLE} {...field('document_template')} />
      <AccentField className={HALF} {...field('accent_color')} />
      <LanguageField className={HALF} hint="Of documents and mails; a customer may have another." {...field('language')} />
      <TextArea
        className={WHOLE}
        label="Footer"
        hint="At the foot of each page."
        rows={2}
        placeholder="Managing directors, place of the register, …"
        {...field('footer')}
      />
      <TextField className={THIRD} label="Prefix of invoices" {...field('invoice_prefix')} />
      <TextField className={THIRD} label="Prefix of quotes" {...field('quote_prefix')} />
      <TextField className={THIRD} label="Prefix of credit notes" {...field('credit_note_prefix')} />
      <TimeZoneField className={WHOLE} {...field('time_zone')} />
    </Section>
  )
}

/** The contact person, and the reply address of emails. */
export function MailSection({ field }: { field: FieldOf }) {
  return (
    <Section title="Mail and contact" about="The person customers contact. Replies to your emails go to this address.">
      <TextField className={THIRD} label="Contact person" autoComplete="name" {...field('contact_name')} />
      <TextField className={THIRD} label="Email" type="email" autoComplete="email" {...field('contact_email')} />
      <TextField className={THIRD} label="Phone" type="tel" autoComplete="tel" {...field('contact_phone')} />
      <MoreDetails
        className={WHOLE}
        title="Your own words for mails"
        names={MAIL_TEXTS}
        errors={Object.fromEntries(
          MAIL_TEXTS.flatMap((name) => {
            const { error } = field(name)
            return error === undefined ? [] : [[name, error]]
          }),
        )}
        is_filled={MAIL_TEXTS.some((name) => field(name).defaultValue !== '')}
      >
        <p className="col-span-full text-[13px] text-soft">
          Left empty: the usual words, in the language of the customer. <code>{'{number} {amount} {due_date}'}</code>{' '}
          <code>{'{customer} {company} {link}'}</code> are filled in.
        </p>
        <TextField className={WHOLE} label="Subject, with an invoice" {...field('mail_texts.invoice.subject')} />
        <TextArea className={WHOLE} label="Message, with an invoice" rows={5} {...field('mail_texts.invoice.message')} />
        <TextField className={WHOLE} label="Subject, with a quote" {...field('mail_texts.quote.subject')} />
        <TextArea className={WHOLE} label="Message, with a quote" rows={5} {...field('mail_texts.quote.message')} />
      </MoreDetails>
    </Section>
  )
}
