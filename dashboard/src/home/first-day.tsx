import { Link } from '@tanstack/react-router'
import { Check, X } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { usePageSearch } from '../app/search.ts'
import { useApi, useCompanyDashboard, useDesk, useMay } from '../app/session.ts'
import { NotConfigured } from '../documents/not-configured.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Bone } from '../ui/states.tsx'
import { type Step, stepsOf } from './first-steps.ts'

/** What comes first: a company that can invoice, a customer, an invoice, and its mail. Gone when all is done, or when it is closed. */
export function FirstDay() {
  const { company } = useDesk()
  const may_write = useMay('write')
  // Stored in this browser: closing the list hides it for this person only.
  const key = `quoin.first-day.${company.id}`
  const [is_over, setOver] = useState(() => localStorage.getItem(key) === 'over')
  const end = () => {
    localStorage.setItem(key, 'over')
    setOver(true)
  }
  return is_over || !may_write ? null : <Steps onEnd={end} />
}

const ONE = { query: { limit: 1 } }

function Steps({ onEnd }: { onEnd: () => void }) {
  const { company, session } = useDesk()
  const is_admin = useMay('admin')
  const [search, change] = usePageSearch()
  const settings = useCompanyDashboard('/dashboard/api/companies/{id}', { path: { id: company.id } })
  const customers = useApi('/v1/customers', ONE)
  const invoices = useApi('/v1/invoices', ONE)
  const sent = useApi('/v1/emails', { query: { limit: 1, status: 'sent' } })
  const steps =
    settings.data && customers.data && invoices.data && sent.data
      ? stepsOf({
          company: settings.data,
          has_customer: customers.data.customers.length > 0,
          has_invoice: invoices.data.invoices.length > 0,
          has_mail_server: session.mail_from !== null,
          has_sent: sent.data.emails.length > 0,
          is_admin,
        })
      : undefined
  const done = steps?.filter(({ is_done }) => is_done).length
  const is_done = steps !== undefined && done === steps.length
  useEffect(() => {
    if (is_done) onEnd()
  }, [is_done, onEnd])
  // What it needs is also on other pages, which say what is wrong.
  if (is_done || [settings, customers, invoices, sent].some(({ isError }) => isError)) return null
  return (
    <section aria-labelledby="first-day" aria-busy={!steps} className="card mb-6 p-5">
      <div className="mb-3 flex items-center gap-3">
        <h2 id="first-day">The first day</h2>
        {steps && (
          <span className="text-[13px] text-soft">
            {done} of {steps.length} done
          </span>
        )}
        <Button
          look="quiet"
          size="icon"
          aria-label="Close the first day"
          title="Close"
          className="-my-1.5 -mr-2 ml-auto"
          onClick={onEnd}
        >
          <X size={16} aria-hidden />
        </Button>
      </div>
      <ol className="grid gap-x-6 gap-y-1 sm:grid-cols-2 lg:grid-cols-4">
        {steps
          ? steps.map((step) => (
              <li key={step.key} className="relative flex min-h-9 items-center gap-2.5">
                <Mark step={step} />
                <StepLink
                  step={step}
                  has_mail_server={session.mail_from !== null}
                  invoice_id={invoices.data?.invoices[0]?.id}
                  onMail={() => change({ dialog: 'mail' })}
                />
              </li>
            ))
          : Array.from({ length: is_admin ? 7 : 3 }, (_, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: they never move
              <li key={index} className="flex min-h-9 items-center">
                <Bone className="w-32" />
              </li>
            ))}
      </ol>
      {search.dialog === 'mail' && (
        <Dialog kind="wide" title="Set up mail" onClose={() => change({ dialog: undefined })}>
          <NotConfigured />
        </Dialog>
      )}
    </section>
  )
}

function Mark({ step: { is_done } }: { step: Step }) {
  return is_done ? (
    <span className="grid size-5 shrink-0 place-items-center rounded-full bg-ok-wash text-ok">
      <Check size={13} strokeWidth={3} aria-hidden />
      <span className="sr-only">Done:</span>
    </span>
  ) : (
    <span aria-hidden="true" className="size-5 shrink-0 rounded-full border border-line-strong" />
  )
}

const STEP = 'after:absolute after:inset-0 hover:underline'

/** The step as the way to its place. */
function StepLink({
  step: { key, title, is_done },
  has_mail_server,
  invoice_id,
  onMail,
}: {
  step: Step
  has_mail_server: boolean
  invoice_id: string | undefined
  onMail: () => void
}): ReactNode {
  if (is_done) return <span className="text-soft">{title}</span>
  if (key === 'customer') {
    return (
      <Link to="/customers" search={{ dialog: 'new' }} className={STEP}>
        {title}
      </Link>
    )
  }
  if (key === 'invoice') {
    return (
      <Link to="/invoices/new" className={STEP}>
        {title}
      </Link>
    )
  }
  if (key === 'mail') {
    if (!has_mail_server) {
      return (
        <button type="button" onClick={onMail} className={STEP}>
          {title}
        </button>
      )
    }
    return invoice_id ? (
      <Link to="/invoices/$id" params={{ id: invoice_id }} search={{ dialog: 'send' }} className={STEP}>
        {title}
      </Link>
    ) : (
      <span className="text-soft">{title}</span>
    )
  }
  return (
    <Link to="/settings/company" search={{ view: 'start' }} hash={`start-${key}`} className={STEP}>
      {title}
    </Link>
  )
}
