import { BellOff, BellRing } from 'lucide-react'
import type { components } from '../../../sdk/src/api.ts'
import type { Data } from '../../../sdk/src/types.ts'
import { messageOf } from '../app/api.ts'
import { useChange, useCompanyDashboard, useMay } from '../app/session.ts'
import { Status } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { date } from '../ui/format.ts'
import { useLock } from '../ui/lock.ts'
import { toast } from '../ui/toast.tsx'
import { daysInWords } from './reminder-words.ts'

type Invoice = components['schemas']['Invoice']
type Reminder = Data<'/dashboard/api/invoices/{id}/reminders', 'get'>['reminders'][number]

const REFETCH_MS = 30_000

/** Why a reminder waits, in words. */
const REASONS: Readonly<Record<NonNullable<Reminder['reason']>, string>> = {
  no_address: 'The customer has no email address.',
  invalid_address: 'An email address of the customer is not valid.',
  email_not_configured: 'Email is not set up.',
  email_limit_reached: 'The daily limit of emails is reached.',
}

/** The reminders of an invoice, sent and planned, and the button that stops them. Nothing where there are none. */
export function RemindersCard({ invoice }: { invoice: Invoice }) {
  const { id } = invoice
  const may_write = useMay('write')
  const reminders = useCompanyDashboard('/dashboard/api/invoices/{id}/reminders', { path: { id } }, { refetch_ms: REFETCH_MS })
  const pause = useChange(
    (send, is_paused: boolean) => send.patch('/v1/invoices/{id}', { path: { id }, body: { reminders_paused: is_paused } }),
    (saved) => toast(saved.reminders_paused ? 'Reminders stopped for this invoice' : 'Reminders resumed for this invoice'),
    { repeats: true },
  )
  const is_locked = useLock(pause.isPending)
  if (!reminders.data) return null
  const { reminders: all, paused_by } = reminders.data
  if (all.length === 0 && !invoice.reminders_paused) return null
  const is_open = invoice.amount_due > 0
  return (
    <section aria-labelledby="reminders" className="card p-5">
      <h2 id="reminders" className="mb-3">
        Reminders
      </h2>
      {paused_by !== null && is_open && (
        <p className="mb-3 text-[13px] text-warn">
          {paused_by === 'invoice' ? 'Stopped for this invoice.' : 'Stopped for this customer.'}
        </p>
      )}
      <ul className="space-y-2.5">
        {all.map((one) => (
          <li key={one.days} className="flex items-start justify-between gap-3">
            <div className="min-w-0">
              <p className={one.state === 'planned' && paused_by !== null ? 'text-faint line-through' : ''}>{date(one.date)}</p>
              <p className="text-[13px] text-soft">{one.reason ? REASONS[one.reason] : daysInWords(one.days)}</p>
            </div>
            <Status value={one.state === 'sent' ? (one.email_status ?? 'sent') : one.state} />
          </li>
        ))}
      </ul>
      {may_write && is_open && (
        <Button className="mt-4" disabled={is_locked} onClick={() => pause.mutate(!invoice.reminders_paused)}>
          {invoice.reminders_paused ? <BellRing size={15} aria-hidden /> : <BellOff size={15} aria-hidden />}
          {invoice.reminders_paused ? 'Resume reminders' : 'Stop reminders'}
        </Button>
      )}
      {pause.error && (
        <p role="alert" className="mt-2 text-[13px] text-danger">
          {messageOf(pause.error)}
        </p>
      )}
    </section>
  )
}
