// How a delivery is signed: Quoin-Signature, and the three headers of Standard Webhooks, over the same bytes.
import { createHmac } from 'node:crypto'

/** What each signing secret begins with. */
export const PREFIX = 'whsec_'

/** The input of a signature. `body` is exactly what is sent; a text is signed as its UTF-8 bytes. `timestamp_s`: when it is sent, in unix seconds. */
export interface SignedMessage {
  id: string
  body: string | Buffer
  timestamp_s: number
}

/**
 * The headers that let a receiver verify a message, one signature for each of `secrets`, so that receivers with the old and the new secret
 * accept it while the secret is exchanged.
 *
 * `Quoin-Signature: t=…,v1=<hex>` is an HMAC-SHA256 over `<t>.<body>` with the whole `whsec_…` text as key (the form that the `stripe` package
 * verifies); `webhook-signature: v1,<base64>` one over `<id>.<t>.<body>` with the decoded bytes of the secret's base64
 * (standardwebhooks.com). Pure.
 */
export function signatureHeaders(secrets: readonly string[], message: SignedMessage): Record<string, string> {
  const { id, body, timestamp_s } = message
  const own = secrets.map((secret) => `,v1=${createHmac('sha256', secret).update(`${timestamp_s}.`).update(body).digest('hex')}`)
  const standard = secrets.map((secret) => {
    const key = Buffer.from(secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret, 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp_s}.`).update(body).digest('base64')}`
  })
  return {
    'Quoin-Signature': `t=${timestamp_s}${own.join('')}`,
    'webhook-id': id,
    'webhook-timestamp': String(timestamp_s),
    'webhook-signature': standard.join(' '),
  }
}
