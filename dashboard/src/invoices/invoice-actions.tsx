import { Link, useNavigate } from '@tanstack/react-router'
import { Ban, Check, CheckCheck, Copy, FileMinus, Pencil, Repeat, Send, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { components } from '../../../sdk/src/api.ts'
import { messageOf, versionOf } from '../app/api.ts'
import { usePageSearch } from '../app/search.ts'
import { useChange, useMay } from '../app/session.ts'
import { type Asked, DocumentDialogs, IssuedActions } from '../documents/document-menu.tsx'
import { Button, buttonClass } from '../ui/button.tsx'
import { Confirm } from '../ui/dialog.tsx'
import { money, words } from '../ui/format.ts'
import { useHotkey } from '../ui/hotkeys.ts'
import { useLock } from '../ui/lock.ts'
import { MenuAction, MenuLine, MoreMenu } from '../ui/menu.tsx'
import { toast } from '../ui/toast.tsx'

type Invoice = components['schemas']['Invoice']

/** Whether a credit note can be made of an invoice: it was issued, and something of it is left. */
export function isCorrectable({ status, total, amount_credited }: Invoice): boolean {
  return status !== 'draft' && amount_credited < total
}

/** What can be done with an invoice: the next step as a button, everything else in a menu. */
export function InvoiceActions({ invoice }: { invoice: Invoice }) {
  const { id, status, invoice_number } = invoice
  const may_write = useMay('write')
  const may_delete = useMay('admin')
  const [, change] = usePageSearch()
  const navigate = useNavigate()
  const [asks, setAsks] = useState<'cancel' | Asked>()
  const setStatus = useChange(
    (send, { next, if_match }: { next: Invoice['status']; if_match?: string | undefined }) =>
      send.patch('/v1/invoices/{id}', { path: { id }, body: { status: next }, if_match }),
    (saved, { next, if_match }) => {
      setAsks(undefined)
      // Back to the previous status, unless something happened since; payments recorded with the status are undone.
      const undo =
        if_match === undefined && (status === 'draft' || next === 'paid')
          ? { undo: () => setStatus.mutate({ next: status, if_match: versionOf(saved) }) }
          : {}
      toast(`${invoice_number} is ${words(saved.status).toLowerCase()}`, 'done', { about: id, ...undo })
    },
    { repeats: true },
  )
  useHotkey('e', () => void navigate({ to: '/invoices/$id/edit', params: { id } }), may_write)
  useHotkey('s', () => change({ dialog: 'send' }), may_write && status !== 'cancelled')
  useHotkey('p', () => change({ dialog: 'payment' }), may_write && invoice.amount_due > 0 && status !== 'draft')
  const is_locked = useLock(setStatus.isPending)
  if (!may_write) return null
  const is_open = !['draft', 'paid', 'cancelled'].includes(status)
  return (
    <>
      <fieldset disabled={is_locked} className="contents">
        <legend className="sr-only">What can be done</legend>
        <MoreMenu label="More actions" is_disabled={is_locked}>
          {status === 'draft' && (
            <MenuAction icon={<CheckCheck size={15} aria-hidden />} onSelect={() => setStatus.mutate({ next: 'sent' })}>
              Mark as sent
            </MenuAction>
          )}
          {is_open && (
            <MenuAction icon={<Check size={15} aria-hidden />} onSelect={() => setStatus.mutate({ next: 'paid' })}>
              Mark paid
            </MenuAction>
          )}
          <MenuAction
            icon={<Copy size={15} aria-hidden />}
            onSelect={() => void navigate({ to: '/invoices/new', search: { copy: id } })}
          >
            Duplicate
          </MenuAction>
          <MenuAction
            icon={<Repeat size={15} aria-hidden />}
            onSelect={() => void navigate({ to: '/recurring-invoices/new', search: { copy: id } })}
          >
            Make recurring…
          </MenuAction>
          {status !== 'draft' && <IssuedActions document={invoice} onAsk={setAsks} />}
          {(is_open || isCorrectable(invoice) || (may_delete && status === 'draft')) && <MenuLine />}
          {isCorrectable(invoice) && (
            <MenuAction icon={<FileMinus size={15} aria-hidden />} onSelect={() => change({ dialog: 'correct' })}>
              Correct…
            </MenuAction>
          )}
          {is_open && (
            <MenuAction icon={<Ban size={15} aria-hidden />} is_danger onSelect={() => setAsks('cancel')}>
              Cancel…
            </MenuAction>
          )}
          {may_delete && status === 'draft' && (
            <MenuAction icon={<Trash2 size={15} aria-hidden />} is_danger onSelect={() => setAsks('delete')}>
              Delete…
            </MenuAction>
          )}
        </MoreMenu>
        <Link to="/invoices/$id/edit" params={{ id }} className={buttonClass()}>
          <Pencil size={15} aria-hidden />
          Edit
        </Link>
        {is_open && <Button onClick={() => change({ dialog: 'payment' })}>Record payment</Button>}
        {status !== 'cancelled' && (
          <Button look={status === 'paid' ? 'plain' : 'primary'} onClick={() => change({ dialog: 'send' })}>
            <Send size={15} aria-hidden />
            Send
          </Button>
        )}
      </fieldset>
      {setStatus.error && !asks && (
        <p role="alert" className="w-0 min-w-full text-[13px] text-danger sm:text-right">
          {messageOf(setStatus.error)}
        </p>
      )}
      <DocumentDialogs
        document={invoice}
        asked={asks === 'cancel' ? undefined : asks}
        deletion="Its number is never used again, and time that it billed can be billed again. This can’t be undone."
        onClose={() => setAsks(undefined)}
      />
      {asks === 'cancel' && (
        <Confirm
          title={`Cancel ${invoice_number}?`}
          action="Cancel invoice"
          is_busy={setStatus.isPending}
          error={setStatus.error ? messageOf(setStatus.error) : undefined}
          onConfirm={() => setStatus.mutate({ next: 'cancelled' })}
          onClose={() => setAsks(undefined)}
        >
          {invoice.amount_paid > 0 ? (
            <>
              <p>
                {money(invoice.amount_paid, invoice.currency)} were paid on it. The money stays recorded as paid, and the rest,{' '}
                {money(invoice.amount_due, invoice.currency)}, is not due any more.
              </p>
              <p className="mt-2">
                If it went back to the customer, undo the payments first: they can’t be undone on a cancelled invoice. It stays in
                the books with its number.
              </p>
              <Button
                className="mt-3"
                onClick={() => {
                  setAsks(undefined)
                  globalThis.document.querySelector('#payments')?.scrollIntoView({ block: 'center' })
                  globalThis.document.querySelector<HTMLElement>('[aria-labelledby=payments] button')?.focus()
                }}
              >
                Undo payments first
              </Button>
            </>
          ) : (
            'Nothing is due on a cancelled invoice. It stays in the books with its number.'
          )}
        </Confirm>
      )}
    </>
  )
}
