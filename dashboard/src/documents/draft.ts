// What was typed into the form of an invoice or a quote, and how it outlives a reload.

import { useEffect, useState } from 'react'
import type { components } from '../../../sdk/src/api.ts'
import { currentCompany } from '../app/api.ts'
import { today } from '../ui/format.ts'
import { type DraftFigures, type DraftLine, readNumber } from './live-totals.ts'

type Invoice = components['schemas']['Invoice']
type Quote = components['schemas']['Quote']

/** The two documents; they differ in the name of their last date. */
export type Kind = 'invoice' | 'quote'

/** The form as it stands. `last_date` is `due_date` of an invoice and `valid_until` of a quote; '' leaves it to the server. */
export interface Draft extends DraftFigures {
  customer_id: string
  issue_date: string
  last_date: string
  items: DraftLine[]
  notes: string
  payment_terms: string
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
  return {
    customer_id: document.customer_id,
    issue_date: document.issue_date,
    last_date: 'due_date' in document ? document.due_date : document.valid_until,
    currency: document.currency,
    items: document.items.map((item) => ({
      key: item.id,
      name: item.item_name,
      description: item.description,
      quantity: String(item.quantity),
      unit: item.unit,
      unit_price: String(item.unit_price),
    })),
    discount_type: document.discount_type ?? '',
    discount_value: document.discount_type ? String(document.discount_value) : '',
    tax_rate: document.tax_rate ? String(document.tax_rate) : '',
    notes: document.notes,
    payment_terms: document.payment_terms,
  }
}

/** The body that creates or updates the document. */
export function bodyOf(draft: Draft, kind: Kind) {
  return {
    customer_id: draft.customer_id,
    issue_date: draft.issue_date,
    ...(draft.last_date ? { [LAST_DATE[kind]]: draft.last_date } : {}),
    currency: draft.currency,
    tax_rate: readNumber(draft.tax_rate, 0),
    discount_type: draft.discount_type || null,
    discount_value: draft.discount_type ? readNumber(draft.discount_value, 0) : null,
    notes: draft.notes,
    payment_terms: draft.payment_terms,
    items: draft.items.map(({ name, description, quantity, unit, unit_price }) => ({
      name,
      description,
      unit,
      quantity: readNumber(quantity, 1),
      unit_price: readNumber(unit_price, 0),
    })),
  }
}

/**
 * The form's state, kept in the browser from the first change until `forget`: a reload loses nothing.
 *
 * `is_restored` says that the form began with what was kept; `reset` throws that away.
 */
export function useDraft(kind: Kind, id: string | undefined, start: Draft) {
  const key = `quoin.draft.${currentCompany()}.${kind}.${id ?? 'new'}`
  const [is_restored, setRestored] = useState(() => read(key) !== undefined)
  const [draft, setDraft] = useState<Draft>(() => read(key) ?? start)
  const [is_changed, setChanged] = useState(is_restored)
  useEffect(() => {
    if (is_changed) localStorage.setItem(key, JSON.stringify(draft))
  }, [key, draft, is_changed])
  return {
    draft,
    is_restored,
    change(changes: Partial<Draft>) {
      setChanged(true)
      setDraft((before) => ({ ...before, ...changes }))
    },
    forget: () => {
      setChanged(false)
      localStorage.removeItem(key)
    },
    reset: () => {
      localStorage.removeItem(key)
      setChanged(false)
      setRestored(false)
      setDraft(start)
    },
  }
}

function read(key: string): Draft | undefined {
  try {
    const kept = localStorage.getItem(key)
    return kept ? (JSON.parse(kept) as Draft) : undefined
  } catch {
    return undefined
  }
}
