import { useNavigate, useParams } from '@tanstack/react-router'
import type { components } from '../../../sdk/src/api.ts'
import { usePageSearch } from '../app/search.ts'
import { readAnew, useApi } from '../app/session.ts'
import { DocumentFormPage } from '../documents/document-form-page.tsx'
import { Bones, Trouble } from '../ui/states.tsx'

type Invoice = components['schemas']['Invoice']

/** A new invoice (as a copy of `copy`, or for `customer`, of the address), or the one of the address. */
export function InvoiceFormPage() {
  const { id } = useParams({ strict: false })
  const [search] = usePageSearch()
  const navigate = useNavigate()
  const read = id ?? search.copy
  const invoice = useApi('/v1/invoices/{id}', { path: { id: read ?? '' } }, { is_enabled: read !== undefined })
  if (invoice.error) return <Trouble error={invoice.error} onRetry={() => void invoice.refetch()} />
  if (read && !invoice.data) return <Bones lines={10} />
  const document = id ? invoice.data : undefined
  return (
    <DocumentFormPage<Invoice>
      key={id ?? `new ${search.copy} ${search.customer}`}
      kind="invoice"
      document={document}
      copied={id ? undefined : invoice.data}
      customer_id={search.customer}
      numberOf={(one) => one.invoice_number}
      locked={document && document.status !== 'draft' ? document.status : undefined}
      create={(send, body) => send.post('/v1/invoices', { body })}
      read={(one) => readAnew('/v1/invoices/{id}', { path: { id: one } })}
      patch={(send, one, body, if_match) => send.patch('/v1/invoices/{id}', { path: { id: one }, body, if_match })}
      onSaved={(saved) => void navigate({ to: '/invoices/$id', params: { id: saved.id } })}
      onCancel={() => void (id ? navigate({ to: '/invoices/$id', params: { id } }) : navigate({ to: '/invoices' }))}
    />
  )
}
