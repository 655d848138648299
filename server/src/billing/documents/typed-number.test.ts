import assert from 'node:assert/strict'
import { test } from 'node:test'
import { numbersMeant, readTypedNumber } from './typed-number.ts'

test('a number is read with or without prefix, year and leading zeros', () => {
  for (const [text, typed] of [
    ['7', { count: 7 }],
    ['000007', { count: 7 }],
    ['2026-000007', { year: '2026', count: 7 }],
    ['inv-2026-7', { prefix: 'inv', year: '2026', count: 7 }],
    ['INV-7', { prefix: 'INV', count: 7 }],
    ['A-B-2026-7', { prefix: 'A-B', year: '2026', count: 7 }],
    ['2026', { count: 2026 }],
  ] as const)
    assert.deepEqual(readTypedNumber(text), typed, text)
  for (const text of ['', 'inv', 'INV-', '0', '000000', 'seven', '7a', '7 8', '1234567890123'])
    assert.equal(readTypedNumber(text), undefined, text)
})

test('what was left out is the prefix of the company, and each of its years', () => {
  assert.deepEqual(numbersMeant({ count: 7 }, 'INV', ['2026', '2025']), ['INV-2026-000007', 'INV-2025-000007'])
  assert.deepEqual(numbersMeant({ year: '2024', count: 7 }, 'INV', ['2026']), ['INV-2024-000007'])
  assert.deepEqual(numbersMeant({ prefix: 'mS', year: '2026', count: 1_234_567 }, 'INV', []), [
    'mS-2026-1234567',
    'MS-2026-1234567',
    'ms-2026-1234567',
  ])
})
