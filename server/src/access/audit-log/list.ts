// Reading the audit log: by pages for people, as a table for their programs.
import { setImmediate } from 'node:timers/promises'
import type { Context } from '../../http/context.ts'
import { csvLine } from '../../kernel/csv.ts'
import { normalizeTimestamp } from '../../kernel/dates.ts'
import { ApiError, invalid } from '../../kernel/errors.ts'
import type { OrganizationId } from '../../kernel/ids.ts'
import { escapeLike, quote } from '../../kernel/text.ts'
import type { Tx } from '../../sql/database.ts'
import { isFirstOrganization } from '../organizations/repository.ts'
import { requireOwner } from '../users/service.ts'
import { type EntryFilter, findHead, findSequenceAt, listNewestEntries, type NamedEntry } from './repository.ts'
import { type AuditLogEntry, type EntryQuery, presentEntry } from './schema.ts'

/** The most rows of a table; `quoin export` is for more. */
export const MOST_EXPORTED = 100_000
/**
 * The most entries scanned for one answer when no index fits the filters. An index for each filter would
 * make every request of the API more expensive; so a page may have fewer entries than match, and says where to continue.
 */
export const LOOKED_AT = 20_000
/**
 * A request is written down when it is over, or when the database could be written again, and a count when its window ends: sequences follow
 * moments no better than that.
 */
const OUT_OF_ORDER_MS = 2 * 60 * 60 * 1000

/** Lists entries of the caller's organization, newest first. `before` is the sequence that the page comes before. */
export function listEntries(context: Context, query: EntryQuery & { limit: number; before?: number }) {
  return context.read(async (tx) => {
    const { limit } = query
    const chain = await chainOf(tx, context, query)
    const bounds = await boundsOf(tx, chain, query)
    const before = Math.min(query.before ?? bounds.before, bounds.before)
    const { rows, next_before } = await lookAt(tx, chain, query, { ...bounds, before }, limit)
    const entries = rows.map(presentEntry)
    return { entries, pagination: { limit, has_more: next_before !== null, next_before } }
  })
}

/** The same entries as CSV (RFC 4180), at most 100,000 of them, in parts. Each part is read on a snapshot of its own: entries do not change. */
export async function exportEntries(context: Context, query: EntryQuery): Promise<AsyncIterable<string>> {
  const found = await context.read(async (tx) => {
    const chain = await chainOf(tx, context, query)
    // What can't be read is refused before the answer starts.
    filterOf(chain, query)
    return { chain, bounds: await boundsOf(tx, chain, query) }
  })
  return linesOf(context, query, found)
}

async function* linesOf(context: Context, query: EntryQuery, { chain, bounds }: { chain: OrganizationId | ''; bounds: Bounds }) {
  yield csvLine(COLUMNS)
  let next: number | null = bounds.before
  for (let left = MOST_EXPORTED; left > 0 && next !== null; ) {
    const from: Bounds = { ...bounds, before: next }
    const limit = Math.min(left, ROWS_READ_AT_ONCE)
    const found = await context.read((tx) => lookAt(tx, chain, query, from, limit, LOOKED_AT_AT_ONCE))
    left -= found.rows.length
    next = found.next_before
    if (found.rows.length > 0) yield found.rows.map((row) => lineOf(presentEntry(row))).join('')
    // Others have their turn between: on the embedded database a statement holds up everyone.
    await setImmediate()
  }
}

/** How much of an export is read before others have their turn. */
const ROWS_READ_AT_ONCE = 250
const LOOKED_AT_AT_ONCE = 2_000

/** Where entries can be that are asked for; neither sequence is one of theirs. */
interface Bounds {
  before: number
  after: number
}

/** The chain that is asked for. Throws 403 for that of the installation, unless an owner of its first organization asks. */
async function chainOf(tx: Tx, context: Context, { without_valid_key }: EntryQuery): Promise<OrganizationId | ''> {
  if (!without_valid_key) return context.organization_id
  await requireOwner(tx, context)
  if (await isFirstOrganization(tx, context.organization_id)) return ''
  throw new ApiError(403, [{ error: 'Only owners of the first organization may see this', code: 'owner_required' }])
}

async function boundsOf(tx: Tx, organization_id: OrganizationId | '', { from, to }: EntryQuery): Promise<Bounds> {
  const last = (await findHead(tx, organization_id))?.sequence ?? 0
  const [earliest, latest] = [
    from === undefined ? 1 : await findSequenceAt(tx, organization_id, shifted(from, -OUT_OF_ORDER_MS), last),
    to === undefined ? last + 1 : await findSequenceAt(tx, organization_id, shifted(to, OUT_OF_ORDER_MS), last),
  ]
  return { before: latest, after: earliest - 1 }
}

/** The newest `limit` entries within bounds, and the sequence before which to continue; null at the end. */
async function lookAt(
  tx: Tx,
  organization_id: OrganizationId | '',
  query: EntryQuery,
  { before, after }: Bounds,
  limit: number,
  looked_at = LOOKED_AT,
): Promise<{ rows: NamedEntry[]; next_before: number | null }> {
  const filter = filterOf(organization_id, query)
  const lowest = hasIndex(query) ? after : Math.max(after, before - 1 - looked_at)
  const rows = await listNewestEntries(tx, { ...filter, before, after: lowest, limit: limit + 1 })
  if (rows.length > limit) return { rows: rows.slice(0, limit), next_before: rows[limit - 1]!.sequence }
  return { rows, next_before: lowest > after ? lowest + 1 : null }
}

/** Whether an index fits: there is one for actions of members, and one for refused and failed requests. */
function hasIndex({ status, user_id, method, api_key_id, company_id, path }: EntryQuery): boolean {
  if (method !== undefined || api_key_id !== undefined || company_id !== undefined || path !== undefined) return false
  return user_id !== undefined || /^[45]/.test(status ?? '')
}

/** A moment an hour earlier or later; none is after the year 9999, which would be a longer text. */
function shifted(moment: string, by_ms: number): string {
  const at = new Date(Date.parse(normalizeTimestamp(moment)) + by_ms).toISOString()
  return at.startsWith('+') ? normalizeTimestamp(moment) : at
}

function filterOf(organization_id: OrganizationId | '', query: EntryQuery): Omit<EntryFilter, 'before' | 'after' | 'limit'> {
  const [lowest_status, highest_status] = statusBounds(query.status)
  return {
    organization_id,
    lowest_status,
    highest_status,
    from: query.from === undefined ? undefined : normalizeTimestamp(query.from),
    to: query.to === undefined ? undefined : normalizeTimestamp(query.to),
    method: query.method,
    api_key_id: query.api_key_id,
    user_id: query.user_id,
    company_id: query.company_id,
    path: query.path === undefined ? undefined : `%${escapeLike(query.path)}%`,
  }
}

function statusBounds(status: string | undefined): [lowest: number, highest: number] {
  if (status === undefined) return [0, 999]
  if (!/^([2345]xx|[1-5][0-9][0-9])$/.test(status)) {
    throw invalid('status', `status must be a number like 404, or all of a kind like 4xx, not ${quote(status)}`)
  }
  if (!status.endsWith('xx')) return [Number(status), Number(status)]
  const hundred = Number(status[0]) * 100
  return [hundred, hundred + 99]
}

const COLUMNS = [
  'sequence',
  'created_at',
  'request_id',
  'api_key_id',
  'api_key_name',
  'key_prefix',
  'user_id',
  'user_name',
  'company_id',
  'method',
  'path',
  'status',
  'duration_ms',
  'ip_address',
  'user_agent',
  'count',
  'last_at',
] as const satisfies (keyof AuditLogEntry)[]

/** A client chooses its path and its name: a spreadsheet must not take them for a formula. */
const lineOf = (entry: AuditLogEntry): string => csvLine(COLUMNS.map((column) => entry[column]))
