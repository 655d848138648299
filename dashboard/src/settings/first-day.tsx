import { Link, useNavigate } from '@tanstack/react-router'
import { buttonClass } from '../ui/button.tsx'
import { CountryField } from '../ui/country-field.tsx'
import { CurrencyField } from '../ui/currency-field.tsx'
import { TextArea, TextField } from '../ui/field.tsx'
import { CompanyForm } from './company-form.tsx'
import type { CompanySettings } from './company-page.tsx'
import { HALF, Section, THIRD, TWO_THIRDS, WHOLE } from './company-sections.tsx'
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
              <TimeZoneField className={WHOLE} {...field('time_zone')} />
            </Section>
            <Section
              name="start-bank"
              title="2. Bank account"
              about="Where customers pay. It is printed on invoices, with a code that banking apps read."
            >
              <TextField
                className={TWO_THIRDS}
                label="IBAN"
                autoComplete="off"
                spellCheck={false}
                placeholder="DE02 1203 0000 0000 2020 51"
                {...field('iban')}
              />
              <TextField className={THIRD} label="BIC" autoComplete="off" spellCheck={false} {...field('bic')} />
            </Section>
            <Section name="start-tax" title="3. Tax" about="The tax rate and the currency of new invoices; each can have others.">
              <TextField
                className={THIRD}
                label="Tax rate"
                hint="Per cent."
                inputMode="decimal"
                placeholder="0"
                {...field('default_tax_rate')}
              />
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
