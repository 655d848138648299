import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newApiKey } from '../access/api-keys/api-key.ts'
import { newId, randomToken } from '../kernel/ids.ts'
import { withoutSecrets } from './redact.ts'

const encodeAll = (text: string) => [...text].map((one) => `%${one.charCodeAt(0).toString(16)}`).join('')

test('a key, a signing secret or a token is taken out of a path, however it is encoded', () => {
  for (let round = 0; round < 200; round++) {
    const secrets = [newApiKey(randomToken), `whsec_${randomToken(32)}`, randomToken(43), randomToken(32)]
    for (const secret of secrets) {
      for (const spelling of [secret, encodeAll(secret), encodeAll(encodeAll(secret)), secret.replace('_', '%5F')]) {
        for (const path of [`/v1/${spelling}`, `/v1/invoices/${spelling}/x`, `/v1/x=${spelling}`, `/v1/x${spelling}`]) {
          const shown = withoutSecrets(path)
          const middle = secret.slice(-20, -4)
          assert.ok(!shown.includes(middle) && !decodeURIComponent(shown).includes(middle), `${path} became ${shown}`)
        }
      }
    }
    assert.equal(withoutSecrets(`/v1/${secrets[0]}`), '/v1/sk_…')
  }
})

test('the page of a one-time link, of an invoice or of a quote is shown without its token', () => {
  for (const page of ['welcome', 'i', 'q']) assert.equal(withoutSecrets(`/${page}/abc-def`), `/${page}/…`)
})

test('what holds no secret stays to the byte', () => {
  for (const text of [
    `/v1/invoices/${newId('invoice', 1e12)}`,
    `/v1/tasks/${newId('task', 1e12)}`,
    '/v1/invoices/%0d%0aX',
    '/v1/%2525',
    `/v1/invoices/${'a'.repeat(2000)}`,
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36',
    'curl/8.14.1',
  ]) {
    assert.equal(withoutSecrets(text), text)
  }
})
