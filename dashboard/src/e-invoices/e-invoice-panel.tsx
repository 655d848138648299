// Whether an invoice can be given out as an e-invoice, and what is to be mended before.

import { Link } from '@tanstack/react-router'
import { Download } from 'lucide-react'
import { useState } from 'react'
import type { components } from '../../../sdk/src/api.ts'
import { useApi, useCompanyDashboard, useDesk, useMay } from '../app/session.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { SelectField } from '../ui/field.tsx'
import { Bones, Trouble } from '../ui/states.tsx'
import { useDownload } from './download.ts'
import { FORMAT_NAMES, FORMATS, type Format, isWanted, likelyFormat, type Problem } from './formats.ts'
import { mendingOf } from './mending.ts'
import { Problems } from './problems.tsx'

type Invoice = components['schemas']['Invoice']

/** The panel: one line where nobody wants an e-invoice, else the verdict on each format. */
export function EInvoicePanel({ invoice }: { invoice: Invoice }) {
  const { company } = useDesk()
  const customer = useApi('/v1/customers/{id}', { path: { id: invoice.customer_id } })
  const settings = useCompanyDashboard('/dashboard/api/companies/{id}', { path: { id: company.id } })
  const [is_open, setOpen] = useState(false)
  if (customer.error || settings.error) return null
  if (!customer.data || !settings.data) return null
  const parties = {
    company_country: settings.data.country,
    customer_country: invoice.customer.billing?.country ?? customer.data.country,
    customer_vat_id: invoice.customer.billing?.vat_id ?? customer.data.legal_vat,
    electronic_address: customer.data.electronic_address,
    electronic_address_scheme: customer.data.electronic_address_scheme,
    buyer_reference: invoice.buyer_reference,
  }
  return (
    <section aria-labelledby="e-invoice" className="card p-5">
      {isWanted(parties) || is_open ? (
        <Verdicts invoice={invoice} likely={likelyFormat(parties)} />
      ) : (
        <div className="flex items-center justify-between gap-3">
          <h2 id="e-invoice">E-invoice</h2>
          <Button look="quiet" className="-my-2 -mr-3" aria-expanded={false} onClick={() => setOpen(true)}>
            Check it
          </Button>
        </div>
      )}
    </section>
  )
}

function Verdicts({ invoice, likely }: { invoice: Invoice; likely: Format }) {
  const verdicts = useApi('/v1/invoices/{id}/e-invoice', { path: { id: invoice.id } })
  const [chosen, setChosen] = useState<Format>()
  const format = chosen ?? likely
  const download = useDownload({ kind: 'invoices', id: invoice.id, number: invoice.invoice_number })
  const verdict = verdicts.data?.formats[format]
  const is_draft = invoice.status === 'draft'
  const needs_reissue = !is_draft && verdict?.problems.some(({ object }) => object !== 'invoice')
  return (
    <div className="space-y-3">
      <div className="flex items-center justify-between gap-3">
        <h2 id="e-invoice">E-invoice</h2>
        {verdict && <Badge tone={verdict.valid ? 'ok' : 'warn'}>{verdict.valid ? 'Ready' : 'Not yet'}</Badge>}
      </div>
      {verdicts.error ? (
        <Trouble error={verdicts.error} onRetry={() => void verdicts.refetch()} />
      ) : !verdicts.data || !verdict ? (
        <Bones lines={3} />
      ) : (
        <>
          <SelectField
            label="Format"
            is_label_hidden
            value={format}
            onChange={(event) => setChosen(event.target.value as Format)}
          >
            {FORMATS.map((one) => (
              <option key={one} value={one}>
                {FORMAT_NAMES[one]}
                {verdicts.data.formats[one].valid ? '' : ': not yet'}
              </option>
            ))}
          </SelectField>
          {verdict.problems.length > 0 && (
            <Problems problems={verdict.problems} mend={(problem) => <Mend problem={problem} invoice={invoice} />} />
          )}
          {needs_reissue && (
            <p className="text-[13px] text-soft">
              An issued invoice keeps what it says. After mending, choose “Update addresses…” in its menu.
            </p>
          )}
          {verdict.valid &&
            (is_draft ? (
              <p className="text-[13px] text-soft">It follows all rules. The file is there once the invoice is issued.</p>
            ) : (
              <Button is_busy={download.isPending} onClick={() => download.mutate(format)}>
                <Download size={15} aria-hidden />
                Download e-invoice
              </Button>
            ))}
        </>
      )}
    </div>
  )
}

/** The link to the field that mends a problem, for people who may change it. */
function Mend({ problem, invoice }: { problem: Problem; invoice: Invoice }) {
  const may_write = useMay('write')
  const may_administer = useMay('admin')
  const mending = mendingOf(problem, invoice.status === 'draft')
  if (!mending) return null
  const { object, field, label } = mending
  if (!(object === 'company' ? may_administer : may_write)) return <span>{label}</span>
  const look = 'text-accent hover:underline'
  if (object === 'company')
    return (
      <Link to="/settings/company" search={{ field }} className={look}>
        {label}
      </Link>
    )
  if (object === 'customer')
    return (
      <Link to="/customers/$id" params={{ id: invoice.customer_id }} search={{ dialog: 'edit', field }} className={look}>
        {label}
      </Link>
    )
  return (
    <Link to="/invoices/$id/edit" params={{ id: invoice.id }} search={{ field }} className={look}>
      {label}
    </Link>
  )
}
