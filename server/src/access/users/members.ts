// The members of an organization and their roles: what its owners and admins can do with them.

import type { Context } from '../../http/context.ts'
import { conflict, notFound } from '../../kernel/errors.ts'
import type { OrganizationId, UserId } from '../../kernel/ids.ts'
import type { Tx, WriteTx } from '../../sql/database.ts'
import { saveOrganizationName } from '../organizations/repository.ts'
import { endLinksAround, findUser, listMemberRows, lockMember, removeUser, saveUserName, saveUserRole } from './repository.ts'
import { type Member, presentMember, ROLES } from './schema.ts'
import { createPasswordLink, createUser, requireOwner } from './service.ts'
import type { UsersTable } from './table.ts'

/** Members that are listed at most: an organization with more is a mistake of a program. */
const MOST_MEMBERS = 1_000
const MOST_KEYS_NAMED = 5

/** What a change of a member means for the data of later rooms. */
export interface MemberTies {
  /** Gives the address of the page behind a link's token. */
  linkOf(token: string): string
  /** The first characters of the keys that a member made and that still work. */
  listKeys(tx: Tx, organization_id: OrganizationId, user_id: UserId): Promise<string[]>
  /** Revokes them. */
  revokeKeys(tx: WriteTx, organization_id: OrganizationId, user_id: UserId, now: string): void
  /** Ends sign-ins of a person that wait for their second factor. */
  endBegun(tx: WriteTx, person_id: string): void
}

/** Lists the members, oldest first. */
export function listMembers(context: Context): Promise<{ members: Member[] }> {
  return context.read(async (tx) => ({
    members: (await listMemberRows(tx, context.organization_id, MOST_MEMBERS)).map(presentMember),
  }))
}

/** Adds a member, with the link by which they set a password; it is shown only once. */
export function createMember(
  context: Context,
  wanted: { name: string; email: string; role: UsersTable['role'] },
  { linkOf }: MemberTies,
): Promise<{ member: Member; link: string }> {
  const { organization_id, now_ms } = context
  return context.transaction(async (tx) => {
    if (wanted.role === 'owner') await requireOwner(tx, context)
    const user_id = await createUser(tx, { ...wanted, name: wanted.name.trim(), organization_id, now_ms })
    const token = await createPasswordLink(tx, { organization_id, user_id, created_by: context.user_id, now_ms })
    return { member: presentMember((await findUser(tx, organization_id, user_id))!), link: linkOf(token) }
  })
}

/**
 * Changes a member's role. Their links end, including those that they made, and sign-ins that wait for a code. A lower role is refused
 * until the caller says whether the API keys that they made end. Throws 409 `last_owner` if the organization would have no owner, and 409
 * `api_keys_undecided`.
 */
export function changeRole(
  context: Context,
  id: string,
  { role, revoke_keys }: { role: UsersTable['role']; revoke_keys?: boolean },
  ties: MemberTies,
): Promise<Member> {
  return context.transaction(async (tx) => {
    const { member, owners } = await memberToChange(tx, context, id)
    if (role === 'owner') await requireOwner(tx, context)
    else keepAnOwner(member, owners)
    if (ROLES.indexOf(role) > ROLES.indexOf(member.role) || revoke_keys) await settleKeys(tx, context, member, revoke_keys, ties)
    if (role !== member.role) endWhatStands(tx, context, member, ties)
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

/** Gives the organization another name; only an owner does. */
export function renameOrganization(context: Context, name: string): Promise<{ id: string; name: string }> {
  return context.transaction(async (tx) => {
    await requireOwner(tx, context)
    saveOrganizationName(tx, context.organization_id, name.trim())
    return { id: context.organization_id, name: name.trim() }
  })
}

/** Makes a new link for a member, who may have forgotten the password; earlier ones end. */
export function createMemberLink(context: Context, id: string, { linkOf }: MemberTies): Promise<{ link: string }> {
  const { organization_id, now_ms } = context
  return context.transaction(async (tx) => {
    const { member } = await memberToChange(tx, context, id)
    const token = await createPasswordLink(tx, { organization_id, user_id: member.id, created_by: context.user_id, now_ms })
    return { link: linkOf(token) }
  })
}

/**
 * Removes a member: they are refused from the next request on, and all links made by or for them end. Their past actions still name them.
 * Throws 409 `api_keys_undecided` if the caller does not say whether the keys that they made end.
 */
export function removeMember(
  context: Context,
  id: string,
  revoke_keys: boolean | undefined,
  ties: MemberTies,
): Promise<{ deleted: true }> {
  const { organization_id, now } = context
  return context.transaction(async (tx) => {
    const { member, owners } = await memberToChange(tx, context, id)
    keepAnOwner(member, owners)
    await settleKeys(tx, context, member, revoke_keys, ties)
    endWhatStands(tx, context, member, ties)
    removeUser(tx, organization_id, member.id, now)
    return { deleted: true as const }
  })
}

/** Ends links and sign-ins that are based on a member's role or password. */
function endWhatStands(tx: WriteTx, { organization_id, now }: Context, member: UsersTable, ties: MemberTies): void {
  endLinksAround(tx, organization_id, member.id, now)
  if (member.person_id !== null) ties.endBegun(tx, member.person_id)
}

/** Ends the keys that a member made, or leaves them, as was said. Throws 409 `api_keys_undecided` where there are some and nothing was. */
async function settleKeys(
  tx: WriteTx,
  { organization_id, now }: Context,
  { id, name }: UsersTable,
  revoke_keys: boolean | undefined,
  ties: MemberTies,
): Promise<void> {
  if (revoke_keys) ties.revokeKeys(tx, organization_id, id, now)
  if (revoke_keys !== undefined) return
  const keys = await ties.listKeys(tx, organization_id, id)
  if (keys.length === 0) return
  const shown = keys.slice(0, MOST_KEYS_NAMED).map((prefix) => `${prefix}…`)
  const more = keys.length > shown.length ? ` and ${keys.length - shown.length} more` : ''
  const sentence = `${name} made API keys that still work (${shown.join(', ')}${more}): revoke_keys must be true to end them, or false to leave them`
  throw conflict('api_keys_undecided', sentence, 'revoke_keys')
}

/**
 * A member, locked with all owners until the transaction ends. Only owners change an owner: anyone who may make a link for
 * one could become one. Throws 404 for someone who is not, or no longer, a member.
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
