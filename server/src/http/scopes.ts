// What a restricted API key may do: scopes like `invoices:read`. The names of resources come from the paths of the endpoints.
import { ApiError } from '../kernel/errors.ts'
import type { Caller, PermissionLevel } from './context.ts'
import type { Endpoint } from './endpoint.ts'

/** The levels from the lowest to the highest. Each includes those before it. */
export const LEVELS: readonly PermissionLevel[] = ['read', 'write', 'admin']

/** The resources that a key may use, each up to a level. */
export type Scopes = ReadonlyMap<string, PermissionLevel>

/** The levels that a scope may have for each resource: those that one of its endpoints needs, lowest first. */
export type KnownScopes = ReadonlyMap<string, readonly PermissionLevel[]>

/** Whether the holder of one level may do what another is needed for. */
export function includesLevel(held: PermissionLevel, needed: PermissionLevel): boolean {
  return LEVELS.indexOf(held) >= LEVELS.indexOf(needed)
}

/** The resource of a path of `/v1`: its first segment behind that, `invoices` of `/v1/invoices/:id`. Undefined for other paths. */
export function resourceOf(path: string): string | undefined {
  return /^\/v1\/([a-z-]+)/.exec(path)?.[1]
}

/** Reads stored scopes: `["invoices:read"]`. */
export function readScopes(scopes: readonly string[]): Scopes {
  return new Map(scopes.map((scope) => scope.split(':') as [string, PermissionLevel]))
}

/** The scopes that endpoints know. */
export function scopesOf(endpoints: readonly Pick<Endpoint, 'resource' | 'level'>[]): KnownScopes {
  const known = new Map<string, readonly PermissionLevel[]>()
  for (const { resource, level } of endpoints) {
    if (resource === undefined) continue
    const needed = [...(known.get(resource) ?? []), level]
    known.set(
      resource,
      LEVELS.filter((one) => needed.includes(one)),
    )
  }
  return known
}

/** Whether some scopes include another one. */
export function coversScope(scopes: Scopes, resource: string, level: PermissionLevel): boolean {
  const held = scopes.get(resource)
  return held !== undefined && includesLevel(held, level)
}

/** Throws 403 `scope_missing` for a caller whose scopes don't include an endpoint. */
export function requireScope({ scopes }: Caller, { resource, level }: Endpoint): void {
  if (!scopes || resource === undefined || coversScope(scopes, resource, level)) return
  throw new ApiError(403, [{ error: `This key lacks the scope ${resource}:${level}`, code: 'scope_missing' }])
}
