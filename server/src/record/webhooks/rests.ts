// Companies that pause after a failed round, so that the others continue at full speed.
import type { CompanyId } from '../../kernel/ids.ts'
import { Telling } from '../../kernel/telling.ts'

/** How long a company pauses after its first fault; twice as long after each further one, up to the bound. */
const FIRST_REST_MS = 1_000
const LONGEST_REST_MS = 30_000

interface Rest {
  /** How long it is in all. */
  rest_ms: number
  until_ms: number
}

/** Tracks which companies rest. `now_ms` is monotonic. `onFault` is called at most once a minute per company, with the number of faults. */
export class Rests {
  private readonly now_ms: () => number
  private readonly onFault: (company_id: CompanyId, error: unknown, faults: number) => void
  /** Of companies whose last round failed. */
  private readonly rests = new Map<CompanyId, Rest>()
  private readonly telling = new Telling()

  constructor(now_ms: () => number, onFault: (company_id: CompanyId, error: unknown, faults: number) => void) {
    this.now_ms = now_ms
    this.onFault = onFault
  }

  /** A round of the company failed. */
  begin(company_id: CompanyId, error: unknown): void {
    const now = this.now_ms()
    const last_ms = this.rests.get(company_id)?.rest_ms ?? 0
    const rest_ms = Math.min(LONGEST_REST_MS, Math.max(FIRST_REST_MS, last_ms * 2))
    this.rests.set(company_id, { rest_ms, until_ms: now + rest_ms })
    const faults = this.telling.count(company_id, now)
    if (faults > 0) this.onFault(company_id, error, faults)
  }

  /** A round of the company succeeded: its next fault is a first one again. */
  end(company_id: CompanyId): void {
    this.rests.delete(company_id)
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
}
