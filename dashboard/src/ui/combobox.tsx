import { Search } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Field } from './field.tsx'
import { useHotkey } from './hotkeys.ts'

/** One choice: its name, and what distinguishes it. */
export interface Choice {
  id: string
  title: string
  detail: string
}

interface ComboboxProps {
  label: string
  /** The name of the list of choices. */
  list_label: string
  placeholder: string
  /** Shown when nothing matches the input. */
  none: string
  /** The title of the chosen item; empty if there is none. */
  chosen: string
  /** The choices for the input; undefined while they load. */
  choices: readonly Choice[] | undefined
  /** The choices still belong to earlier input: Enter waits for the new ones. */
  is_behind: boolean
  error?: string | undefined
  is_disabled?: boolean | undefined
  hint?: ReactNode
  /** Called with the input; undefined once the list is closed. */
  onType: (text: string | undefined) => void
  onChoose: (choice: Choice) => void
  /** Creates a missing item from the input; without it nothing can be added. */
  onAdd?: ((text: string) => void) | undefined
  is_focused?: boolean | undefined
  /** It is above a list and searches in it: `/` focuses it, and the input is cleared after a choice. */
  is_search?: boolean
}

/** A field that finds one of many by typing: arrows go through the list, Enter takes, Escape closes. */
export function Combobox(props: ComboboxProps) {
  const { choices = [], is_behind, is_search = false, onType, onChoose, onAdd } = props
  const [text, setTyped] = useState<string>()
  const [is_open, setOpen] = useState(false)
  const [active, setActive] = useState(0)
  const [is_wanted, setWanted] = useState(false)
  const [is_left, setLeft] = useState(false)
  const list_id = useId()
  const input = useRef<HTMLInputElement>(null)
  const is_focused = useRef(props.is_focused)
  // Once: a form starts here, but the focus is never moved back.
  useEffect(() => {
    if (is_focused.current) input.current?.focus()
  }, [])
  useHotkey('/', () => input.current?.focus(), is_search)
  const typed = text?.trim() ?? ''
  const may_add = onAdd !== undefined && typed !== '' && props.choices !== undefined
  const count = choices.length + (may_add ? 1 : 0)
  const setText = (next: string | undefined) => {
    setTyped(next)
    setOpen(next !== undefined)
    onType(next)
    setActive(0)
    setWanted(false)
    setLeft(false)
  }
  const close = () => {
    // The input stays, unless something else is chosen: that would look like the form's value.
    if (typed === '' || props.chosen !== '' || is_search) setText(undefined)
    setOpen(false)
    setWanted(false)
  }
  const choose = (index: number) => {
    const choice = choices[index]
    if (choice) {
      onChoose(choice)
      setText(undefined)
    } else if (may_add && index === choices.length) {
      setOpen(false)
      onAdd(typed)
    }
  }
  /** Input that equals the name of a choice when the field is left means that choice. */
  const leave = () => {
    const named = choices.filter((choice) => choice.title.toLowerCase() === typed.toLowerCase())
    if (named[0] && named.length === 1) onChoose(named[0])
    if (named.length === 1 || props.chosen !== '') setText(undefined)
    setLeft(false)
  }
  const latest = useRef({ choose, leave })
  latest.current = { choose, leave }
  useEffect(() => {
    if (is_wanted && !is_behind) latest.current.choose(0)
  }, [is_wanted, is_behind])
  useEffect(() => {
    if (is_left && !is_behind) latest.current.leave()
  }, [is_left, is_behind])
  const has_none = !may_add && !is_behind && props.choices?.length === 0
  const is_list_shown = is_open && (count > 0 || has_none)
  return (
    <Field
      label={props.label}
      is_label_hidden={is_search}
      hint={
        props.error && !is_open && may_add && props.chosen === '' ? (
          <button type="button" className="text-accent hover:underline" onClick={() => onAdd(typed)}>
            Add “{typed}”
          </button>
        ) : (
          props.hint
        )
      }
      error={props.error}
      className={`relative ${is_search ? 'w-full sm:w-64' : ''}`}
    >
      {(wiring) => (
        <>
          {is_search && (
            <Search size={15} className="pointer-events-none absolute top-2.5 left-2.5 z-10 text-faint" aria-hidden />
          )}
          <input
            {...wiring}
            role="combobox"
            aria-expanded={is_list_shown}
            aria-controls={list_id}
            aria-autocomplete="list"
            aria-activedescendant={is_list_shown && active < count ? `${list_id}-${active}` : undefined}
            autoComplete="off"
            ref={input}
            disabled={props.is_disabled}
            placeholder={props.placeholder}
            className={is_search ? 'control indent-5' : 'control'}
            // A choice made meanwhile, by adding it, replaces the input.
            value={!is_open && props.chosen ? props.chosen : (text ?? props.chosen)}
            onFocus={(event) => event.target.select()}
            onClick={() => !is_open && setText(props.chosen ? '' : (text ?? ''))}
            onChange={(event) => setText(event.target.value)}
            // The person may copy the input from another window.
            onBlur={() => {
              if (!document.hasFocus()) return
              if (!is_open || typed === '' || is_search) return close()
              setOpen(false)
              setWanted(false)
              setLeft(true)
            }}
            onKeyDown={(event) => {
              if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
                event.preventDefault()
                if (!is_open) setText(props.chosen ? '' : (text ?? ''))
                else if (!is_behind) setActive((active + (event.key === 'ArrowDown' ? 1 : -1) + count) % Math.max(1, count))
              } else if (event.key === 'Enter' && is_open) {
                event.preventDefault()
                if (is_behind) setWanted(true)
                else choose(active)
              } else if (event.key === 'Escape' && is_open) {
                event.stopPropagation()
                event.preventDefault()
                close()
              }
            }}
          />
          {/* The list always exists: the input must control an existing element. */}
          <div
            id={list_id}
            role="listbox"
            aria-label={props.list_label}
            className={`absolute inset-x-0 z-20 mt-1 max-h-80 overflow-y-auto rounded-lg border border-line bg-surface p-1 shadow-lg ${is_list_shown ? '' : 'hidden'}`}
          >
            {choices.map((choice, index) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the input's, as in every combobox
              <div
                key={choice.id}
                id={`${list_id}-${index}`}
                role="option"
                tabIndex={-1}
                aria-selected={index === active}
                className={`cursor-pointer rounded-[5px] px-2 py-1.5 ${index === active ? 'bg-sunken' : ''}`}
                // The press must not take the focus: the input would close the list before the click arrives.
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => choose(index)}
              >
                <span className="block truncate font-medium">{choice.title}</span>
                <span className="block truncate text-[13px] text-soft">{choice.detail}</span>
              </div>
            ))}
            {is_open && may_add && (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the input's, as in every combobox
              <div
                id={`${list_id}-${choices.length}`}
                role="option"
                tabIndex={-1}
                aria-selected={active === choices.length}
                className={`cursor-pointer rounded-[5px] px-2 py-1.5 ${active === choices.length ? 'bg-sunken' : ''}`}
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => choose(choices.length)}
              >
                <span className="block truncate font-medium">Add “{typed}”</span>
              </div>
            )}
            {is_open && has_none && (
              <div role="option" aria-selected={false} aria-disabled tabIndex={-1} className="px-2 py-1.5 text-soft">
                {props.none}
              </div>
            )}
          </div>
        </>
      )}
    </Field>
  )
}
