// When the write-ahead log is copied back into the file: in a thread, so that no request waits for it.
import { statSync } from 'node:fs'
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { Worker } from 'node:worker_threads'
import type { LogHold } from './log-hold.ts'

/** Pages that wait in the log when they are copied: 16 MB, which a start after a crash reads in no time. */
const PAGES = 4_000
/** If the thread does not keep up, or fails, the commit that reaches this many pages copies them itself. */
const PAGES_AT_MOST = 4 * PAGES
/** A log that is held begins again at this size, however little of it waits: other processes may have copied it. */
const FRAMES_AT_MOST = 2 * PAGES
/** Pages that the writer copies itself: some milliseconds. */
const PAGES_OF_WRITER = 1_000

/**
 * The checkpoints of one writer. The thread copies most of the log while the writer continues behind it. The writer copies the few remaining
 * pages between two of its transactions; then the log restarts at its beginning. The thread is started the first time it is needed: small
 * databases never need one.
 *
 * With a `hold`, somebody reads the log: it restarts only when all of it has been read.
 */
export class Checkpoints {
  private readonly writer: DatabaseSync
  private readonly look: StatementSync
  private readonly hold: LogHold | undefined
  private pages_to_copy = 0
  /** The size of the log when it was last tried to let it begin again. */
  private tried_at = 0
  private copied = 0
  private worker: Worker | undefined
  private phase: 'waiting' | 'copying' | 'finishing' | 'over' = 'waiting'

  constructor(writer: DatabaseSync, hold?: LogHold) {
    this.writer = writer
    this.hold = hold
    // Says how long the log is and how much of it is in the file, and copies nothing.
    this.look = writer.prepare('PRAGMA wal_checkpoint(NOOP)')
    writer.exec(`PRAGMA wal_autocheckpoint = ${PAGES_AT_MOST}`)
  }

  /**
   * Call it when no transaction is open. It costs microseconds, and a few milliseconds once in 4,000 pages. What it gives must be waited for
   * before the next transaction.
   */
  betweenTransactions(): Promise<void> | undefined {
    if (this.phase === 'copying' || this.phase === 'over') return undefined
    const { left, log } = this.lookAtLog()
    this.pages_to_copy = left
    if (log < this.tried_at) this.tried_at = 0
    if (this.hold && this.phase === 'waiting' && left <= PAGES_OF_WRITER && log >= this.tried_at + FRAMES_AT_MOST)
      return this.turn(this.hold, log)
    if (this.phase === 'waiting' ? left < PAGES : left === 0 && !this.hold) {
      this.phase = 'waiting'
    } else if (this.phase === 'finishing' && left <= PAGES_OF_WRITER) {
      this.phase = 'waiting'
      if (this.hold) return this.turn(this.hold, log)
      this.copyRest()
    } else {
      this.phase = 'copying'
      this.refreshHold()
      this.worker ??= this.startWorker()
      this.worker.postMessage('copy')
    }
    return undefined
  }

  /** The log as it was seen last: its size, the pages that are not in the file yet, and how often it was copied. */
  state(): { bytes: number; pages_to_copy: number; checkpoints: number } {
    const path = `${this.writer.location()}-wal`
    const bytes = statSync(path, { throwIfNoEntry: false })?.size ?? 0
    return { bytes, pages_to_copy: this.pages_to_copy, checkpoints: this.copied }
  }

  /** Ends the thread. */
  async close(): Promise<void> {
    const { worker } = this
    this.phase = 'over'
    this.worker = undefined
    if (!worker) return
    // Or the process could end, with nothing else to do, before the thread has.
    worker.ref()
    const ended = new Promise((resolve) => worker.once('exit', resolve))
    worker.postMessage('close')
    await ended
  }

  /** The pages of the log, and how many of them are not in the file. */
  private lookAtLog(): { left: number; log: number } {
    try {
      const { log, checkpointed } = this.look.get() as { log: number; checkpointed: number }
      return { left: log - checkpointed, log }
    } catch {
      // A fault of the file, which the next transaction meets and reports.
      return { left: 0, log: 0 }
    }
  }

  private startWorker(): Worker {
    const worker = new Worker(new URL('./checkpoint-worker.ts', import.meta.url), { workerData: this.writer.location() })
    worker.unref()
    worker.on('message', () => {
      this.copied++
      if (this.phase === 'copying') this.phase = 'finishing'
    })
    worker.on('error', () => this.giveUp())
    return worker
  }

  private refreshHold(): void {
    try {
      this.hold?.refresh()
      this.hold?.reader?.readAhead?.()
    } catch {
      // A fault of the file, which the next transaction meets and reports.
    }
  }

  private async turn(hold: LogHold, log: number): Promise<void> {
    this.tried_at = log
    try {
      await hold.turn(this.writer)
    } catch {
      // Another process is writing, or a full disk: the next time.
    }
  }

  private copyRest(): void {
    try {
      this.writer.exec('PRAGMA wal_checkpoint(PASSIVE)')
    } catch {
      // A full disk, which the next commit meets and reports: nothing is lost that the log has.
    }
  }

  /** Commits copy the log themselves from now on. */
  private giveUp(): void {
    if (this.phase === 'over') return
    this.phase = 'over'
    this.worker = undefined
    this.writer.exec(`PRAGMA wal_autocheckpoint = ${PAGES}`)
  }
}
