// The form of the company's settings: its values, the input, and the version that it replaces.

import { useState } from 'react'
import { forgetKept, keep, readKept } from '../app/kept.ts'
import { readTyped, spellNumber } from '../ui/numbers.ts'
import type { CompanySettings } from './company-page.tsx'

/** Fields that a company always has. */
const REQUIRED = [
  'name',
  'slug',
  'currency',
  'invoice_prefix',
  'quote_prefix',
  'credit_note_prefix',
  'time_zone',
  'language',
  'document_template',
] as const

/** Fields whose input is a number. */
const NUMBERS = ['default_tax_rate', 'default_payment_days', 'default_hourly_rate'] as const

/** The company's own words for its mails, each in place of those of the language. */
export const MAIL_TEXTS = [
  'mail_texts.invoice.subject',
  'mail_texts.invoice.message',
  'mail_texts.quote.subject',
  'mail_texts.quote.message',
] as const

/** The fields of the form, by their names in the API. */
export const FIELDS = [
  ...REQUIRED,
  ...NUMBERS,
  'legal_name',
  'legal_vat',
  'legal_address',
  'zipcode',
  'city',
  'country',
  'contact_name',
  'contact_email',
  'contact_phone',
  'registration_number',
  'tax_number',
  'iban',
  'bic',
  'account_holder',
  'payment_details',
  'payment_link_template',
  'default_notes',
  'default_payment_terms',
  'electronic_address',
  'electronic_address_scheme',
  'accent_color',
  'footer',
  ...MAIL_TEXTS,
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
    /** The input of a form that has all of the fields or some of them; the others are as they were loaded, or typed before. */
    read: (element: HTMLFormElement): Values => {
      const given = new FormData(element)
      return Object.fromEntries(
        FIELDS.map((name) => [name, given.has(name) ? plain(given.get(name)) : form.start[name]]),
      ) as Values
    },
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
    /**
     * `sent` is stored now, as `stored`: the form continues from there, with what was typed since. The service may have written something in
     * another way, as the blanks of an IBAN: then it is shown so.
     */
    saved: (stored: CompanySettings, sent: Values, now: Values) => {
      const base = valuesOf(stored)
      const later = FIELDS.filter((name) => now[name] !== sent[name])
      const start = { ...base, ...pick(now, later) }
      if (later.length === 0) forgetKept(key)
      setRestored(false)
      const is_other = FIELDS.some((name) => start[name] !== now[name])
      setForm(({ form_key }) => ({ base, start, form_key: is_other ? form_key + 1 : form_key }))
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

/** What a request says of the fields `names`: an optional one without input is cleared. */
export function changesFrom(values: Values, names: readonly Field[]): Record<string, unknown> {
  const plain_names = names.filter((name) => !isOneOf(MAIL_TEXTS, name))
  const kinds = [
    ...new Set(names.filter((name) => isOneOf(MAIL_TEXTS, name)).map((name) => name.split('.')[1] as 'invoice' | 'quote')),
  ]
  return {
    ...Object.fromEntries(plain_names.map((name) => [name, sentValue(name, values[name])])),
    ...(kinds.length > 0 ? { mail_texts: Object.fromEntries(kinds.map((kind) => [kind, mailText(values, kind)])) } : {}),
  }
}

/** A mail has a subject and a message of its own, or neither. */
function mailText(values: Values, kind: 'invoice' | 'quote') {
  const [subject, message] = [values[`mail_texts.${kind}.subject`], values[`mail_texts.${kind}.message`]]
  return subject || message ? { subject, message } : null
}

function sentValue(name: Field, text: string): string | number | null {
  if (isOneOf(NUMBERS, name)) return readTyped(text).value ?? null
  return text || (isOneOf(REQUIRED, name) ? '' : null)
}

/** The faults of fields that the service would find for sure, by field. */
export function faultsOf(values: Values): Partial<Record<Field, string>> {
  const faults: Partial<Record<Field, string>> = {}
  for (const name of NUMBERS) {
    const typed = readTyped(values[name])
    if (typed.fault !== undefined) faults[name] = typed.fault
  }
  return faults
}

function isOneOf<N extends Field>(names: readonly N[], name: Field): name is N {
  return (names as readonly Field[]).includes(name)
}

function valuesOf(company: CompanySettings): Values {
  const text = (value: unknown) => (typeof value === 'number' ? spellNumber(value) : plain(value))
  return Object.fromEntries(FIELDS.map((name) => [name, text(storedValue(company, name))])) as Values
}

function storedValue(company: CompanySettings, name: Field): unknown {
  if (!isOneOf(MAIL_TEXTS, name)) return company[name]
  const [, kind, part] = name.split('.') as [string, 'invoice' | 'quote', 'subject' | 'message']
  return company.mail_texts[kind]?.[part]
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
