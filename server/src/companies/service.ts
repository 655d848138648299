// Companies of an organization, and the modules that are on in them.
import type { Tx, WriteTx } from '../database/database.ts'
import type { CompaniesTable } from '../database/tables.ts'
import type { Context } from '../http/context.ts'
import { readCurrency } from '../kernel/currencies.ts'
import { invalid } from '../kernel/errors.ts'
import { type CompanyId, newId, type OrganizationId, randomDigits } from '../kernel/ids.ts'
import { slugify } from '../kernel/slug.ts'
import {
  findCompanyBySlug,
  findCompanyRow,
  insertCompany,
  listCompaniesOfKey,
  listDisabledModules,
  saveModule,
} from './repository.ts'
import { presentCompany } from './schema.ts'

/** The modules that can be switched off; everything else is the core. */
export const MODULES = ['projects'] as const
export type Module = (typeof MODULES)[number]

export interface NewCompany {
  organization_id: OrganizationId
  name: string
  currency?: string | undefined
  invoice_prefix?: string | undefined
  quote_prefix?: string | undefined
}

/** Lists the companies that the caller's key reaches. */
export function listCompanies(context: Context) {
  return context.read(async (tx) => ({ companies: (await listCompaniesOfKey(tx, context.api_key_id!)).map(presentCompany) }))
}

/** The company that a request works in. It exists: the key was checked against it. */
export async function getCompany(tx: Tx, company_id: CompanyId): Promise<CompaniesTable> {
  const company = await findCompanyRow(tx, company_id)
  if (!company) throw new Error(`Company ${company_id} is gone`)
  return company
}

/** Makes a company. Throws 400 for a blank name, an unknown currency or a prefix that isn't 1–12 letters, digits, `-` or `_`. */
export async function createCompany(tx: WriteTx, company: NewCompany, now_ms: number): Promise<CompaniesTable> {
  const name = company.name.trim()
  if (name === '' || name.length > 255) throw invalid('name', 'name must have 1 to 255 characters')
  const currency = readCurrency(company.currency ?? 'USD')
  if (!currency) throw invalid('currency', `${company.currency} is no ISO 4217 currency code`)
  const row: CompaniesTable = {
    id: newId('company', now_ms),
    organization_id: company.organization_id,
    name,
    slug: await freeSlug(tx, company.organization_id, name),
    currency,
    invoice_prefix: checkPrefix('invoice_prefix', company.invoice_prefix ?? 'INV'),
    quote_prefix: checkPrefix('quote_prefix', company.quote_prefix ?? 'QUO'),
    logo_url: null,
    created_at: new Date(now_ms).toISOString(),
  }
  await insertCompany(tx, row)
  return row
}

function checkPrefix(param: string, prefix: string): string {
  if (/^[A-Za-z0-9_-]{1,12}$/.test(prefix)) return prefix
  throw invalid(param, `${param} must be 1 to 12 letters, digits, - or _`)
}

async function freeSlug(tx: Tx, organization_id: OrganizationId, name: string): Promise<string> {
  const slug = slugify(name)
  return (await findCompanyBySlug(tx, organization_id, slug)) ? `${slug}-${randomDigits(6)}` : slug
}

/** Switches a module on or off for a company; gives the modules that are on afterwards. Throws 400 for an unknown module. */
export async function setModule(tx: WriteTx, company_id: CompanyId, module: string, is_enabled: boolean): Promise<Module[]> {
  if (!(MODULES as readonly string[]).includes(module))
    throw invalid('module', `There is no module ${module}; there is ${MODULES.join(', ')}`)
  await saveModule(tx, company_id, module, is_enabled)
  const disabled = await listDisabledModules(tx, company_id)
  return MODULES.filter((name) => !disabled.has(name))
}

/** The modules that are switched off for a company. */
export function disabledModules(tx: Tx, company_id: CompanyId): Promise<Set<string>> {
  return listDisabledModules(tx, company_id)
}
