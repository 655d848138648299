// Follows the write-ahead log: reads what was committed and writes it to segments in the data folder, from where they are shipped. Remembers where it
// was, so that a start after a crash continues there, and begins a new chain where it can't be shown that nothing is missing.
import { randomBytes } from 'node:crypto'
import { closeSync, mkdirSync, openSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathOf } from '../../engines/sqlite/file.ts'
import type { FileState } from '../../engines/sqlite/log-hold.ts'
import {
  hadEndedAt,
  hasPosition,
  isNextOf,
  isOf,
  type LogHeader,
  type LogPosition,
  readLog,
  readLogHeader,
  readPage,
} from '../../engines/sqlite/wal.ts'
import { momentOf } from './names.ts'
import { readSegmentName, type SegmentName, segmentName, writeSegment } from './segments.ts'

/** The folder in the data folder, which has the state and the segments that are not shipped yet. */
const LOG_FOLDER = 'backup-log'
const STATE = 'state.json'
const DRAFT = 'draft'
const BEGAN_AGAIN = 'the log began again before all of it was read'

export const folderOf = (data_dir: string): string => join(data_dir, LOG_FOLDER)

/** What is remembered from one start to the next. It is written after each segment, and before that is shipped. */
interface State {
  chain: string
  /** The last segment. */
  number: number
  /** Its hash. */
  hash: string
  /** Where it goes and for whom it is encrypted: elsewhere, or for others, is another chain. */
  purpose: string
  inode: string
  /** Where the log has been read up to; null: nothing of the log that is there now. */
  position: LogPosition | null
  /** The file after an orderly end, with everything of the log; null once a later server has read anything. */
  rest: FileState | null
}

/** What a look at a data folder shows: the chain that is written, and the segments that wait; undefined: the log was never shipped from it. */
export function lookAtLog(data_dir: string): { chain: string; waiting: SegmentName[]; changed_ms: number } | undefined {
  const folder = folderOf(data_dir)
  try {
    const { chain } = JSON.parse(readFileSync(join(folder, STATE), 'utf8')) as State
    const waiting = readdirSync(folder).flatMap((name) => readSegmentName(name) ?? [])
    const changed_ms = statSync(`${pathOf(data_dir)}-wal`, { throwIfNoEntry: false })?.mtimeMs ?? 0
    return { chain, waiting: waiting.sort((one, other) => one.number - other.number), changed_ms }
  } catch {
    return undefined
  }
}

/** A segment that waits to be shipped. */
export interface WaitingSegment extends SegmentName {
  path: string
  bytes: number
}

export class Follower {
  /** The chain that is being written. */
  chain = ''
  /** The last segment of it. */
  number = 0
  /** Segments that are not shipped yet, in their order. */
  waiting: WaitingSegment[] = []
  /** Everything that was committed before is in segments. */
  read_ms: number
  private readonly folder: string
  private readonly log: string
  private readonly purpose: string
  private readonly inode: string
  private readonly onNewChain: (chain: string, reason: string) => void
  private hash = ''
  private position: LogPosition | null = null
  /** Where the log had ended when nobody could write: only there may it begin again. */
  private turned_at: LogPosition | undefined

  /**
   * Continues the chain of the last start if nothing is missing between; else begins a new one, and `onNewChain` is told why. `found` is the file
   * at the start.
   */
  constructor(data_dir: string, purpose: string, found: FileState, onNewChain: (chain: string, reason: string) => void) {
    this.onNewChain = onNewChain
    this.folder = folderOf(data_dir)
    this.log = `${pathOf(data_dir)}-wal`
    this.purpose = purpose
    this.inode = found.inode
    this.read_ms = Date.now()
    mkdirSync(this.folder, { recursive: true, mode: 0o700 })
    const state = this.readState()
    const reason = state ? this.whyNot(state, found) : 'it is the first'
    if (state && reason === undefined) this.continue(state)
    else this.begin(reason!)
  }

  /** Begins a new chain: whatever waits is dropped, and the next segment has all of the log that is there. */
  begin(reason: string): void {
    this.chain = `${momentOf(Date.now())}-${randomBytes(4).toString('hex')}`
    this.number = 0
    this.hash = ''
    this.position = null
    this.turned_at = undefined
    for (const name of readdirSync(this.folder)) rmSync(join(this.folder, name), { force: true })
    this.waiting = []
    this.saveState(null)
    this.onNewChain(this.chain, reason)
  }

  /** Reads the log to its last commit, and writes a segment if there is something new. Gives the frames that it has read of the log. */
  capture(): number {
    const began_ms = Date.now()
    const file = openIfThere(this.log)
    try {
      const header = file === undefined ? undefined : readLogHeader(file)
      const frames = file !== undefined && header ? this.read(file, header) : this.readNothing()
      this.read_ms = began_ms
      return frames
    } finally {
      if (file !== undefined) closeSync(file)
    }
  }

  /** As `capture`, where nobody can write: the log may begin again afterwards. */
  captureAll(): number {
    const frames = this.capture()
    // An empty log says nothing of the one before it.
    if (frames > 0) this.turned_at = this.position ?? undefined
    return frames
  }

  /** Remembers the file as it is at an orderly end. */
  rest(state: FileState): void {
    this.position = null
    this.saveState(state)
  }

  /** Forgets a segment that is shipped. */
  shipped(segment: WaitingSegment): void {
    rmSync(segment.path, { force: true })
    this.waiting = this.waiting.filter((one) => one !== segment)
  }

  private read(file: number, header: LogHeader): number {
    const { position } = this
    if (position && !isOf(header.start, position)) {
      const had_ended = this.turned_at === position || (isNextOf(header, position) && hadEndedAt(file, header, position))
      if (had_ended) this.position = header.start
      else this.begin(BEGAN_AGAIN)
    }
    const from = this.position ?? header.start
    const { end, frames, db_pages } = readLog(file, header, from)
    if (end.frame > from.frame) this.write(file, header, { frames, db_pages, end })
    return end.frame
  }

  /** The log is empty: another process has cut it off. */
  private readNothing(): number {
    if (this.position && this.turned_at !== this.position) this.begin(BEGAN_AGAIN)
    return 0
  }

  private write(
    file: number,
    header: LogHeader,
    { frames, db_pages, end }: { frames: ReadonlyMap<number, number>; db_pages: number; end: LogPosition },
  ): void {
    const name = { number: this.number + 1, until_ms: Date.now() }
    const draft = join(this.folder, DRAFT)
    const { page_size } = header
    // A page behind the end was cut off by a later commit.
    const kept = [...frames].filter(([page]) => page <= db_pages)
    const { chain, hash: previous } = this
    const head = { format: 1, chain, number: name.number, previous, page_size, db_pages, pages: kept.length } as const
    const { hash, bytes } = writeSegment(draft, head, (add) => {
      for (const [page, frame] of kept) add(page, (into) => readPage(file, header, frame, into))
    })
    const path = join(this.folder, segmentName(name))
    renameSync(draft, path)
    this.number = name.number
    this.hash = hash
    this.position = end
    this.saveState(null)
    this.waiting.push({ ...name, path, bytes })
  }

  private readState(): State | undefined {
    try {
      return JSON.parse(readFileSync(join(this.folder, STATE), 'utf8')) as State
    } catch {
      return undefined
    }
  }

  private saveState(rest: FileState | null): void {
    const { chain, number, hash, purpose, inode, position } = this
    const state: State = { chain, number, hash, purpose, inode, position, rest }
    const draft = join(this.folder, DRAFT)
    writeFileSync(draft, JSON.stringify(state), { mode: 0o600 })
    renameSync(draft, join(this.folder, STATE))
  }

  /** Why the chain of an earlier process can't be continued; undefined: it can. */
  private whyNot(state: State, found: FileState): string | undefined {
    if (state.purpose !== this.purpose) return 'the place or the recipient is another one'
    if (state.inode !== found.inode) return 'the database is another file'
    if (state.rest) {
      const is_untouched = state.rest.bytes === found.bytes && state.rest.changed_ns === found.changed_ns
      return is_untouched ? undefined : 'the database was changed while no server was running'
    }
    if (!state.position) return 'nothing was read before the last process ended'
    const file = openIfThere(this.log)
    if (file === undefined) return 'the log that was being read is gone'
    try {
      const header = readLogHeader(file)
      if (!header) return 'the log that was being read is gone'
      if (hasPosition(file, header, state.position)) return undefined
      if (isNextOf(header, state.position) && hadEndedAt(file, header, state.position)) {
        state.position = header.start
        return undefined
      }
      return 'the log is not the one that was being read'
    } finally {
      closeSync(file)
    }
  }

  private continue(state: State): void {
    this.chain = state.chain
    this.number = state.number
    this.hash = state.hash
    this.position = state.position
    const found = readdirSync(this.folder).flatMap((name) => {
      const path = join(this.folder, name)
      const segment = readSegmentName(name)
      if (segment && segment.number <= state.number) return { ...segment, path, bytes: statSync(path).size }
      // Of a process that was killed before it remembered it: it is written again.
      if (name !== STATE) rmSync(path, { force: true })
      return []
    })
    this.waiting = found.sort((one, other) => one.number - other.number)
    const first = this.waiting[0]?.number ?? state.number + 1
    const is_whole = this.waiting.every(({ number }, index) => number === first + index)
    if (!is_whole || first + this.waiting.length !== state.number + 1) this.begin('segments that were not shipped are gone')
  }
}

function openIfThere(path: string): number | undefined {
  try {
    return openSync(path, 'r')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
