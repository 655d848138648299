// Dialogs are the browser's own: it keeps the focus inside, the page inert, gives the focus back, and injects no styles.

import { useBlocker } from '@tanstack/react-router'
import { X } from 'lucide-react'
import { createContext, type ReactNode, useContext, useId, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { AroundContent } from './around.ts'
import { Button } from './button.tsx'
import { focusFirstField, useModal } from './modal.ts'

interface DialogProps {
  title: ReactNode
  onClose: () => void
  children: ReactNode
  /** `side` is at the right edge, for details; `wide` is for forms with columns, `large` for one beside what it makes; `menu` is at the left. */
  kind?: 'center' | 'wide' | 'large' | 'side' | 'menu'
  /** For what is shown only once, `The key is shown only now`: until it was copied, or `KeptButton` pressed, closing asks first. */
  once?: string
}

/** The current content of a dialog. */
interface Shown {
  title: ReactNode
  onClose: () => void
  /** Another object for other content. */
  about: object
}

/** How content configures the dialog around it. Without one, it is a dialog of its own. */
const Around = createContext<((shown: Shown) => void) | undefined>(undefined)

/** Its head stays where it is when more content appears. */
const AT_TOP = 'mx-auto mt-3 mb-auto max-h-[calc(100dvh-24px)] rounded-xl sm:mt-[8dvh] sm:max-h-[calc(92dvh-12px)]'
const KINDS = {
  center: `w-[min(480px,calc(100vw-24px))] ${AT_TOP}`,
  large: `w-[min(1080px,calc(100vw-24px))] ${AT_TOP}`,
  wide: `w-[min(720px,calc(100vw-24px))] ${AT_TOP}`,
  side: 'ml-auto mr-0 my-0 h-dvh max-h-dvh w-[min(560px,100vw)] max-w-none border-y-0 border-r-0',
  menu: 'mr-auto ml-0 my-0 h-dvh max-h-dvh w-[min(280px,85vw)] max-w-none border-y-0 border-l-0',
}

/**
 * A dialog that is open while it is rendered. Escape, the cross and a click outside close it; where something was typed, or is shown only once,
 * they, the browser's Back, a reload and a closed tab ask first. In a DialogAround it is that dialog's content, under its own title.
 */
export function Dialog(props: DialogProps) {
  const tell = useContext(Around)
  return tell ? <Content {...props} tell={tell} /> : <Frame {...props} about={undefined} />
}

/** A dialog that opens before its content is known: a Dialog among its `children`, once there is one, takes it over without opening again. */
export function DialogAround({ title, onClose, children, kind = 'center' }: DialogProps) {
  const [shown, show] = useState<Shown>()
  return (
    <Frame kind={kind} title={shown?.title ?? title} onClose={shown?.onClose ?? onClose} about={shown?.about}>
      <Around value={show}>{children}</Around>
    </Frame>
  )
}

function Content({ title, onClose, children, tell }: DialogProps & { tell: (shown: Shown) => void }) {
  const [about] = useState({})
  const close = useRef(onClose)
  close.current = onClose
  useLayoutEffect(() => tell({ title, about, onClose: () => close.current() }), [title, about, tell])
  return children
}

function Frame({ title, onClose: close, children, about, kind = 'center', once }: DialogProps & { about: object | undefined }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const title_id = useId()
  const [has_typed, setTyped] = useState(false)
  const [is_asking, setAsking] = useState(false)
  const [is_kept, setKept] = useState(false)
  const is_shown_once = once !== undefined && !is_kept
  const has_ended = useRef(false)
  const onClose = () => {
    has_ended.current = true
    close()
  }
  /** The cross, Escape and a click outside may be slips: the first time it asks about unsaved input, the second time it closes. */
  const leave = () => {
    if (is_shown_once || (has_typed && !is_asking)) setAsking(true)
    else onClose()
  }
  useBlocker({
    // What is shown only once is not closed by a second key, only by its button.
    disabled: !is_shown_once && (!has_typed || is_asking),
    shouldBlockFn: ({ action, current, next }) => {
      if (has_ended.current) return false
      // Navigation within the page keeps it; and what a form itself does next is not a slip.
      if (is_shown_once ? current.pathname === next.pathname : action === 'PUSH' || action === 'REPLACE') return false
      setAsking(true)
      return true
    },
  })
  const latest = useRef(onClose)
  latest.current = onClose
  const around = useMemo(() => {
    const saved = () => {
      setTyped(false)
      setAsking(false)
    }
    return { copied: () => setKept(true), saved, end: () => latest.current() }
  }, [])
  const is_modal = useModal(dialog, onClose)
  useLayoutEffect(() => {
    if (!about) return
    setTyped(false)
    setAsking(false)
    focusFirstField(dialog.current)
  }, [about])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the click is one on the backdrop; by keyboard Escape does it, which the element itself handles
    <dialog
      ref={dialog}
      popover="manual"
      aria-labelledby={title_id}
      aria-busy={!is_modal || undefined}
      data-side={kind === 'side' ? '' : undefined}
      onCancel={(event) => {
        event.preventDefault()
        leave()
      }}
      // The browser closes it anyway when Escape is pressed twice in a row.
      onClose={(event) => {
        if (event.target !== event.currentTarget || !dialog.current) return
        if (!is_shown_once || has_ended.current) return onClose()
        dialog.current.showModal()
        setAsking(true)
      }}
      onInput={(event) => {
        if (event.target instanceof HTMLElement && event.target.matches('form :is(input, textarea)')) setTyped(true)
      }}
      onCopy={() => setKept(true)}
      onClick={(event) => event.target === event.currentTarget && leave()}
      className={`overflow-y-auto border border-line bg-surface p-0 text-ink shadow-2xl outline-none ${KINDS[kind]}`}
    >
      <header className="sticky top-0 z-10 flex items-center justify-between gap-4 border-b border-line bg-surface px-5 py-3">
        <h2 id={title_id} className="min-w-0 wrap-anywhere">
          {title}
        </h2>
        <Button look="quiet" size="icon" aria-label="Close" onClick={leave} className="-mr-2">
          <X size={17} aria-hidden />
        </Button>
      </header>
      {is_asking && (once === undefined || is_shown_once) && (
        <div role="alert" className="flex flex-wrap items-center justify-between gap-2 bg-warn-wash px-5 py-2 text-warn">
          <p>{once ? `${once}, and was not copied yet.` : 'What you typed is not saved.'}</p>
          <div className="flex gap-2">
            <Button onClick={() => setAsking(false)}>{once ? 'Go back' : 'Keep typing'}</Button>
            <Button onClick={onClose}>{once ? 'Close without it' : 'Throw it away'}</Button>
          </div>
        </div>
      )}
      <div className="px-5 py-4">{is_modal && <AroundContent value={around}>{children}</AroundContent>}</div>
    </dialog>
  )
}

/** Closes a dialog with something that is shown only `once`: the person says that they have it. */
export function KeptButton() {
  const around = useContext(AroundContent)
  return (
    <div className="flex justify-end">
      <Button look="primary" onClick={() => around?.end()}>
        I have kept it
      </Button>
    </div>
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

/** Asks before something that can't be undone; `action` is the label of the button. */
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

/** The end of a form in a dialog: Cancel, and the button that submits it, with `children` as its words. */
export function FormButtons({
  onCancel,
  is_busy,
  is_disabled = false,
  className = '',
  children,
}: {
  onCancel: () => void
  is_busy: boolean
  is_disabled?: boolean
  className?: string
  children: ReactNode
}) {
  return (
    <div className={`flex justify-end gap-2 ${className}`}>
      <Button onClick={onCancel}>Cancel</Button>
      <Button type="submit" look="primary" is_busy={is_busy} disabled={is_disabled}>
        {children}
      </Button>
    </div>
  )
}
