// The form of the company's settings: its values, the input, and the version that it replaces.

import { useState } from 'react'
import { forgetKept, keep, readKept } from '../app/kept.ts'
import type { CompanySettings } from './company-page.tsx'

/** The fields of the form, by their names in the API. */
export const FIELDS = [
  'name',
  'slug',
  'currency',
  'invoice_prefix',
  'quote_prefix',
  'legal_name',
  'legal_vat',
  'legal_address',
  'payment_details',
] as const
export type Field = (typeof FIELDS)[number]
export type Values = Record<Field, string>

/** Only changed fields, with their previous values. */
interface Kept {
  typed: Partial<Values>
  base: Partial<Values>
}

/**
 * The state of the form, kept in the browser from the first change until it is saved or discarded. Only changed fields are kept; the others
 * are the stored ones. `start` has the initial values, again with each `form_key`.
 */
export function useCompanyDraft(company: CompanySettings) {
  const key = `quoin.draft.${company.id}.settings`
  const [kept] = useState(() => readChanges(key))
  const [is_restored, setRestored] = useState(kept !== undefined)
  const [form, setForm] = useState(() => {
    const base = { ...valuesOf(company), ...kept?.base }
    return { base, start: { ...base, ...kept?.typed }, form_key: 0 }
  })
  const changesOf = (values: Values) => FIELDS.filter((name) => values[name] !== form.base[name])
  const pick = (values: Values, names: readonly Field[]) => Object.fromEntries(names.map((name) => [name, values[name]]))
  return {
    ...form,
    is_restored,
    /** The fields that differ from what the form was loaded with. */
    changesOf,
    /** Whether somebody else has given one of the changed fields another value since. */
    isBehind: (values: Values, newer: CompanySettings) => {
      const stored = valuesOf(newer)
      return changesOf(values).some((name) => stored[name] !== form.base[name] && stored[name] !== values[name])
    },
    type: (values: Values) => {
      const names = changesOf(values)
      if (names.length === 0) forgetKept(key)
      else keep(key, { typed: pick(values, names), base: pick(form.base, names) })
    },
    /** The input is stored now: the form continues from there. */
    saved: (values: Values) => {
      forgetKept(key)
      setRestored(false)
      setForm((before) => ({ ...before, base: values }))
    },
    /** Starts over with the stored values, or continues with the input over them. */
    goOn: (stored: CompanySettings, values?: Values) => {
      const base = valuesOf(stored)
      if (!values) forgetKept(key)
      const typed = values ? pick(values, changesOf(values)) : {}
      setRestored(false)
      setForm(({ form_key }) => ({ base, start: { ...base, ...typed }, form_key: form_key + 1 }))
    },
  }
}

/** The fields as a form gives them back: trimmed, with plain ends of lines. */
export function readValues(form: HTMLFormElement): Values {
  const fields = new FormData(form)
  return Object.fromEntries(FIELDS.map((name) => [name, plain(fields.get(name))])) as Values
}

function valuesOf(company: CompanySettings): Values {
  return Object.fromEntries(FIELDS.map((name) => [name, plain(company[name])])) as Values
}

function plain(value: unknown): string {
  return String(value ?? '')
    .replaceAll('\r\n', '\n')
    .trim()
}

function readChanges(key: string): Kept | undefined {
  const { typed, base } = (readKept(key) ?? {}) as Partial<Kept>
  const isValues = (values: unknown): values is Partial<Values> =>
    typeof values === 'object' && values !== null && Object.values(values).every((value) => typeof value === 'string')
  return isValues(typed) && isValues(base) ? { typed, base } : undefined
}
