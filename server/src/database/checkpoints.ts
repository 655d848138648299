// When the write-ahead log is copied back into the file: in a thread, so that no request waits for it.
import { statSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { Worker } from 'node:worker_threads'

/** Pages that the log has before it is worth to begin again at its start: 16 MB, which a start after a crash reads in no time. */
const PAGES = 4_000
const PAGE_BYTES = 4_096
/** If the thread does not keep up, or fails, the commit that reaches this many pages copies them itself. */
const PAGES_AT_MOST = 4 * PAGES
/** Pages that the writer copies itself: some milliseconds. */
const PAGES_OF_WRITER = 1_000
const ASKED_EVERY_MS = 250

/** How far the copying has come: pages in the log, and those of them that are in the file. */
export interface Progress {
  log: number
  copied: number
}

/**
 * The checkpoints of one writer. The thread copies most of the log while the writer goes on writing behind it; the few pages that are left the
 * writer copies between two of its transactions, after which the log begins again at its start. There is no thread before the log has been long
 * once: small databases never need one.
 */
export class Checkpoints {
  private readonly writer: DatabaseSync
  private readonly path: string
  private worker: Worker | undefined
  private is_asked = false
  private is_last_step_due = false
  private has_failed = false
  private asked_at = 0

  constructor(writer: DatabaseSync) {
    this.writer = writer
    this.path = writer.location() ?? ''
    writer.exec(`PRAGMA wal_autocheckpoint = ${PAGES_AT_MOST}`)
  }

  /** To be called when no transaction is open, before or after one. */
  betweenTransactions(): void {
    if (this.is_last_step_due) this.takeLastStep()
    const now = performance.now()
    if (this.is_asked || this.has_failed || now - this.asked_at < ASKED_EVERY_MS) return
    this.asked_at = now
    if (!this.worker && logBytes(this.path) < PAGES * PAGE_BYTES) return
    this.worker ??= this.startWorker()
    this.is_asked = true
    this.worker.postMessage('copy')
  }

  /** Ends the thread. */
  async close(): Promise<void> {
    const { worker } = this
    this.worker = undefined
    this.has_failed = true
    if (!worker) return
    const ended = new Promise((resolve) => worker.once('exit', resolve))
    worker.postMessage('close')
    await ended
  }

  private startWorker(): Worker {
    const worker = new Worker(new URL('./checkpoint-worker.ts', import.meta.url), { workerData: this.path })
    worker.unref()
    worker.on('message', ({ log, copied }: Progress) => {
      this.is_asked = false
      this.is_last_step_due = log >= PAGES && log - copied <= PAGES_OF_WRITER
    })
    worker.on('error', () => this.giveUp())
    return worker
  }

  private takeLastStep(): void {
    this.is_last_step_due = false
    try {
      this.writer.exec('PRAGMA wal_checkpoint(PASSIVE)')
    } catch {
      // A full disk, which the next commit meets and reports: nothing is lost that the log has.
    }
  }

  /** Commits copy the log themselves from now on. */
  private giveUp(): void {
    this.has_failed = true
    this.worker = undefined
    this.writer.exec(`PRAGMA wal_autocheckpoint = ${PAGES}`)
  }
}

function logBytes(path: string): number {
  return statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0
}
