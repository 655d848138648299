import { Type } from 'typebox'
import { type Endpoint, endpoint } from '../../http/endpoint.ts'
import { Name } from '../../http/schema.ts'
import { ApiKey, apiKeyExample, CreatedApiKey, Level, WantedReach } from './schema.ts'
import { addApiKey, listOwnKeys, revokeOwnKey } from './service.ts'

const OF_DASHBOARD = { tag: 'Dashboard', door: 'session', company: 'none', level: 'admin' } as const

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
