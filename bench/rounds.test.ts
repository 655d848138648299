import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cpuRatio, type Measured, orderOf, ratio } from './rounds.ts'

test('in a pair of rounds each contestant comes as often before another as after it', () => {
  for (const round of [0, 2, 4]) assert.deepEqual(orderOf(3, round).toReversed(), orderOf(3, round + 1))
  assert.deepEqual(orderOf(3, 0), [0, 1, 2])
  assert.deepEqual(orderOf(3, 2), [1, 2, 0])
})

test('a ratio is the median of the ratios within the rounds, not the ratio of the medians', () => {
  const one = measured([100, 50, 30], [1, 2, 3])
  const other = measured([200, 50, 10], [2, 2, 2])
  assert.equal(ratio(one, other), 1)
  assert.equal(cpuRatio(one, other), 1)
})

function measured(requests_per_second: number[], cpu_ms: number[]): Measured {
  const rounds = requests_per_second.map((value, round) => ({
    requests_per_second: value,
    cpu_ms_per_request: cpu_ms[round]!,
    p50_ms: 1,
    p99_ms: 1,
  }))
  return { ...rounds[0]!, spread: 0, rounds, answers: 3 }
}
