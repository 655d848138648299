import { X } from 'lucide-react'
import { usePageSearch } from '../app/search.ts'
import { useApi } from '../app/session.ts'
import { Button } from '../ui/button.tsx'

/** Says that a list shows one customer only (`customer` in the address), and shows all again. */
export function CustomerFilter() {
  const [search, change] = usePageSearch()
  const customer = useApi('/v1/customers/{id}', { path: { id: search.customer ?? '' } }, { is_enabled: Boolean(search.customer) })
  if (!search.customer) return null
  return (
    <Button
      onClick={() => change({ customer: undefined })}
      aria-label={`Only ${customer.data?.name ?? 'one customer'}: show all`}
    >
      <span className="max-w-48 truncate">{customer.data?.name ?? '…'}</span>
      <X size={14} aria-hidden />
    </Button>
  )
}
