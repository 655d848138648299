// What DATEV, the program of German accountants, has to know of a company.

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

/** The card of its settings: one line for companies elsewhere that have none. */
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
            Set it up
          </Button>
        )}
      </div>
      <p className="mt-0.5 text-[13px] text-soft">Your accountant knows these numbers. The file itself is under Exports.</p>
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
      toast(body === null ? 'The settings for DATEV are removed' : 'Saved')
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
      <SelectField label="Fiscal year begins in" name="fiscal_year_begins" defaultValue={datev?.fiscal_year_begins ?? 1}>
        {MONTHS.map((month) => (
          <option key={month} value={month}>
            {monthName.format(Date.UTC(2026, month - 1))}
          </option>
        ))}
      </SelectField>
      <TextField
        label="Digits of accounts"
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
        label="Account of customers"
        name="debtor_account"
        {...number}
        defaultValue={datev?.debtor_account ?? ''}
        placeholder="10000"
        hint="Customers whose id elsewhere is a personal account are booked there."
        error={errors['datev.debtor_account']}
      />
      <TextArea
        className="col-span-full"
        label="Accounts of revenue"
        name="revenue_accounts"
        rows={3}
        defaultValue={linesOf(datev?.revenue_accounts ?? [])}
        placeholder="standard 19 8400"
        hint="A category, a rate and an account in each line; left empty: the usual ones."
        error={accounts_error}
      />
      <div className="col-span-full flex justify-end gap-2">
        {datev && <Button onClick={() => save.mutate(null)}>Remove</Button>}
        <Button type="submit" look="primary" is_busy={save.isPending}>
          Save
        </Button>
      </div>
    </form>
  )
}
