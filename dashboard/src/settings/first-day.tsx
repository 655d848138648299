import { Link, useNavigate } from '@tanstack/react-router'
import { buttonClass } from '../ui/button.tsx'
import { CurrencyField } from '../ui/currency-field.tsx'
import { TextField } from '../ui/field.tsx'
import { CompanyForm } from './company-form.tsx'
import type { CompanySettings } from './company-page.tsx'
import { AddressFields, BankFields, HALF, Section, TaxRateField, THIRD, WHOLE } from './company-sections.tsx'
import { Logo } from './logo.tsx'
import { TimeZoneField } from './time-zone-field.tsx'

/** The five things that an invoice needs first: who you are, the account, the tax rate, a logo, and where answers go. */
export function FirstDay({ company }: { company: CompanySettings }) {
  const navigate = useNavigate()
  return (
    <div className="grid max-w-5xl items-start gap-6 grid-cols-[minmax(0,1fr)] lg:grid-cols-[minmax(0,1fr)_320px]">
      <CompanyForm
        company={company}
        className="space-y-4"
        onSaved={() => void navigate({ to: '/' })}
        actions={
          <Link to="/settings/company" search={{}} className={buttonClass('quiet')}>
            All settings
          </Link>
        }
      >
        {(field) => (
          <>
            <Section name="start-company" title="1. Name and address" about="As printed on your invoices.">
              <TextField className={WHOLE} label="Name" {...field('name')} required />
              <AddressFields field={field} />
              <TimeZoneField className={WHOLE} {...field('time_zone')} />
            </Section>
            <Section
              name="start-bank"
              title="2. Bank account"
              about="Where customers pay. It is printed on invoices, with a code that banking apps read."
            >
              <BankFields field={field} />
            </Section>
            <Section name="start-tax" title="3. Tax" about="The tax rate and the currency of new invoices; each can have others.">
              <TaxRateField field={field} />
              <TextField className={THIRD} label="VAT number" {...field('legal_vat')} />
              <CurrencyField className={THIRD} {...field('currency')} />
            </Section>
            <Section title="4. Replies" about="Where customers write when they reply to your mails.">
              <TextField className={HALF} label="Email" type="email" autoComplete="email" {...field('contact_email')} />
              <TextField className={HALF} label="Phone" type="tel" autoComplete="tel" {...field('contact_phone')} />
            </Section>
          </>
        )}
      </CompanyForm>
      <div id="start-logo">
        <Logo company={company} title="5. Logo" />
      </div>
    </div>
  )
}
