// Removes old entries of reads and refusals from the log; entries of changes stay. An anchor replaces them in the chain.
import { setImmediate } from 'node:timers/promises'
import { defineJob } from '../../jobs/job-kind.ts'
import type { Database } from '../../sql/database.ts'
import { type StayingRows, type TendedSegments, tendSegments } from '../../sql/segments.ts'
import { CUTTABLE, gapsIn, signatureOf } from './anchor.ts'
import { findLastAnchored, insertAnchor, listChains, listEntriesAfter, removeEntries } from './repository.ts'
import type { AuditAnchorsTable, StoredEntry } from './table.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** Entries that one transaction looks at: it takes some milliseconds, and others have their turn between two. */
const LOOKED_AT_ONCE = 500

export interface Retention {
  days: number
  /** The key that anchors are signed with (`anchorKeyOf`). */
  key: string
}

/**
 * Removes what is older than `days`; where there are segments, only an anchor is made of what is in one: `dropOldSegments` removes it. Safe to
 * run at any time and twice; returns how many entries were cut.
 */
export async function cutOldEntries(database: Database, { days, key }: Retention, now_ms: number): Promise<number> {
  const before = new Date(now_ms - days * DAY_MS).toISOString()
  const cut_at = new Date(now_ms).toISOString()
  let cut = 0
  for (const organization_id of await database.readOne(listChains)) {
    for (;;) {
      const done = await database.write(async (tx) => {
        const last = await findLastAnchored(tx, organization_id)
        const found = await listEntriesAfter(tx, organization_id, last, LOOKED_AT_ONCE)
        const rows = oldAmong(found, before, cut_at)
        const runs = gapsIn(rows)
        const gaps = runs.map(({ gap }) => gap)
        const cut_entries = gaps.reduce((sum, [first, last]) => sum + last - first + 1, 0)
        // A few are not worth an anchor: the next sweep finds more of them.
        if (cut_entries === 0 && rows.length < LOOKED_AT_ONCE) return { is_last: true, cut_entries }
        const range = { first_sequence: last + 1, last_sequence: rows.at(-1)!.sequence }
        const anchor: Omit<AuditAnchorsTable, 'signature'> = {
          organization_id,
          ...range,
          cut_entries,
          gaps: JSON.stringify(gaps),
          cut_at,
        }
        insertAnchor(tx, { ...anchor, signature: signatureOf(anchor, key) })
        for (const { gap, is_removed_singly } of runs) if (is_removed_singly) removeEntries(tx, organization_id, gap[0], gap[1])
        return { is_last: rows.length < LOOKED_AT_ONCE, cut_entries }
      })
      cut += done.cut_entries
      if (done.is_last) break
      await setImmediate()
    }
  }
  return cut
}

/**
 * The first entries that are all older than `before`. One of the future was written by a clock that was ahead: those after it say how old it
 * is, so it keeps nothing from being removed.
 */
function oldAmong(found: readonly StoredEntry[], before: string, now: string): readonly StoredEntry[] {
  const young = found.findIndex(({ created_at }) => created_at >= before && created_at <= now)
  const rows = young < 0 ? found : found.slice(0, young)
  const last_old = rows.findLastIndex(({ created_at }) => created_at < before)
  return rows.slice(0, last_old + 1)
}

/** The entries of a segment that no anchor covers yet. */
const notAnchored: StayingRows = (rows) =>
  `SELECT entry.ctid FROM audit_heads AS head CROSS JOIN LATERAL (
    SELECT one.ctid FROM ${rows} AS one WHERE one.organization_id = head.organization_id AND one.sequence > coalesce((
      SELECT last_sequence FROM audit_anchors WHERE organization_id = head.organization_id ORDER BY first_sequence DESC LIMIT 1
    ), 0) ORDER BY one.sequence LIMIT 1
  ) AS entry`

/** Begins the log's next segment when it is time, and drops those whose entries are all covered by anchors. */
function dropOldSegments(database: Database, days: number, now_ms: number, signal: AbortSignal) {
  const { segments } = database
  // The rows of a log are never changed, so none is moved to another segment.
  const terms = { days, holds: CUTTABLE, staying: notAnchored, may_rescue: false }
  return segments && tendSegments(segments, 'audit_log', terms, now_ms, signal)
}

/** The job that does it; without `days` entries stay. */
export const cutAuditLogAfter = (days: number | undefined, key: string) =>
  defineJob({
    kind: 'audit-log.retention',
    every: 'hour',
    async run({ database, now_ms, signal }): Promise<({ cut: number } & Partial<TendedSegments>) | undefined> {
      if (days === undefined) return undefined
      // Before new anchors are made: a check of the chains that began before an anchor was there can't find its entries gone.
      const tended = await dropOldSegments(database, days, now_ms, signal)
      return { cut: await cutOldEntries(database, { days, key }, now_ms), ...tended }
    },
  })
