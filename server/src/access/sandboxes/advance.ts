// The job that moves the clock of a sandbox to where it was asked to be, through every day and every wait on the way.
import { setTimeout as sleep } from 'node:timers/promises'
import { errorText } from '../../jobs/job.ts'
import { defineJob, type JobKind } from '../../jobs/job-kind.ts'
import { enqueue } from '../../jobs/queue.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { CompanyId } from '../../kernel/ids.ts'
import type { Database, Tx, WriteTx } from '../../sql/database.ts'
import { findCompanyRow, saveCompany } from '../companies/repository.ts'
import { nowFor } from '../companies/time.ts'
import { nextStop } from './sandbox.ts'

/** Work of other rooms that waits for a time by the machine's clock, and so has to be moved with the company's. */
export interface Waits {
  /** How long it is until the next is due, in milliseconds: 0 or less while something is, or runs; undefined: nothing waits. */
  untilNext(tx: Tx, company_id: CompanyId): Promise<number | undefined>
  /** Brings forward what waits by so many milliseconds. */
  bringForward(tx: WriteTx, company_id: CompanyId, by_ms: number): Promise<void>
}

/** What is done when a day begins, for one sandbox; see `sweepScopes`. */
export type DaySweep = (database: Database, now_ms: number, only: CompanyId) => Promise<unknown>

export interface AdvanceParts {
  clock: Clock
  sweeps: readonly DaySweep[]
  waits: readonly Waits[]
}

/** How long a stop waits for what is due: a receiver may be slow, and a job may fail for hours. */
const LONGEST_PAUSE_MS = 10_000
const LOOKED_EVERY_MS = 20
/** After this a new job continues: others have their turn, and restarts on a long way are not failures of one job. */
const LONGEST_RUN_MS = 20_000
/** Faults that a run names. */
const MOST_FAULTS = 5

/**
 * Makes the job. It goes from stop to stop: does what a new day brings, waits until what is due is done, and moves the clock on. Where the clock
 * is, is stored with each step, so a run that was cut short goes on from there.
 */
export function advanceOf({ clock, sweeps, waits }: AdvanceParts): JobKind<null> {
  const advance: JobKind<null> = defineJob({
    kind: 'sandbox.advance',
    // A run mostly waits: several would take the places of other jobs.
    concurrency: 1,
    limit_ms: 60 * 60_000,
    async run({ database, company_id, signal }) {
      const id = company_id!
      const until = performance.now() + LONGEST_RUN_MS
      const faults = new Set<string>()
      for (let stops = 1; ; stops++) {
        // What fails there, fails as it would without a sandbox: the clock goes on.
        for (const sweep of sweeps) await sweep(database, clock.now_ms(), id).catch((error) => faults.add(errorText(error)))
        signal.throwIfAborted()
        const waits_ms = await settled(database, waits, id, signal)
        const is_over = await database.write(async (tx) => {
          const is_there = await step(tx, waits, id, clock.now_ms(), waits_ms)
          if (is_there || performance.now() < until) return is_there
          await enqueue(tx, { kind: advance, company_id: id, payload: null }, clock.now_ms())
          return true
        }, id)
        if (is_over) return { stops, ...(faults.size > 0 && { faults: [...faults].slice(0, MOST_FAULTS) }) }
      }
    },
  })
  return advance
}

/** Waits until nothing of the company is due, for a limited time; gives how long it is until something is. */
async function settled(
  database: Database,
  waits: readonly Waits[],
  company_id: CompanyId,
  signal: AbortSignal,
): Promise<number | undefined> {
  const until = performance.now() + LONGEST_PAUSE_MS
  for (;;) {
    signal.throwIfAborted()
    const times = await database.readOne(async (tx) => {
      const found: number[] = []
      for (const wait of waits) found.push((await wait.untilNext(tx, company_id)) ?? Number.POSITIVE_INFINITY)
      return found
    })
    const next = Math.min(...times)
    if (next > 0) return Number.isFinite(next) ? next : undefined
    if (performance.now() >= until) return undefined
    await sleep(LOOKED_EVERY_MS, undefined, { signal })
  }
}

/** Moves the clock to the next stop; true once it is where it was asked to be. */
async function step(
  tx: WriteTx,
  waits: readonly Waits[],
  company_id: CompanyId,
  real_ms: number,
  waits_ms: number | undefined,
): Promise<boolean> {
  const company = await findCompanyRow(tx, company_id)
  if (company?.clock_ahead_ms == null || company.sandbox_advances_to === null) return true
  const now_ms = nowFor(company, real_ms)
  const target_ms = Date.parse(company.sandbox_advances_to)
  if (now_ms >= target_ms) {
    saveCompany(tx, { ...company, sandbox_advances_to: null })
    return true
  }
  const by_ms = nextStop(company, now_ms, target_ms, waits_ms) - now_ms
  saveCompany(tx, { ...company, clock_ahead_ms: company.clock_ahead_ms + by_ms })
  for (const wait of waits) await wait.bringForward(tx, company_id, by_ms)
  return false
}
