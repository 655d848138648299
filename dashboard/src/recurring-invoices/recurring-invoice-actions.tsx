import { Link, useNavigate } from '@tanstack/react-router'
import { CircleStop, Pause, Pencil, Play, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { components } from '../../../sdk/src/api.ts'
import { messageOf, versionOf } from '../app/api.ts'
import { useChange, useMay } from '../app/session.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { Confirm } from '../ui/dialog.tsx'
import { date } from '../ui/format.ts'
import { useHotkey } from '../ui/hotkeys.ts'
import { useLock } from '../ui/lock.ts'
import { MenuAction, MoreMenu } from '../ui/menu.tsx'
import { toast } from '../ui/toast.tsx'

type RecurringInvoice = components['schemas']['RecurringInvoice']

/** What can be done with a recurring invoice: pause and resume as a button, everything else in a menu. */
export function RecurringInvoiceActions({ plan }: { plan: RecurringInvoice }) {
  const { id, status } = plan
  const path = { path: { id } }
  const may_write = useMay('write')
  const may_delete = useMay('admin')
  const navigate = useNavigate()
  const [asks, setAsks] = useState<'end' | 'delete'>()
  const setStatus = useChange(
    (send, { next, if_match }: { next: RecurringInvoice['status']; if_match?: string | undefined }) =>
      send.patch('/v1/recurring-invoices/{id}', { ...path, body: { status: next }, if_match }),
    (saved, { next, if_match }) => {
      setAsks(undefined)
      const undo =
        if_match === undefined && next === 'paused'
          ? { undo: () => setStatus.mutate({ next: status, if_match: versionOf(saved) }) }
          : {}
      toast(saidOf(saved), 'done', { about: id, ...undo })
    },
    { repeats: true },
  )
  const remove = useChange(
    (send) => send.delete('/v1/recurring-invoices/{id}', path),
    () => {
      toast('Recurring invoice deleted')
      void navigate({ to: '/recurring-invoices' })
    },
  )
  useHotkey('e', () => void navigate({ to: '/recurring-invoices/$id/edit', params: { id } }), may_write)
  const is_locked = useLock(setStatus.isPending)
  if (!may_write) return null
  return (
    <>
      <fieldset disabled={is_locked} className="contents">
        <legend className="sr-only">What can be done</legend>
        {(status !== 'ended' || may_delete) && (
          <MoreMenu label="More actions" is_disabled={is_locked}>
            {status !== 'ended' && (
              <MenuAction icon={<CircleStop size={15} aria-hidden />} is_danger onSelect={() => setAsks('end')}>
                End…
              </MenuAction>
            )}
            {may_delete && (
              <MenuAction icon={<Trash2 size={15} aria-hidden />} is_danger onSelect={() => setAsks('delete')}>
                Delete…
              </MenuAction>
            )}
          </MoreMenu>
        )}
        <Link to="/recurring-invoices/$id/edit" params={{ id }} className={buttonClass()}>
          <Pencil size={15} aria-hidden />
          Edit
        </Link>
        {status === 'active' ? (
          <Button onClick={() => setStatus.mutate({ next: 'paused' })}>
            <Pause size={15} aria-hidden />
            Pause
          </Button>
        ) : (
          <Button look={status === 'paused' ? 'primary' : 'plain'} onClick={() => setStatus.mutate({ next: 'active' })}>
            <Play size={15} aria-hidden />
            Resume
          </Button>
        )}
      </fieldset>
      {setStatus.error && !asks && (
        <p role="alert" className="w-0 min-w-full text-[13px] text-danger sm:text-right">
          {messageOf(setStatus.error)}
        </p>
      )}
      {asks === 'end' && (
        <Confirm
          title="End this recurring invoice?"
          action="End recurring invoice"
          is_busy={setStatus.isPending}
          error={setStatus.error ? messageOf(setStatus.error) : undefined}
          onConfirm={() => setStatus.mutate({ next: 'ended' })}
          onClose={() => setAsks(undefined)}
        >
          No more invoices are created. Existing invoices stay. You can resume it while it has dates left.
        </Confirm>
      )}
      {asks === 'delete' && (
        <Confirm
          title="Delete this recurring invoice?"
          action="Delete recurring invoice"
          is_busy={remove.isPending}
          error={remove.error ? messageOf(remove.error) : undefined}
          onConfirm={() => remove.mutate(undefined)}
          onClose={() => setAsks(undefined)}
        >
          Invoices that it has created stay. This can’t be undone.
        </Confirm>
      )}
    </>
  )
}

function saidOf({ status, next_date }: RecurringInvoice): string {
  if (status === 'active')
    return next_date ? `Recurring invoice active. Next invoice: ${date(next_date)}` : 'Recurring invoice active'
  return status === 'paused' ? 'Recurring invoice paused' : 'Recurring invoice ended'
}
