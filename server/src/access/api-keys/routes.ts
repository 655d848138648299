import { Type } from 'typebox'
import { type Endpoint, endpoint } from '../../http/endpoint.ts'
import { CursorPagination, CursorQuery } from '../../http/pagination.ts'
import type { KnownScopes } from '../../http/scopes.ts'
import {
  addApiKey,
  getApiKey,
  listAddressesOfKey,
  listApiKeysBy,
  listOwnKeys,
  revokeOwnKey,
  rotateApiKey,
  updateApiKey,
} from './own-keys.ts'
import {
  ApiKey,
  ApiKeyDetails,
  apiKeyExample,
  CreateApiKey,
  CreatedApiKey,
  createApiKeyExample,
  RotateApiKey,
  UpdateApiKey,
  UsedFrom,
} from './schema.ts'

const OF_KEYS = { tag: 'API keys', company: 'none', level: 'admin' } as const
const OF_DASHBOARD = { tag: 'Dashboard', door: 'session', company: 'none', level: 'admin' } as const

const details = {
  ...apiKeyExample,
  last_used_at: '2026-02-01T08:00:00.000Z',
  used_from: [{ address: '192.0.2.7', first_used_at: '2026-01-05T09:31:00.000Z', last_used_at: '2026-02-01T08:00:00.000Z' }],
}
const with_secret = { ...apiKeyExample, key: 'sk_4Zr8Qp…' }
const revoked = { ...apiKeyExample, is_active: false, revoked_at: '2026-03-01T12:00:00.000Z' }
const rotated = {
  ...with_secret,
  id: 'key_01kd3m8q5s2v5x8z1b4d7f0h3k',
  created_at: '2026-03-01T12:00:00.000Z',
  rotated_from: apiKeyExample.id,
}

const EXCEEDS = {
  api_key_exceeds_own: { error: 'A key cannot make or change a key that may more than itself: scopes', param: 'scopes' },
  api_key_revoked: { error: 'This key was revoked: make a new one' },
  api_key_expired: { error: 'This key has expired: make a new one' },
  api_key_replaced: { error: 'Another key replaces this one already, which is named in replaced_by' },
}
const WITHIN = 'With an API key: only keys that may no more than that key.'

/** The endpoints of API keys under `/v1`; `known` gives the scopes that there are. */
export const apiKeyEndpoints = (known: () => KnownScopes): Endpoint[] => [
  endpoint({
    ...OF_KEYS,
    operation_id: 'listApiKeys',
    method: 'GET',
    path: '/v1/api-keys',
    tag_description: 'The keys that requests are made with: their levels, scopes, expiry and addresses, and their rotation.',
    summary: 'List API keys',
    description:
      'Newest first, revoked ones included; never the keys themselves. An API key sees those that reach no company that it does not reach.',
    query: Type.Object(CursorQuery, { additionalProperties: false }),
    data: Type.Object({ api_keys: Type.Array(ApiKey), pagination: CursorPagination }, { additionalProperties: false }),
    example: { api_keys: [apiKeyExample], pagination: { limit: 50, has_more: false, next_cursor: null } },
    handle: (context, { query }) => listApiKeysBy(context, query),
  }),
  endpoint({
    ...OF_KEYS,
    operation_id: 'createApiKey',
    method: 'POST',
    path: '/v1/api-keys',
    summary: 'Create an API key',
    description: `The answer is the only place where the key is shown: its hash alone is kept. ${WITHIN}`,
    body: CreateApiKey,
    body_example: createApiKeyExample,
    status: 201,
    data: CreatedApiKey,
    example: with_secret,
    errors: { 403: ['api_key_exceeds_own', 'company_not_accessible'] },
    sentences: EXCEEDS,
    is_answer_secret: true,
    handle: (context, { body }) => addApiKey(context, known(), body),
  }),
  endpoint({
    ...OF_KEYS,
    operation_id: 'getApiKey',
    method: 'GET',
    path: '/v1/api-keys/:id',
    summary: 'Get an API key',
    description: 'What it may do, and when it was last used; never the key itself. Use does not change its ETag.',
    data: ApiKey,
    example: apiKeyExample,
    has_etag: true,
    handle: (context, { params }) => getApiKey(context, params.id),
  }),
  endpoint({
    ...OF_KEYS,
    operation_id: 'listApiKeyAddresses',
    method: 'GET',
    path: '/v1/api-keys/:id/addresses',
    summary: 'List the addresses that used a key',
    description:
      'Those of successful requests, the most recent first, not paginated: 20 are kept. They are noted within a second.',
    data: Type.Object({ addresses: Type.Array(UsedFrom) }, { additionalProperties: false }),
    example: { addresses: details.used_from },
    handle: (context, { params }) => listAddressesOfKey(context, params.id),
  }),
  endpoint({
    ...OF_KEYS,
    operation_id: 'updateApiKey',
    method: 'PATCH',
    path: '/v1/api-keys/:id',
    summary: 'Update an API key',
    description: `Its name and its restrictions, which apply from the next request on; \`null\` removes one. Level and companies stay as they are. ${WITHIN}`,
    body: UpdateApiKey,
    body_example: { name: 'Accounting', scopes: ['customers:read'] },
    data: ApiKey,
    example: { ...apiKeyExample, scopes: ['customers:read'] },
    has_etag: true,
    errors: { 403: ['api_key_exceeds_own'], 409: ['api_key_revoked', 'api_key_expired', 'api_key_replaced'] },
    sentences: EXCEEDS,
    handle: (context, { params, body }) => updateApiKey(context, known(), params.id, body),
  }),
  endpoint({
    ...OF_KEYS,
    operation_id: 'rotateApiKey',
    method: 'POST',
    path: '/v1/api-keys/:id/rotate',
    summary: 'Rotate an API key',
    description: `Makes a new key with the same name, level, companies and restrictions, which only this answer shows. The old one works until the overlap has passed, and never longer than it would have. ${WITHIN}`,
    body: RotateApiKey,
    body_example: { overlap_hours: 24 },
    status: 201,
    data: CreatedApiKey,
    example: rotated,
    errors: { 403: ['api_key_exceeds_own'], 409: ['api_key_revoked', 'api_key_expired', 'api_key_replaced'] },
    sentences: EXCEEDS,
    is_answer_secret: true,
    handle: (context, { params, body }) => rotateApiKey(context, known(), params.id, body),
  }),
  endpoint({
    ...OF_KEYS,
    operation_id: 'revokeApiKey',
    method: 'POST',
    path: '/v1/api-keys/:id/revoke',
    summary: 'Revoke an API key',
    description: `The key is refused from the next request on. A key that was revoked before stays as it is. ${WITHIN}`,
    body: Type.Object({}, { additionalProperties: false }),
    body_example: {},
    data: ApiKey,
    example: revoked,
    errors: { 403: ['api_key_exceeds_own'] },
    sentences: EXCEEDS,
    handle: (context, { params }) => revokeOwnKey(context, params.id),
  }),
]

/** The dashboard's own endpoints of API keys. */
export const apiKeyDashboardEndpoints = (known: () => KnownScopes): Endpoint[] => [
  endpoint({
    ...OF_DASHBOARD,
    operation_id: 'listOwnApiKeys',
    method: 'GET',
    path: '/dashboard/api/api-keys',
    summary: 'List API keys',
    description: 'All keys of the organization, newest first, revoked ones included; never the keys themselves.',
    data: Type.Object(
      {
        api_keys: Type.Array(ApiKeyDetails),
        scopes: Type.Array(Type.String(), { description: 'All scopes that a key may have.' }),
      },
      { additionalProperties: false },
    ),
    example: { api_keys: [details], scopes: ['customers:read', 'customers:write'] },
    handle: async (context) => ({ ...(await listOwnKeys(context)), scopes: allOf(known()) }),
  }),
  endpoint({
    ...OF_DASHBOARD,
    operation_id: 'createOwnApiKey',
    method: 'POST',
    path: '/dashboard/api/api-keys',
    summary: 'Create an API key',
    description: 'The answer is the only place where the key is shown: its hash alone is kept.',
    body: CreateApiKey,
    body_example: { name: 'Accounting', level: 'read', company_ids: 'all' },
    status: 201,
    data: CreatedApiKey,
    example: with_secret,
    is_answer_secret: true,
    handle: (context, { body }) => addApiKey(context, known(), body),
  }),
  endpoint({
    ...OF_DASHBOARD,
    operation_id: 'revokeOwnApiKey',
    method: 'POST',
    path: '/dashboard/api/api-keys/:id/revoke',
    summary: 'Revoke an API key',
    description: 'The key is refused from the next request on. A key that was revoked before stays as it is.',
    body: Type.Object({}, { additionalProperties: false }),
    body_example: {},
    data: ApiKey,
    example: revoked,
    handle: (context, { params }) => revokeOwnKey(context, params.id),
  }),
]

function allOf(known: KnownScopes): string[] {
  return [...known]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([resource, levels]) => levels.map((level) => `${resource}:${level}`))
}
