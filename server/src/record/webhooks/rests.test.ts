import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Logger } from 'pino'
import type { CompanyId } from '../../kernel/ids.ts'
import { CompanyRounds } from './company-rounds.ts'
import { Rests } from './rests.ts'
import type { SteadyTime } from './steady-time.ts'

const [A, B] = ['com_a', 'com_b'] as [CompanyId, CompanyId]
const fault = new Error('its rows are broken')

test('a company rests a second after its first fault, twice as long after each further one, half a minute at most', () => {
  let now_ms = 5_000
  const rests = new Rests(
    () => now_ms,
    () => {},
  )
  for (const rest_ms of [1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]) {
    rests.begin(A, fault)
    assert.deepEqual([rests.isResting(A), rests.isResting(B), rests.untilNext_ms()], [true, false, rest_ms])
    now_ms += rest_ms - 1
    assert.equal(rests.isResting(A), true)
    now_ms += 1
    assert.deepEqual([rests.isResting(A), rests.untilNext_ms()], [false, Number.POSITIVE_INFINITY])
  }
  rests.end(A)
  rests.begin(A, fault)
  assert.equal(rests.untilNext_ms(), 1_000)
})

test('the faults of a company are told once a minute, with their number, also when it works in between', () => {
  let now_ms = 0
  const told: [CompanyId, number][] = []
  const rests = new Rests(
    () => now_ms,
    (company_id, _, faults) => void told.push([company_id, faults]),
  )
  for (now_ms = 0; now_ms < 120_000; now_ms += 5_000) {
    rests.begin(A, fault)
    rests.end(A)
  }
  rests.begin(B, fault)
  assert.deepEqual(told, [
    [A, 1],
    [A, 12],
    [B, 1],
  ])
})

test('a fault is of all companies when the database takes no writes at all: no company rests for it, and it is told once', async () => {
  const told: object[] = []
  let is_taken = false
  const probe = () => (is_taken ? Promise.resolve() : Promise.reject(new Error('the disk is full')))
  const time = { now_ms: () => 0, probe } as unknown as SteadyTime
  const log = { error: (line: object) => void told.push(line) } as unknown as Logger
  const rounds = new CompanyRounds(time, log, () => {})
  for (let times = 0; times < 3; times++) {
    rounds.add(A, Promise.reject(fault))
    assert.ok(rounds.isOut(A))
    await Promise.all(rounds.underWay())
    assert.ok(!rounds.isOut(A) && rounds.restsFor_ms() > 0)
  }
  assert.equal(told.length, 1)
  is_taken = true
  rounds.add(A, Promise.reject(fault))
  rounds.add(B, Promise.resolve())
  await Promise.all(rounds.underWay())
  assert.deepEqual([rounds.isOut(A), rounds.isOut(B), told.length], [true, false, 2])
})
