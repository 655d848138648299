// The form of an invoice or a quote: its input, and what is sent to the service. Pure.

import type { components } from '../../../sdk/src/api.ts'
import { currencyDigits, isCurrency } from '../../../server/src/kernel/currencies.ts'
import { today } from '../ui/format.ts'
import { readNumber, spellNumber } from '../ui/numbers.ts'
import type { DraftFigures, DraftLine } from './live-totals.ts'

type Invoice = components['schemas']['Invoice']
type Quote = components['schemas']['Quote']

/** The two documents; they differ in the name of their last date. */
export type Kind = 'invoice' | 'quote'

/** The free texts, as messages call them. They may be changed on an issued invoice too. */
const WORDS = {
  purchase_order: 'purchase order',
  buyer_reference: 'buyer reference',
  notes: 'notes',
  payment_terms: 'payment terms',
} as const
export type Words = Record<keyof typeof WORDS, string>

/** Only the free texts of a form, a body or a document. */
export function wordsOf({ purchase_order, buyer_reference, notes, payment_terms }: Words): Words {
  return { purchase_order, buyer_reference, notes, payment_terms }
}

/** The current form. `last_date` is `due_date` of an invoice and `valid_until` of a quote; '' leaves it to the server. */
export interface Draft extends DraftFigures, Words {
  customer_id: string
  issue_date: string
  last_date: string
  items: DraftLine[]
}

/** The name of the last date in the API. */
export const LAST_DATE = { invoice: 'due_date', quote: 'valid_until' } as const

/** An empty form. */
export function emptyDraft(currency: string, customer_id = ''): Draft {
  return {
    customer_id,
    issue_date: today(),
    last_date: '',
    currency,
    items: [emptyLine()],
    discount_type: '',
    discount_value: '',
    tax_rate: '',
    purchase_order: '',
    buyer_reference: '',
    notes: '',
    payment_terms: '',
  }
}

/** An empty line; the key lives in the form only. */
export function emptyLine(): DraftLine {
  return { key: crypto.randomUUID(), name: '', description: '', quantity: '1', unit: '', unit_price: '' }
}

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
    })),
    discount_type: document.discount_value ? (document.discount_type ?? '') : '',
    discount_value: document.discount_value
      ? spellNumber(document.discount_value, document.discount_type === 'fixed' ? digits : 0)
      : '',
    tax_rate: document.tax_rate ? spellNumber(document.tax_rate) : '',
    ...wordsOf(document),
  }
}

/** A new form with the content of a document: dated today, and with the last date that follows from it. */
export function copyOf(document: Invoice | Quote): Draft {
  return { ...draftOf(document), issue_date: today(), last_date: '' }
}

/** The body that creates or updates the document. */
export function bodyOf(draft: Draft, kind: Kind) {
  return {
    customer_id: draft.customer_id,
    issue_date: draft.issue_date,
    ...(draft.last_date ? { [LAST_DATE[kind]]: draft.last_date } : {}),
    currency: draft.currency,
    tax_rate: readNumber(draft.tax_rate, 0),
    discount_type: draft.discount_type || ('percentage' as const),
    discount_value: draft.discount_type ? readNumber(draft.discount_value, 0) : 0,
    ...wordsOf(draft),
    items: draft.items.map(({ name, description, quantity, unit, unit_price }) => ({
      name,
      description,
      unit,
      quantity: readNumber(quantity, 1),
      unit_price: readNumber(unit_price, 0),
    })),
  }
}

/** Whether two forms say the same; the keys of lines are the form's own. */
export function isSameDraft(one: Draft, other: Draft): boolean {
  return changedFields(one, other).length === 0
}

/** The labels of the fields that differ. */
export function changedFields(before: Draft, after: Draft): string[] {
  const text = (draft: Draft, name: keyof Draft) =>
    name === 'items' ? JSON.stringify(draft.items.map(({ key, ...line }) => line)) : draft[name]
  return FIELDS.filter(([name]) => text(before, name) !== text(after, name)).map(([, label]) => label)
}

const FIELDS: readonly (readonly [keyof Draft, string])[] = [
  ['customer_id', 'customer'],
  ['issue_date', 'issue date'],
  ['last_date', 'last date'],
  ['currency', 'currency'],
  ['items', 'line items'],
  ['discount_type', 'discount'],
  ['discount_value', 'discount value'],
  ['tax_rate', 'tax rate'],
  ...(Object.entries(WORDS) as [keyof Words, string][]),
]

/** The fields that may be typed while the figures are locked, on the stored figures: earlier input does not replace them. */
export function onlyWords(stored: Draft, typed: Draft): Draft {
  return { ...stored, ...wordsOf(typed) }
}
