// All SQL of users and of the links with which they set a password.
import type { Tx, WriteTx } from '../database/database.ts'
import { statement } from '../database/statement.ts'
import type { PasswordLinksTable, UsersTable } from '../database/tables.ts'
import type { OrganizationId, UserId } from '../kernel/ids.ts'

const insert = statement<UsersTable>()((db, p) =>
  db.insertInto('users').values({
    organization_id: p.organization_id,
    id: p.id,
    name: p.name,
    email: p.email,
    password_hash: p.password_hash,
    role: p.role,
    created_at: p.created_at,
  }),
)

const list = statement<{ organization_id: OrganizationId; limit: number; offset: number }>()((db, p) =>
  db
    .selectFrom('users')
    .selectAll()
    .where('organization_id', '=', p.organization_id)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(p.limit)
    .offset(p.offset),
)

const count = statement<{ organization_id: OrganizationId }>()((db, p) =>
  db
    .selectFrom('users')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('organization_id', '=', p.organization_id),
)

const find = statement<{ organization_id: OrganizationId; id: string }>()((db, p) =>
  db
    .selectFrom('users')
    .selectAll()
    .where('organization_id', '=', p.organization_id)
    .where('id', '=', p.id as UserId),
)

const findByEmail = statement<{ organization_id: OrganizationId; email: string }>()((db, p) =>
  db.selectFrom('users').selectAll().where('organization_id', '=', p.organization_id).where('email', '=', p.email),
)

const findFirst = statement<{ organization_id: OrganizationId }>()((db, p) =>
  db
    .selectFrom('users')
    .selectAll()
    .where('organization_id', '=', p.organization_id)
    .orderBy('created_at')
    .orderBy('id')
    .limit(1),
)

const savePassword = statement<{ organization_id: OrganizationId; id: UserId; password_hash: string }>()((db, p) =>
  db
    .updateTable('users')
    .set({ password_hash: p.password_hash })
    .where('organization_id', '=', p.organization_id)
    .where('id', '=', p.id),
)

const insertLink = statement<PasswordLinksTable>()((db, p) =>
  db.insertInto('password_links').values({
    token_hash: p.token_hash,
    organization_id: p.organization_id,
    user_id: p.user_id,
    created_at: p.created_at,
    expires_at: p.expires_at,
    used_at: p.used_at,
  }),
)

const findLink = statement<{ token_hash: string; now: string }>()((db, p) =>
  db
    .selectFrom('password_links')
    .innerJoin('users', (join) =>
      join.onRef('users.organization_id', '=', 'password_links.organization_id').onRef('users.id', '=', 'password_links.user_id'),
    )
    .select(['password_links.organization_id', 'password_links.user_id', 'users.name', 'users.email'])
    .where('token_hash', '=', p.token_hash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', p.now),
)

const useLink = statement<{ token_hash: string; now: string }>()((db, p) =>
  db.updateTable('password_links').set({ used_at: p.now }).where('token_hash', '=', p.token_hash).where('used_at', 'is', null),
)

export const insertUser = (tx: WriteTx, user: UsersTable) => insert.post(tx, user)
export const findUser = (tx: Tx, organization_id: OrganizationId, id: string) => find.first(tx, { organization_id, id })
export const findUserByEmail = (tx: Tx, organization_id: OrganizationId, email: string) =>
  findByEmail.first(tx, { organization_id, email })
/** The organization's first user: its owner, to whom work without a named user is attributed. */
export const findOwner = (tx: Tx, organization_id: OrganizationId) => findFirst.first(tx, { organization_id })
export const savePasswordHash = (tx: WriteTx, organization_id: OrganizationId, id: UserId, password_hash: string) =>
  savePassword.post(tx, { organization_id, id, password_hash })

/** One page of an organization's users, newest first, and how many there are in all. */
export async function listUsers(tx: Tx, organization_id: OrganizationId, limit: number, offset: number) {
  const rows = await list.all(tx, { organization_id, limit, offset })
  const total = (await count.first(tx, { organization_id }))!.count
  return { rows, total }
}

export const insertPasswordLink = (tx: WriteTx, link: PasswordLinksTable) => insertLink.post(tx, link)
/** The user of a link that is neither used nor expired at `now`. */
export const findPasswordLink = (tx: Tx, token_hash: string, now: string) => findLink.first(tx, { token_hash, now })
/** Marks a link as used; gives whether this call was the one that did. */
export const usePasswordLink = async (tx: WriteTx, token_hash: string, now: string) =>
  (await useLink.run(tx, { token_hash, now })) === 1
