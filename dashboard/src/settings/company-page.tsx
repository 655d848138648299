import { Link } from '@tanstack/react-router'
import { ArrowRight, Plus } from 'lucide-react'
import { useState } from 'react'
import type { components } from '../../../sdk/src/api.ts'
import { usePageSearch } from '../app/search.ts'
import { useCompanyDashboard, useDesk } from '../app/session.ts'
import { Button } from '../ui/button.tsx'
import { CopyField } from '../ui/copy.tsx'
import { date } from '../ui/format.ts'
import { Facts, PageHeader } from '../ui/list.tsx'
import { Bones, Trouble } from '../ui/states.tsx'
import { AutoMatch } from './auto-match.tsx'
import type { Values } from './company-draft.ts'
import { CompanyForm } from './company-form.tsx'
import { DocumentsSection, IdentitySection, MailSection, MoneySection } from './company-sections.tsx'
import { DatevSettings } from './datev.tsx'
import { Exports } from './exports.tsx'
import { FirstDay } from './first-day.tsx'
import { Logo } from './logo.tsx'
import { Modules } from './modules.tsx'
import { NewCompany } from './new-company.tsx'
import { Reminders } from './reminders.tsx'
import { TemplatePreview } from './template-preview.tsx'

/** A company with the details that only its settings show. */
export type CompanySettings = components['schemas']['CompanyDetails']

/** The company that is at work, and the way to another one. With `view=start` in the address only what the first invoice needs. */
export function CompanyPage() {
  const { company } = useDesk()
  const [search, change] = usePageSearch()
  const settings = useCompanyDashboard('/dashboard/api/companies/{id}', { path: { id: company.id } })
  const is_start = search.view === 'start'
  if (settings.error) return <Trouble error={settings.error} onRetry={() => void settings.refetch()} />
  return (
    <>
      <PageHeader title={is_start ? 'Set up your company' : 'Company'}>
        {!is_start && (
          <Button onClick={() => change({ dialog: 'new' })}>
            <Plus size={16} aria-hidden />
            Another company
          </Button>
        )}
      </PageHeader>
      {!settings.data ? (
        <Bones lines={12} />
      ) : is_start ? (
        <FirstDay company={settings.data} />
      ) : (
        <Everything company={settings.data} />
      )}
      {search.dialog === 'new' && <NewCompany onClose={() => change({ dialog: undefined })} />}
    </>
  )
}

function Everything({ company }: { company: CompanySettings }) {
  const [values, setValues] = useState<Values>()
  return (
    <div className="grid max-w-6xl items-start gap-6 grid-cols-[minmax(0,1fr)] lg:grid-cols-[minmax(0,1fr)_320px]">
      <div className="space-y-4">
        {needsStart(company) && (
          <Link
            to="/settings/company"
            search={{ view: 'start' }}
            className="flex items-center justify-between gap-4 rounded-[10px] bg-accent-wash px-5 py-3 hover:underline"
          >
            <span>
              <span className="font-medium">The first day:</span> five things that an invoice needs, on one short page.
            </span>
            <ArrowRight size={16} className="shrink-0 text-accent" aria-hidden />
          </Link>
        )}
        <CompanyForm company={company} className="space-y-4" onValues={setValues}>
          {(field) => (
            <>
              <IdentitySection field={field} slug={company.slug} />
              <MoneySection field={field} />
              <DocumentsSection field={field} />
              <MailSection field={field} />
            </>
          )}
        </CompanyForm>
        <Reminders company={company} />
      </div>
      {/* As high as the form: the preview stays in sight beside it. */}
      <div className="space-y-6 lg:h-full">
        <Logo company={company} />
        <Modules company={company} />
        <AutoMatch company={company} />
        <Exports company={company} />
        <DatevSettings company={company} />
        <section aria-label="About the company" className="card space-y-4 p-5">
          <Facts facts={[['Since', date(company.created_at)]]} />
          <div>
            <p className="mb-1 text-[13px] font-medium">Id, for the API</p>
            <CopyField value={company.id} label="the company id" />
          </div>
        </section>
        <div className="lg:sticky lg:top-20">
          <TemplatePreview values={values} />
        </div>
      </div>
    </div>
  )
}

/** Whether something is missing that the first day's page asks for. */
function needsStart(company: CompanySettings): boolean {
  return [company.legal_address, company.country, company.iban ?? company.payment_details, company.contact_email].some(
    (one) => !one,
  )
}
