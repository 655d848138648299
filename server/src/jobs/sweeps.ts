// When the work that no request asks for is done: at the start, at each UTC midnight, and every hour in between.

import type { Clock } from '../kernel/clock.ts'
import type { Leadership } from './leadership.ts'

const HOUR_MS = 60 * 60 * 1000
/** A moment into the new hour, so that no rounding of a timer runs the sweep of midnight on the old day. */
const AFTER_THE_HOUR_MS = 50

/** A piece of such work. It gets the time, and must be safe to run at any moment and twice. */
export type Sweep = (now_ms: number) => Promise<unknown>

/** How long to wait until the next sweeps are due: until the next full hour of UTC, which midnight is one of. */
export function untilNextSweep_ms(now_ms: number): number {
  return HOUR_MS - (now_ms % HOUR_MS) + AFTER_THE_HOUR_MS
}

/**
 * Runs the sweeps now and at each full hour, where several processes share the database in one of them only. `stop` waits for one that is
 * running. A sweep that fails is told to `onError` and tried again.
 */
export function startSweeps(
  sweeps: readonly Sweep[],
  clock: Clock,
  leadership: Leadership,
  onError: (error: unknown) => void,
): { stop(): Promise<void> } {
  let timer: NodeJS.Timeout | undefined
  let is_stopped = false
  let running: Promise<void> = Promise.resolve()
  const runAll = async () => {
    for (const sweep of leadership.isHeld() ? sweeps : []) {
      try {
        await sweep(clock.now_ms())
      } catch (error) {
        onError(error)
      }
    }
    if (is_stopped) return
    clearTimeout(timer)
    timer = setTimeout(() => (running = runAll()), untilNextSweep_ms(clock.now_ms()))
    timer.unref()
  }
  // Not waited for: the process that takes over has to show that it lives meanwhile.
  void leadership.onTaken(async () => {
    // A process that is ending may still be handed it by another one that ends.
    if (!is_stopped) running = running.then(runAll)
  })
  return {
    async stop() {
      is_stopped = true
      clearTimeout(timer)
      await running
    },
  }
}
