// Keeps the write-ahead log from beginning again at its start before all of it has been read (decisions/049-wal-shipping.md).
import { statSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'

/** The log grows to this size (256 MB) before a reader that does not follow is given up, */
const MOST_FRAMES = 65_536
/** and it has had this long. */
const PATIENCE_MS = 60_000
/** Longer than the time of a file is coarse. */
const COARSE_MS = 20

/** Who reads the log. */
export interface LogReader {
  /** The log will begin again soon: what is read now need not be read while writes wait. */
  readAhead?(): void
  /**
   * Reads all of the log, to which nobody writes meanwhile. Gives the frames that the log had then, `all` if nothing of it is needed, and
   * undefined when it could not be read in time.
   */
  catchUp(): Promise<number | 'all' | undefined>
  /** The log may have begun again before all of it was read. */
  onGap(): void
}

/** The state of a database file that nothing has changed since. */
export interface FileState {
  inode: string
  bytes: string
  changed_ns: string
}

/**
 * A read transaction that is always open. SQLite begins the log again at its start only when nobody reads from it. A reader of a log that was
 * copied to the file completely reads from the file alone: that one lets the log begin again, once, because nothing can be copied to the file
 * while it reads. So nothing that was committed can be overwritten before `turn` has asked the reader.
 */
export class LogHold {
  /** The file as the first of the read transactions found it. */
  readonly found: FileState
  reader: LogReader | undefined
  private readonly connect: () => DatabaseSync
  private readonly path: string
  private holding: DatabaseSync
  private other: DatabaseSync
  private turned_at = performance.now()
  /** The frames of the log when the open transaction had begun: it sees no more. */
  private seen = 0

  constructor(path: string, connect: () => DatabaseSync) {
    this.path = path
    this.connect = connect
    this.holding = connect()
    this.other = connect()
    begin(this.holding)
    this.seen = look(this.other).log
    this.found = stateOf(path)
  }

  /**
   * Lets what has been committed until now be copied to the file. There is no moment without a read transaction; and the new one reads from the log.
   * It would not if all of the log was in the file, which can't be while there is more of it than the one before sees: so without more it stays.
   */
  refresh(): void {
    if (look(this.other).log === this.seen) return
    begin(this.other)
    end(this.holding)
    ;[this.holding, this.other] = [this.other, this.holding]
    this.seen = look(this.other).log
  }

  /**
   * Lets the log begin again, when the reader has read all of it: copies the rest of it to the file. `writer` must have no transaction; nobody
   * writes meanwhile. Without effect where another process is writing, or the reader does not answer.
   */
  async turn(writer: DatabaseSync): Promise<void> {
    writer.exec('BEGIN IMMEDIATE')
    try {
      const read_to = await this.reader?.catchUp()
      const { log } = look(this.other)
      const is_read = read_to === 'all' || read_to === log
      const is_given_up = !is_read && log > MOST_FRAMES && performance.now() - this.turned_at > PATIENCE_MS
      if (!is_read && !is_given_up) return
      this.turned_at = performance.now()
      if (is_given_up) this.reader?.onGap()
      this.copyRest()
    } finally {
      writer.exec('COMMIT')
    }
  }

  private copyRest(): void {
    end(this.holding)
    try {
      this.other.exec('PRAGMA wal_checkpoint(PASSIVE)')
    } finally {
      try {
        begin(this.holding)
        this.seen = look(this.other).log
      } catch {
        this.reader?.onGap()
      }
    }
  }

  /**
   * Copies all of the log to the file, at the end of the process, when the reader has read it. Gives the state of the file then; undefined when
   * others have the database open, or the reader does not answer.
   */
  async settle(): Promise<FileState | undefined> {
    const looking = this.connect()
    try {
      this.other.exec('BEGIN IMMEDIATE')
      const read_to = await this.reader?.catchUp()
      if (read_to !== look(looking).log) return undefined
      end(this.holding)
      looking.exec('PRAGMA wal_checkpoint(PASSIVE)')
      // Whatever changes the file later gives it another time.
      await sleep(COARSE_MS)
      const state = stateOf(this.path)
      const { log, checkpointed } = look(looking)
      return log === read_to && checkpointed === log ? state : undefined
    } catch {
      return undefined
    } finally {
      looking.close()
    }
  }

  /** Gives the log free. */
  close(): void {
    this.reader = undefined
    this.holding.close()
    this.other.close()
  }
}

function stateOf(path: string): FileState {
  const { ino, size, mtimeNs } = statSync(path, { bigint: true })
  return { inode: String(ino), bytes: String(size), changed_ns: String(mtimeNs) }
}

/** A transaction begins to read with its first statement. */
function begin(connection: DatabaseSync): void {
  connection.exec('BEGIN; SELECT count(*) FROM sqlite_schema')
}

function end(connection: DatabaseSync): void {
  if (connection.isTransaction) connection.exec('COMMIT')
}

/** How long the log is, and how much of it is in the file. */
const look = (connection: DatabaseSync) =>
  connection.prepare('PRAGMA wal_checkpoint(NOOP)').get() as { log: number; checkpointed: number }
