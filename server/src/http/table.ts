// The tables of this room.
import type { ApiKeyId, CompanyId, UserId } from '../kernel/ids.ts'
import { defineTable, integer, OF_DATABASE, type RowOf, text } from '../sql/columns.ts'

export const idempotency_keys = defineTable('idempotency_keys', {
  key: ['company_id', 'api_key_id', 'idempotency_key'],
  columns: {
    company_id: text<CompanyId>(),
    api_key_id: text<ApiKeyId>(),
    idempotency_key: text(),
    fingerprint: text(),
    status: integer(),
    body: text(),
    created_at: text().indexed(),
  },
})
export type IdempotencyKeysTable = RowOf<typeof idempotency_keys>

/** `company_id` is empty for requests about the organization as a whole; `user_id` is the id of the API key then, if one sent the request. */
export const session_answers = defineTable('session_answers', {
  key: ['company_id', 'user_id', 'idempotency_key'],
  columns: {
    company_id: text<CompanyId>(),
    user_id: text<UserId>(),
    idempotency_key: text(),
    fingerprint: text(),
    status: integer(),
    body: text(),
    created_at: text().indexed(),
  },
})
export type SessionAnswersTable = RowOf<typeof session_answers>

/** The processes that share rate limits. */
export const rate_processes = defineTable('rate_processes', {
  key: ['id'],
  owner: OF_DATABASE,
  columns: {
    id: text(),
    beat: integer(),
  },
})
export type RateProcessesTable = RowOf<typeof rate_processes>

/** Requests of a caller that all processes let through. */
export const rate_counts = defineTable('rate_counts', {
  key: ['caller_id'],
  owner: OF_DATABASE,
  columns: {
    caller_id: text(),
    used: integer(),
  },
})
export type RateCountsTable = RowOf<typeof rate_counts>

declare module '../sql/tables.ts' {
  interface Tables {
    idempotency_keys: IdempotencyKeysTable
    session_answers: SessionAnswersTable
    rate_processes: RateProcessesTable
    rate_counts: RateCountsTable
  }
}
