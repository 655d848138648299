// Secrets that must be readable again (signing secrets), sealed while they are in the database.
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { deriveKey, sha256 } from './crypto.ts'

const ALGORITHM = 'aes-256-gcm'
const VERSION = 'v1'
const IV_BYTES = 12
/** Where sealed texts sort: all begin with the version, and no JSON does. */
export const SEALED_TEXTS = { from: `${VERSION}.`, to: `${VERSION}/` } as const
/** Length of a vault's key, in bytes. */
export const VAULT_KEY_BYTES = 32

/** Seals and opens texts under one key. */
export interface Vault {
  /** Names the key without revealing it: sealed texts begin with it, so that a text sealed under another key is recognized. */
  readonly key_id: string
  /** Seals `text` so that it opens only with the same `binding`, the id of its row: one row's secret is useless in another. */
  seal(text: string, binding: string): string
  /** Opens what `seal` returned. Throws when it was sealed under another key or binding, or was changed. */
  open(sealed: string, binding: string): string
  /** A separate secret for `label`, always the same for the same vault key: for secrets that are stored nowhere. */
  derive(label: string): string
}

/** A vault with AES-256-GCM under `key` (32 bytes). */
export function createVault(key: Uint8Array): Vault {
  if (key.length !== VAULT_KEY_BYTES) throw new Error(`A vault's key has ${VAULT_KEY_BYTES} bytes`)
  const key_id = sha256(key).slice(0, 8)
  return {
    key_id,
    derive: (label) => deriveKey(key, label),
    seal(text, binding) {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv(ALGORITHM, key, iv).setAAD(Buffer.from(binding))
      const sealed = Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
      return `${VERSION}.${key_id}.${sealed.toString('base64url')}`
    },
    open(sealed, binding) {
      const [version, of_key, text] = sealed.split('.')
      if (version !== VERSION || text === undefined) throw new Error('Not a sealed text')
      if (of_key !== key_id) throw new Error(`Sealed under the key ${of_key}, not under ${key_id}`)
      const bytes = Buffer.from(text, 'base64url')
      const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, IV_BYTES), { authTagLength: 16 })
      decipher.setAAD(Buffer.from(binding)).setAuthTag(bytes.subarray(-16))
      return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES, -16)), decipher.final()]).toString('utf8')
    },
  }
}
