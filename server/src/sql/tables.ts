// All tables by name: queries are checked against them. Each room defines its own in `table.ts` and adds their rows here.
// Amounts are whole minor units, decimals exact texts.
import { defineTable, integer, OF_DATABASE, type RowOf, text } from './columns.ts'

export const migrations = defineTable('migrations', {
  key: ['id'],
  owner: OF_DATABASE,
  columns: { id: integer(), name: text(), checksum: text(), applied_at: text() },
})

export interface Tables {
  migrations: RowOf<typeof migrations>
}
