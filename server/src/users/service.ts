// Members of an organization, and how they come by a password.
import type { Database, Tx, WriteTx } from '../database/database.ts'
import type { UsersTable } from '../database/tables.ts'
import type { Context } from '../http/context.ts'
import { hashPassword, sha256 } from '../kernel/crypto.ts'
import { ApiError, conflict, type Fault, invalid } from '../kernel/errors.ts'
import { newId, type OrganizationId, randomToken, type UserId } from '../kernel/ids.ts'
import {
  findPasswordLink,
  findUser,
  findUserByEmail,
  insertPasswordLink,
  insertUser,
  listUsers as listRows,
  savePasswordHash,
  usePasswordLink,
} from './repository.ts'
import { presentUser } from './schema.ts'

/** How long a one-time link for setting a password works. */
const LINK_LIVES_MS = 7 * 24 * 60 * 60 * 1000
const SHORTEST_PASSWORD = 10
/** scrypt reads all of it: a bound keeps a long text from costing more than a login may. */
const LONGEST_PASSWORD = 200

/** Lists the members of the caller's organization, newest first. */
export function listUsers(context: Context, page: { limit: number; offset: number }) {
  return context.read(async (tx) => {
    const { rows, total } = await listRows(tx, context.organization_id, page.limit, page.offset)
    return { users: rows.map(presentUser), pagination: { total, limit: page.limit, offset: page.offset } }
  })
}

/** Adds a member to an organization. Throws 409 `user_exists` when the address is taken there. */
export async function createUser(
  tx: WriteTx,
  user: {
    organization_id: OrganizationId
    name: string
    email: string
    role: UsersTable['role']
    password?: string | undefined
    now_ms: number
  },
): Promise<UserId> {
  const email = user.email.trim().toLowerCase()
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) throw invalid('email', 'email must be an address like ada@example.com')
  if (await findUserByEmail(tx, user.organization_id, email))
    throw conflict('user_exists', `${email} is a member already`, 'email')
  if (user.password !== undefined) checkPassword(user.password)
  const id = newId('user', user.now_ms)
  await insertUser(tx, {
    organization_id: user.organization_id,
    id,
    name: user.name,
    email,
    password_hash: user.password === undefined ? null : await hashPassword(user.password),
    role: user.role,
    created_at: new Date(user.now_ms).toISOString(),
  })
  return id
}

/** Makes a one-time link for setting a user's password; gives the token that goes into the link. Only its hash is stored. */
export async function createPasswordLink(
  tx: WriteTx,
  link: { organization_id: OrganizationId; user_id: UserId; now_ms: number },
): Promise<string> {
  const token = randomToken(32)
  await insertPasswordLink(tx, {
    token_hash: sha256(token),
    organization_id: link.organization_id,
    user_id: link.user_id,
    created_at: new Date(link.now_ms).toISOString(),
    expires_at: new Date(link.now_ms + LINK_LIVES_MS).toISOString(),
    used_at: null,
  })
  return token
}

/** Whom a link is for; undefined when it is unknown, used or older than a week. */
export function readPasswordLink(database: Database, token: string, now_ms: number) {
  return database.read((tx) => findPasswordLink(tx, sha256(token), new Date(now_ms).toISOString()))
}

/** Sets the password of a link's user and uses the link up. Throws 404 for a link that does not work, 400 for a bad password. */
export async function setPasswordByLink(database: Database, token: string, password: string, now_ms: number): Promise<void> {
  checkPassword(password)
  const password_hash = await hashPassword(password)
  const now = new Date(now_ms).toISOString()
  await database.write(async (tx) => {
    const link = await findPasswordLink(tx, sha256(token), now)
    if (!link || !(await usePasswordLink(tx, sha256(token), now))) {
      throw new ApiError(404, [{ error: 'This link was used already or is too old', code: 'not_found' }])
    }
    await savePasswordHash(tx, link.organization_id, link.user_id, password_hash)
  })
}

function checkPassword(password: string): void {
  if (password.length >= SHORTEST_PASSWORD && password.length <= LONGEST_PASSWORD) return
  throw invalid('password', `The password must have ${SHORTEST_PASSWORD} to ${LONGEST_PASSWORD} characters`)
}

/** Says which of the ids name no member of the organization, as faults of the fields given (decisions.md, section 3). */
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
