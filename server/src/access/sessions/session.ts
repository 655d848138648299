// The session of a request: from its cookie to the member who signed in.
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Gate } from '../../http/admission.ts'
import type { Caller, Context, PermissionLevel } from '../../http/context.ts'
import { defineJob } from '../../jobs/job-kind.ts'
import { type Clock, timestamp } from '../../kernel/clock.ts'
import { ApiError, invalid } from '../../kernel/errors.ts'
import type { CompanyId, OrganizationId } from '../../kernel/ids.ts'
import type { Database } from '../../sql/database.ts'
import { listCompaniesOfOrganization } from '../companies/repository.ts'
import { presentCompany } from '../companies/schema.ts'
import { reachedIfOnly } from '../companies/service.ts'
import { isFirstOrganization } from '../organizations/repository.ts'
import type { UsersTable } from '../users/table.ts'
import {
  findAccount,
  findPassword,
  findSession,
  listOrganizationsOf,
  moveSession,
  removeEnded,
  touchSession,
} from './repository.ts'
import type { Session } from './schema.ts'

/** A session ends after so long without a request, and so long after its beginning. */
export const LONGEST_IDLE_MS = 7 * 24 * 60 * 60 * 1000
export const LONGEST_S = 30 * 24 * 60 * 60
/** How often a request is noted as use: each would be a write. */
const NOTED_EVERY_MS = 60 * 60 * 1000

export const COOKIE_PREFIX = '__Host-quoin'
export const SESSION_COOKIE = `${COOKIE_PREFIX}.session_token`

const LEVEL_OF_ROLE: Record<UsersTable['role'], PermissionLevel> = {
  owner: 'admin',
  admin: 'admin',
  member: 'write',
  read_only: 'read',
}

/** The answer to a request without a living session, whatever else it has. */
export function notSignedIn(): ApiError {
  return new ApiError(401, [{ error: 'Not signed in', code: 'not_signed_in' }])
}

/** A session that lives, and whose it is. */
export interface LivingSession {
  id: string
  token: string
  person_id: string
  /** When it was signed in to. */
  created_at: string
  caller: Caller
  company_id: CompanyId | null
  /** Of that company. */
  time_zone: string | null
  clock_ahead_ms: number | null
}

export interface Sessions extends Gate {
  /** The living session of a Cookie header. */
  find(cookie: string | undefined, company_id?: string): Promise<LivingSession | undefined>
}

/**
 * Looks sessions up in `database` at each request: one that ended is refused from the next request on, whichever process ended it. The token
 * is valid only with its signature under `secret`, in the library's format: so a copy of the table opens nothing.
 */
export function createSessions(database: Database, clock: Clock, secret: string): Sessions {
  const find: Sessions['find'] = async (cookie, company_id = '') => {
    const token = readSigned(cookiesOf(cookie), SESSION_COOKIE, secret)
    if (token === undefined) return undefined
    const now_ms = clock.now_ms()
    const [now, idle_since] = [timestamp(now_ms), new Date(now_ms - LONGEST_IDLE_MS).toISOString()]
    const row = await database.readOne((tx) => findSession(tx, { token, company_id, now, idle_since }))
    if (!row) return undefined
    if (now_ms - Date.parse(row.updated_at) > NOTED_EVERY_MS) {
      await database.write(async (tx) => touchSession(tx, row.session_id, now))
    }
    const caller: Caller = {
      organization_id: row.organization_id,
      user_id: row.user_id,
      api_key_id: null,
      key_prefix: null,
      session_id: row.session_id,
      level: LEVEL_OF_ROLE[row.role],
    }
    const { session_id: id, person_id, created_at, company_id: reached, time_zone, clock_ahead_ms } = row
    return { id, token, person_id, created_at, caller, company_id: reached, time_zone, clock_ahead_ms }
  }
  return {
    find,
    async authenticate(cookie, company_id) {
      const session = await find(cookie, company_id)
      if (!session) return { refusal: notSignedIn() }
      const { caller, company_id: reached, time_zone, clock_ahead_ms } = session
      return reached && time_zone ? { caller, company_id: reached, time_zone, clock_ahead_ms } : { caller }
    },
    async onlyCompany(caller) {
      const companies = await database.readOne((tx) => listCompaniesOfOrganization(tx, caller.organization_id))
      return reachedIfOnly(companies)
    },
  }
}

/** The value of a signed cookie; undefined if there is none, there are several, or the signature is not made with `secret`. */
export function readSigned(
  cookies: readonly (readonly [name: string, value: string])[],
  wanted: string,
  secret: string,
): string | undefined {
  const values = cookies.filter(([name]) => name === wanted)
  const signed = values.length === 1 ? decoded(values[0]![1]) : undefined
  const end = signed?.lastIndexOf('.') ?? -1
  if (signed === undefined || end < 1) return undefined
  const token = signed.slice(0, end)
  const given = Buffer.from(signed.slice(end + 1), 'base64')
  const expected = createHmac('sha256', secret).update(token).digest()
  return given.length === expected.length && timingSafeEqual(given, expected) ? token : undefined
}

/** The names and values of a Cookie header. */
export function cookiesOf(header: string | undefined): [name: string, value: string][] {
  const pairs = (header ?? '').split(';').map((pair): [string, string] => {
    const equals = pair.indexOf('=')
    return equals < 0 ? ['', ''] : [pair.slice(0, equals).trim(), pair.slice(equals + 1).trim()]
  })
  return pairs.filter(([name]) => name !== '')
}

function decoded(value: string): string | undefined {
  try {
    return decodeURIComponent(value)
  } catch {
    return undefined
  }
}

/** Removes expired sessions and sign-ins that were started. */
export const sweepSessions = defineJob({
  kind: 'sessions.retention',
  every: 'hour',
  change: async (tx, { now_ms }) => removeEnded(tx, timestamp(now_ms), timestamp(now_ms - LONGEST_IDLE_MS)),
})

/** The signed-in member, and what they reach. `mail_from` is the address that mails come from, if there is a mail server. */
export function getSession(context: Context, mail_from: string | undefined): Promise<Session> {
  return context.read(async (tx) => {
    const account = await findAccount(tx, context.organization_id, context.user_id)
    if (!account) throw notSignedIn()
    const organizations = await listOrganizationsOf(tx, account.person_id!)
    return {
      user: { id: context.user_id, name: account.name, email: account.email, role: account.role },
      organization: { id: context.organization_id, name: account.organization_name },
      organizations: organizations.map(({ id, name }) => ({ id, name })),
      companies: (await listCompaniesOfOrganization(tx, context.organization_id)).map((row) => ({
        ...presentCompany(row, context.addressOf),
        time_zone: row.time_zone,
        clock_ahead_ms: row.clock_ahead_ms,
      })),
      level: LEVEL_OF_ROLE[account.role],
      two_factor_enabled: Boolean(account.two_factor_enabled),
      sees_installation: account.role === 'owner' && (await isFirstOrganization(tx, context.organization_id)),
      has_password: (await findPassword(tx, account.person_id!)) !== null,
      mail_from: mail_from ?? null,
    }
  })
}

/** Whether a Cookie header has a living session of somebody who is a member of an organization, in whichever they work now. */
export async function isMember(
  database: Database,
  sessions: Sessions,
  cookie: string | undefined,
  organization_id: OrganizationId,
): Promise<boolean> {
  const session = await sessions.find(cookie)
  if (!session) return false
  if (session.caller.organization_id === organization_id) return true
  const organizations = await database.readOne((tx) => listOrganizationsOf(tx, session.person_id))
  return organizations.some(({ id }) => id === organization_id)
}

/** Switches to another organization of the person. Throws 400 for one that they are not a member of. */
export function switchOrganization(context: Context, wanted: string): Promise<{ organization_id: OrganizationId }> {
  return context.transaction(async (tx) => {
    const account = await findAccount(tx, context.organization_id, context.user_id)
    const organizations = account ? await listOrganizationsOf(tx, account.person_id!) : []
    const found = organizations.find(({ id }) => id === wanted)
    if (!found) throw invalid('organization_id', 'organization_id must be an organization that you are a member of')
    moveSession(tx, context.session_id!, found.id)
    return { organization_id: found.id }
  })
}
