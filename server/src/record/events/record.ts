// Storing events, in the transaction of the change that they report.
import { disabledModules } from '../../access/companies/service.ts'
import { type CompanyId, digitsValue, type EventId, randomDigits, sortableDigits } from '../../kernel/ids.ts'
import { serialize } from '../../kernel/serialize.ts'
import type { Gathering, WriteTx } from '../../sql/database.ts'
import { insertRows, statement } from '../../sql/statement.ts'
import type { EventDraft } from './event-type.ts'
import { type EventsTable, events } from './table.ts'
import { type Head, placeInTime } from './timelines.ts'

/**
 * The end of a company's order of events. Other transactions of the company wait for this row until this one has committed, which
 * makes the order of ids the order of commits.
 */
const lockHeadRow = statement<{ company_id: CompanyId }>()((db, p, dialect) =>
  dialect.forUpdate(
    db.selectFrom('event_heads').select(['sequence', 'created_at', 'timelines']).where('company_id', '=', p.company_id),
  ),
)

const insertHead = statement<{ company_id: CompanyId; created_at: string }>()((db, p) =>
  db
    .insertInto('event_heads')
    .values({ company_id: p.company_id, sequence: 0, created_at: p.created_at, kept_from: '' })
    .onConflict((head) => head.column('company_id').doNothing()),
)

const saveHead = statement<Head & { company_id: CompanyId }>()((db, p) =>
  db
    .updateTable('event_heads')
    .set({ sequence: p.sequence, created_at: p.created_at, timelines: p.timelines })
    .where('company_id', '=', p.company_id),
)

/** Digits of an id that say its position: 32^10 events a company. */
const SEQUENCE_DIGITS = 10

const insertEvents = insertRows(events)

/** An event, and the end of its company's order with it. */
interface Recorded {
  event: EventsTable
  head: Head
}

/** The events of a commit, and with the last of each company the end of its order. */
const recorded: Gathering<Recorded> = {
  // Deliveries refer to events.
  tables: ['events', 'event_heads', 'webhook_deliveries'],
  async write(tx, items) {
    await insertEvents(
      tx,
      items.map(({ event }) => event),
    )
    const last = new Map(items.map(({ event, head }) => [event.company_id, head]))
    for (const [company_id, head] of last) saveHead.post(tx, { company_id, ...head })
  },
}

/**
 * Stores events in the given order, in which they are also listed and delivered. Events of a module that is off for the company
 * are left out. `now` is the moment of the change and the time of the events (exception: `placeInTime`). They are
 * written once per commit, with those of the other transactions in it.
 */
export async function recordEvents(
  tx: WriteTx,
  scope: { company_id: CompanyId; now: string },
  drafts: readonly EventDraft[],
  options: { is_test?: boolean; resource_type?: string } = {},
): Promise<EventsTable[]> {
  const wanted = await ofEnabledModules(tx, scope.company_id, drafts)
  if (wanted.length === 0) return []
  const before = await findEnd(tx, scope)
  const { timeline, created_at, head } = placeInTime(before, scope.now, wanted.length)
  const rows = wanted.map(
    (draft, index): EventsTable => ({
      company_id: scope.company_id,
      id: eventId(before.sequence + 1 + index),
      type: draft.of.type,
      created_at,
      timeline,
      resource_type: options.resource_type ?? draft.of.resource_type,
      resource_id: draft.resource_id,
      data: serialize(draft.data),
      is_test: options.is_test ?? false,
    }),
  )
  for (const event of rows) tx.gather(recorded, { event, head })
  tx.notify(topicOf(scope.company_id))
  return rows
}

/** The current end of the company's order of events, including events that are not written yet. */
async function findEnd(tx: WriteTx, { company_id, now }: { company_id: CompanyId; now: string }): Promise<Head> {
  const stored = endOfGathered(tx, company_id) ? undefined : await lockHead(tx, company_id, now)
  // Others that asked meanwhile may have been faster.
  return endOfGathered(tx, company_id) ?? stored!
}

function endOfGathered(tx: WriteTx, company_id: CompanyId): Head | undefined {
  return tx.gathered(recorded).findLast(({ event }) => event.company_id === company_id)?.head
}

async function lockHead(tx: WriteTx, company_id: CompanyId, created_at: string): Promise<Head> {
  const head = await lockHeadRow.first(tx, { company_id })
  if (head) return head
  insertHead.post(tx, { company_id, created_at })
  return (await lockHeadRow.first(tx, { company_id }))!
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

/** The lowest text that is above the ids of all events up to `sequence` of a company, and not above any later id. */
export function idAbove(sequence: number): EventId {
  return `evt_${sortableDigits(sequence + 1, SEQUENCE_DIGITS)}` as EventId
}

/** The position just below a text that `idAbove` made; 0 for an empty one. */
export const positionBefore = (above: string): number => (above === '' ? 0 : sequenceOf(above as EventId) - 1)

/**
 * Whether a reader that has all events up to `after`, an id or a text of `idAbove`, would miss some: `kept_from` is above those that were
 * removed. The last removed event itself is as good a place to go on from as any.
 */
export function missesSome(after: string, kept_from: string): boolean {
  const position = after.length > idAbove(0).length ? sequenceOf(after as EventId) : positionBefore(after)
  return position < positionBefore(kept_from)
}

/** The position of an event in its company's order: 1 for the first. */
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

/** An event's id: its position in the company's order, then 80 random bits. */
function eventId(sequence: number): EventId {
  return `evt_${sortableDigits(sequence, SEQUENCE_DIGITS)}${randomDigits(16)}` as EventId
}
