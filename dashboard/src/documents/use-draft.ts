import { useEffect, useState } from 'react'
import { currentCompany } from '../app/api.ts'
import { forgetKept, keep, readKept } from '../app/kept.ts'
import { type Draft, isSameDraft, type Kind } from './draft.ts'

/** What is kept in the browser: what was typed, what it was typed over, and the version of that. */
interface Kept {
  draft: Draft
  base: Draft
  version?: string | undefined
}

/**
 * The form's state, kept in the browser from the first change until `forget`: a reload loses nothing.
 *
 * Each tab keeps its own; one that has none of its own begins with what was kept last, for who closed the tab. `purpose` tells new documents
 * apart: what was typed for one customer is not shown for another. While nothing is typed the form follows `start`, which is what is stored.
 * `is_behind` says that what is stored is no longer what was typed over.
 */
export function useDraft(wanted: {
  kind: Kind
  id?: string | undefined
  purpose?: string | undefined
  start: Draft
  version?: string | undefined
}) {
  const { kind, id, purpose = '', start, version } = wanted
  const key = `quoin.draft.${currentCompany()}.${kind}.${id ?? `new.${purpose}`}`
  const [kept] = useState(() => read(key))
  const [form, setForm] = useState<{ draft: Draft; base: Draft; version: string | undefined }>(() =>
    kept ? { draft: kept.draft, base: kept.base, version: kept.version } : { draft: start, base: start, version },
  )
  const [is_restored, setRestored] = useState(kept !== undefined)
  const [is_changed, setChanged] = useState(kept !== undefined)
  const is_other = form.version !== version
  const is_behind = is_other && !isSameDraft(form.base, start)
  // What is stored has moved on, but in nothing that the form shows, or nothing was typed yet: the form goes on from there.
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
    change(changes: Partial<Draft>) {
      setChanged(true)
      setForm((before) => ({ ...before, draft: { ...before.draft, ...changes } }))
    },
    forget,
    /** Begins again with what is stored. */
    reset(stored: Draft = start, stored_version = version) {
      forget()
      setRestored(false)
      setForm({ draft: stored, base: stored, version: stored_version })
    },
    /** Goes on with what was typed, over what is stored now. */
    goOn(stored: Draft = start, stored_version = version) {
      setForm((before) => ({ ...before, base: stored, version: stored_version }))
    },
  }
}

function read(key: string): Kept | undefined {
  const kept = readKept(key) as Kept | undefined
  return Array.isArray(kept?.draft?.items) && Array.isArray(kept.base?.items) ? kept : undefined
}
