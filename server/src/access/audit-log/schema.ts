import { type Static, Type } from 'typebox'
import { presenter } from '../../http/present.ts'
import { Nullable, StringEnum, Text, Timestamp } from '../../http/schema.ts'
import { type AuditLogTable, audit_log } from './table.ts'

/** One request, as the dashboard's page of the log shows it. */
export const AuditLogEntry = Type.Object(
  {
    sequence: Type.Integer({ description: 'Counts the entries of the organization from 1.' }),
    created_at: Type.String({ format: 'date-time' }),
    request_id: Type.String({ description: 'What the answer had in `Quoin-Request-Id`.' }),
    api_key_id: Nullable(Type.String()),
    api_key_name: Nullable(Type.String({ description: 'What the key is called now.' })),
    key_prefix: Nullable(Type.String()),
    user_id: Nullable(Type.String({ description: 'The member who did it in the dashboard; null where a key did.' })),
    user_name: Nullable(Type.String({ description: 'What the member is called now; removed ones too.' })),
    company_id: Nullable(Type.String()),
    method: Type.String(),
    path: Type.String(),
    status: Type.Integer(),
    duration_ms: Type.Number(),
    ip_address: Type.String(),
    user_agent: Nullable(Type.String()),
    count: Nullable(
      Type.Integer({
        description:
          'How many requests the entry stands for, beyond the first of their kind, which has an entry of its own; null for an entry of one request. `path` is then the route, and `*` in `method`, `path` and `ip_address` stands for any.',
      }),
    ),
    last_at: Nullable(
      Type.String({ format: 'date-time', description: 'When the last of them began; the first did at `created_at`.' }),
    ),
  },
  { title: 'AuditLogEntry', additionalProperties: false },
)
export type AuditLogEntry = Static<typeof AuditLogEntry>

export const entryExample: AuditLogEntry = {
  sequence: 1042,
  created_at: '2026-03-01T12:00:00.000Z',
  request_id: 'req_01kb3m8q5s7f0h3k6n9q2t5v8x',
  api_key_id: 'key_01kb3m8q5s2v5x8z1b4d7f0h3k',
  api_key_name: 'Shop',
  key_prefix: 'sk_4Zr8Qp',
  user_id: null,
  user_name: null,
  company_id: 'com_01kb3m8q5sxk2n4v7c9e1g3j5m',
  method: 'POST',
  path: '/v1/invoices',
  status: 201,
  duration_ms: 3.21,
  ip_address: '203.0.113.7',
  user_agent: 'curl/8.14.1',
  count: null,
  last_at: null,
}

/** The filters of entries. */
export const EntryQuery = {
  without_valid_key: Type.Optional(
    Type.Boolean({
      description:
        'Lists requests without a valid key and failed sign-ins of unknown persons instead of those of the organization. Only for owners of the first organization of the installation.',
    }),
  ),
  method: Type.Optional(StringEnum(['GET', 'HEAD', 'POST', 'PATCH', 'DELETE', 'PUT', 'OPTIONS'], { description: 'The method.' })),
  // list.ts refuses other values: a pattern has no readable sentence.
  status: Type.Optional(Type.String({ description: 'A status from 100 to 599, or all of a kind: `2xx`, `3xx`, `4xx`, `5xx`.' })),
  api_key_id: Type.Optional(Text(255, { description: 'The key that the request came with.' })),
  user_id: Type.Optional(Text(255, { description: 'The member who did it in the dashboard.' })),
  company_id: Type.Optional(Text(255, { description: 'The company that the request was about.' })),
  path: Type.Optional(Text(255, { description: 'Only requests whose path has this text.' })),
  from: Type.Optional(Timestamp({ description: 'The first moment.' })),
  to: Type.Optional(Timestamp({ description: 'The first moment after it expires.' })),
}
export type EntryQuery = {
  [Name in keyof typeof EntryQuery]?: Static<(typeof EntryQuery)[Name]>
}

/** `row` includes the names of the key and the member. */
export const presentEntry = presenter<AuditLogTable & { user_name: string | null; api_key_name: string | null }>()(
  AuditLogEntry,
  audit_log,
  { user_name: (row) => row.user_name, api_key_name: (row) => row.api_key_name },
)
