// A device with passkeys, in software: what browser and device make of the service's requests (WebAuthn Level 3, ES256, no attestation).
import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto'

/** The fields of a request that a device uses. */
interface Asked {
  challenge: string
  rp?: { id: string }
  rpId?: string
  user?: { id: string }
}

/** What is wrong on purpose. */
export interface Oddities {
  /** The page that asked, where it is not the service's. */
  origin?: string
  rp_id?: string
  /** The device did not verify its user. */
  is_user_unknown?: boolean
  /** It has signed as often as this before. */
  counter?: number
}

const USER_PRESENT = 0x01
const USER_VERIFIED = 0x04
const HAS_KEY = 0x40

export class Authenticator {
  readonly id = randomBytes(16).toString('base64url')
  private readonly origin: string
  private readonly keys: { publicKey: KeyObject; privateKey: KeyObject } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  private counter = 0

  constructor(origin: string) {
    this.origin = origin
  }

  /** Makes the passkey: the `response` of a registration. */
  create(asked: Asked, odd: Oddities = {}): object {
    const { x, y } = this.keys.publicKey.export({ format: 'jwk' })
    const key = cborMap([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x!, 'base64url')],
      [-3, Buffer.from(y!, 'base64url')],
    ])
    const id = Buffer.from(this.id, 'base64url')
    const length = Buffer.from([id.length >> 8, id.length & 255])
    const data = Buffer.concat([this.authData(odd.rp_id ?? asked.rp!.id, HAS_KEY, odd), Buffer.alloc(16), length, id, key])
    const attestation = cborMap([
      ['fmt', 'none'],
      ['attStmt', cborMap([])],
      ['authData', data],
    ])
    return {
      ...this.envelope(),
      response: {
        clientDataJSON: this.clientData('webauthn.create', asked, odd).toString('base64url'),
        attestationObject: attestation.toString('base64url'),
        transports: ['internal'],
      },
    }
  }

  /** Signs with it: the `response` of a sign-in. */
  get(asked: Asked, odd: Oddities = {}): object {
    this.counter = odd.counter ?? this.counter + 1
    const data = this.authData(odd.rp_id ?? asked.rpId!, 0, odd)
    const client = this.clientData('webauthn.get', asked, odd)
    const signed = Buffer.concat([data, createHash('sha256').update(client).digest()])
    return {
      ...this.envelope(),
      response: {
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: createSign('sha256').update(signed).sign(this.keys.privateKey).toString('base64url'),
      },
    }
  }

  private envelope() {
    return { id: this.id, rawId: this.id, type: 'public-key', clientExtensionResults: {} }
  }

  private clientData(type: string, { challenge }: Asked, odd: Oddities): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin: odd.origin ?? this.origin, crossOrigin: false }))
  }

  private authData(rp_id: string, flags: number, { is_user_unknown }: Oddities): Buffer {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(this.counter)
    const all = flags | USER_PRESENT | (is_user_unknown ? 0 : USER_VERIFIED)
    return Buffer.concat([createHash('sha256').update(rp_id).digest(), Buffer.from([all]), counter])
  }
}

/** A CBOR map (RFC 8949) whose keys are small integers or short texts. A `Buffer` that is a map itself is recognized by its first byte. */
function cborMap(entries: readonly (readonly [number | string, number | string | Buffer])[]): Buffer {
  return Buffer.concat([Buffer.from([0xa0 | entries.length]), ...entries.flatMap(([key, value]) => [cbor(key), cbor(value)])])
}

function cbor(value: number | string | Buffer): Buffer {
  if (typeof value === 'number') return value >= 0 ? Buffer.from([value]) : Buffer.from([0x20 | (-1 - value)])
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  // The only map that is in another is the empty one.
  return value.length === 1 && value[0] === 0xa0 ? value : Buffer.concat([head(2, value.length), value])
}

function head(major: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(major << 5) | length])
  return length < 256 ? Buffer.from([(major << 5) | 24, length]) : Buffer.from([(major << 5) | 25, length >> 8, length & 255])
}
