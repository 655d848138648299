// Runs the jobs that are due, in each process some, and takes up those whose process has ended. How it loses nothing: decisions/028-jobs.md.
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Clock } from '../kernel/clock.ts'
import { ApiError } from '../kernel/errors.ts'
import type { CompanyId } from '../kernel/ids.ts'
import { Telling } from '../kernel/telling.ts'
import type { Database, WriteTx } from '../sql/database.ts'
import { afterFailure, afterLoss, afterRelease, afterSuccess, type Outcome } from './job.ts'
import type { AnyJobKind, JobRun } from './job-kind.ts'
import { MOST_RUNNING, pickJobs } from './picking.ts'
import { ensureRecurring } from './queue.ts'
import {
  beatJob,
  claimJob,
  type DueJob,
  earliestDue,
  endLostWaits,
  hasLostWait,
  JOBS_TOPIC,
  listDue,
  listRunning,
  lockJob,
  saveOutcome,
} from './repository.ts'
import type { JobsTable } from './table.ts'

/** How often it polls, for jobs whose notice was lost. */
const POLL_MS = 2_000
/** How soon it looks again when others were quicker, or when the database could not be asked. */
const RETRY_MS = 50
const FAULT_WAIT_MS = 1_000
/** How often a running job shows that its process lives, and how often the others look. */
const BEAT_MS = 3_000
/** A process counts as gone when its run has not moved for this long, by the watching process's own clock. */
const GONE_AFTER_MS = 15_000
/** A wait that starts further in the future was started before the clock was set back. Clocks of processes differ by less. */
const CLOCKS_DIFFER_MS = 60_000
/** How long jobs under way may take when the process is asked to end. */
const STOP_GRACE_MS = 5_000

export interface RunnerParts {
  database: Database
  clock: Clock
  log: Logger
  kinds: readonly AnyJobKind[]
  random?: () => number
  /** Runs each job by way of this, which calls `run` once and gives its outcome: for metrics and traces. */
  observeRun?: ObserveRun | undefined
  /** For tests, which do not wait as long. */
  timing?: { beat_ms?: number; gone_after_ms?: number; stop_grace_ms?: number }
}

/** What came of a run: `released` when the process ended before it, or another process had taken it over. */
export type RunOutcome = 'done' | 'failed' | 'retried' | 'released'
export type ObserveRun = (kind: string, run: () => Promise<RunOutcome>) => Promise<RunOutcome>

export interface JobRunner {
  /** Starts: takes over what an earlier process left, runs recurring jobs, and what is due. */
  start(): void
  /** Makes recurring jobs due now: for the process that takes over from one that is gone, which may have missed an hour. */
  hurry(): void
  /** Resolves when nothing is under way and nothing is due; at once after the end. */
  idle(): Promise<void>
  /** Ends: jobs under way get a few seconds, the rest is given back. */
  stop(): Promise<void>
}

/** The lease of a run has passed to another process: what the run changed is undone. */
class LeaseLost extends Error {}
class TakesTooLong extends Error {}

interface Running {
  job: JobsTable
  abort: AbortController
  ended: Promise<void>
}

export function createJobRunner(parts: RunnerParts): JobRunner {
  return new Runner(parts)
}

class Runner implements JobRunner {
  private readonly database: Database
  private readonly clock: Clock
  private readonly random: () => number
  private readonly timing: { beat_ms: number; gone_after_ms: number; stop_grace_ms: number }
  private readonly kinds: ReadonlyMap<string, AnyJobKind>
  private readonly log: Logger
  private readonly observeRun: ObserveRun
  private readonly telling = new Telling()
  private readonly id = randomUUID()
  private readonly running = new Map<string, Running>()
  /** The company that each kind's jobs were looked for last, where there were too many to look at all. */
  private readonly resumed_after = new Map<string, string>()
  /** The runs of other processes, as they were first seen, and when. */
  private watched = new Map<string, { seen: string; since: number }>()
  private watched_at = Number.NEGATIVE_INFINITY
  private is_prepared = false
  private is_stopped = false
  private wakeUp = () => {}
  private was_woken = false
  private looping: Promise<void> = Promise.resolve()
  private beats: NodeJS.Timeout | undefined
  private unsubscribe = () => {}
  private idleWaiters: (() => void)[] = []

  constructor(parts: RunnerParts) {
    this.database = parts.database
    this.clock = parts.clock
    this.log = parts.log
    this.observeRun = parts.observeRun ?? ((_, run) => run())
    this.random = parts.random ?? Math.random
    this.timing = { beat_ms: BEAT_MS, gone_after_ms: GONE_AFTER_MS, stop_grace_ms: STOP_GRACE_MS, ...parts.timing }
    this.kinds = new Map(parts.kinds.map((kind) => [kind.kind, kind]))
    if (this.kinds.size < parts.kinds.length) throw new Error('Two kinds of jobs have the same name')
  }

  start(): void {
    this.unsubscribe = this.database.onNotify((topics) => {
      if (topics.has(JOBS_TOPIC)) this.wake()
    })
    this.beats = setInterval(() => void this.beat(), this.timing.beat_ms)
    this.beats.unref()
    this.looping = this.loop()
  }

  async idle(): Promise<void> {
    if (this.is_stopped) return
    this.wake()
    await new Promise<void>((resolve) => this.idleWaiters.push(resolve))
  }

  async stop(): Promise<void> {
    this.is_stopped = true
    this.unsubscribe()
    this.wake()
    await this.looping
    const timer = new AbortController()
    const late = pause(this.timing.stop_grace_ms, undefined, { signal: timer.signal }).catch(() => {})
    await Promise.race([Promise.all([...this.running.values()].map(({ ended }) => ended)), late])
    timer.abort()
    clearInterval(this.beats)
    const left = [...this.running.values()]
    for (const { abort } of left) abort.abort()
    await Promise.all(left.map(({ job }) => this.end(job, afterRelease(job, this.clock.now_ms())).catch(() => {})))
    this.settleIdle()
  }

  hurry(): void {
    this.is_prepared = false
    this.wake()
  }

  /** Takes over what an earlier process left, and makes recurring jobs due. */
  private async prepare(): Promise<void> {
    // Where only one process can be on the database, everything that is running there and not here was left by an earlier process.
    const left = this.database.is_exclusive ? await this.database.readOne(listRunning) : []
    await this.takeUp(left.filter(({ id }) => !this.running.has(id)))
    const recurring = [...this.kinds.values()].filter(({ every }) => every)
    this.is_prepared = true
    try {
      await this.database.write(async (tx) => {
        await Promise.all(recurring.map((kind) => ensureRecurring(tx, kind, this.clock.now_ms())))
      })
    } catch (error) {
      this.is_prepared = false
      throw error
    }
  }

  private wake(): void {
    this.was_woken = true
    this.wakeUp()
  }

  private async loop(): Promise<void> {
    while (!this.is_stopped) {
      let wait_ms = FAULT_WAIT_MS
      this.was_woken = false
      // A caller from here on may know of a later time than this round.
      const waiters = this.idleWaiters.length
      try {
        if (!this.is_prepared) await this.prepare()
        await this.watch()
        wait_ms = await this.round(waiters)
      } catch (error) {
        this.tell('jobs could not be looked for; trying again', error)
      }
      if (this.is_stopped || this.was_woken || wait_ms <= 0) continue
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, wait_ms)
        timer.unref()
        this.wakeUp = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    }
  }

  /** Starts what is due and has room; returns how long nothing more will be due. */
  private async round(waiters: number): Promise<number> {
    const now_ms = this.clock.now_ms()
    // A kind without room is not queried: nothing is known of its waiting jobs.
    const is_quiet = this.running.size === 0
    const free = [...this.kinds.values()].filter((kind) => this.hasRoom(kind))
    const earliest = await this.database.read((tx) => Promise.all(free.map(({ kind }) => earliestDue(tx, kind))))
    const due = free.filter((_, index) => (earliest[index] ?? Number.POSITIVE_INFINITY) <= now_ms)
    if (due.length === 0) {
      if (is_quiet) this.settleIdle(waiters)
      return Math.min(POLL_MS, ...earliest.map((at) => (at ?? Number.POSITIVE_INFINITY) - now_ms))
    }
    const claimed = await this.claim(due, now_ms)
    for (const job of claimed) this.begin(job)
    return claimed.length > 0 ? 0 : RETRY_MS
  }

  private hasRoom(kind: AnyJobKind): boolean {
    if (this.running.size >= MOST_RUNNING) return false
    return [...this.running.values()].filter(({ job }) => job.kind === kind.kind).length < kind.concurrency
  }

  private async claim(due: readonly AnyJobKind[], now_ms: number): Promise<JobsTable[]> {
    const running = [...this.running.values()].map(({ job }) => job)
    const concurrencyOf = (kind: string) => this.kinds.get(kind)!.concurrency
    // Read before the transaction: transactions of no company share a commit, and requests may wait for what one of them has locked.
    const listed = await this.database.read((tx) =>
      Promise.all(due.map(({ kind }) => listDue(tx, kind, now_ms, this.resumed_after.get(kind) ?? ''))),
    )
    for (const [index, { after }] of listed.entries()) this.resumed_after.set(due[index]!.kind, after)
    return this.database.write(async (tx) => {
      const left = new Set<DueJob>(listed.flatMap(({ jobs }) => jobs))
      const claimed: JobsTable[] = []
      // Others are picked instead of those that another process has claimed.
      for (;;) {
        const picked = pickJobs([...left], [...running, ...claimed], concurrencyOf)
        if (picked.length === 0) return claimed
        const jobs = await Promise.all(picked.map((job) => claimJob(tx, job, `${this.id} ${randomUUID()}`, now_ms)))
        for (const job of picked) left.delete(job)
        claimed.push(...jobs.filter((job) => job !== undefined))
      }
    })
  }

  private begin(job: JobsTable): void {
    const abort = new AbortController()
    const observed = this.observeRun(job.kind, () => this.run(job, abort))
    const ended = observed.then(() => {
      this.running.delete(job.id)
      this.wake()
    })
    this.running.set(job.id, { job, abort, ended })
  }

  /** Runs a job and stores its outcome. Never rejects. */
  private async run(job: JobsTable, abort: AbortController): Promise<RunOutcome> {
    const kind = this.kinds.get(job.kind)!
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        reject(new TakesTooLong(`It ran for more than ${Math.round(kind.limit_ms / 1000)} s`))
        abort.abort()
      }, kind.limit_ms)
      timer.unref()
      // Given back already.
      abort.signal.addEventListener('abort', () => reject(new LeaseLost()))
    })
    try {
      await Promise.race([this.handle(kind, job, abort.signal), late])
      return 'done'
    } catch (error) {
      if (error instanceof LeaseLost || (this.is_stopped && abort.signal.aborted)) return 'released'
      return await this.fail(kind, job, error)
    } finally {
      clearTimeout(timer)
    }
  }

  private async handle(kind: AnyJobKind, job: JobsTable, signal: AbortSignal): Promise<void> {
    const payload: unknown = JSON.parse(job.payload)
    const check: AnyJobKind['check'] = kind.check
    check(payload)
    const company_id = job.company_id || null
    const run: JobRun<unknown> = { id: job.id, company_id, payload, attempt: job.attempts, now_ms: this.clock.now_ms() }
    const done = async (tx: WriteTx, result: unknown) => {
      const is_saved = await saveOutcome(tx, job, afterSuccess(kind, job, result, this.clock.now_ms()))
      if (!is_saved) throw new LeaseLost()
    }
    if ('change' in kind) {
      const change = async (tx: WriteTx) => done(tx, await kind.change(tx, run))
      await this.database.write(change, company_id ?? undefined)
    } else {
      const result = await kind.run({ ...run, database: this.database, signal })
      await this.database.write((tx) => done(tx, result), company_id ?? undefined)
    }
  }

  private async fail(kind: AnyJobKind, job: JobsTable, error: unknown): Promise<'failed' | 'retried'> {
    const outcome = afterFailure(kind, job, error, this.clock.now_ms(), this.random())
    const what = outcome.state === 'failed' ? 'a job failed' : 'a job failed; trying again'
    const { id: job_id, company_id, attempts } = job
    this.tell(`${what}: ${job.kind}`, error, { kind: job.kind, job_id, company_id: company_id || undefined, attempts })
    // Where not even that can be written, nothing shows any more that it runs, and it is taken up.
    await this.end(job, outcome).catch((fault) => this.tell('what came of a job could not be written down', fault))
    return outcome.state === 'failed' ? 'failed' : 'retried'
  }

  private end(job: JobsTable, outcome: Outcome): Promise<boolean> {
    return this.database.write((tx) => saveOutcome(tx, job, outcome), (job.company_id || undefined) as CompanyId | undefined)
  }

  private tell(sentence: string, error: unknown, details: object = {}): void {
    // A database that is away, or a full disk, fails whatever runs: that is logged once, not once for each kind of job.
    const what = error instanceof ApiError && error.status === 503 ? 'unavailable' : sentence
    const failures = this.telling.count(what, performance.now())
    if (failures > 0) this.log.error({ err: error, ...details, failures }, sentence)
  }

  /** Shows of the jobs under way that this process lives. */
  private async beat(): Promise<void> {
    if (this.running.size === 0) return
    const jobs = [...this.running.values()].map(({ job }) => job)
    try {
      await this.database.write(async (tx) => {
        for (const job of jobs) beatJob(tx, job)
      })
    } catch (error) {
      this.tell('it could not be shown that jobs run; trying again', error)
    }
  }

  /**
   * Takes over the runs of processes that are gone, and makes due what waits because the clock was set back. No two clocks are compared: a
   * watching process uses its own to see whether a run moves.
   */
  private async watch(): Promise<void> {
    const now = performance.now()
    if (now - this.watched_at < this.timing.beat_ms) return
    const after_ms = this.clock.now_ms() + CLOCKS_DIFFER_MS
    const [rows, has_lost_wait] = await this.database.read((tx) => Promise.all([listRunning(tx), hasLostWait(tx, after_ms)]))
    if (has_lost_wait) await this.database.write(async (tx) => endLostWaits(tx, after_ms, this.clock.now_ms()))
    const watched: typeof this.watched = new Map()
    const gone: JobsTable[] = []
    for (const row of rows) {
      if (this.running.get(row.id)?.job.lease === row.lease) continue
      const seen = `${row.lease} ${row.beat}`
      const before = this.watched.get(row.id)
      const since = before?.seen === seen ? before.since : performance.now()
      watched.set(row.id, { seen, since })
      if (now - since >= this.timing.gone_after_ms) gone.push(row)
    }
    this.watched = watched
    this.watched_at = now
    await this.takeUp(gone)
  }

  private async takeUp(jobs: readonly JobsTable[]): Promise<void> {
    for (const { company_id, id, lease, beat } of jobs) {
      await this.database.write(
        async (tx) => {
          const job = await lockJob(tx, { company_id, id })
          if (job?.state !== 'running' || job.lease !== lease || job.beat !== beat) return
          const kind = this.kinds.get(job.kind)
          // Of a newer version: its processes know how to run it.
          if (kind) await saveOutcome(tx, job, afterLoss(kind, job, this.clock.now_ms(), this.random()))
        },
        (company_id || undefined) as CompanyId | undefined,
      )
    }
  }

  private settleIdle(count = this.idleWaiters.length): void {
    for (const resolve of this.idleWaiters.splice(0, count)) resolve()
  }
}
