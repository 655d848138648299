// The checks of a request before its body is read.
import type { FastifyRequest } from 'fastify'
import { ApiError, AuthError, invalid, notFound } from '../kernel/errors.ts'
import { type CompanyId, isId } from '../kernel/ids.ts'
import type { Caller } from './context.ts'
import { type Endpoint, LEVEL_OF_METHOD, type Method } from './endpoint.ts'
import { parseQuery } from './query.ts'
import type { Access, ReachedCompany, RequestState } from './request.ts'
import { includesLevel, requireScope } from './scopes.ts'

/** Finds keys or sessions, and the companies that they reach: passed in by the rooms above. */
export interface Gate {
  /**
   * Finds the key of an Authorization header, or the session of a Cookie header (undefined: not sent), and whether it reaches the requested
   * company. `address` is the client's, for keys that may be used from some addresses only.
   */
  authenticate(header: string | undefined, company_id: string | undefined, address: string): Promise<Access>
  /** The company of a caller that reaches exactly one; for endpoints where company_id is optional. */
  onlyCompany(caller: Caller): Promise<ReachedCompany | undefined>
}

/** How often is too often. Both throw 429. */
export interface Limits {
  /** Counts a caller's request; returns the headers that say how many are left, names and values alternating. */
  rate(caller_id: string, now_ms: number): readonly string[]
  /** Of an address whose requests have no valid key or session. */
  refusals(address: string, now_ms: number): void
}

/** Refuses requests that a proxy in front may have read differently, and closes the connection. */
export function checkHead(request: FastifyRequest): void {
  const close = { connection: 'close' }
  for (const name of ['Host', 'Content-Type']) {
    if (!repeats(request, name.toLowerCase())) continue
    throw new ApiError(400, [{ error: `The header ${name} was sent twice`, code: 'parameter_invalid', param: name }], close)
  }
  if (request.headers.host === undefined && request.raw.httpVersion === '1.1') {
    throw new ApiError(400, [{ error: 'The header Host is required', code: 'parameter_missing', param: 'Host' }], close)
  }
}

/** The checks that come before the body is read, in their order: key, level, scope, rate, company (docs/api/README.md, "Errors"). */
export async function admit(gate: Gate, limits: Limits, request: FastifyRequest): Promise<void> {
  const { state } = request
  const compiled = request.routeOptions.config.compiled
  readQueryString(request)
  state.requested_company = requestedCompany(request, compiled?.endpoint)
  const authorization = repeats(request, 'authorization') ? 'twice' : request.headers.authorization
  state.access = await gate.authenticate(authorization, state.requested_company, state.ip_address)
  const caller = callerIn(state, limits)
  // HEAD is asked like GET, and a method that the path does not know by its usual level.
  const level = compiled?.endpoint.level ?? LEVEL_OF_METHOD[request.method as Method] ?? 'read'
  if (compiled && !includesLevel(caller.level, level)) throw new AuthError(403, 'Insufficient permissions')
  if (compiled) requireScope(caller, compiled.endpoint)
  state.rate_limit = limits.rate(caller.api_key_id ?? caller.user_id, state.now_ms)
  if (compiled) state.company_id = await judgeCompany(gate, compiled.endpoint, caller, state)
}

/**
 * The same for a request from the dashboard: another site's page can make a browser send the cookie, but can't claim that the request comes
 * from this one. Endpoints before a sign-in need no session.
 */
export async function admitSession(
  gate: Gate & { isOwnOrigin(origin: string): boolean },
  limits: Limits,
  request: FastifyRequest,
): Promise<void> {
  const { state } = request
  const endpoint = request.routeOptions.config.compiled?.endpoint
  const is_change = request.method !== 'GET' && request.method !== 'HEAD'
  // Reads are not recorded: the dashboard's log is about changes.
  state.is_recorded = !is_change
  if (endpoint?.door === 'open') state.shown_path = endpoint.path
  if (is_change) refuseCrossSite(request, gate.isOwnOrigin)
  readQueryString(request)
  if (endpoint?.door === 'open') {
    if (is_change && request.headers['idempotency-key'] !== undefined) throw takesNoKey()
    if (state.query_fault) throw state.query_fault
    return
  }
  state.requested_company = requestedCompany(request, endpoint)
  const cookie = repeats(request, 'cookie') ? undefined : request.headers.cookie
  state.access = await gate.authenticate(cookie, state.requested_company, state.ip_address)
  const caller = callerIn(state, limits)
  if (endpoint && !includesLevel(caller.level, endpoint.level)) throw new AuthError(403, 'Insufficient permissions')
  state.rate_limit = limits.rate(caller.user_id, state.now_ms)
  if (endpoint) state.company_id = await judgeCompany(gate, endpoint, caller, state)
}

/** The caller; throws the refusal otherwise, or 429 if the address was refused too often. */
function callerIn({ access: { caller, refusal }, ip_address, now_ms }: RequestState, limits: Limits): Caller {
  if (refusal) {
    limits.refusals(ip_address, now_ms)
    throw refusal
  }
  if (!caller) throw new Error('authenticate gave neither a caller nor a refusal')
  return caller
}

/**
 * Throws 403 unless the browser says that the request comes from a page of this service (`Sec-Fetch-Site`; `none` is typed by the person),
 * or, in a browser that does not say so, the page does (`Origin`).
 */
export function refuseCrossSite(request: FastifyRequest, isOwnOrigin: (origin: string) => boolean): void {
  const site = request.headers['sec-fetch-site']
  const { origin } = request.headers
  const is_own = site === undefined ? origin !== undefined && isOwnOrigin(origin) : site === 'same-origin' || site === 'none'
  if (is_own) return
  throw new ApiError(403, [{ error: 'Only pages of this service may send this request', code: 'cross_site' }])
}

/** A client that sends one relies on it: to ignore it could do a thing twice. Stored answers belong to an API key or a member. */
function takesNoKey(): ApiError {
  return invalid('Idempotency-Key', 'What comes before a sign-in takes no Idempotency-Key', 'parameter_unknown')
}

function readQueryString(request: FastifyRequest): void {
  const url = request.raw.url ?? ''
  const start = url.indexOf('?')
  try {
    request.state.query = parseQuery(start < 0 ? '' : url.slice(start + 1))
  } catch (error) {
    request.state.query_fault = error
  }
}

/** The company that a request names: in its query string, or by its path. */
function requestedCompany({ state, params }: FastifyRequest, endpoint: Endpoint | undefined): string | undefined {
  if (!endpoint?.is_company_in_path) return state.query?.get('company_id')
  const { id } = params as { id: string }
  // A text that is no id reaches nothing, and no database: PostgreSQL takes no NUL.
  return isId('company', id) ? id : NO_COMPANY
}
const NO_COMPANY = 'com_'

/** Node keeps only the first of two such headers: which one a proxy in front looked at is anyone's guess, so both are refused. */
function repeats(request: FastifyRequest, name: string): boolean {
  const { rawHeaders } = request.raw
  let count = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const header = rawHeaders[index]!
    if (header.length === name.length && header.toLowerCase() === name) count++
  }
  return count > 1
}

async function judgeCompany(gate: Gate, endpoint: Endpoint, caller: Caller, state: RequestState): Promise<CompanyId | undefined> {
  if (state.query_fault) throw state.query_fault
  if (endpoint.is_company_in_path) {
    if (!state.access.company_id) throw notFound()
    return state.access.company_id
  }
  if (endpoint.company === 'none') return undefined
  if (!state.requested_company) {
    const only = endpoint.company === 'optional' ? await gate.onlyCompany(caller) : undefined
    if (only) {
      // A copy: the object may be one that is remembered for the key.
      state.access = { ...state.access, ...only }
      return only.company_id
    }
    throw invalid('company_id', 'The query parameter company_id is required', 'parameter_missing')
  }
  if (!state.access.company_id) throw companyNotAccessible()
  return state.access.company_id
}

/** 403 for a company that the key does not reach, whether there is such a company or not. */
export function companyNotAccessible(): ApiError {
  return new ApiError(403, [{ error: 'This key does not reach that company', code: 'company_not_accessible' }])
}
