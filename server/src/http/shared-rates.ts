// One rate limit for all processes on a database: they regularly report to each other what they have let through, never for a single request.
import { randomUUID } from 'node:crypto'
import type { Clock } from '../kernel/clock.ts'
import type { Database, WriteTx } from '../sql/database.ts'
import { insertRows, statement } from '../sql/statement.ts'
import type { RateLimiter } from './rate-limit.ts'
import { rate_counts, rate_processes } from './table.ts'

const EXCHANGE_MS = 200
/** How often a process without requests shows that it lives, in exchanges. */
const BEAT_EVERY = 5
/** A process counts as gone when it has not moved for this long, by the watching process's own clock. */
const GONE_AFTER_MS = 5_000
/** And its row is removed so long after. */
const REMOVED_AFTER_MS = 60_000

const beat = insertRows(rate_processes, (insert) =>
  insert.onConflict((old) => old.column('id').doUpdateSet((eb) => ({ beat: eb.ref('excluded.beat') }))),
)
const listProcesses = statement<object>()((db) => db.selectFrom('rate_processes').select(['id', 'beat']))
const removeProcess = statement<{ id: string }>()((db, p) => db.deleteFrom('rate_processes').where('id', '=', p.id))
const count = insertRows(rate_counts, (insert) =>
  insert
    .onConflict((old) =>
      old.column('caller_id').doUpdateSet((eb) => ({ used: eb('rate_counts.used', '+', eb.ref('excluded.used')) })),
    )
    .returning(['caller_id', 'used']),
)

/** Starts to exchange what `limiter` lets through with other processes on the database; returns the function that ends it. */
export function shareRates(
  database: Database,
  clock: Clock,
  limiter: RateLimiter,
  onError: (error: unknown) => void,
): () => Promise<void> {
  const sharing = new Sharing(database, clock, limiter)
  let running: Promise<void> = Promise.resolve()
  let is_running = false
  const timer = setInterval(() => {
    if (is_running) return
    is_running = true
    running = sharing
      .exchange()
      .catch(onError)
      .finally(() => {
        is_running = false
      })
  }, EXCHANGE_MS)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await running
    await database.write(async (tx) => removeProcess.post(tx, { id: sharing.id })).catch(() => {})
  }
}

class Sharing {
  readonly id: string = randomUUID()
  private readonly database: Database
  private readonly clock: Clock
  private readonly limiter: RateLimiter
  private round = 0
  /** The others: how far they were, and when that was seen first. */
  private readonly others = new Map<string, { beat: number; since: number }>()
  /** Not reported yet. */
  private untold = new Map<string, number>()

  constructor(database: Database, clock: Clock, limiter: RateLimiter) {
    this.database = database
    this.clock = clock
    this.limiter = limiter
  }

  async exchange(): Promise<void> {
    this.round++
    const uses = this.limiter.takeUses()
    for (const [caller_id, used] of this.untold) uses.set(caller_id, (uses.get(caller_id) ?? 0) + used)
    this.untold = uses
    if (uses.size === 0 && this.round % BEAT_EVERY !== 1) return
    // In one order everywhere: two processes that count the same callers wait for each other, and never in a ring.
    const rows = [...uses].map(([caller_id, used]) => ({ caller_id, used })).sort((a, b) => (a.caller_id < b.caller_id ? -1 : 1))
    const { totals, processes } = await this.database.write(async (tx) => {
      await beat(tx, [{ id: this.id, beat: this.round }])
      const counted = await count(tx, rows)
      return { totals: new Map(counted.map((row) => [row.caller_id, Number(row.used)])), processes: await this.look(tx) }
    })
    this.untold = new Map()
    this.limiter.share(totals, uses, processes, this.clock.now_ms())
  }

  /** How many processes are alive, including this one; removes the rows of those that have long been gone. */
  private async look(tx: WriteTx): Promise<number> {
    const now = performance.now()
    let living = 1
    for (const { id, beat } of await listProcesses.all(tx, {})) {
      if (id === this.id) continue
      const known = this.others.get(id)
      const since = known && known.beat === Number(beat) ? known.since : now
      this.others.set(id, { beat: Number(beat), since })
      if (now - since < GONE_AFTER_MS) living++
      else if (now - since > REMOVED_AFTER_MS) removeProcess.post(tx, { id })
    }
    return living
  }
}
