// Where a problem of an e-invoice is mended. Pure.

import { labelOf } from '../app/labels.ts'
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

/** A place to mend a problem: a field of a form, and its name for people. */
export interface Mending {
  object: Problem['object']
  field: string
  label: string
}

/** Where a problem is mended; undefined where no field of a form would help, or the figures of an issued invoice stand. */
export function mendingOf({ object, param }: Problem, is_draft: boolean): Mending | undefined {
  if (param === null) return undefined
  const field = object === 'invoice' ? typedField(param) : param
  if (object === 'invoice' && !is_draft && !ALWAYS.includes(field)) return undefined
  const label = labelOf(field)
  return label === undefined ? undefined : { object, field, label: label + OWNERS[object] }
}

function typedField(param: string): string {
  const [line, name] = param.split('.') as [string, string | undefined]
  if (!/^items\[\d+\]$/.test(line)) return TYPED_AS[param] ?? param
  return `${line}.${name === undefined ? 'name' : name === 'subtotal' ? 'unit_price' : name}`
}
