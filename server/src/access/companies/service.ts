// Companies of an organization, and the modules that are on in them.

import type { Context } from '../../http/context.ts'
import type { ReachedCompany } from '../../http/request.ts'
import { sha256 } from '../../kernel/crypto.ts'
import { conflict, invalid, notFound } from '../../kernel/errors.ts'
import { type CompanyId, isId, newId, type OrganizationId } from '../../kernel/ids.ts'
import { freeSlug, slugify } from '../../kernel/slug.ts'
import { codePointLength } from '../../kernel/text.ts'
import { dayIn, UTC } from '../../kernel/time-zones.ts'
import type { Database, Tx, WriteTx } from '../../sql/database.ts'
import { checkCurrency, checkPrefix, newDetails, reviseCompany } from './company.ts'
import { checkPicture, LARGEST_LOGO_BYTES } from './logo.ts'
import {
  findCompanyRow,
  insertCompany,
  listCompaniesOfKey,
  listCompaniesOfOrganization,
  listDisabledModules,
  listSandboxRows,
  listTimeZones,
  lockCompany,
  lockSlugs,
  removeLogoRow,
  saveCompany,
  saveLogoRow,
  saveModule,
} from './repository.ts'
import { type Company, type CompanyDetails, presentCompany, presentCompanyDetails, type UpdateCompany } from './schema.ts'
import type { CompaniesTable, CompanyLogosTable } from './table.ts'
import { todayFor } from './time.ts'

/** The modules that can be switched off; everything else is the core. */
export const MODULES = ['projects'] as const
export type Module = (typeof MODULES)[number]

export interface NewCompany {
  organization_id: OrganizationId
  name: string
  currency?: string | undefined
  invoice_prefix?: string | undefined
  quote_prefix?: string | undefined
  /** Whether it is for trying things out, with a clock of its own. */
  is_sandbox?: boolean | undefined
}

/** Lists the companies that the caller reaches: those of the key, or all of a member's organization. */
export function listCompanies(context: Context) {
  return context.read(async (tx) => {
    const rows =
      context.api_key_id === null
        ? await listCompaniesOfOrganization(tx, context.organization_id)
        : await listCompaniesOfKey(tx, context.api_key_id)
    return { companies: rows.map((row) => presentCompany(row, context.addressOf)) }
  })
}

/** Makes a company in the caller's organization. Throws as `createCompany` does. */
export function addCompany(context: Context, company: Omit<NewCompany, 'organization_id'>): Promise<Company> {
  const { organization_id, now_ms } = context
  return context.transaction(async (tx) =>
    presentCompany(await createCompany(tx, { ...company, organization_id }, now_ms), context.addressOf),
  )
}

/** A company of the caller's organization with its details. Throws 404. */
export function getCompanyDetails(context: Context, id: string): Promise<CompanyDetails> {
  return context.read(async (tx) => {
    const row = isId('company', id) ? await findCompanyRow(tx, id) : undefined
    if (row?.organization_id !== context.organization_id) throw notFound()
    return presentCompanyDetails(row, await listDisabledModules(tx, row.id), context.addressOf)
  })
}

/** Runs before a company's currency changes: passed in by rooms that show amounts in it. It throws 400 if one could not be shown. */
export type BeforeCurrency = (tx: Tx, company_id: CompanyId, currency: string) => Promise<void>

/** Changes a company of the caller's organization. Throws 404 for another, and 400 as `reviseCompany` does. Numbers that were given stay. Throws 409 `slug_taken` for another company's slug. */
export async function updateCompany(
  context: Context,
  id: string,
  given: UpdateCompany,
  { beforeCurrency, fetchLogo }: CompanyParts,
): Promise<CompanyDetails> {
  const fetched = await fetchedLogo(context, id, given.logo_url, fetchLogo)
  return context.transaction(async (tx) => {
    if (given.slug !== undefined) await refuseTakenSlug(tx, context.organization_id, id, given.slug)
    const before = await lockCompany(tx, context.organization_id, id)
    if (!before) throw notFound()
    const disabled = await listDisabledModules(tx, before.id)
    const changes = context.changesOf(presentCompanyDetails(before, disabled, context.addressOf), given)
    const after = {
      ...reviseCompany(before, changes, context.real_ms),
      logo_url: changedLogo(before, changes.logo_url, context.addressOf),
    }
    if (after.currency !== before.currency) await beforeCurrency(tx, before.id, after.currency)
    saveCompany(tx, after)
    if (after.logo_url !== before.logo_url) replaceLogo(tx, after, fetched)
    return presentCompanyDetails(after, disabled, context.addressOf)
  })
}

async function refuseTakenSlug(tx: WriteTx, organization_id: OrganizationId, id: string, slug: string): Promise<void> {
  const companies = await lockSlugs(tx, organization_id)
  if (companies.some((company) => company.slug === slug && company.id !== id)) {
    throw conflict('slug_taken', `Another company of the organization has the slug ${slug}`, 'slug')
  }
}

/** An uploaded logo that comes back as it was shown stays. */
function changedLogo(before: CompaniesTable, change: string | null | undefined, addressOf: (path: string) => string) {
  if (change === undefined || change === presentCompany(before, addressOf).logo_url) return before.logo_url
  return checkLogo(change)
}

/** Fetches the picture at an address. Throws an Error whose message is a phrase that says why it can't be had. */
export type FetchLogo = (url: string, most_bytes: number) => Promise<Uint8Array>

/** What a change of a company has of other rooms. */
export interface CompanyParts {
  beforeCurrency: BeforeCurrency
  fetchLogo: FetchLogo
}

/** A picture as it is stored: its bytes in base64. */
type StoredPicture = Pick<CompanyLogosTable, 'media_type' | 'image'>

/**
 * The picture of a logo that a change names by an address elsewhere: documents print what is there now. Undefined where there is none to fetch.
 * Throws 400 when it can't be had, or is none.
 */
async function fetchedLogo(
  context: Context,
  id: string,
  logo_url: string | null | undefined,
  fetchLogo: FetchLogo,
): Promise<StoredPicture | undefined> {
  const url = typeof logo_url === 'string' && !logo_url.startsWith('data:') ? checkLogo(logo_url) : null
  if (url === null) return undefined
  const company = await context.read((tx) => findCompanyRow(tx, id as CompanyId))
  const is_known = company && (company.logo_url === url || presentCompany(company, context.addressOf).logo_url === url)
  if (company?.organization_id !== context.organization_id || is_known) return undefined
  let bytes: Uint8Array
  try {
    bytes = await fetchLogo(url, LARGEST_LOGO_BYTES)
  } catch (error) {
    throw invalid('logo_url', `logo_url can't be fetched: ${(error as Error).message}`)
  }
  const image = Buffer.from(bytes).toString('base64')
  return { media_type: checkPicture('logo_url', image).media_type, image }
}

/** Keeps the bytes of a picture that was given as data or fetched: documents name them by their hash. */
function replaceLogo(tx: WriteTx, { id, logo_url }: CompaniesTable, fetched: StoredPicture | undefined): void {
  const picture = fetched ?? pictureIn(logo_url)
  if (picture) saveLogoRow(tx, { company_id: id, sha256: sha256(Buffer.from(picture.image, 'base64')), ...picture })
  else removeLogoRow(tx, id)
}

function pictureIn(logo_url: string | null): StoredPicture | undefined {
  const [, media_type, image] = /^data:([^;]+);base64,(.+)$/.exec(logo_url ?? '') ?? []
  return media_type === undefined || image === undefined ? undefined : { media_type, image }
}

/** A picture is given by its address, or as data: then its bytes are checked like those of an upload. */
function checkLogo(logo_url: string | null): string | null {
  if (logo_url === null) return null
  const [, said, image] = /^data:(image\/(?:png|jpeg|webp));base64,([^,]+)$/.exec(logo_url) ?? []
  if (image !== undefined) {
    const { media_type } = checkPicture('logo_url', image)
    if (media_type === said) return logo_url
    throw invalid('logo_url', `logo_url says that it is ${said}, and is ${media_type}`)
  }
  if (logo_url.length <= LONGEST_URL && URL.canParse(logo_url) && /^https?:$/.test(new URL(logo_url).protocol)) return logo_url
  throw invalid('logo_url', 'logo_url must be the address of a picture, a PNG, JPEG or WebP as data: URL, or null')
}

const LONGEST_URL = 2_048

/** Switches a module of a company of the caller's organization. */
export function switchModule(context: Context, id: string, module: string, is_enabled: boolean) {
  return context.transaction(async (tx) => {
    const company = await lockCompany(tx, context.organization_id, id)
    if (!company) throw notFound()
    return { company_id: company.id, modules: await setModule(tx, company.id, module, is_enabled) }
  })
}

/** The company that a request works in. It exists: the key was checked against it. */
export async function getCompany(tx: Tx, company_id: CompanyId): Promise<CompaniesTable> {
  const company = await findCompanyRow(tx, company_id)
  if (!company) throw new Error(`Company ${company_id} is gone`)
  return company
}

/**
 * Makes a company. Its slug is that of its name, with a number behind it where another one of the organization has that. Throws 400 for a blank
 * name, an unknown currency or a prefix that isn't 1–12 letters, digits, `-` or `_`, and 409 `sandbox_limit_reached`.
 */
export async function createCompany(tx: WriteTx, company: NewCompany, now_ms: number): Promise<CompaniesTable> {
  const name = company.name.trim()
  if (name === '' || codePointLength(name) > 255) throw invalid('name', 'name must have 1 to 255 characters')
  const currency = checkCurrency(company.currency ?? 'USD')
  const invoice_prefix = checkPrefix('invoice_prefix', company.invoice_prefix ?? 'INV')
  if (company.is_sandbox) await refuseTooManySandboxes(tx, company.organization_id)
  const row: CompaniesTable = {
    id: newId('company', now_ms),
    organization_id: company.organization_id,
    name,
    slug: slugify(name),
    currency,
    invoice_prefix,
    quote_prefix: checkPrefix('quote_prefix', company.quote_prefix ?? 'QUO'),
    created_at: new Date(now_ms).toISOString(),
    ...newDetails(invoice_prefix),
    clock_ahead_ms: company.is_sandbox ? 0 : null,
  }
  // Once more only where an organization had no company, and so nothing to lock, and two were made at the same moment.
  for (;;) {
    const taken = new Set((await lockSlugs(tx, row.organization_id)).map(({ slug }) => slug))
    row.slug = freeSlug(slugify(name), taken)
    if (await insertCompany(tx, row)) return row
  }
}

/** Each sandbox is a pass of its own in every sweep. */
const MOST_SANDBOXES = 50
/** The refusal of one more sandbox. */
export const TOO_MANY_SANDBOXES = `An organization has at most ${MOST_SANDBOXES} sandboxes`

async function refuseTooManySandboxes(tx: WriteTx, organization_id: OrganizationId): Promise<void> {
  const sandboxes = (await listSandboxRows(tx)).filter((company) => company.organization_id === organization_id)
  if (sandboxes.length >= MOST_SANDBOXES) throw conflict('sandbox_limit_reached', TOO_MANY_SANDBOXES, 'is_sandbox')
}

/** Switches a module on or off for a company; gives the modules that are on afterwards. Throws 400 for an unknown module. */
export async function setModule(tx: WriteTx, company_id: CompanyId, module: string, is_enabled: boolean): Promise<Module[]> {
  if (!(MODULES as readonly string[]).includes(module))
    throw invalid('module', `There is no module ${module}; there is ${MODULES.join(', ')}`)
  await saveModule(tx, company_id, module, is_enabled)
  const disabled = await listDisabledModules(tx, company_id)
  return MODULES.filter((name) => !disabled.has(name))
}

/** The last day that it is at `now_ms` for any company but sandboxes. */
async function lastToday(database: Database, now_ms: number): Promise<string> {
  const days = (await listTimeZones(database)).map((zone) => dayIn(zone, now_ms))
  return [dayIn(UTC, now_ms), ...days].sort().at(-1)!
}

/** The companies that one pass of a sweep looks at: those of the database, or a sandbox, which may be years ahead of them. */
export interface SweepScope {
  /** Undefined: any. */
  company_id: CompanyId | undefined
  /** The last day that it is for one of them. */
  today: string
}

/**
 * The passes of a sweep at `real_ms`: all companies in one, then each sandbox. With `only`, that sandbox. What the first pass lists of a sandbox
 * is due there too: its clock is ahead.
 */
export async function sweepScopes(database: Database, real_ms: number, only?: CompanyId): Promise<SweepScope[]> {
  const scopeOf = (company: Pick<CompaniesTable, 'id' | 'time_zone' | 'clock_ahead_ms'>): SweepScope => ({
    company_id: company.id,
    today: todayFor(company, real_ms),
  })
  if (only !== undefined) {
    const company = await database.readOne((tx) => findCompanyRow(tx, only))
    return company?.clock_ahead_ms == null ? [] : [scopeOf(company)]
  }
  const sandboxes = await database.readOne((tx) => listSandboxRows(tx))
  return [{ company_id: undefined, today: await lastToday(database, real_ms) }, ...sandboxes.map(scopeOf)]
}

/** The company of a caller that reaches exactly one. */
export function reachedIfOnly(companies: readonly CompaniesTable[]): ReachedCompany | undefined {
  if (companies.length !== 1) return undefined
  const { id, time_zone, clock_ahead_ms } = companies[0]!
  return { company_id: id, time_zone, clock_ahead_ms }
}

/** The modules that are switched off for a company. */
export function disabledModules(tx: Tx, company_id: CompanyId): Promise<Set<string>> {
  return listDisabledModules(tx, company_id)
}
