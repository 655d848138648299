// Who may enter: all that is checked of a request before its body is read.
import type { FastifyRequest } from 'fastify'
import { ApiError, AuthError, invalid } from '../kernel/errors.ts'
import type { CompanyId } from '../kernel/ids.ts'
import type { Caller, PermissionLevel } from './context.ts'
import { type Endpoint, LEVEL_OF_METHOD, type Method } from './endpoint.ts'
import { parseQuery } from './query.ts'
import type { Access, RequestState } from './request.ts'

/** Who knows keys and the companies that they reach: handed in by the rooms above. */
export interface Gate {
  /** Finds the key of an Authorization header (undefined: none was sent), and whether it reaches the company asked for. */
  authenticate(authorization: string | undefined, company_id: string | undefined): Promise<Access>
  /** The company of a key that reaches exactly one; for endpoints where company_id is optional. */
  onlyCompany(caller: Caller): Promise<CompanyId | undefined>
}

/** Refuses what a proxy in front may have read as another request than this one, and closes the connection. */
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

/** The checks that come before the body is read, in their order: key, level, rate, company (decisions.md, section 2). */
export async function admit(
  gate: Gate,
  limitRate: (key_id: string, now_ms: number) => void,
  request: FastifyRequest,
): Promise<void> {
  const { state } = request
  const compiled = request.routeOptions.config.compiled
  readQueryString(request)
  const authorization = repeats(request, 'authorization') ? 'twice' : request.headers.authorization
  state.access = await gate.authenticate(authorization, state.requested_company)
  const { caller, refusal } = state.access
  if (refusal) throw refusal
  if (!caller) throw new Error('authenticate gave neither a caller nor a refusal')
  const level = LEVEL_OF_METHOD[request.method as Method] ?? 'read'
  if (compiled && !includesLevel(caller.level, level)) throw new AuthError(403, 'Insufficient permissions')
  limitRate(caller.api_key_id, state.now_ms)
  if (compiled) state.company_id = await judgeCompany(gate, compiled.endpoint, caller, state)
}

function readQueryString(request: FastifyRequest): void {
  const url = request.raw.url ?? ''
  const start = url.indexOf('?')
  try {
    request.state.query = parseQuery(start < 0 ? '' : url.slice(start + 1))
    request.state.requested_company = request.state.query.get('company_id')
  } catch (error) {
    request.state.query_fault = error
  }
}

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

const LEVELS: readonly PermissionLevel[] = ['read', 'write', 'admin']

function includesLevel(held: PermissionLevel, needed: PermissionLevel): boolean {
  return LEVELS.indexOf(held) >= LEVELS.indexOf(needed)
}

async function judgeCompany(gate: Gate, endpoint: Endpoint, caller: Caller, state: RequestState): Promise<CompanyId | undefined> {
  if (state.query_fault) throw state.query_fault
  if (endpoint.company === 'none') return undefined
  if (!state.requested_company) {
    const only = endpoint.company === 'optional' ? await gate.onlyCompany(caller) : undefined
    if (only) return only
    throw invalid('company_id', 'The query parameter company_id is required', 'parameter_missing')
  }
  if (!state.access.company_id) throw companyNotAccessible()
  return state.access.company_id
}

/** 403 for a company that the key does not reach, whether there is such a company or not. */
export function companyNotAccessible(): ApiError {
  return new ApiError(403, [{ error: 'This key does not reach that company', code: 'company_not_accessible' }])
}
