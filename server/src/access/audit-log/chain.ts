// The hash chain: each row's hash covers the row and the hash before it, so no row can change, go or move unseen.

import { sha256 } from '../../kernel/crypto.ts'
import type { AuditLogTable } from './table.ts'

/** The hash before the first row of a chain. */
export const GENESIS = '0'.repeat(64)

/**
 * The hash of a row, given the hash of the one before it. The fields are listed one by one: their order is part of the format.
 * A row of a member's request has one more field at its end, a row that counts several requests three; all others never changed.
 */
export function hashOf(previous: string, row: Omit<AuditLogTable, 'hash'>): string {
  return sha256(
    JSON.stringify([
      previous,
      row.organization_id,
      row.sequence,
      row.created_at,
      row.request_id,
      row.api_key_id,
      row.key_prefix,
      row.company_id,
      row.method,
      row.path,
      row.status,
      row.duration_ms,
      row.ip_address,
      row.user_agent,
      ...(row.count !== null || row.last_at !== null
        ? [row.user_id, row.count, row.last_at]
        : row.user_id === null
          ? []
          : [row.user_id]),
    ]),
  )
}
