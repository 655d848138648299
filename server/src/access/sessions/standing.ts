// The standing of a sign-in: the password and the roles of its person when it was started. It is refused once they have changed.

import { sha256 } from '../../kernel/crypto.ts'
import type { Database, Tx, WriteTx } from '../../sql/database.ts'
import { findBegunRow, groundBegun, listStandingOfLogin, listStandingOfPerson, lockPersonById } from './repository.ts'
import { COOKIE_PREFIX, cookiesOf, readSigned } from './session.ts'

/** The person of a sign-in, their password and memberships. */
export interface Standing {
  person_id: string
  /** JSON: a hash of the password's hash, which has a salt, so that the same one set again is another; and the roles. */
  stamp: string
}

type Row = Awaited<ReturnType<typeof listStandingOfPerson>>[number]

function standingOf(rows: readonly Row[]): Standing | undefined {
  const [first] = rows
  if (!first) return undefined
  const roles = rows
    .filter(({ role }) => role !== null)
    .map(({ organization_id, user_id, role }) => `${organization_id} ${user_id} ${role}`)
  return { person_id: first.person_id, stamp: JSON.stringify([sha256(first.password ?? ''), roles]) }
}

/** Whether the standing of a sign-in is unchanged. Joining another organization meanwhile does not count as a change. */
function stands(begun_on: string, now: string): boolean {
  const [[password_then, roles_then], [password_now, roles_now]] = [begun_on, now].map((stamp) => JSON.parse(stamp)) as [
    [string, string[]],
    [string, string[]],
  ]
  return password_then === password_now && roles_then.every((role) => roles_now.includes(role))
}

/** Of the person of a login name, if there is one. */
export const findStanding = async (tx: Tx, login_name: string) => standingOf(await listStandingOfLogin(tx, login_name))

/** Whether the standing of a sign-in is unchanged; it can't change until the transaction ends. */
export async function isStanding(tx: WriteTx, { person_id, stamp }: Standing): Promise<boolean> {
  await lockPersonById(tx, person_id)
  const now = standingOf(await listStandingOfPerson(tx, person_id))
  return now !== undefined && stands(stamp, now.stamp)
}

/** The library's name of the cookie of a sign-in that waits for a code. */
const BEGUN_COOKIE = `${COOKIE_PREFIX}.two_factor`

/** The sign-in of a Cookie header that waits for its second factor; undefined if there is none, or its standing has changed. */
export async function findBegun(database: Database, cookie: string | undefined, secret: string): Promise<Standing | undefined> {
  const identifier = readSigned(cookiesOf(cookie), BEGUN_COOKIE, secret)
  if (identifier === undefined) return undefined
  return database.read(async (tx) => {
    const row = await findBegunRow(tx, identifier)
    if (!row?.person_id || row.stands_on === null) return undefined
    const now = standingOf(await listStandingOfPerson(tx, row.person_id))
    return now && stands(row.stands_on, now.stamp) ? { ...now, stamp: row.stands_on } : undefined
  })
}

/** Stores the standing of a sign-in that will be finished by a code. Without it no code finishes it. */
export async function noteBegun(
  database: Database,
  cookies: readonly string[],
  secret: string,
  standing: Standing | undefined,
): Promise<void> {
  const set = cookies.findLast((one) => one.startsWith(`${BEGUN_COOKIE}=`))?.split(';')[0]
  const identifier = set === undefined ? undefined : readSigned(cookiesOf(set), BEGUN_COOKIE, secret)
  if (identifier === undefined) return
  await database.write(async (tx) => {
    const row = await findBegunRow(tx, identifier)
    if (!row) return
    // By another service there is no earlier password that it could have been started with: the current one is stored.
    const ground = standing ?? standingOf(await listStandingOfPerson(tx, row.value))
    if (ground?.person_id === row.value) groundBegun(tx, identifier, ground)
  })
}
