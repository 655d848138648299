// The tables of this room.
import type { CompanyId } from '../kernel/ids.ts'
import { defineTable, integer, type RowOf, text } from '../sql/columns.ts'

export const list_counts = defineTable('list_counts', {
  key: ['company_id', 'list', 'filter'],
  columns: {
    company_id: text<CompanyId>(),
    list: text(),
    filter: text(),
    count: integer(),
    /** Rows of `list_marks`. */
    marks: integer(),
  },
})
export type ListCountsTable = RowOf<typeof list_counts>

export const list_marks = defineTable('list_marks', {
  key: ['company_id', 'list', 'filter', 'created_at', 'id'],
  columns: {
    company_id: text<CompanyId>(),
    list: text(),
    filter: text(),
    created_at: text(),
    id: text(),
    count: integer(),
  },
})
export type ListMarksTable = RowOf<typeof list_marks>

export const kept_sums = defineTable('kept_sums', {
  key: ['company_id', 'name', 'key'],
  columns: {
    company_id: text<CompanyId>(),
    name: text(),
    key: text(),
    /** How many rows are in it. */
    count: integer(),
    /** Σ of the millions of each amount, and of what is left of each. */
    millions: integer(),
    rest: integer(),
  },
})
export type KeptSumsTable = RowOf<typeof kept_sums>

declare module '../sql/tables.ts' {
  interface Tables {
    list_counts: ListCountsTable
    list_marks: ListMarksTable
    kept_sums: KeptSumsTable
  }
}
