import { useState } from 'react'
import { useApi } from '../app/session.ts'
import { Combobox } from '../ui/combobox.tsx'

const MOST_CHOICES = 8

/** Finds a project that is not archived by title or number; `onChange` gets its id. */
export function ProjectPicker({
  value,
  error,
  onChange,
}: {
  value: string
  error?: string | undefined
  onChange: (id: string) => void
}) {
  const [text, setText] = useState<string>()
  const chosen = useApi('/v1/projects/{id}', { path: { id: value } }, { is_enabled: value !== '' })
  const found = useApi(
    '/v1/projects',
    { query: { search: text?.trim() || undefined, is_archived: false, limit: MOST_CHOICES } },
    { is_enabled: text !== undefined, keeps_previous: true },
  )
  return (
    <Combobox
      label="Project"
      list_label="Projects"
      placeholder="Type a title"
      none="No project is called that."
      chosen={value === '' ? '' : (chosen.data?.title ?? '')}
      choices={found.data?.projects.map((one) => ({
        id: one.id,
        title: one.title,
        detail: [one.public_id, one.customer_name].filter(Boolean).join(' · '),
      }))}
      is_behind={found.isPlaceholderData || found.isPending}
      error={error}
      onType={setText}
      onChoose={({ id }) => onChange(id)}
    />
  )
}
