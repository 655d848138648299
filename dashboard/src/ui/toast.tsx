import { useSyncExternalStore } from 'react'

interface Toast {
  id: number
  text: string
  is_error: boolean
  about: string | undefined
  undo: (() => void) | undefined
  open: (() => void) | undefined
}

const SHOWN_MS = 5_000
/** A person who did it by accident needs a moment longer. */
const UNDO_MS = 10_000
let toasts: readonly Toast[] = []
let next_id = 1
const listeners = new Set<() => void>()

/**
 * Reports in one sentence what was done, or what went wrong, for five seconds. A second message `about` the same thing replaces the first;
 * `undo` reverts it, `open` leads to what was made.
 */
export function toast(
  text: string,
  kind: 'done' | 'error' = 'done',
  more: { about?: string; undo?: () => void; open?: () => void } = {},
): void {
  const one = { id: next_id++, text, is_error: kind === 'error', about: more.about, undo: more.undo, open: more.open }
  const others = toasts.filter((other) => other.about === undefined || other.about !== one.about)
  set([...others, one].slice(-3))
  setTimeout(() => dismiss(one), one.undo || one.open ? UNDO_MS : SHOWN_MS)
}

/** Where toasts appear. It is always on the page: screen readers follow only regions that were there before. */
export function Toaster() {
  const shown = useSyncExternalStore(subscribe, () => toasts)
  return (
    <div
      role="status"
      aria-live="polite"
      className="pointer-events-none fixed inset-x-3 bottom-4 z-50 flex flex-col items-center gap-2"
    >
      {shown.map((one) => (
        <p
          key={one.id}
          className={`max-w-[min(28rem,100%)] rounded-lg wrap-anywhere px-4 py-2.5 text-sm font-medium shadow-lg ${one.is_error ? 'bg-danger-solid text-white' : 'bg-ink text-canvas'}`}
        >
          {one.text}
          {one.undo && <Act one={one} label="Undo" act={one.undo} />}
          {one.open && <Act one={one} label="Open" act={one.open} />}
        </p>
      ))}
    </div>
  )
}

function Act({ one, label, act }: { one: Toast; label: string; act: () => void }) {
  return (
    <button
      type="button"
      className="pointer-events-auto -my-1 ml-3 rounded-[5px] px-2 py-1 underline"
      onClick={() => {
        dismiss(one)
        act()
      }}
    >
      {label}
    </button>
  )
}

function dismiss(one: Toast): void {
  set(toasts.filter((other) => other.id !== one.id))
}

function set(next: readonly Toast[]): void {
  toasts = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
