// The tables of this room.
import type { OrganizationId } from '../../kernel/ids.ts'
import { defineTable, integer, json, OF_ORGANIZATION, type RowOf, real, text } from '../../sql/columns.ts'

export const audit_log = defineTable('audit_log', {
  key: ['organization_id', 'sequence'],
  owner: OF_ORGANIZATION,
  columns: {
    organization_id: text<OrganizationId | ''>(),
    sequence: integer(),
    created_at: text().indexed(),
    request_id: text(),
    api_key_id: text().nullable(),
    key_prefix: text().nullable(),
    company_id: text().nullable(),
    method: text(),
    path: text(),
    status: integer().indexed(),
    duration_ms: real(),
    ip_address: text(),
    user_agent: text().nullable(),
    hash: text(),
    /** The member who made the request in the dashboard; null for a key. */
    user_id: text().nullable().indexed(),
    /** How many requests the row counts, and when the last of them started; null for a row of one request. */
    count: integer().nullable(),
    last_at: text().nullable(),
  },
})
export type AuditLogTable = RowOf<typeof audit_log>
/** A row as it is read, with the number of its segment where the engine has segments. */
export type StoredEntry = AuditLogTable & { segment?: number }

export const audit_heads = defineTable('audit_heads', {
  key: ['organization_id'],
  owner: OF_ORGANIZATION,
  columns: {
    organization_id: text<OrganizationId | ''>(),
    sequence: integer(),
    hash: text(),
  },
})
export type AuditHeadsTable = RowOf<typeof audit_heads>

/** Replaces the entries that retention has removed, all from `first_sequence` to `last_sequence`. Signed. */
export const audit_anchors = defineTable('audit_anchors', {
  key: ['organization_id', 'first_sequence'],
  owner: OF_ORGANIZATION,
  columns: {
    organization_id: text<OrganizationId | ''>(),
    first_sequence: integer(),
    last_sequence: integer(),
    /** How many of them were cut; the others are still there. */
    cut_entries: integer(),
    /** JSON: each run of entries that were cut, as [first sequence, last sequence, hash of the last]. */
    gaps: json(),
    cut_at: text(),
    signature: text(),
  },
})
export type AuditAnchorsTable = RowOf<typeof audit_anchors>

declare module '../../sql/tables.ts' {
  interface Tables {
    audit_log: AuditLogTable
    audit_heads: AuditHeadsTable
    audit_anchors: AuditAnchorsTable
  }
}
