import { Type } from 'typebox'
import { type Endpoint, endpoint } from '../../http/endpoint.ts'
import { Name, Nullable, StringEnum } from '../../http/schema.ts'
import { addApiKey, listOwnKeys, revokeOwnKey, type ApiKey as ShownKey } from './service.ts'

const OF_DASHBOARD = { tag: 'Dashboard', door: 'session', company: 'none', level: 'admin' } as const

const Level = StringEnum(['read', 'write', 'admin'], { title: 'PermissionLevel', description: 'What it may do.' })
/** Companies that a key may be made for at once. */
const MOST_COMPANIES = 100
const Reach = Type.Union([Type.Literal('all'), Type.Array(Type.String(), { minItems: 1, maxItems: MOST_COMPANIES })], {
  description: 'The companies that it reaches; `all`: every company of the organization, later ones included.',
})

/** The same in a body. The service validates it: a schema of two types has no single sentence for what is allowed. */
const WantedReach = Type.Unsafe<string | string[]>({
  type: ['string', 'array'],
  items: { type: 'string' },
  minItems: 1,
  maxItems: MOST_COMPANIES,
  description: '`all`: every company of the organization, later ones included; else the ids of the companies that it reaches.',
})

const FIELDS = {
  id: Type.String({ description: 'Identifier, `key_…`.' }),
  name: Type.String(),
  key_prefix: Type.String({ description: 'The first characters, by which the key is known in the audit log.' }),
  level: Level,
  company_ids: Reach,
  created_by: Nullable(
    Type.Object(
      { id: Type.String(), name: Type.String() },
      {
        additionalProperties: false,
        description: 'The member who made it; null for the command line, and for keys older than this field.',
      },
    ),
  ),
  is_active: Type.Boolean(),
  created_at: Type.String({ format: 'date-time' }),
  revoked_at: Nullable(Type.String({ format: 'date-time' })),
  last_used_at: Nullable(Type.String({ format: 'date-time' })),
}

const ApiKey = Type.Object(FIELDS, { title: 'ApiKey', additionalProperties: false })
const CreatedApiKey = Type.Object(
  { ...FIELDS, key: Type.String({ description: 'The key itself, shown this once.' }) },
  { title: 'CreatedApiKey', additionalProperties: false },
)

const apiKeyExample = {
  id: 'key_01kb3m8q5s2v5x8z1b4d7f0h3k',
  name: 'Accounting',
  key_prefix: 'sk_4Zr8Qp',
  level: 'read',
  company_ids: 'all',
  created_by: { id: 'usr_01kb3m8q5sq2v7p3x1w9d4e6rt', name: 'Ada Moreno' },
  is_active: true,
  created_at: '2026-01-05T09:30:00.000Z',
  revoked_at: null,
  last_used_at: null,
} as ShownKey

/** The dashboard's endpoints of API keys. */
export const apiKeyEndpoints: Endpoint[] = [
  endpoint({
    ...OF_DASHBOARD,
    operation_id: 'listApiKeys',
    method: 'GET',
    path: '/dashboard/api/api-keys',
    summary: 'List API keys',
    description: 'All keys of the organization, newest first, revoked ones included; never the keys themselves.',
    data: Type.Object({ api_keys: Type.Array(ApiKey) }, { additionalProperties: false }),
    example: { api_keys: [apiKeyExample] },
    handle: (context) => listOwnKeys(context),
  }),
  endpoint({
    ...OF_DASHBOARD,
    operation_id: 'createApiKey',
    method: 'POST',
    path: '/dashboard/api/api-keys',
    summary: 'Create an API key',
    description: 'The answer is the only place where the key is shown: its hash alone is kept.',
    body: Type.Object({ name: Name(), level: Level, company_ids: WantedReach }, { additionalProperties: false }),
    body_example: { name: 'Accounting', level: 'read', company_ids: 'all' },
    status: 201,
    data: CreatedApiKey,
    example: { ...apiKeyExample, key: 'sk_4Zr8Qp…' },
    is_answer_secret: true,
    handle: (context, { body }) => addApiKey(context, body),
  }),
  endpoint({
    ...OF_DASHBOARD,
    operation_id: 'revokeApiKey',
    method: 'POST',
    path: '/dashboard/api/api-keys/:id/revoke',
    summary: 'Revoke an API key',
    description: 'The key is refused from the next request on. A key that was revoked before stays as it is.',
    body: Type.Object({}, { additionalProperties: false }),
    body_example: {},
    data: ApiKey,
    example: { ...apiKeyExample, is_active: false, revoked_at: '2026-03-01T12:00:00.000Z' },
    handle: (context, { params }) => revokeOwnKey(context, params.id),
  }),
]
