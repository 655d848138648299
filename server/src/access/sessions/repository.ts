// All SQL of persons, their passwords and their sessions. The library of the sign-in has its own for the same tables.
import type { Kysely } from 'kysely'
import type { CompanyId, OrganizationId, UserId } from '../../kernel/ids.ts'
import type { Tx, WriteTx } from '../../sql/database.ts'
import { statement } from '../../sql/statement.ts'
import type { Tables } from '../../sql/tables.ts'
import type { PersonsTable, TwoFactorsTable } from './table.ts'

/** The kind of credential that is a password. */
const PASSWORD = 'credential'

/** The member whose session a token is and, in the same row, the company asked for if it is the organization's: one look-up a request. */
const findByToken = statement<{ token: string; company_id: string; now: string; idle_since: string }>()((db, p) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', (join) =>
      join
        .onRef('users.person_id', '=', 'sessions.person_id')
        .onRef('users.organization_id', '=', 'sessions.organization_id')
        .on('users.removed_at', 'is', null),
    )
    .leftJoin('companies', (join) =>
      join.on('companies.id', '=', p.company_id as CompanyId).onRef('companies.organization_id', '=', 'users.organization_id'),
    )
    .select([
      'sessions.id as session_id',
      'sessions.person_id',
      'sessions.created_at',
      'sessions.updated_at',
      'users.id as user_id',
      'users.organization_id',
      'users.role',
      'companies.id as company_id',
      'companies.time_zone',
      'companies.clock_ahead_ms',
    ])
    .where('sessions.token', '=', p.token)
    .where('sessions.expires_at', '>', p.now)
    .where('sessions.updated_at', '>', p.idle_since),
)

const touch = statement<{ id: string; now: string }>()((db, p) =>
  db.updateTable('sessions').set({ updated_at: p.now }).where('id', '=', p.id),
)

const findPersonOfToken = statement<{ token: string }>()((db, p) =>
  db.selectFrom('sessions').select('person_id').where('token', '=', p.token),
)

const placeByToken = statement<{ token: string; organization_id: OrganizationId }>()((db, p) =>
  db.updateTable('sessions').set({ organization_id: p.organization_id }).where('token', '=', p.token),
)

const saveBeginning = statement<{ token: string; created_at: string }>()((db, p) =>
  db.updateTable('sessions').set({ created_at: p.created_at }).where('token', '=', p.token),
)

const placeById = statement<{ id: string; organization_id: OrganizationId }>()((db, p) =>
  db.updateTable('sessions').set({ organization_id: p.organization_id }).where('id', '=', p.id),
)

const endByToken = statement<{ token: string }>()((db, p) => db.deleteFrom('sessions').where('token', '=', p.token))
const endOfPerson = statement<{ person_id: string }>()((db, p) => db.deleteFrom('sessions').where('person_id', '=', p.person_id))
const listOwn = statement<{ person_id: string; now: string; idle_since: string; limit: number }>()((db, p) =>
  db
    .selectFrom('sessions')
    .select(['id', 'ip_address', 'user_agent', 'created_at', 'updated_at'])
    .where('person_id', '=', p.person_id)
    .where('expires_at', '>', p.now)
    .where('updated_at', '>', p.idle_since)
    .orderBy('updated_at', 'desc')
    .orderBy('id')
    .limit(p.limit),
)
const endOwn = statement<{ person_id: string; id: string }>()((db, p) =>
  db.deleteFrom('sessions').where('person_id', '=', p.person_id).where('id', '=', p.id),
)
const endOthers = statement<{ person_id: string; id: string }>()((db, p) =>
  db.deleteFrom('sessions').where('person_id', '=', p.person_id).where('id', '!=', p.id),
)
const endBefore = statement<{ now: string }>()((db, p) => db.deleteFrom('sessions').where('expires_at', '<=', p.now))
const endIdle = statement<{ idle_since: string }>()((db, p) => db.deleteFrom('sessions').where('updated_at', '<=', p.idle_since))
const removeVerificationsBefore = statement<{ now: string }>()((db, p) =>
  db.deleteFrom('verifications').where('expires_at', '<=', p.now),
)

const removeBegunOf = statement<{ person_id: string }>()((db, p) =>
  db.deleteFrom('verifications').where('person_id', '=', p.person_id),
)
const findBegun = statement<{ identifier: string }>()((db, p) =>
  db.selectFrom('verifications').select(['value', 'person_id', 'stands_on']).where('identifier', '=', p.identifier),
)
const saveBegun = statement<{ identifier: string; person_id: string; stands_on: string }>()((db, p) =>
  db.updateTable('verifications').set({ person_id: p.person_id, stands_on: p.stands_on }).where('identifier', '=', p.identifier),
)

const ofStanding = (db: Kysely<Tables>) =>
  db
    .selectFrom('persons')
    .leftJoin('credentials', (join) =>
      join.onRef('credentials.person_id', '=', 'persons.id').on('credentials.provider_id', '=', PASSWORD),
    )
    .leftJoin('users', (join) => join.onRef('users.person_id', '=', 'persons.id').on('users.removed_at', 'is', null))
    .select(['persons.id as person_id', 'credentials.password', 'users.organization_id', 'users.id as user_id', 'users.role'])
    .orderBy('users.id')
const standingOfLogin = statement<{ email: string }>()((db, p) => ofStanding(db).where('persons.email', '=', p.email))
const standingOfPerson = statement<{ person_id: string }>()((db, p) => ofStanding(db).where('persons.id', '=', p.person_id))

const lockById = statement<{ id: string }>()((db, p, dialect) =>
  dialect.forUpdate(db.selectFrom('persons').select('id').where('id', '=', p.id)),
)

const listOrganizations = statement<{ person_id: string }>()((db, p) =>
  db
    .selectFrom('users')
    .innerJoin('organizations', 'organizations.id', 'users.organization_id')
    .select(['organizations.id', 'organizations.name', 'users.id as user_id'])
    .where('users.person_id', '=', p.person_id)
    .where('users.removed_at', 'is', null)
    .orderBy('users.created_at')
    .orderBy('users.id'),
)

const listMembersOfEmail = statement<{ email: string }>()((db, p) =>
  db
    .selectFrom('persons')
    .innerJoin('users', 'users.person_id', 'persons.id')
    .select(['users.organization_id', 'users.id as user_id'])
    .where('persons.email', '=', p.email)
    .where('users.removed_at', 'is', null),
)

const findAccountRow = statement<{ organization_id: OrganizationId; user_id: UserId }>()((db, p) =>
  db
    .selectFrom('users')
    .innerJoin('organizations', 'organizations.id', 'users.organization_id')
    .innerJoin('persons', 'persons.id', 'users.person_id')
    .select([
      'users.name',
      'users.email',
      'users.role',
      'users.person_id',
      'organizations.name as organization_name',
      'persons.two_factor_enabled',
    ])
    .where('users.organization_id', '=', p.organization_id)
    .where('users.id', '=', p.user_id),
)

const findByEmail = statement<{ email: string }>()((db, p) => db.selectFrom('persons').selectAll().where('email', '=', p.email))

const saveEmail = statement<{ id: string; email: string; updated_at: string }>()((db, p) =>
  db.updateTable('persons').set({ email: p.email, updated_at: p.updated_at }).where('id', '=', p.id),
)

const lockByEmail = statement<{ email: string }>()((db, p, dialect) =>
  dialect.forUpdate(db.selectFrom('persons').selectAll().where('email', '=', p.email)),
)

const insert = statement<Omit<PersonsTable, 'image' | 'two_factor_enabled' | 'email_verified' | 'updated_at'>>()((db, p) =>
  db
    .insertInto('persons')
    .values({
      id: p.id,
      name: p.name,
      email: p.email,
      email_verified: 0,
      image: null,
      two_factor_enabled: 0,
      created_at: p.created_at,
      updated_at: p.created_at,
    })
    .onConflict((known) => known.column('email').doNothing()),
)

const findPasswordRow = statement<{ person_id: string; provider: string }>()((db, p) =>
  db.selectFrom('credentials').select('password').where('provider_id', '=', p.provider).where('account_id', '=', p.person_id),
)

const savePasswordRow = statement<{ id: string; person_id: string; provider: string; password: string; now: string }>()((db, p) =>
  db
    .insertInto('credentials')
    .values({
      id: p.id,
      person_id: p.person_id,
      provider_id: p.provider,
      account_id: p.person_id,
      password: p.password,
      created_at: p.now,
      updated_at: p.now,
    })
    .onConflict((known) => known.columns(['provider_id', 'account_id']).doUpdateSet({ password: p.password, updated_at: p.now })),
)

const removeCredentials = statement<{ person_id: string }>()((db, p) =>
  db.deleteFrom('credentials').where('person_id', '=', p.person_id),
)

const findByAccount = statement<{ provider: string; account_id: string }>()((db, p) =>
  db
    .selectFrom('credentials')
    .innerJoin('persons', 'persons.id', 'credentials.person_id')
    .select(['persons.id', 'persons.email', 'credentials.id as credential_id'])
    .where('credentials.provider_id', '=', p.provider)
    .where('credentials.account_id', '=', p.account_id),
)

const findAccountOfPerson = statement<{ provider: string; person_id: string }>()((db, p) =>
  db.selectFrom('credentials').select('account_id').where('person_id', '=', p.person_id).where('provider_id', '=', p.provider),
)

const removeCredentialById = statement<{ id: string }>()((db, p) => db.deleteFrom('credentials').where('id', '=', p.id))

const clearTwoFactor = statement<{ person_id: string }>()((db, p) =>
  db.updateTable('persons').set({ two_factor_enabled: 0 }).where('id', '=', p.person_id),
)
const removeTwoFactor = statement<Pick<TwoFactorsTable, 'person_id'>>()((db, p) =>
  db.deleteFrom('two_factors').where('person_id', '=', p.person_id),
)
const findFactor = statement<{ person_id: string }>()((db, p) =>
  db.selectFrom('two_factors').select(['id', 'secret']).where('person_id', '=', p.person_id),
)
// Of two at the same moment the second waits for the first, and finds the step taken.
const takeStep = statement<{ id: string; step: number }>()((db, p) =>
  db
    .updateTable('two_factors')
    .set({ last_step: p.step })
    .where('id', '=', p.id)
    .where((eb) => eb.or([eb('last_step', 'is', null), eb('last_step', '<', p.step)])),
)
const removePasskeys = statement<{ person_id: string }>()((db, p) =>
  db.deleteFrom('passkeys').where('person_id', '=', p.person_id),
)

export const findSession = (tx: Tx, wanted: { token: string; company_id: string; now: string; idle_since: string }) =>
  findByToken.first(tx, wanted)
export const touchSession = (tx: WriteTx, id: string, now: string) => touch.post(tx, { id, now })
export const findPersonOfSession = async (tx: Tx, token: string) => (await findPersonOfToken.first(tx, { token }))?.person_id
/** Says which organization a session works in. */
export const placeSession = (tx: WriteTx, token: string, organization_id: OrganizationId) =>
  placeByToken.post(tx, { token, organization_id })
/** Stores when someone signed in, for a session that replaces another. */
export const saveSessionBeginning = (tx: WriteTx, token: string, created_at: string) =>
  saveBeginning.post(tx, { token, created_at })
export const moveSession = (tx: WriteTx, id: string, organization_id: OrganizationId) =>
  placeById.post(tx, { id, organization_id })
export const endSession = (tx: WriteTx, token: string) => endByToken.post(tx, { token })
/** Ends all sessions of a person, and sign-ins that wait for a code. */
export function endSessions(tx: WriteTx, person_id: string): void {
  endOfPerson.post(tx, { person_id })
  endBegun(tx, person_id)
}
/** A person's sessions that live, the one last used first. */
export const listOwnSessions = (tx: Tx, wanted: { person_id: string; now: string; idle_since: string; limit: number }) =>
  listOwn.all(tx, wanted)
/** Ends one of a person's sessions; gives whether there was one. */
export const endOwnSession = async (tx: WriteTx, person_id: string, id: string) => (await endOwn.run(tx, { person_id, id })) === 1
/** Ends all sessions of a person except one, and sign-ins that wait for a code; returns how many sessions ended. */
export async function endOtherSessions(tx: WriteTx, person_id: string, id: string): Promise<number> {
  endBegun(tx, person_id)
  return endOthers.run(tx, { person_id, id })
}
/** Ends the sign-ins of a person that wait for their second factor. */
export const endBegun = (tx: WriteTx, person_id: string) => removeBegunOf.post(tx, { person_id })
/** A sign-in that waits for its second factor, by the value of its cookie. */
export const findBegunRow = (tx: Tx, identifier: string) => findBegun.first(tx, { identifier })
/** Stores the standing of one. */
export const groundBegun = (tx: WriteTx, identifier: string, { person_id, stamp }: { person_id: string; stamp: string }) =>
  saveBegun.post(tx, { identifier, person_id, stands_on: stamp })
/** The password's hash and the memberships of a person, one row each; one row with nulls if there are none. */
export const listStandingOfLogin = (tx: Tx, email: string) => standingOfLogin.all(tx, { email })
export const listStandingOfPerson = (tx: Tx, person_id: string) => standingOfPerson.all(tx, { person_id })
/** Keeps a person's row from other transactions that lock it until this one ends. */
export const lockPersonById = (tx: WriteTx, id: string) => lockById.first(tx, { id })
/** Removes what has expired. */
export function removeEnded(tx: WriteTx, now: string, idle_since: string): void {
  endBefore.post(tx, { now })
  endIdle.post(tx, { idle_since })
  removeVerificationsBefore.post(tx, { now })
}
/** The organizations that a person is a member of, the first one first. */
export const listOrganizationsOf = (tx: Tx, person_id: string) => listOrganizations.all(tx, { person_id })
/** The memberships of an address's person. */
export const listMembersByEmail = (tx: Tx, email: string) => listMembersOfEmail.all(tx, { email })
export const findAccount = (tx: Tx, organization_id: OrganizationId, user_id: UserId) =>
  findAccountRow.first(tx, { organization_id, user_id })

export const savePersonEmail = (tx: WriteTx, id: string, email: string, now: string) =>
  saveEmail.run(tx, { id, email, updated_at: now })
export const findPerson = (tx: Tx, email: string) => findByEmail.first(tx, { email })
/**
 * The person of an address, locked until the transaction ends; a new one, named by `made`, if there is none.
 * Later reads of the person see the newest state.
 */
export async function lockPerson(tx: WriteTx, made: { id: string; name: string; email: string; created_at: string }) {
  const known = await lockByEmail.first(tx, made)
  if (known) return known
  await insert.run(tx, made)
  // Another transaction's, where that was there first.
  return (await lockByEmail.first(tx, made))!
}
/** The hash of a person's password, or null if there is none. */
export const findPassword = async (tx: Tx, person_id: string) =>
  (await findPasswordRow.first(tx, { person_id, provider: PASSWORD }))?.password ?? null
/** Sets a person's password, or the first one: `id` is that of a new row. */
export const savePassword = (tx: WriteTx, person_id: string, password: string, id: string, now: string) =>
  savePasswordRow.post(tx, { id, person_id, provider: PASSWORD, password, now })
/** The person of an account at another service, and the row that links them. */
export const findPersonByAccount = (tx: Tx, provider: string, account_id: string) =>
  findByAccount.first(tx, { provider, account_id })
/** The account of another service that a person is known by, if there is one. */
export const findLinkedAccount = async (tx: Tx, provider: string, person_id: string) =>
  (await findAccountOfPerson.first(tx, { provider, person_id }))?.account_id
export const removeCredential = (tx: WriteTx, id: string) => removeCredentialById.post(tx, { id })
/** A person's second factor, with its sealed secret. */
export const findSecondFactor = (tx: Tx, person_id: string) => findFactor.first(tx, { person_id })
/** Marks a step of time as used, with all before it; gives whether this call was the one that did. */
export const spendStep = async (tx: WriteTx, id: string, step: number) => (await takeStep.run(tx, { id, step })) === 1
/** Switches a person's second factor off. */
export function removeSecondFactor(tx: WriteTx, person_id: string): void {
  clearTwoFactor.post(tx, { person_id })
  removeTwoFactor.post(tx, { person_id })
}
/** Removes every way to sign in as a person except the password. */
export function removeFactors(tx: WriteTx, person_id: string): void {
  removeSecondFactor(tx, person_id)
  removePasskeys.post(tx, { person_id })
}
/** Removes every way to sign in as a person. */
export function removeWaysIn(tx: WriteTx, person_id: string): void {
  removeCredentials.post(tx, { person_id })
  removeFactors(tx, person_id)
}

const findAnySecondFactor = statement<object>()((db) => db.selectFrom('two_factors').select('id').limit(1))

/** Whether anyone has set up a second factor: its secret is sealed under the key of the service. */
export const hasSecondFactors = async (tx: Tx) => (await findAnySecondFactor.first(tx, {})) !== undefined
