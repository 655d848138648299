// One rate limit for all processes on a database, and its headers in answers.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createRateLimiter } from '../src/http/rate-limit.ts'
import { select } from './support/fixtures.ts'
import { startTestApp, type TestApp } from './support/test-app.ts'

const RATE = 20
const BURST = 2 * RATE

const allowed = async (apps: readonly TestApp[], count: number): Promise<number> => {
  let passed = 0
  for (let index = 0; index < count; index++) {
    const { status } = await apps[index % apps.length]!.call('GET', '/v1/companies', { company: null })
    assert.ok(status === 200 || status === 429)
    if (status === 200) passed++
  }
  return passed
}

test('answers tell the limit and what is left of it, and a refusal when to come again', async () => {
  const app = await startTestApp({ requests_per_second: 2 })
  const told = async () => {
    const { status, headers } = await app.call('GET', '/v1/companies', { company: null })
    return [status, headers['ratelimit-policy'], headers['ratelimit'], headers['retry-after']]
  }
  const policy = '"default";q=2;w=1'
  assert.deepEqual(await told(), [200, policy, '"default";r=2;t=1', undefined])
  assert.deepEqual(await told(), [200, policy, '"default";r=2;t=1', undefined])
  assert.deepEqual(await told(), [200, policy, '"default";r=1;t=1', undefined])
  assert.deepEqual(await told(), [200, policy, '"default";r=0;t=1', undefined])
  assert.deepEqual(await told(), [429, policy, '"default";r=0;t=1', '1'])
  await app.close()
  const unlimited = await startTestApp()
  const { headers } = await unlimited.call('GET', '/v1/companies', { company: null })
  assert.deepEqual([headers['ratelimit'], headers['ratelimit-policy']], [undefined, undefined])
  await unlimited.close()
})

/** Processes that exchange their counts when a test says so. */
function simulate(processes: number, per_second: number) {
  const limiters = Array.from({ length: processes }, () => createRateLimiter(per_second))
  const totals = new Map<string, number>()
  return {
    ask(index: number, now_ms: number): boolean {
      try {
        limiters[index]!('key', now_ms)
        return true
      } catch {
        return false
      }
    },
    exchange(now_ms: number) {
      for (const limiter of limiters) {
        const uses = limiter.takeUses()
        for (const [id, used] of uses) totals.set(id, (totals.get(id) ?? 0) + used)
        limiter.share(new Map([...uses.keys()].map((id) => [id, totals.get(id)!])), uses, processes, now_ms)
      }
    },
  }
}

describe('processes that exchange five times a second', () => {
  for (const [name, chosen] of [
    ['take turns', (index: number, processes: number) => index % processes],
    ['are asked one of them only', () => 0],
    [
      'are asked one for a second, then the next',
      (_: number, processes: number, now_ms: number) => Math.floor(now_ms / 1000) % processes,
    ],
  ] as const) {
    test(`let as many requests through as one would, within a factor of 1.5, where they ${name}`, () => {
      for (const processes of [2, 3, 6]) {
        const scene = simulate(processes, 50)
        scene.exchange(0)
        let passed = 0
        for (let step = 0; step < 20_000; step++) {
          const now_ms = step
          if (step % 200 === 0) scene.exchange(now_ms)
          if (scene.ask(chosen(step, processes, now_ms), now_ms)) passed++
        }
        const wanted = 20 * 50 + 100
        assert.ok(passed <= wanted * 1.5 && passed >= wanted / 1.5, `${processes} processes let ${passed} of ${wanted} through`)
      }
    })
  }
})

test('two processes on one database share a limit', async (context) => {
  const first = await startTestApp({ requests_per_second: RATE })
  if (first.database.is_exclusive) {
    await first.close()
    return context.skip('only one process works on SQLite')
  }
  const second = await startTestApp({ requests_per_second: RATE, beside: first })
  const processes = async () => (await select(first, 'SELECT id FROM rate_processes WHERE beat > 1')).length
  while ((await processes()) < 2) await new Promise((resolve) => setTimeout(resolve, 20))
  // The clock stands still: only the burst is left, shared by both.
  let passed = 0
  for (let round = 0; round < 6; round++) {
    passed += await allowed([first, second], BURST)
    const before = await select(first, 'SELECT id, beat FROM rate_processes ORDER BY id')
    const isTold = async () =>
      (await select(first, 'SELECT id, beat FROM rate_processes ORDER BY id')).every(
        (row, index) => Number(row['beat']) > Number(before[index]!['beat']),
      )
    while (!(await isTold())) await new Promise((resolve) => setTimeout(resolve, 20))
  }
  assert.ok(passed <= BURST * 1.5 && passed >= BURST / 1.5, `${passed} of ${BURST}`)
  await second.close()
  await first.close()
})
