import { useId, useState } from 'react'
import { useApi } from '../app/session.ts'
import { Field } from '../ui/field.tsx'

const MOST_CHOICES = 8

/** Finds a customer by name, email or city; `onChange` gets its id, and its currency. */
export function CustomerPicker(props: {
  value: string
  error?: string | undefined
  is_disabled?: boolean
  onChange: (id: string, currency: string) => void
}) {
  const { value, error, is_disabled, onChange } = props
  const [text, setText] = useState<string>()
  const [active, setActive] = useState(0)
  const list_id = useId()
  const chosen = useApi('/v1/customers/{id}', { path: { id: value } }, { is_enabled: value !== '' })
  const found = useApi(
    '/v1/customers',
    { query: { search: text?.trim() || undefined, limit: MOST_CHOICES } },
    { is_enabled: text !== undefined, keeps_previous: true },
  )
  const choices = found.data?.customers ?? []
  const is_open = text !== undefined
  const choose = (index: number) => {
    const choice = choices[index]
    if (!choice) return
    onChange(choice.id, choice.currency)
    setText(undefined)
  }
  return (
    <Field label="Customer" error={error} className="relative">
      {(wiring) => (
        <>
          <input
            {...wiring}
            role="combobox"
            aria-expanded={is_open}
            aria-controls={list_id}
            aria-autocomplete="list"
            aria-activedescendant={is_open && choices[active] ? `${list_id}-${active}` : undefined}
            autoComplete="off"
            disabled={is_disabled}
            placeholder="Type a name"
            className="control"
            value={text ?? chosen.data?.name ?? ''}
            onFocus={(event) => event.target.select()}
            onClick={() => !is_open && setText('')}
            onChange={(event) => {
              setText(event.target.value)
              setActive(0)
            }}
            onBlur={() => setText(undefined)}
            onKeyDown={(event) => {
              if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
                event.preventDefault()
                if (!is_open) setText('')
                else setActive((active + (event.key === 'ArrowDown' ? 1 : -1) + choices.length) % Math.max(1, choices.length))
              } else if (event.key === 'Enter' && is_open) {
                event.preventDefault()
                choose(active)
              } else if (event.key === 'Escape' && is_open) {
                event.stopPropagation()
                setText(undefined)
              }
            }}
          />
          {/* The list is always there: what the input says it controls must exist. */}
          <div
            id={list_id}
            role="listbox"
            aria-label="Customers"
            className={`absolute inset-x-0 z-20 mt-1 max-h-80 overflow-y-auto rounded-lg border border-line bg-surface p-1 shadow-lg ${is_open ? '' : 'hidden'}`}
          >
            {choices.map((customer, index) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the input's, as in every combobox
              <div
                key={customer.id}
                id={`${list_id}-${index}`}
                role="option"
                tabIndex={-1}
                aria-selected={index === active}
                className={`cursor-pointer rounded-[5px] px-2 py-1.5 ${index === active ? 'bg-sunken' : ''}`}
                // The press must not take the focus: the input would close the list before the click arrives.
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => choose(index)}
              >
                <span className="block truncate font-medium">{customer.name}</span>
                <span className="block truncate text-[13px] text-soft">{customer.contact_email || customer.city}</span>
              </div>
            ))}
            {is_open && found.data && choices.length === 0 && (
              <div role="option" aria-selected={false} aria-disabled tabIndex={-1} className="px-2 py-1.5 text-soft">
                Nobody is called that.
              </div>
            )}
          </div>
        </>
      )}
    </Field>
  )
}
