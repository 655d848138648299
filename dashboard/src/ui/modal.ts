import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

/** Where the focus goes once a dialog stands: a form and the palette begin at their first field. */
const FIRST_FIELD = ':is(form, [cmdk-root]) :is(input, select, textarea):not(:disabled)'

/**
 * Opens a `<dialog popover="manual">` in two frames, closes it before it leaves the page, and gives the focus back. Says whether the second
 * frame is there, and the dialog's content is to be drawn.
 *
 * What is modal makes the page behind it inert: the browser works out the style of each of its elements again, which takes as long as all the
 * rest. So the click or key is answered by the dialog's frame above the dimmed page, which is a popover until that is painted; then it becomes
 * modal and gets its content. A key that is pressed between the two is not lost: it calls the second frame at once, and goes to the first field.
 */
export function useModal(dialog: RefObject<HTMLDialogElement | null>, onEscape: () => void): boolean {
  const [is_modal, setModal] = useState(false)
  const close = useRef(onEscape)
  close.current = onEscape
  const focused_before = useRef<Element>(null)

  useLayoutEffect(() => {
    const element = dialog.current
    focused_before.current = document.activeElement
    // It takes the focus itself, to be told by its name; the browser would begin at the cross.
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
    // Told before it opens, for each move of the focus lays out the page.
    element?.toggleAttribute('autofocus', false)
    element?.querySelector(FIRST_FIELD)?.toggleAttribute('autofocus', true)
    element?.hidePopover()
    element?.showModal()
    return undefined
  }, [is_modal, dialog])
  return is_modal
}

/** Calls `go` after the next frame, or at the key that comes before it; nothing that is behind the dialog is clicked meanwhile. */
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

/** Gives the focus to the first field of an open dialog whose content is another now; where it has none, to the dialog itself. */
export function focusFirstField(dialog: HTMLDialogElement | null): void {
  const first = dialog?.querySelector<HTMLElement>(FIRST_FIELD) ?? dialog
  if (document.activeElement !== first) first?.focus()
}
