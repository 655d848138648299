// The form of an invoice or a quote: its input, and what is sent to the service. Pure.

import type { components } from '../../../sdk/src/api.ts'
import { currencyDigits, isCurrency } from '../../../server/src/kernel/currencies.ts'
import { EXPLAINED_CATEGORIES } from '../../../server/src/kernel/tax-categories.ts'
import { readNumber, spellNumber } from '../ui/numbers.ts'
import { documentTaxOf, lineTaxOf } from './draft-tax.ts'
import type { DraftFigures, DraftLine } from './live-totals.ts'

type Invoice = components['schemas']['Invoice']
type Quote = components['schemas']['Quote']

/** The two documents; they differ in the name of their last date. */
export type Kind = 'invoice' | 'quote'

/** The texts and days of service, as messages call them. They may be changed on an issued invoice too. */
const WORDS = {
  purchase_order: 'purchase order',
  buyer_reference: 'buyer reference',
  service_from: 'service from',
  service_to: 'service to',
  external_id: 'id elsewhere',
  notes: 'notes',
  payment_terms: 'payment terms',
} as const
type Word = keyof typeof WORDS
export type Words = Record<Word, string>
const WORD_NAMES = Object.keys(WORDS) as Word[]
/** Words without which a document has null. */
const NULL_WHEN_EMPTY: readonly Word[] = ['service_from', 'service_to', 'external_id']

/** Only the words of a form. */
function wordsOf(draft: Words): Words {
  return Object.fromEntries(WORD_NAMES.map((name) => [name, draft[name]])) as Words
}

/** Fields of a new document that follow the customer and the company until they are typed. */
const FOLLOWING = ['last_date', 'tax_rate', 'tax_category', 'language', 'buyer_reference', 'notes', 'payment_terms'] as const
type Following = (typeof FOLLOWING)[number]

/** The current form. `last_date` is `due_date` of an invoice and `valid_until` of a quote; '' leaves it to the server. */
export interface Draft extends DraftFigures, Words {
  customer_id: string
  issue_date: string
  last_date: string
  language: string
  items: DraftLine[]
  /** Texts by category; '' for the usual words. */
  tax_exemption_reasons: Reasons
  /** The fields that were not typed yet: `withDefaults` fills them in. */
  follows: readonly Following[]
}

/** The reasons for no tax as they are typed. */
export type Reasons = Record<(typeof EXPLAINED_CATEGORIES)[number], string>

/** The name of the last date in the API. */
export const LAST_DATE = { invoice: 'due_date', quote: 'valid_until' } as const

/** An empty form, of the day `today`. */
export function emptyDraft(today: string, currency: string, customer_id = ''): Draft {
  return {
    customer_id,
    issue_date: today,
    last_date: '',
    currency,
    language: '',
    items: [emptyLine()],
    discount_type: '',
    discount_value: '',
    tax_rate: '',
    tax_category: '',
    tax_exemption_reasons: reasonsOf(null),
    purchase_order: '',
    buyer_reference: '',
    service_from: '',
    service_to: '',
    external_id: '',
    notes: '',
    payment_terms: '',
    follows: FOLLOWING,
  }
}

/** An empty line; the key lives in the form only. */
export function emptyLine(): DraftLine {
  return { key: crypto.randomUUID(), name: '', description: '', quantity: '1', unit: '', unit_price: '', ...NO_OWN_TAX }
}

/** What most lines have. */
const NO_OWN_TAX = { discount_percent: '', tax_rate: '', tax_category: '' } as const

/** The form of a document that exists. */
export function draftOf(document: Invoice | Quote): Draft {
  const digits = isCurrency(document.currency) ? currencyDigits(document.currency) : 2
  return {
    customer_id: document.customer_id,
    issue_date: document.issue_date,
    last_date: 'due_date' in document ? document.due_date : document.valid_until,
    currency: document.currency,
    items: document.items.map((item) => ({
      key: item.id,
      name: item.item_name,
      description: item.description,
      quantity: spellNumber(item.quantity),
      unit: item.unit,
      unit_price: spellNumber(item.unit_price, digits),
      discount_percent: spellNumber(item.discount_percent),
      tax_rate: spellNumber(item.tax_rate),
      tax_category: item.tax_category ?? '',
    })),
    discount_type: document.discount_value ? (document.discount_type ?? '') : '',
    discount_value: document.discount_value
      ? spellNumber(document.discount_value, document.discount_type === 'fixed' ? digits : 0)
      : '',
    tax_rate: document.tax_rate ? spellNumber(document.tax_rate) : '',
    tax_category: document.tax_category ?? '',
    tax_exemption_reasons: reasonsOf(document.tax_exemption_reasons),
    language: document.language,
    ...(Object.fromEntries(WORD_NAMES.map((name) => [name, document[name] ?? ''])) as Words),
    follows: [],
  }
}

function reasonsOf(given: Invoice['tax_exemption_reasons']): Reasons {
  return Object.fromEntries(EXPLAINED_CATEGORIES.map((category) => [category, given?.[category] ?? ''])) as Reasons
}

/** A new form with the content of a document: dated today, with the last date that follows from it, and nothing that is of the other alone. */
export function copyOf(document: Invoice | Quote, today: string): Draft {
  const once = { purchase_order: '', service_from: '', service_to: '', external_id: '' }
  return { ...draftOf(document), ...once, issue_date: today, last_date: '', follows: ['last_date'] }
}

/** The form after a change: a field that was typed follows nothing any more. */
export function typed<D extends Draft>(draft: D, changes: Partial<D>): D {
  return { ...draft, ...changes, follows: draft.follows.filter((name) => !(name in changes)) }
}

/** The body that creates or updates the document. */
export function bodyOf(draft: Draft, kind: Kind) {
  return {
    customer_id: draft.customer_id,
    issue_date: draft.issue_date,
    ...(draft.last_date ? { [LAST_DATE[kind]]: draft.last_date } : {}),
    currency: draft.currency,
    ...(draft.language ? { language: draft.language as Invoice['language'] } : {}),
    ...documentTaxOf(draft),
    tax_exemption_reasons: givenReasons(draft),
    discount_type: draft.discount_type || ('percentage' as const),
    discount_value: draft.discount_type ? readNumber(draft.discount_value, 0) : 0,
    ...wordsIn(draft),
    items: draft.items.map((line) => ({
      name: line.name,
      description: line.description,
      unit: line.unit,
      quantity: readNumber(line.quantity, 1),
      unit_price: readNumber(line.unit_price, 0),
      discount_percent: line.discount_percent.trim() === '' ? null : readNumber(line.discount_percent, 0),
      ...lineTaxOf(line),
    })),
  }
}

/**
 * The body that creates a document. Until the customer is known (`is_known`) the form can't show what a document gets from it: what was not typed
 * is left to the service then.
 */
export function newBodyOf(draft: Draft, kind: Kind, is_known: boolean): ReturnType<typeof bodyOf> {
  const body = bodyOf(draft, kind)
  if (is_known) return body
  const left = draft.follows.map((name): string => (name === 'last_date' ? LAST_DATE[kind] : name))
  return Object.fromEntries(Object.entries(body).filter(([name]) => !left.includes(name))) as typeof body
}

/** Fields that mean something together: of these all are sent when one has changed. */
const TOGETHER: readonly (readonly string[])[] = [
  ['discount_type', 'discount_value'],
  ['tax_rate', 'tax_category'],
  ['service_from', 'service_to'],
]

/**
 * The body that changes a stored document, `base` in the form, into `draft`: only what is different. What the form does not show, figures that
 * were set by hand for one, stays as it is.
 */
export function changesOf(draft: Draft, base: Draft, kind: Kind): Partial<ReturnType<typeof bodyOf>> {
  const before: Record<string, unknown> = bodyOf(base, kind)
  const body = Object.entries(bodyOf(draft, kind))
  const changed = body.map(([name]) => name).filter((name, at) => JSON.stringify(before[name]) !== JSON.stringify(body[at]?.[1]))
  const sent = new Set([...changed, ...TOGETHER.filter((names) => names.some((name) => changed.includes(name))).flat()])
  return Object.fromEntries(body.filter(([name]) => sent.has(name)))
}

function givenReasons({ tax_exemption_reasons: reasons }: Draft): Partial<Reasons> | null {
  const given = EXPLAINED_CATEGORIES.filter((category) => reasons[category].trim() !== '')
  return given.length === 0 ? null : Object.fromEntries(given.map((category) => [category, reasons[category]]))
}

/** The body that a preview is made of: without lines that are not named yet. Undefined while there is nothing to show, or a number can't be read. */
export function previewOf(draft: Draft, kind: Kind): ReturnType<typeof bodyOf> | undefined {
  if (!draft.customer_id || !draft.issue_date) return undefined
  const body = bodyOf({ ...draft, items: draft.items.filter((line) => line.name.trim() !== '') }, kind)
  const ofLines = body.items.flatMap((line) => [line.quantity, line.unit_price, line.discount_percent ?? 0, line.tax_rate ?? 0])
  const numbers = [body.tax_rate, body.discount_value, ...ofLines]
  return numbers.some(Number.isNaN) ? undefined : body
}

/** What a request says of the words alone. */
export function wordsIn(draft: Draft) {
  const words = WORD_NAMES.map((name) => [name, draft[name] === '' && NULL_WHEN_EMPTY.includes(name) ? null : draft[name]])
  return Object.fromEntries(words) as Record<Word, string>
}

/** Whether two forms say the same; the keys of lines are the form's own. */
export function isSameDraft(one: Draft, other: Draft): boolean {
  return changedFields(one, other).length === 0
}

/** The labels of the fields that differ. */
export function changedFields(before: Draft, after: Draft): string[] {
  const text = (draft: Draft, name: keyof Draft) =>
    name === 'items'
      ? JSON.stringify(draft.items.map(({ key, ...line }) => line))
      : name === 'tax_exemption_reasons'
        ? JSON.stringify(draft[name])
        : draft[name]
  return FIELDS.filter(([name]) => text(before, name) !== text(after, name)).map(([, label]) => label)
}

const FIELDS: readonly (readonly [keyof Draft, string])[] = [
  ['customer_id', 'customer'],
  ['issue_date', 'issue date'],
  ['last_date', 'last date'],
  ['language', 'language'],
  ['currency', 'currency'],
  ['items', 'line items'],
  ['discount_type', 'discount'],
  ['discount_value', 'discount value'],
  ['tax_rate', 'tax rate'],
  ['tax_category', 'tax category'],
  ['tax_exemption_reasons', 'reasons for no tax'],
  ...(Object.entries(WORDS) as [Word, string][]),
]

/** The fields that may be typed while the figures are locked, on the stored figures: earlier input does not replace them. */
export function onlyWords(stored: Draft, typed: Draft): Draft {
  return { ...stored, ...wordsOf(typed) }
}
