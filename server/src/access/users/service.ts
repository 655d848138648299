// Members of an organization, and the links with which they set a password.

import type { Context } from '../../http/context.ts'
import { readPage } from '../../http/pagination.ts'
import { sha256 } from '../../kernel/crypto.ts'
import { readEmail } from '../../kernel/email.ts'
import { ApiError, conflict, type Fault, invalid } from '../../kernel/errors.ts'
import { newId, type OrganizationId, randomToken, type UserId } from '../../kernel/ids.ts'
import type { Tx, WriteTx } from '../../sql/database.ts'
import type { PageQuery } from '../../sql/list-order.ts'
import {
  endPasswordLinks,
  findUser,
  findUserByEmail,
  groundPasswordLink,
  insertPasswordLink,
  insertUser,
  listUsers as listRows,
  reviveUser,
} from './repository.ts'
import { presentUser } from './schema.ts'
import type { UsersTable } from './table.ts'

/** How long a one-time link for setting a password works. */
const LINK_LIVES_MS = 7 * 24 * 60 * 60 * 1000

/** Lists the members of the caller's organization, newest first. */
export function listUsers(context: Context, query: PageQuery) {
  return context.read(async (tx) => {
    const { rows, pagination } = await readPage(query, () => listRows(tx, context.organization_id, query))
    return { users: rows.map(presentUser), pagination }
  })
}

/** Throws 403 `owner_required` unless the caller is an owner of their organization. */
export async function requireOwner(tx: Tx, context: Context): Promise<void> {
  const caller = await findUser(tx, context.organization_id, context.user_id)
  if (caller?.role === 'owner') return
  throw new ApiError(403, [{ error: 'Only an owner of the organization may do this', code: 'owner_required' }])
}

/** Adds a member to an organization, or brings back a removed one. Throws 409 `user_exists` when the address is taken there. */
export async function createUser(
  tx: WriteTx,
  user: {
    organization_id: OrganizationId
    name: string
    email: string
    role: UsersTable['role']
    now_ms: number
  },
): Promise<UserId> {
  const email = readEmail(user.email)
  checkEmail(email)
  const isMember = () => conflict('user_exists', `${email} is a member already`, 'email')
  const known = await findUserByEmail(tx, user.organization_id, email)
  if (known) {
    const is_back = await reviveUser(tx, {
      organization_id: user.organization_id,
      id: known.id,
      name: user.name,
      role: user.role,
    })
    if (!is_back) throw isMember()
    return known.id
  }
  const id = newId('user', user.now_ms)
  const is_new = await insertUser(tx, {
    organization_id: user.organization_id,
    id,
    name: user.name,
    email,
    role: user.role,
    created_at: new Date(user.now_ms).toISOString(),
    person_id: null,
    removed_at: null,
  })
  // Another request has added them meanwhile.
  if (!is_new) throw isMember()
  return id
}

/**
 * Makes a one-time link for setting a user's password; gives the token that goes into the link. Only its hash is stored. Earlier links of the
 * user end, and this one does with the next change of role or password, or the removal, of the user or of `created_by` (absent: the operator).
 */
export async function createPasswordLink(
  tx: WriteTx,
  link: { organization_id: OrganizationId; user_id: UserId; created_by?: UserId; now_ms: number },
): Promise<string> {
  const token = randomToken(32)
  const token_hash = sha256(token)
  const now = new Date(link.now_ms).toISOString()
  endPasswordLinks(tx, link.organization_id, link.user_id, now)
  await insertPasswordLink(tx, {
    token_hash,
    organization_id: link.organization_id,
    user_id: link.user_id,
    created_at: now,
    expires_at: new Date(link.now_ms + LINK_LIVES_MS).toISOString(),
    used_at: null,
    created_by: link.created_by ?? null,
    stands_on: null,
  })
  await groundPasswordLink(tx, token_hash, now)
  return token
}

/** Says which of the ids name no member of the organization, as faults of the fields given (docs/api/users.md). */
export async function findStrangers(
  tx: Tx,
  organization_id: OrganizationId,
  ids: readonly { param: string; id: string }[],
): Promise<Fault[]> {
  const faults: Fault[] = []
  for (const { param, id } of ids) {
    if (await findUser(tx, organization_id, id)) continue
    faults.push({
      error: `${param} must be the id of a member of the organization (GET /v1/users)`,
      code: 'parameter_invalid',
      param,
    })
  }
  return faults
}

/** Throws 400 for an invalid address. */
export function checkEmail(email: string): void {
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) throw invalid('email', 'email must be an address like ada@example.com')
}
