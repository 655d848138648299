import type { FormEvent } from 'react'
import { companyPath } from '../app/addresses.ts'
import { fieldErrors } from '../app/api.ts'
import { type Company, useChange } from '../app/session.ts'
import { CurrencyField } from '../ui/currency-field.tsx'
import { Dialog, FormButtons } from '../ui/dialog.tsx'
import { FormError, TextField } from '../ui/field.tsx'

/** Makes another company of the organization and goes there. */
export function NewCompany({ onClose }: { onClose: () => void }) {
  const create = useChange(
    (send, body: object) => send.dashboard<Company>('POST', '/companies', { body }),
    (company) => location.assign(companyPath(company)),
  )
  const errors = fieldErrors(create.error, (param) => ['name', 'currency', 'invoice_prefix', 'quote_prefix'].includes(param))
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const fields = Object.entries(Object.fromEntries(new FormData(event.currentTarget)))
    const { is_sandbox, ...given } = Object.fromEntries(fields.filter(([, value]) => value !== ''))
    create.mutate({ ...given, ...(is_sandbox && { is_sandbox: true }) })
  }
  return (
    <Dialog title="Another company" onClose={onClose}>
      <form onSubmit={submit} noValidate className="grid gap-4 sm:grid-cols-2">
        <div className="empty:hidden sm:col-span-2">
          <FormError>{errors['form']}</FormError>
        </div>
        <TextField className="sm:col-span-2" label="Name" name="name" error={errors['name']} />
        <CurrencyField className="sm:col-span-2" defaultValue="USD" error={errors['currency']} />
        <TextField label="Prefix of invoices" name="invoice_prefix" placeholder="INV" error={errors['invoice_prefix']} />
        <TextField label="Prefix of quotes" name="quote_prefix" placeholder="QUO" error={errors['quote_prefix']} />
        <label className="flex items-start gap-2.5 sm:col-span-2">
          <input type="checkbox" name="is_sandbox" className="mt-1" />
          <span>
            Sandbox
            <span className="block text-[13px] text-soft">
              For testing: you can move its clock forward, and its documents are marked as samples. This can’t be changed later.
            </span>
          </span>
        </label>
        <FormButtons onCancel={onClose} is_busy={create.isPending} className="sm:col-span-2">
          Create
        </FormButtons>
      </form>
    </Dialog>
  )
}
