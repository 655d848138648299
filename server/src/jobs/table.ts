// The tables of this room.
import { defineTable, integer, OF_DATABASE, type RowOf, text } from '../sql/columns.ts'

export const leaderships = defineTable('leaderships', {
  key: ['name'],
  owner: OF_DATABASE,
  columns: {
    name: text(),
    holder: text(),
    beat: integer(),
  },
})
export type LeadershipsTable = RowOf<typeof leaderships>

declare module '../sql/tables.ts' {
  interface Tables {
    leaderships: LeadershipsTable
  }
}
