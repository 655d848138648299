// The SQL of users and of the links with which they set a password.

import type { OrganizationId, UserId } from '../../kernel/ids.ts'
import type { Tx, WriteTx } from '../../sql/database.ts'
import { NEWEST_FIRST, type PageQuery, placeIn, readInOrder, type Walk, type WalkParams, walked } from '../../sql/list-order.ts'
import { statement, statementFamily } from '../../sql/statement.ts'
import { groundOf, mayStand } from './link-ground.ts'
import type { PasswordLinksTable, UsersTable } from './table.ts'

/** The kind of credential that is a password. */
const PASSWORD = 'credential'

const insert = statement<UsersTable>()((db, p) =>
  db
    .insertInto('users')
    .values({
      organization_id: p.organization_id,
      id: p.id,
      name: p.name,
      email: p.email,
      role: p.role,
      created_at: p.created_at,
      person_id: p.person_id,
      removed_at: p.removed_at,
    })
    .onConflict((known) => known.columns(['organization_id', 'email']).doNothing()),
)

const list = statementFamily<Walk, { organization_id: OrganizationId } & WalkParams>()((db, p, walk) => {
  const members = db.selectFrom('users').where('organization_id', '=', p.organization_id).where('removed_at', 'is', null)
  return walked(members.selectAll(), 'id', NEWEST_FIRST, walk, p)
})

const findPlace = statement<{ organization_id: OrganizationId; id: string }>()((db, p) =>
  db
    .selectFrom('users')
    .select(placeIn(NEWEST_FIRST, 'id'))
    .where('organization_id', '=', p.organization_id)
    .where('id', '=', p.id as UserId),
)

const count = statement<{ organization_id: OrganizationId }>()((db, p) =>
  db
    .selectFrom('users')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('organization_id', '=', p.organization_id)
    .where('removed_at', 'is', null),
)

const find = statement<{ organization_id: OrganizationId; id: string }>()((db, p) =>
  db
    .selectFrom('users')
    .selectAll()
    .where('organization_id', '=', p.organization_id)
    .where('id', '=', p.id as UserId)
    .where('removed_at', 'is', null),
)

const findByEmail = statement<{ organization_id: OrganizationId; email: string }>()((db, p) =>
  db.selectFrom('users').selectAll().where('organization_id', '=', p.organization_id).where('email', '=', p.email),
)

const listWaiting = statement<{ email: string }>()((db, p) =>
  db
    .selectFrom('users')
    .select(['organization_id', 'id'])
    .where('email', '=', p.email)
    .where('person_id', 'is', null)
    .where('removed_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id'),
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

const listAll = statement<{ organization_id: OrganizationId; limit: number }>()((db, p) =>
  db
    .selectFrom('users')
    .selectAll()
    .where('organization_id', '=', p.organization_id)
    .where('removed_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .limit(p.limit),
)

const listOwners = statement<{ organization_id: OrganizationId }>()((db, p) =>
  db
    .selectFrom('users')
    .select('id')
    .where('organization_id', '=', p.organization_id)
    .where('role', '=', 'owner')
    .where('removed_at', 'is', null),
)

/** A member and the owners, always locked in one order, so that two transactions never deadlock. */
const lockWithOwners = statement<{ organization_id: OrganizationId; id: UserId }>()((db, p, dialect) =>
  dialect.forUpdate(
    db
      .selectFrom('users')
      .select('id')
      .where('organization_id', '=', p.organization_id)
      .where((eb) => eb.or([eb('id', '=', p.id), eb('role', '=', 'owner')]))
      .where('removed_at', 'is', null)
      .orderBy('id'),
  ),
)

const saveRole = statement<{ organization_id: OrganizationId; id: UserId; role: UsersTable['role'] }>()((db, p) =>
  db.updateTable('users').set({ role: p.role }).where('organization_id', '=', p.organization_id).where('id', '=', p.id),
)

const saveName = statement<{ organization_id: OrganizationId; id: UserId; name: string }>()((db, p) =>
  db.updateTable('users').set({ name: p.name }).where('organization_id', '=', p.organization_id).where('id', '=', p.id),
)

const remove = statement<{ organization_id: OrganizationId; id: UserId; removed_at: string }>()((db, p) =>
  db
    .updateTable('users')
    .set({ removed_at: p.removed_at, person_id: null })
    .where('organization_id', '=', p.organization_id)
    .where('id', '=', p.id),
)

const revive = statement<Pick<UsersTable, 'organization_id' | 'id' | 'name' | 'role'>>()((db, p) =>
  db
    .updateTable('users')
    .set({ name: p.name, role: p.role, person_id: null, removed_at: null })
    .where('organization_id', '=', p.organization_id)
    .where('id', '=', p.id)
    .where('removed_at', 'is not', null),
)

const saveEmail = statement<{ organization_id: OrganizationId; id: UserId; email: string }>()((db, p) =>
  db.updateTable('users').set({ email: p.email }).where('organization_id', '=', p.organization_id).where('id', '=', p.id),
)

const savePerson = statement<{ organization_id: OrganizationId; id: UserId; person_id: string }>()((db, p) =>
  db.updateTable('users').set({ person_id: p.person_id }).where('organization_id', '=', p.organization_id).where('id', '=', p.id),
)

const endLinks = statement<{ organization_id: OrganizationId; user_id: UserId; now: string }>()((db, p) =>
  db
    .updateTable('password_links')
    .set({ used_at: p.now })
    .where('organization_id', '=', p.organization_id)
    .where('user_id', '=', p.user_id)
    .where('used_at', 'is', null),
)

const endLinksMade = statement<{ organization_id: OrganizationId; user_id: UserId; now: string }>()((db, p) =>
  db
    .updateTable('password_links')
    .set({ used_at: p.now })
    .where('organization_id', '=', p.organization_id)
    .where('created_by', '=', p.user_id)
    .where('used_at', 'is', null),
)

const insertLink = statement<PasswordLinksTable>()((db, p) =>
  db.insertInto('password_links').values({
    token_hash: p.token_hash,
    organization_id: p.organization_id,
    user_id: p.user_id,
    created_at: p.created_at,
    expires_at: p.expires_at,
    used_at: p.used_at,
    created_by: p.created_by,
    stands_on: p.stands_on,
  }),
)

const saveGround = statement<{ token_hash: string; stands_on: string }>()((db, p) =>
  db.updateTable('password_links').set({ stands_on: p.stands_on }).where('token_hash', '=', p.token_hash),
)

const findLink = statement<{ token_hash: string; now: string }>()((db, p) =>
  db
    .selectFrom('password_links')
    .innerJoin('users', (join) =>
      join.onRef('users.organization_id', '=', 'password_links.organization_id').onRef('users.id', '=', 'password_links.user_id'),
    )
    .leftJoin('credentials', (join) =>
      join.onRef('credentials.person_id', '=', 'users.person_id').on('credentials.provider_id', '=', PASSWORD),
    )
    .leftJoin('users as makers', (join) =>
      join
        .onRef('makers.organization_id', '=', 'password_links.organization_id')
        .onRef('makers.id', '=', 'password_links.created_by')
        .on('makers.removed_at', 'is', null),
    )
    .leftJoin('credentials as maker_credentials', (join) =>
      join.onRef('maker_credentials.person_id', '=', 'makers.person_id').on('maker_credentials.provider_id', '=', PASSWORD),
    )
    .select([
      'password_links.organization_id',
      'password_links.user_id',
      'password_links.created_by',
      'password_links.stands_on',
      'users.name',
      'users.email',
      'users.role',
      'credentials.password',
      'makers.role as maker_role',
      'maker_credentials.password as maker_password',
    ])
    .where('token_hash', '=', p.token_hash)
    .where('password_links.used_at', 'is', null)
    .where('users.removed_at', 'is', null)
    .where('password_links.expires_at', '>', p.now),
)

const useLink = statement<{ token_hash: string; now: string }>()((db, p) =>
  db.updateTable('password_links').set({ used_at: p.now }).where('token_hash', '=', p.token_hash).where('used_at', 'is', null),
)

/** Says whether it was stored: not where the address is taken in the organization. */
export const insertUser = async (tx: WriteTx, user: UsersTable) => (await insert.run(tx, user)) === 1
export const saveUserEmail = (tx: WriteTx, organization_id: OrganizationId, id: UserId, email: string) =>
  saveEmail.post(tx, { organization_id, id, email })
export const findUser = (tx: Tx, organization_id: OrganizationId, id: string) => find.first(tx, { organization_id, id })
export const findUserByEmail = (tx: Tx, organization_id: OrganizationId, email: string) =>
  findByEmail.first(tx, { organization_id, email })
/** The members with an address, in all organizations, that no person signs in as yet. */
export const listMembersWaiting = (tx: Tx, email: string) => listWaiting.all(tx, { email })
/** The organization's first user: its owner, to whom work without a named user is attributed. */
export const findOwner = (tx: Tx, organization_id: OrganizationId) => findFirst.first(tx, { organization_id })
/** The members of an organization, oldest first, at most `limit`. */
export const listMemberRows = (tx: Tx, organization_id: OrganizationId, limit: number) =>
  listAll.all(tx, { organization_id, limit })
/**
 * Locks a member and all owners of the organization until the transaction ends; returns the ids of the owners. Later reads of them
 * see the newest state. Someone who became an owner while it waited is not among the locked rows: then it starts again.
 */
export async function lockMember(tx: WriteTx, organization_id: OrganizationId, id: string): Promise<UserId[]> {
  for (;;) {
    const locked = (await lockWithOwners.all(tx, { organization_id, id: id as UserId })).map((row) => row.id)
    const owners = (await listOwners.all(tx, { organization_id })).map((row) => row.id)
    if (owners.every((owner) => locked.includes(owner))) return owners
  }
}
export const saveUserRole = (tx: WriteTx, organization_id: OrganizationId, id: UserId, role: UsersTable['role']) =>
  saveRole.post(tx, { organization_id, id, role })
export const saveUserName = (tx: WriteTx, organization_id: OrganizationId, id: UserId, name: string) =>
  saveName.post(tx, { organization_id, id, name })
export const removeUser = (tx: WriteTx, organization_id: OrganizationId, id: UserId, removed_at: string) =>
  remove.post(tx, { organization_id, id, removed_at })
/** Makes a removed member a member again; returns whether they had been removed. */
export const reviveUser = async (tx: WriteTx, user: Pick<UsersTable, 'organization_id' | 'id' | 'name' | 'role'>) =>
  (await revive.run(tx, {
    organization_id: user.organization_id,
    id: user.id,
    name: user.name,
    role: user.role,
  })) === 1
/** Stores which person signs in as a member. */
export const saveUserPerson = (tx: WriteTx, organization_id: OrganizationId, id: UserId, person_id: string) =>
  savePerson.post(tx, { organization_id, id, person_id })
/** Ends all valid links of a member: those for them, and those that they made. */
export function endLinksAround(tx: WriteTx, organization_id: OrganizationId, user_id: UserId, now: string): void {
  endLinks.post(tx, { organization_id, user_id, now })
  endLinksMade.post(tx, { organization_id, user_id, now })
}
/** Ends all links for a member that still work. */
export const endPasswordLinks = (tx: WriteTx, organization_id: OrganizationId, user_id: UserId, now: string) =>
  endLinks.post(tx, { organization_id, user_id, now })

/** One page of an organization's users, newest first, and how many there are in all. */
export async function listUsers(tx: Tx, organization_id: OrganizationId, page: PageQuery) {
  const total = (await count.first(tx, { organization_id }))!.count
  const found = await readInOrder(
    tx,
    { ...page, total, order: NEWEST_FIRST },
    (id) => findPlace.first(tx, { organization_id, id }),
    (walk, at) => list(walk).all(tx, { organization_id, ...at }),
  )
  return { ...found, total }
}

export const insertPasswordLink = (tx: WriteTx, link: PasswordLinksTable) => insertLink.post(tx, link)
/** Stores what a new link is based on, as it is now. */
export async function groundPasswordLink(tx: WriteTx, token_hash: string, now: string): Promise<void> {
  saveGround.post(tx, { token_hash, stands_on: groundOf((await findLink.first(tx, { token_hash, now }))!) })
}
/** The user of a link that is neither used nor expired at `now`, and whose basis has not changed. */
export async function findPasswordLink(tx: Tx, token_hash: string, now: string) {
  const link = await findLink.first(tx, { token_hash, now })
  if (!link || !mayStand(link) || link.stands_on !== groundOf(link)) return undefined
  const { organization_id, user_id, name, email } = link
  return { organization_id, user_id, name, email }
}
/** Marks a link as used; gives whether this call was the one that did. */
export const takePasswordLink = async (tx: WriteTx, token_hash: string, now: string) =>
  (await useLink.run(tx, { token_hash, now })) === 1
