// The state of a running request, and the row of the audit log that it becomes.
import type { FastifyRequest } from 'fastify'
import { timestamp } from '../kernel/clock.ts'
import type { ApiError, AuthError } from '../kernel/errors.ts'
import { type CompanyId, newId, type OrganizationId } from '../kernel/ids.ts'
import { withoutSecrets } from '../kernel/redact.ts'
import type { Slot } from './budget.ts'
import type { Caller } from './context.ts'
import type { Endpoint } from './endpoint.ts'
import type { compileQuery, RawQuery } from './query.ts'
import type { compileBody } from './validate.ts'

/** A company that a caller reaches, with its time. */
export interface ReachedCompany {
  company_id: CompanyId
  time_zone: string
  /** How far its clock is ahead of this machine's; null: it is no sandbox. */
  clock_ahead_ms: number | null
}

/** The result of checking the Authorization header or the session's cookie; with the company asked for, if the caller reaches it. */
export interface Access extends Partial<ReachedCompany> {
  /** Unset when no such key exists. Set for a disabled key too, so that the refusal is in its organization's audit log. */
  caller?: Caller
  refusal?: AuthError | ApiError
}

/** One row of the audit log. */
export interface RequestRecord {
  organization_id: OrganizationId | ''
  created_at: string
  request_id: string
  api_key_id: string | null
  key_prefix: string | null
  company_id: string | null
  method: string
  path: string
  status: number
  duration_ms: number
  ip_address: string
  user_agent: string | null
  /** The member who made the request in the dashboard; null for a key. */
  user_id: string | null
  /** The route that answered, like `/v1/invoices/:id`; refusals of a kind are counted under it. Unset: no route has that path. */
  route?: string | undefined
  /** Set for a row that counts several requests: how many, and when the last one was (`created_at` is that of the first). */
  count?: number
  last_at?: string
}

/** The state of a running request. */
export interface RequestState {
  request_id: string
  /** The client's address, for the audit log and everything that counts by it. Taken at the start: a closed socket does not know it any more. */
  ip_address: string
  now_ms: number
  started_at: number
  query: RawQuery | undefined
  /** Set when the query string can't be read: reported where the company would be looked up in it. */
  query_fault: unknown
  requested_company: string | undefined
  access: Access
  company_id: CompanyId | undefined
  /** CORS headers of the answer, names and values alternating. */
  cross_origin: readonly string[]
  /** Rate limit headers of the answer, names and values alternating. */
  rate_limit: readonly string[]
  /** Whether it was let in before all of its body was there. */
  is_body_late: boolean
  /** The path as logs show it: `loggedPathOf`. Set before by routes whose address is a secret. */
  shown_path: string | undefined
  /** Whether its row was written with its change, or it needs none. */
  is_recorded: boolean
  /** Whether it was answered and recorded. */
  is_over: boolean
  /** Called when it is over, answered or not, by what listens for its end anyway. */
  onOver: (() => void) | undefined
  /** Its slot among the requests under way, once it has its turn. */
  slot: Slot | undefined
}

/** An endpoint with its readers of query and body. */
export interface CompiledEndpoint {
  endpoint: Endpoint
  readQuery: ReturnType<typeof compileQuery>
  checkBody: ReturnType<typeof compileBody> | undefined
  /** Fields that a body may send back as they are shown. */
  read_only: ReadonlySet<string>
}

declare module 'fastify' {
  interface FastifyRequest {
    state: RequestState
  }
  interface FastifyContextConfig {
    compiled?: CompiledEndpoint
    /** Whether a route without an endpoint takes turns with other requests, by the client's address (`budget.ts`). */
    takes_turns?: boolean
  }
}

/** Starts a request of the client at `ip_address` and gives it an id. */
export function beginRequest(ip_address: string, now_ms: number): RequestState {
  const state: RequestState = {
    request_id: newId('request', now_ms),
    ip_address,
    now_ms,
    started_at: performance.now(),
    query: undefined,
    query_fault: undefined,
    requested_company: undefined,
    access: {},
    company_id: undefined,
    cross_origin: [],
    rate_limit: [],
    is_body_late: false,
    shown_path: undefined,
    is_recorded: false,
    is_over: false,
    onOver: undefined,
    slot: undefined,
  }
  return state
}

/** The headers that every answer has: names and values by turns, as `writeHead` takes them. */
export function commonHeaders(state: RequestState): string[] {
  const headers = ['Quoin-Request-Id', state.request_id, 'X-Content-Type-Options', 'nosniff', 'Cache-Control', 'no-store']
  if (state.cross_origin.length > 0) headers.push(...state.cross_origin)
  if (state.rate_limit.length > 0) headers.push(...state.rate_limit)
  return headers
}

/** The path of a request, without its query. */
export function pathOf(request: FastifyRequest): string {
  const url = request.raw.url ?? ''
  const end = url.indexOf('?')
  return end < 0 ? url : url.slice(0, end)
}

/** The path of a request as logs may show it. */
export const shownPathOf = (request: FastifyRequest): string => withoutSecrets(pathOf(request))

const LONGEST_RECORDED = 512

/** The path of a request as the audit log and the request log show it: without secrets, cut where it is too long. */
export function loggedPathOf(request: FastifyRequest): string {
  request.state.shown_path ??= shownPathOf(request).slice(0, LONGEST_RECORDED)
  return request.state.shown_path
}

/** The row of the audit log for a request that was answered with `status`; its duration ends now. */
export function recordOf(request: FastifyRequest, status: number): RequestRecord {
  const { state } = request
  const { caller } = state.access
  return {
    organization_id: caller?.organization_id ?? '',
    created_at: timestamp(state.now_ms),
    request_id: state.request_id,
    api_key_id: caller?.api_key_id ?? null,
    key_prefix: caller?.key_prefix ?? null,
    company_id: state.company_id ?? null,
    method: request.method,
    path: loggedPathOf(request),
    status,
    duration_ms: Math.round((performance.now() - state.started_at) * 1000) / 1000,
    ip_address: state.ip_address,
    user_agent: agentOf(request),
    user_id: caller && caller.api_key_id === null ? caller.user_id : null,
    route: request.routeOptions.config?.compiled?.endpoint.path,
  }
}

function agentOf(request: FastifyRequest): string | null {
  const agent = request.headers['user-agent']
  return agent === undefined ? null : withoutSecrets(agent).slice(0, LONGEST_RECORDED)
}
