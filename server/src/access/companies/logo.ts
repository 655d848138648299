// Pure: whether bytes are a picture that may be a company's logo. File names and declared types are ignored: the bytes are
// read to their end, and pictures that are cut off or have extra bytes are refused. So is SVG, which could run scripts where it is opened.
import { crc32 } from 'node:zlib'
import { invalid } from '../../kernel/errors.ts'

/** A letterhead's picture, not a photograph. */
export const LARGEST_LOGO_BYTES = 256 * 1024
/** Pixels of one side. Decoded, a picture is much larger than its file. */
const LONGEST_LOGO_SIDE = 4096

export type LogoType = 'image/png' | 'image/jpeg' | 'image/webp'

export interface Picture {
  media_type: LogoType
  width: number
  height: number
}

/** The extension in a picture's address. */
export const EXTENSION_OF: Record<LogoType, string> = { 'image/png': 'png', 'image/jpeg': 'jpg', 'image/webp': 'webp' }

/**
 * The picture in the base64 text of `param`, and its bytes. Throws 400 for anything else, for more than 256 kB, and for a side without
 * pixels or with more than 4096.
 */
export function checkPicture(param: string, image: string): Picture & { bytes: Buffer } {
  const bytes = readBase64(image)
  if (!bytes) throw invalid(param, `${param} must be the bytes of a picture in base64`)
  if (bytes.length > LARGEST_LOGO_BYTES) throw invalid(param, `${param} may have at most ${LARGEST_LOGO_BYTES / 1024} kB`)
  const picture = readPicture(bytes)
  if (!picture) throw invalid(param, `${param} must be a whole PNG, JPEG or WebP`)
  const { width, height } = picture
  if (Math.min(width, height) < 1 || Math.max(width, height) > LONGEST_LOGO_SIDE) {
    const [least, most] = ['1 × 1', `${LONGEST_LOGO_SIDE} × ${LONGEST_LOGO_SIDE}`]
    throw invalid(param, `${param} must have ${least} to ${most} pixels, not ${width} × ${height}`)
  }
  return { ...picture, bytes }
}

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
    // The scan continues until a marker that is not its own: 0 escapes the byte itself, D0 to D7 restart it.
    while (bytes.readUInt8(at) !== 0xff || bytes.readUInt8(at + 1) === 0 || (bytes.readUInt8(at + 1) & 0xf8) === 0xd0) at++
  }
}

function readWebp(bytes: Buffer): Picture | undefined {
  if (bytes.toString('latin1', 0, 4) !== 'RIFF' || bytes.toString('latin1', 8, 12) !== 'WEBP') return undefined
  if (bytes.readUInt32LE(4) + RIFF_FRAME !== bytes.length) return undefined
  let picture: Picture | undefined
  let has_pixels = false
  for (const { type, content } of chunksOf(bytes.subarray(12))) {
    if (type === 'VP8X' && !picture) {
      picture = { media_type: 'image/webp', ...sizeAt(content, 4) }
    } else if (PIXELS.includes(type)) {
      const size = readPixels(type, content)
      // With two sizes, programs would differ in which one they use.
      if (!size || (picture && !isSame(size, picture))) return undefined
      picture ??= { media_type: 'image/webp', ...size }
      has_pixels = true
    } else if (!picture || type === 'VP8X') {
      return undefined
    } else if (type === 'ANMF') {
      if (!isFrameOf(picture, content)) return undefined
      has_pixels = true
    }
  }
  return has_pixels ? picture : undefined
}

const PIXELS: readonly string[] = ['VP8 ', 'VP8L']
const RIFF_FRAME = 8
const LOSSLESS_SIGNATURE = 0x2f

type Size = Pick<Picture, 'width' | 'height'>

/** The chunks that bytes consist of; throws RangeError where one is cut off. */
function* chunksOf(bytes: Buffer): Generator<{ type: string; content: Buffer }> {
  for (let at = 0; at < bytes.length; ) {
    const start = at + RIFF_FRAME
    const end = start + bytes.readUInt32LE(at + 4)
    const type = bytes.toString('latin1', at, at + 4)
    // Chunks start at even offsets.
    at = end + (end % 2)
    if (at > bytes.length) throw new RangeError('The last chunk is cut off')
    yield { type, content: bytes.subarray(start, end) }
  }
}

const sizeAt = (content: Buffer, at: number): Size => ({
  width: content.readUIntLE(at, 3) + 1,
  height: content.readUIntLE(at + 3, 3) + 1,
})

const isSame = (a: Size, b: Size) => a.width === b.width && a.height === b.height

function readPixels(type: string, content: Buffer): Size | undefined {
  if (type === 'VP8 ') {
    if (content.readUIntBE(3, 3) !== 0x9d012a) return undefined
    return { width: content.readUInt16LE(6) & 0x3fff, height: content.readUInt16LE(8) & 0x3fff }
  }
  if (content.readUInt8(0) !== LOSSLESS_SIGNATURE) return undefined
  const size = content.readUInt32LE(1)
  return { width: (size & 0x3fff) + 1, height: ((size >>> 14) & 0x3fff) + 1 }
}

/** Whether a frame of a moving picture is in it, and is as large as it says. */
function isFrameOf(picture: Size, content: Buffer): boolean {
  const size = sizeAt(content, 6)
  const [left, top] = [2 * content.readUIntLE(0, 3), 2 * content.readUIntLE(3, 3)]
  if (left + size.width > picture.width || top + size.height > picture.height) return false
  const sizes = [...chunksOf(content.subarray(16))]
    .filter((chunk) => PIXELS.includes(chunk.type))
    .map((chunk) => readPixels(chunk.type, chunk.content))
  return sizes.length > 0 && sizes.every((one) => one !== undefined && isSame(one, size))
}
