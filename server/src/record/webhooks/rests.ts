// Companies that pause after a failed round, so that the others continue at full speed.
import type { CompanyId } from '../../kernel/ids.ts'

/** How long a company pauses after its first fault; twice as long after each further one, up to the bound. */
const FIRST_REST_MS = 1_000
const LONGEST_REST_MS = 30_000
/** How often the faults of one company are told. */
const TOLD_EVERY_MS = 60_000

interface Rest {
  /** How long the last rest was; 0 once a round has succeeded since. */
  rest_ms: number
  until_ms: number
  told_at_ms: number
  /** Faults since they were told last. */
  untold: number
}

/** Tracks which companies rest. `now_ms` is monotonic. `onFault` is called at most once a minute per company, with the number of faults. */
export class Rests {
  private readonly now_ms: () => number
  private readonly onFault: (company_id: CompanyId, error: unknown, faults: number) => void
  private readonly rests = new Map<CompanyId, Rest>()

  constructor(now_ms: () => number, onFault: (company_id: CompanyId, error: unknown, faults: number) => void) {
    this.now_ms = now_ms
    this.onFault = onFault
  }

  /** A round of the company failed. */
  begin(company_id: CompanyId, error: unknown): void {
    const now = this.now_ms()
    let rest = this.rests.get(company_id)
    if (!rest) {
      rest = { rest_ms: 0, until_ms: 0, told_at_ms: Number.NEGATIVE_INFINITY, untold: 0 }
      this.rests.set(company_id, rest)
    }
    rest.rest_ms = Math.min(LONGEST_REST_MS, Math.max(FIRST_REST_MS, rest.rest_ms * 2))
    rest.until_ms = now + rest.rest_ms
    rest.untold++
    if (now - rest.told_at_ms < TOLD_EVERY_MS) return
    this.forgetOld(now)
    this.onFault(company_id, error, rest.untold)
    rest.told_at_ms = now
    rest.untold = 0
  }

  /** A round of the company succeeded: its next fault is a first one again. */
  end(company_id: CompanyId): void {
    const rest = this.rests.get(company_id)
    if (rest) rest.rest_ms = rest.until_ms = 0
  }

  isResting(company_id: CompanyId): boolean {
    const rest = this.rests.get(company_id)
    return rest !== undefined && rest.until_ms > this.now_ms()
  }

  /** In how many ms the next rest ends; `Infinity` when no company rests. */
  untilNext_ms(): number {
    const now = this.now_ms()
    let wait_ms = Number.POSITIVE_INFINITY
    for (const { until_ms } of this.rests.values()) if (until_ms > now) wait_ms = Math.min(wait_ms, until_ms - now)
    return wait_ms
  }

  /** Of companies that work again only what was told lately is remembered: one that fails now and then is not told each time. */
  private forgetOld(now: number): void {
    for (const [company_id, { rest_ms, told_at_ms }] of this.rests) {
      if (rest_ms === 0 && now - told_at_ms >= TOLD_EVERY_MS) this.rests.delete(company_id)
    }
  }
}
