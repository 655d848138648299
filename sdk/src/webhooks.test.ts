import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { Webhook } from 'standardwebhooks'
import Stripe from 'stripe'
import { signWebhook, verifyWebhook, WebhookVerificationError } from './webhooks.ts'

const SECRET = `whsec_${Buffer.from('0123456789abcdef0123456789abcdef').toString('base64')}`
const OTHER = `whsec_${Buffer.from('another secret, of 32 characters').toString('base64')}`
const NOW_MS = Date.parse('2026-03-01T12:00:00.000Z')
const NOW_S = NOW_MS / 1000

const event = (notes: string) => ({
  id: 'evt_000000001aq4w6e8r0t2y1n3p5',
  event: 'invoice.paid',
  created_at: '2026-03-01T12:00:00.000Z',
  data: { id: 'inv_1', total: 580, notes },
  test: false,
})
const BODY = JSON.stringify(event('Café €5/6 💰'))
const sign = (body: string | Uint8Array, secret = SECRET, at_ms = NOW_MS) =>
  signWebhook(body, secret, { at_ms })['quoin-signature']
const HEADER = sign(BODY)

/** Why it is refused; "accepted" when it isn't. */
function outcome(body: unknown, header: unknown, secret: unknown = SECRET, now_ms = NOW_MS): string {
  try {
    verifyWebhook(body as string, header as string, secret as string, { now_ms })
    return 'accepted'
  } catch (error) {
    assert.ok(error instanceof WebhookVerificationError, String(error))
    return error.reason
  }
}

describe('verifyWebhook', () => {
  test('gives the event of a webhook that is signed right, as text and as bytes', () => {
    assert.deepEqual(verifyWebhook(BODY, HEADER, SECRET, { now_ms: NOW_MS }), event('Café €5/6 💰'))
    assert.deepEqual(verifyWebhook(Buffer.from(BODY), HEADER, SECRET, { now_ms: NOW_MS }), event('Café €5/6 💰'))
  })

  test('accepts one of several signatures, and one of several secrets: both live while a secret is changed', () => {
    const [, old_v1] = sign(BODY, OTHER).split(',')
    assert.equal(outcome(BODY, `${HEADER},${old_v1}`, OTHER), 'accepted')
    assert.equal(outcome(BODY, `${HEADER},${old_v1}`), 'accepted')
    assert.equal(outcome(BODY, HEADER, [OTHER, SECRET]), 'accepted')
    assert.equal(outcome(BODY, `${HEADER}, v0=later, v1=${'0'.repeat(64)}`), 'accepted')
  })

  for (const [name, expected, ...args] of [
    ['no header', 'missing_header', BODY, undefined],
    ['a null header, as Headers.get gives it', 'missing_header', BODY, null],
    ['an empty header', 'missing_header', BODY, ''],
    ['a header of another form', 'malformed_header', BODY, 'sha256=abc'],
    ['a bare signature', 'malformed_header', BODY, HEADER.split('v1=')[1]],
    ['a header without t', 'malformed_header', BODY, HEADER.split(',')[1]],
    ['two times', 'malformed_header', BODY, [HEADER, HEADER]],
    ['a time that is no number', 'malformed_header', BODY, HEADER.replace(/t=\d+/, 't=now')],
    ['a signature that is cut off', 'malformed_header', BODY, HEADER.slice(0, -1)],
    ['a signature in upper case', 'malformed_header', BODY, HEADER.replace(/v1=.*/, (v1) => `v1=${v1.slice(3).toUpperCase()}`)],
    ['only an older scheme', 'no_signature', BODY, HEADER.replace('v1', 'v0')],
    ['a parsed body', 'body_not_raw', JSON.parse(BODY), HEADER],
    ['no body', 'body_not_raw', undefined, HEADER],
    ['an empty secret', 'malformed_secret', BODY, HEADER, ''],
    ['no secret', 'malformed_secret', BODY, HEADER, null],
    ['a list without secrets', 'malformed_secret', BODY, HEADER, []],
    ['a secret without its prefix', 'malformed_secret', BODY, HEADER, SECRET.slice(6)],
    ['another secret', 'mismatch', BODY, HEADER, OTHER],
    ['a body parsed and written again', 'mismatch', BODY.replaceAll('/', '\\/').replaceAll('é', '\\u00e9'), HEADER],
    ['an empty body', 'mismatch', '', HEADER],
    ['a signature 301 s old', 'too_old', BODY, sign(BODY, SECRET, NOW_MS - 301_000)],
    ['a signature 301 s in the future', 'too_new', BODY, sign(BODY, SECRET, NOW_MS + 301_000)],
  ] as const) {
    test(`${expected} for ${name}`, () => {
      assert.equal(outcome(args[0], args[1], args.length > 2 ? args[2] : SECRET), expected)
    })
  }

  test('accepts up to 300 s either way, and what tolerance_s says', () => {
    for (const off_ms of [-300_000, 300_000]) assert.equal(outcome(BODY, sign(BODY, SECRET, NOW_MS + off_ms)), 'accepted')
    const strict = () => verifyWebhook(BODY, sign(BODY, SECRET, NOW_MS - 11_000), SECRET, { now_ms: NOW_MS, tolerance_s: 10 })
    assert.throws(strict, { reason: 'too_old' })
  })

  for (const body of ['', 'no JSON', '[]', 'null', '{"id":"evt_1"}']) {
    test(`malformed_body for the signed body ${JSON.stringify(body)}`, () => {
      const header = signWebhook(body, SECRET, { at_ms: NOW_MS, id: 'evt_1' })['quoin-signature']
      assert.equal(outcome(body, header), 'malformed_body')
    })
  }

  test('refuses the body with any byte changed, and the header with any bit changed', () => {
    const bytes = Buffer.from(BODY)
    for (let at = 0; at < bytes.length; at++) {
      const changed = Buffer.from(bytes)
      changed[at]! ^= 1 << (at % 8)
      assert.equal(outcome(changed, HEADER), 'mismatch', `byte ${at} of the body`)
    }
    for (let at = 0; at < HEADER.length; at++) {
      for (let bit = 0; bit < 7; bit++) {
        const changed = Buffer.from(HEADER)
        changed[at]! ^= 1 << bit
        assert.notEqual(outcome(BODY, changed.toString()), 'accepted', `bit ${bit} of byte ${at} of the header`)
      }
    }
  })

  test('says in its message what to do', () => {
    const { message } = (() => {
      try {
        return verifyWebhook(BODY, HEADER, OTHER) as never
      } catch (error) {
        return error as Error
      }
    })()
    assert.match(message, /secret is that of this endpoint.*bytes received, not parsed and written again/)
  })
})

describe('signWebhook', () => {
  const stripe = new Stripe('sk_test_none')
  const bodies = [BODY, JSON.stringify(event('\u2028 \u2029 \ud83e\uddfe \u0000 "')), JSON.stringify(event('é'.repeat(500_000)))]

  test('is accepted by the verifiers of the packages stripe and standardwebhooks, over unicode and 1 MB', () => {
    for (const body of bodies) {
      const headers = signWebhook(body, SECRET)
      const by_stripe = stripe.webhooks.constructEvent(Buffer.from(body), headers['quoin-signature'], SECRET)
      assert.deepEqual(by_stripe, JSON.parse(body))
      assert.deepEqual(new Webhook(SECRET).verify(body, { ...headers }), JSON.parse(body))
      assert.equal(headers['webhook-id'], event('').id)
    }
  })

  test('verifies as what was signed, whatever the body says', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.nat(600), (notes, age_s) => {
        const body = JSON.stringify(event(notes))
        const header = sign(Buffer.from(body), SECRET, (NOW_S - age_s) * 1000)
        assert.equal(outcome(body, header), age_s > 300 ? 'too_old' : 'accepted')
      }),
    )
  })

  test('throws a TypeError without a secret', () => {
    assert.throws(() => signWebhook(BODY, ''), TypeError)
  })
})
