// Whether a document can be given out as an e-invoice, and what is to be corrected before.

import { Link } from '@tanstack/react-router'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { useMay } from '../app/session.ts'
import type { BilledDocument } from '../documents/kinds.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { SelectField } from '../ui/field.tsx'
import { Bones, Trouble } from '../ui/states.tsx'
import { useDownload } from './download.ts'
import { fixOf, isKept, stageOf } from './fixes.ts'
import { FORMAT_NAMES, FORMATS, type Format, type Problem } from './formats.ts'
import { Problems } from './problems.tsx'
import { useVerdicts, useWanted } from './verdicts.ts'

/** The panel: one line where nobody wants an e-invoice, else the verdict on each format. */
export function EInvoicePanel({ document }: { document: BilledDocument }) {
  const { is_wanted, likely } = useWanted(document)
  const [is_open, setOpen] = useState(false)
  if (!likely) return null
  return (
    <section aria-labelledby="e-invoice" className="card p-5">
      {is_wanted || is_open ? (
        <Verdicts document={document} likely={likely} />
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

/** What becomes of what is corrected, where the document keeps what it says. */
const KEPT = {
  issued: 'An issued invoice keeps what it says. Once corrected, choose “Update addresses…” in its menu.',
  final:
    'A credit note keeps what was issued with its invoice. Later ones have what you correct, once you choose “Update addresses…” on the invoice.',
}

function Verdicts({ document, likely }: { document: BilledDocument; likely: Format }) {
  const verdicts = useVerdicts(document)
  const [chosen, setChosen] = useState<Format>()
  const format = chosen ?? likely
  const download = useDownload(document)
  const verdict = verdicts.data?.formats[format]
  const stage = stageOf(document)
  const invalid = stage === 'final' ? 'Not valid' : 'Not yet'
  return (
    <div className="space-y-3">
      <div className="flex items-center justify-between gap-3">
        <h2 id="e-invoice">E-invoice</h2>
        {verdict && <Badge tone={verdict.valid ? 'ok' : 'warn'}>{verdict.valid ? 'Ready' : invalid}</Badge>}
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
                {verdicts.data.formats[one].valid ? '' : `: ${invalid.toLowerCase()}`}
              </option>
            ))}
          </SelectField>
          {verdict.problems.length > 0 && (
            <Problems problems={verdict.problems} fix={(problem) => <FixLink problem={problem} document={document} />} />
          )}
          {stage !== 'draft' && verdict.problems.some(isKept) && <p className="text-[13px] text-soft">{KEPT[stage]}</p>}
          {verdict.valid &&
            (stage === 'draft' ? (
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

/** The link to the field that corrects a problem, for people who may change it. */
function FixLink({ problem, document }: { problem: Problem; document: BilledDocument }) {
  const may_write = useMay('write')
  const may_administer = useMay('admin')
  const fix = fixOf(problem, stageOf(document))
  if (!fix) return null
  const { object, field, label } = fix
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
      <Link to="/customers/$id" params={{ id: document.customer_id }} search={{ dialog: 'edit', field }} className={look}>
        {label}
      </Link>
    )
  return (
    <Link to="/invoices/$id/edit" params={{ id: document.id }} search={{ field }} className={look}>
      {label}
    </Link>
  )
}
