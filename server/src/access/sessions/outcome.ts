// Completes an answer of the sign-in library: the session gets its organization, and the audit log an entry.
import type { FastifyRequest } from 'fastify'
import { type RequestRecord, recordOf } from '../../http/request.ts'
import type { OrganizationId, UserId } from '../../kernel/ids.ts'
import type { Database, WriteTx } from '../../sql/database.ts'
import type { Route } from './auth-routes.ts'
import {
  endSession,
  findPassword,
  findPersonOfSession,
  listMembersByEmail,
  listOrganizationsOf,
  placeSession,
  saveSessionBeginning,
} from './repository.ts'
import { type LivingSession, SESSION_COOKIE } from './session.ts'
import { isStanding, type Standing } from './standing.ts'

export interface OutcomeParts {
  database: Database
  /** Takes a row of the audit log that may be written a moment later. */
  record(record: RequestRecord): void
}

/** A request to the library, as far as it was looked at here. */
export interface Attempt {
  name: string
  route: Route
  body: Record<string, unknown>
  session: LivingSession | undefined
  /** The standing of a sign-in, as it was before the library looked at the request. */
  standing?: Standing | undefined
  /** The query string of a way back. */
  query?: URLSearchParams
}

/** The library's answer. */
export interface Outcome {
  status: number
  body: Record<string, unknown>
  cookies: string[]
  location: string | null
}

/** The membership under which something was done. */
interface Member {
  organization_id: OrganizationId
  user_id: UserId
}

/**
 * Adds what the library does not know (organizations) and records the result: actions of a member before they are answered, together with
 * the rest of the work; refusals, and actions of unknown persons, a moment later.
 */
export async function finish(parts: OutcomeParts, request: FastifyRequest, attempt: Attempt, answer: Outcome): Promise<Outcome> {
  const { route, session } = attempt
  const begun = await findBegun(parts.database, answer)
  const members = session && !route.is_sign_in ? [session.caller] : await membersOf(parts.database, attempt, begun)
  const recordsOf = ({ status }: Outcome) => {
    const record = recordOf(request, status)
    return members.map(({ organization_id, user_id }) => ({ ...record, organization_id, user_id }))
  }
  // A person without a membership counts as unknown.
  let outcome = begun && begun.organizations.length === 0 ? WRONG : answer
  const is_done = outcome.status < 400 && members.length > 0
  if (begun || is_done) {
    const { is_settled } = await parts.database.write(async (tx) => {
      const is_let_in = !begun || (await settle(tx, attempt, begun))
      if (is_let_in && is_done) for (const one of recordsOf(answer)) tx.defer(one)
      return { is_settled: is_let_in }
    })
    if (!is_settled) outcome = WRONG
  }
  if (outcome.status >= 400 || members.length === 0) {
    for (const one of members.length > 0 ? recordsOf(outcome) : [recordOf(request, outcome.status)]) parts.record(one)
  }
  return outcome
}

/** The session that an answer starts. */
interface Begun {
  token: string
  person_id: string | undefined
  organizations: Awaited<ReturnType<typeof listOrganizationsOf>>
}

async function findBegun(database: Database, answer: Outcome): Promise<Begun | undefined> {
  const token = newToken(answer)
  if (token === undefined) return undefined
  return database.read(async (tx) => {
    const person_id = await findPersonOfSession(tx, token)
    return { token, person_id, organizations: person_id ? await listOrganizationsOf(tx, person_id) : [] }
  })
}

/** The memberships of a sign-in's person: the log of each organization has who signed in, or whose sign-in failed. */
async function membersOf(database: Database, { name, body }: Attempt, begun: Begun | undefined): Promise<Member[]> {
  if (begun && begun.organizations.length > 0) {
    return begun.organizations.map(({ id, user_id }) => ({ organization_id: id, user_id }))
  }
  if (name !== 'sign-in/email') return []
  // Queried for unknown persons too, so that it takes as long.
  return database.readOne((tx) => listMembersByEmail(tx, body['email'] as string))
}

/**
 * Gives a new session its organization, and ends the session that it replaces. Ends the new one and returns false if the password or a role
 * of its standing has changed meanwhile.
 */
async function settle(
  tx: WriteTx,
  { route, session, standing }: Attempt,
  { token, person_id, organizations }: Begun,
): Promise<boolean> {
  if (standing && !(await isStanding(tx, standing))) {
    endSession(tx, token)
    return false
  }
  const before = session && session.person_id === person_id ? session : undefined
  const organization = organizations.find(({ id }) => id === before?.caller.organization_id) ?? organizations[0]
  if (organization) placeSession(tx, token, organization.id)
  else endSession(tx, token)
  // The library starts another session with each change of the second factor: if nothing was proven for it, it keeps the age of the old one.
  if (before && !route.is_sign_in && (await findPassword(tx, before.person_id)) === null)
    saveSessionBeginning(tx, token, before.created_at)
  if (session && session.token !== token) endSession(tx, session.token)
  return true
}

/** The answer to someone who is not let in, the same for everybody. */
export const WRONG: Outcome = {
  status: 401,
  body: { code: 'INVALID_EMAIL_OR_PASSWORD', message: 'Invalid email or password' },
  cookies: [],
  location: null,
}

/** The token of the session that an answer starts. */
export function newToken({ cookies, status }: Outcome): string | undefined {
  if (status >= 400) return undefined
  const cookie = cookies.findLast((one) => one.startsWith(`${SESSION_COOKIE}=`))
  const value = cookie?.slice(SESSION_COOKIE.length + 1, cookie.indexOf(';'))
  const signed = value ? decodeURIComponent(value) : ''
  return signed.includes('.') ? signed.slice(0, signed.lastIndexOf('.')) : undefined
}
