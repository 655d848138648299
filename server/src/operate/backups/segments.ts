// Segments of the log as files: the newest version of each page that was changed since the segment before. Each has the hash of the one before it.
import { createHash, type Hash } from 'node:crypto'
import { closeSync, ftruncateSync, openSync, writeSync } from 'node:fs'
import { momentOf, readMoment } from './names.ts'

/** What is known of a segment by its name. */
export interface SegmentName {
  number: number
  /** Everything in it was committed before. */
  until_ms: number
}

/** Segments in a folder, so that a list of one stays short. */
export const SEGMENTS_PER_FOLDER = 10_000

/** `00000012-20261130T031500123Z`: the number, and when the log was read. */
export const segmentName = ({ number, until_ms }: SegmentName): string =>
  `${String(number).padStart(8, '0')}-${momentOf(until_ms).replace('Z', `${String(until_ms % 1000).padStart(3, '0')}Z`)}`

/** What a name says; undefined for a file that is not a segment. */
export function readSegmentName(name: string): SegmentName | undefined {
  const [, number, moment] = /^(\d{8,})-(\d{8}T\d{9}Z)(?:\.|$)/.exec(name) ?? []
  if (moment === undefined) return undefined
  const until_ms = readMoment(moment)
  return Number.isNaN(until_ms) ? undefined : { number: Number(number), until_ms }
}

/** The folder of a store with the segment of a number. */
export const segmentFolder = (chain: string, number: number): string =>
  `quoin-${chain}.log/${String(Math.floor(number / SEGMENTS_PER_FOLDER)).padStart(4, '0')}`

/** The file of a store by which a chain is known. */
export const chainFile = (chain: string): string => `quoin-${chain}.chain`

/** The chains of a store by its names, the oldest first. */
export const chainsIn = (names: readonly string[]): string[] =>
  names
    .map((name) => /^quoin-(\d{8}T\d{6}Z-[0-9a-f]{8})\.chain$/.exec(name)?.[1])
    .filter((chain) => chain !== undefined)
    .sort()

/** The first line of a segment. */
export interface SegmentHead {
  format: 1
  chain: string
  number: number
  /** The hash of the segment before; empty for the first. */
  previous: string
  page_size: number
  /** Pages of the database with this segment. */
  db_pages: number
  /** How many follow. */
  pages: number
}

const HASH_BYTES = 32
const NUMBER_BYTES = 4
/** Bytes that are written at once. */
const BLOCK = 1024 * 1024

/** Writes a segment; gives its hash. `pages` calls back with each page, in any order. */
export function writeSegment(
  path: string,
  head: SegmentHead,
  pages: (add: (number: number, read: (into: Uint8Array) => void) => void) => void,
): { hash: string; bytes: number } {
  const file = openSync(path, 'w', 0o600)
  const hash = createHash('sha256')
  const block = Buffer.allocUnsafe(BLOCK)
  let filled = 0
  let bytes = 0
  const flush = () => {
    hash.update(block.subarray(0, filled))
    writeAll(file, block.subarray(0, filled))
    bytes += filled
    filled = 0
  }
  try {
    filled = block.write(`${JSON.stringify(head)}\n`)
    pages((number, read) => {
      if (filled + NUMBER_BYTES + head.page_size > BLOCK) flush()
      block.writeUInt32BE(number, filled)
      read(block.subarray(filled + NUMBER_BYTES, filled + NUMBER_BYTES + head.page_size))
      filled += NUMBER_BYTES + head.page_size
    })
    flush()
    const digest = hash.digest()
    writeAll(file, digest)
    return { hash: digest.toString('hex'), bytes: bytes + HASH_BYTES }
  } finally {
    closeSync(file)
  }
}

function writeAll(file: number, bytes: Uint8Array, at?: number): void {
  for (let done = 0; done < bytes.length; )
    done += writeSync(file, bytes, done, bytes.length - done, at === undefined ? null : at + done)
}

/** A segment that is not what it should be. */
export class BadSegment extends Error {}

/**
 * Puts the pages of a segment into a database file that has everything before it. Gives its hash. Throws BadSegment when it is not whole, or not the
 * one that is expected; the file may have some of its pages then.
 */
export async function applySegment(
  file: string,
  bytes: AsyncIterable<Uint8Array>,
  expected: { chain: string; number: number; previous: string | undefined },
): Promise<string> {
  const database = openSync(file, 'r+')
  try {
    const input = new Input(bytes)
    const head = JSON.parse((await input.line()).toString()) as SegmentHead
    const is_expected = head.format === 1 && head.chain === expected.chain && head.number === expected.number
    if (!is_expected) throw new BadSegment('it is another one')
    if (expected.previous !== undefined && head.previous !== expected.previous)
      throw new BadSegment('it does not continue the one before')
    for (let index = 0; index < head.pages; index++) {
      const record = await input.take(NUMBER_BYTES + head.page_size)
      writeAll(database, record.subarray(NUMBER_BYTES), (record.readUInt32BE(0) - 1) * head.page_size)
    }
    const hash = input.hash.digest('hex')
    if ((await input.rest()).toString('hex') !== hash) throw new BadSegment('its bytes have changed')
    ftruncateSync(database, head.db_pages * head.page_size)
    return hash
  } catch (error) {
    throw error instanceof BadSegment ? error : new BadSegment((error as Error).message)
  } finally {
    closeSync(database)
  }
}

/** Bytes that come in pieces, taken as they are needed and hashed. */
class Input {
  readonly hash: Hash = createHash('sha256')
  private readonly pieces: AsyncIterator<Uint8Array>
  private held: Buffer = Buffer.alloc(0)

  constructor(bytes: AsyncIterable<Uint8Array>) {
    this.pieces = bytes[Symbol.asyncIterator]()
  }

  async line(): Promise<Buffer> {
    while (!this.held.includes(10))
      if (this.held.length > 4096 || !(await this.more())) throw new BadSegment('it has no first line')
    return this.take(this.held.indexOf(10) + 1)
  }

  async take(count: number): Promise<Buffer> {
    while (this.held.length < count) if (!(await this.more())) throw new BadSegment('its end is missing')
    const taken = this.held.subarray(0, count)
    this.held = this.held.subarray(count)
    this.hash.update(taken)
    return taken
  }

  /** Everything behind what was taken, which is short. */
  async rest(): Promise<Buffer> {
    while (this.held.length <= HASH_BYTES && (await this.more()));
    return this.held
  }

  private async more(): Promise<boolean> {
    const { value, done } = await this.pieces.next()
    if (done) return false
    this.held = this.held.length === 0 ? Buffer.from(value) : Buffer.concat([this.held, value])
    return true
  }
}
