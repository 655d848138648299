import { Plus } from 'lucide-react'
import type { FormEvent } from 'react'
import { companyPath } from '../app/addresses.ts'
import { dashboard, fieldErrors } from '../app/api.ts'
import { usePageSearch } from '../app/search.ts'
import { type Company, queries, useChange, useDesk } from '../app/session.ts'
import { Button } from '../ui/button.tsx'
import { CopyField } from '../ui/copy.tsx'
import { CurrencyField } from '../ui/currency-field.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { FormError, TextField } from '../ui/field.tsx'
import { date } from '../ui/format.ts'
import { Facts, PageHeader } from '../ui/list.tsx'
import { toast } from '../ui/toast.tsx'

const isShown = (param: string) => ['name', 'currency', 'invoice_prefix', 'quote_prefix', 'logo_url'].includes(param)

/** The company that is at work, and the way to another one. */
export function CompanyPage() {
  const { company } = useDesk()
  const [search, change] = usePageSearch()
  const save = useChange(
    (body: object) => dashboard<Company>('PATCH', `/companies/${company.id}`, { body }),
    async () => {
      await queries.invalidateQueries({ queryKey: ['session'] })
      toast('Saved')
    },
  )
  const errors = fieldErrors(save.error, isShown)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const fields = Object.fromEntries(new FormData(event.currentTarget))
    save.mutate({ ...fields, logo_url: fields['logo_url'] || null })
  }
  return (
    <>
      <PageHeader title="Company">
        <Button onClick={() => change({ dialog: 'new' })}>
          <Plus size={16} aria-hidden />
          Another company
        </Button>
      </PageHeader>
      <div className="grid max-w-4xl items-start gap-6 grid-cols-[minmax(0,1fr)] lg:grid-cols-[minmax(0,1fr)_320px]">
        <form onSubmit={submit} noValidate className="card grid gap-4 p-5 sm:grid-cols-2">
          <div className="empty:hidden sm:col-span-2">
            <FormError>{errors['form']}</FormError>
          </div>
          <TextField
            className="sm:col-span-2"
            label="Name"
            name="name"
            defaultValue={company.name}
            error={errors['name']}
            required
          />
          <TextField
            label="Prefix of invoices"
            name="invoice_prefix"
            defaultValue={company.invoice_prefix}
            hint={`The next is ${company.invoice_prefix}-${new Date().getFullYear()}-…`}
            error={errors['invoice_prefix']}
          />
          <TextField
            label="Prefix of quotes"
            name="quote_prefix"
            defaultValue={company.quote_prefix}
            error={errors['quote_prefix']}
          />
          <TextField
            className="sm:col-span-2"
            label="Address of the logo"
            name="logo_url"
            type="url"
            placeholder="https://"
            defaultValue={company.logo_url ?? ''}
            error={errors['logo_url']}
          />
          <div className="sm:col-span-2">
            <Button type="submit" look="primary" is_busy={save.isPending}>
              Save
            </Button>
          </div>
        </form>
        <section aria-label="About the company" className="card space-y-4 p-5">
          <Facts
            facts={[
              ['Currency', company.currency],
              ['Slug', company.slug],
              ['Since', date(company.created_at)],
            ]}
          />
          <div>
            <p className="mb-1 text-[13px] font-medium">Id, for the API</p>
            <CopyField value={company.id} label="the company id" />
          </div>
        </section>
      </div>
      {search.dialog === 'new' && <NewCompany onClose={() => change({ dialog: undefined })} />}
    </>
  )
}

function NewCompany({ onClose }: { onClose: () => void }) {
  const create = useChange(
    (body: object) => dashboard<Company>('POST', '/companies', { body }),
    (company) => location.assign(companyPath(company)),
  )
  const errors = fieldErrors(create.error, isShown)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const fields = Object.entries(Object.fromEntries(new FormData(event.currentTarget)))
    create.mutate(Object.fromEntries(fields.filter(([, value]) => value !== '')))
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
        <div className="flex justify-end gap-2 sm:col-span-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" is_busy={create.isPending}>
            Create
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
