import { Type } from 'typebox'
import { downloadEndpoint, type Endpoint, endpoint } from '../../http/endpoint.ts'
import { Nullable } from '../../http/schema.ts'
import { exportEntries, LOOKED_AT, listEntries, MOST_EXPORTED } from './list.ts'
import { AuditLogEntry, EntryQuery, entryExample } from './schema.ts'

const OF_DASHBOARD = { tag: 'Dashboard', door: 'session', company: 'none', level: 'admin' } as const

/** The dashboard's endpoints of the audit log. */
export const auditLogEndpoints: Endpoint[] = [
  endpoint({
    ...OF_DASHBOARD,
    operation_id: 'listAuditLog',
    method: 'GET',
    path: '/dashboard/api/audit-log',
    summary: 'List audit log entries',
    description: `Every request under \`/v1\` and every change made in the dashboard, newest first. Of requests without a valid key, and of those answered 401 or 429, the first of a kind has an entry in each hour; further ones are counted in one entry with \`count\`. For one answer at most ${LOOKED_AT.toLocaleString('en')} entries are looked at, where others are asked for than those of a member or of a status from 400 on: a page may have fewer entries than its limit, or none, and there are more while \`has_more\` is true.`,
    query: Type.Object(
      {
        limit: Type.Integer({ minimum: 1, maximum: 200, default: 50, description: 'Entries on a page.' }),
        before: Type.Optional(Type.Integer({ minimum: 1, description: '`next_before` of the page before.' })),
        ...EntryQuery,
      },
      { additionalProperties: false },
    ),
    errors: { 403: ['owner_required'] },
    data: Type.Object(
      {
        entries: Type.Array(AuditLogEntry),
        pagination: Type.Object(
          { limit: Type.Integer(), has_more: Type.Boolean(), next_before: Nullable(Type.Integer()) },
          { additionalProperties: false },
        ),
      },
      { additionalProperties: false },
    ),
    example: { entries: [entryExample], pagination: { limit: 50, has_more: false, next_before: null } },
    handle: (context, { query }) => listEntries(context, query),
  }),
  downloadEndpoint({
    ...OF_DASHBOARD,
    operation_id: 'exportAuditLog',
    path: '/dashboard/api/audit-log.csv',
    summary: 'Export audit log entries',
    description: `The entries as CSV, at most ${MOST_EXPORTED.toLocaleString('en')} of them. Cells that a spreadsheet would take for a formula start with an apostrophe. An organization has one export at a time; another one gets 429.`,
    query: Type.Object(EntryQuery, { additionalProperties: false }),
    errors: { 403: ['owner_required'] },
    content_types: ['text/csv'],
    data: Type.String(),
    example: 'sequence,created_at,request_id,…\r\n1042,2026-03-01T12:00:00.000Z,req_01kb3m8q5s7f0h3k6n9q2t5v8x,…\r\n',
    handle: async (context, { query }) => ({
      content_type: 'text/csv',
      filename: 'audit-log.csv',
      parts: await exportEntries(context, query),
    }),
  }),
]
