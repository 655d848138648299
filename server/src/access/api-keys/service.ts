// API keys: made, found at each request, listed, revoked.

import type { Gate } from '../../http/admission.ts'
import type { Caller } from '../../http/context.ts'
import type { Access, ReachedCompany } from '../../http/request.ts'
import type { Clock } from '../../kernel/clock.ts'
import { ApiError, AuthError, invalid } from '../../kernel/errors.ts'
import { type ApiKeyId, type CompanyId, newId, type OrganizationId, randomToken, type UserId } from '../../kernel/ids.ts'
import { codePointLength } from '../../kernel/text.ts'
import type { Database, Tx, WriteTx } from '../../sql/database.ts'
import { listCompaniesOfKey } from '../companies/repository.ts'
import { reachedIfOnly } from '../companies/service.ts'
import { apiKeyPrefix, hashApiKey, isWellFormedApiKey, newApiKey } from './api-key.ts'
import {
  deactivateKey,
  findKey,
  findKeyByHash,
  insertKey,
  listCompanyIdsOfKey,
  listCompanyIdsOfKeys,
  listKeys,
  listUsesOfKeys,
  noteUse,
  touchKey,
} from './repository.ts'
import { limitsOfRow, type Restrictions, scopesOfRow, UNRESTRICTED } from './restrictions.ts'
import { type ApiKey, type ApiKeyDetails, presentApiKey, presentUses } from './schema.ts'
import type { ApiKeysTable } from './table.ts'

const NO_HEADER = new AuthError(401, 'Missing Authorization header')
const INVALID = new AuthError(401, 'Invalid API key')
const DISABLED = new AuthError(401, 'API key is disabled')
const EXPIRED = new AuthError(401, 'API key has expired')
const ELSEWHERE = new ApiError(403, [{ error: 'This key may not be used from this address', code: 'address_not_allowed' }])

/** The most keys remembered since the last commit; a busy server commits several times a second. */
const MOST_SEEN = 1_000

/**
 * Makes the function that identifies the sender of a request. It looks up the key's hash in the database, so that a revocation
 * applies to the next request, whichever process made it. Requests of the same tick share the look-up; where the database has a version, the
 * result is kept until the version changes. Malformed and unknown keys get the same answer. When a key expires, and where it may be used
 * from, is compared at each request.
 */
export function createAuthenticate(database: Database, clock: Clock): Gate['authenticate'] {
  const seen = new Map<string, Access>()
  let seen_at: number | undefined
  const lookUp = sharing((authorization, company_id) => lookUpKey(database, authorization, company_id))
  return async (authorization, company_id, address) => {
    if (authorization === undefined) return { refusal: NO_HEADER }
    // No company has a blank in its id, and no header a line break.
    const name = `${company_id ?? ''}\n${authorization}`
    const version = database.version()
    if (version === undefined) return limited(await lookUp(name, authorization, company_id), address, clock)
    if (version !== seen_at || seen.size >= MOST_SEEN) seen.clear()
    seen_at = version
    let access = seen.get(name)
    if (!access) {
      access = await lookUp(name, authorization, company_id)
      // Of the wrong ones there is no end. And while it was looked up, another request may have seen a commit.
      if (!access.refusal && seen_at === version) seen.set(name, access)
    }
    return limited(access, address, clock)
  }
}

/** An access, or its refusal where the key has expired or may not be used from the address. */
function limited(access: Access, address: string, clock: Clock): Access {
  const { limits, caller } = access
  if (limits === undefined || access.refusal) return access
  if (clock.now_ms() >= limits.expires_ms) return { caller: caller!, refusal: EXPIRED }
  if (limits.isAllowed && !limits.isAllowed(address)) return { caller: caller!, refusal: ELSEWHERE }
  return access
}

/** Shares a look-up among requests of the same tick, before any of them can have been answered. */
function sharing(find: (authorization: string, company_id: string | undefined) => Promise<Access>) {
  const asked = new Map<string, Promise<Access>>()
  return (name: string, authorization: string, company_id: string | undefined): Promise<Access> => {
    let access = asked.get(name)
    if (!access) {
      access = find(authorization, company_id)
      asked.set(name, access)
      if (asked.size === 1) process.nextTick(() => asked.clear())
    }
    return access
  }
}

async function lookUpKey(database: Database, authorization: string, company_id: string | undefined): Promise<Access> {
  const key = /^Bearer +(\S+)$/i.exec(authorization)?.[1]
  if (key === undefined || !isWellFormedApiKey(key)) return { refusal: INVALID }
  const row = await database.readOne((tx) => findKeyByHash(tx, hashApiKey(key), company_id ?? ''))
  if (!row) return { refusal: INVALID }
  const caller: Caller = {
    organization_id: row.organization_id,
    user_id: row.user_id,
    api_key_id: row.id,
    key_prefix: row.key_prefix,
    level: row.level,
    scopes: scopesOfRow(row),
  }
  if (!row.is_active) return { caller, refusal: DISABLED }
  const limits = limitsOfRow(row)
  const reached = row.company_id
    ? { company_id: row.company_id, time_zone: row.time_zone!, clock_ahead_ms: row.clock_ahead_ms }
    : undefined
  return limits ? { caller, ...reached, limits } : { caller, ...reached }
}

/** The company of a key that reaches exactly one. */
export async function onlyCompanyOf(database: Database, caller: Caller): Promise<ReachedCompany | undefined> {
  const companies = await database.read((tx) => listCompaniesOfKey(tx, caller.api_key_id!))
  return reachedIfOnly(companies)
}

export interface NewApiKey {
  organization_id: OrganizationId
  user_id: UserId
  /** The member who makes it in the dashboard; null or absent for the command line. */
  created_by?: UserId | null
  name: string
  level: ApiKeysTable['level']
  /** The companies that it reaches; `all`: every company of the organization, later ones included. */
  companies: readonly CompanyId[] | 'all'
  /** As `readRestrictions` gives them. */
  restrictions?: Partial<Restrictions>
  /** The key that it replaces. */
  rotated_from?: ApiKeyId
}

/** A new key as shown, the only time that `key` is shown. */
export interface CreatedApiKey {
  id: ApiKeyId
  key: string
  key_prefix: string
  level: ApiKeysTable['level']
  company_ids: CompanyId[]
}

/** Makes an API key. Throws 400 for a blank name. */
export async function createApiKey(tx: WriteTx, wanted: NewApiKey, now_ms: number): Promise<CreatedApiKey> {
  const name = wanted.name.trim()
  if (name === '' || codePointLength(name) > 255) throw invalid('name', 'name must have 1 to 255 characters')
  const key = newApiKey(randomToken)
  const row: ApiKeysTable = {
    id: newId('api_key', now_ms),
    organization_id: wanted.organization_id,
    user_id: wanted.user_id,
    name,
    key_prefix: apiKeyPrefix(key),
    token_hash: hashApiKey(key),
    level: wanted.level,
    all_companies: wanted.companies === 'all',
    is_active: true,
    created_at: new Date(now_ms).toISOString(),
    revoked_at: null,
    last_used_at: null,
    created_by: wanted.created_by ?? null,
    ...UNRESTRICTED,
    ...wanted.restrictions,
    rotated_from: wanted.rotated_from ?? null,
    replaced_by: null,
  }
  await insertKey(tx, row, wanted.companies === 'all' ? [] : wanted.companies)
  const reached = await listCompaniesOfKey(tx, row.id)
  return { id: row.id, key, key_prefix: row.key_prefix, level: row.level, company_ids: reached.map((company) => company.id) }
}

/** The keys of an organization, newest first, revoked ones included, and where each was used from. */
export async function listApiKeys(tx: Tx, organization_id: OrganizationId): Promise<ApiKeyDetails[]> {
  const rows = await listKeys(tx, organization_id)
  const reaches = await listCompanyIdsOfKeys(tx, organization_id)
  const uses = await listUsesOfKeys(tx, organization_id)
  return rows.map((row) => {
    const shown = presentApiKey({ ...row, company_ids: reaches.get(row.id) ?? [] })
    return { ...shown, used_from: presentUses(uses.get(row.id) ?? []) }
  })
}

/** Revokes a key from the next request on; undefined if there is no key with that id. Revoking again keeps the first time. */
export async function revokeApiKey(tx: WriteTx, id: ApiKeyId, now_ms: number): Promise<ApiKey | undefined> {
  await deactivateKey(tx, id, new Date(now_ms).toISOString())
  const row = await findKey(tx, id)
  return row && presentApiKey({ ...row, company_ids: await listCompanyIdsOfKey(tx, row.id) })
}

/** When a key was last used, and from which addresses. */
export interface KeyUse {
  organization_id: OrganizationId
  last_used_at: string
  /** By address: when it was first and last used from there. */
  addresses: ReadonlyMap<string, { first_used_at: string; last_used_at: string }>
}

/** Writes when keys were last used, and from where. In order of their ids, so that processes which write the same ones never wait for each other. */
export async function recordUses(tx: WriteTx, uses: ReadonlyMap<ApiKeyId, KeyUse>): Promise<void> {
  for (const api_key_id of [...uses.keys()].sort()) {
    const { organization_id, last_used_at, addresses } = uses.get(api_key_id)!
    await touchKey(tx, api_key_id, last_used_at)
    for (const address of [...addresses.keys()].sort()) {
      await noteUse(tx, { organization_id, api_key_id, address, ...addresses.get(address)! })
    }
  }
}
