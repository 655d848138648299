// Bytes are compressed, and encrypted if that is asked for; and back.
import { createWriteStream } from 'node:fs'
import { Readable, type Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { constants, createGunzip, createGzip, createZstdCompress, createZstdDecompress } from 'node:zlib'

/** gzip for backups, which every system can unpack; zstd for segments of the log, of which there may be one each second. */
export type Packing = 'gz' | 'zst'

const compress: Record<Packing, () => Transform> = {
  gz: createGzip,
  // The lowest level: on databases it packs as well as gzip, in a fifth of the time.
  zst: () => createZstdCompress({ params: { [constants.ZSTD_c_compressionLevel]: 1 } }),
}
const decompress: Record<Packing, () => Transform> = { gz: createGunzip, zst: createZstdDecompress }

/** Packs into a file, which is not durable yet: the store makes it so. `recipient` is whom it is encrypted for (`age1…`); unset: nobody. */
export async function pack(input: Readable, packing: Packing, recipient: string | undefined, file: string): Promise<void> {
  const output = createWriteStream(file, { mode: 0o600 })
  const zipped = compress[packing]()
  if (recipient === undefined) return pipeline(input, zipped, output)
  const { Encrypter } = await import('age-encryption')
  const encrypter = new Encrypter()
  encrypter.addRecipient(recipient)
  const zipping = pipeline(input, zipped)
  const sealed = await encrypter.encrypt(Readable.toWeb(zipped) as ReadableStream<Uint8Array> as never)
  await Promise.all([zipping, pipeline(Readable.fromWeb(sealed as never), output)])
}

/** The bytes without encryption and compression. `identity` is the key of what is encrypted. */
export async function unpack(packed: Readable, packing: Packing, identity: string | undefined): Promise<Readable> {
  const zipped = identity === undefined ? packed : await decrypted(packed, identity)
  const unzip = decompress[packing]()
  void pipeline(zipped, unzip).catch((error) => unzip.destroy(error))
  return unzip
}

async function decrypted(packed: Readable, identity: string): Promise<Readable> {
  const { Decrypter } = await import('age-encryption')
  const decrypter = new Decrypter()
  decrypter.addIdentity(identity)
  return Readable.fromWeb((await decrypter.decrypt(Readable.toWeb(packed) as never)) as never)
}
