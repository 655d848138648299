import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { usePageSearch } from '../app/search.ts'
import { useCompanyDashboard } from '../app/session.ts'
import { Combobox } from '../ui/combobox.tsx'
import { type IssuedKind, KINDS } from './kinds.ts'

const MOST_OF_A_TYPE = 6
/** The service looks for no more than this. */
const LONGEST = 100

const LABELS = { invoice: 'Find an invoice', quote: 'Find a quote', credit_note: 'Find a credit note' } as const

/** Finds a document of the list by number or customer, as the palette does: a document opens, a customer narrows the list to theirs. */
export function DocumentSearch({ kind }: { kind: IssuedKind }) {
  const { name, title, one } = KINDS[kind]
  const [text, setText] = useState<string>()
  const [, change] = usePageSearch()
  const navigate = useNavigate()
  const q = text?.trim().slice(0, LONGEST) ?? ''
  const found = useCompanyDashboard(
    '/dashboard/api/search',
    { query: { q, limit: MOST_OF_A_TYPE } },
    { is_enabled: q !== '', keeps_previous: true },
  )
  const results = found.data?.results.filter(({ type }) => type === kind || type === 'customer')
  return (
    <Combobox
      is_search
      label={LABELS[kind]}
      list_label={`${title} and customers`}
      placeholder="Number or customer"
      none={`No ${name} has this number, and no customer this name.`}
      chosen=""
      choices={
        q === ''
          ? undefined
          : results?.map(({ type, id, title, detail }) => ({
              id,
              title,
              detail: type === kind ? detail : `All ${name}s of this customer`,
            }))
      }
      is_behind={q !== '' && (found.isPlaceholderData || found.isPending)}
      onType={setText}
      onChoose={({ id }) => {
        if (results?.some((result) => result.id === id && result.type === 'customer')) change({ customer: id })
        else void navigate({ to: one, params: { id } })
      }}
    />
  )
}
