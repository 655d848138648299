// The tables of this room.
import type { ApiKeyId, CompanyId, OrganizationId, UserId } from '../../kernel/ids.ts'
import { boolean, defineTable, json, OF_ORGANIZATION, type RowOf, text } from '../../sql/columns.ts'

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
    /** What of its level it may do, as an array of scopes; null: all of it. */
    scopes: json().nullable(),
    /** The addresses and networks that it may be used from; null: anywhere. */
    allowed_addresses: json().nullable(),
    expires_at: text().nullable(),
    /** The key that it replaces. */
    rotated_from: text<ApiKeyId>().nullable(),
    /** The key that replaces it. */
    replaced_by: text<ApiKeyId>().nullable(),
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

/** The addresses that a key was used from, the most recent ones. */
export const api_key_addresses = defineTable('api_key_addresses', {
  key: ['api_key_id', 'address'],
  owner: OF_ORGANIZATION,
  columns: {
    organization_id: text<OrganizationId>().indexed(),
    api_key_id: text<ApiKeyId>(),
    address: text(),
    first_used_at: text(),
    last_used_at: text(),
  },
})
export type ApiKeyAddressesTable = RowOf<typeof api_key_addresses>

declare module '../../sql/tables.ts' {
  interface Tables {
    api_keys: ApiKeysTable
    api_key_companies: ApiKeyCompaniesTable
    api_key_addresses: ApiKeyAddressesTable
  }
}
