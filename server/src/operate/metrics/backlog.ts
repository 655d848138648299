// What waits in the database, as metrics show it: read at most every few seconds, and never longer than a scrape may take.

import { countFailedJobs, countPendingJobs } from '../../jobs/counts.ts'
import type { AnyJobKind } from '../../jobs/job-kind.ts'
import type { Clock } from '../../kernel/clock.ts'
import { countPendingDeliveries } from '../../record/webhooks/counts.ts'
import type { Database, Tx } from '../../sql/database.ts'

/** Several scrapers, or one that asks every second, cost no more than one. */
const FRESH_MS = 10_000
const LONGEST_READ_MS = 2_000
const MAIL_KIND = 'mail.send'
/** Later than each time at which a job is due. */
const EVER_MS = Number.MAX_SAFE_INTEGER

export interface Backlog {
  /** By kind: jobs that are due and not begun, and jobs that have failed for good. */
  due: ReadonlyMap<string, number>
  failed: ReadonlyMap<string, number>
  deliveries: number
  mails: number
}

export interface BacklogParts {
  database: Database
  clock: Clock
  kinds: readonly Pick<AnyJobKind, 'kind'>[]
}

/** Gives what waits, some seconds old at most; undefined while the database does not say. */
export function createBacklog(parts: BacklogParts): () => Promise<Backlog | undefined> {
  let last: Backlog | undefined
  let read_at = Number.NEGATIVE_INFINITY
  let reading: Promise<Backlog | undefined> | undefined
  return async () => {
    if (performance.now() - read_at < FRESH_MS) return last
    reading ??= readBacklog(parts)
      .catch(() => undefined)
      .then((backlog) => {
        last = backlog
        read_at = performance.now()
        reading = undefined
        return backlog
      })
    return inTime(reading, undefined)
  }
}

/** Reads what waits now. */
export function readBacklog({ database, clock, kinds }: BacklogParts): Promise<Backlog> {
  return database.read(async (tx) => ({
    due: await countsOf(tx, kinds, clock.now_ms()),
    failed: new Map((await countFailedJobs(tx)).map(({ kind, count }) => [kind, Number(count)])),
    deliveries: await countPendingDeliveries(tx),
    mails: await countPendingJobs(tx, MAIL_KIND, EVER_MS),
  }))
}

async function countsOf(tx: Tx, kinds: BacklogParts['kinds'], until_ms: number): Promise<Map<string, number>> {
  const counts = await Promise.all(kinds.map(({ kind }) => countPendingJobs(tx, kind, until_ms)))
  return new Map(kinds.map(({ kind }, index) => [kind, counts[index]!]))
}

/** The value of a promise, or another one where it takes longer than a scrape may. */
export async function inTime<T>(promise: Promise<T>, otherwise: T): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<T>((resolve) => {
    timer = setTimeout(() => resolve(otherwise), LONGEST_READ_MS)
  })
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}
