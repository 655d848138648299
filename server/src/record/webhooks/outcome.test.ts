import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { bodyText, failureSentence, RefusedDestination, retryAfterMs } from './outcome.ts'

describe('Retry-After', () => {
  const now_ms = Date.UTC(2026, 0, 1)
  const DAY_MS = 24 * 3600 * 1000
  const cases: [header: string | undefined, wait_ms: number | null][] = [
    ['0', 0],
    ['120', 120_000],
    [' 120 ', 120_000],
    ['99999999999999999999', DAY_MS],
    ['Thu, 01 Jan 2026 00:01:00 GMT', 60_000],
    ['Wed, 31 Dec 2025 00:00:00 GMT', 0],
    ['Thu, 01 Jan 2027 00:00:00 GMT', DAY_MS],
    [undefined, null],
    ['', null],
    ['-5', null],
    ['1.5', null],
    ['soon', null],
    ['Thu, 99 Foo 2026 00:00:00 GMT', null],
    ['2026-01-01T00:01:00', null],
  ]
  for (const [header, wait_ms] of cases) {
    test(`${JSON.stringify(header)} is ${wait_ms}`, () => assert.equal(retryAfterMs(header, now_ms), wait_ms))
  }
})

describe('the text of an answer', () => {
  test('leaves out a character that the limit cut in two, and only then', () => {
    const bytes = Buffer.from('ok €')
    assert.equal(bodyText(bytes, true), 'ok €')
    assert.equal(bodyText(bytes.subarray(0, 5), true), 'ok ')
    assert.equal(bodyText(bytes.subarray(0, 5), false), 'ok \uFFFD')
  })

  test('has neither NUL nor what is not UTF-8', () => {
    assert.equal(bodyText(Buffer.from([0x61, 0x00, 0xff, 0xc0, 0x80, 0x62]), false), 'a\uFFFD\uFFFD\uFFFD\uFFFDb')
    assert.ok(bodyText(Buffer.from([0xed, 0xa0, 0x80]), false).isWellFormed())
  })
})

describe('the sentence about a failure', () => {
  const failure = (code: string) => Object.assign(new Error('connect 10.0.0.1:443\n    at somewhere'), { code })
  const cases: [error: unknown, sentence: string][] = [
    [failure('ECONNREFUSED'), 'connection refused'],
    [failure('ENOTFOUND'), 'the name does not resolve'],
    [failure('CERT_HAS_EXPIRED'), 'the TLS certificate has expired'],
    [failure('CERT_UNTRUSTED'), 'the TLS certificate is not valid'],
    [failure('ERR_SSL_WRONG_VERSION_NUMBER'), 'the TLS handshake failed'],
    [failure('HPE_INVALID_CONSTANT'), 'the answer is not HTTP'],
    [failure('EWHATEVER'), 'the request failed (EWHATEVER)'],
    [new Error('something inside'), 'the request failed'],
    ['thrown text', 'the request failed'],
    [new AggregateError([failure('ENETUNREACH'), failure('ECONNREFUSED')]), 'connection refused'],
    [new AggregateError([]), 'the request failed'],
    [new RefusedDestination('the address 10.0.0.1 is not public'), 'the address 10.0.0.1 is not public'],
  ]
  for (const [error, sentence] of cases) {
    test(`${sentence}`, () => assert.equal(failureSentence(error), sentence))
  }
})
