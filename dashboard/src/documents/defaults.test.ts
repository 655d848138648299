import assert from 'node:assert/strict'
import { test } from 'node:test'
import { termDays, withDefaults } from './defaults.ts'
import { bodyOf, emptyDraft, typed } from './draft.ts'

const company = {
  language: 'de',
  default_tax_rate: 19,
  default_payment_days: 14,
  default_notes: 'Thank you',
  default_payment_terms: '14 days',
} as const
const customer = {
  language: 'sv',
  default_tax_rate: 0,
  default_tax_category: null,
  default_payment_days: 10,
  buyer_reference: 'Marketing',
} as const
const nothing = {
  language: null,
  default_tax_rate: null,
  default_tax_category: null,
  default_payment_days: null,
  buyer_reference: '',
} as const

test('a new document says what the customer has, else what the company has', () => {
  const draft = emptyDraft('2026-01-31', 'EUR')
  const ofCompany = withDefaults(draft, 'invoice', company, nothing)
  assert.deepEqual(
    [ofCompany.tax_rate, ofCompany.last_date, ofCompany.language, ofCompany.notes, ofCompany.payment_terms],
    ['19', '2026-02-14', 'de', 'Thank you', '14 days'],
  )
  const ofCustomer = withDefaults(draft, 'invoice', company, customer)
  assert.deepEqual(
    [ofCustomer.tax_rate, ofCustomer.last_date, ofCustomer.language, ofCustomer.buyer_reference],
    ['', '2026-02-10', 'sv', 'Marketing'],
  )
  assert.equal(bodyOf(ofCustomer, 'invoice').tax_rate, 0)
})

test('what was typed stays, an emptied field too, whatever the customer has', () => {
  const draft = typed(emptyDraft('2026-01-31', 'EUR'), { tax_rate: '7', notes: '' })
  const shown = withDefaults(draft, 'invoice', company, customer)
  assert.deepEqual([shown.tax_rate, shown.notes, shown.payment_terms], ['7', '', '14 days'])
})

test('a quote is valid for 30 days, whatever the days to pay', () => {
  assert.equal(termDays('quote', company, customer), 30)
  assert.equal(withDefaults(emptyDraft('2026-01-31', 'EUR'), 'quote', company).last_date, '2026-03-02')
})

test('a date that is still typed has no due date that follows from it', () => {
  assert.equal(withDefaults(emptyDraft('', 'EUR'), 'invoice', company).last_date, '')
})

test('days of service and an id that are empty are null in a request', () => {
  const body = bodyOf(emptyDraft('2026-01-31', 'EUR'), 'invoice')
  assert.deepEqual([body.service_from, body.service_to, body.external_id, body.purchase_order], [null, null, null, ''])
})
