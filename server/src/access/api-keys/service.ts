// API keys: made, found at each request, listed, revoked.

import type { Gate } from '../../http/admission.ts'
import type { Caller, Context } from '../../http/context.ts'
import type { Access, ReachedCompany } from '../../http/request.ts'
import { AuthError, invalid, notFound } from '../../kernel/errors.ts'
import { type ApiKeyId, type CompanyId, newId, type OrganizationId, randomToken, type UserId } from '../../kernel/ids.ts'
import { codePointLength, quote } from '../../kernel/text.ts'
import type { Database, Tx, WriteTx } from '../../sql/database.ts'
import { listCompaniesOfKey, listCompaniesOfOrganization } from '../companies/repository.ts'
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
  touchKey,
} from './repository.ts'
import { type ApiKey, presentApiKey } from './schema.ts'
import type { ApiKeysTable } from './table.ts'

const NO_HEADER = new AuthError(401, 'Missing Authorization header')
const INVALID = new AuthError(401, 'Invalid API key')
const DISABLED = new AuthError(401, 'API key is disabled')

/** The most keys remembered since the last commit; a busy server commits several times a second. */
const MOST_SEEN = 1_000

/**
 * Makes the function that identifies the sender of a request. It looks up the key's hash in the database, so that a revocation
 * applies to the next request, whichever process made it. Requests of the same tick share the look-up; where the database has a version, the
 * result is kept until the version changes. Malformed and unknown keys get the same answer.
 */
export function createAuthenticate(database: Database): Gate['authenticate'] {
  const seen = new Map<string, Access>()
  let seen_at: number | undefined
  const lookUp = sharing((authorization, company_id) => lookUpKey(database, authorization, company_id))
  return async (authorization, company_id) => {
    if (authorization === undefined) return { refusal: NO_HEADER }
    // No company has a blank in its id, and no header a line break.
    const name = `${company_id ?? ''}\n${authorization}`
    const version = database.version()
    if (version === undefined) return lookUp(name, authorization, company_id)
    if (version !== seen_at || seen.size >= MOST_SEEN) seen.clear()
    seen_at = version
    let access = seen.get(name)
    if (!access) {
      access = await lookUp(name, authorization, company_id)
      // Of the wrong ones there is no end. And while it was looked up, another request may have seen a commit.
      if (!access.refusal && seen_at === version) seen.set(name, access)
    }
    return access
  }
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
  }
  if (!row.is_active) return { caller, refusal: DISABLED }
  if (!row.company_id) return { caller }
  return { caller, company_id: row.company_id, time_zone: row.time_zone!, clock_ahead_ms: row.clock_ahead_ms }
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
  }
  await insertKey(tx, row, wanted.companies === 'all' ? [] : wanted.companies)
  const reached = await listCompaniesOfKey(tx, row.id)
  return { id: row.id, key, key_prefix: row.key_prefix, level: row.level, company_ids: reached.map((company) => company.id) }
}

/** The keys of an organization, newest first, revoked ones included. */
export async function listApiKeys(tx: Tx, organization_id: OrganizationId): Promise<ApiKey[]> {
  const rows = await listKeys(tx, organization_id)
  const reaches = await listCompanyIdsOfKeys(tx, organization_id)
  return rows.map((row) => presentApiKey({ ...row, company_ids: reaches.get(row.id) ?? [] }))
}

/** Revokes a key from the next request on; undefined if there is no key with that id. Revoking again keeps the first time. */
export async function revokeApiKey(tx: WriteTx, id: ApiKeyId, now_ms: number): Promise<ApiKey | undefined> {
  await deactivateKey(tx, id, new Date(now_ms).toISOString())
  const row = await findKey(tx, id)
  return row && presentApiKey({ ...row, company_ids: await listCompanyIdsOfKey(tx, row.id) })
}

/** The keys of the caller's organization, newest first. */
export function listOwnKeys(context: Context): Promise<{ api_keys: ApiKey[] }> {
  return context.read(async (tx) => ({ api_keys: await listApiKeys(tx, context.organization_id) }))
}

/** Makes a key in the caller's organization; `key` is shown this once. Throws 400 for a company that is not the organization's. */
export function addApiKey(
  context: Context,
  wanted: Pick<NewApiKey, 'name' | 'level'> & { company_ids: readonly string[] | string },
): Promise<ApiKey & { key: string }> {
  const { organization_id, user_id, now_ms } = context
  return context.transaction(async (tx) => {
    const companies = await companiesOf(tx, organization_id, wanted.company_ids)
    const made = await createApiKey(
      tx,
      { organization_id, user_id, created_by: user_id, name: wanted.name, level: wanted.level, companies },
      now_ms,
    )
    const row = (await findKey(tx, made.id))!
    return { ...presentApiKey({ ...row, company_ids: made.company_ids }), key: made.key }
  })
}

async function companiesOf(
  tx: Tx,
  organization_id: OrganizationId,
  ids: readonly string[] | string,
): Promise<readonly CompanyId[] | 'all'> {
  if (ids === 'all') return 'all'
  if (typeof ids === 'string') {
    throw invalid('company_ids', `company_ids must be all, or a list of the ids of companies, not ${quote(ids)}`)
  }
  const own = (await listCompaniesOfOrganization(tx, organization_id)).map(({ id }) => id as string)
  const strange = ids.findIndex((id) => !own.includes(id))
  if (strange >= 0) throw invalid(`company_ids[${strange}]`, 'company_ids must name companies of the organization')
  return [...new Set(ids)] as CompanyId[]
}

/** Revokes a key of the caller's organization from the next request on. */
export function revokeOwnKey(context: Context, id: string): Promise<ApiKey> {
  return context.transaction(async (tx) => {
    const row = await findKey(tx, id as ApiKeyId)
    if (row?.organization_id !== context.organization_id) throw notFound()
    return (await revokeApiKey(tx, row.id, context.now_ms))!
  })
}

/** Writes when keys were last used: `uses` maps ids to timestamps. */
export async function recordUses(tx: WriteTx, uses: ReadonlyMap<ApiKeyId, string>): Promise<void> {
  for (const [id, last_used_at] of uses) await touchKey(tx, id, last_used_at)
}
