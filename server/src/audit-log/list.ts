// Reading the audit log: by pages for people, as a table for their programs.
import type { Context } from '../http/context.ts'
import { normalizeTimestamp } from '../kernel/dates.ts'
import { escapeLike } from '../kernel/text.ts'
import { type EntryFilter, listNewestEntries } from './repository.ts'
import { type AuditLogEntry, type EntryQuery, presentEntry } from './schema.ts'

/** Rows of a table at most: more is what `quoin export` is for. */
export const MOST_EXPORTED = 100_000
const ROWS_READ_AT_ONCE = 1_000

/** Lists entries of the caller's organization, newest first. `before` is the sequence that the page comes before. */
export function listEntries(context: Context, query: EntryQuery & { limit: number; before?: number }) {
  return context.read(async (tx) => {
    const { limit, before = Number.MAX_SAFE_INTEGER } = query
    const rows = await listNewestEntries(tx, { ...filterOf(context, query), before, limit: limit + 1 })
    const has_more = rows.length > limit
    const entries = rows.slice(0, limit).map(presentEntry)
    return { entries, pagination: { limit, has_more, next_before: has_more ? entries.at(-1)!.sequence : null } }
  })
}

/** The same entries as CSV (RFC 4180), at most 100,000 of them. */
export function exportEntries(context: Context, query: EntryQuery): Promise<string> {
  return context.read(async (tx) => {
    const parts = [`${COLUMNS.join(',')}\r\n`]
    let before = Number.MAX_SAFE_INTEGER
    for (let left = MOST_EXPORTED; left > 0; ) {
      const limit = Math.min(left, ROWS_READ_AT_ONCE)
      const rows = await listNewestEntries(tx, { ...filterOf(context, query), before, limit })
      parts.push(rows.map((row) => lineOf(presentEntry(row))).join(''))
      if (rows.length < limit) break
      left -= rows.length
      before = rows.at(-1)!.sequence
    }
    return parts.join('')
  })
}

function filterOf({ organization_id }: Context, query: EntryQuery): Omit<EntryFilter, 'before' | 'limit'> {
  const [lowest_status, highest_status] = statusBounds(query.status)
  return {
    organization_id,
    from: query.from === undefined ? '' : normalizeTimestamp(query.from),
    to: query.to === undefined ? '9999' : normalizeTimestamp(query.to),
    lowest_status,
    highest_status,
    method: query.method,
    api_key_id: query.api_key_id,
    company_id: query.company_id,
    path: query.path === undefined ? undefined : `%${escapeLike(query.path)}%`,
  }
}

function statusBounds(status: string | undefined): [lowest: number, highest: number] {
  if (status === undefined) return [0, 999]
  if (!status.endsWith('xx')) return [Number(status), Number(status)]
  const hundred = Number(status[0]) * 100
  return [hundred, hundred + 99]
}

const COLUMNS = [
  'sequence',
  'created_at',
  'request_id',
  'api_key_id',
  'key_prefix',
  'user_id',
  'company_id',
  'method',
  'path',
  'status',
  'duration_ms',
  'ip_address',
  'user_agent',
] as const satisfies (keyof AuditLogEntry)[]

function lineOf(entry: AuditLogEntry): string {
  return `${COLUMNS.map((column) => cellOf(entry[column])).join(',')}\r\n`
}

/** A client chooses its path and its name: a spreadsheet must not take them for a formula. */
function cellOf(value: string | number | null): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
