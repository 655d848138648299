import { useEffect, useState } from 'react'

/** Longer than two clicks of a double click are apart, and than somebody needs to see what is there now. */
const LOCKED_MS = 600
/** A page that an action leads to shows its buttons within this, or they are no surprise any more. */
const CARRIED_MS = 1_500
/** When the last action was under way. */
let last_ms = Number.NEGATIVE_INFINITY

/**
 * Whether the actions of a page are locked: while one is under way, and until a moment after what it changed is shown. Another button stands
 * where the first one stood by then, on this page or the next, and a second click is not meant for it.
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
