/** How often something that happens again and again is told. */
const TOLD_EVERY_MS = 60_000

/** Bounds what is logged of faults that happen again and again: each is told once a minute, with how often it happened. */
export class Telling {
  private readonly told = new Map<string, { at_ms: number; untold: number }>()

  /**
   * Counts one more time that `what` happened. Gives how often it did since it was told last, to be told now; 0 while that was less than a minute
   * ago. `now_ms` is monotonic.
   */
  count(what: string, now_ms: number): number {
    const last = this.told.get(what) ?? { at_ms: Number.NEGATIVE_INFINITY, untold: 0 }
    last.untold++
    if (now_ms - last.at_ms < TOLD_EVERY_MS) return 0
    this.forgetOld(now_ms)
    this.told.set(what, { at_ms: now_ms, untold: 0 })
    return last.untold
  }

  /** What was told so long ago would be told at once, as if it were new. */
  private forgetOld(now_ms: number): void {
    for (const [what, { at_ms }] of this.told) if (now_ms - at_ms >= TOLD_EVERY_MS) this.told.delete(what)
  }
}
