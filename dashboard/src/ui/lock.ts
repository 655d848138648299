import { useEffect, useState } from 'react'

/** Longer than the time between two clicks of a double click, and than a person needs to see what changed. */
const LOCKED_MS = 600
/** A page that an action leads to shows its buttons within this, or they are no surprise any more. */
const CARRIED_MS = 1_500
/** When the last action was under way. */
let last_ms = Number.NEGATIVE_INFINITY

/**
 * Whether the actions of a page are locked: while one is running, and until a moment after its result is shown. Another button may be
 * where the first one was by then, on this page or the next, and a second click is not meant for it.
 */
export function useLock(is_pending: boolean): boolean {
  const [is_locked, setLocked] = useState(() => performance.now() - last_ms < CARRIED_MS)
  useEffect(() => {
    if (is_pending) {
      setLocked(true)
      last_ms = performance.now()
      return () => {
        last_ms = performance.now()
      }
    }
    if (!is_locked) return
    const timer = setTimeout(() => setLocked(false), LOCKED_MS)
    return () => clearTimeout(timer)
  }, [is_pending, is_locked])
  return is_pending || is_locked
}
