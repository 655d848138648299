// The settings of a company for DATEV, the software of German accountants.

import { type FormEvent, useId, useState } from 'react'
import { fieldErrors } from '../app/api.ts'
import { useChange } from '../app/session.ts'
import { Button } from '../ui/button.tsx'
import { FormError, SelectField, TextArea, TextField } from '../ui/field.tsx'
import { toast } from '../ui/toast.tsx'
import type { CompanySettings } from './company-page.tsx'
import { linesOf, readLines } from './datev-lines.ts'

const MONTHS = Array.from({ length: 12 }, (_, index) => index + 1)
const monthName = new Intl.DateTimeFormat('en', { month: 'long', timeZone: 'UTC' })

/** The card of the settings; nothing for companies outside of Germany that have none. */
export function DatevSettings({ company }: { company: CompanySettings }) {
  const id = useId()
  const [is_open, setOpen] = useState(company.datev !== null)
  const is_likely = company.country === 'DE' || company.datev !== null
  if (!is_likely) return null
  return (
    <section aria-labelledby={id} className="card p-5">
      <div className="flex items-center justify-between gap-3">
        <h2 id={id}>DATEV</h2>
        {!is_open && (
          <Button look="quiet" className="-my-2 -mr-3" aria-expanded={false} onClick={() => setOpen(true)}>
            Set up
          </Button>
        )}
      </div>
      <p className="mt-0.5 text-[13px] text-soft">
        Ask your accountant for these numbers. Download the booking batch under Exports.
      </p>
      {is_open && <DatevForm company={company} onRemoved={() => setOpen(false)} />}
    </section>
  )
}

const SHOWN = /^datev\.(consultant_number|client_number|account_length|bank_account|debtor_account)$/

function DatevForm({ company, onRemoved }: { company: CompanySettings; onRemoved: () => void }) {
  const { datev } = company
  const [fault, setFault] = useState<string>()
  const save = useChange(
    (send, body: object | null) => send.dashboard('PATCH', `/companies/${company.id}`, { body: { datev: body } }),
    (_, body) => {
      toast(body === null ? 'DATEV settings removed' : 'Saved')
      if (body === null) onRemoved()
    },
    { repeats: true },
  )
  const errors = fieldErrors(save.error, (param) => SHOWN.test(param) || param.startsWith('datev.revenue_accounts'))
  const accounts_error = fault ?? Object.entries(errors).find(([name]) => name.startsWith('datev.revenue_accounts'))?.[1]
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    const text = (name: string) => String(fields.get(name) ?? '').trim()
    const read = readLines(text('revenue_accounts'))
    setFault('fault' in read ? read.fault : undefined)
    if ('fault' in read) return
    save.mutate({
      consultant_number: Number(text('consultant_number')),
      client_number: Number(text('client_number')),
      chart: text('chart'),
      fiscal_year_begins: Number(text('fiscal_year_begins')),
      account_length: Number(text('account_length')),
      bank_account: text('bank_account') || null,
      debtor_account: text('debtor_account') || null,
      revenue_accounts: read.accounts,
    })
  }
  const number = { inputMode: 'numeric' } as const
  return (
    <form onSubmit={submit} noValidate className="mt-4 grid grid-cols-2 gap-4">
      <div className="col-span-full empty:hidden">
        <FormError>{errors['form']}</FormError>
      </div>
      <TextField
        label="Beraternummer"
        name="consultant_number"
        {...number}
        defaultValue={datev?.consultant_number}
        error={errors['datev.consultant_number']}
      />
      <TextField
        label="Mandantennummer"
        name="client_number"
        {...number}
        defaultValue={datev?.client_number}
        error={errors['datev.client_number']}
      />
      <SelectField label="Chart of accounts" name="chart" defaultValue={datev?.chart ?? 'skr03'}>
        <option value="skr03">SKR03</option>
        <option value="skr04">SKR04</option>
      </SelectField>
      <SelectField label="Fiscal year starts in" name="fiscal_year_begins" defaultValue={datev?.fiscal_year_begins ?? 1}>
        {MONTHS.map((month) => (
          <option key={month} value={month}>
            {monthName.format(Date.UTC(2026, month - 1))}
          </option>
        ))}
      </SelectField>
      <TextField
        label="Account length"
        name="account_length"
        {...number}
        defaultValue={datev?.account_length ?? 4}
        error={errors['datev.account_length']}
      />
      <TextField
        label="Bank account"
        name="bank_account"
        {...number}
        defaultValue={datev?.bank_account ?? ''}
        placeholder="1200"
        error={errors['datev.bank_account']}
      />
      <TextField
        className="col-span-full"
        label="Customer account"
        name="debtor_account"
        {...number}
        defaultValue={datev?.debtor_account ?? ''}
        placeholder="10000"
        hint="A customer whose “Id elsewhere” is a personal account number is booked to that account instead."
        error={errors['datev.debtor_account']}
      />
      <TextArea
        className="col-span-full"
        label="Revenue accounts"
        name="revenue_accounts"
        rows={3}
        defaultValue={linesOf(datev?.revenue_accounts ?? [])}
        placeholder="standard 19 8400"
        hint="One per line: tax category, rate, account. Leave empty for the standard accounts."
        error={accounts_error}
        onChange={() => setFault(undefined)}
      />
      <div className="col-span-full flex justify-end gap-2">
        {datev && (
          <Button is_busy={save.isPending} onClick={() => save.mutate(null)}>
            Remove
          </Button>
        )}
        <Button type="submit" look="primary" is_busy={save.isPending}>
          Save
        </Button>
      </div>
    </form>
  )
}
