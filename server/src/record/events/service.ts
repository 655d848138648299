// Reading stored events, and storing test events.
import { disabledModules } from '../../access/companies/service.ts'
import type { Context } from '../../http/context.ts'
import { readMoment } from '../../kernel/dates.ts'
import { ApiError, type Fault, invalid, invalidAll, notFound } from '../../kernel/errors.ts'
import { type CompanyId, type EventId, isId } from '../../kernel/ids.ts'
import type { Tx } from '../../sql/database.ts'
import { draftEvent, type EventCatalogue, type EventType } from './event-type.ts'
import { missesSome, recordEvents } from './record.ts'
import { type EventFilter, findEvent, findOldestKept, listEvents as listRows, lookUpCursor } from './repository.ts'
import { type Event, type EventTypeEntry, presentEvent, presentEventPage } from './schema.ts'

/** `resource_type` of every test event (docs/api/events.md, "Test events"). */
const TEST_RESOURCE_TYPE = 'cli_test'

export interface ListEvents {
  limit: number
  type?: string | undefined
  resource_id?: string | undefined
  'created[gte]'?: string | undefined
  'created[lte]'?: string | undefined
  starting_after?: string | undefined
  ending_before?: string | undefined
}

/**
 * Lists events, newest first, by cursor. Throws 400: `invalid_type` for an unknown type or wildcard, `event_type_unavailable` for a type of a
 * module that is off, `parameter_invalid` for a time that can't be read, both cursors at once, or a cursor that names no event of the company.
 */
export function listEvents(context: Context, catalogue: EventCatalogue, query: ListEvents) {
  return context.read(async (tx) => {
    const filter = readFilter(catalogue, query)
    await refuseDisabled(tx, context.company_id, catalogue, query.type)
    await checkCursor(tx, context.company_id, { param: 'starting_after', id: query.starting_after, towards: 'older' })
    await checkCursor(tx, context.company_id, { param: 'ending_before', id: query.ending_before, towards: 'newer' })
    const { limit } = query
    const { rows, has_more } = await listRows(tx, context.company_id, filter, limit)
    const next = query.ending_before === undefined ? rows.at(-1) : rows[0]
    return presentEventPage(rows, { limit, has_more, next_cursor: has_more ? next!.id : null })
  })
}

function readFilter(catalogue: EventCatalogue, query: ListEvents): EventFilter {
  const faults: Fault[] = []
  const types = query.type === undefined || query.type === '*' ? undefined : catalogue.matching(query.type)
  if (query.type !== undefined && query.type !== '*' && !types) faults.push(unknownType(query.type))
  const created_from = readTime('created[gte]', query['created[gte]'], 'from', faults)
  const created_until = readTime('created[lte]', query['created[lte]'], 'until', faults)
  if (query.starting_after !== undefined && query.ending_before !== undefined) {
    faults.push({ error: 'Give starting_after or ending_before, not both', code: 'parameter_invalid', param: 'ending_before' })
  }
  if (faults.length > 0) throw invalidAll(faults)
  return {
    types: types?.map((type) => type.type),
    resource_id: query.resource_id,
    created_from,
    created_until,
    older_than: query.starting_after,
    newer_than: query.ending_before,
  }
}

/** The fault of a filter that means no type. */
export function unknownType(type: string): Fault {
  const error = `${type.slice(0, 100)} is no event type, wildcard like invoice.*, or *: GET /v1/events/types lists the types`
  return { error, code: 'invalid_type', param: 'type' }
}

/** The moment of a bound of `created_at`; adds to `faults` if it is not valid. */
export function readTime(param: string, text: string | undefined, edge: 'from' | 'until', faults: Fault[]): string | undefined {
  if (text === undefined) return undefined
  const moment = readMoment(text, edge)
  if (moment !== undefined) return moment
  faults.push({ error: `${param} must be a date, a date-time with offset, or unix seconds`, code: 'parameter_invalid', param })
  return undefined
}

/** Throws 400 `event_type_unavailable` when `name` is the exact name of a type whose module is off. */
export async function refuseDisabled(
  tx: Tx,
  company_id: CompanyId,
  catalogue: EventCatalogue,
  name: string | undefined,
): Promise<void> {
  const type = name === undefined ? undefined : catalogue.find(name)
  if (!type?.module || !(await disabledModules(tx, company_id)).has(type.module)) return
  throw invalid(
    'type',
    `${type.type} belongs to the module ${type.module}, which is turned off for this company`,
    'event_type_unavailable',
  )
}

/** The id that a reader goes on from, if it gave one, and in which direction. */
export interface Cursor {
  param: string
  id: string | undefined
  towards: 'older' | 'newer'
}

/**
 * Throws 400 when `id` is given and names no event of the company: `cursor_expired` if retention has removed it, or may have removed
 * events between it and the next one, so that a reader who goes on would miss them.
 */
export async function checkCursor(tx: Tx, company_id: CompanyId, { param, id, towards }: Cursor): Promise<void> {
  if (id === undefined) return
  if (isId('event', id)) {
    const { kept_from, is_stored } = await lookUpCursor(tx, company_id, id)
    if (towards === 'newer' && missesSome(id, kept_from)) throw await cursorExpired(tx, company_id, param, kept_from)
    if (is_stored || (towards === 'newer' && id < kept_from)) return
    if (id < kept_from) throw await cursorExpired(tx, company_id, param, kept_from)
  }
  throw invalid(param, `${param} must be the id of an event of this company`)
}

/** 400 for a reader that has been away for longer than events are kept. */
export async function cursorExpired(tx: Tx, company_id: CompanyId, param: string, kept_from: string): Promise<ApiError> {
  const oldest = await findOldestKept(tx, company_id, kept_from)
  const rest = oldest
    ? `the oldest that is kept is ${oldest.id} of ${oldest.created_at}: read what you missed from other lists, and go on with that event (in a stream: last_event_id=0)`
    : 'none is kept at the moment: read what you missed from other lists, and go on with new events'
  return invalid(
    param,
    `That event, or events after it, have been removed, because they were older than this server keeps them; ${rest}`,
    'cursor_expired',
  )
}

/** One event; throws 404 if the company has none with that id. */
export function getEvent(context: Context, id: string): Promise<Event> {
  return context.read(async (tx) => {
    const row = isId('event', id) ? await findEvent(tx, context.company_id, id as EventId) : undefined
    if (!row) throw notFound()
    return presentEvent(row)
  })
}

/** The types available to the company, without those of modules that are off. */
export function listEventTypes(context: Context, catalogue: EventCatalogue): Promise<{ event_types: EventTypeEntry[] }> {
  return context.read(async (tx) => {
    const disabled = await disabledModules(tx, context.company_id)
    const available = catalogue.types.filter((type) => type.module === null || !disabled.has(type.module))
    return { event_types: available.map(presentType) }
  })
}

function presentType(type: EventType): EventTypeEntry {
  return {
    type: type.type,
    label: type.label,
    description: type.description,
    module: type.module,
    triggers_automations: type.triggers_automations,
    example: type.example,
  }
}

/** Stores a test event of a type: it is listed, never delivered. Throws 400 `invalid_type` and `event_type_unavailable`. */
export function createTestEvent(context: Context, catalogue: EventCatalogue, input: { type: string }): Promise<Event> {
  return context.transaction(async (tx) => {
    const type = catalogue.find(input.type)
    if (!type) throw new ApiError(400, [unknownType(input.type)])
    await refuseDisabled(tx, context.company_id, catalogue, type.type)
    const example = type.example as { id: string }
    const draft = draftEvent(type, example.id, { ...example, test: true })
    const [row] = await recordEvents(tx, context, [draft], { is_test: true, resource_type: TEST_RESOURCE_TYPE })
    return presentEvent(row!)
  })
}
