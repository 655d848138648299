import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useDeferredValue, useState } from 'react'
import type { components } from '../../../sdk/src/api.ts'
import { api, fieldErrors } from '../app/api.ts'
import { Conflict, useEdited } from '../app/save-over.tsx'
import { useApi, useChange, useDesk } from '../app/session.ts'
import { Button } from '../ui/button.tsx'
import { CurrencyField } from '../ui/currency-field.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Doubt, FormError, TextArea, TextField } from '../ui/field.tsx'
import { toast } from '../ui/toast.tsx'

type Customer = components['schemas']['Customer']

const FIELDS = [
  'name',
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
] as const

/** Only a hint: the mail server decides what a valid address is. */
const LOOKS_LIKE_EMAIL = /^[^\s@?&]+@[^\s@?&]+\.[^\s@?&.]+$/

function sameName(one: string, other: string): boolean {
  return one.trim().localeCompare(other.trim(), undefined, { sensitivity: 'accent' }) === 0
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
  const errors = fieldErrors(save.error, (param) => (FIELDS as readonly string[]).includes(param))
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    // It may be open above another form, which is not sent with it.
    event.stopPropagation()
    const fields = new FormData(event.currentTarget)
    save.mutate(Object.fromEntries(FIELDS.map((name) => [name, String(fields.get(name) ?? '').trim()])) as never)
  }
  return (
    <Dialog kind="wide" title={customer ? `Edit ${customer.name}` : 'New customer'} onClose={onClose}>
      <form key={edited.form_key} onSubmit={submit} noValidate className="grid gap-4 sm:grid-cols-6">
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
          className="sm:col-span-3"
          label="Email"
          name="contact_email"
          type="email"
          defaultValue={customer?.contact_email}
          onChange={(event) => setEmail(event.target.value.trim())}
          hint={email !== '' && !LOOKS_LIKE_EMAIL.test(email) && <Doubt>This does not look like an email address.</Doubt>}
          error={errors['contact_email']}
        />
        <TextField
          className="sm:col-span-3"
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
        <TextField
          className="sm:col-span-2"
          label="Country"
          name="country"
          defaultValue={customer?.country}
          error={errors['country']}
        />
        <TextArea
          className="sm:col-span-6"
          label="Notes"
          name="notes"
          hint="For you only; not printed on documents."
          defaultValue={customer?.notes}
          error={errors['notes']}
        />
        <div className="flex justify-end gap-2 sm:col-span-6">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" is_busy={save.isPending}>
            {customer ? 'Save' : 'Add customer'}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
