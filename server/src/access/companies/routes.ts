import { Type } from 'typebox'
import { type Endpoint, endpoint } from '../../http/endpoint.ts'
import { Company, companyExample } from './schema.ts'
import { listCompanies } from './service.ts'

/** The endpoints of companies. */
export const companyEndpoints: Endpoint[] = [
  endpoint({
    operation_id: 'listCompanies',
    method: 'GET',
    path: '/v1/companies',
    tag: 'Companies',
    tag_description: 'Whose documents they are: each company has its own customers, numbers and events.',
    summary: 'List companies',
    description: 'All companies that the API key reaches, newest first; the only endpoint without `company_id`.',
    company: 'none',
    data: Type.Object({ companies: Type.Array(Company) }, { additionalProperties: false }),
    example: { companies: [companyExample] },
    handle: (context) => listCompanies(context),
  }),
]
