// Where a problem of an e-invoice is corrected. Pure.

import { labelOf } from '../app/labels.ts'
import type { BilledDocument } from '../documents/kinds.ts'
import type { Problem } from './formats.ts'

/** Fields of our figures that no form has: they follow from others. */
const TYPED_AS: Record<string, string> = {
  discount_amount: 'discount_value',
  subtotal: 'items[0].unit_price',
  tax_amount: 'tax_rate',
  tax_breakdown: 'tax_category',
  total: 'tax_rate',
}
/** Fields that may change on an issued invoice, too. */
const ALWAYS = ['purchase_order', 'buyer_reference', 'service_from', 'service_to', 'notes', 'payment_terms']
const OWNERS = { invoice: '', customer: ' of the customer', company: ' of your company' }

/** What of a document may still change: all of a draft, the words of an issued invoice, nothing of a credit note. */
export type Stage = 'draft' | 'issued' | 'final'

/** The stage of a document. */
export const stageOf = (document: BilledDocument): Stage =>
  'credit_note_number' in document ? 'final' : document.status === 'draft' ? 'draft' : 'issued'

/** A place to fix a problem: a field of a form, and its name for people. */
export interface Fix {
  object: Problem['object']
  field: string
  label: string
}

/** Where a problem is corrected; undefined where no field of a form would help, or the document can't change there any more. */
export function fixOf({ object, param }: Problem, stage: Stage): Fix | undefined {
  if (param === null) return undefined
  const field = object === 'invoice' ? typedField(param) : param
  if (object === 'invoice' && (stage === 'final' || (stage === 'issued' && !ALWAYS.includes(field)))) return undefined
  const label = labelOf(field)
  return label === undefined ? undefined : { object, field, label: label + OWNERS[object] }
}

/** Whether an issued document keeps what the problem is about. Where the customer receives e-invoices is read when a file is written. */
export const isKept = ({ object, param }: Problem): boolean =>
  object === 'company' || (object === 'customer' && !/^electronic_address/.test(param ?? ''))

function typedField(param: string): string {
  const [line, name] = param.split('.') as [string, string | undefined]
  if (!/^items\[\d+\]$/.test(line)) return TYPED_AS[param] ?? param
  return `${line}.${name === undefined ? 'name' : name === 'subtotal' ? 'unit_price' : name}`
}
