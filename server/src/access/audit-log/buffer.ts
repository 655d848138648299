// Rows of reads and refusals on their way into the log. Memory and log lines are bounded, also while the database can't be written.
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { RequestRecord } from '../../http/request.ts'
import { ApiError } from '../../kernel/errors.ts'
import { Telling } from '../../kernel/telling.ts'
import type { Database, WriteTx } from '../../sql/database.ts'
import { createCounter } from './counter.ts'
import { appendEntries } from './service.ts'

/** How long a row may wait in memory (decisions/010-idempotency-and-audit.md: 250 ms at most). */
const BUFFERED_MS = 200
/** Rows that are appended without a break: few, so that no request waits long for its turn. */
const ROWS_AT_ONCE = 128
/** Rows that one transaction appends, and the number that starts one early. */
const ROWS_OF_COMMIT = 2_000
/** Rows that wait at most, some 10 MB of them. Further ones are only counted, and the count becomes a row. */
const MOST_WAITING = 20_000
/** How often the counts of further requests of a kind are written. */
const COUNTS_EVERY_MS = 10 * 60_000
/** How soon a failed write is tried again. */
const RETRY_MS = 1_000

export interface AuditBuffer {
  add(record: RequestRecord): void
  /** Writes what is buffered, counts included; resolves to whether it is durable now. Called at a clean stop. */
  flush(): Promise<boolean>
  /** Rows that wait in memory. */
  waiting(): number
  /** Why the database takes no writes, according to the last attempt; undefined while it takes them. Buffered rows are retried each second. */
  failure(): string | undefined
}

/**
 * Makes the buffer. `also` is written with it, at most four times a second (when keys were last used): `hasMore` says whether there is
 * something, `written` is called once it is durable. `onError` is called once a minute while writes fail; the rows stay and are retried.
 */
export function createAuditBuffer(
  database: Database,
  also: { hasMore(): boolean; write(tx: WriteTx): Promise<void>; written(): void },
  onError: (error: unknown) => void,
): AuditBuffer & { wake(): void } {
  const counter = createCounter()
  const telling = new Telling()
  let waiting: RequestRecord[] = []
  /** How many of them have waited their time. */
  let due = 0
  let timer: NodeJS.Timeout | undefined
  let counts_timer: NodeJS.Timeout | undefined
  let writing: Promise<boolean> | undefined
  let is_failing = false
  let failure: string | undefined

  const writeSome = async (with_uses: boolean): Promise<boolean> => {
    let written = 0
    try {
      await database.write(async (tx) => {
        written = 0
        if (with_uses) await also.write(tx)
        for (;;) {
          const rows = waiting.slice(written, Math.min(written + ROWS_AT_ONCE, ROWS_OF_COMMIT))
          await appendEntries(tx, rows)
          written += rows.length
          // A change that came in meanwhile shares the commit and does not wait for further slices.
          if (written >= waiting.length || written >= ROWS_OF_COMMIT || database.isAwaited()) return
          await nextTurn()
        }
      })
    } catch (error) {
      is_failing = true
      failure = error instanceof ApiError ? error.message : 'The last write failed'
      if (telling.count('', performance.now()) > 0) onError(error)
      return false
    }
    is_failing = false
    failure = undefined
    waiting = waiting.slice(written)
    due -= written
    if (with_uses) also.written()
    return true
  }

  const writeAll = async (): Promise<boolean> => {
    clearTimeout(timer)
    timer = undefined
    let has_uses = also.hasMore()
    // Rows that come in meanwhile wait their own time: under load each commit would otherwise be followed by another one of a few rows.
    due = waiting.length
    while (has_uses || due > 0 || waiting.length >= ROWS_OF_COMMIT) {
      if (!(await writeSome(has_uses))) {
        wake()
        return false
      }
      has_uses = false
      await nextTurn()
    }
    return true
  }

  const start = (): Promise<boolean> => {
    const begun = (writing ?? Promise.resolve(true)).then(writeAll)
    writing = begun
    void begun.finally(() => {
      if (writing === begun) writing = undefined
    })
    return begun
  }

  const wake = () => {
    timer ??= setTimeout(() => void start(), is_failing ? RETRY_MS : BUFFERED_MS)
  }

  const takeCounts = () => {
    clearTimeout(counts_timer)
    counts_timer = undefined
    // At most one per kind: they need no bound of their own.
    waiting.push(...counter.take())
  }

  const wakeForCounts = () => {
    counts_timer ??= setTimeout(() => {
      takeCounts()
      wake()
    }, COUNTS_EVERY_MS).unref()
  }

  return {
    add(record) {
      if (!counter.isRow(record)) return wakeForCounts()
      if (waiting.length >= MOST_WAITING) {
        counter.drop(record)
        return wakeForCounts()
      }
      waiting.push(record)
      if (waiting.length >= ROWS_OF_COMMIT && !writing && !is_failing) void start()
      else wake()
    },
    flush() {
      takeCounts()
      return start()
    },
    waiting: () => waiting.length,
    failure: () => failure,
    wake,
  }
}
