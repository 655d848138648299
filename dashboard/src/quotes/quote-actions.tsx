import { Link, useNavigate } from '@tanstack/react-router'
import { Check, CheckCheck, Pencil, ReceiptText, Send, Trash2, X } from 'lucide-react'
import { useState } from 'react'
import type { components } from '../../../sdk/src/api.ts'
import { messageOf, versionOf } from '../app/api.ts'
import { usePageSearch } from '../app/search.ts'
import { useChange, useMay } from '../app/session.ts'
import { type Asked, DocumentDialogs, IssuedActions } from '../documents/document-menu.tsx'
import { Button, buttonClass } from '../ui/button.tsx'
import { useHotkey } from '../ui/hotkeys.ts'
import { useLock } from '../ui/lock.ts'
import { MenuAction, MenuLine, MoreMenu } from '../ui/menu.tsx'
import { toast } from '../ui/toast.tsx'

type Quote = components['schemas']['Quote']

/** What can be done with a quote: the next step as a button, everything else in a menu. */
export function QuoteActions({ quote }: { quote: Quote }) {
  const { id, status, quote_number } = quote
  const may_write = useMay('write')
  const may_delete = useMay('admin')
  const [, change] = usePageSearch()
  const navigate = useNavigate()
  const [asks, setAsks] = useState<Asked>()
  const setStatus = useChange(
    (send, { next, if_match }: { next: Quote['status']; if_match?: string | undefined }) =>
      send.patch('/v1/quotes/{id}', { path: { id }, body: { status: next }, if_match }),
    (saved, { next, if_match }) => {
      // Not after an invoice was made of it, or somebody else changed it.
      const undo =
        if_match !== undefined || next === status
          ? {}
          : { undo: () => setStatus.mutate({ next: status, if_match: versionOf(saved) }) }
      toast(`${quote_number} is ${saved.status}`, 'done', { about: id, ...undo })
    },
    { repeats: true },
  )
  const convert = useChange(
    (send) => send.post('/v1/quotes/{id}/convert', { path: { id }, body: {} }),
    (invoice) => {
      toast(`${invoice.invoice_number} is a draft`, 'done', { about: invoice.id })
      void navigate({ to: '/invoices/$id', params: { id: invoice.id } })
    },
  )
  useHotkey('e', () => void navigate({ to: '/quotes/$id/edit', params: { id } }), may_write)
  useHotkey('s', () => change({ dialog: 'send' }), may_write && status !== 'converted')
  const is_locked = useLock(setStatus.isPending || convert.isPending)
  if (!may_write) return null
  const error = setStatus.error ?? convert.error
  const is_answered = status === 'approved'
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
          {(status === 'sent' || status === 'viewed') && (
            <>
              <MenuAction icon={<Check size={15} aria-hidden />} onSelect={() => setStatus.mutate({ next: 'approved' })}>
                Mark as approved
              </MenuAction>
              <MenuAction icon={<X size={15} aria-hidden />} onSelect={() => setStatus.mutate({ next: 'rejected' })}>
                Mark as rejected
              </MenuAction>
            </>
          )}
          {status !== 'draft' && <IssuedActions document={quote} onAsk={setAsks} />}
          {may_delete && status === 'draft' && (
            <>
              <MenuLine />
              <MenuAction icon={<Trash2 size={15} aria-hidden />} is_danger onSelect={() => setAsks('delete')}>
                Delete…
              </MenuAction>
            </>
          )}
        </MoreMenu>
        <Link to="/quotes/$id/edit" params={{ id }} className={buttonClass()}>
          <Pencil size={15} aria-hidden />
          Edit
        </Link>
        {status !== 'converted' && (
          <Button look={is_answered ? 'primary' : 'plain'} is_busy={convert.isPending} onClick={() => convert.mutate(undefined)}>
            <ReceiptText size={15} aria-hidden />
            Make an invoice
          </Button>
        )}
        {status !== 'converted' && (
          <Button look={is_answered ? 'plain' : 'primary'} onClick={() => change({ dialog: 'send' })}>
            <Send size={15} aria-hidden />
            Send
          </Button>
        )}
      </fieldset>
      {error && (
        <p role="alert" className="w-0 min-w-full text-[13px] text-danger sm:text-right">
          {messageOf(error)}
        </p>
      )}
      <DocumentDialogs
        document={quote}
        asked={asks}
        deletion="Its number is never used again. This can’t be undone."
        onClose={() => setAsks(undefined)}
      />
    </>
  )
}
