import assert from 'node:assert/strict'
import { test } from 'node:test'
import { emptyDraft, emptyLine } from '../documents/draft.ts'
import { liveTotals } from '../documents/live-totals.ts'
import { inWords, labelOf } from './labels.ts'

const said = (error: string, param?: string, code = 'parameter_invalid') => inWords({ error, code, ...(param ? { param } : {}) })

test('a fault of a field names its label, and its line', () => {
  assert.equal(said('amount may not be null', 'amount'), 'Amount must be filled in')
  assert.equal(said('due_date must be a date like 2026-03-01'), 'Due date must be a date like 2026-03-01')
  assert.equal(said('items[0].name may have 255 characters at most'), 'Name of line 1 may have 255 characters at most')
  assert.equal(said('items[11].unit_price must be a number, not null'), 'Price of line 12 must be a number, not null')
  assert.equal(
    said('A discount_value needs a discount_type, percentage or fixed'),
    'A Discount needs a Discount, percentage or fixed',
  )
  assert.equal(labelOf('something_else'), undefined)
})

test('words that are no fields stay as they are', () => {
  assert.equal(said('The total of your name is status'), 'The total of your name is status')
  assert.equal(said('This invoice is sent: nothing can change'), 'This invoice is sent: nothing can change')
})

test('no id reaches people, and what is said to programs is said in words', () => {
  const id = 'tme_01m8fx7yk6t8dw9dq27hk1epw5'
  const timer = said(`This user's timer ${id} in project ${id} runs: stop it first`, undefined, 'timer_already_running')
  assert.equal(timer, 'Your timer runs on something else: stop it first.')
  assert.ok(!said(`${id} is on an invoice`).includes('tme_'))
})

test('the faults of live totals are in the words of the form', () => {
  const line = { ...emptyLine(), name: 'x', unit_price: '1' }
  const { errors } = liveTotals({ ...emptyDraft('2026-01-31', 'USD'), items: [line], tax_rate: '101' })
  assert.match(errors['tax_rate'] ?? '', /^Tax rate must be/)
})
