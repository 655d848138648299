import { Link } from '@tanstack/react-router'
import { messageOf } from '../app/api.ts'
import { orSay } from '../app/or-say.ts'
import { useChange, useCompanyDashboard, useMay } from '../app/session.ts'
import { daysInWords } from '../invoices/reminder-words.ts'
import { Button } from '../ui/button.tsx'
import { money } from '../ui/format.ts'
import { useLock } from '../ui/lock.ts'
import { toast } from '../ui/toast.tsx'

const SHOWN = 8

/** The reminders that go out tomorrow, each with a button that stops it; nothing where there are none. */
export function ComingReminders() {
  const may_write = useMay('write')
  const coming = useCompanyDashboard('/dashboard/api/reminders/tomorrow')
  const stop = useChange(
    (send, { id }: { id: string; number: string }) =>
      send.patch('/v1/invoices/{id}', { path: { id }, body: { reminders_paused: true } }),
    (_, { id, number }) =>
      toast(`Reminders stopped for ${number}`, 'done', { about: id, undo: () => orSay(resume.mutateAsync(id), id) }),
    { repeats: true },
  )
  const resume = useChange(
    (send, id: string) => send.patch('/v1/invoices/{id}', { path: { id }, body: { reminders_paused: false } }),
    undefined,
    { repeats: true },
  )
  const is_locked = useLock(stop.isPending || resume.isPending)
  const reminders = coming.data?.reminders ?? []
  if (reminders.length === 0) return null
  const more = reminders.length - SHOWN
  return (
    <section aria-labelledby="coming-reminders" className="card p-5">
      <h2 id="coming-reminders" className="mb-3">
        Reminders due tomorrow
      </h2>
      <ul className="space-y-3">
        {reminders.slice(0, SHOWN).map((one) => (
          <li key={one.invoice_id} className="flex items-start justify-between gap-3">
            <div className="min-w-0">
              <p className="truncate">
                <Link to="/invoices/$id" params={{ id: one.invoice_id }} className="font-medium hover:underline">
                  {one.invoice_number}
                </Link>{' '}
                <span className="text-soft">{one.customer_name}</span>
              </p>
              <p className="text-[13px] text-soft">
                <span className="figures">{money(one.amount_due, one.currency)}</span>, {daysInWords(one.days)}
              </p>
              {one.problem && (
                <p className="text-[13px] text-warn">
                  {one.problem === 'no_address' ? 'The customer has no email address.' : 'An email address is not valid.'}
                </p>
              )}
            </div>
            {may_write && (
              <Button
                look="quiet"
                className="-my-1.5 -mr-3.5"
                aria-label={`Stop reminders for ${one.invoice_number}`}
                disabled={is_locked}
                onClick={() => stop.mutate({ id: one.invoice_id, number: one.invoice_number })}
              >
                Stop
              </Button>
            )}
          </li>
        ))}
      </ul>
      {(more > 0 || coming.data?.has_more) && (
        <p className="mt-3 text-[13px] text-soft">
          {coming.data?.has_more ? `and ${Math.max(more, 0)} or more others` : `and ${more} more`}
        </p>
      )}
      {stop.error && (
        <p role="alert" className="mt-2 text-[13px] text-danger">
          {messageOf(stop.error)}
        </p>
      )}
    </section>
  )
}
