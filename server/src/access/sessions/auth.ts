// /dashboard/auth: the sign-in library behind our own door. It gets only what it needs; what it did is recorded.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { refuseCrossSite } from '../../http/admission.ts'
import { refusal } from '../../http/answers.ts'
import { send } from '../../http/replies.ts'
import { pathOf } from '../../http/request.ts'
import type { Clock } from '../../kernel/clock.ts'
import { ApiError } from '../../kernel/errors.ts'
import { once } from '../../kernel/once.ts'
import { passkeyIdOf, type Route, readBody, routeOf, shownOf } from './auth-routes.ts'
import type { BackOff } from './back-off.ts'
import { refuseCommon } from './new-password.ts'
import { type Attempt, finish, newToken, type Outcome, type OutcomeParts, WRONG } from './outcome.ts'
import { findPasskeyOwner } from './passkey-repository.ts'
import { admitVouched } from './persons.ts'
import { findAccount, findPassword } from './repository.ts'
import { COOKIE_PREFIX, cookiesOf, type LivingSession, notSignedIn, SESSION_COOKIE, type Sessions } from './session.ts'
import { ADDRESS_HEADER, AUTH_PATH, FRESH_S, openSignIn } from './sign-in.ts'
import { SINGLE_SIGN_ON, type SingleSignOnSettings, type SsoRefusal } from './single-sign-on.ts'
import { findBegun, findStanding, noteBegun, type Standing } from './standing.ts'

export interface AuthParts extends OutcomeParts {
  clock: Clock
  log: Logger
  sessions: Sessions
  backOff: BackOff
  /** Signs cookies and seals second factors. */
  secret: string
  single_sign_on: SingleSignOnSettings | undefined
  /** Where the dashboard is reached: scheme, host and port. */
  origin(): string
  isOwnOrigin(origin: string): boolean
}

/** How long after a page was shown the library is loaded: its scripts come first. */
const LOADED_AFTER_MS = 500
const LONGEST_AGENT = 1_000

/** Serves /dashboard/auth. Call `expect` when someone may be about to sign in: the first one would wait for the library otherwise. */
export function serveAuth(app: FastifyInstance, parts: AuthParts): { expect(): void } {
  const library = once(() => openSignIn({ ...parts, origin: parts.origin(), provider: providerOf(parts) }))
  app.post<{ Params: { '*': string } }>(
    `${AUTH_PATH}/*`,
    { onRequest: async (request) => refuseCrossSite(request, parts.isOwnOrigin) },
    async (request, reply) => {
      const name = request.params['*']
      const route = name === 'sign-in/sso' && !parts.single_sign_on ? undefined : routeOf(name)
      if (!route) return send(reply, refusal(404, 'route_not_found', `There is no POST ${pathOf(request).slice(0, 200)}`))
      const session = await parts.sessions.find(request.headers.cookie)
      if (route.needs_session && !session) throw notSignedIn()
      const body = readBody(request, route)
      const standing = await standingBefore(parts, request, { name, route, session, body })
      const attempt = { name, route, session, body, standing }
      if (route.is_begun) await parts.backOff.begin(request.state.ip_address)
      if (session && route.takes_recent_sign_in) await requireProof(parts, session)
      if (session && body['newPassword'] !== undefined) await requireUncommon(parts, session, String(body['newPassword']))
      const run = async () => finish(parts, request, attempt, await ask(await library(), parts, request, attempt))
      const outcome = await guarded(parts, request, attempt, run)
      if (outcome.cookies.length > 0) reply.header('set-cookie', outcome.cookies)
      return reply
        .code(outcome.status)
        .header('Content-Type', 'application/json; charset=utf-8')
        .send(JSON.stringify(shownOf(route, outcome.status, outcome.body)))
    },
  )
  if (parts.single_sign_on) {
    app.get(`${AUTH_PATH}/${WAY_BACK.name}`, async (request, reply) => {
      const session = await parts.sessions.find(request.headers.cookie)
      const attempt = { ...WAY_BACK, session, query: queryOf(request) }
      return sendOn(reply, await comeBack(parts, request, attempt, library))
    })
  }
  let timer: NodeJS.Timeout | undefined
  app.addHook('onClose', async () => clearTimeout(timer))
  return {
    expect() {
      // A failure here happens again where the library is awaited.
      timer ??= setTimeout(() => void library().catch(() => {}), LOADED_AFTER_MS)
    },
  }
}

type Library = Awaited<ReturnType<typeof openSignIn>>

function providerOf({ single_sign_on, database, clock, log }: AuthParts) {
  if (!single_sign_on) return undefined
  return {
    settings: single_sign_on,
    admit: (vouched: Parameters<typeof admitVouched>[1]) => database.write((tx) => admitVouched(tx, vouched, clock.now_ms())),
    onFault: (error: unknown) => log.warn({ err: error }, 'single sign-on failed'),
  }
}

/** Throws 403 for someone without a password whose sign-in is not recent. */
async function requireProof({ database, clock }: AuthParts, { person_id, created_at }: LivingSession): Promise<void> {
  if (clock.now_ms() - Date.parse(created_at) <= FRESH_S * 1_000) return
  if ((await database.readOne((tx) => findPassword(tx, person_id))) !== null) return
  throw new ApiError(403, [{ error: 'You signed in too long ago: sign out and in again first', code: 'SESSION_NOT_FRESH' }])
}

/** Throws 400 for a new password that would be guessed soon. */
async function requireUncommon({ database }: AuthParts, { caller }: LivingSession, password: string): Promise<void> {
  const owner = await database.readOne((tx) => findAccount(tx, caller.organization_id, caller.user_id))
  if (owner) await refuseCommon(password, owner, 'newPassword')
}

/** The standing of a sign-in, before the library looks at the request; undefined if there is none. */
async function standingBefore(
  { database, secret }: AuthParts,
  request: FastifyRequest,
  { name, route, session, body }: Attempt,
): Promise<Standing | undefined> {
  if (name === 'sign-in/email') return database.readOne((tx) => findStanding(tx, body['email'] as string))
  if (route.proof === 'code' && !session) return findBegun(database, request.headers.cookie, secret)
  return undefined
}

/** Slows down guessing. All ways in count together, for the person that they lead to. */
async function guarded(
  parts: AuthParts,
  request: FastifyRequest,
  { route, session, body, standing }: Attempt,
  run: () => Promise<Outcome>,
): Promise<Outcome> {
  if (!route.proof) return run()
  const address = request.state.ip_address
  if (route.proof === 'code' && !session && !standing) {
    // A code without a sign-in: nobody's account is guessed at, and only the address is counted.
    await parts.backOff.miss(address)
    throw new ApiError(401, [
      { error: 'This sign-in has ended: begin again with the password', code: 'INVALID_TWO_FACTOR_COOKIE' },
    ])
  }
  const account =
    session && !route.is_sign_in ? session.person_id : (standing?.person_id ?? (await accountOf(parts, route, body)))
  return parts.backOff.attempt({ account, address }, async () => {
    const result = await run()
    // Counts anything that did not succeed: a request that is at fault in another way must not reset earlier guesses. Nor must the password of
    // someone who is still asked for a code, or each one would allow new guesses at the code.
    const outcome = result.status !== 200 ? 'failed' : result.body['twoFactorRedirect'] === true ? 'half' : 'in'
    return { result, outcome }
  })
}

async function accountOf({ database }: AuthParts, route: Route, body: Attempt['body']): Promise<string> {
  if (route.proof !== 'passkey') return String(body['email'])
  const id = passkeyIdOf(route, body)
  return (await database.readOne((tx) => findPasskeyOwner(tx, id))) ?? `passkey ${id}`
}

/** Asks the library, and stores the standing of a sign-in that will be asked for a code. */
async function ask(library: Library, parts: AuthParts, request: FastifyRequest, attempt: Attempt): Promise<Outcome> {
  const answer = await call(library, parts, request, attempt)
  if (attempt.route.is_sign_in) await noteBegun(parts.database, answer.cookies, parts.secret, attempt.standing)
  return answer
}

async function call(library: Library, parts: AuthParts, request: FastifyRequest, attempt: Attempt): Promise<Outcome> {
  const { name, route, body, session, query } = attempt
  const origin = parts.origin()
  const headers = new Headers({ origin, 'content-type': 'application/json', [ADDRESS_HEADER]: request.state.ip_address })
  const agent = request.headers['user-agent']
  if (agent) headers.set('user-agent', agent.slice(0, LONGEST_AGENT))
  const cookies = cookiesOf(request.headers.cookie).filter(
    // At a sign-in a session that there was is no matter, and one that has ended never is.
    ([one]) => one.startsWith(`${COOKIE_PREFIX}.`) && (one !== SESSION_COOKIE || (session && !route.is_sign_in)),
  )
  if (cookies.length > 0) headers.set('cookie', cookies.map((pair) => pair.join('=')).join('; '))
  const there = route.library ?? { method: 'POST' as const, name }
  const url = `${origin}${AUTH_PATH}/${there.name}${query ? `?${query}` : ''}`
  const sent = there.method === 'POST' ? { body: JSON.stringify(route.sends?.(body) ?? body) } : {}
  const response = await library.handler(new Request(url, { method: there.method, headers, ...sent }))
  const text = await response.text()
  const answer = (text === '' ? {} : JSON.parse(text)) as Record<string, unknown> | null
  const outcome = {
    status: response.status,
    body: answer ?? {},
    cookies: response.headers.getSetCookie(),
    location: response.headers.get('location'),
  }
  if (outcome.status < 500 || outcome.status === 503) return outcome
  // The library treats any fault of a device's answer as its own.
  if (outcome.body['code'] === 'FAILED_TO_VERIFY_REGISTRATION') return { ...outcome, status: 400 }
  throw new Error(`The library of the sign-in answered ${response.status} to ${name}`)
}

/** The way back from the other service, with its answer. It starts a session only for a browser that set out from here. */
const WAY_BACK: Pick<Attempt, 'name' | 'route' | 'body'> & { route: Route } = {
  name: `callback/${SINGLE_SIGN_ON}`,
  route: {
    fields: [],
    needs_session: false,
    is_sign_in: true,
    library: { method: 'GET', name: `callback/${SINGLE_SIGN_ON}` },
  },
  body: {},
}

/** What the other service may answer on the way back. */
const SAID = ['code', 'state', 'error', 'iss'] as const
const LONGEST_SAID = 4_000

function queryOf(request: FastifyRequest): URLSearchParams {
  const url = request.raw.url ?? ''
  const given = new URLSearchParams(url.includes('?') ? url.slice(url.indexOf('?') + 1) : '')
  const said = new URLSearchParams()
  for (const name of SAID) {
    const value = given.get(name)
    if (value !== null && value.length <= LONGEST_SAID) said.set(name, value)
  }
  return said
}

const SSO_REFUSALS: readonly unknown[] = ['no_member', 'other_account', 'email_not_verified'] satisfies SsoRefusal[]

/** Finishes a sign-in by the other service; gives where the browser goes next, with the cookies for it. */
async function comeBack(
  parts: AuthParts,
  request: FastifyRequest,
  attempt: Attempt,
  library: () => Promise<Library>,
): Promise<{ location: string; cookies: string[] }> {
  let answer: Outcome
  try {
    answer = await ask(await library(), parts, request, attempt)
  } catch (error) {
    // Anyone who comes back sees a page, whatever went wrong.
    parts.log.error({ err: error, request_id: request.state.request_id }, 'single sign-on failed')
    return { location: '/?sign_in=failed', cookies: [] }
  }
  const outcome = await finish(parts, request, attempt, answer)
  const { cookies, body } = outcome
  const to = outcome.location?.startsWith('/') ? outcome.location : '/'
  if (newToken(outcome) !== undefined) return { location: to, cookies }
  if (body['twoFactorRedirect'] === true) return { location: `${to}${to.includes('?') ? '&' : '?'}sign_in=code`, cookies }
  const reason = outcome === WRONG ? 'no_member' : SSO_REFUSALS.includes(body['code']) ? body['code'] : 'failed'
  return { location: `/?sign_in=${reason}`, cookies }
}

function sendOn(reply: FastifyReply, { location, cookies }: { location: string; cookies: string[] }): FastifyReply {
  if (cookies.length > 0) reply.header('set-cookie', cookies)
  return reply.code(302).header('location', location).header('cache-control', 'no-store').send()
}
