// The stream of a company's events: its start and its pages. http/streams.ts sends it.

import type { Context } from '../../http/context.ts'
import type { Message, MessageSource } from '../../http/endpoint.ts'
import { type Fault, invalidAll } from '../../kernel/errors.ts'
import type { CompanyId } from '../../kernel/ids.ts'
import type { Tx } from '../../sql/database.ts'
import type { EventCatalogue } from './event-type.ts'
import { idAbove, missesSome, sequenceOf } from './record.ts'
import { type EventFilter, findFirstSince, findNewest, keptFrom, listEventSizes, listEventsUpwards } from './repository.ts'
import { eventText } from './schema.ts'
import { checkCursor, cursorExpired, readTime, refuseDisabled, unknownType } from './service.ts'

/** The most events of a page, and bytes of their data; a larger event is a page of its own. */
const PAGE_EVENTS = 100
const PAGE_BYTES = 256 * 1024
/** The position before the first event of a company. */
const BEGINNING = '0'

export interface StreamEvents {
  type?: string[] | undefined
  resource_id?: string | undefined
  'created[gte]'?: string | undefined
  last_event_id?: string | undefined
}

/**
 * Opens the stream of the events that match a query, after its position: the header Last-Event-ID, else `last_event_id`, else the first
 * event since `created[gte]`, else the next new event. Throws 400 as the list does.
 */
export function openEventStream(
  context: Context,
  catalogue: EventCatalogue,
  query: StreamEvents,
  header: string | undefined,
): Promise<MessageSource> {
  return context.read(async (tx) => {
    const { company_id } = context
    const filter = readFilter(catalogue, query)
    for (const type of query.type ?? []) await refuseDisabled(tx, company_id, catalogue, type)
    const param = header === undefined ? 'last_event_id' : 'Last-Event-ID'
    const start = await startOf(tx, company_id, filter, { param, id: header ?? query.last_event_id })
    return new EventPages(context, filter, start)
  })
}

function readFilter(catalogue: EventCatalogue, query: StreamEvents): EventFilter {
  const faults: Fault[] = []
  const types = new Set<string>()
  for (const name of query.type ?? ['*']) {
    const found = catalogue.matching(name)
    if (!found) faults.push(unknownType(name))
    for (const { type } of found ?? []) types.add(type)
  }
  const created_from = readTime('created[gte]', query['created[gte]'], 'from', faults)
  if (faults.length > 0) throw invalidAll(faults)
  const is_all = types.size === catalogue.types.length
  return { types: is_all ? undefined : [...types], resource_id: query.resource_id, created_from }
}

interface Start {
  /** A text below the ids of all events to come, and not below any before. */
  after: string
  /** The same as clients know it; undefined when asking with `created[gte]` again starts at the same event. */
  position: string | undefined
  /** Events before this moment are left out. */
  created_from?: string | undefined
}

async function startOf(
  tx: Tx,
  company_id: CompanyId,
  { created_from }: EventFilter,
  { param, id }: { param: string; id: string | undefined },
): Promise<Start> {
  if (id === BEGINNING) return { after: '', position: BEGINNING }
  if (id !== undefined) {
    await checkCursor(tx, company_id, { param, id, towards: 'newer' })
    return { after: id, position: id }
  }
  if (created_from !== undefined) {
    const first = await findFirstSince(tx, company_id, created_from)
    if (first) return { after: idAbove(sequenceOf(first) - 1), position: undefined }
  }
  const newest = await findNewest(tx, company_id)
  // A moment in the future continues to apply.
  if (created_from !== undefined) return { after: newest ?? '', position: undefined, created_from }
  return { after: newest ?? '', position: newest ?? BEGINNING }
}

class EventPages implements MessageSource {
  private readonly context: Context
  private readonly filter: EventFilter
  private start: Start

  constructor(context: Context, filter: EventFilter, start: Start) {
    this.context = context
    this.filter = filter
    this.start = start
  }

  position(): string | undefined {
    return this.start.position
  }

  next(): Promise<{ messages: Message[]; has_more: boolean }> {
    const { company_id } = this.context
    return this.context.read(async (tx) => {
      if (!(await this.hasBegun(tx))) return { messages: [], has_more: false }
      const filter = { ...this.filter, created_from: undefined, newer_than: this.start.after }
      const [sizes, kept_from] = await Promise.all([
        listEventSizes(tx, company_id, filter, PAGE_EVENTS),
        keptFrom(tx, company_id),
      ])
      // Ends the stream: events between would be missing without a word. One that begins with all that is stored misses none.
      if (this.start.after !== '' && missesSome(this.start.after, kept_from))
        throw await cursorExpired(tx, company_id, 'last_event_id', kept_from)
      const count = fitting(sizes)
      if (count === 0) {
        await this.skipOthers(tx)
        return { messages: [], has_more: false }
      }
      const rows = await listEventsUpwards(tx, company_id, filter, count)
      const { id } = rows.at(-1)!
      this.start = { after: id, position: id }
      const messages = rows.map((row) => ({ id: row.id, data: eventText(row) }))
      return { messages, has_more: count < sizes.length || count === PAGE_EVENTS }
    })
  }

  /** Whether there is an event since the start time: from the first one on, all events are sent. */
  private async hasBegun(tx: Tx): Promise<boolean> {
    const { created_from } = this.start
    if (created_from === undefined) return true
    const first = await findFirstSince(tx, this.context.company_id, created_from)
    if (first === undefined) await this.skipOthers(tx)
    else this.start = { after: idAbove(sequenceOf(first) - 1), position: undefined }
    return first !== undefined
  }

  /** Nothing that is stored concerns this stream: it never looks through that again, and its client need not either. */
  private async skipOthers(tx: Tx): Promise<void> {
    const newest = await findNewest(tx, this.context.company_id)
    if (newest === undefined || newest <= this.start.after) return
    this.start = { ...this.start, after: newest, position: this.start.position && newest }
  }
}

/** How many of the events fit on a page: the first always does. */
function fitting(sizes: readonly { bytes: number }[]): number {
  let total = 0
  const too_many = sizes.findIndex(({ bytes }, index) => {
    total += bytes
    return index > 0 && total > PAGE_BYTES
  })
  return too_many === -1 ? sizes.length : too_many
}
