import { type Static, Type } from 'typebox'
import { presenter } from '../../http/present.ts'
import { Name, Nullable, StringEnum, Timestamp } from '../../http/schema.ts'
import type { CompanyId } from '../../kernel/ids.ts'
import { MOST_ADDRESSES, MOST_SCOPES } from './restrictions.ts'
import { type ApiKeyAddressesTable, type ApiKeysTable, api_keys } from './table.ts'

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

const scopes = Nullable(
  Type.Array(Type.String(), {
    minItems: 1,
    maxItems: MOST_SCOPES,
    description:
      'What of its level it may do, as `resource:level`: `invoices:read`. A level includes the lower ones. Null: everything that its level allows.',
  }),
)
const allowed_addresses = Nullable(
  Type.Array(Type.String(), {
    minItems: 1,
    maxItems: MOST_ADDRESSES,
    description: 'The addresses and networks (`192.0.2.0/24`) that it may be used from. Null: anywhere.',
  }),
)

const RESTRICTIONS = {
  scopes: Type.Optional(scopes),
  allowed_addresses: Type.Optional(allowed_addresses),
  expires_at: Type.Optional(
    Nullable(Timestamp({ description: 'From when on it is refused; in the future. Null: it does not expire.' })),
  ),
}

/** The body that makes a key. */
export const CreateApiKey = Type.Object(
  { name: Name(), level: Level, company_ids: WantedReach, ...RESTRICTIONS },
  { title: 'CreateApiKey', additionalProperties: false },
)
export type CreateApiKey = Static<typeof CreateApiKey>

/** The body that changes one. */
export const UpdateApiKey = Type.Object(
  { name: Type.Optional(Name()), ...RESTRICTIONS },
  { title: 'UpdateApiKey', additionalProperties: false },
)
export type UpdateApiKey = Static<typeof UpdateApiKey>

/** The longest that a key and the one that replaces it both work. */
const MOST_OVERLAP_HOURS = 168
export const USUAL_OVERLAP_HOURS = 24
export const RotateApiKey = Type.Object(
  {
    overlap_hours: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: MOST_OVERLAP_HOURS,
        default: USUAL_OVERLAP_HOURS,
        description: 'How long the old key works beside the new one; it never outlives its own `expires_at`.',
      }),
    ),
    expires_at: Type.Optional(Timestamp({ description: 'When the new key expires; when absent, as the old one did.' })),
  },
  { title: 'RotateApiKey', additionalProperties: false },
)
export type RotateApiKey = Static<typeof RotateApiKey>

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
  scopes,
  allowed_addresses,
  expires_at: Nullable(
    Type.String({ format: 'date-time', description: 'From when on it is refused; null: it does not expire.' }),
  ),
  rotated_from: Nullable(Type.String({ description: 'The key that it replaces.' })),
  replaced_by: Nullable(Type.String({ description: 'The key that replaces it.' })),
}

/** A key as lists show it: never its secret. */
export const ApiKey = Type.Object(FIELDS, { title: 'ApiKey', additionalProperties: false })
export type ApiKey = Static<typeof ApiKey>

export const UsedFrom = Type.Object(
  {
    address: Type.String(),
    first_used_at: Type.String({ format: 'date-time' }),
    last_used_at: Type.String({ format: 'date-time' }),
  },
  { title: 'ApiKeyUse', additionalProperties: false },
)

/** The same with where it was used from, as the dashboard lists it. */
export const ApiKeyDetails = Type.Object(
  {
    ...FIELDS,
    used_from: Type.Array(UsedFrom, {
      description: 'The addresses of successful requests with it, the most recent first; 20 at most are kept.',
    }),
  },
  { title: 'ApiKeyDetails', additionalProperties: false },
)
export type ApiKeyDetails = Static<typeof ApiKeyDetails>

/** The same with the key itself, which is shown when it is made and never again. */
export const CreatedApiKey = Type.Object(
  { ...FIELDS, key: Type.String({ description: 'The key itself, shown this once.' }) },
  { title: 'CreatedApiKey', additionalProperties: false },
)

export const apiKeyExample: ApiKey = {
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
  scopes: ['customers:read', 'invoices:read'],
  allowed_addresses: ['192.0.2.0/24'],
  expires_at: '2027-01-05T09:30:00.000Z',
  rotated_from: null,
  replaced_by: null,
}

/** The body that makes the key of the example. */
export const createApiKeyExample: CreateApiKey = {
  name: apiKeyExample.name,
  level: apiKeyExample.level,
  company_ids: ['com_01kb3m8q5s0a4c7e9g1j3k5m7n'],
  scopes: ['customers:read', 'invoices:read'],
}

/** A key with the name of its maker, who may have been removed since, and the companies that it reaches where it does not reach all. */
export type KeyRow = ApiKeysTable & { maker_name: string | null; company_ids: CompanyId[] }

export const presentApiKey = presenter<KeyRow>()(ApiKey, api_keys, {
  company_ids: (row) => (row.all_companies ? 'all' : row.company_ids),
  created_by: (row) => (row.created_by === null ? null : { id: row.created_by, name: row.maker_name ?? '' }),
})

/** Where a key was used from. */
export const presentUses = (uses: readonly ApiKeyAddressesTable[]): ApiKeyDetails['used_from'] =>
  uses.map(({ address, first_used_at, last_used_at }) => ({ address, first_used_at, last_used_at }))
