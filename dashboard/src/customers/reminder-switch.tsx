import { useId } from 'react'
import type { components } from '../../../sdk/src/api.ts'
import { messageOf } from '../app/api.ts'
import { useChange, useMay } from '../app/session.ts'
import { toast } from '../ui/toast.tsx'

/** Whether a customer is reminded of unpaid invoices. */
export function ReminderSwitch({ customer }: { customer: components['schemas']['Customer'] }) {
  const id = useId()
  const { reminders_paused } = customer
  const may_write = useMay('write')
  const pause = useChange(
    (send, is_paused: boolean) =>
      send.patch('/v1/customers/{id}', { path: { id: customer.id }, body: { reminders_paused: is_paused } }),
    (saved) => toast(`Reminders ${saved.reminders_paused ? 'stopped' : 'resumed'} for ${saved.name}`),
    { repeats: true },
  )
  return (
    <div className="mt-4 border-t border-line pt-4">
      <label className="flex items-center gap-2.5">
        <input
          type="checkbox"
          checked={!reminders_paused}
          disabled={!may_write || pause.isPending}
          aria-describedby={`${id}-hint`}
          onChange={(event) => pause.mutate(!event.target.checked)}
          className="size-4 accent-(--accent)"
        />
        Send payment reminders
      </label>
      <p id={`${id}-hint`} className="mt-1 text-[13px] text-soft">
        On the days set under Settings › Company.
      </p>
      {pause.error && (
        <p role="alert" className="mt-1 text-[13px] text-danger">
          {messageOf(pause.error)}
        </p>
      )}
    </div>
  )
}
