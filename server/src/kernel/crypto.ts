// Hashes and checksums in the forms that the program uses.
import { hash, hkdfSync, randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { crc32 } from 'node:zlib'

/** SHA-256 of a text or bytes, as 64 hexadecimal digits. */
export function sha256(input: string | Uint8Array): string {
  return hash('sha256', input, 'hex')
}

/** A short fingerprint of a text for an ETag: 27 characters, equal texts alike. Not for secrets. */
export function fingerprint(text: string): string {
  return hash('sha1', text, 'base64url')
}

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Six letters and digits that depend on every character of `text`: they reveal a mistyped token without a query. */
export function checksum(text: string): string {
  let value = crc32(text)
  let digits = ''
  for (let place = 0; place < 6; place++) {
    digits = BASE62[value % 62] + digits
    value = Math.floor(value / 62)
  }
  return digits
}

const SCRYPT_COST = { N: 16384, r: 16, p: 1, maxmem: 128 * 16384 * 16 * 2 }

function derive(password: string, salt: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, 64, SCRYPT_COST, (error, key) => (error ? reject(error) : resolve(key)))
  })
}

/** Hashes a password with scrypt and a new salt: `salt:key`, both hexadecimal. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16).toString('hex')
  return `${salt}:${(await derive(password, salt)).toString('hex')}`
}

/** Whether a password is the one that `hashPassword` gave `hashed` for. */
export async function isPasswordOf(hashed: string, password: string): Promise<boolean> {
  const [salt, key] = hashed.split(':')
  if (!salt || !key) return false
  const expected = Buffer.from(key, 'hex')
  const given = await derive(password, salt)
  return expected.length === given.length && timingSafeEqual(expected, given)
}

/** A separate key for each `label`, as 64 hexadecimal digits: one of them reveals neither the others nor the key that they come from. */
export function deriveKey(key: Uint8Array, label: string): string {
  return Buffer.from(hkdfSync('sha256', key, '', label, 32)).toString('hex')
}
