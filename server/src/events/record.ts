// Storing events, in the transaction of the change that they report.
import { disabledModules } from '../companies/service.ts'
import type { WriteTx } from '../database/database.ts'
import { insertRows, statement } from '../database/statement.ts'
import type { EventsTable } from '../database/tables.ts'
import { type CompanyId, digitsValue, type EventId, randomDigits, sortableDigits } from '../kernel/ids.ts'
import { serialize } from '../kernel/serialize.ts'
import type { EventDraft } from './event-type.ts'

/**
 * Moves a company's head by `count` events and gives its new state. Other transactions of the company wait for this row until this
 * one has committed: that is what makes the order of ids the order of commits. Time never goes back, whatever the clock does.
 */
const advanceHead = statement<{ company_id: CompanyId; count: number; now: string }>()((db, p) =>
  db
    .insertInto('event_heads')
    .values({ company_id: p.company_id, sequence: p.count, created_at: p.now })
    .onConflict((head) =>
      head.column('company_id').doUpdateSet((eb) => ({
        sequence: eb('event_heads.sequence', '+', p.count),
        created_at: eb
          .case()
          .when('event_heads.created_at', '>', eb.ref('excluded.created_at'))
          .then(eb.ref('event_heads.created_at'))
          .else(eb.ref('excluded.created_at'))
          .end(),
      })),
    )
    .returning(['sequence', 'created_at']),
)

/** Digits of an id that say its place: 32^10 events a company. */
const SEQUENCE_DIGITS = 10

const insertEvents = insertRows('events')

/**
 * Stores events in the order given, which is the order in which they are listed and delivered. Events of a module that is switched off
 * for the company are left out. `now` is the moment of the change.
 */
export async function recordEvents(
  tx: WriteTx,
  scope: { company_id: CompanyId; now: string },
  drafts: readonly EventDraft[],
  options: { is_test?: boolean; resource_type?: string } = {},
): Promise<EventsTable[]> {
  const wanted = await ofEnabledModules(tx, scope.company_id, drafts)
  if (wanted.length === 0) return []
  const head = (await advanceHead.first(tx, { company_id: scope.company_id, count: wanted.length, now: scope.now }))!
  const first = head.sequence - wanted.length + 1
  const rows = wanted.map(
    (draft, index): EventsTable => ({
      company_id: scope.company_id,
      id: eventId(first + index),
      type: draft.of.type,
      created_at: head.created_at,
      resource_type: options.resource_type ?? draft.of.resource_type,
      resource_id: draft.resource_id,
      data: serialize(draft.data),
      is_test: options.is_test ?? false,
    }),
  )
  await insertEvents(tx, rows)
  tx.notify(topicOf(scope.company_id))
  return rows
}

const TOPIC = 'events:'

/** The topic that new events of a company are notified under (`Database.onNotify`). */
export function topicOf(company_id: CompanyId): string {
  return TOPIC + company_id
}

/** The company that a topic of events is about; undefined for other topics. */
export function companyOfTopic(topic: string): CompanyId | undefined {
  return topic.startsWith(TOPIC) ? (topic.slice(TOPIC.length) as CompanyId) : undefined
}

/** The lowest text that is above the ids of all events up to `sequence` of a company, and not above any later one. */
export function idAbove(sequence: number): EventId {
  return `evt_${sortableDigits(sequence + 1, SEQUENCE_DIGITS)}` as EventId
}

/** The place of an event in its company's order: 1 for the first. */
export function sequenceOf(id: EventId): number {
  return digitsValue(id.slice('evt_'.length, 'evt_'.length + SEQUENCE_DIGITS))
}

async function ofEnabledModules(
  tx: WriteTx,
  company_id: CompanyId,
  drafts: readonly EventDraft[],
): Promise<readonly EventDraft[]> {
  if (drafts.every((draft) => draft.of.module === null)) return drafts
  const disabled = await disabledModules(tx, company_id)
  return disabled.size === 0 ? drafts : drafts.filter((draft) => draft.of.module === null || !disabled.has(draft.of.module))
}

/** An event's id: its place in the company's order, then 80 random bits. */
function eventId(sequence: number): EventId {
  return `evt_${sortableDigits(sequence, SEQUENCE_DIGITS)}${randomDigits(16)}` as EventId
}
