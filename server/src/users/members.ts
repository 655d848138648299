// Who belongs to an organization and in which role: what its owners and admins do with its members.
import type { WriteTx } from '../database/database.ts'
import type { UsersTable } from '../database/tables.ts'
import type { Context } from '../http/context.ts'
import { conflict, notFound } from '../kernel/errors.ts'
import type { UserId } from '../kernel/ids.ts'
import { endPasswordLinks, findUser, listMemberRows, lockMember, removeUser, saveUserName, saveUserRole } from './repository.ts'
import type { Member } from './schema.ts'
import { createPasswordLink, createUser, requireOwner } from './service.ts'

/** Members that are listed at most: an organization with more is a mistake of a program. */
const MOST_MEMBERS = 1_000

/** Lists the members, in the order in which they came. */
export function listMembers(context: Context): Promise<{ members: Member[] }> {
  return context.read(async (tx) => ({
    members: (await listMemberRows(tx, context.organization_id, MOST_MEMBERS)).map(presentMember),
  }))
}

/** Adds a member, with the link by which they set a password; it is shown this once. */
export function createMember(
  context: Context,
  wanted: { name: string; email: string; role: UsersTable['role'] },
  linkOf: (token: string) => string,
): Promise<{ member: Member; link: string }> {
  const { organization_id, now_ms } = context
  return context.transaction(async (tx) => {
    if (wanted.role === 'owner') await requireOwner(tx, context)
    const user_id = await createUser(tx, { ...wanted, name: wanted.name.trim(), organization_id, now_ms })
    const token = await createPasswordLink(tx, { organization_id, user_id, now_ms })
    return { member: presentMember((await findUser(tx, organization_id, user_id))!), link: linkOf(token) }
  })
}

/** Changes a member's role. Throws 409 `last_owner` when nobody would own the organization any more. */
export function changeRole(context: Context, id: string, role: UsersTable['role']): Promise<Member> {
  return context.transaction(async (tx) => {
    const { member, owners } = await memberToChange(tx, context, id)
    if (role === 'owner') await requireOwner(tx, context)
    else keepAnOwner(member, owners)
    saveUserRole(tx, context.organization_id, member.id, role)
    return presentMember({ ...member, role })
  })
}

/** Changes the caller's own name, as colleagues see it in this organization. */
export function renameSelf(context: Context, name: string): Promise<Member> {
  return context.transaction(async (tx) => {
    const member = await findUser(tx, context.organization_id, context.user_id)
    if (!member) throw notFound()
    saveUserName(tx, context.organization_id, member.id, name.trim())
    return presentMember({ ...member, name: name.trim() })
  })
}

/** Makes a new link for a member, who may have forgotten the password; earlier ones end. */
export function createMemberLink(context: Context, id: string, linkOf: (token: string) => string): Promise<{ link: string }> {
  const { organization_id, now_ms } = context
  return context.transaction(async (tx) => {
    const { member } = await memberToChange(tx, context, id)
    return { link: linkOf(await createPasswordLink(tx, { organization_id, user_id: member.id, now_ms })) }
  })
}

/** Removes a member: from the next request on they are refused. What they did still names them, and keys that they made go on working. */
export function removeMember(context: Context, id: string): Promise<{ deleted: true }> {
  const { organization_id, now } = context
  return context.transaction(async (tx) => {
    const { member, owners } = await memberToChange(tx, context, id)
    keepAnOwner(member, owners)
    endPasswordLinks(tx, organization_id, member.id, now)
    removeUser(tx, organization_id, member.id, now)
    return { deleted: true as const }
  })
}

/**
 * A member whom nobody else changes until the transaction ends, and the owners. An owner is changed by owners alone: whoever may make a link for
 * one could become one. Throws 404 for one who is not, or no more, a member.
 */
async function memberToChange(tx: WriteTx, context: Context, id: string): Promise<{ member: UsersTable; owners: UserId[] }> {
  const owners = await lockMember(tx, context.organization_id, id)
  const member = await findUser(tx, context.organization_id, id)
  if (!member) throw notFound()
  if (member.role === 'owner') await requireOwner(tx, context)
  return { member, owners }
}

function keepAnOwner(member: UsersTable, owners: readonly UserId[]): void {
  if (owners.some((id) => id !== member.id)) return
  throw conflict('last_owner', 'The organization would have no owner any more')
}

function presentMember(row: UsersTable): Member {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    role: row.role,
    has_password: row.person_id !== null,
    created_at: row.created_at,
  }
}
