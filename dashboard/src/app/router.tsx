// The table of addresses. Every page is a separate bundle, loaded when its link is hovered.

import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router'
import { Bones, Trouble } from '../ui/states.tsx'
import { queryText } from './api.ts'
import type { PageSearch } from './search.ts'
import { Shell } from './shell.tsx'

const root = createRootRoute({ component: Shell, validateSearch: (search: Record<string, unknown>): PageSearch => search })

function page<Path extends string>(path: Path, component: ReturnType<typeof lazyRouteComponent>) {
  return createRoute({ getParentRoute: () => root, path, component })
}

const routeTree = root.addChildren([
  page(
    '/',
    lazyRouteComponent(() => import('../home/home-page.tsx'), 'HomePage'),
  ),
  page(
    '/customers',
    lazyRouteComponent(() => import('../customers/customers-page.tsx'), 'CustomersPage'),
  ),
  page(
    '/customers/$id',
    lazyRouteComponent(() => import('../customers/customer-page.tsx'), 'CustomerPage'),
  ),
  page(
    '/invoices',
    lazyRouteComponent(() => import('../invoices/invoices-page.tsx'), 'InvoicesPage'),
  ),
  page(
    '/invoices/new',
    lazyRouteComponent(() => import('../invoices/invoice-form-page.tsx'), 'InvoiceFormPage'),
  ),
  page(
    '/invoices/$id',
    lazyRouteComponent(() => import('../invoices/invoice-page.tsx'), 'InvoicePage'),
  ),
  page(
    '/invoices/$id/edit',
    lazyRouteComponent(() => import('../invoices/invoice-form-page.tsx'), 'InvoiceFormPage'),
  ),
  page(
    '/quotes',
    lazyRouteComponent(() => import('../quotes/quotes-page.tsx'), 'QuotesPage'),
  ),
  page(
    '/quotes/new',
    lazyRouteComponent(() => import('../quotes/quote-form-page.tsx'), 'QuoteFormPage'),
  ),
  page(
    '/quotes/$id',
    lazyRouteComponent(() => import('../quotes/quote-page.tsx'), 'QuotePage'),
  ),
  page(
    '/quotes/$id/edit',
    lazyRouteComponent(() => import('../quotes/quote-form-page.tsx'), 'QuoteFormPage'),
  ),
  page(
    '/credit-notes',
    lazyRouteComponent(() => import('../credit-notes/credit-notes-page.tsx'), 'CreditNotesPage'),
  ),
  page(
    '/credit-notes/$id',
    lazyRouteComponent(() => import('../credit-notes/credit-note-page.tsx'), 'CreditNotePage'),
  ),
  page(
    '/payments',
    lazyRouteComponent(() => import('../payments/payments-page.tsx'), 'PaymentsPage'),
  ),
  page(
    '/recurring-invoices',
    lazyRouteComponent(() => import('../recurring-invoices/recurring-invoices-page.tsx'), 'RecurringInvoicesPage'),
  ),
  page(
    '/recurring-invoices/new',
    lazyRouteComponent(() => import('../recurring-invoices/recurring-invoice-form-page.tsx'), 'RecurringInvoiceFormPage'),
  ),
  page(
    '/recurring-invoices/$id',
    lazyRouteComponent(() => import('../recurring-invoices/recurring-invoice-page.tsx'), 'RecurringInvoicePage'),
  ),
  page(
    '/recurring-invoices/$id/edit',
    lazyRouteComponent(() => import('../recurring-invoices/recurring-invoice-form-page.tsx'), 'RecurringInvoiceFormPage'),
  ),
  page(
    '/bank',
    lazyRouteComponent(() => import('../bank/bank-page.tsx'), 'BankPage'),
  ),
  page(
    '/mails',
    lazyRouteComponent(() => import('../mails/mails-page.tsx'), 'MailsPage'),
  ),
  page(
    '/e-invoices',
    lazyRouteComponent(() => import('../e-invoices/check-page.tsx'), 'CheckPage'),
  ),
  page(
    '/projects',
    lazyRouteComponent(() => import('../projects/projects-page.tsx'), 'ProjectsPage'),
  ),
  page(
    '/projects/$id',
    lazyRouteComponent(() => import('../projects/project-page.tsx'), 'ProjectPage'),
  ),
  page(
    '/tasks',
    lazyRouteComponent(() => import('../tasks/tasks-page.tsx'), 'TasksPage'),
  ),
  page(
    '/time',
    lazyRouteComponent(() => import('../time-entries/time-page.tsx'), 'TimePage'),
  ),
  page(
    '/developers/api-keys',
    lazyRouteComponent(() => import('../api-keys/api-keys-page.tsx'), 'ApiKeysPage'),
  ),
  page(
    '/developers/webhooks',
    lazyRouteComponent(() => import('../webhooks/webhooks-page.tsx'), 'WebhooksPage'),
  ),
  page(
    '/developers/webhooks/$id',
    lazyRouteComponent(() => import('../webhooks/webhook-page.tsx'), 'WebhookPage'),
  ),
  page(
    '/developers/events',
    lazyRouteComponent(() => import('../events/events-page.tsx'), 'EventsPage'),
  ),
  page(
    '/developers/jobs',
    lazyRouteComponent(() => import('../jobs/jobs-page.tsx'), 'JobsPage'),
  ),
  page(
    '/developers/audit-log',
    lazyRouteComponent(() => import('../audit-log/audit-log-page.tsx'), 'AuditLogPage'),
  ),
  page(
    '/settings/company',
    lazyRouteComponent(() => import('../settings/company-page.tsx'), 'CompanyPage'),
  ),
  page(
    '/settings/members',
    lazyRouteComponent(() => import('../settings/members-page.tsx'), 'MembersPage'),
  ),
  page(
    '/settings/you',
    lazyRouteComponent(() => import('../settings/you-page.tsx'), 'YouPage'),
  ),
])

/** A router for the pages of one company; `basepath` is its part of the address, `/acme`. */
export function makeRouter(basepath: string) {
  return createRouter({
    routeTree,
    basepath,
    defaultPreload: 'intent',
    defaultPendingComponent: () => <Bones lines={8} />,
    defaultErrorComponent: ({ error, reset }) => <Trouble error={error} onRetry={reset} />,
    defaultNotFoundComponent: NotFound,
    scrollRestoration: true,
    // Plain texts, as everywhere on the web; the default would write JSON.
    parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
    stringifySearch: queryText,
  })
}

function NotFound() {
  return (
    <div className="py-20 text-center">
      <h1>No such page</h1>
      <p className="mt-2 text-soft">The link may be from an older version. Ctrl K finds every page.</p>
    </div>
  )
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>
  }
}
