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

type Quote = components['schemas']['Quote']

/** A new quote, or the one of the address. */
export function QuoteFormPage() {
  const { id } = useParams({ strict: false })
  const quote = useApi('/v1/quotes/{id}', { path: { id: id ?? '' } }, { is_enabled: id !== undefined })
  if (quote.error) return <Trouble error={quote.error} onRetry={() => void quote.refetch()} />
  if (id && !quote.data) return <Bones lines={10} />
  return <QuoteForm key={id ?? 'new'} {...(quote.data && id ? { quote: quote.data } : {})} />
}

function QuoteForm({ quote }: { quote?: Quote }) {
  const { company } = useDesk()
  const [search] = usePageSearch()
  const navigate = useNavigate()
  const form = useDraft('quote', quote?.id, quote ? draftOf(quote) : emptyDraft(company.currency, search.customer))
  const save = useChange(
    (): Promise<Quote> => {
      const body = bodyOf(form.draft, 'quote')
      return quote ? api.patch('/v1/quotes/{id}', { path: { id: quote.id }, body }) : api.post('/v1/quotes', { body })
    },
    (saved) => {
      form.forget()
      toast(quote ? `${saved.quote_number} is saved` : `${saved.quote_number} is a draft`)
      void navigate({ to: '/quotes/$id', params: { id: saved.id } })
    },
  )
  return (
    <>
      <PageHeader title={quote ? `Edit ${quote.quote_number}` : 'New quote'} />
      {form.is_restored && <Restored onReset={form.reset} />}
      <DocumentForm
        kind="quote"
        draft={form.draft}
        onChange={form.change}
        onSubmit={() => save.mutate(undefined)}
        onCancel={() => {
          form.forget()
          void (quote ? navigate({ to: '/quotes/$id', params: { id: quote.id } }) : navigate({ to: '/quotes' }))
        }}
        error={save.error}
        is_busy={save.isPending}
        submit_text={quote ? 'Save' : 'Save draft'}
      />
    </>
  )
}
