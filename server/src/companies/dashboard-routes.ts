import { Type } from 'typebox'
import { type Endpoint, endpoint } from '../http/endpoint.ts'
import { Name, Nullable, StringEnum } from '../http/schema.ts'
import { Company, companyExample } from './schema.ts'
import { addCompany, MODULES, switchModule, updateCompany } from './service.ts'

const OF_DASHBOARD = { tag: 'Dashboard', door: 'session', company: 'none', level: 'admin' } as const

const Prefix = Type.String({ minLength: 1, maxLength: 12, pattern: '^[A-Za-z0-9_-]+$' })
/** A picture that is given itself is one of a letterhead, and no photograph. */
const LONGEST_LOGO = 150_000

/** The dashboard's endpoints of companies and their modules. */
export const companyDashboardEndpoints: Endpoint[] = [
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
        invoice_prefix: Type.Optional(Prefix),
        quote_prefix: Type.Optional(Prefix),
      },
      { additionalProperties: false },
    ),
    body_example: { name: 'Moreno Studio', currency: 'EUR' },
    status: 201,
    data: Company,
    example: companyExample,
    handle: (context, { body }) => addCompany(context, body),
  }),
  endpoint({
    ...OF_DASHBOARD,
    operation_id: 'updateCompany',
    method: 'PATCH',
    path: '/dashboard/api/companies/:id',
    summary: 'Change a company',
    description: 'Prefixes hold for numbers that are given from now on. The currency and the slug stay.',
    body: Type.Object(
      {
        name: Type.Optional(Name()),
        invoice_prefix: Type.Optional(Prefix),
        quote_prefix: Type.Optional(Prefix),
        logo_url: Type.Optional(
          Nullable(Type.String({ maxLength: LONGEST_LOGO, description: 'An address, or a PNG, JPEG or WebP as data: URL.' })),
        ),
      },
      { additionalProperties: false },
    ),
    body_example: { name: 'Moreno & Partners' },
    data: Company,
    example: { ...companyExample, name: 'Moreno & Partners' },
    handle: (context, { params, body }) => updateCompany(context, params.id, body),
  }),
  endpoint({
    ...OF_DASHBOARD,
    operation_id: 'switchModule',
    method: 'POST',
    path: '/dashboard/api/companies/:id/modules',
    summary: 'Switch a module',
    description: 'Switches a module on or off for the company; gives those that are on.',
    body: Type.Object({ module: StringEnum(MODULES), is_enabled: Type.Boolean() }, { additionalProperties: false }),
    body_example: { module: 'projects', is_enabled: false },
    data: Type.Object({ company_id: Type.String(), modules: Type.Array(StringEnum(MODULES)) }, { additionalProperties: false }),
    example: { company_id: companyExample.id, modules: [] },
    handle: (context, { params, body }) => switchModule(context, params.id, body.module, body.is_enabled),
  }),
]
