import { Type } from 'typebox'
import { type Endpoint, endpoint } from '../../http/endpoint.ts'
import { Company, CompanyDetails, companyDetailsExample, companyExample, UpdateCompany } from './schema.ts'
import { type CompanyParts, getCompanyDetails, listCompanies, updateCompany } from './service.ts'

const OF_COMPANIES = { tag: 'Companies', company: 'none' } as const

/** The endpoints of companies. `parts` are what a change has of other rooms. */
export const companyEndpoints = (parts: CompanyParts): Endpoint[] => [
  endpoint({
    ...OF_COMPANIES,
    operation_id: 'listCompanies',
    needs_no_scope: true,
    method: 'GET',
    path: '/v1/companies',
    tag_description: 'Whose documents they are: each company has its own customers, numbers and events.',
    summary: 'List companies',
    description: 'All companies that the API key reaches, newest first. Endpoints of companies take no `company_id`.',
    data: Type.Object({ companies: Type.Array(Company) }, { additionalProperties: false }),
    example: { companies: [companyExample] },
    handle: (context) => listCompanies(context),
  }),
  endpoint({
    ...OF_COMPANIES,
    is_company_in_path: true,
    operation_id: 'getCompany',
    method: 'GET',
    path: '/v1/companies/:id',
    summary: 'Get a company',
    description: 'With what its documents say of it, the defaults of new documents, and its modules.',
    data: CompanyDetails,
    example: companyDetailsExample,
    has_etag: true,
    handle: (context, { params }) => getCompanyDetails(context, params.id),
  }),
  endpoint({
    ...OF_COMPANIES,
    is_company_in_path: true,
    level: 'admin',
    operation_id: 'updateCompany',
    method: 'PATCH',
    path: '/v1/companies/:id',
    summary: 'Update a company',
    description:
      'Absent fields are left alone; `null` clears one. Prefixes apply to new numbers, defaults and the currency to new documents. Issued documents keep what they say of the company.',
    body: UpdateCompany,
    body_example: { time_zone: 'Europe/Berlin', default_tax_rate: 19 },
    data: CompanyDetails,
    example: companyDetailsExample,
    errors: { 400: ['amount_too_large'], 409: ['slug_taken'] },
    has_etag: true,
    handle: (context, { params, body }) => updateCompany(context, params.id, body, parts),
  }),
]
