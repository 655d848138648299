import assert from 'node:assert/strict'
import { test } from 'node:test'
import { faultName, faultsOf, nextStep, readStep, typedStep, withoutFaults } from './reminder-steps.ts'

test('a step is typed as days before, on or after the due date, and read back', () => {
  for (const days of [-3, 0, 7, 365]) {
    const reminder = { days, subject: null, message: 'Please' }
    assert.deepEqual(readStep(typedStep(reminder, 1)), { reminder })
  }
  assert.equal(typedStep({ days: -3, subject: null, message: null }, 1).when, 'before')
})

test('what is no number of days is a fault, and blank words are none', () => {
  const step = typedStep({ days: 7, subject: 'S', message: null }, 1)
  for (const days of ['', '1.5', 'x', '-3', '1000']) assert.match(readStep({ ...step, days }).fault ?? '', /number of days/)
  assert.deepEqual(readStep({ ...step, subject: ' ' }), { reminder: { days: 7, subject: null, message: null } })
})

test('a new step comes after those there are', () => {
  const after = (...days: number[]) =>
    nextStep(days.map((one, key) => typedStep({ days: one, subject: null, message: null }, key))).days
  assert.deepEqual([after(), after(-3), after(7), after(7, 14), after(30), after(90)], ['7', '7', '14', '30', '60', '120'])
})

test('faults stay at their step when another is removed, and go with the correction of their field', () => {
  const sent = [7, 14].map((days, key) => typedStep({ days, subject: 'S', message: null }, key + 5))
  const faults = faultsOf({ 'reminders[1].subject': 'Too long', 'reminders[1].days': 'There twice', form: 'No' }, sent)
  assert.deepEqual(faults, { [faultName(6, 'subject')]: 'Too long', [faultName(6, 'days')]: 'There twice' })
  assert.deepEqual(withoutFaults(faults, 6, { subject: 'Short' }), { [faultName(6, 'days')]: 'There twice' })
  assert.deepEqual(withoutFaults(faults, 6, { message: 'M' }), faults)
  // Two steps have the same day: either may be changed.
  assert.deepEqual(withoutFaults(faults, 5, { days: '8' }), { [faultName(6, 'subject')]: 'Too long' })
})
