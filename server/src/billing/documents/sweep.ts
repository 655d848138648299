// Going through the documents of all companies that time has caught up with (overdue invoices, expired quotes), one company at a time.

import { type SweepScope, sweepScopes } from '../../access/companies/service.ts'
import { type CompanyTime, nowFor, todayFor } from '../../access/companies/time.ts'
import { timestamp } from '../../kernel/clock.ts'
import type { CompanyId } from '../../kernel/ids.ts'
import type { EventDraft } from '../../record/events/event-type.ts'
import { recordEvents } from '../../record/events/record.ts'
import type { Database, Tx, WriteTx } from '../../sql/database.ts'

/** Documents that are looked at in one go: requests wait for no more than that. */
const AT_ONCE = 100

/** A document that is due, by the day that made it so, and the time of its company, which may be a day behind others. */
export interface Due<Id extends string> extends CompanyTime {
  company_id: CompanyId
  id: Id
  day: string
}

/**
 * Changes the documents of `list` whose day is over where their company is, in one transaction per company and page, and returns how many were
 * changed. `list` returns the documents after `after`, by day and id. A company that fails is added to `failures`, and the others go on. Safe to
 * run at any time and twice, if `change` checks its documents again.
 */
async function sweepByCompany<Id extends string>(
  database: Database,
  list: (tx: Tx, after: { day: string; id: string }, limit: number) => Promise<Due<Id>[]>,
  todayOf: (due: Due<Id>) => string,
  change: (tx: WriteTx, due: Due<Id>, today: string) => Promise<boolean>,
  failures: Error[],
): Promise<number> {
  const failed = new Set<CompanyId>()
  let after = { day: '', id: '' }
  let changed = 0
  for (;;) {
    const due = await database.read((tx) => list(tx, after, AT_ONCE))
    const now_due = due.filter((document) => document.day < todayOf(document))
    for (const [company_id, documents] of Map.groupBy(now_due, (document) => document.company_id)) {
      if (failed.has(company_id)) continue
      try {
        changed += await database.write(async (tx) => {
          let count = 0
          for (const document of documents) if (await change(tx, document, todayOf(document))) count++
          return count
        }, company_id)
      } catch (error) {
        failed.add(company_id)
        failures.push(new Error(`The documents of ${company_id} could not be swept`, { cause: error }))
      }
    }
    // Continues even where nothing changed: a failing document would be listed again and again.
    if (due.length < AT_ONCE) break
    after = { day: due.at(-1)!.day, id: due.at(-1)!.id }
  }
  return changed
}

/** How a store of documents finds those that are due. */
interface DueStore<R, Id extends string> {
  listDue(tx: Tx, scope: SweepScope, after: { day: string; id: string }, limit: number): Promise<Due<Id>[]>
  find(tx: Tx, company_id: CompanyId, id: Id): Promise<R | undefined>
  isDue(record: R, today: string): boolean
  save(tx: WriteTx, before: R, after: R, are_items_changed: boolean): Promise<void>
}

/**
 * Gives every document of a store that is due before the day that `now_ms` is for its company the status `entered`, with the event of `event`, in the same
 * transaction. Gives how many. `only` is a sandbox: nothing else is looked at then. Safe to run at any time and twice. Failures are
 * reported together at the end, when all other companies are done.
 */
export async function sweepDue<R extends { status: string; updated_at: string }, Id extends string>(
  database: Database,
  now_ms: number,
  store: DueStore<R, Id>,
  entered: R['status'],
  event: (after: R) => EventDraft[],
  only?: CompanyId,
): Promise<number> {
  const failures: Error[] = []
  let changed = 0
  for (const scope of await sweepScopes(database, now_ms, only)) {
    changed += await sweepByCompany(
      database,
      (tx, after, limit) => store.listDue(tx, scope, after, limit),
      (due) => todayFor(due, now_ms),
      async (tx, { company_id, id, clock_ahead_ms }, today) => {
        const before = await store.find(tx, company_id, id)
        // It may have been changed, or swept by another process, since it was listed.
        if (!before || !store.isDue(before, today)) return false
        const now = timestamp(nowFor({ clock_ahead_ms }, now_ms))
        const after = { ...before, status: entered, updated_at: now }
        await store.save(tx, before, after, false)
        await recordEvents(tx, { company_id, now }, event(after))
        return true
      },
      failures,
    )
  }
  if (failures.length > 0)
    throw new AggregateError(failures, `A sweep failed in ${failures.length} companies; the others are done`)
  return changed
}
