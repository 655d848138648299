import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { components } from '../../../sdk/src/api.ts'
import { withDefaults } from './defaults.ts'
import { bodyOf, changesOf, draftOf, emptyDraft, emptyLine, newBodyOf, typed } from './draft.ts'
import { liveTotals } from './live-totals.ts'

type Invoice = components['schemas']['Invoice']

const items = [
  { name: 'Book', tax_rate: 7, tax_category: null, discount_percent: 12.5 },
  { name: 'Insurance', tax_rate: null, tax_category: 'exempt', discount_percent: null },
  { name: 'Postage', tax_rate: 0, tax_category: 'out_of_scope', discount_percent: 0 },
  { name: 'Work', tax_rate: null, tax_category: null, discount_percent: null },
] as const

const stored = {
  customer_id: 'cus_1',
  issue_date: '2026-01-31',
  due_date: '2026-02-28',
  currency: 'EUR',
  language: 'de',
  tax_rate: 19,
  tax_category: 'standard',
  tax_exemption_reasons: { exempt: '§ 4 Nr. 10 UStG', export: 'Not used by any line' },
  discount_type: 'fixed',
  discount_value: 8.4,
  items: items.map((item, index) => ({
    ...item,
    id: `di_${index}`,
    item_name: item.name,
    description: '',
    quantity: 1,
    unit: '',
    unit_price: 100,
  })),
} as unknown as Invoice

test('what was set over the API is in the form, and sent as it was', () => {
  const body = bodyOf(draftOf(stored), 'invoice')
  assert.deepEqual(
    body.items.map(({ name, tax_rate, tax_category, discount_percent }) => ({ name, tax_rate, tax_category, discount_percent })),
    items,
  )
  assert.deepEqual([body.tax_rate, body.tax_category], [19, 'standard'])
  assert.deepEqual(body.tax_exemption_reasons, stored.tax_exemption_reasons)
})

test('only what is different is sent: a note leaves lines and figures alone, and what belongs together is sent together', () => {
  const base = draftOf(stored)
  assert.deepEqual(changesOf(base, base, 'invoice'), {})
  assert.deepEqual(changesOf(typed(base, { notes: 'New' }), base, 'invoice'), { notes: 'New' })
  assert.deepEqual(changesOf(typed(base, { discount_type: 'percentage' }), base, 'invoice'), {
    discount_type: 'percentage',
    discount_value: 8.4,
  })
  assert.deepEqual(changesOf(typed(base, { tax_category: 'export' }), base, 'invoice'), { tax_rate: 0, tax_category: 'export' })
})

test('a category without a rate of its own has 0, whatever was typed before, and gives it back', () => {
  const draft = typed(emptyDraft('2026-01-31', 'EUR'), { tax_rate: '19', tax_category: 'reverse_charge' })
  assert.deepEqual([bodyOf(draft, 'invoice').tax_rate, liveTotals(draft).errors], [0, {}])
  assert.equal(bodyOf(typed(draft, { tax_category: '' }), 'invoice').tax_rate, 19)
  const line = { ...emptyLine(), unit_price: '50', tax_rate: '7', tax_category: 'exempt' } as const
  const {
    items: [sent],
  } = bodyOf(typed(draft, { items: [line] }), 'invoice')
  assert.deepEqual([sent?.tax_rate, sent?.tax_category], [0, 'exempt'])
})

const company = {
  language: 'de',
  default_tax_rate: 19,
  default_payment_days: 14,
  default_notes: null,
  default_payment_terms: null,
} as const
const abroad = {
  language: null,
  default_tax_rate: null,
  default_tax_category: 'reverse_charge',
  default_payment_days: null,
  buyer_reference: '',
} as const

test("a customer's tax category brings the rate 0 along, unless a rate was typed", () => {
  const draft = emptyDraft('2026-01-31', 'EUR')
  const shown = bodyOf(withDefaults(draft, 'invoice', company, abroad), 'invoice')
  assert.deepEqual([shown.tax_rate, shown.tax_category], [0, 'reverse_charge'])
  const with_rate = bodyOf(withDefaults(typed(draft, { tax_rate: '7' }), 'invoice', company, abroad), 'invoice')
  assert.deepEqual([with_rate.tax_rate, with_rate.tax_category], [7, null])
  const as_usual = bodyOf(withDefaults(typed(draft, { tax_category: '' }), 'invoice', company, abroad), 'invoice')
  assert.deepEqual([as_usual.tax_rate, as_usual.tax_category], [19, null])
})

test('what a customer gives is left to the service while the customer is still loading, what was typed is sent', () => {
  const draft = withDefaults(typed(emptyDraft('2026-01-31', 'EUR', 'cus_1'), { notes: 'Mine' }), 'invoice', company)
  const sent: Record<string, unknown> = newBodyOf(draft, 'invoice', false)
  const named = ['tax_rate', 'tax_category', 'due_date', 'language', 'payment_terms', 'notes', 'customer_id']
  assert.deepEqual(
    named.filter((name) => name in sent),
    ['notes', 'customer_id'],
  )
  assert.deepEqual(newBodyOf(draft, 'invoice', true), bodyOf(draft, 'invoice'))
})
