import { useNavigate, useParams } from '@tanstack/react-router'
import type { components } from '../../../sdk/src/api.ts'
import { usePageSearch } from '../app/search.ts'
import { readAnew, useApi } from '../app/session.ts'
import { DocumentFormPage } from '../documents/document-form-page.tsx'
import { Bones, Trouble } from '../ui/states.tsx'

type Quote = components['schemas']['Quote']

/** A new quote, or the one of the address. */
export function QuoteFormPage() {
  const { id } = useParams({ strict: false })
  const [search] = usePageSearch()
  const navigate = useNavigate()
  const quote = useApi('/v1/quotes/{id}', { path: { id: id ?? '' } }, { is_enabled: id !== undefined })
  if (quote.error) return <Trouble error={quote.error} onRetry={() => void quote.refetch()} />
  if (id && !quote.data) return <Bones lines={10} />
  return (
    <DocumentFormPage<Quote>
      key={id ?? `new ${search.customer}`}
      kind="quote"
      document={id ? quote.data : undefined}
      customer_id={search.customer}
      numberOf={(one) => one.quote_number}
      create={(send, body) => send.post('/v1/quotes', { body })}
      read={(one) => readAnew('/v1/quotes/{id}', { path: { id: one } })}
      patch={(send, one, body, if_match) => send.patch('/v1/quotes/{id}', { path: { id: one }, body, if_match })}
      onSaved={(saved) => void navigate({ to: '/quotes/$id', params: { id: saved.id } })}
      onCancel={() => void (id ? navigate({ to: '/quotes/$id', params: { id } }) : navigate({ to: '/quotes' }))}
    />
  )
}
