import { type Static, Type } from 'typebox'
import { presenter } from '../../http/present.ts'
import { type CompaniesTable, companies } from './table.ts'

/** A company as the API shows it. */
export const Company = Type.Object(
  {
    id: Type.String({ description: 'Identifier, `com_…`: what `company_id` takes.' }),
    name: Type.String(),
    slug: Type.String({ description: 'The name in lower case, for addresses.' }),
    currency: Type.String({ description: 'ISO 4217 code that new documents get when they name none.' }),
    invoice_prefix: Type.String({ description: 'First part of invoice numbers.' }),
    quote_prefix: Type.String({ description: 'First part of quote numbers.' }),
    logo_url: Type.Union([Type.String(), Type.Null()]),
    created_at: Type.String({ format: 'date-time' }),
  },
  { title: 'Company', additionalProperties: false },
)
export type Company = Static<typeof Company>

const DetailText = (description: string) => Type.Union([Type.String({ description }), Type.Null()])

/** A company with the details that its documents show, and its modules. */
export const CompanyDetails = Type.Object(
  {
    ...Company.properties,
    legal_name: DetailText('The name that it is registered under, where it is another one.'),
    legal_address: DetailText('Several lines are allowed.'),
    legal_vat: DetailText('Its tax number.'),
    payment_details: DetailText('How its invoices are paid: bank, account, reference.'),
    modules: Type.Object(
      { projects: Type.Boolean() },
      { additionalProperties: false, description: 'Whether each module is on.' },
    ),
  },
  { title: 'CompanyDetails', additionalProperties: false },
)
export type CompanyDetails = Static<typeof CompanyDetails>

export const companyExample: Company = {
  id: 'com_01kb3m8q5sxk2n4v7c9e1g3j5m',
  name: 'Moreno Studio',
  slug: 'moreno-studio',
  currency: 'EUR',
  invoice_prefix: 'INV',
  quote_prefix: 'QUO',
  logo_url: null,
  created_at: '2026-01-05T09:30:00.000Z',
}

export const companyDetailsExample: CompanyDetails = {
  ...companyExample,
  legal_name: 'Moreno Studio GmbH',
  legal_address: 'Torstraße 1\n10119 Berlin',
  legal_vat: 'DE123456789',
  payment_details: 'IBAN DE02 1203 0000 0000 2020 51',
  modules: { projects: true },
}

const present = presenter<CompaniesTable>()(Company, companies, {})
const presentDetails = presenter<CompaniesTable & Pick<CompanyDetails, 'modules'>>()(CompanyDetails, companies, {
  modules: (row) => row.modules,
})

/** Shows a company. `addressOf` makes the address of a path of this service, for its logo. */
export const presentCompany = (row: CompaniesTable, addressOf: (path: string) => string): Company =>
  present({ ...row, logo_url: shownLogo(row, addressOf) })

/** Shows a company with its details; `disabled` are the modules that are off. */
export function presentCompanyDetails(
  row: CompaniesTable,
  disabled: ReadonlySet<string>,
  addressOf: (path: string) => string,
): CompanyDetails {
  const modules = { projects: !disabled.has('projects') }
  return presentDetails({ ...row, logo_url: shownLogo(row, addressOf), modules })
}

const shownLogo = ({ logo_url }: CompaniesTable, addressOf: (path: string) => string) =>
  logo_url?.startsWith('/') ? addressOf(logo_url) : logo_url
