import type { Company } from './session.ts'

/** First parts of addresses that are the service's own: a company with such a slug goes by its id. */
const TAKEN = [
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
  'openapi.json',
  'theme.js',
  'favicon.svg',
]

/** The address of a company's first page, `/acme`. */
export function companyPath(company: Company): string {
  return `/${TAKEN.includes(company.slug) ? company.id : company.slug}`
}
