import assert from 'node:assert/strict'
import { test } from 'node:test'
import { periodOf, periodsOn } from './period.ts'

test('months end on their last day, and January comes after December', () => {
  assert.deepEqual(periodsOn('2028-02-10'), {
    month: { from: '2028-02-01', to: '2028-02-29' },
    last: { from: '2028-01-01', to: '2028-01-31' },
    year: { from: '2028-01-01', to: '2028-12-31' },
  })
  assert.deepEqual(periodsOn('2027-01-31').last, { from: '2026-12-01', to: '2026-12-31' })
})

test('an address with one day has a period that is not the wrong way round', () => {
  const today = '2026-06-15'
  assert.deepEqual(periodOf({}, today), { from: '2026-06-01', to: '2026-06-30' })
  assert.deepEqual(periodOf({ from: '2026-07-02' }, today), { from: '2026-07-02', to: '2026-07-02' })
  assert.deepEqual(periodOf({ to: '2026-05-02' }, today), { from: '2026-05-02', to: '2026-05-02' })
  assert.deepEqual(periodOf({ from: '2026-01-01', to: '2026-02-01' }, today), { from: '2026-01-01', to: '2026-02-01' })
})
