import { Plus } from 'lucide-react'
import { type FormEvent, useEffect, useRef } from 'react'
import type { components } from '../../../sdk/src/api.ts'
import { companyPath } from '../app/addresses.ts'
import { dashboard, fieldErrors } from '../app/api.ts'
import { ChangedMeanwhile, Conflict } from '../app/save-over.tsx'
import { usePageSearch } from '../app/search.ts'
import { type Company, queries, useChange, useCompanyDashboard, useDesk } from '../app/session.ts'
import { Restored } from '../documents/restored.tsx'
import { Button } from '../ui/button.tsx'
import { CopyField } from '../ui/copy.tsx'
import { CurrencyField } from '../ui/currency-field.tsx'
import { FormError, focusFirstFault, TextArea, TextField } from '../ui/field.tsx'
import { date } from '../ui/format.ts'
import { Facts, PageHeader } from '../ui/list.tsx'
import { Bones, Trouble } from '../ui/states.tsx'
import { toast } from '../ui/toast.tsx'
import { FIELDS, type Field, readValues, useCompanyDraft, type Values } from './company-draft.ts'
import { Logo } from './logo.tsx'
import { Modules } from './modules.tsx'
import { NewCompany } from './new-company.tsx'

/** A company with the details that only its settings show. */
export type CompanySettings = components['schemas']['CompanyDetails']

/** The company that is at work, and the way to another one. */
export function CompanyPage() {
  const { company } = useDesk()
  const [search, change] = usePageSearch()
  const settings = useCompanyDashboard('/dashboard/api/companies/{id}', { path: { id: company.id } })
  if (settings.error) return <Trouble error={settings.error} onRetry={() => void settings.refetch()} />
  return (
    <>
      <PageHeader title="Company">
        <Button onClick={() => change({ dialog: 'new' })}>
          <Plus size={16} aria-hidden />
          Another company
        </Button>
      </PageHeader>
      <div className="grid max-w-5xl items-start gap-6 grid-cols-[minmax(0,1fr)] lg:grid-cols-[minmax(0,1fr)_320px]">
        {settings.data ? <CompanyForm company={settings.data} /> : <Bones lines={12} />}
        {settings.data && (
          <div className="space-y-6">
            <Logo company={settings.data} />
            <Modules company={settings.data} />
            <section aria-label="About the company" className="card space-y-4 p-5">
              <Facts facts={[['Since', date(company.created_at)]]} />
              <div>
                <p className="mb-1 text-[13px] font-medium">Id, for the API</p>
                <CopyField value={company.id} label="the company id" />
              </div>
            </section>
          </div>
        )}
      </div>
      {search.dialog === 'new' && <NewCompany onClose={() => change({ dialog: undefined })} />}
    </>
  )
}

/** These are absent when they are empty. */
const OPTIONAL: readonly Field[] = ['legal_name', 'legal_vat', 'legal_address', 'payment_details']

function CompanyForm({ company }: { company: CompanySettings }) {
  const draft = useCompanyDraft(company)
  const form = useRef<HTMLFormElement>(null)
  const save = useChange(
    async (send, values: Values) => {
      // Only changed fields: two people who save at the same time don't undo each other's changes.
      const newer = await dashboard<CompanySettings>('GET', `/companies/${company.id}`, { query: { company_id: company.id } })
      if (draft.isBehind(values, newer)) throw new ChangedMeanwhile(newer)
      const body = draft.changesOf(values).map((name) => [name, values[name] || (OPTIONAL.includes(name) ? null : '')])
      return send.dashboard<Company>('PATCH', `/companies/${company.id}`, { body: Object.fromEntries(body) })
    },
    async (saved, values) => {
      draft.saved(values)
      // The address starts with the slug: another slug is another address.
      if (saved.slug !== company.slug) return location.assign(`${companyPath(saved)}/settings/company`)
      await queries.invalidateQueries({ queryKey: ['session'] })
      toast('Saved')
    },
    { repeats: true },
  )
  useEffect(() => {
    // A conflict is said at the top of the form, which may be far from the button.
    if (save.error instanceof ChangedMeanwhile) scrollTo({ top: 0 })
    else if (save.error) focusFirstFault(form.current)
  }, [save.error])
  const errors = fieldErrors(save.error, (param) => (FIELDS as readonly string[]).includes(param))
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    save.mutate(readValues(event.currentTarget))
  }
  const goOn = (newer: CompanySettings, keeps_typed: boolean) => {
    draft.goOn(newer, keeps_typed && form.current ? readValues(form.current) : undefined)
    save.reset()
  }
  const field = (name: Field) => ({ name, defaultValue: draft.start[name], error: errors[name] })
  return (
    <form
      ref={form}
      key={draft.form_key}
      onSubmit={submit}
      onChange={(event) => draft.type(readValues(event.currentTarget))}
      noValidate
      className="card divide-y divide-line"
    >
      <div className="px-5 pt-5 empty:hidden">
        {draft.is_restored && <Restored onReset={() => goOn(company, false)} />}
        <Conflict error={save.error} onGoOn={goOn} />
        {errors['form'] && <FormError>{errors['form']}</FormError>}
      </div>
      <section aria-label="Name and numbers" className="grid gap-4 p-5 sm:grid-cols-2">
        <TextField className="sm:col-span-2" label="Name" {...field('name')} required />
        <TextField label="Slug" hint={`The address of its pages: ${location.host}/${company.slug}`} {...field('slug')} />
        <CurrencyField hint="For new documents, unless you choose another." {...field('currency')} />
        <TextField label="Prefix of invoices" {...field('invoice_prefix')} />
        <TextField label="Prefix of quotes" {...field('quote_prefix')} />
      </section>
      <section aria-labelledby="legal" className="grid gap-4 p-5 sm:grid-cols-2">
        <h2 id="legal" className="sm:col-span-2">
          As it stands on documents
        </h2>
        <TextField label="Legal name" hint="If the company is registered under another name." {...field('legal_name')} />
        <TextField label="VAT number" {...field('legal_vat')} />
        <TextArea className="sm:col-span-2" label="Address" rows={3} {...field('legal_address')} />
        <TextArea
          className="sm:col-span-2"
          label="Payment details"
          rows={3}
          placeholder="IBAN, bank, what to write as the reference"
          {...field('payment_details')}
        />
      </section>
      <div className="p-5">
        <Button type="submit" look="primary" is_busy={save.isPending}>
          Save
        </Button>
      </div>
    </form>
  )
}
