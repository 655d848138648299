// Which routes of the sign-in library are reachable, and which fields of requests and answers pass. The library has more: redirects, trusted
// devices, changes of the person.
import type { FastifyRequest } from 'fastify'
import { readEmail } from '../../kernel/email.ts'
import { invalid } from '../../kernel/errors.ts'
import { readJson } from '../../kernel/json.ts'
import { addressOf, loginNameOf } from './login-name.ts'
import { LONGEST_PASSWORD, SHORTEST_PASSWORD } from './new-password.ts'
import { SINGLE_SIGN_ON } from './single-sign-on.ts'

type Body = Record<string, unknown>

export interface Route {
  /** The texts of its body. Whatever else is sent is dropped. */
  fields: readonly string[]
  /** Its one object, made by the browser. */
  object?: string
  /** Whether there must be a living session. */
  needs_session: boolean
  /** Whether someone signs in by it: a session that there was is no matter then. */
  is_sign_in?: boolean
  /** What is proven, and can be guessed at. */
  proof?: 'password' | 'code' | 'passkey'
  /** Whether a recent sign-in replaces the password of someone who has none. */
  takes_recent_sign_in?: boolean
  /** Whether it starts a sign-in for which a row is stored for any caller: it is counted by address. */
  is_begun?: boolean
  /** How the library has it, where that is not a POST by the same name. */
  library?: { method: 'GET' | 'POST'; name: string }
  /** The body that the library gets. */
  sends?(body: Body): Body
  /** What the answer 200 shows, if that is not all of it. */
  shows?(body: Body): Body
}

const OF_SESSION = { needs_session: true, proof: 'password' } as const
/** A person without a password proves by a recent sign-in who they are. */
const OF_SECOND_FACTOR = { ...OF_SESSION, fields: ['password'], takes_recent_sign_in: true } as const
const CODE = { fields: ['code'], needs_session: false, proof: 'code' } as const

const ROUTES: Readonly<Record<string, Route>> = {
  'sign-in/email': { fields: ['email', 'password'], needs_session: false, is_sign_in: true, proof: 'password' },
  'sign-in/sso': {
    fields: ['to'],
    needs_session: false,
    is_sign_in: true,
    is_begun: true,
    library: { method: 'POST', name: 'sign-in/social' },
    sends: ({ to }) => ({
      provider: SINGLE_SIGN_ON,
      callbackURL: ownPath(to),
      errorCallbackURL: '/',
      disableRedirect: true,
    }),
    shows: ({ url }) => ({ url }),
  },
  'sign-out': { fields: [], needs_session: false },
  'change-password': {
    ...OF_SESSION,
    fields: ['currentPassword', 'newPassword'],
    sends: (body) => ({ ...body, revokeOtherSessions: true }),
  },
  'two-factor/enable': OF_SECOND_FACTOR,
  'two-factor/disable': OF_SECOND_FACTOR,
  'two-factor/generate-backup-codes': OF_SECOND_FACTOR,
  'two-factor/verify-totp': CODE,
  'two-factor/verify-backup-code': CODE,
  'passkey/generate-register-options': {
    fields: [],
    needs_session: true,
    library: { method: 'GET', name: 'passkey/generate-register-options' },
    shows: (body) => ({ ...body, user: namedByAddress(body['user'] as Body) }),
  },
  'passkey/verify-registration': {
    fields: ['name'],
    object: 'response',
    needs_session: true,
    shows: ({ id, name }) => ({ id, name }),
  },
  'passkey/generate-authenticate-options': {
    fields: [],
    needs_session: false,
    is_sign_in: true,
    is_begun: true,
    library: { method: 'GET', name: 'passkey/generate-authenticate-options' },
    // It asks only for what can be had; the answer is refused without.
    shows: (body) => ({ ...body, userVerification: 'required' }),
  },
  'passkey/verify-authentication': {
    fields: [],
    object: 'response',
    needs_session: false,
    is_sign_in: true,
    proof: 'passkey',
    shows: () => ({}),
  },
}

const PASSWORDS: readonly string[] = ['password', 'currentPassword', 'newPassword']
const LONGEST_FIELD = 1_000
/** A device's answer has only a few keys and signatures in it. */
const LONGEST_OBJECT = 20_000

/** The route of a path, if there is one. */
export function routeOf(name: string): Route | undefined {
  return Object.hasOwn(ROUTES, name) ? ROUTES[name] : undefined
}

/** The declared fields of the body; throws 400 if one is missing or too large. */
export function readBody(request: FastifyRequest, { fields, object }: Route): Body {
  const bytes = request.body as Buffer | undefined
  const given = bytes && bytes.length > 0 ? readJson(bytes) : {}
  if (typeof given !== 'object' || given === null) throw invalid('body', 'The body must be a JSON object')
  const body: Body = {}
  for (const field of fields) {
    const value = (given as Body)[field]
    if (typeof value !== 'string') throw invalid(field, `${field} must be a string`)
    checkText(field, value)
    body[field] = field === 'email' ? loginNameOf(readEmail(value)) : value
  }
  if (object !== undefined) {
    const value = (given as Body)[object]
    if (typeof value !== 'object' || value === null || Array.isArray(value)) throw invalid(object, `${object} must be an object`)
    if (JSON.stringify(value).length > LONGEST_OBJECT) throw invalid(object, `${object} is larger than any device makes it`)
    body[object] = value
  }
  return body
}

/** Throws 400 under the library's own codes, but with the field and what is allowed. */
function checkText(field: string, value: string): void {
  if (field === 'email' && value.trim() === '') {
    throw invalid(field, 'email must be an address like ada@example.com', 'INVALID_EMAIL')
  }
  if (field === 'newPassword' && value.length < SHORTEST_PASSWORD) {
    throw invalid(field, `${field} must have at least ${SHORTEST_PASSWORD} characters, not ${value.length}`, 'PASSWORD_TOO_SHORT')
  }
  if (PASSWORDS.includes(field) && value.length > LONGEST_PASSWORD) {
    throw invalid(field, `${field} may have at most ${LONGEST_PASSWORD} characters, not ${value.length}`, 'PASSWORD_TOO_LONG')
  }
  if (value.length > LONGEST_FIELD) throw invalid(field, `${field} may have at most ${LONGEST_FIELD} characters`)
}

/** The passkey that a device answers with. */
export function passkeyIdOf({ object }: Route, body: Body): string {
  return String((body[object!] as Body)['id']).slice(0, LONGEST_FIELD)
}

/** The part of an answer that the page sees: never the token, which is for the cookie that no script can read. */
export function shownOf(route: Route, status: number, body: Body): Body {
  const { token: _, session: __, ...shown } = body
  if (status >= 400) {
    const message = shown['message']
    return typeof message === 'string' ? { error: message, ...shown } : shown
  }
  if (route.shows) return route.shows(shown)
  const { user, totpURI } = body as { user?: { id: string; name: string; email: string }; totpURI?: string }
  if (user) shown['user'] = { id: user.id, name: user.name, email: addressOf(user.email) }
  if (totpURI) shown['totpURI'] = withAddress(totpURI)
  return shown
}

/** The name of the account in an authenticator app: `otpauth://totp/Quoin:ada%40example.com?…`. */
function withAddress(uri: string): string {
  return uri.replace(/:([^:/?]+)\?/, (_, name: string) => `:${encodeURIComponent(addressOf(decodeURIComponent(name)))}?`)
}

/** The name of the account where a browser lists passkeys. */
function namedByAddress(user: Body): Body {
  return { ...user, name: addressOf(String(user['name'])), displayName: addressOf(String(user['displayName'])) }
}

/** A path of this service to go to after the sign-in; `/` for anything that might lead elsewhere. */
function ownPath(to: unknown): string {
  return /^\/(?!\/)[\w\-./]*(\?[\w\-./=&%+]*)?$/.test(String(to)) ? String(to) : '/'
}
