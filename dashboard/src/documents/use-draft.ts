import { useEffect, useState } from 'react'
import { currentCompany } from '../app/api.ts'
import { forgetKept, keep, readKept } from '../app/kept.ts'
import { type Draft, emptyDraft, emptyLine, isSameDraft, typed } from './draft.ts'

/** The stored input: what was typed, the values it replaces, and their version. */
interface Kept<D extends Draft> {
  draft: D
  base: D
  version?: string | undefined
}

/**
 * The form's state, kept in the browser from the first change until `forget`: a reload loses nothing.
 *
 * Each tab keeps its own; a new tab starts with what was kept last, for people who closed theirs. `purpose` separates new documents:
 * input for one customer is not shown for another. Without input the form follows `start`, the stored values.
 * `is_behind` says that the stored values have changed since the input was typed. `kind` names the form, and `isSame` compares its values.
 */
export function useDraft<D extends Draft>(wanted: {
  kind: string
  id?: string | undefined
  purpose?: string | undefined
  start: D
  version?: string | undefined
  isSame?: (one: D, other: D) => boolean
}) {
  const { kind, id, purpose = '', start, version, isSame = isSameDraft } = wanted
  const key = `quoin.draft.${currentCompany()}.${kind}.${id ?? `new.${purpose}`}`
  const [kept] = useState(() => read<D>(key))
  const [form, setForm] = useState<{ draft: D; base: D; version: string | undefined }>(() =>
    kept ? { draft: kept.draft, base: kept.base, version: kept.version } : { draft: start, base: start, version },
  )
  const [is_restored, setRestored] = useState(kept !== undefined)
  const [is_changed, setChanged] = useState(kept !== undefined)
  const is_other = form.version !== version
  const is_behind = is_other && !isSame(form.base, start)
  // The stored values have changed, but in nothing that the form shows, or nothing was typed yet: the form continues from there.
  useEffect(() => {
    if (!is_other || (is_changed && is_behind)) return
    setForm((before) => ({ draft: is_changed ? before.draft : start, base: start, version }))
  }, [is_other, is_changed, is_behind, start, version])
  useEffect(() => {
    if (is_changed) keep(key, form)
  }, [key, form, is_changed])
  const forget = () => {
    setChanged(false)
    forgetKept(key)
  }
  return {
    ...form,
    is_restored,
    is_behind: is_changed && is_behind,
    change(changes: Partial<D>) {
      setChanged(true)
      setForm((before) => ({ ...before, draft: typed(before.draft, changes) }))
    },
    forget,
    /** Starts over with the stored values. */
    reset(stored: D = start, stored_version = version) {
      forget()
      setRestored(false)
      setForm({ draft: stored, base: stored, version: stored_version })
    },
    /** Continues with the input, over the values stored now. */
    goOn(stored: D = start, stored_version = version) {
      setForm((before) => ({ ...before, base: stored, version: stored_version }))
    },
  }
}

function read<D extends Draft>(key: string): Kept<D> | undefined {
  const kept = readKept(key) as Kept<D> | undefined
  if (!Array.isArray(kept?.draft?.items) || !Array.isArray(kept.base?.items)) return undefined
  // What an older version of this page has kept lacks fields: they are empty.
  const whole = (draft: D): D => ({
    ...emptyDraft('', ''),
    ...draft,
    follows: draft.follows ?? [],
    items: draft.items.map((line) => ({ ...emptyLine(), ...line })),
  })
  const { version, ...form } = kept
  // Whether somebody has stored what those fields lack is found by comparing, as after any other change.
  const is_whole = 'tax_category' in kept.base
  return { ...form, draft: whole(kept.draft), base: whole(kept.base), ...(is_whole ? { version } : {}) }
}
