import { Type } from 'typebox'
import { type Endpoint, endpoint } from '../../http/endpoint.ts'
import { Name, StringEnum } from '../../http/schema.ts'
import { removeLogo, setLogo } from './logos.ts'
import { Company, CompanyDetails, companyDetailsExample, companyExample, Prefix, UpdateCompany } from './schema.ts'
import {
  addCompany,
  type CompanyParts,
  getCompanyDetails,
  MODULES,
  switchModule,
  TOO_MANY_SANDBOXES,
  updateCompany,
} from './service.ts'

const OF_DASHBOARD = { tag: 'Dashboard', door: 'session', company: 'none', level: 'admin' } as const

/** More than any request may have. */
const BODY_LIMIT = 1024 * 1024
/** One transparent pixel. */
const SMALLEST_PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='

/** The dashboard's endpoints of companies and their modules. `parts` are what a change has of other rooms. */
export const companyDashboardEndpoints = (parts: CompanyParts): Endpoint[] => [
  endpoint({
    ...OF_DASHBOARD,
    operation_id: 'createCompany',
    method: 'POST',
    path: '/dashboard/api/companies',
    summary: 'Create a company',
    description: 'A company of the organization. Keys for all companies reach it too.',
    body: Type.Object(
      {
        name: Name(),
        currency: Type.Optional(Type.String({ minLength: 3, maxLength: 3, description: 'ISO 4217 code; USD when absent.' })),
        invoice_prefix: Type.Optional(Prefix()),
        quote_prefix: Type.Optional(Prefix()),
        is_sandbox: Type.Optional(
          Type.Boolean({ description: 'For trying things out: with a clock that can be moved. It stays one.' }),
        ),
      },
      { additionalProperties: false },
    ),
    body_example: { name: 'Moreno Studio', currency: 'EUR' },
    status: 201,
    data: Company,
    example: companyExample,
    errors: { 409: ['sandbox_limit_reached'] },
    sentences: { sandbox_limit_reached: { error: TOO_MANY_SANDBOXES, param: 'is_sandbox' } },
    handle: (context, { body }) => addCompany(context, body),
  }),
  endpoint({
    ...OF_DASHBOARD,
    company: 'required',
    // Anyone who writes invoices may see what is printed on them.
    level: 'read',
    operation_id: 'getOwnCompany',
    method: 'GET',
    path: '/dashboard/api/companies/:id',
    summary: 'Get a company with its details',
    description: 'What it says of itself on its documents, and which modules are on.',
    data: CompanyDetails,
    example: companyDetailsExample,
    handle: (context, { params }) => getCompanyDetails(context, params.id),
  }),
  endpoint({
    ...OF_DASHBOARD,
    operation_id: 'updateOwnCompany',
    method: 'PATCH',
    path: '/dashboard/api/companies/:id',
    summary: 'Change a company',
    description:
      'Prefixes apply to new numbers, the currency to new documents and to the figures of projects. `null` clears a detail.',
    body: UpdateCompany,
    body_example: { name: 'Moreno & Partners' },
    data: CompanyDetails,
    example: { ...companyDetailsExample, name: 'Moreno & Partners' },
    errors: { 400: ['amount_too_large'], 409: ['slug_taken'] },
    has_etag: true,
    handle: (context, { params, body }) => updateCompany(context, params.id, body, parts),
  }),
  endpoint({
    ...OF_DASHBOARD,
    operation_id: 'setCompanyLogo',
    method: 'POST',
    path: '/dashboard/api/companies/:id/logo',
    summary: 'Upload a logo',
    description:
      'A PNG, JPEG or WebP, recognized by its bytes: at most 256 kB and 4096 × 4096 pixels. `logo_url` becomes its address at this service, which everyone may read.',
    body: Type.Object(
      { image: Type.String({ minLength: 1, maxLength: BODY_LIMIT, description: 'The bytes of the picture in base64.' }) },
      { additionalProperties: false },
    ),
    body_example: { image: SMALLEST_PNG },
    data: Company,
    example: companyExample,
    handle: (context, { params, body }) => setLogo(context, params.id, body.image),
  }),
  endpoint({
    ...OF_DASHBOARD,
    operation_id: 'deleteCompanyLogo',
    method: 'DELETE',
    path: '/dashboard/api/companies/:id/logo',
    summary: 'Take a logo away',
    description: 'Removes an uploaded logo, or the address of one on another server.',
    data: Company,
    example: companyExample,
    handle: (context, { params }) => removeLogo(context, params.id),
  }),
  endpoint({
    ...OF_DASHBOARD,
    operation_id: 'switchModule',
    method: 'POST',
    path: '/dashboard/api/companies/:id/modules',
    summary: 'Switch a module',
    description: 'Switches a module on or off for the company; gives those that are on.',
    body: Type.Object(
      { module: StringEnum(MODULES, { title: 'Module' }), is_enabled: Type.Boolean() },
      { additionalProperties: false },
    ),
    body_example: { module: 'projects', is_enabled: false },
    data: Type.Object(
      { company_id: Type.String(), modules: Type.Array(StringEnum(MODULES, { title: 'Module' })) },
      { additionalProperties: false },
    ),
    example: { company_id: companyExample.id, modules: [] },
    handle: (context, { params, body }) => switchModule(context, params.id, body.module, body.is_enabled),
  }),
]
