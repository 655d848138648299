// The filters of a list. Their values are in the address.

import { Search } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { usePageSearch } from '../app/search.ts'
import { useHotkey } from './hotkeys.ts'

/** The row of filters above a table. */
export function Filters({ children }: { children: ReactNode }) {
  return (
    <search className="mb-3 flex flex-wrap items-end gap-2" aria-label="Filters">
      {children}
    </search>
  )
}

/** Searches by the text in the address's `q`, a moment after the last letter; `/` goes to it. */
export function SearchFilter({ label }: { label: string }) {
  const [search, change] = usePageSearch()
  const [text, setText] = useState(search.q ?? '')
  const input = useRef<HTMLInputElement>(null)
  useHotkey('/', () => input.current?.focus())
  const timer = useRef(0)
  const type = (value: string) => {
    setText(value)
    clearTimeout(timer.current)
    timer.current = window.setTimeout(() => change({ q: value.trim() || undefined }), 200)
  }
  return (
    <div className="relative w-full sm:w-64">
      <Search size={15} className="pointer-events-none absolute top-2.5 left-2.5 text-faint" aria-hidden />
      <input
        ref={input}
        type="search"
        value={text}
        onChange={(event) => type(event.target.value)}
        aria-label={label}
        placeholder={label}
        className="control indent-5"
      />
    </div>
  )
}

/** The classes of a filter: as wide as its words, and two a row where there is little room. */
export const FILTER = 'control w-auto max-w-full min-w-0 pr-8 max-sm:grow max-sm:basis-[40%]'

/** A filter of a few values; the first choice is all. */
export function ChoiceFilter({
  label,
  value,
  choices,
  is_loaded = false,
  onChange,
}: {
  label: string
  value: string | undefined
  choices: readonly (readonly [string, string])[]
  /** The choices load after the page: the filter has a fixed width, so that nothing moves. */
  is_loaded?: boolean
  onChange: (value: string | undefined) => void
}) {
  return (
    <select
      aria-label={label}
      value={value ?? ''}
      onChange={(event) => onChange(event.target.value || undefined)}
      className={is_loaded ? `${FILTER} sm:w-44` : FILTER}
    >
      <option value="">{label}: all</option>
      {choices.map(([key, text]) => (
        <option key={key} value={key}>
          {text}
        </option>
      ))}
    </select>
  )
}

/** Filters of the days between which something happened (`from` and `to` in the address). */
export function DaysFilter() {
  const [search, change] = usePageSearch()
  return (
    <div className="flex min-w-0 gap-2 max-sm:w-full">
      <DateFilter label="From" value={search.from} onChange={(from) => change({ from })} />
      <DateFilter label="To" value={search.to} onChange={(to) => change({ to })} />
    </div>
  )
}

function DateFilter({
  label,
  value,
  onChange,
}: {
  label: string
  value: string | undefined
  onChange: (value: string | undefined) => void
}) {
  const [text, setText] = useState(value ?? '')
  useEffect(() => setText(value ?? ''), [value])
  return (
    <label className="flex min-w-0 items-center gap-2 text-[13px] text-soft max-sm:grow max-sm:basis-[40%]">
      {label}
      <input
        type="date"
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          // While a year is typed it is 2, 20 and 202 before it is meant.
          if (event.target.value === '' || event.target.value >= '1900') onChange(event.target.value || undefined)
        }}
        className="control w-auto min-w-0 max-sm:grow max-sm:px-1.5"
      />
    </label>
  )
}
