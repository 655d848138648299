// /dashboard/auth: the library of the sign-in behind our own door. What it gets is what it needs and no more; what it did is recorded.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '../database/database.ts'
import { refuseCrossSite } from '../http/admission.ts'
import { refusal } from '../http/answers.ts'
import { send } from '../http/replies.ts'
import { pathOf, type RequestRecord, recordOf } from '../http/request.ts'
import { invalid } from '../kernel/errors.ts'
import type { OrganizationId, UserId } from '../kernel/ids.ts'
import { readJson } from '../kernel/json.ts'
import type { BackOff } from './back-off.ts'
import { clientAddress } from './client-address.ts'
import { addressOf, loginNameOf } from './login-name.ts'
import { endSession, findPersonOfSession, listMembersByEmail, listOrganizationsOf, placeSession } from './repository.ts'
import { COOKIE_PREFIX, cookiesOf, type LivingSession, notSignedIn, SESSION_COOKIE, type Sessions } from './session.ts'
import { ADDRESS_HEADER, AUTH_PATH, openSignIn } from './sign-in.ts'

export interface AuthParts {
  database: Database
  sessions: Sessions
  backOff: BackOff
  /** Signs cookies and seals second factors. */
  secret: string
  /** Where the dashboard is reached: scheme, host and port. */
  origin(): string
  isOwnOrigin(origin: string): boolean
  record(record: RequestRecord): void
}

interface Route {
  /** The fields of its body. Others are dropped: the library knows some that would have it redirect, or trust a device. */
  fields: readonly string[]
  /** Whether there must be a living session. */
  needs_session: boolean
  /** What is proven, which can be guessed at. */
  proof?: 'password' | 'code'
}

/** All of the library that can be reached. */
const ROUTES: Readonly<Record<string, Route>> = {
  'sign-in/email': { fields: ['email', 'password'], needs_session: false, proof: 'password' },
  'sign-out': { fields: [], needs_session: false },
  'change-password': { fields: ['currentPassword', 'newPassword'], needs_session: true, proof: 'password' },
  'two-factor/enable': { fields: ['password'], needs_session: true, proof: 'password' },
  'two-factor/disable': { fields: ['password'], needs_session: true, proof: 'password' },
  'two-factor/generate-backup-codes': { fields: ['password'], needs_session: true, proof: 'password' },
  'two-factor/verify-totp': { fields: ['code'], needs_session: false, proof: 'code' },
  'two-factor/verify-backup-code': { fields: ['code'], needs_session: false, proof: 'code' },
}
const LONGEST_FIELD = 1_000

/** A request to the library, as far as it was looked at here. */
interface Attempt {
  name: string
  route: Route
  body: Record<string, unknown>
  session: LivingSession | undefined
}

/** What the library answered. */
interface Outcome {
  status: number
  body: Record<string, unknown>
  cookies: string[]
}

/** As whom something was done. */
interface Member {
  organization_id: OrganizationId
  user_id: UserId
}

/** How long after a page was shown the library is loaded: its scripts come first. */
const LOADED_AFTER_MS = 500

/** Serves /dashboard/auth. Call `expect` when someone may be about to sign in: the first one would wait for the library otherwise. */
export function serveAuth(app: FastifyInstance, parts: AuthParts): { expect(): void } {
  let opened: ReturnType<typeof openSignIn> | undefined
  const library = () => {
    opened ??= openSignIn({ database: parts.database, origin: parts.origin(), secret: parts.secret })
    return opened
  }
  app.post<{ Params: { '*': string } }>(
    `${AUTH_PATH}/*`,
    { onRequest: async (request) => refuseCrossSite(request, parts.isOwnOrigin) },
    async (request, reply) => {
      const name = request.params['*']
      const route = Object.hasOwn(ROUTES, name) ? ROUTES[name] : undefined
      if (!route) return send(reply, refusal(404, 'route_not_found', `There is no POST ${pathOf(request).slice(0, 200)}`))
      const session = await parts.sessions.find(request.headers.cookie)
      if (route.needs_session && !session) throw notSignedIn()
      const attempt = { name, route, session, body: readBody(request, route) }
      const outcome = await guarded(parts, request, attempt, async () => call(await library(), parts, request, attempt))
      return sendOutcome(reply, outcome)
    },
  )
  let timer: NodeJS.Timeout | undefined
  app.addHook('onClose', async () => clearTimeout(timer))
  return {
    expect() {
      // What fails here fails once more where it is waited for.
      if (!opened) timer ??= setTimeout(() => void library().catch(() => {}), LOADED_AFTER_MS)
    },
  }
}

/** The declared fields of the body, all of them texts. */
function readBody(request: FastifyRequest, { fields }: Route): Record<string, string> {
  const bytes = request.body as Buffer | undefined
  const given = bytes && bytes.length > 0 ? readJson(bytes) : {}
  if (typeof given !== 'object' || given === null) throw invalid('body', 'The body must be a JSON object')
  const body: Record<string, string> = {}
  for (const field of fields) {
    const value = (given as Record<string, unknown>)[field]
    if (typeof value !== 'string') throw invalid(field, `${field} must be a string`)
    if (value.length > LONGEST_FIELD) throw invalid(field, `${field} may have at most ${LONGEST_FIELD} characters`)
    body[field] = field === 'email' ? loginNameOf(value) : value
  }
  return body
}

/** Makes who guesses wait, records what came of it, and sees to what the library does not know of: organizations. */
async function guarded(
  parts: AuthParts,
  request: FastifyRequest,
  attempt: Attempt,
  run: () => Promise<Outcome>,
): Promise<Outcome> {
  const { session, route } = attempt
  const finish = async () => {
    const outcome = await settle(parts, attempt, await run())
    const members = session ? [session.caller] : await membersOf(parts.database, attempt, outcome)
    for (const { organization_id, user_id } of members) {
      parts.record({ ...recordOf(request, outcome.status), organization_id, user_id })
    }
    if (members.length === 0) parts.record(recordOf(request, outcome.status))
    return outcome
  }
  if (!route.proof) return finish()
  // Codes are of a sign-in that has begun; the library counts them for each account too.
  const account = session?.person_id ?? (attempt.body['email'] as string | undefined) ?? route.proof
  return parts.backOff.attempt({ account, address: clientAddress(request, parts.origin()) }, async () => {
    const result = await finish()
    // Whatever did not succeed: a request that is at fault in another way must not make the guesses before it undone.
    return { result, failed: result.status !== 200 }
  })
}

/** As whom the person of a sign-in is a member: in the log of each organization it stands who came in, and who was taken for whom. */
async function membersOf(database: Database, { name, body }: Attempt, outcome: Outcome): Promise<Member[]> {
  const token = newToken(outcome)
  if (token !== undefined) {
    const person_id = await database.readOne((tx) => findPersonOfSession(tx, token))
    const organizations = person_id ? await database.readOne((tx) => listOrganizationsOf(tx, person_id)) : []
    return organizations.map(({ id, user_id }) => ({ organization_id: id, user_id }))
  }
  if (name !== 'sign-in/email') return []
  // Asked for whoever it is, so that it takes as long.
  return database.readOne((tx) => listMembersByEmail(tx, body['email'] as string))
}

/** Gives a new session its organization, and ends the one that it takes the place of. Who is a member of none is nobody. */
async function settle({ database }: AuthParts, { session }: Attempt, outcome: Outcome): Promise<Outcome> {
  const token = newToken(outcome)
  if (token === undefined) return outcome
  const person_id = await database.readOne((tx) => findPersonOfSession(tx, token))
  const organizations = person_id ? await database.readOne((tx) => listOrganizationsOf(tx, person_id)) : []
  const before = session && session.person_id === person_id ? session.caller.organization_id : undefined
  const organization = organizations.find(({ id }) => id === before) ?? organizations[0]
  await database.write(async (tx) => {
    if (organization) placeSession(tx, token, organization.id)
    else endSession(tx, token)
    if (session && session.token !== token) endSession(tx, session.token)
  })
  return organization ? outcome : WRONG
}

const WRONG: Outcome = {
  status: 401,
  body: { code: 'INVALID_EMAIL_OR_PASSWORD', message: 'Invalid email or password' },
  cookies: [],
}

/** The token of the session that an answer begins. */
function newToken({ cookies, status }: Outcome): string | undefined {
  if (status !== 200) return undefined
  const cookie = cookies.findLast((one) => one.startsWith(`${SESSION_COOKIE}=`))
  const value = cookie?.slice(SESSION_COOKIE.length + 1, cookie.indexOf(';'))
  const signed = value ? decodeURIComponent(value) : ''
  return signed.includes('.') ? signed.slice(0, signed.lastIndexOf('.')) : undefined
}

async function call(
  library: Awaited<ReturnType<typeof openSignIn>>,
  parts: AuthParts,
  request: FastifyRequest,
  { name, body, session }: Attempt,
): Promise<Outcome> {
  const origin = parts.origin()
  const headers = new Headers({ origin, 'content-type': 'application/json', [ADDRESS_HEADER]: clientAddress(request, origin) })
  const agent = request.headers['user-agent']
  if (agent) headers.set('user-agent', agent.slice(0, LONGEST_FIELD))
  const cookies = cookiesOf(request.headers.cookie).filter(
    // At a sign-in a session that there was is no matter, and one that has ended never is.
    ([one]) => one.startsWith(`${COOKIE_PREFIX}.`) && (one !== SESSION_COOKIE || (session && name !== 'sign-in/email')),
  )
  if (cookies.length > 0) headers.set('cookie', cookies.map((pair) => pair.join('=')).join('; '))
  const sent = name === 'change-password' ? { ...body, revokeOtherSessions: true } : body
  const init = { method: 'POST', headers, body: JSON.stringify(sent) }
  const response = await library.handler(new Request(`${origin}${AUTH_PATH}/${name}`, init))
  if (response.status >= 500) throw new Error(`The library of the sign-in answered ${response.status} to ${name}`)
  const text = await response.text()
  const given = text === '' ? {} : (JSON.parse(text) as Record<string, unknown> | null)
  return { status: response.status, body: given ?? {}, cookies: response.headers.getSetCookie() }
}

function sendOutcome(reply: FastifyReply, { status, body, cookies }: Outcome): FastifyReply {
  // The token is for the cookie, which no script can read.
  const { token: _, ...shown } = body
  const { user, totpURI } = body as { user?: { id: string; name: string; email: string }; totpURI?: string }
  if (user) shown['user'] = { id: user.id, name: user.name, email: addressOf(user.email) }
  if (totpURI) shown['totpURI'] = withAddress(totpURI)
  const message = shown['message']
  if (cookies.length > 0) reply.header('set-cookie', cookies)
  return reply
    .code(status)
    .header('Content-Type', 'application/json; charset=utf-8')
    .send(JSON.stringify(status < 400 || typeof message !== 'string' ? shown : { error: message, ...shown }))
}

/** What an app on a telephone calls the account: `otpauth://totp/Quoin:ada%40example.com?…`. */
function withAddress(uri: string): string {
  return uri.replace(/:([^:/?]+)\?/, (_, name: string) => `:${encodeURIComponent(addressOf(decodeURIComponent(name)))}?`)
}
