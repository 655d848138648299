// Pure: whether bytes are a picture that may be a company's logo. What a file is called, or says of itself, counts for nothing: the bytes are
// gone through to their end, and what has more behind it, or is cut off, is refused. So is SVG, which could run scripts where it is opened.
import { crc32 } from 'node:zlib'

/** A letterhead's picture, not a photograph. */
export const LARGEST_LOGO_BYTES = 256 * 1024
/** Pixels of one side. What a browser makes of the picture is larger than the file by far. */
export const LONGEST_LOGO_SIDE = 4096

export type LogoType = 'image/png' | 'image/jpeg' | 'image/webp'

export interface Picture {
  media_type: LogoType
  width: number
  height: number
}

/** What stands behind the dot in a picture's address. */
export const EXTENSION_OF: Record<LogoType, string> = { 'image/png': 'png', 'image/jpeg': 'jpg', 'image/webp': 'webp' }

/** The bytes of standard base64 text; undefined for any other text, however close. */
export function readBase64(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64')
  // The decoder passes over whatever it does not know.
  return bytes.length > 0 && bytes.toString('base64') === text ? bytes : undefined
}

/** The kind and size of a whole PNG, JPEG or WebP and nothing else; undefined for all other bytes. */
export function readPicture(bytes: Buffer): Picture | undefined {
  try {
    return readPng(bytes) ?? readJpeg(bytes) ?? readWebp(bytes)
  } catch (error) {
    // It ends where something should follow.
    if (error instanceof RangeError) return undefined
    throw error
  }
}

const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const CHUNK_FRAME = 12

function readPng(bytes: Buffer): Picture | undefined {
  if (!bytes.subarray(0, 8).equals(PNG_SIGNATURE)) return undefined
  let picture: Picture | undefined
  let has_pixels = false
  for (let at = 8; ; ) {
    const length = bytes.readUInt32BE(at)
    const end = at + CHUNK_FRAME + length
    const type = bytes.toString('latin1', at + 4, at + 8)
    if (end > bytes.length || bytes.readUInt32BE(end - 4) !== crc32(bytes.subarray(at + 4, end - 4))) return undefined
    if (!picture) {
      if (type !== 'IHDR' || length !== 13) return undefined
      picture = { media_type: 'image/png', width: bytes.readUInt32BE(at + 8), height: bytes.readUInt32BE(at + 12) }
    }
    if (type === 'IDAT') has_pixels = true
    if (type === 'IEND') return has_pixels && end === bytes.length ? picture : undefined
    at = end
  }
}

/** Frames of a picture: all SOF markers, which are no tables. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
const START_OF_SCAN = 0xda
const END_OF_IMAGE = 0xd9

function readJpeg(bytes: Buffer): Picture | undefined {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return undefined
  let picture: Picture | undefined
  let has_scan = false
  for (let at = 2; ; ) {
    if (bytes.readUInt8(at) !== 0xff) return undefined
    const marker = bytes.readUInt8(at + 1)
    // Any number of these may fill the room before a marker.
    if (marker === 0xff) {
      at++
      continue
    }
    if (marker === END_OF_IMAGE) return picture && has_scan && at + 2 === bytes.length ? picture : undefined
    const length = bytes.readUInt16BE(at + 2)
    if (length < 2) return undefined
    if (isFrame(marker)) {
      if (picture) return undefined
      picture = { media_type: 'image/jpeg', height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) }
    }
    at += 2 + length
    if (marker !== START_OF_SCAN) continue
    has_scan = true
    // The scan goes on to a marker that is none of its own: 0 stands for the byte itself, D0 to D7 restart it.
    while (bytes.readUInt8(at) !== 0xff || bytes.readUInt8(at + 1) === 0 || (bytes.readUInt8(at + 1) & 0xf8) === 0xd0) at++
  }
}

const RIFF_FRAME = 8
const LOSSLESS_SIGNATURE = 0x2f

function readWebp(bytes: Buffer): Picture | undefined {
  if (bytes.toString('latin1', 0, 4) !== 'RIFF' || bytes.toString('latin1', 8, 12) !== 'WEBP') return undefined
  if (bytes.readUInt32LE(4) + RIFF_FRAME !== bytes.length) return undefined
  let picture: Picture | undefined
  let has_pixels = false
  for (let at = 12; at < bytes.length; ) {
    const type = bytes.toString('latin1', at, at + 4)
    const length = bytes.readUInt32LE(at + 4)
    const start = at + RIFF_FRAME
    // Each chunk begins at an even place.
    at = start + length + (length % 2)
    if (at > bytes.length) return undefined
    if (type === 'VP8X')
      picture = { ...WEBP, width: bytes.readUIntLE(start + 4, 3) + 1, height: bytes.readUIntLE(start + 7, 3) + 1 }
    else if (type === 'VP8 ') picture ??= readLossy(bytes, start)
    else if (type === 'VP8L') picture ??= readLossless(bytes, start)
    else if (!picture) return undefined
    if (type === 'VP8 ' || type === 'VP8L' || type === 'ANMF') has_pixels = true
  }
  return has_pixels ? picture : undefined
}

const WEBP = { media_type: 'image/webp' } as const

function readLossy(bytes: Buffer, start: number): Picture | undefined {
  const has_start_code = bytes.readUIntBE(start + 3, 3) === 0x9d012a
  if (!has_start_code) return undefined
  return { ...WEBP, width: bytes.readUInt16LE(start + 6) & 0x3fff, height: bytes.readUInt16LE(start + 8) & 0x3fff }
}

function readLossless(bytes: Buffer, start: number): Picture | undefined {
  if (bytes.readUInt8(start) !== LOSSLESS_SIGNATURE) return undefined
  const size = bytes.readUInt32LE(start + 1)
  return { ...WEBP, width: (size & 0x3fff) + 1, height: ((size >>> 14) & 0x3fff) + 1 }
}
