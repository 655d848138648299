// What an API key may do at most, besides its level: pure rules of scopes, addresses and expiry, and the comparison of two keys.
import { isNetworkWithin, readNetworks } from '../../http/client-address.ts'
import type { KeyLimits } from '../../http/request.ts'
import { coversScope, includesLevel, type KnownScopes, LEVELS, readScopes, type Scopes } from '../../http/scopes.ts'
import { normalizeTimestamp } from '../../kernel/dates.ts'
import { ApiError, invalid } from '../../kernel/errors.ts'
import type { CompanyId } from '../../kernel/ids.ts'
import { quote } from '../../kernel/text.ts'
import type { ApiKeysTable } from './table.ts'

/** Bounds of one key. */
export const MOST_SCOPES = 100
export const MOST_ADDRESSES = 100

/** As a caller writes them; absent: as before, or without such a restriction for a new key. */
export interface WantedRestrictions {
  scopes?: readonly string[] | null | undefined
  allowed_addresses?: readonly string[] | null | undefined
  expires_at?: string | null | undefined
}

/** As they are stored. */
export type Restrictions = Pick<ApiKeysTable, 'scopes' | 'allowed_addresses' | 'expires_at'>

/** Those of a key that has none. */
export const UNRESTRICTED: Restrictions = { scopes: null, allowed_addresses: null, expires_at: null }

/**
 * Reads wanted restrictions of a key of a level; gives those that are given. Throws 400 for a scope that does not exist or is above the level, for
 * what is no address or network, and for a moment that is over.
 */
export function readRestrictions(
  wanted: WantedRestrictions,
  { level, known, now_ms }: { level: ApiKeysTable['level']; known: KnownScopes; now_ms: number },
): Partial<Restrictions> {
  const { scopes, allowed_addresses, expires_at } = wanted
  const read: Partial<Restrictions> = {}
  if (scopes !== undefined) read.scopes = scopes && JSON.stringify(plainScopes(scopes, level, known))
  if (allowed_addresses !== undefined)
    read.allowed_addresses = allowed_addresses && JSON.stringify(plainAddresses(allowed_addresses))
  if (expires_at !== undefined) read.expires_at = expires_at && futureMoment(expires_at, now_ms)
  return read
}

/** In order, each resource once with its highest level. */
function plainScopes(scopes: readonly string[], level: ApiKeysTable['level'], known: KnownScopes): string[] {
  refuseCount('scopes', scopes.length, MOST_SCOPES)
  const highest = new Map<string, ApiKeysTable['level']>()
  for (const [index, scope] of scopes.entries()) {
    const [resource = '', wanted = '', ...rest] = scope.split(':')
    const levels = known.get(resource)
    const param = `scopes[${index}]`
    if (!levels) {
      const names = [...known.keys()].sort().join(', ')
      throw invalid(param, `${param} must begin with one of ${names}, not ${quote(scope)}`)
    }
    const allowed = levels.filter((one) => includesLevel(level, one))
    const found = rest.length === 0 ? allowed.find((one) => one === wanted) : undefined
    if (!found) {
      const names = allowed.map((one) => `${resource}:${one}`).join(', ')
      const sentence =
        allowed.length === 0 ? `${resource} needs a key of the level ${levels[0]}` : `${param} must be one of ${names}`
      throw invalid(param, `${sentence}, not ${quote(scope)}: the key has the level ${level}`)
    }
    const before = highest.get(resource)
    if (!before || includesLevel(found, before)) highest.set(resource, found)
  }
  return [...highest].map(([resource, held]) => `${resource}:${held}`).sort()
}

function plainAddresses(addresses: readonly string[]): string[] {
  refuseCount('allowed_addresses', addresses.length, MOST_ADDRESSES)
  for (const [index, address] of addresses.entries()) {
    try {
      readNetworks([address])
    } catch (error) {
      if (!(error instanceof RangeError)) throw error
      const param = `allowed_addresses[${index}]`
      throw invalid(param, `${param} must be an address or a network like 192.0.2.0/24 or 2001:db8::/32, not ${quote(address)}`)
    }
  }
  return [...new Set(addresses)]
}

function refuseCount(param: string, count: number, most: number): void {
  if (count >= 1 && count <= most) return
  throw invalid(param, `${param} must have 1 to ${most} entries, or be null`)
}

function futureMoment(text: string, now_ms: number): string {
  const moment = normalizeTimestamp(text)
  if (Date.parse(moment) > now_ms) return moment
  throw invalid('expires_at', 'expires_at must be in the future')
}

/** Texts of different keys that are kept as they were read: a look-up may come at each request, and nearly all repeat those before it. */
const MOST_READ = 1_000

/** Makes a reader of stored JSON that remembers what it has read. */
function remembering<T extends object>(read: (values: readonly string[]) => T): (text: string) => T {
  const known = new Map<string, T>()
  return (text) => {
    let value = known.get(text)
    if (!value) {
      if (known.size >= MOST_READ) known.clear()
      value = read(JSON.parse(text))
      known.set(text, value)
    }
    return value
  }
}

const scopesIn = remembering(readScopes)
const networksIn = remembering(readNetworks)

/** The scopes of a stored key; undefined: all. */
export const scopesOfRow = ({ scopes }: Pick<Restrictions, 'scopes'>): Scopes | undefined =>
  scopes === null ? undefined : scopesIn(scopes)

/** What is compared at each request; undefined for a key that has no such limits. */
export function limitsOfRow({ expires_at, allowed_addresses }: Restrictions): KeyLimits | undefined {
  if (expires_at === null && allowed_addresses === null) return undefined
  return {
    expires_ms: expires_at === null ? Number.POSITIVE_INFINITY : Date.parse(expires_at),
    isAllowed: allowed_addresses === null ? undefined : networksIn(allowed_addresses),
  }
}

/** A key with the companies that it reaches, where it does not reach all. */
export type Power = Pick<ApiKeysTable, 'level' | 'all_companies' | keyof Restrictions> & { company_ids: readonly CompanyId[] }

/** Whether a key reaches all companies that another one does. */
export function reachesAllOf(own: Power, other: Pick<Power, 'all_companies' | 'company_ids'>): boolean {
  if (own.all_companies) return true
  return !other.all_companies && other.company_ids.every((id) => own.company_ids.includes(id))
}

/**
 * Throws 403 `api_key_exceeds_own` where a key may more than the one that makes or changes it: reach other companies, use other scopes or addresses,
 * or live longer. Without this rule a restricted key could make itself one without restrictions.
 */
export function requireWithin(own: Power, other: Power): void {
  const beyond = !includesLevel(own.level, other.level)
    ? 'level'
    : !reachesAllOf(own, other)
      ? 'company_ids'
      : !coversAll(scopesOfRow(own), scopesOfRow(other))
        ? 'scopes'
        : own.expires_at !== null && (other.expires_at === null || other.expires_at > own.expires_at)
          ? 'expires_at'
          : !isFromWithin(own.allowed_addresses, other.allowed_addresses)
            ? 'allowed_addresses'
            : undefined
  if (beyond === undefined) return
  const error = `A key cannot make or change a key that may more than itself: ${beyond}`
  throw new ApiError(403, [{ error, code: 'api_key_exceeds_own', param: beyond }])
}

function coversAll(own: Scopes | undefined, other: Scopes | undefined): boolean {
  if (!own) return true
  return other !== undefined && [...other].every(([resource, level]) => coversScope(own, resource, level))
}

function isFromWithin(own: string | null, other: string | null): boolean {
  if (own === null) return true
  if (other === null) return false
  const networks: string[] = JSON.parse(own)
  return (JSON.parse(other) as string[]).every((network) => isNetworkWithin(network, networks))
}

/** Whether a text is what `readRestrictions` would store as scopes; a resource of another version counts. */
export function areStoredScopes(value: unknown): boolean {
  return isTexts(value) && value.every((scope) => /^[a-z-]+:[a-z]+$/.test(scope) && LEVELS.includes(scope.split(':')[1] as never))
}

/** Whether a text is what `readRestrictions` would store as addresses. */
export function areStoredAddresses(value: unknown): boolean {
  try {
    return isTexts(value) && Boolean(readNetworks(value))
  } catch {
    return false
  }
}

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'string')
