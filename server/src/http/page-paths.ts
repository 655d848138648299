// Where the dashboard has pages: the addresses of its router. server/test/page-paths.test.ts compares both. Pure: the pages import it too.

/** The pages of a company, as the router writes them. Each is also there without the company, whose address it then gets. */
export const PAGE_PATHS = [
  '/',
  '/customers',
  '/customers/$id',
  '/invoices',
  '/invoices/new',
  '/invoices/$id',
  '/invoices/$id/edit',
  '/quotes',
  '/quotes/new',
  '/quotes/$id',
  '/quotes/$id/edit',
  '/credit-notes',
  '/credit-notes/$id',
  '/payments',
  '/recurring-invoices',
  '/recurring-invoices/new',
  '/recurring-invoices/$id',
  '/recurring-invoices/$id/edit',
  '/bank',
  '/mails',
  '/e-invoices',
  '/projects',
  '/projects/$id',
  '/tasks',
  '/time',
  '/developers/api-keys',
  '/developers/webhooks',
  '/developers/webhooks/$id',
  '/developers/events',
  '/developers/jobs',
  '/developers/audit-log',
  '/settings/company',
  '/settings/members',
  '/settings/you',
] as const
export type PagePath = (typeof PAGE_PATHS)[number]

/** First path segments that belong to the service or that programs ask for: a company with such a slug is addressed by its id. */
export const TAKEN = [
  'v1',
  'v2',
  'v3',
  'dashboard',
  'docs',
  'health',
  'healthz',
  'livez',
  'readyz',
  'metrics',
  'assets',
  'logos',
  'welcome',
  'i',
  'q',
  'c',
  'openapi.json',
  'theme.js',
  'favicon.svg',
]

const patterns = PAGE_PATHS.map((path) => new RegExp(`^${path.replaceAll('$id', '[^/]+')}$`))

/**
 * Whether a page has this path. Of a company's first page (`/acme`) only the form is checked: whether the company exists is answered after the
 * sign-in. So it counts as a page only for clients that ask for one (`asks_for_page`), and `/anything` is not a page for a program.
 */
export function isPagePath(given: string, asks_for_page: boolean): boolean {
  const path = given.length > 1 && given.endsWith('/') ? given.slice(0, -1) : given
  if (path === '/index.html' || /^\/welcome\/[^/]+$/.test(path) || isOfCompany(path)) return true
  const [, company, rest] = /^\/([^/.]+)(\/.*)?$/.exec(path) ?? []
  if (company === undefined || TAKEN.includes(company.toLowerCase())) return false
  return rest === undefined ? asks_for_page : isOfCompany(rest)
}

function isOfCompany(path: string): boolean {
  return patterns.some((pattern) => pattern.test(path))
}
