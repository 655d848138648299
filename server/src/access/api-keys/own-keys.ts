// The API keys of the caller's organization: what members do in the dashboard, and keys of the level admin under /v1.
// A key sees and changes only keys that may no more than itself (`requireWithin`).

import { companyNotAccessible } from '../../http/admission.ts'
import type { Context } from '../../http/context.ts'
import { cursorPage, refuseBothCursors } from '../../http/pagination.ts'
import type { KnownScopes } from '../../http/scopes.ts'
import { conflict, invalid, notFound } from '../../kernel/errors.ts'
import { type ApiKeyId, type CompanyId, isId, type OrganizationId, type UserId } from '../../kernel/ids.ts'
import { quote } from '../../kernel/text.ts'
import type { Tx, WriteTx } from '../../sql/database.ts'
import { listCompaniesOfOrganization } from '../companies/repository.ts'
import {
  findKey,
  type KeyPlace,
  listCompanyIdsOfKey,
  listCompanyIdsOfKeys,
  listKeysFrom,
  listUsesOfKey,
  lockKey,
  saveKey,
} from './repository.ts'
import { type Power, reachesAllOf, readRestrictions, requireWithin, UNRESTRICTED } from './restrictions.ts'
import {
  type ApiKey,
  type ApiKeyDetails,
  type CreateApiKey,
  type KeyRow,
  presentApiKey,
  presentUses,
  type RotateApiKey,
  type UpdateApiKey,
  USUAL_OVERLAP_HOURS,
} from './schema.ts'
import { type CreatedApiKey, createApiKey, listApiKeys, revokeApiKey } from './service.ts'

type WithSecret = ApiKey & { key: string }

/** All keys of the caller's organization, newest first, and where each was used from. */
export function listOwnKeys(context: Context): Promise<{ api_keys: ApiKeyDetails[] }> {
  return context.read(async (tx) => ({ api_keys: await listApiKeys(tx, context.organization_id) }))
}

export interface ListApiKeys {
  limit: number
  starting_after?: string | undefined
  ending_before?: string | undefined
}

/** Lists keys by cursor, newest first: for a key those that reach no company that it does not reach. Throws 400 for an unusable cursor. */
export function listApiKeysBy(context: Context, query: ListApiKeys) {
  return context.read(async (tx) => {
    refuseBothCursors(query)
    const own = await ownPower(tx, context)
    const place = await placeOf(tx, context, own, query)
    const within = own && !own.all_companies ? context.api_key_id! : undefined
    const found = await listKeysFrom(tx, context.organization_id, { within, place, limit: query.limit + 1 })
    const { rows, pagination } = cursorPage(found, query)
    const reaches = await listCompanyIdsOfKeys(tx, context.organization_id)
    return { api_keys: rows.map((row) => presentApiKey({ ...row, company_ids: reaches.get(row.id) ?? [] })), pagination }
  })
}

async function placeOf(tx: Tx, context: Context, own: Power | undefined, query: ListApiKeys): Promise<KeyPlace | undefined> {
  const [param, direction] =
    query.starting_after !== undefined ? (['starting_after', 'older'] as const) : (['ending_before', 'newer'] as const)
  const id = query[param]
  if (id === undefined) return undefined
  const of = await findVisible(tx, context, own, id)
  if (!of) throw invalid(param, `${param} must be the id of an API key of this organization`)
  return { direction, of }
}

/** A key; throws 404. */
export function getApiKey(context: Context, id: string): Promise<ApiKey> {
  return context.read(async (tx) => presentApiKey(await loadVisible(tx, context, id)))
}

/** Where a key was used from, the most recent address first; throws 404. */
export function listAddressesOfKey(context: Context, id: string): Promise<{ addresses: ApiKeyDetails['used_from'] }> {
  return context.read(async (tx) => {
    const { id: found } = await loadVisible(tx, context, id)
    return { addresses: presentUses(await listUsesOfKey(tx, found)) }
  })
}

async function loadVisible(tx: Tx, context: Context, id: string): Promise<KeyRow> {
  const row = await findVisible(tx, context, await ownPower(tx, context), id)
  if (!row) throw notFound()
  return row
}

/**
 * Makes a key in the caller's organization; `key` is shown this once. Throws 400 for a company that is not the organization's and for restrictions
 * that can't be, and 403 where the caller is a key that may less than the new one.
 */
export function addApiKey(context: Context, known: KnownScopes, wanted: CreateApiKey): Promise<WithSecret> {
  const { organization_id, user_id, real_ms } = context
  return context.transaction(async (tx) => {
    const own = await ownPower(tx, context)
    const companies = await companiesOf(tx, organization_id, own, wanted.company_ids)
    const restrictions = { ...UNRESTRICTED, ...readRestrictions(wanted, { level: wanted.level, known, now_ms: real_ms }) }
    const company_ids = companies === 'all' ? [] : companies
    if (own) requireWithin(own, { level: wanted.level, all_companies: companies === 'all', company_ids, ...restrictions })
    // What a key makes is removed with the member who made that key.
    const created_by = own ? own.created_by : user_id
    const { name, level } = wanted
    const made = await createApiKey(tx, { organization_id, user_id, created_by, name, level, companies, restrictions }, real_ms)
    return withSecret(tx, made)
  })
}

async function companiesOf(
  tx: Tx,
  organization_id: OrganizationId,
  own: Power | undefined,
  ids: readonly string[] | string,
): Promise<readonly CompanyId[] | 'all'> {
  if (ids === 'all') return 'all'
  if (typeof ids === 'string') {
    throw invalid('company_ids', `company_ids must be all, or a list of the ids of companies, not ${quote(ids)}`)
  }
  const reached = own && !own.all_companies ? own.company_ids : undefined
  if (reached && !ids.every((id) => reached.includes(id as CompanyId))) throw companyNotAccessible()
  const companies = (await listCompaniesOfOrganization(tx, organization_id)).map(({ id }) => id as string)
  const strange = ids.findIndex((id) => !companies.includes(id))
  if (strange >= 0) throw invalid(`company_ids[${strange}]`, 'company_ids must name companies of the organization')
  return [...new Set(ids)] as CompanyId[]
}

/** Changes name and restrictions of a key. Throws 404, 400, 403 as `addApiKey` does, and 409 for one that works no more. */
export function updateApiKey(context: Context, known: KnownScopes, id: string, changes: UpdateApiKey): Promise<ApiKey> {
  const { real_ms: now_ms } = context
  return context.transaction(async (tx) => {
    const { row, own } = await lockOwn(tx, context, id)
    const { name = row.name, ...wanted } = context.changesOf(presentApiKey(row), changes)
    requireWorking(row, now_ms)
    const after = { ...row, name: name.trim(), ...readRestrictions(wanted, { level: row.level, known, now_ms }) }
    // The end of a key that was replaced is that of its overlap.
    if (row.replaced_by !== null && (after.expires_at ?? '~') > row.expires_at!) throw replaced()
    if (own) requireWithin(own, after)
    await saveKey(tx, after)
    return presentApiKey(after)
  })
}

/**
 * Makes a key that replaces another one, with all that it may and reaches; `key` is shown this once. The old one works until the overlap has passed,
 * never longer than it would have. Throws 404, 403, and 409 for a key that works no more, or has been replaced.
 */
export function rotateApiKey(context: Context, known: KnownScopes, id: string, wanted: RotateApiKey): Promise<WithSecret> {
  const { user_id, real_ms: now_ms } = context
  return context.transaction(async (tx) => {
    const { row, own } = await lockOwn(tx, context, id)
    const { expires_at } = readRestrictions({ expires_at: wanted.expires_at }, { level: row.level, known, now_ms })
    if (own && expires_at !== undefined) requireWithin(own, { ...row, expires_at })
    const { overlap_hours = USUAL_OVERLAP_HOURS } = wanted
    return withSecret(
      tx,
      await replaceKey(tx, row, { overlap_hours, expires_at, created_by: own ? own.created_by : user_id }, now_ms),
    )
  })
}

/**
 * Makes the key that replaces another one, which ends after the overlap. `expires_at` is that of the new key; undefined: as the old one.
 * Throws 409 for a key that works no more, or has been replaced.
 */
export async function replaceKey(
  tx: WriteTx,
  row: KeyRow,
  wanted: { overlap_hours: number; expires_at: string | null | undefined; created_by: UserId | null },
  now_ms: number,
): Promise<CreatedApiKey> {
  requireWorking(row, now_ms)
  if (row.replaced_by !== null) throw replaced()
  const { organization_id, user_id, name, level, scopes, allowed_addresses } = row
  const { created_by, expires_at = row.expires_at } = wanted
  const companies = row.all_companies ? ('all' as const) : row.company_ids
  const restrictions = { scopes, allowed_addresses, expires_at }
  const same = { organization_id, user_id, name, level, companies, restrictions }
  const made = await createApiKey(tx, { ...same, created_by, rotated_from: row.id }, now_ms)
  const ends_at = new Date(now_ms + wanted.overlap_hours * HOUR_MS).toISOString()
  const is_sooner = row.expires_at !== null && row.expires_at < ends_at
  await saveKey(tx, { ...row, expires_at: is_sooner ? row.expires_at : ends_at, replaced_by: made.id })
  return made
}
const HOUR_MS = 60 * 60 * 1000

/** Revokes a key of the caller's organization from the next request on; one that was revoked before stays as it is. Throws 404 and 403. */
export function revokeOwnKey(context: Context, id: string): Promise<ApiKey> {
  return context.transaction(async (tx) => {
    const { row } = await lockOwn(tx, context, id)
    return (await revokeApiKey(tx, row.id, context.real_ms))!
  })
}

/** The key of the request; undefined for a member. */
async function ownPower(tx: Tx, { api_key_id }: Context): Promise<KeyRow | undefined> {
  if (api_key_id === null) return undefined
  return loadKey(tx, api_key_id)
}

/** A key of the organization, unless the caller is a key that does not reach all of its companies. */
async function findVisible(tx: Tx, context: Context, own: Power | undefined, id: string): Promise<KeyRow | undefined> {
  const found = isId('api_key', id) ? await loadKey(tx, id as ApiKeyId) : undefined
  if (found?.organization_id !== context.organization_id) return undefined
  return own && !reachesAllOf(own, found) ? undefined : found
}

/** A key of any organization with the companies that it reaches. */
export async function loadKey(tx: Tx, id: ApiKeyId): Promise<KeyRow | undefined> {
  const row = await findKey(tx, id)
  return row && { ...row, all_companies: Boolean(row.all_companies), company_ids: await listCompanyIdsOfKey(tx, id) }
}

/** A key that is to be changed, locked, with the key of the request. Throws 404, and 403 for one that may more. */
async function lockOwn(tx: WriteTx, context: Context, id: string): Promise<{ row: KeyRow; own: KeyRow | undefined }> {
  if (isId('api_key', id)) await lockKey(tx, id as ApiKeyId)
  const own = await ownPower(tx, context)
  const row = await findVisible(tx, context, own, id)
  if (!row) throw notFound()
  if (own) requireWithin(own, row)
  return { row, own }
}

function requireWorking({ is_active, expires_at }: KeyRow, now_ms: number): void {
  if (!is_active) throw conflict('api_key_revoked', 'This key was revoked: make a new one')
  if (expires_at !== null && Date.parse(expires_at) <= now_ms) {
    throw conflict('api_key_expired', 'This key has expired: make a new one')
  }
}

const replaced = () => conflict('api_key_replaced', 'Another key replaces this one already, which is named in replaced_by')

async function withSecret(tx: Tx, { id, key }: { id: ApiKeyId; key: string }): Promise<WithSecret> {
  return { ...presentApiKey((await loadKey(tx, id))!), key }
}
