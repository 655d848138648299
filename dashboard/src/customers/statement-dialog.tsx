import { useState } from 'react'
import { currentCompany } from '../app/api.ts'
import { useApi, useMay, useToday } from '../app/session.ts'
import { MailDialog } from '../documents/mail-dialog.tsx'
import { Button, buttonClass } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TextField } from '../ui/field.tsx'
import { money } from '../ui/format.ts'
import { Bones, Trouble } from '../ui/states.tsx'

/** A statement of account: its period and balances, the files, and for those who may write the mail. */
export function StatementDialog({ customer, onClose }: { customer: { id: string; name: string }; onClose: () => void }) {
  const today = useToday()
  const may_write = useMay('write')
  const [from, setFrom] = useState('')
  const [to, setTo] = useState(today)
  const [is_sending, setSending] = useState(false)
  const period = { ...(from ? { from } : {}), ...(to ? { to } : {}) }
  const statement = useApi('/v1/customers/{id}/statement', { path: { id: customer.id }, query: period }, { keeps_previous: true })
  const addressOf = (format: 'pdf' | 'csv') =>
    `/dashboard/api/v1/customers/${customer.id}/statement?${new URLSearchParams({ company_id: currentCompany() ?? '', ...period, format })}`
  if (is_sending) {
    const { id } = customer
    return (
      <MailDialog
        sending={{
          id,
          name: 'statement',
          preview_path: `/customers/${id}/statement/email-preview`,
          query: period,
          send: (sender, body) => sender.post('/v1/customers/{id}/statement/send', { path: { id }, query: period, body }),
        }}
        onClose={onClose}
      />
    )
  }
  return (
    <Dialog kind="wide" title={`Statement for ${customer.name}`} onClose={onClose}>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="From"
          type="date"
          hint="Leave empty to start at the beginning."
          value={from}
          max={to || undefined}
          onChange={(event) => setFrom(event.target.value)}
        />
        <TextField label="To" type="date" value={to} min={from || undefined} onChange={(event) => setTo(event.target.value)} />
      </div>
      <div className="mt-4" aria-live="polite">
        {statement.error ? (
          <Trouble error={statement.error} />
        ) : !statement.data ? (
          <Bones lines={2} />
        ) : statement.data.statements.length === 0 ? (
          <p className="text-soft">No entries in this period, and no open balance.</p>
        ) : (
          <ul className="space-y-1">
            {statement.data.statements.map(({ currency, opening_balance, entries, closing_balance }) => (
              <li key={currency} className="flex flex-wrap justify-between gap-x-4">
                <span>
                  {currency}: {entries.length === 1 ? '1 entry' : `${entries.length} entries`}
                </span>
                <span className="figures">
                  {money(opening_balance, currency)} → <strong>{money(closing_balance, currency)}</strong>
                </span>
              </li>
            ))}
          </ul>
        )}
      </div>
      <div className="mt-5 flex flex-wrap justify-end gap-2">
        <a href={addressOf('csv')} download className={buttonClass()}>
          Download CSV
        </a>
        <a href={addressOf('pdf')} download className={buttonClass()}>
          Download PDF
        </a>
        {may_write && (
          <Button look="primary" onClick={() => setSending(true)} disabled={!statement.data}>
            Send…
          </Button>
        )}
      </div>
    </Dialog>
  )
}
