// The tables of this room.
import type { OrganizationId } from '../../kernel/ids.ts'
import { defineTable, integer, OF_DATABASE, type RowOf, text } from '../../sql/columns.ts'

export const organizations = defineTable('organizations', {
  key: ['id'],
  owner: { of: 'organization', column: 'id' },
  columns: {
    id: text<OrganizationId>(),
    name: text(),
    created_at: text().fixed(),
  },
})
export type OrganizationsTable = RowOf<typeof organizations>

/** One row at most: the organization that was there first. */
export const installation = defineTable('installation', {
  key: ['id'],
  owner: OF_DATABASE,
  columns: {
    id: integer<1>(),
    organization_id: text<OrganizationId>(),
  },
})
export type InstallationTable = RowOf<typeof installation>

declare module '../../sql/tables.ts' {
  interface Tables {
    organizations: OrganizationsTable
    installation: InstallationTable
  }
}
