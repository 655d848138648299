import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { components } from '../../../sdk/src/api.ts'
import { bodyOfPlan, changesOfPlan, emptyPlan, everyOf, isSamePlan, planOf, planOfInvoice, previewOfPlan } from './plan.ts'

const line = { ...emptyPlan('2026-06-15', 'EUR').items[0]!, name: 'Hosting {month}', unit_price: '89' }
const plan = { ...emptyPlan('2026-06-15', 'EUR', 'cus_1'), items: [line] }

test('a new form says null for what its invoices take from customer and company', () => {
  const body = bodyOfPlan({ ...plan, tax_rate: '19', notes: 'Of the company' }, 'EUR')
  assert.deepEqual(
    [body.currency, body.tax_rate, body.notes, body.language, body.payment_days, body.end_date, body.occurrences],
    [null, null, null, null, null, null, null],
  )
  const typed = bodyOfPlan({ ...plan, tax_rate: '19', follows: [] }, 'USD')
  assert.deepEqual([typed.currency, typed.tax_rate, typed.notes], ['EUR', 19, ''])
  assert.equal('issue_date' in typed, false)
})

test('a stored one comes back as it is, and a change sends only what is different', () => {
  const stored = {
    ...bodyOfPlan({ ...plan, ends: 'count', occurrences: '3', interval: '2' }, 'EUR'),
    discount_type: null,
    discount_value: null,
  } as unknown as components['schemas']['RecurringInvoice']
  const form = planOf(stored, 'EUR')
  assert.deepEqual(changesOfPlan(form, form, 'EUR'), {})
  assert.ok(isSamePlan(form, planOf(stored, 'EUR')))
  assert.deepEqual(changesOfPlan({ ...form, ends: 'never' }, form, 'EUR'), { end_date: null, occurrences: null })
  assert.deepEqual(changesOfPlan({ ...form, notes: 'N', follows: form.follows.filter((one) => one !== 'notes') }, form, 'EUR'), {
    notes: 'N',
  })
})

test('a project is sent only together with its time', () => {
  const of = (changes: object) => {
    const { project_id, include_unbilled_time } = bodyOfPlan({ ...plan, ...changes }, 'EUR')
    return [project_id, include_unbilled_time]
  }
  assert.deepEqual(of({ project_id: 'prj_1', include_unbilled_time: true }), ['prj_1', true])
  assert.deepEqual(of({ project_id: 'prj_1', include_unbilled_time: false }), [null, false])
  assert.deepEqual(of({ project_id: '', include_unbilled_time: true }), [null, false])
})

test('one of an invoice begins a month after it, or on the first such day that is not over', () => {
  const invoice = { issue_date: '2026-05-31', due_date: '2026-06-30', currency: 'EUR', items: [] } as never
  assert.equal(planOfInvoice(invoice, '2026-06-15').start_date, '2026-06-30')
  assert.equal(planOfInvoice(invoice, '2026-07-01').start_date, '2026-07-31')
})

test('the preview is of the first invoice, filled in in its language', () => {
  const preview = previewOfPlan({ ...plan, language: 'de', start_date: '2027-01-31', notes: '{period}' }, '')
  assert.equal(preview!.issue_date, '2027-01-31')
  assert.equal(preview!.items[0]!.name, 'Hosting Januar')
  assert.equal(preview!.notes, '31.01. – 27.02.2027')
  assert.equal(previewOfPlan({ ...plan, interval: 'x' }, ''), undefined)
})

test('how often is said in words', () => {
  assert.equal(everyOf({ frequency: 'monthly', interval: 1 }), 'every month')
  assert.equal(everyOf({ frequency: 'weekly', interval: 2 }), 'every 2 weeks')
})
