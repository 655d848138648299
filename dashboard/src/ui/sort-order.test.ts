import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ariaSort, nextSort, sortOf } from './sort-order.ts'

test('an address sorts by the fields of its list only, either way', () => {
  const fields = ['created_at', 'total'] as const
  assert.equal(sortOf('total', fields), 'total')
  assert.equal(sortOf('-total', fields), '-total')
  for (const other of [undefined, '', '-', 'name', '--total', '-name']) assert.equal(sortOf(other, fields), undefined)
})

test('clicks on a column go up, down, and back to how the list is by itself', () => {
  assert.equal(nextSort('-created_at', 'total', '-created_at'), 'total')
  assert.equal(nextSort('total', 'total', '-created_at'), '-total')
  assert.equal(nextSort('-total', 'total', '-created_at'), undefined)
})

test('the column that a list is sorted by anyway turns round and back', () => {
  assert.equal(nextSort('-created_at', 'created_at', '-created_at'), 'created_at')
  assert.equal(nextSort('created_at', 'created_at', '-created_at'), undefined)
  assert.equal(nextSort('title', 'title', 'title'), '-title')
  assert.equal(nextSort('-title', 'title', 'title'), undefined)
})

test('assistive technology hears the direction on the column that sorts, and on no other', () => {
  assert.equal(ariaSort('total', 'total'), 'ascending')
  assert.equal(ariaSort('-total', 'total'), 'descending')
  assert.equal(ariaSort('-total', 'due_date'), undefined)
})
