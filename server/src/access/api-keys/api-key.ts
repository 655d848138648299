// The form of an API key: `sk_`, 43 random letters and digits (256 bits), and a checksum of six.
import { checksum, sha256 } from '../../kernel/crypto.ts'

const RANDOM_LENGTH = 43
const FORM = /^sk_[0-9A-Za-z]{43}[0-9A-Za-z]{6}$/
/** As much of a key as is ever shown again. */
const PREFIX_LENGTH = 10

/** Makes a new key of random letters and digits. It is shown once; what is stored is `hashApiKey` of it. */
export function newApiKey(randomToken: (length: number) => string): string {
  const key = `sk_${randomToken(RANDOM_LENGTH)}`
  return key + checksum(key)
}

/** Whether a text can be a key at all: form and checksum are right. Whether it exists only the database knows. */
export function isWellFormedApiKey(text: string): boolean {
  return FORM.test(text) && checksum(text.slice(0, -6)) === text.slice(-6)
}

/** SHA-256 of a key: enough for a secret of 256 random bits (a slow hash is for passwords that people choose). */
export function hashApiKey(key: string): string {
  return sha256(key)
}

/** The first ten characters, which identify a key for people. */
export function apiKeyPrefix(key: string): string {
  return key.slice(0, PREFIX_LENGTH)
}
