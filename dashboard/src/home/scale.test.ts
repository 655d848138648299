import assert from 'node:assert/strict'
import { test } from 'node:test'
import { axisLines, axisTop } from './scale.ts'

test('an axis ends at a round number that is not below the largest amount, nor far above it', () => {
  for (const [most, top] of [
    [0, 1],
    [0.07, 0.1],
    [1, 1],
    [1.01, 2],
    [23, 25],
    [26, 50],
    [999, 1_000],
    [12_345.67, 20_000],
    [9_007_199_254, 10_000_000_000],
  ] as const) {
    assert.equal(axisTop(most), top, String(most))
  }
  for (let most = 0.001; most < 1e12; most *= 1.37) {
    assert.ok(axisTop(most) >= most && axisTop(most) <= most * 2.5, String(most))
  }
})

test('an axis has room for months in which more was paid back than came in, at equal steps with 0 among them', () => {
  assert.deepEqual(axisLines([]), [0, 0.5, 1])
  assert.deepEqual(axisLines([0, 23, 7]), [0, 12.5, 25])
  assert.deepEqual(axisLines([12_000, -50]), [-10_000, 0, 10_000, 20_000])
  assert.deepEqual(axisLines([100, -12_000]), [-20_000, -10_000, 0, 10_000])
  assert.deepEqual(axisLines([-132, 0]), [-200, -100, 0])
})
