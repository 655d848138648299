// All SQL of API keys and of the companies that they reach.

import type { ApiKeyId, CompanyId, OrganizationId, UserId } from '../../kernel/ids.ts'
import type { Tx, WriteTx } from '../../sql/database.ts'
import { insertRows, statement, statementFamily } from '../../sql/statement.ts'
import { type ApiKeyAddressesTable, type ApiKeysTable, api_keys } from './table.ts'

const insert = insertRows(api_keys)

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
      'api_keys.scopes',
      'api_keys.allowed_addresses',
      'api_keys.expires_at',
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
    .where('api_keys.organization_id', '=', p.organization_id),
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

/** Locks a key's row: two changes of it must not both find it as it was. */
const lock = statement<{ id: ApiKeyId }>()((db, p, { forUpdate }) =>
  forUpdate(db.selectFrom('api_keys').select('id').where('id', '=', p.id)),
)

const update = statement<Changed & { id: ApiKeyId }>()((db, p) =>
  db
    .updateTable('api_keys')
    .set({
      name: p.name,
      scopes: p.scopes,
      allowed_addresses: p.allowed_addresses,
      expires_at: p.expires_at,
      replaced_by: p.replaced_by,
    })
    .where('id', '=', p.id),
)
type Changed = Pick<ApiKeysTable, 'name' | 'scopes' | 'allowed_addresses' | 'expires_at' | 'replaced_by'>

/** `within`: only keys that reach no company that the key `own_id` does not reach. */
const listPage = statementFamily<
  { is_within: boolean; direction: 'first' | 'older' | 'newer' },
  { organization_id: OrganizationId; own_id: ApiKeyId; created_at: string; id: ApiKeyId; limit: number; no: boolean }
>()((db, p, { is_within, direction }, { firstRows }) => {
  let query = db
    .selectFrom('api_keys')
    .leftJoin('users', (join) =>
      join.onRef('users.organization_id', '=', 'api_keys.organization_id').onRef('users.id', '=', 'api_keys.created_by'),
    )
    .selectAll('api_keys')
    .select('users.name as maker_name')
    .where('api_keys.organization_id', '=', p.organization_id)
  if (is_within) {
    query = query.where('api_keys.all_companies', '=', p.no).where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('api_key_companies as reached')
            .select('reached.company_id')
            .whereRef('reached.api_key_id', '=', 'api_keys.id')
            .where((inner) =>
              inner.not(
                inner.exists(
                  inner
                    .selectFrom('api_key_companies as own')
                    .select('own.company_id')
                    .where('own.api_key_id', '=', p.own_id)
                    .whereRef('own.company_id', '=', 'reached.company_id'),
                ),
              ),
            ),
        ),
      ),
    )
  }
  if (direction !== 'first') {
    const side = direction === 'older' ? '<' : '>'
    query = query.where((eb) => eb(eb.refTuple('api_keys.created_at', 'api_keys.id'), side, eb.tuple(p.created_at, p.id)))
  }
  const order = direction === 'newer' ? 'asc' : 'desc'
  return firstRows(query.orderBy('api_keys.created_at', order).orderBy('api_keys.id', order), p.limit)
})

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

const listUses = statement<{ api_key_id: ApiKeyId }>()((db, p) =>
  db.selectFrom('api_key_addresses').selectAll().where('api_key_id', '=', p.api_key_id),
)

const listUsesOfOrganization = statement<{ organization_id: OrganizationId }>()((db, p) =>
  db.selectFrom('api_key_addresses').selectAll().where('organization_id', '=', p.organization_id),
)

const useAgain = statement<{ api_key_id: ApiKeyId; address: string; last_used_at: string }>()((db, p) =>
  db
    .updateTable('api_key_addresses')
    .set({ last_used_at: p.last_used_at })
    .where('api_key_id', '=', p.api_key_id)
    .where('address', '=', p.address)
    .where('last_used_at', '<=', p.last_used_at),
)

const use = statement<ApiKeyAddressesTable>()((db, p) =>
  db
    .insertInto('api_key_addresses')
    .values({
      organization_id: p.organization_id,
      api_key_id: p.api_key_id,
      address: p.address,
      first_used_at: p.first_used_at,
      last_used_at: p.last_used_at,
    })
    .onConflict((known) => known.columns(['api_key_id', 'address']).doNothing()),
)

const forgetOldUses = statement<{ api_key_id: ApiKeyId; kept: number }>()((db, p) =>
  db
    .deleteFrom('api_key_addresses')
    .where('api_key_id', '=', p.api_key_id)
    .where('address', 'not in', (eb) =>
      eb
        .selectFrom('api_key_addresses as recent')
        .select('recent.address')
        .where('recent.api_key_id', '=', p.api_key_id)
        .orderBy('recent.last_used_at', 'desc')
        .orderBy('recent.address')
        .limit(p.kept),
    ),
)

export const findKeyByHash = (tx: Tx, token_hash: string, company_id: string) =>
  findByHash.first(tx, { token_hash, company_id, yes: true })
export const findKey = (tx: Tx, id: ApiKeyId) => find.first(tx, { id })
export const listKeys = (tx: Tx, organization_id: OrganizationId) => listOfOrganization.all(tx, { organization_id })

/** Stores a key and the companies that it reaches (none: `all_companies` is set). */
export async function insertKey(tx: WriteTx, key: ApiKeysTable, company_ids: readonly CompanyId[]): Promise<void> {
  await insert(tx, [key])
  for (const company_id of company_ids) insertReach.post(tx, { company_id, api_key_id: key.id })
}

export async function listCompanyIdsOfKey(tx: Tx, api_key_id: ApiKeyId): Promise<CompanyId[]> {
  return (await listReach.all(tx, { api_key_id })).map((row) => row.company_id)
}

/** The companies that each key of an organization reaches, except keys for all companies. */
export async function listCompanyIdsOfKeys(tx: Tx, organization_id: OrganizationId): Promise<Map<ApiKeyId, CompanyId[]>> {
  const reaches = new Map<ApiKeyId, CompanyId[]>()
  for (const { api_key_id, company_id } of await listReaches.all(tx, { organization_id })) {
    reaches.set(api_key_id, [...(reaches.get(api_key_id) ?? []), company_id].sort())
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

/** Locks a key until the transaction ends, and gives it. */
export async function lockKey(tx: WriteTx, id: ApiKeyId) {
  await lock.first(tx, { id })
  return findKey(tx, id)
}
/** Stores what may change of a key. */
export const saveKey = (tx: WriteTx, { id, name, scopes, allowed_addresses, expires_at, replaced_by }: ApiKeysTable) =>
  update.run(tx, { id, name, scopes, allowed_addresses, expires_at, replaced_by })

/** A place in the list of keys: after one of them, in either direction. */
export interface KeyPlace {
  direction: 'older' | 'newer'
  of: Pick<ApiKeysTable, 'id' | 'created_at'>
}

/** At most `limit` keys of an organization, newest first; with `within` only those that reach no company that this key does not reach. */
export function listKeysFrom(
  tx: Tx,
  organization_id: OrganizationId,
  { within, place, limit }: { within: ApiKeyId | undefined; place: KeyPlace | undefined; limit: number },
) {
  const { id, created_at } = place?.of ?? { id: '' as ApiKeyId, created_at: '' }
  const shape = { is_within: within !== undefined, direction: place?.direction ?? ('first' as const) }
  return listPage(shape).all(tx, { organization_id, own_id: within ?? ('' as ApiKeyId), id, created_at, limit, no: false })
}

/** The addresses that used a key, the most recent first. */
export const listUsesOfKey = async (tx: Tx, api_key_id: ApiKeyId) => (await listUses.all(tx, { api_key_id })).sort(byUse)
/** The same for all keys of an organization. */
export const listUsesOfKeys = async (tx: Tx, organization_id: OrganizationId) =>
  Map.groupBy((await listUsesOfOrganization.all(tx, { organization_id })).sort(byUse), ({ api_key_id }) => api_key_id)

const byUse = (a: ApiKeyAddressesTable, b: ApiKeyAddressesTable) =>
  a.last_used_at === b.last_used_at ? (a.address < b.address ? -1 : 1) : a.last_used_at > b.last_used_at ? -1 : 1

/** Addresses that are kept of a key. */
export const MOST_KEPT_ADDRESSES = 20

/** Notes that a key was used from an address; beyond the most recent addresses the oldest are forgotten. */
export async function noteUse(tx: WriteTx, row: ApiKeyAddressesTable): Promise<void> {
  if ((await useAgain.run(tx, row)) > 0) return
  if ((await use.run(tx, row)) > 0) forgetOldUses.post(tx, { api_key_id: row.api_key_id, kept: MOST_KEPT_ADDRESSES })
}

/** Moves `last_used_at` forward, never back. */
export const touchKey = (tx: WriteTx, id: ApiKeyId, last_used_at: string) => touch.post(tx, { id, last_used_at })
