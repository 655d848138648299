// The tables of this room.
import type { CompanyId, EventId } from '../../kernel/ids.ts'
import { boolean, defineTable, integer, type RowOf, text } from '../../sql/columns.ts'

export const event_heads = defineTable('event_heads', {
  key: ['company_id'],
  columns: {
    company_id: text<CompanyId>(),
    sequence: integer(),
    created_at: text(),
    timelines: text().nullable(),
    /** The lowest text above the ids of all events that retention has removed; empty before. */
    kept_from: text(),
  },
})
export type EventHeadsTable = RowOf<typeof event_heads>

export const events = defineTable('events', {
  key: ['company_id', 'id'],
  columns: {
    company_id: text<CompanyId>(),
    id: text<EventId>(),
    type: text().indexed(),
    created_at: text().indexed(),
    timeline: integer().indexed(),
    resource_type: text(),
    resource_id: text().indexed(),
    data: text(),
    is_test: boolean(),
  },
})
export type EventsTable = RowOf<typeof events>

declare module '../../sql/tables.ts' {
  interface Tables {
    event_heads: EventHeadsTable
    events: EventsTable
  }
}
