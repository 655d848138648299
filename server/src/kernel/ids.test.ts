import assert from 'node:assert/strict'
import { test } from 'node:test'
import { idTime, isId, newId } from './ids.ts'

const AT = Date.UTC(2026, 5, 15)

test('ids that are made in the same millisecond are in the order of their making, whatever they are of', () => {
  const made = Array.from({ length: 20_000 }, (_, count) => newId(count % 2 ? 'invoice' : 'email', AT))
  const ends = made.map((id) => id.slice(id.indexOf('_') + 1))
  assert.deepEqual(ends, ends.toSorted())
  assert.equal(new Set(ends).size, made.length)
  assert.ok(made.every((id, count) => isId(count % 2 ? 'invoice' : 'email', id) && idTime(id) === AT))
})

test('ids of other times sort by them, and their ends say nothing of each other', () => {
  const made = Array.from({ length: 2_000 }, (_, count) => newId('invoice', AT + count))
  assert.deepEqual(made, made.toSorted())
  const ends = made.map((id) => id.slice(-16))
  const rising = ends.filter((end, count) => count > 0 && end > ends[count - 1]!).length
  assert.ok(rising > 800 && rising < 1_200, `${rising} of 2000 are above the one before`)
})
