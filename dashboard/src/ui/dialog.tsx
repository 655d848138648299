// Dialogs are the browser's own: it keeps the focus inside, the page inert, gives the focus back, and injects no styles.

import { X } from 'lucide-react'
import { type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react'
import { Button } from './button.tsx'

interface DialogProps {
  title: ReactNode
  onClose: () => void
  children: ReactNode
  /** `side` stands at the right edge, for details; `wide` is for forms with columns; `menu` stands at the left. */
  kind?: 'center' | 'wide' | 'side' | 'menu'
}

const KINDS = {
  center: 'm-auto w-[min(480px,calc(100vw-24px))] max-h-[calc(100dvh-24px)] rounded-xl',
  wide: 'm-auto w-[min(720px,calc(100vw-24px))] max-h-[calc(100dvh-24px)] rounded-xl',
  side: 'ml-auto mr-0 my-0 h-dvh max-h-dvh w-[min(560px,100vw)] max-w-none border-y-0 border-r-0',
  menu: 'mr-auto ml-0 my-0 h-dvh max-h-dvh w-[min(280px,85vw)] max-w-none border-y-0 border-l-0',
}

/** A dialog that is open while it is rendered. Escape, the cross and a click outside close it; where something was typed they ask first. */
export function Dialog({ title, onClose, children, kind = 'center' }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const title_id = useId()
  const has_typed = useRef(false)
  const [is_asking, setAsking] = useState(false)
  /** The cross, Escape and a click beside it may be slips: what was typed is asked for first, and given up at the second time. */
  const leave = () => {
    if (has_typed.current && !is_asking) setAsking(true)
    else onClose()
  }
  useLayoutEffect(() => {
    const element = dialog.current
    // A form begins at its first field; the browser would begin at the cross. Told before it opens, for each move of the focus lays out the page.
    element?.querySelector('form :is(input, select, textarea):not(:disabled)')?.toggleAttribute('autofocus', true)
    element?.showModal()
    // Closed before it leaves the page, so that the focus returns to where it was.
    return () => element?.close()
  }, [])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the click is one on the backdrop; by keyboard Escape does it, which the element itself handles
    <dialog
      ref={dialog}
      aria-labelledby={title_id}
      data-side={kind === 'side' ? '' : undefined}
      onCancel={(event) => {
        event.preventDefault()
        leave()
      }}
      // The browser closes it by itself where Escape is pressed twice in a row, whatever is said above.
      onClose={(event) => event.target === event.currentTarget && dialog.current && onClose()}
      onInput={(event) => {
        if (event.target instanceof HTMLElement && event.target.matches('form :is(input, textarea)')) has_typed.current = true
      }}
      onClick={(event) => event.target === event.currentTarget && leave()}
      className={`overflow-y-auto border border-line bg-surface p-0 text-ink shadow-2xl ${KINDS[kind]}`}
    >
      <header className="sticky top-0 z-10 flex items-center justify-between gap-4 border-b border-line bg-surface px-5 py-3">
        <h2 id={title_id} className="min-w-0 wrap-anywhere">
          {title}
        </h2>
        <Button look="quiet" size="icon" aria-label="Close" onClick={leave} className="-mr-2">
          <X size={17} aria-hidden />
        </Button>
      </header>
      {is_asking && (
        <div role="alert" className="flex flex-wrap items-center justify-between gap-2 bg-warn-wash px-5 py-2 text-warn">
          <p>What you typed is not saved.</p>
          <div className="flex gap-2">
            <Button onClick={() => setAsking(false)}>Keep typing</Button>
            <Button onClick={onClose}>Throw it away</Button>
          </div>
        </div>
      )}
      <div className="px-5 py-4">{children}</div>
    </dialog>
  )
}

interface ConfirmProps {
  title: string
  children: ReactNode
  action: string
  is_busy?: boolean
  error?: string | undefined
  onConfirm: () => void
  onClose: () => void
}

/** Asks before something that can't be undone; `action` names it, so that the button says what it does. */
export function Confirm({ title, children, action, is_busy = false, error, onConfirm, onClose }: ConfirmProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      <div className="text-soft">{children}</div>
      {error && (
        <p role="alert" className="mt-3 rounded-[7px] bg-danger-wash px-3 py-2 text-[13px] text-danger">
          {error}
        </p>
      )}
      <div className="mt-5 flex justify-end gap-2">
        <Button onClick={onClose}>Keep it</Button>
        <Button look="danger" is_busy={is_busy} onClick={onConfirm}>
          {action}
        </Button>
      </div>
    </Dialog>
  )
}
