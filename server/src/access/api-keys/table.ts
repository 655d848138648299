// The tables of this room.
import type { ApiKeyId, CompanyId, OrganizationId, UserId } from '../../kernel/ids.ts'
import { boolean, defineTable, OF_ORGANIZATION, type RowOf, text } from '../../sql/columns.ts'

export const api_keys = defineTable('api_keys', {
  key: ['id'],
  owner: OF_ORGANIZATION,
  columns: {
    id: text<ApiKeyId>(),
    organization_id: text<OrganizationId>().indexed(),
    user_id: text<UserId>(),
    name: text(),
    key_prefix: text(),
    token_hash: text().indexed(),
    level: text<'read' | 'write' | 'admin'>(),
    all_companies: boolean(),
    is_active: boolean(),
    created_at: text().indexed(),
    revoked_at: text().nullable(),
    last_used_at: text().nullable(),
    /** The member who made it in the dashboard; null for the command line. */
    created_by: text<UserId>().nullable(),
  },
})
export type ApiKeysTable = RowOf<typeof api_keys>

export const api_key_companies = defineTable('api_key_companies', {
  key: ['company_id', 'api_key_id'],
  columns: {
    company_id: text<CompanyId>(),
    api_key_id: text<ApiKeyId>(),
  },
})
export type ApiKeyCompaniesTable = RowOf<typeof api_key_companies>

declare module '../../sql/tables.ts' {
  interface Tables {
    api_keys: ApiKeysTable
    api_key_companies: ApiKeyCompaniesTable
  }
}
