// Everything of a period as a file: what, from when to when, and in which format.

import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { currentCompany, messageOf } from '../app/api.ts'
import { useToday } from '../app/session.ts'
import { Button } from '../ui/button.tsx'
import { FormError, SelectField, TextField } from '../ui/field.tsx'
import type { CompanySettings } from './company-page.tsx'

const KINDS = [
  ['invoices', 'Invoices'],
  ['credit-notes', 'Credit notes'],
  ['payments', 'Payments'],
  ['time-entries', 'Time entries'],
  ['customers', 'Customers'],
] as const

/** The card of exports; the booking batch is offered once there are settings for it. */
export function Exports({ company }: { company: CompanySettings }) {
  const id = useId()
  const today = useToday()
  const [kind, setKind] = useState<string>('invoices')
  const batch = useMutation({ mutationFn: downloadWhole })
  const download = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    const query = new URLSearchParams({ company_id: currentCompany() })
    for (const name of ['from', 'to', 'format']) {
      const value = String(fields.get(name) ?? '')
      if (value !== '' && !(name === 'format' && kind === 'datev')) query.set(name, value)
    }
    const address = `/dashboard/api/v1/exports/${kind}?${query}`
    if (kind === 'datev') batch.mutate(address)
    else follow(address, '')
  }
  return (
    <section aria-labelledby={id} className="card p-5">
      <h2 id={id}>Exports</h2>
      <p className="mt-0.5 mb-4 text-[13px] text-soft">
        Download everything in a period, for your bookkeeping or another program.
      </p>
      <form onSubmit={download} className="grid grid-cols-2 gap-4">
        <SelectField className="col-span-full" label="Data" value={kind} onChange={(event) => setKind(event.target.value)}>
          {KINDS.map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
          {company.datev && <option value="datev">DATEV booking batch</option>}
        </SelectField>
        <SelectField className="col-span-full" label="Format" name="format" disabled={kind === 'datev'}>
          <option value="csv">CSV</option>
          <option value="jsonl">JSON lines</option>
        </SelectField>
        <TextField label="From" name="from" type="date" defaultValue={`${today.slice(0, 4)}-01-01`} />
        <TextField label="To" name="to" type="date" defaultValue={today} />
        <div className="col-span-full empty:hidden">
          <FormError>{batch.error && messageOf(batch.error)}</FormError>
        </div>
        <div className="col-span-full flex justify-end">
          <Button type="submit" is_busy={batch.isPending}>
            <Download size={15} aria-hidden />
            Download
          </Button>
        </div>
      </form>
    </section>
  )
}

/** Asks for a file that may be refused: the reason is shown on the page, and nothing is saved then. */
async function downloadWhole(address: string): Promise<void> {
  const answer = await fetch(address)
  if (!answer.ok) throw new Error(((await answer.json()) as { error: string }).error)
  const url = URL.createObjectURL(await answer.blob())
  follow(url, /filename="([^"]+)"/.exec(answer.headers.get('content-disposition') ?? '')?.[1] ?? 'datev.csv')
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

/** Has the browser save what an address answers with: without a name under that of the answer. */
function follow(address: string, name: string): void {
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
}
