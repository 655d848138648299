// The app behind the sign-in: the current company, and its pages. The address starts with the company: `/acme/invoices`.

import { RouterProvider } from '@tanstack/react-router'
import { useMemo } from 'react'
import { setClockAhead } from '../ui/clock.ts'
import { Empty } from '../ui/states.tsx'
import { companyPath } from './addresses.ts'
import { configureApi } from './api.ts'
import { makeRouter } from './router.tsx'
import { type Company, DeskContext, type Session } from './session.ts'

const KEY = 'quoin.company'
/** All pages, for the session given. */
export function App({ session }: { session: Session }) {
  const company = companyOf(session.companies)
  setClockAhead(company?.clock_ahead_ms ?? 0)
  const desk = useMemo(() => company && { session, company }, [session, company])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another company is another router; the same one asked for again is not
  const router = useMemo(() => company && openCompany(company, session.companies), [company?.id])
  if (!desk || !router) {
    return (
      <main>
        <Empty title="No company yet">
          This organization has no company. An owner can make one with the command line: quoin companies create.
        </Empty>
      </main>
    )
  }
  return (
    <DeskContext value={desk}>
      <RouterProvider router={router} />
    </DeskContext>
  )
}

function companyOf(companies: readonly Company[]): Company | undefined {
  const first_part = location.pathname.split('/')[1]
  const named = companies.find((one) => one.slug === first_part || one.id === first_part)
  return named ?? companies.find((one) => one.id === localStorage.getItem(KEY)) ?? companies[0]
}

function openCompany(company: Company, companies: readonly Company[]) {
  configureApi({ company_id: company.id })
  localStorage.setItem(KEY, company.id)
  const [, first_part = '', ...rest] = location.pathname.split('/')
  const is_named = companies.some((one) => one.slug === first_part || one.id === first_part)
  // An address without a company, /invoices/inv_…, gets the company that was worked in last.
  const path = is_named ? ['', ...rest].join('/') : location.pathname
  history.replaceState(history.state, '', companyPath(company) + (path === '/' ? '' : path) + location.search + location.hash)
  return makeRouter(companyPath(company))
}
