import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nextStep, readStep, typedStep } from './reminder-steps.ts'

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
