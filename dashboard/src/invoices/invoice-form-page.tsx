import { useNavigate, useParams } from '@tanstack/react-router'
import type { components } from '../../../sdk/src/api.ts'
import { api } from '../app/api.ts'
import { usePageSearch } from '../app/search.ts'
import { useApi, useChange, useDesk } from '../app/session.ts'
import { DocumentForm } from '../documents/document-form.tsx'
import { bodyOf, draftOf, emptyDraft, useDraft } from '../documents/draft.ts'
import { Restored } from '../documents/restored.tsx'
import { PageHeader } from '../ui/list.tsx'
import { Bones, Trouble } from '../ui/states.tsx'
import { toast } from '../ui/toast.tsx'

type Invoice = components['schemas']['Invoice']

/** A new invoice, or the one of the address. */
export function InvoiceFormPage() {
  const { id } = useParams({ strict: false })
  const invoice = useApi('/v1/invoices/{id}', { path: { id: id ?? '' } }, { is_enabled: id !== undefined })
  if (invoice.error) return <Trouble error={invoice.error} onRetry={() => void invoice.refetch()} />
  if (id && !invoice.data) return <Bones lines={10} />
  return <InvoiceForm key={id ?? 'new'} {...(invoice.data && id ? { invoice: invoice.data } : {})} />
}

function InvoiceForm({ invoice }: { invoice?: Invoice }) {
  const { company } = useDesk()
  const [search] = usePageSearch()
  const navigate = useNavigate()
  const form = useDraft('invoice', invoice?.id, invoice ? draftOf(invoice) : emptyDraft(company.currency, search.customer))
  const is_only_words = invoice !== undefined && invoice.status !== 'draft'
  const save = useChange(
    (): Promise<Invoice> => {
      const body = bodyOf(form.draft, 'invoice')
      if (!invoice) return api.post('/v1/invoices', { body })
      const { notes, payment_terms } = body
      return api.patch('/v1/invoices/{id}', { path: { id: invoice.id }, body: is_only_words ? { notes, payment_terms } : body })
    },
    (saved) => {
      form.forget()
      toast(invoice ? `${saved.invoice_number} is saved` : `${saved.invoice_number} is a draft`)
      void navigate({ to: '/invoices/$id', params: { id: saved.id } })
    },
  )
  return (
    <>
      <PageHeader title={invoice ? `Edit ${invoice.invoice_number}` : 'New invoice'} />
      {form.is_restored && <Restored onReset={form.reset} />}
      {is_only_words && (
        <p className="mb-4 rounded-[7px] bg-warn-wash px-3 py-2 text-warn">
          This invoice is {invoice.status}: its figures stand. Only the notes and terms can change.
        </p>
      )}
      <DocumentForm
        kind="invoice"
        draft={form.draft}
        onChange={form.change}
        onSubmit={() => save.mutate(undefined)}
        onCancel={() => {
          form.forget()
          void (invoice ? navigate({ to: '/invoices/$id', params: { id: invoice.id } }) : navigate({ to: '/invoices' }))
        }}
        error={save.error}
        is_busy={save.isPending}
        submit_text={invoice ? 'Save' : 'Save draft'}
        is_only_words={is_only_words}
      />
    </>
  )
}
