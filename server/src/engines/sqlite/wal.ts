// The write-ahead log of SQLite, read as a file: which pages it has, up to its last commit (sqlite.org/fileformat2.html, "The Write-Ahead Log").
// It is never locked and never written here: a checksum over all frames tells what is whole.
import { readSync } from 'node:fs'
import { endianness } from 'node:os'

const MAGIC = 0x377f0682
const HEADER_BYTES = 32
const FRAME_HEADER_BYTES = 24
/** Frames that are read at once. */
const CHUNK_FRAMES = 256

/** A place in a log directly behind a commit. */
export interface LogPosition {
  /** What the log has in each of its frames; a log that begins again at its start gets others. */
  salt_1: number
  salt_2: number
  /** Frames before this place. */
  frame: number
  /** The checksum over all of them. */
  checksum: readonly [number, number]
}

export interface LogHeader {
  page_size: number
  /** Its start. */
  start: LogPosition
  is_native: boolean
}

/** What a log has behind a position, up to its last commit. */
export interface LogPart {
  end: LogPosition
  /** The frame that has the newest version of a page, by the number of the page. */
  frames: ReadonlyMap<number, number>
  /** Pages of the database after the last of the commits. */
  db_pages: number
}

/** The header of a log; undefined while there is none, or no whole one. */
export function readLogHeader(file: number): LogHeader | undefined {
  const bytes = Buffer.allocUnsafeSlow(HEADER_BYTES)
  if (readSync(file, bytes, 0, HEADER_BYTES, 0) < HEADER_BYTES) return undefined
  const magic = bytes.readUInt32BE(0)
  if ((magic & ~1) !== MAGIC) return undefined
  const is_native = (magic & 1) === (endianness() === 'BE' ? 1 : 0)
  const checksum = [bytes.readInt32BE(24), bytes.readInt32BE(28)] as const
  const start = { salt_1: bytes.readUInt32BE(16), salt_2: bytes.readUInt32BE(20), frame: 0, checksum }
  const found = checksumOf(wordsOf(bytes, is_native), 0, 6, [0, 0])
  return isSame(found, checksum) ? { page_size: bytes.readUInt32BE(8), start, is_native } : undefined
}

/**
 * Reads what is behind `from`. A commit that is being written is not in it: its frames are taken once all of them are whole, up to the one that
 * says that it is the last of its transaction.
 */
export function readLog(file: number, { page_size, is_native }: LogHeader, from: LogPosition): LogPart {
  const frame_bytes = FRAME_HEADER_BYTES + page_size
  const frame_words = frame_bytes / 4
  const chunk = Buffer.allocUnsafeSlow(CHUNK_FRAMES * frame_bytes)
  const frames = new Map<number, number>()
  let of_transaction: [page: number, frame: number][] = []
  let end = from
  let db_pages = 0
  let { checksum, frame } = from
  for (;;) {
    const read = readSync(file, chunk, 0, chunk.length, HEADER_BYTES + frame * frame_bytes)
    const count = Math.floor(read / frame_bytes)
    const words = wordsOf(chunk, is_native)
    for (let index = 0; index < count; index++, frame++) {
      const at = index * frame_bytes
      if (chunk.readUInt32BE(at + 8) !== from.salt_1 || chunk.readUInt32BE(at + 12) !== from.salt_2)
        return { end, frames, db_pages }
      checksum = checksumOf(words, index * frame_words, index * frame_words + 2, checksum)
      checksum = checksumOf(words, index * frame_words + 6, (index + 1) * frame_words, checksum)
      if (!isSame(checksum, [chunk.readInt32BE(at + 16), chunk.readInt32BE(at + 20)])) return { end, frames, db_pages }
      of_transaction.push([chunk.readUInt32BE(at), frame])
      const pages_after = chunk.readUInt32BE(at + 4)
      if (pages_after === 0) continue
      for (const [page, of_page] of of_transaction) frames.set(page, of_page)
      of_transaction = []
      db_pages = pages_after
      end = { ...from, frame: frame + 1, checksum }
    }
    if (count < CHUNK_FRAMES) return { end, frames, db_pages }
  }
}

/** Reads the page of a frame into `page`. */
export function readPage(file: number, { page_size }: LogHeader, frame: number, page: Uint8Array): void {
  const at = HEADER_BYTES + frame * (FRAME_HEADER_BYTES + page_size) + FRAME_HEADER_BYTES
  if (readSync(file, page, 0, page_size, at) < page_size) throw new Error('The write-ahead log ends within a frame')
}

/** Whether the log has what it had at a position: the last frame before it is there with its checksum. */
export function hasPosition(file: number, header: LogHeader, position: LogPosition): boolean {
  if (!isOf(header.start, position)) return false
  if (position.frame === 0) return true
  const last = readFrameHeader(file, header, position.frame - 1)
  return last !== undefined && isOf(last, position) && isSame(last.checksum, position.checksum)
}

/** Whether the log began again exactly once since a position. SQLite counts the first salt up each time, and draws the second. */
export const isNextOf = ({ start }: LogHeader, position: LogPosition): boolean =>
  start.salt_1 === (position.salt_1 + 1) >>> 0 && start.salt_2 !== position.salt_2

/**
 * Whether a log that began again had ended at a position: what it had behind that is in the file until frames of the new one reach it, committed or
 * not; and nothing is. False where it can't be shown any more.
 */
export function hadEndedAt(file: number, header: LogHeader, position: LogPosition): boolean {
  const behind = readFrameHeader(file, header, position.frame)
  if (behind && isOf(behind, header.start)) return false
  return readLog(file, header, position).end.frame === position.frame
}

/** Whether two are of the same log, and not of one that began again between them. */
export const isOf = (one: Pick<LogPosition, 'salt_1' | 'salt_2'>, other: Pick<LogPosition, 'salt_1' | 'salt_2'>): boolean =>
  one.salt_1 === other.salt_1 && one.salt_2 === other.salt_2

function readFrameHeader(file: number, { page_size }: LogHeader, frame: number): Omit<LogPosition, 'frame'> | undefined {
  const bytes = Buffer.alloc(FRAME_HEADER_BYTES)
  const at = HEADER_BYTES + frame * (FRAME_HEADER_BYTES + page_size)
  if (readSync(file, bytes, 0, FRAME_HEADER_BYTES, at) < FRAME_HEADER_BYTES) return undefined
  const checksum = [bytes.readInt32BE(16), bytes.readInt32BE(20)] as const
  return { salt_1: bytes.readUInt32BE(8), salt_2: bytes.readUInt32BE(12), checksum }
}

/** The bytes as numbers of the machine that wrote them. */
function wordsOf(bytes: Buffer, is_native: boolean): Int32Array {
  const own = is_native ? bytes : Buffer.from(bytes).swap32()
  return new Int32Array(own.buffer, own.byteOffset, Math.floor(own.length / 4))
}

function checksumOf(words: Int32Array, from: number, to: number, [first, second]: readonly [number, number]): [number, number] {
  let a = first
  let b = second
  for (let index = from; index < to; index += 2) {
    a = (a + words[index]! + b) | 0
    b = (b + words[index + 1]! + a) | 0
  }
  return [a, b]
}

const isSame = (one: readonly [number, number], other: readonly [number, number]) => one[0] === other[0] && one[1] === other[1]
