// Members who sign in to the dashboard of a test's service, and the requests of their pages.
import assert from 'node:assert/strict'
import { givePassword } from '../../src/access/sessions/persons.ts'
import { createUser } from '../../src/access/users/service.ts'
import { hashPassword } from '../../src/kernel/crypto.ts'
import type { UserId } from '../../src/kernel/ids.ts'
import './quick-passwords.ts'
import { PUBLIC_URL, type TestAnswer, type TestApp, type TestTenant } from './test-app.ts'

export type Role = 'owner' | 'admin' | 'member' | 'read_only'

export const PASSWORD = 'correct horse battery'
export const SESSION_COOKIE = '__Host-quoin.session_token'

export interface TestMember {
  user_id: UserId
  email: string
}

let members = 0
let hash: Promise<string> | undefined

/** Makes a member who has a password. */
export async function addMember(
  app: TestApp,
  role: Role,
  tenant: TestTenant = app.tenant,
  email = `${role}-${++members}@example.com`,
): Promise<TestMember> {
  const { organization_id } = tenant
  // Made once: it takes a while, as it should.
  hash ??= hashPassword(PASSWORD)
  const password = { new_hash: await hash }
  return app.database.write(async (tx) => {
    const user_id = await createUser(tx, { organization_id, name: role, email, role, now_ms: app.now_ms() })
    await givePassword(tx, { organization_id, user_id, name: role, email }, password, app.now_ms())
    return { user_id, email }
  })
}

export interface AuthAnswer {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: answers are looked into freely by tests
  body: any
  headers: Record<string, string | string[] | number | undefined>
  /** The cookies that a browser would store. */
  set: string[]
}

/** Sends a request under /dashboard/auth, as a page of the service does unless `headers` say otherwise. */
export async function auth(
  app: TestApp,
  path: string,
  body: object | string,
  other: { cookie?: string; address?: string; headers?: Record<string, string> } = {},
): Promise<AuthAnswer> {
  const answer = await app.server.inject({
    method: 'POST',
    url: `/dashboard/auth/${path}`,
    remoteAddress: other.address ?? '127.0.0.1',
    headers: {
      'content-type': 'application/json',
      'sec-fetch-site': 'same-origin',
      origin: PUBLIC_URL,
      ...(other.cookie ? { cookie: other.cookie } : {}),
      ...other.headers,
    },
    payload: typeof body === 'string' ? body : JSON.stringify(body),
  })
  const set = [answer.headers['set-cookie'] ?? []].flat()
  return { status: answer.statusCode, body: JSON.parse(answer.body || '{}'), headers: answer.headers, set }
}

/** The pair of a cookie that an answer sets, for the header of the next request; undefined for one that it takes away. */
export function cookieOf(answer: AuthAnswer, name = SESSION_COOKIE): string | undefined {
  const cookie = answer.set.findLast((one) => one.startsWith(`${name}=`))
  return cookie === undefined || /^[^=]+=;/.test(cookie) ? undefined : cookie.split(';')[0]
}

/** Signs in and gives the cookie. */
export async function signIn(app: TestApp, email: string, password = PASSWORD): Promise<string> {
  const answer = await auth(app, 'sign-in/email', { email, password })
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  const cookie = cookieOf(answer)
  assert.ok(cookie, 'no cookie was set')
  return cookie
}

/** A member of a role, signed in. */
export async function signedIn(app: TestApp, role: Role, tenant?: TestTenant): Promise<TestMember & { cookie: string }> {
  const member = await addMember(app, role, tenant)
  return { ...member, cookie: await signIn(app, member.email) }
}

export interface PageCall {
  body?: unknown
  query?: Record<string, string>
  company?: string | null
  headers?: Record<string, string>
}

/** Sends a request as a page of the dashboard does. */
export function fromPage(
  app: TestApp,
  cookie: string | undefined,
  method: string,
  path: string,
  call: PageCall = {},
): Promise<TestAnswer> {
  const headers = { 'sec-fetch-site': 'same-origin', ...(cookie ? { cookie } : {}), ...call.headers }
  return app.call(method, path, { key: null, company: null, ...call, headers })
}
