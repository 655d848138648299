// How someone comes by a password, and which members they sign in as.
import type { Database, WriteTx } from '../database/database.ts'
import type { PersonsTable } from '../database/tables.ts'
import { hashPassword, isPasswordOf, sha256 } from '../kernel/crypto.ts'
import { ApiError, invalid } from '../kernel/errors.ts'
import { type OrganizationId, randomToken, type UserId } from '../kernel/ids.ts'
import {
  endPasswordLinks,
  findPasswordLink,
  listMembersWaiting,
  lockMember,
  saveUserPerson,
  takePasswordLink,
} from '../users/repository.ts'
import type { BackOff } from './back-off.ts'
import { loginNameOf } from './login-name.ts'
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

export const SHORTEST_PASSWORD = 10
/** scrypt reads all of it: a bound keeps a long text from costing more than a login may. */
export const LONGEST_PASSWORD = 200
const ID_CHARACTERS = 24

/** A member to whom a password is given. */
export interface Joining {
  organization_id: OrganizationId
  user_id: UserId
  name: string
  email: string
}

/** Throws 400 for a password that is too short or too long. */
function checkPassword(password: string): void {
  if (password.length >= SHORTEST_PASSWORD && password.length <= LONGEST_PASSWORD) return
  throw invalid('password', `The password must have ${SHORTEST_PASSWORD} to ${LONGEST_PASSWORD} characters`)
}

/**
 * Lets the person of a member's address sign in as that member, with `password`, and ends their sessions.
 *
 * An organization may write down any address: that must not give it the account of someone who belongs to others. So whoever is a member
 * elsewhere joins with the password that they have, and it stays; 400 for another one. Of someone who belonged nowhere, whatever else they
 * signed in with is forgotten: nobody says whose it was.
 */
export async function givePassword(
  tx: WriteTx,
  member: Joining,
  password: { text: string; hash: string },
  now_ms: number,
): Promise<void> {
  const now = new Date(now_ms).toISOString()
  const person = await takePerson(tx, member, now)
  const organizations = await listOrganizationsOf(tx, person.id)
  const belongs_elsewhere = organizations.some(({ id }) => id !== member.organization_id)
  if (belongs_elsewhere) {
    const known = await findPassword(tx, person.id)
    if (known === null || !(await isPasswordOf(known, password.text))) throw hasPassword(member.email)
  } else {
    if (organizations.length === 0) removeFactors(tx, person.id)
    savePassword(tx, person.id, password.hash, `cre_${randomToken(ID_CHARACTERS)}`, now)
    endSessions(tx, person.id)
  }
  saveUserPerson(tx, member.organization_id, member.user_id, person.id)
}

/**
 * As whom someone signs in whose address another service vouches for: the login name, or why not at all. Nobody becomes a member by it.
 *
 * Whoever is a member as a person already, signs in as that one, and joins no further organization: what was set by whoever opened a link
 * first would be believed there too. Whoever is one nowhere joins the organizations that wrote the address down and wait for it, and what else
 * the person could be signed in with is forgotten: nobody says whose it was. From the first time on the account there counts, so that an
 * address which is given to someone else there opens nothing here.
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
 * Switches off the second factor of an address, whose owner has lost it, and ends their sessions; the password is needed as before. For the
 * operator on the machine. Gives as whom they are a member, or undefined where the address has none.
 */
export async function resetSecondFactor(tx: WriteTx, email: string) {
  const person = await findPerson(tx, loginNameOf(email))
  if (!person?.two_factor_enabled) return undefined
  removeSecondFactor(tx, person.id)
  endSessions(tx, person.id)
  return { members: await listMembersByEmail(tx, person.email), passkeys: (await listPasskeyRows(tx, person.id)).length }
}

/** The person of an address, made where there is none; two who come at the same moment are told apart by who was first. */
function takePerson(tx: WriteTx, { name, email }: Pick<Joining, 'name' | 'email'>, now: string): Promise<PersonsTable> {
  return lockPerson(tx, { id: `per_${randomToken(ID_CHARACTERS)}`, name, email: loginNameOf(email), created_at: now })
}

function hasPassword(email: string): ApiError {
  return invalid('password', `${email} has a password already, from another organization: give that one`, 'password_exists')
}

/** The same where there is no link, as on the command line. Throws 400 for a bad password. */
export async function setPassword(tx: WriteTx, member: Joining, password: string, now_ms: number): Promise<void> {
  checkPassword(password)
  await givePassword(tx, member, { text: password, hash: await hashPassword(password) }, now_ms)
}

/** A database, or what a request may read of it. */
type Reader = Pick<Database, 'read'>

/** Whom a link is for; undefined when it is unknown, used or older than a week. */
export function readPasswordLink(reader: Reader, token: string, now_ms: number) {
  return reader.read((tx) => findPasswordLink(tx, sha256(token), new Date(now_ms).toISOString()))
}

/** The hash of a link's new password: made before the transaction, since it takes a while. Throws as `takeUpLink` does. */
export async function preparePassword(reader: Reader, token: string, password: string, now_ms: number): Promise<string> {
  checkPassword(password)
  if (!(await readPasswordLink(reader, token, now_ms))) throw usedUp()
  return hashPassword(password)
}

/** Sets the password of a link's user and uses the link up. Throws 404 for a link that does not work, 400 as `givePassword` does. */
export async function takeUpLink(
  tx: WriteTx,
  token: string,
  password: { text: string; hash: string },
  now_ms: number,
): Promise<{ email: string }> {
  const now = new Date(now_ms).toISOString()
  const token_hash = sha256(token)
  const link = await findPasswordLink(tx, token_hash, now)
  if (!link) throw usedUp()
  // Person, member, link: whoever changes several of them takes them in this order, so that none of two transactions waits for the other.
  await takePerson(tx, link, now)
  await lockMember(tx, link.organization_id, link.user_id)
  if (!(await takePasswordLink(tx, token_hash, now))) throw usedUp()
  await givePassword(tx, link, password, now_ms)
  return { email: link.email }
}

/**
 * Runs `set`, which sets a link's password: the one that someone has elsewhere could be guessed with a link as well as at the sign-in, so who
 * fails must wait.
 */
export function attemptWithLink<T>(backOff: BackOff, token: string, set: () => Promise<T>): Promise<T> {
  const link = `link ${sha256(token)}`
  return backOff.attempt({ account: link, address: link }, async () => ({ result: await set(), failed: false }))
}

/** All of it at once. `beside` adds to the transaction. */
export function setPasswordByLink(
  { database, backOff }: { database: Database; backOff: BackOff },
  token: string,
  password: string,
  now_ms: number,
  beside: (tx: WriteTx) => void,
): Promise<void> {
  return attemptWithLink(backOff, token, async () => {
    const hash = await preparePassword(database, token, password, now_ms)
    await database.write(async (tx) => {
      await takeUpLink(tx, token, { text: password, hash }, now_ms)
      beside(tx)
    })
  })
}

/** 404 for a link that is unknown, used or too old. */
export function usedUp(): ApiError {
  return new ApiError(404, [{ error: 'This link was used already or is too old', code: 'not_found' }])
}
