// Running rounds of companies, and the pauses after failed ones: a fault of one company does not hold up the others.
import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { CompanyId } from '../../kernel/ids.ts'
import { Telling } from '../../kernel/telling.ts'
import { Rests } from './rests.ts'
import type { SteadyTime } from './steady-time.ts'

/** How long the dispatcher rests after a fault that is not one company's own. */
const FAULT_WAIT_MS = 1_000
/** A company whose transaction takes longer, behind a lock perhaps, is not waited for, unless so many companies are behind. */
const SLOW_MS = 100
const MOST_SLOW = 4

export class CompanyRounds {
  private readonly time: SteadyTime
  private readonly log: Logger
  private readonly onEnd: () => void
  private readonly rounds = new Map<CompanyId, Promise<void>>()
  private readonly rests: Rests
  private readonly telling = new Telling()
  private resume_at = 0

  /** `onEnd` is called when a round has ended. */
  constructor(time: SteadyTime, log: Logger, onEnd: () => void) {
    this.time = time
    this.log = log
    this.onEnd = onEnd
    this.rests = new Rests(
      () => time.now_ms(),
      (company_id, error, faults) =>
        log.error({ err: error, company_id, faults }, 'the webhooks of a company could not be dispatched; trying again'),
    )
  }

  /** Whether nothing can be done for a company now: a round of it is under way, or it rests. */
  isOut(company_id: CompanyId): boolean {
    return this.rounds.has(company_id) || this.rests.isResting(company_id)
  }

  /** Handles the end of a company's round, whenever that is: when it failed for a reason of its own, only the company pauses. */
  add(company_id: CompanyId, round: Promise<void>): void {
    const ended = round
      .then(() => this.rests.end(company_id))
      .catch((error) =>
        this.time.probe().then(
          () => this.rests.begin(company_id, error),
          (fault) => this.rest(fault),
        ),
      )
      .finally(() => {
        this.rounds.delete(company_id)
        this.onEnd()
      })
    this.rounds.set(company_id, ended)
  }

  /** The running rounds; none of them rejects. */
  underWay(): Promise<void>[] {
    return [...this.rounds.values()]
  }

  /** Waits until there is room for more rounds. */
  async room(): Promise<void> {
    while (this.rounds.size >= MOST_SLOW) await Promise.race(this.underWay())
  }

  /** Waits for the rounds under way, but not for long. */
  async mostlyEnded(): Promise<void> {
    const timer = new AbortController()
    const late = pause(SLOW_MS, undefined, { signal: timer.signal }).catch(() => {})
    await Promise.race([Promise.all(this.underWay()), late])
    timer.abort()
  }

  /** Rests after a fault that is not one company's own. */
  rest(error: unknown): void {
    const now = performance.now()
    this.resume_at = now + FAULT_WAIT_MS
    const faults = this.telling.count('', now)
    if (faults > 0) this.log.error({ err: error, faults }, 'webhooks could not be dispatched; trying again')
  }

  /** In how many ms the pause of all companies ends; 0 or less if there is none. */
  restsFor_ms(): number {
    return this.resume_at - performance.now()
  }

  /** In how many ms the next pause of a company ends; `Infinity` if there is none. */
  untilNext_ms(): number {
    return this.rests.untilNext_ms()
  }
}
