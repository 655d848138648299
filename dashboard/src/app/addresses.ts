import { TAKEN } from '../../../server/src/http/page-paths.ts'
import type { Company } from './session.ts'

/** The address of a company's first page, `/acme`. */
export function companyPath(company: Pick<Company, 'id' | 'slug'>): string {
  return `/${TAKEN.includes(company.slug) ? company.id : company.slug}`
}
