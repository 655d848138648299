import { useState } from 'react'
import { createPortal } from 'react-dom'
import { useApi, useMay } from '../app/session.ts'
import { CustomerDialog } from '../customers/customer-dialog.tsx'
import { Combobox } from '../ui/combobox.tsx'

const MOST_CHOICES = 8

/** Finds a customer by name, email or city; `onChange` gets its id, and its currency. */
export function CustomerPicker(props: {
  value: string
  error?: string | undefined
  is_disabled?: boolean
  /** A missing customer can be added from here. */
  may_add?: boolean
  is_focused?: boolean
  onChange: (id: string, currency: string) => void
}) {
  const { value, onChange } = props
  const [text, setText] = useState<string>()
  const [added, setAdded] = useState<string>()
  const may_write = useMay('write')
  const chosen = useApi('/v1/customers/{id}', { path: { id: value } }, { is_enabled: value !== '' })
  const found = useApi(
    '/v1/customers',
    { query: { search: text?.trim() || undefined, limit: MOST_CHOICES } },
    { is_enabled: text !== undefined, keeps_previous: true },
  )
  return (
    <>
      <Combobox
        label="Customer"
        list_label="Customers"
        placeholder="Type a name"
        none="No customer has that name."
        chosen={value === '' ? '' : (chosen.data?.name ?? '')}
        choices={found.data?.customers.map((one) => ({ id: one.id, title: one.name, detail: one.contact_email || one.city }))}
        is_behind={found.isPlaceholderData || found.isPending}
        error={value === '' && props.error && text?.trim() ? `“${text.trim()}” is not a customer yet` : props.error}
        is_disabled={props.is_disabled}
        onType={setText}
        onChoose={({ id }) => onChange(id, found.data?.customers.find((one) => one.id === id)?.currency ?? '')}
        {...(props.may_add && may_write ? { onAdd: setAdded } : {})}
        is_focused={props.is_focused}
      />
      {added !== undefined &&
        // Outside of the form that the field is in: a form can't be in another.
        createPortal(
          <CustomerDialog
            name={added}
            onSaved={(saved) => {
              setAdded(undefined)
              onChange(saved.id, saved.currency)
            }}
            onClose={() => setAdded(undefined)}
          />,
          document.body,
        )}
    </>
  )
}
