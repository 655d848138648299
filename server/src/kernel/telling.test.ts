import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Telling } from './telling.ts'

test('what happens again and again is told at once, then once a minute with how often it happened; something else by itself', () => {
  const telling = new Telling()
  assert.equal(telling.count('a', 0), 1)
  for (let now_ms = 1_000; now_ms < 60_000; now_ms += 1_000) assert.equal(telling.count('a', now_ms), 0)
  assert.equal(telling.count('b', 59_000), 1)
  assert.equal(telling.count('a', 60_000), 60)
  assert.equal(telling.count('b', 61_000), 0)
  assert.equal(telling.count('b', 119_000), 2)
  assert.equal(telling.count('a', 200_000), 1)
})
