// All SQL of API keys and of the companies that they reach.

import type { ApiKeyId, CompanyId, OrganizationId, UserId } from '../../kernel/ids.ts'
import type { Tx, WriteTx } from '../../sql/database.ts'
import { statement } from '../../sql/statement.ts'
import type { ApiKeysTable } from './table.ts'

const insert = statement<ApiKeysTable>()((db, p) =>
  db.insertInto('api_keys').values({
    id: p.id,
    organization_id: p.organization_id,
    user_id: p.user_id,
    name: p.name,
    key_prefix: p.key_prefix,
    token_hash: p.token_hash,
    level: p.level,
    all_companies: p.all_companies,
    is_active: p.is_active,
    created_at: p.created_at,
    revoked_at: p.revoked_at,
    last_used_at: p.last_used_at,
    created_by: p.created_by,
  }),
)

const insertReach = statement<{ company_id: CompanyId; api_key_id: ApiKeyId }>()((db, p) =>
  db.insertInto('api_key_companies').values({ company_id: p.company_id, api_key_id: p.api_key_id }),
)

/** The key of a hash and, in the same row, the company asked for if the key reaches it: one look-up a request. */
const findByHash = statement<{ token_hash: string; company_id: string; yes: boolean }>()((db, p) =>
  db
    .selectFrom('api_keys')
    .leftJoin('companies', (join) =>
      join
        .on('companies.id', '=', p.company_id as CompanyId)
        .onRef('companies.organization_id', '=', 'api_keys.organization_id')
        .on((eb) =>
          eb.or([
            eb('api_keys.all_companies', '=', p.yes),
            eb.exists(
              eb
                .selectFrom('api_key_companies')
                .select('api_key_companies.company_id')
                .where('api_key_companies.company_id', '=', p.company_id as CompanyId)
                .whereRef('api_key_companies.api_key_id', '=', 'api_keys.id'),
            ),
          ]),
        ),
    )
    .select([
      'api_keys.id',
      'api_keys.organization_id',
      'api_keys.user_id',
      'api_keys.key_prefix',
      'api_keys.level',
      'api_keys.is_active',
      'companies.id as company_id',
      'companies.time_zone',
      'companies.clock_ahead_ms',
    ])
    .where('api_keys.token_hash', '=', p.token_hash),
)

const listOfOrganization = statement<{ organization_id: OrganizationId }>()((db, p) =>
  db
    .selectFrom('api_keys')
    .leftJoin('users', (join) =>
      join.onRef('users.organization_id', '=', 'api_keys.organization_id').onRef('users.id', '=', 'api_keys.created_by'),
    )
    .selectAll('api_keys')
    .select('users.name as maker_name')
    .where('api_keys.organization_id', '=', p.organization_id)
    .orderBy('api_keys.created_at', 'desc')
    .orderBy('api_keys.id', 'desc'),
)

const listMade = statement<{ organization_id: OrganizationId; user_id: UserId; yes: boolean }>()((db, p) =>
  db
    .selectFrom('api_keys')
    .select('key_prefix')
    .where('organization_id', '=', p.organization_id)
    .where('created_by', '=', p.user_id)
    .where('is_active', '=', p.yes)
    .orderBy('created_at')
    .orderBy('id'),
)

const deactivateMade = statement<{
  organization_id: OrganizationId
  user_id: UserId
  revoked_at: string
  no: boolean
  yes: boolean
}>()((db, p) =>
  db
    .updateTable('api_keys')
    .set({ is_active: p.no, revoked_at: p.revoked_at })
    .where('organization_id', '=', p.organization_id)
    .where('created_by', '=', p.user_id)
    .where('is_active', '=', p.yes),
)

const listReach = statement<{ api_key_id: ApiKeyId }>()((db, p) =>
  db.selectFrom('api_key_companies').select('company_id').where('api_key_id', '=', p.api_key_id).orderBy('company_id'),
)

const listReaches = statement<{ organization_id: OrganizationId }>()((db, p) =>
  db
    .selectFrom('api_key_companies')
    .innerJoin('api_keys', 'api_keys.id', 'api_key_companies.api_key_id')
    .select(['api_key_companies.api_key_id', 'api_key_companies.company_id'])
    .where('api_keys.organization_id', '=', p.organization_id)
    .orderBy('api_key_companies.company_id'),
)

const find = statement<{ id: ApiKeyId }>()((db, p) =>
  db
    .selectFrom('api_keys')
    .leftJoin('users', (join) =>
      join.onRef('users.organization_id', '=', 'api_keys.organization_id').onRef('users.id', '=', 'api_keys.created_by'),
    )
    .selectAll('api_keys')
    .select('users.name as maker_name')
    .where('api_keys.id', '=', p.id),
)

const deactivate = statement<{ id: ApiKeyId; revoked_at: string; no: boolean; yes: boolean }>()((db, p) =>
  db
    .updateTable('api_keys')
    .set({ is_active: p.no, revoked_at: p.revoked_at })
    .where('id', '=', p.id)
    .where('is_active', '=', p.yes),
)

const touch = statement<{ id: ApiKeyId; last_used_at: string }>()((db, p) =>
  db
    .updateTable('api_keys')
    .set({ last_used_at: p.last_used_at })
    .where('id', '=', p.id)
    .where((eb) => eb.or([eb('last_used_at', 'is', null), eb('last_used_at', '<', p.last_used_at)])),
)

export const findKeyByHash = (tx: Tx, token_hash: string, company_id: string) =>
  findByHash.first(tx, { token_hash, company_id, yes: true })
export const findKey = (tx: Tx, id: ApiKeyId) => find.first(tx, { id })
export const listKeys = (tx: Tx, organization_id: OrganizationId) => listOfOrganization.all(tx, { organization_id })

/** Stores a key and the companies that it reaches (none: `all_companies` is set). */
export async function insertKey(tx: WriteTx, key: ApiKeysTable, company_ids: readonly CompanyId[]): Promise<void> {
  insert.post(tx, key)
  for (const company_id of company_ids) insertReach.post(tx, { company_id, api_key_id: key.id })
}

export async function listCompanyIdsOfKey(tx: Tx, api_key_id: ApiKeyId): Promise<CompanyId[]> {
  return (await listReach.all(tx, { api_key_id })).map((row) => row.company_id)
}

/** The companies that each key of an organization reaches, except keys for all companies. */
export async function listCompanyIdsOfKeys(tx: Tx, organization_id: OrganizationId): Promise<Map<ApiKeyId, CompanyId[]>> {
  const reaches = new Map<ApiKeyId, CompanyId[]>()
  for (const { api_key_id, company_id } of await listReaches.all(tx, { organization_id })) {
    reaches.set(api_key_id, [...(reaches.get(api_key_id) ?? []), company_id])
  }
  return reaches
}

/** The first characters of the keys that a member made and that still work, the oldest first. */
export const listKeysMadeBy = async (tx: Tx, organization_id: OrganizationId, user_id: UserId) =>
  (await listMade.all(tx, { organization_id, user_id, yes: true })).map((row) => row.key_prefix)
/** Revokes them. */
export const revokeKeysMadeBy = (tx: WriteTx, organization_id: OrganizationId, user_id: UserId, revoked_at: string) =>
  deactivateMade.post(tx, { organization_id, user_id, revoked_at, no: false, yes: true })

/** Deactivates a key; gives whether it was active. */
export async function deactivateKey(tx: WriteTx, id: ApiKeyId, revoked_at: string): Promise<boolean> {
  return (await deactivate.run(tx, { id, revoked_at, no: false, yes: true })) === 1
}

/** Moves `last_used_at` forward, never back. */
export const touchKey = (tx: WriteTx, id: ApiKeyId, last_used_at: string) => touch.post(tx, { id, last_used_at })
