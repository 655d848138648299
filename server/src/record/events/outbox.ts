// The events of a company as an outbox: those after a position in its order. Positions are ordered like commits, so a reader that keeps
// its last position misses nothing (decisions/008-order-of-events.md).
import { sql } from 'kysely'
import type { CompanyId, EventId } from '../../kernel/ids.ts'
import type { Tx } from '../../sql/database.ts'
import { statement } from '../../sql/statement.ts'
import { idAbove, positionBefore, sequenceOf } from './record.ts'
import { findEvent, findFirstSince, keptFrom } from './repository.ts'
import type { EventsTable } from './table.ts'

const findHead = statement<{ company_id: CompanyId }>()((db, p) =>
  db.selectFrom('event_heads').select('sequence').where('company_id', '=', p.company_id),
)

const findAfter = statement<{ company_id: CompanyId; above: EventId; limit: number }>()((db, p) =>
  db
    .selectFrom('events')
    .select(['id', 'type', 'is_test', sql<number>`octet_length(${sql.ref('data')})`.as('bytes')])
    .where('company_id', '=', p.company_id)
    .where('id', '>', p.above)
    .orderBy('id')
    .limit(p.limit),
)

/** The position of the company's newest event; 0 when it has none. */
export async function headOf(tx: Tx, company_id: CompanyId): Promise<number> {
  return (await findHead.first(tx, { company_id }))?.sequence ?? 0
}

/** The events after a position, oldest first: how large their data is, without reading it. */
export async function eventsAfter(tx: Tx, company_id: CompanyId, sequence: number, limit: number) {
  const rows = await findAfter.all(tx, { company_id, above: idAbove(sequence), limit })
  return rows.map(({ id, type, is_test, bytes }) => ({ id, type, is_test: Boolean(is_test), bytes, sequence: sequenceOf(id) }))
}

/**
 * The position just before the first event at or after a moment; that of the newest event if there is none. Never before events that
 * retention has removed, or is about to.
 */
export async function placeBefore(tx: Tx, company_id: CompanyId, moment: string): Promise<number> {
  const first = await findFirstSince(tx, company_id, moment)
  if (!first) return headOf(tx, company_id)
  return Math.max(sequenceOf(first) - 1, positionBefore(await keptFrom(tx, company_id)))
}

/** A stored event of a company, or undefined. */
export const findStoredEvent = (tx: Tx, company_id: CompanyId, id: EventId): Promise<EventsTable | undefined> =>
  findEvent(tx, company_id, id)

/** The same for one that something is to be done with later: undefined as well if retention may remove it at any time. */
export async function findLastingEvent(tx: Tx, company_id: CompanyId, id: EventId): Promise<EventsTable | undefined> {
  return id < (await keptFrom(tx, company_id)) ? undefined : findEvent(tx, company_id, id)
}
