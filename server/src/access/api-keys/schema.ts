import { type Static, Type } from 'typebox'
import { presenter } from '../../http/present.ts'
import { Nullable, StringEnum } from '../../http/schema.ts'
import type { CompanyId } from '../../kernel/ids.ts'
import { type ApiKeysTable, api_keys } from './table.ts'

export const Level = StringEnum(['read', 'write', 'admin'], { title: 'PermissionLevel', description: 'What it may do.' })
/** Companies that a key may be made for at once. */
const MOST_COMPANIES = 100
const Reach = Type.Union([Type.Literal('all'), Type.Array(Type.String(), { minItems: 1, maxItems: MOST_COMPANIES })], {
  description: 'The companies that it reaches; `all`: every company of the organization, later ones included.',
})

/** The same in a body. The service validates it: a schema of two types has no single sentence for what is allowed. */
export const WantedReach = Type.Unsafe<string | string[]>({
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

/** A key as lists show it: never its secret. */
export const ApiKey = Type.Object(FIELDS, { title: 'ApiKey', additionalProperties: false })
export type ApiKey = Static<typeof ApiKey>

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
}

/** A key with the name of its maker, who may have been removed since, and the companies that it reaches where it does not reach all. */
type KeyRow = ApiKeysTable & { maker_name: string | null; company_ids: CompanyId[] }

export const presentApiKey = presenter<KeyRow>()(ApiKey, api_keys, {
  company_ids: (row) => (row.all_companies ? 'all' : row.company_ids),
  created_by: (row) => (row.created_by === null ? null : { id: row.created_by, name: row.maker_name ?? '' }),
})
