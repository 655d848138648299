import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { describe, test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import Stripe from 'stripe'
import { checksum } from '../../kernel/crypto.ts'
import { signatureHeaders } from './signature.ts'
import { newSigningSecret } from './signing-secrets.ts'

const stripe = new Stripe('sk_x')
const SECRET = newSigningSecret()

const BODIES = {
  plain: '{"id":"evt_1","event":"invoice.paid","data":{}}',
  'accents and a currency sign': '{"notes":"Café €5/6"}',
  emoji: '{"notes":"💰👩‍👩‍👧‍👦🏴󠁧󠁢󠁳󠁣󠁴󠁿"}',
  'line separators': '{"notes":"a\u2028b\u2029c"}',
  'other scripts': '{"notes":"漢字 العربية हिन्दी"}',
  'escapes as they stand': '{"notes":"Caf\\u00e9 \\ud83d\\udcb0 5\\/6"}',
  'one megabyte': JSON.stringify({ notes: '€💰x'.repeat(120_000) }),
}

/** One moment for all of a test: the verifiers compare it with their clocks, to minutes. */
const timestamp_s = Math.floor(Date.now() / 1000)

function sign(body: string | Buffer, secrets: readonly string[] = [SECRET]): Record<string, string> {
  return signatureHeaders(secrets, { id: 'evt_1', body, timestamp_s })
}

/** Throws when the public verifier of `Quoin-Signature`'s form refuses. */
function verifyOwn(body: Buffer, header: string, secret: string): void {
  stripe.webhooks.constructEvent(body, header, secret)
}

/** Throws when the public verifier of Standard Webhooks refuses. */
function verifyStandard(body: Buffer, headers: Record<string, string>, secret: string): void {
  new Webhook(secret).verify(body, headers)
}

describe('the signature', () => {
  for (const [name, body] of Object.entries(BODIES)) {
    test(`is accepted by both public verifiers over the raw bytes: ${name}`, () => {
      const bytes = Buffer.from(body)
      const headers = sign(bytes)
      verifyOwn(bytes, headers['Quoin-Signature']!, SECRET)
      verifyStandard(bytes, headers, SECRET)
      assert.deepEqual(sign(body), sign(bytes))
    })
  }

  test('with two secrets a receiver that knows either of them accepts it, and one with a third does not', () => {
    const secrets = [newSigningSecret(), newSigningSecret()]
    const bytes = Buffer.from(BODIES.emoji)
    const headers = sign(bytes, secrets)
    assert.match(headers['Quoin-Signature']!, /^t=\d{10},v1=[0-9a-f]{64},v1=[0-9a-f]{64}$/)
    assert.match(headers['webhook-signature']!, /^v1,[\w+/]{43}= v1,[\w+/]{43}=$/)
    for (const secret of secrets) {
      verifyOwn(bytes, headers['Quoin-Signature']!, secret)
      verifyStandard(bytes, headers, secret)
    }
    const other = newSigningSecret()
    assert.throws(() => verifyOwn(bytes, headers['Quoin-Signature']!, other))
    assert.throws(() => verifyStandard(bytes, headers, other))
  })

  test('no byte of the body can change', () => {
    const bytes = Buffer.from('{"notes":"Café €5/6 💰","total":"100.00"}')
    const headers = sign(bytes)
    for (let index = 0; index < bytes.length; index++) {
      const changed = Buffer.from(bytes)
      changed[index]! ^= 1
      assert.throws(() => verifyOwn(changed, headers['Quoin-Signature']!, SECRET), `byte ${index}`)
      assert.throws(() => verifyStandard(changed, headers, SECRET), `byte ${index}`)
    }
  })

  test('no byte of a header can change', () => {
    const bytes = Buffer.from(BODIES.plain)
    const headers = sign(bytes)
    const own = headers['Quoin-Signature']!
    for (let index = 0; index < own.length; index++) {
      assert.throws(() => verifyOwn(bytes, withFlipped(own, index), SECRET), `byte ${index} of Quoin-Signature`)
    }
    for (const name of ['webhook-id', 'webhook-timestamp', 'webhook-signature']) {
      for (let index = 0; index < headers[name]!.length; index++) {
        const changed = { ...headers, [name]: withFlipped(headers[name]!, index) }
        assert.throws(() => verifyStandard(bytes, changed, SECRET), `byte ${index} of ${name}`)
      }
    }
  })

  test('is over the bytes as they are, not over equal JSON', () => {
    // The two sums of the case are over the body alone; ours are over `t.body`, with the same key and the same bytes.
    const bodies = ['{"notes":"Café €5/6 💰"}', '{"notes":"Caf\\u00e9 \\u20ac5\\/6 \\ud83d\\udcb0"}']
    const known = [
      '897f033888d5b3e7a0ef4ba0142369b87fd9bd0ee18ebff5288835c6ebca23ff',
      'b6a5599cf2acf0d846886057df6eccbd773622bb3146ed6872993d8fa9b2d6f4',
    ]
    const hmac = (content: string) => createHmac('sha256', 'whsec_test').update(content).digest('hex')
    assert.deepEqual(bodies.map(hmac), known)
    assert.deepEqual(
      bodies.map((body) => Buffer.byteLength(body)),
      [29, 45],
    )
    for (const body of bodies) {
      const headers = signatureHeaders(['whsec_test'], { id: 'evt_1', body, timestamp_s: 1_700_000_000 })
      assert.equal(headers['Quoin-Signature'], `t=1700000000,v1=${hmac(`1700000000.${body}`)}`)
    }
  })
})

/** Changes one bit of one character. */
function withFlipped(text: string, index: number): string {
  return text.slice(0, index) + String.fromCharCode(text.charCodeAt(index) ^ 1) + text.slice(index + 1)
}

test('a new signing secret is base64 of 33 bytes that ends in its checksum, and no two are alike', () => {
  const secrets = Array.from({ length: 1000 }, newSigningSecret)
  assert.equal(new Set(secrets).size, secrets.length)
  for (const secret of secrets) {
    assert.match(secret, /^whsec_[0-9A-Za-z]{44}$/)
    assert.equal(secret.slice(-6), checksum(secret.slice(0, -6)))
    const key = Buffer.from(secret.slice(6), 'base64')
    assert.equal(key.length, 33)
    assert.equal(key.toString('base64'), secret.slice(6))
  }
})
