import { useSyncExternalStore } from 'react'
import { nowMs } from './clock.ts'
import { ago } from './format.ts'

const EVERY_MS = 15_000
let now_ms = nowMs()
let timer: number | undefined
const listeners = new Set<() => void>()

/** How long ago a moment is, or how far ahead; it stays true while the page is open. */
export function Ago({ moment }: { moment: string }) {
  return ago(
    moment,
    useSyncExternalStore(subscribe, () => now_ms),
  )
}

/** One clock for all of them; it stops while there are none. */
function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    tick()
    timer = window.setInterval(tick, EVERY_MS)
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) clearInterval(timer)
  }
}

function tick(): void {
  now_ms = nowMs()
  for (const listener of listeners) listener()
}
