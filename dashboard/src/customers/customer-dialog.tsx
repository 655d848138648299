import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useDeferredValue, useRef, useState } from 'react'
import type { components } from '../../../sdk/src/api.ts'
import { api, type FieldErrors, fieldErrors } from '../app/api.ts'
import { Conflict, useEdited } from '../app/save-over.tsx'
import { useApi, useChange, useDesk } from '../app/session.ts'
import { TaxCategoryOptions } from '../documents/tax-category-options.tsx'
import { CountryField } from '../ui/country-field.tsx'
import { CurrencyField } from '../ui/currency-field.tsx'
import { Dialog, FormButtons } from '../ui/dialog.tsx'
import { Doubt, FormError, SelectField, TextArea, TextField } from '../ui/field.tsx'
import { useFocusedField } from '../ui/focused-field.ts'
import { LanguageField } from '../ui/language-field.tsx'
import { MoreDetails } from '../ui/more-details.tsx'
import { readNumbers, spellNumber } from '../ui/numbers.ts'
import { toast } from '../ui/toast.tsx'

type Customer = components['schemas']['Customer']

/** Fields that few customers need. */
const MORE = [
  'cc_emails',
  'language',
  'default_tax_rate',
  'default_tax_category',
  'default_payment_days',
  'buyer_reference',
  'external_id',
] as const

/** Where e-invoices go to. */
const E_INVOICES = ['electronic_address', 'electronic_address_scheme'] as const

const FIELDS = [
  'name',
  'contact_name',
  'contact_email',
  'contact_phone',
  'currency',
  'legal_name',
  'legal_vat',
  'legal_address',
  'zipcode',
  'city',
  'country',
  'notes',
  ...MORE,
  ...E_INVOICES,
] as const

const NUMBERS = ['default_tax_rate', 'default_payment_days'] as const

/** Only a hint: the mail server decides what a valid address is. */
const LOOKS_LIKE_EMAIL = /^[^\s@?&]+@[^\s@?&]+\.[^\s@?&.]+$/

function sameName(one: string, other: string): boolean {
  return one.trim().localeCompare(other.trim(), undefined, { sensitivity: 'accent' }) === 0
}

/** Whether a customer has something that is behind one of the lines that open more. */
function hasSome(customer: Customer | undefined, names: readonly (keyof Customer)[]): boolean {
  return customer !== undefined && names.some((name) => String(customer[name] ?? '') !== '')
}

interface CustomerDialogProps {
  /** The customer to change; without it a new one is made. */
  customer?: Customer
  /** The initial name of a new one. */
  name?: string
  /** Called instead of opening the page of the new one. */
  onSaved?: (saved: Customer) => void
  onClose: () => void
}

/** Makes a customer, or changes the one given. */
export function CustomerDialog({ customer: given, name, onSaved, onClose }: CustomerDialogProps) {
  const { company } = useDesk()
  const navigate = useNavigate()
  const path = { id: given?.id ?? '' }
  const edited = useEdited(given, FIELDS, () => api.get('/v1/customers/{id}', { path }))
  const customer = edited.base
  const save = useChange(
    (send, body: components['schemas']['CreateCustomer']): Promise<Customer> =>
      customer
        ? edited.save((if_match) => send.patch('/v1/customers/{id}', { path, body, if_match }))
        : send.post('/v1/customers', { body }),
    (saved) => {
      toast(customer ? 'Saved' : `${saved.name} is added`)
      if (onSaved) onSaved(saved)
      else if (customer) onClose()
      else void navigate({ to: '/customers/$id', params: { id: saved.id } })
    },
  )
  const [typed, setTyped] = useState(customer?.name ?? name ?? '')
  const [email, setEmail] = useState(customer?.contact_email ?? '')
  const twin = useDeferredValue(typed)
  const twins = useApi('/v1/customers', { query: { search: twin, limit: 20 } }, { is_enabled: twin !== '', keeps_previous: true })
  const is_twin = twins.data?.customers.some((one) => one.id !== customer?.id && sameName(one.name, typed))
  const goOn = (newer: Customer, keeps_typed: boolean) => {
    edited.goOn(newer, keeps_typed)
    save.reset()
  }
  const form = useRef<HTMLFormElement>(null)
  useFocusedField(form)
  const [faults, setFaults] = useState<FieldErrors>({})
  const refused = fieldErrors(save.error, (param) => FIELDS.some((name) => name === param.replace(/\[\d+\]$/, '')))
  const errors: FieldErrors = { ...refused, ...faults }
  const cc_error = Object.entries(errors).find(([param]) => param.startsWith('cc_emails'))?.[1]
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    // It may be open above another form, which is not sent with it.
    event.stopPropagation()
    const fields = new FormData(event.currentTarget)
    const text = (name: string) => String(fields.get(name) ?? '').trim()
    const { numbers, faults } = readNumbers(fields, NUMBERS)
    setFaults(faults)
    if (Object.keys(faults).length > 0) return
    save.mutate({
      ...(Object.fromEntries(FIELDS.map((name) => [name, text(name)])) as { [N in (typeof FIELDS)[number]]: string }),
      ...numbers,
      language: (text('language') || null) as Customer['language'],
      default_tax_category: (text('default_tax_category') || null) as Customer['default_tax_category'],
      external_id: text('external_id') || null,
      cc_emails: text('cc_emails')
        .split(/[\s,;]+/)
        .filter(Boolean),
    })
  }
  return (
    <Dialog kind="wide" title={customer ? `Edit ${customer.name}` : 'New customer'} onClose={onClose}>
      <form ref={form} key={edited.form_key} onSubmit={submit} noValidate className="grid gap-4 sm:grid-cols-6">
        <div className="empty:hidden sm:col-span-6">
          <Conflict error={save.error} onGoOn={goOn} />
          <FormError>{errors['form']}</FormError>
        </div>
        <TextField
          className="sm:col-span-4"
          label="Name"
          name="name"
          defaultValue={customer?.name ?? name}
          onChange={(event) => setTyped(event.target.value.trim())}
          hint={is_twin && <Doubt>There is already a customer with this name.</Doubt>}
          error={errors['name']}
          required
        />
        <CurrencyField
          className="sm:col-span-2"
          defaultValue={customer?.currency ?? company.currency}
          error={errors['currency']}
        />
        <TextField
          className="sm:col-span-2"
          label="Contact person"
          name="contact_name"
          defaultValue={customer?.contact_name}
          error={errors['contact_name']}
        />
        <TextField
          className="sm:col-span-2"
          label="Email"
          name="contact_email"
          type="email"
          defaultValue={customer?.contact_email}
          onChange={(event) => setEmail(event.target.value.trim())}
          hint={email !== '' && !LOOKS_LIKE_EMAIL.test(email) && <Doubt>This does not look like an email address.</Doubt>}
          error={errors['contact_email']}
        />
        <TextField
          className="sm:col-span-2"
          label="Phone"
          name="contact_phone"
          type="tel"
          defaultValue={customer?.contact_phone}
          error={errors['contact_phone']}
        />
        <TextField
          className="sm:col-span-4"
          label="Legal name"
          name="legal_name"
          hint="As printed on documents, if different."
          defaultValue={customer?.legal_name}
          error={errors['legal_name']}
        />
        <TextField
          className="sm:col-span-2"
          label="VAT number"
          name="legal_vat"
          defaultValue={customer?.legal_vat}
          error={errors['legal_vat']}
        />
        <TextField
          className="sm:col-span-6"
          label="Address"
          name="legal_address"
          defaultValue={customer?.legal_address}
          error={errors['legal_address']}
        />
        <TextField
          className="sm:col-span-2"
          label="Postal code"
          name="zipcode"
          defaultValue={customer?.zipcode}
          error={errors['zipcode']}
        />
        <TextField className="sm:col-span-2" label="City" name="city" defaultValue={customer?.city} error={errors['city']} />
        <CountryField className="sm:col-span-2" defaultValue={customer?.country} error={errors['country']} />
        <TextArea
          className="sm:col-span-6"
          label="Notes"
          name="notes"
          hint="For you only; not printed on documents."
          defaultValue={customer?.notes}
          error={errors['notes']}
        />
        <MoreDetails className="sm:col-span-6" names={MORE} errors={errors} is_filled={hasSome(customer, MORE)}>
          <LanguageField
            className="col-span-2 sm:col-span-3"
            inherited="As the company"
            defaultValue={customer?.language ?? ''}
            error={errors['language']}
          />
          <TextField
            className="col-span-2 sm:col-span-3"
            label="Days to pay"
            name="default_payment_days"
            inputMode="numeric"
            placeholder="As the company"
            hint="From the issue date."
            defaultValue={spellNumber(customer?.default_payment_days)}
            error={errors['default_payment_days']}
          />
          <TextField
            className="col-span-2 sm:col-span-3"
            label="Tax rate"
            name="default_tax_rate"
            inputMode="decimal"
            placeholder="As the company"
            hint="Per cent."
            defaultValue={spellNumber(customer?.default_tax_rate)}
            error={errors['default_tax_rate']}
          />
          <SelectField
            className="col-span-2 sm:col-span-3"
            label="Tax category"
            name="default_tax_category"
            hint="Reverse charge, for one: of new documents."
            defaultValue={customer?.default_tax_category ?? ''}
            error={errors['default_tax_category']}
          >
            <option value="">By the rate</option>
            <TaxCategoryOptions />
          </SelectField>
          <TextField
            className="col-span-2 sm:col-span-6"
            label="Copies to"
            name="cc_emails"
            inputMode="email"
            placeholder="books@example.com, owner@example.com"
            hint="Who gets a copy of each mail: up to five addresses."
            defaultValue={customer?.cc_emails.join(', ')}
            error={cc_error}
          />
          <TextField
            className="col-span-2 sm:col-span-3"
            label="Buyer reference"
            name="buyer_reference"
            hint="What they ask to be named on documents."
            defaultValue={customer?.buyer_reference}
            error={errors['buyer_reference']}
          />
          <TextField
            className="col-span-2 sm:col-span-3"
            label="Id elsewhere"
            name="external_id"
            hint="Their id in another system, unique."
            defaultValue={customer?.external_id ?? ''}
            error={errors['external_id']}
          />
        </MoreDetails>
        <MoreDetails
          className="sm:col-span-6"
          title="E-invoices"
          names={E_INVOICES}
          errors={errors}
          is_filled={hasSome(customer, E_INVOICES)}
        >
          <TextField
            className="col-span-2 sm:col-span-4"
            label="Address for e-invoices"
            name="electronic_address"
            defaultValue={customer?.electronic_address}
            error={errors['electronic_address']}
          />
          <TextField
            className="col-span-2 sm:col-span-2"
            label="Scheme"
            name="electronic_address_scheme"
            placeholder="0204"
            hint="Four digits of Peppol, or EM for email."
            defaultValue={customer?.electronic_address_scheme}
            error={errors['electronic_address_scheme']}
          />
        </MoreDetails>
        <FormButtons onCancel={onClose} is_busy={save.isPending} className="sm:col-span-6">
          {customer ? 'Save' : 'Add customer'}
        </FormButtons>
      </form>
    </Dialog>
  )
}
