// How someone comes by a password, and which members they sign in as.

import { sha256 } from '../../kernel/crypto.ts'
import { ApiError, invalid, unavailable } from '../../kernel/errors.ts'
import { type OrganizationId, randomToken, type UserId } from '../../kernel/ids.ts'
import type { Database, WriteTx } from '../../sql/database.ts'
import {
  endPasswordLinks,
  findPasswordLink,
  listMembersWaiting,
  lockMember,
  saveUserPerson,
  takePasswordLink,
} from '../users/repository.ts'
import type { BackOff } from './back-off.ts'
import { hashPassword, isPasswordOf } from './hashing.ts'
import { loginNameOf } from './login-name.ts'
import { checkLength, refuseCommon } from './new-password.ts'
import { listPasskeyRows } from './passkey-repository.ts'
import {
  endSessions,
  findLinkedAccount,
  findPassword,
  findPerson,
  findPersonByAccount,
  listMembersByEmail,
  listOrganizationsOf,
  lockPerson,
  removeCredential,
  removeFactors,
  removeSecondFactor,
  removeWaysIn,
  savePassword,
} from './repository.ts'
import { SINGLE_SIGN_ON, type SsoRefusal, type Vouched } from './single-sign-on.ts'
import type { PersonsTable } from './table.ts'

const ID_CHARACTERS = 24

/** A member who gets a password. */
export interface Joining {
  organization_id: OrganizationId
  user_id: UserId
  name: string
  email: string
}

/** A password after the slow part of its work: only a comparison and a row are left to do. */
export type PreparedPassword =
  /** The hash of a new one. */
  | { new_hash: string }
  /** The person's stored hash, which the password was found to match. */
  | { proven_hash: string }

/** A database, or what a request may read of it. */
type Reader = Pick<Database, 'read'>

/**
 * Does the slow part for a password that a member sets, outside any transaction: hashes it or, for a member of another organization, compares
 * it with their existing one. Throws 400 for a bad length, for a wrong one (`password_exists`) and, unless it `takes_common`,
 * for a common one.
 */
export async function preparePassword(
  reader: Reader,
  member: Pick<Joining, 'name' | 'email'> & { organization_id?: OrganizationId },
  password: string,
  takes_common = false,
): Promise<PreparedPassword> {
  checkLength(password)
  const known = await reader.read(async (tx) => {
    const person = await findPerson(tx, loginNameOf(member.email))
    const organizations = person ? await listOrganizationsOf(tx, person.id) : []
    const belongs_elsewhere = organizations.some(({ id }) => id !== member.organization_id)
    return belongs_elsewhere ? { hash: await findPassword(tx, person!.id) } : undefined
  })
  if (known) {
    if (known.hash === null || !(await isPasswordOf(known.hash, password))) throw hasPassword(member.email)
    return { proven_hash: known.hash }
  }
  if (!takes_common) await refuseCommon(password, member)
  return { new_hash: await hashPassword(password) }
}

/**
 * Lets the person of a member's address sign in as that member, with `password`, and ends their sessions.
 *
 * An organization may write down any address. That must not give it the account of someone who belongs to others. So a member of another
 * organization joins with their existing password, and it stays; 400 for a different one. For a person who belonged nowhere, every other way
 * to sign in is removed, because nobody knows who set it up.
 */
export async function givePassword(tx: WriteTx, member: Joining, password: PreparedPassword, now_ms: number): Promise<void> {
  const now = new Date(now_ms).toISOString()
  const person = await takePerson(tx, member, now)
  const organizations = await listOrganizationsOf(tx, person.id)
  const belongs_elsewhere = organizations.some(({ id }) => id !== member.organization_id)
  if (belongs_elsewhere) {
    // Also where they joined elsewhere, or changed the password, since it was looked at.
    if (!('proven_hash' in password) || (await findPassword(tx, person.id)) !== password.proven_hash)
      throw hasPassword(member.email)
  } else {
    if (!('new_hash' in password)) throw preparedInVain()
    if (organizations.length === 0) removeFactors(tx, person.id)
    savePassword(tx, person.id, password.new_hash, `cre_${randomToken(ID_CHARACTERS)}`, now)
    endSessions(tx, person.id)
  }
  saveUserPerson(tx, member.organization_id, member.user_id, person.id)
}

/**
 * The account for someone whose address another service vouches for: the login name, or why there is none. It never makes anyone a member.
 *
 * A person who is a member already signs in as that person and joins no further organization: the one who opened a link first could have set
 * things up there. A person who is a member nowhere joins the organizations that wrote the address down and wait for it; every other way to
 * sign in as the person is removed, because nobody knows who set it up. From the first time on, the provider's account id counts, so that an
 * address that is given to someone else there opens nothing here.
 */
export async function admitVouched(
  tx: WriteTx,
  { subject, email, name }: Vouched,
  now_ms: number,
): Promise<{ login_name: string } | { refusal: SsoRefusal }> {
  const now = new Date(now_ms).toISOString()
  const linked = await findPersonByAccount(tx, SINGLE_SIGN_ON, subject)
  if (linked) {
    if ((await listOrganizationsOf(tx, linked.id)).length > 0) return { login_name: linked.email }
    removeCredential(tx, linked.credential_id)
  }
  const is_known = (await findPerson(tx, loginNameOf(email))) !== undefined
  // Of strangers nothing is kept.
  if (!is_known && (await listMembersWaiting(tx, email)).length === 0) return { refusal: 'no_member' }
  const person = await takePerson(tx, { name, email }, now)
  const { id } = person
  if ((await listOrganizationsOf(tx, id)).length > 0) {
    const is_other = (await findLinkedAccount(tx, SINGLE_SIGN_ON, id)) !== undefined
    return is_other ? { refusal: 'other_account' } : { login_name: person.email }
  }
  const waiting = await listMembersWaiting(tx, email)
  if (waiting.length === 0) return { refusal: 'no_member' }
  removeWaysIn(tx, id)
  endSessions(tx, id)
  for (const member of waiting) {
    saveUserPerson(tx, member.organization_id, member.id, id)
    endPasswordLinks(tx, member.organization_id, member.id, now)
  }
  return { login_name: loginNameOf(email) }
}

/**
 * Switches off the second factor of a person who has lost it, and ends their sessions; the password is needed as before. For the
 * operator on the machine. Returns the person's memberships, or undefined if the address has none.
 */
export async function resetSecondFactor(tx: WriteTx, email: string) {
  const person = await findPerson(tx, loginNameOf(email))
  if (!person?.two_factor_enabled) return undefined
  removeSecondFactor(tx, person.id)
  endSessions(tx, person.id)
  return { members: await listMembersByEmail(tx, person.email), passkeys: (await listPasskeyRows(tx, person.id)).length }
}

/** The person of an address, created if there is none; of two simultaneous calls the first one creates it. */
function takePerson(tx: WriteTx, { name, email }: Pick<Joining, 'name' | 'email'>, now: string): Promise<PersonsTable> {
  return lockPerson(tx, { id: `per_${randomToken(ID_CHARACTERS)}`, name, email: loginNameOf(email), created_at: now })
}

function hasPassword(email: string): ApiError {
  return invalid('password', `${email} has a password already, from another organization: give that one`, 'password_exists')
}

/** 503: between the look at a person and the transaction another one has changed them. */
function preparedInVain(): ApiError {
  return unavailable('Something of this account was changed at the same moment: try again')
}

/** The member of a link; undefined when it is unknown, used, older than a week, or what it was based on has changed. */
export function readPasswordLink(reader: Reader, token: string, now_ms: number) {
  return reader.read((tx) => findPasswordLink(tx, sha256(token), new Date(now_ms).toISOString()))
}

/** Sets the password of a link's user and uses the link up. Throws 404 for a link that does not work, 400 as `givePassword` does. */
export async function takeUpLink(
  tx: WriteTx,
  token: string,
  password: PreparedPassword,
  now_ms: number,
): Promise<{ email: string }> {
  const now = new Date(now_ms).toISOString()
  const token_hash = sha256(token)
  const link = await findPasswordLink(tx, token_hash, now)
  if (!link) throw usedUp()
  // Locks person, member and link in this order, so that two transactions never deadlock.
  await takePerson(tx, link, now)
  await lockMember(tx, link.organization_id, link.user_id)
  // What the link is based on is checked again, now that nobody can change it.
  if (!(await findPasswordLink(tx, token_hash, now))) throw usedUp()
  if (!(await takePasswordLink(tx, token_hash, now))) throw usedUp()
  await givePassword(tx, link, password, now_ms)
  return { email: link.email }
}

/** Uses of a link: by whom, with which password, and from where. */
export interface LinkAttempt {
  token: string
  password: string
  address: string
  now_ms: number
}

/**
 * Sets a link's password by `set`, which runs `takeUpLink` in its transaction. A link could be used to guess the password that someone has
 * elsewhere, so it counts as a guess at that person. Throws 404, 400 and 429 before anything is changed.
 */
export async function attemptWithLink<T>(
  reader: Reader,
  backOff: BackOff,
  { token, password, address, now_ms }: LinkAttempt,
  set: (prepared: PreparedPassword) => Promise<T>,
): Promise<T> {
  checkLength(password)
  const link = await readPasswordLink(reader, token, now_ms)
  if (!link) throw usedUp()
  const login_name = loginNameOf(link.email)
  const person = await reader.read((tx) => findPerson(tx, login_name))
  type Done = { value: T } | { error: ApiError }
  const done = await backOff.attempt<Done>({ account: person?.id ?? login_name, address }, async () => {
    let prepared: PreparedPassword
    try {
      prepared = await preparePassword(reader, link, password)
    } catch (error) {
      // A new password that is too common is no guess.
      if (!(error instanceof ApiError) || error.faults[0].code !== 'password_common') throw error
      return { result: { error }, outcome: 'half' }
    }
    return { result: { value: await set(prepared) }, outcome: 'in' }
  })
  if ('error' in done) throw done.error
  return done.value
}

/** 404 for a link that is unknown, used or too old. */
export function usedUp(): ApiError {
  return new ApiError(404, [{ error: 'This link was used already or is too old', code: 'not_found' }])
}
