// Outcomes of attempts, in memory until a round stores them.
import type { CompanyId } from '../../kernel/ids.ts'
import type { Finished } from './round.ts'

/** Finished attempts. `isOut` says for which companies nothing can be stored now: theirs stay, and are not counted. */
export class Unwritten {
  private readonly isOut: (company_id: CompanyId) => boolean
  private waiting: { finished: Finished; since_ms: number }[] = []

  constructor(isOut: (company_id: CompanyId) => boolean) {
    this.isOut = isOut
  }

  add(finished: Finished): void {
    this.waiting.push({ finished, since_ms: performance.now() })
  }

  /** Takes back what could not be stored: it comes first again. */
  addAgain(finished: readonly Finished[]): void {
    const since_ms = performance.now()
    this.waiting.unshift(...finished.map((one) => ({ finished: one, since_ms })))
  }

  /** Takes the first ones, at most `most`. */
  take(most: number): Finished[] {
    const taken: Finished[] = []
    this.waiting = this.waiting.filter(({ finished }) => {
      if (taken.length === most || this.isOut(finished.claimed.company_id)) return true
      taken.push(finished)
      return false
    })
    return taken
  }

  /** All of it, whatever company it is of. */
  all(): Finished[] {
    return this.waiting.map(({ finished }) => finished)
  }

  /** How many can be written down. */
  count(): number {
    return this.waiting.reduce((count, { finished }) => count + (this.isOut(finished.claimed.company_id) ? 0 : 1), 0)
  }

  /** Since when the first of them has waited, by `performance.now()`; undefined if there is none. */
  since_ms(): number | undefined {
    return this.waiting.find(({ finished }) => !this.isOut(finished.claimed.company_id))?.since_ms
  }
}
