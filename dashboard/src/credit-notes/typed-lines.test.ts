import assert from 'node:assert/strict'
import { test } from 'node:test'
import { itemsOf, lineFaults } from './typed-lines.ts'

const LINES = [{ id: 'a' }, { id: 'b' }, { id: 'c' }]

test('empty fields and 0 credit nothing, and a sign is kept', () => {
  const typed = itemsOf(LINES, { a: '0', b: '-1.5' })
  assert.deepEqual(typed, { items: [{ item_id: 'b', quantity: -1.5 }], faults: {}, has_fault: false })
})

test('what is no number is a fault at its line', () => {
  const typed = itemsOf(LINES, { a: '1', c: 'two' })
  assert.deepEqual([typed.items.length, Object.keys(typed.faults), typed.has_fault], [1, ['c'], true])
})

test('a fault of the service is shown at the line that it is about', () => {
  const { items } = itemsOf(LINES, { b: '1', c: '9' })
  const errors = { 'items[1].quantity': 'Quantity of line 2 must be between 0 and what is left of this line, 2' }
  assert.deepEqual(lineFaults(items, errors), { c: 'Quantity must be between 0 and what is left of this line, 2' })
})
