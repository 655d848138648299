import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { components } from '../../../sdk/src/api.ts'
import { createSender, currentCompany } from '../app/api.ts'

/** A pause in typing. */
const AFTER_MS = 350

/** The credit note that a request would make, a moment after the last change; the error is that of what is typed now. Nothing is stored. */
export function useCreditPreview(body: components['schemas']['CreateCreditNote'] | undefined) {
  const json = body ? JSON.stringify(body) : ''
  const [later, setLater] = useState(json)
  useEffect(() => {
    const timer = setTimeout(() => setLater(json), AFTER_MS)
    return () => clearTimeout(timer)
  }, [json])
  const preview = useQuery({
    queryKey: [currentCompany(), 'credit note preview', later],
    queryFn: () =>
      createSender().post('/v1/credit-notes/preview', { body: JSON.parse(later) as components['schemas']['CreateCreditNote'] }),
    enabled: later !== '',
    gcTime: 0,
    placeholderData: (before) => before,
  })
  return { data: preview.error ? undefined : preview.data, error: later === json ? preview.error : null }
}
