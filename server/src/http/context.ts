// The context of a service call: caller, company, time, and the way to read and write.

import { timestamp } from '../kernel/clock.ts'
import { ApiError } from '../kernel/errors.ts'
import type { ApiKeyId, CompanyId, OrganizationId, UserId } from '../kernel/ids.ts'
import { dayIn, UTC } from '../kernel/time-zones.ts'
import type { Database, Tx, WriteTx } from '../sql/database.ts'
import { matchesObject } from './etag.ts'
import type { Scopes } from './scopes.ts'
import { changesOf, type Fields } from './written-back.ts'

/** The holder of an API key, or a signed-in member. */
export interface Caller {
  organization_id: OrganizationId
  user_id: UserId
  /** Null for a signed-in member. */
  api_key_id: ApiKeyId | null
  key_prefix: string | null
  /** Undefined for the holder of a key. */
  session_id?: string
  level: PermissionLevel
  /** What of the level a key may do; absent: all of it. */
  scopes?: Scopes | undefined
}

export type PermissionLevel = 'read' | 'write' | 'admin'

export interface Context {
  readonly organization_id: OrganizationId
  readonly company_id: CompanyId
  /** The user that changes are attributed to. */
  readonly user_id: UserId
  /** The key of the request; null for a member in the dashboard, and for work without a request. */
  readonly api_key_id: ApiKeyId | null
  /** The session that the request comes with, if one does. */
  readonly session_id: string | null
  /** The client's address; empty for work that no request asked for. */
  readonly ip_address: string
  /**
   * The moment of the request, in milliseconds and as a timestamp: one and the same for everything that it does. In a sandbox by the clock of
   * the company.
   */
  readonly now_ms: number
  readonly now: string
  /** The same by the clock of this machine, for what is measured by it: jobs, keys, secrets that expire. */
  readonly real_ms: number
  /** The day that it is in the time zone of the company, YYYY-MM-DD; the UTC day without a company. */
  readonly today: string
  /** The whole address of a path of this service, as others reach it. */
  readonly addressOf: (path: string) => string
  /** Reads on one snapshot of committed data. */
  read<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /**
   * Runs `work` in a transaction and resolves once it is durable. The result of `work` is the `data` of the answer: the stored
   * answer of an Idempotency-Key and the audit row commit together with the change. At most once per request.
   */
  transaction<T extends object>(work: (tx: WriteTx) => Promise<T>): Promise<T>
  /** Throws 412 `precondition_failed` when the request carries an If-Match that the object, as shown before the change, does not match. */
  requireMatch(shown: object): void
  /**
   * What a PATCH changes of an object, as shown before the change: every given field, or, if it also has read-only fields,
   * those that differ from what is shown. Throws 412 as `requireMatch` does, and 400 `parameter_read_only`.
   */
  changesOf<C extends object>(shown: object, changes: C): C
}

export interface ContextParts {
  database: Database
  /** By the clock of this machine. */
  now_ms: number
  /** How far the clock of the company is ahead of it: 0 except in a sandbox. */
  clock_ahead_ms?: number | null | undefined
  organization_id: OrganizationId
  company_id: CompanyId
  /** Of the company; UTC when absent. */
  time_zone?: string | undefined
  user_id: UserId
  api_key_id?: ApiKeyId | null
  session_id?: string | undefined
  ip_address?: string | undefined
  if_match?: string | undefined
  /** The read-only fields that the request gives back. */
  given_back?: Fields | undefined
  /** Whether reads list rows of the company alone, so that a read replica may serve them. */
  is_listing?: boolean | undefined
  /** Where the service is reached; where that is not known, addresses are paths. */
  url?: (() => string) | undefined
  /** Called inside the transaction, together with the first statements of its work: when it throws, the transaction is undone. */
  begin?: ((tx: WriteTx) => Promise<void>) | undefined
  /** Called inside the transaction with its result, before the commit. */
  finish?: (tx: WriteTx, data: object) => Promise<void>
}

/** Makes the context of one request, or of one command of the command line (which has nothing to `finish`). */
export function createContext(parts: ContextParts): Context {
  const now_ms = parts.now_ms + (parts.clock_ahead_ms ?? 0)
  const now = timestamp(now_ms)
  const listed = parts.is_listing ? parts.company_id : undefined
  let transactions = 0
  const requireMatch = (shown: object) => {
    if (parts.if_match === undefined || matchesObject(parts.if_match, shown)) return
    throw new ApiError(412, [
      { error: 'The object has changed since the version named in If-Match', code: 'precondition_failed' },
    ])
  }
  return {
    organization_id: parts.organization_id,
    company_id: parts.company_id,
    user_id: parts.user_id,
    api_key_id: parts.api_key_id ?? null,
    session_id: parts.session_id ?? null,
    ip_address: parts.ip_address ?? '',
    now_ms,
    now,
    real_ms: parts.now_ms,
    // No getter, though few requests ask for it: V8 allocates an object with one in its old space, with all that it refers to (GET: +30 % CPU).
    today: dayIn(parts.time_zone ?? UTC, now_ms),
    addressOf: (path) => `${parts.url?.() ?? ''}${path}`,
    read: (work) => parts.database.read(work, parts.organization_id, listed),
    async transaction(work) {
      // Of one transaction the work may run several times; two would be recorded as one request's change each.
      if (++transactions > 1 && parts.finish) throw new Error('A request ran two transactions')
      return parts.database.write(
        async (tx) => {
          const begun = parts.begin?.(tx)
          begun?.catch(() => {})
          let data: Awaited<ReturnType<typeof work>>
          try {
            data = await work(tx)
          } finally {
            await begun
          }
          await parts.finish?.(tx, data)
          return data
        },
        parts.company_id,
        parts.organization_id,
      )
    },
    requireMatch,
    changesOf(shown, changes) {
      requireMatch(shown)
      return changesOf(shown, changes, parts.given_back)
    },
  }
}
