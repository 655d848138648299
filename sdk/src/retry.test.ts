import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { QuoinError } from './errors.ts'
import { fetchWithRetries, reasonOf, retryAfterMs, sleep } from './retry.ts'

type Outcome = number | { status: number; body?: object; headers?: Record<string, string> } | Error

/** Sends a request whose tries meet the outcomes in turn; the waits between them are recorded, not waited. */
async function send(outcomes: Outcome[], { method = 'POST', random = 1, retries = 3 } = {}) {
  const waits_ms: number[] = []
  const requests: Request[] = []
  const request = new Request('http://server.test/v1/invoices', {
    method,
    headers: { 'idempotency-key': 'one' },
    ...(method === 'GET' ? {} : { body: '{"a":1}' }),
  })
  const result = await fetchWithRetries(request, {
    retries,
    timeout_ms: 1_000,
    random: () => random,
    sleep: async (ms) => void waits_ms.push(ms),
    fetch: async (input) => {
      requests.push(input as Request)
      const outcome = outcomes[requests.length - 1]
      assert.ok(outcome !== undefined, 'one try more than expected')
      if (outcome instanceof Error) throw outcome
      const { status, body = {}, headers = {} } = typeof outcome === 'number' ? { status: outcome } : outcome
      return new Response(status === 304 ? null : JSON.stringify(body), { status, headers })
    },
  }).catch((error: unknown) => error as QuoinError)
  return { result, waits_ms, requests, status: result instanceof Error ? result.status : result.response.status }
}

const lost = () => new TypeError('fetch failed', { cause: Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }) })

describe('a request is tried again', () => {
  for (const [name, outcome] of [
    ['a lost connection', lost()],
    ['408', 408],
    ['429', 429],
    ['500', 500],
    ['502', 502],
    ['503', 503],
    ['409 idempotency_key_in_use', { status: 409, body: { error: 'x', code: 'idempotency_key_in_use' } }],
  ] as [string, Outcome][]) {
    for (const method of ['GET', 'POST', 'PATCH', 'DELETE']) {
      test(`after ${name}: ${method}, with the same key and body`, async () => {
        const { status, requests } = await send([outcome, 200], { method })
        assert.equal(status, 200)
        assert.deepEqual(
          requests.map((request) => request.headers.get('idempotency-key')),
          ['one', 'one'],
        )
        if (method !== 'GET') assert.equal(await requests[1]!.text(), '{"a":1}')
      })
    }
  }

  test('no more often than told, and then the last answer counts', async () => {
    assert.equal((await send([503, 503, 503, 503])).status, 503)
    assert.equal((await send([503], { retries: 0 })).status, 503)
    const { result } = await send([lost(), lost(), lost(), lost()])
    assert.ok(result instanceof QuoinError)
    assert.deepEqual([result.status, result.code, result.tries], [0, 'connection_failed', 4])
    assert.equal(result.message, "http://server.test can't be reached: read ECONNRESET")
  })

  test('after a random part of 0.5, 1, 2, 4, 8, 8 s', async () => {
    const failures = [503, 503, 503, 503, 503, 503, 200]
    assert.deepEqual((await send(failures, { retries: 6 })).waits_ms, [500, 1000, 2000, 4000, 8000, 8000])
    assert.deepEqual((await send(failures, { retries: 6, random: 0 })).waits_ms, [0, 0, 0, 0, 0, 0])
  })

  test('not before Retry-After, and not at all when that is more than a minute', async () => {
    const busy = (seconds: string) => ({ status: 429, headers: { 'retry-after': seconds } })
    assert.deepEqual((await send([busy('7'), 200])).waits_ms, [7500])
    const { status, waits_ms } = await send([busy('61')])
    assert.deepEqual([status, waits_ms], [429, []])
  })

  test('when its answer was cut off in the middle', async () => {
    let tries = 0
    const { text } = await fetchWithRetries(new Request('http://server.test/'), {
      retries: 1,
      timeout_ms: 1_000,
      random: () => 0,
      sleep: async () => {},
      fetch: async () => {
        if (++tries === 2) return new Response('{"data":1}')
        const pieces = [new TextEncoder().encode('{"da')]
        return new Response(
          new ReadableStream({
            pull: (controller) => {
              const piece = pieces.pop()
              if (piece) controller.enqueue(piece)
              else controller.error(lost())
            },
          }),
        )
      },
    })
    assert.deepEqual([text, tries], ['{"data":1}', 2])
  })
})

describe('a request is not tried again', () => {
  for (const status of [200, 201, 304, 400, 401, 403, 404, 412, 413, 415, 422]) {
    test(`after ${status}`, async () => assert.equal((await send([status])).status, status))
  }

  test('after a 409 that speaks of the object', async () => {
    assert.equal((await send([{ status: 409, body: { error: 'x', code: 'invoice_not_editable' } }])).status, 409)
  })
})

test('a try that takes too long ends with timed_out', async () => {
  const request = new Request('http://server.test/')
  const hanging = (input: unknown) =>
    new Promise<never>((_, reject) => {
      const { signal } = input as Request
      signal.addEventListener('abort', () => reject(signal.reason))
    })
  const settings = { retries: 1, timeout_ms: 20, random: () => 0, sleep: async () => {}, fetch: hanging }
  await assert.rejects(fetchWithRetries(request, settings), { code: 'timed_out', status: 0, tries: 2 })
})

test("the caller's signal ends it at once: while a try runs, and between two", async () => {
  const reason = new Error('enough')
  for (const when of ['try', 'wait']) {
    const controller = new AbortController()
    const request = new Request('http://server.test/', { signal: controller.signal })
    const promise = fetchWithRetries(request, {
      retries: 3,
      timeout_ms: 1_000,
      random: () => 1,
      sleep,
      fetch: async (input) => {
        if (when === 'wait') {
          setTimeout(() => controller.abort(reason), 10)
          return new Response('', { status: 503 })
        }
        controller.abort(reason)
        throw (input as Request).signal.reason
      },
    })
    await assert.rejects(promise, reason)
  }
})

test('Retry-After is read in seconds and as a date', () => {
  const now_ms = Date.parse('2026-03-01T12:00:00Z')
  assert.equal(retryAfterMs('5', now_ms), 5000)
  assert.equal(retryAfterMs('Sun, 01 Mar 2026 12:00:09 GMT', now_ms), 9000)
  assert.equal(retryAfterMs('Sun, 01 Mar 2026 11:00:00 GMT', now_ms), 0)
  assert.deepEqual([retryAfterMs(null, now_ms), retryAfterMs('soon', now_ms)], [undefined, undefined])
})

test('the reason of a failure is the innermost one, by its code when it has no message', () => {
  const refused = Object.assign(new AggregateError([]), { code: 'ECONNREFUSED' })
  assert.equal(reasonOf(new TypeError('fetch failed', { cause: refused })), 'ECONNREFUSED')
  assert.equal(reasonOf('text'), 'text')
})
