import { Link } from '@tanstack/react-router'
import type { components } from '../../../sdk/src/api.ts'
import { date, money } from '../ui/format.ts'
import { Facts } from '../ui/list.tsx'
import { Bones, Trouble } from '../ui/states.tsx'
import type { useCreditNotesOf } from './credited.ts'

/** The credit notes of an invoice, and what they amount to; nothing where there are none. */
export function CreditNotesCard({
  invoice,
  credit_notes,
}: {
  invoice: components['schemas']['Invoice']
  credit_notes: ReturnType<typeof useCreditNotesOf>
}) {
  const { amount_credited, refund_due, currency } = invoice
  if (amount_credited === 0) return null
  return (
    <section aria-labelledby="credit-notes" className="card space-y-3 p-5">
      <h2 id="credit-notes">Credit notes</h2>
      {credit_notes.error ? (
        <Trouble error={credit_notes.error} />
      ) : credit_notes.data ? (
        <ul className="space-y-3">
          {credit_notes.data.credit_notes.map((note) => (
            <li key={note.id} className="flex items-start justify-between gap-3">
              <div className="min-w-0">
                <Link to="/credit-notes/$id" params={{ id: note.id }} className="text-accent wrap-anywhere hover:underline">
                  {note.credit_note_number}
                </Link>
                <p className="text-[13px] text-soft">{date(note.issue_date)}</p>
              </div>
              <span className="figures whitespace-nowrap">{money(note.total, currency)}</span>
            </li>
          ))}
        </ul>
      ) : (
        <Bones lines={2} />
      )}
      <div className="border-t border-line pt-3">
        <Facts
          facts={[
            ['Credited', money(amount_credited, currency)],
            ...(refund_due > 0 ? [['To pay back', <strong key="refund">{money(refund_due, currency)}</strong>] as const] : []),
          ]}
        />
      </div>
    </section>
  )
}
