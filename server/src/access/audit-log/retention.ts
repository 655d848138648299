// Removes old entries of reads and refusals from the log; entries of changes stay. An anchor replaces them in the chain.
import { setImmediate } from 'node:timers/promises'
import { defineJob } from '../../jobs/job-kind.ts'
import type { Database } from '../../sql/database.ts'
import { gapsIn, signatureOf } from './anchor.ts'
import { findLastAnchored, insertAnchor, listChains, listEntriesAfter, removeEntries } from './repository.ts'
import type { AuditAnchorsTable } from './table.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** Entries that one transaction looks at: it takes some milliseconds, and others have their turn between two. */
const LOOKED_AT_ONCE = 500

export interface Retention {
  days: number
  /** The key that anchors are signed with (`anchorKeyOf`). */
  key: string
}

/** Removes what is older than `days`. Safe to run at any time and twice; returns how many entries were removed. */
export async function cutOldEntries(database: Database, { days, key }: Retention, now_ms: number): Promise<number> {
  const before = new Date(now_ms - days * DAY_MS).toISOString()
  const cut_at = new Date(now_ms).toISOString()
  let cut = 0
  for (const organization_id of await database.readOne(listChains)) {
    for (;;) {
      const done = await database.write(async (tx) => {
        const last = await findLastAnchored(tx, organization_id)
        const found = await listEntriesAfter(tx, organization_id, last, LOOKED_AT_ONCE)
        const young = found.findIndex((row) => row.created_at >= before)
        const rows = young < 0 ? found : found.slice(0, young)
        const gaps = gapsIn(rows)
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
        for (const [first, last] of gaps) removeEntries(tx, organization_id, first, last)
        return { is_last: rows.length < LOOKED_AT_ONCE, cut_entries }
      })
      cut += done.cut_entries
      if (done.is_last) break
      await setImmediate()
    }
  }
  return cut
}

/** The job that does it; without `days` entries stay. */
export const cutAuditLogAfter = (days: number | undefined, key: string) =>
  defineJob({
    kind: 'audit-log.retention',
    every: 'hour',
    run: async ({ database, now_ms }) =>
      days === undefined ? undefined : { cut: await cutOldEntries(database, { days, key }, now_ms) },
  })
