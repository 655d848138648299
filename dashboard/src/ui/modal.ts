import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

/** Where the focus goes once a dialog is open: a form and the palette start at their first field. */
const FIRST_FIELD = ':is(form, [cmdk-root]) :is(input, select, textarea):not(:disabled)'

/**
 * Opens a `<dialog popover="manual">` in two frames, closes it before it leaves the page, and restores the focus. Returns whether the second
 * frame has come, and the dialog's content is to be drawn.
 *
 * A modal dialog makes the page behind it inert: the browser recalculates the style of each of its elements, which takes as long as all the
 * rest. So the click or key is answered by the dialog's frame above the dimmed page, a popover until that is painted; then it becomes
 * modal and gets its content. A key pressed between the two is not lost: it triggers the second frame at once, and goes to the first field.
 */
export function useModal(dialog: RefObject<HTMLDialogElement | null>, onEscape: () => void): boolean {
  const [is_modal, setModal] = useState(false)
  const close = useRef(onEscape)
  close.current = onEscape
  const focused_before = useRef<Element>(null)

  useLayoutEffect(() => {
    const element = dialog.current
    focused_before.current = document.activeElement
    // It takes the focus itself, so that its name is announced; the browser would start at the cross.
    element?.toggleAttribute('autofocus', true)
    element?.showPopover()
    return () => {
      // Closed before it leaves the page, so that the focus returns to where it was.
      element?.close()
      if (element?.matches(':popover-open')) element.hidePopover()
      // Not every browser gives it back past the popover that it was at first.
      const before = focused_before.current
      if (before instanceof HTMLElement && before.isConnected && document.activeElement !== before) before.focus()
    }
  }, [dialog])

  useLayoutEffect(() => {
    const element = dialog.current
    if (!is_modal) return watchBetween(() => flushSync(() => setModal(true)), close)
    // Set before it opens, because each move of the focus lays out the page.
    element?.toggleAttribute('autofocus', false)
    element?.querySelector(FIRST_FIELD)?.toggleAttribute('autofocus', true)
    element?.hidePopover()
    element?.showModal()
    return undefined
  }, [is_modal, dialog])
  return is_modal
}

/** Calls `go` after the next frame, or at a key that comes before it; nothing behind the dialog can be clicked meanwhile. */
function watchBetween(go: () => void, close: RefObject<() => void>): () => void {
  let timer = 0
  const frame = requestAnimationFrame(() => {
    timer = window.setTimeout(go)
  })
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return go()
    event.preventDefault()
    event.stopPropagation()
    close.current()
  }
  const click = (event: Event) => {
    event.preventDefault()
    event.stopPropagation()
  }
  document.addEventListener('keydown', press, true)
  document.addEventListener('click', click, true)
  return () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
    document.removeEventListener('keydown', press, true)
    document.removeEventListener('click', click, true)
  }
}

/** Focuses the first field of an open dialog whose content has changed; if it has none, the dialog itself. */
export function focusFirstField(dialog: HTMLDialogElement | null): void {
  const first = dialog?.querySelector<HTMLElement>(FIRST_FIELD) ?? dialog
  if (document.activeElement !== first) first?.focus()
}
