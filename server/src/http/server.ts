// The HTTP server: from a request to its answer, the same way for every endpoint.
import type { OutgoingHttpHeaders } from 'node:http'
import type { Socket } from 'node:net'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import type { Database, WriteTx } from '../database/database.ts'
import type { Clock } from '../kernel/clock.ts'
import { ApiError, AuthError, invalid, invalidAll } from '../kernel/errors.ts'
import { type CompanyId, newId, type OrganizationId } from '../kernel/ids.ts'
import { readJson } from '../kernel/json.ts'
import { fromText, serialize } from '../kernel/serialize.ts'
import { type Answer, answerFor, internalError, refusal } from './answers.ts'
import { type Caller, createContext, type PermissionLevel } from './context.ts'
import { type Endpoint, LEVEL_OF_METHOD, type Method } from './endpoint.ts'
import { etagOf, matchesETag } from './etag.ts'
import { createIdempotencyKeys, type IdempotencyKeys, type IdempotentRequest, type StoredAnswer } from './idempotency.ts'
import { compileQuery, parseQuery, type RawQuery } from './query.ts'
import { createRateLimiter } from './rate-limit.ts'
import { compileBody } from './validate.ts'

/** Largest body, in bytes. */
const BODY_LIMIT = 1024 * 1024
/** Longest path parameter that is looked at; a longer one names no route. */
const LONGEST_PARAM = 16 * 1024
const HEADERS_TIMEOUT_MS = 10_000
const REQUEST_TIMEOUT_MS = 30_000
const KEEP_ALIVE_TIMEOUT_MS = 72_000

/** What the check of the Authorization header found out. */
export interface Access {
  /** Unset when no such key exists. Set for a disabled key too, so that the refusal stands in its organization's audit log. */
  caller?: Caller
  refusal?: AuthError
  /** The company asked for, if the key reaches it. */
  company_id?: CompanyId
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
}

/** What the server is built from. The rooms above hand in who may enter and where requests are recorded. */
export interface ServerParts {
  database: Database
  clock: Clock
  log: Logger
  endpoints: readonly Endpoint[]
  requests_per_second?: number | undefined
  /** Finds the key of an Authorization header (undefined: none was sent), and whether it reaches the company asked for. */
  authenticate(authorization: string | undefined, company_id: string | undefined): Promise<Access>
  /** The company of a key that reaches exactly one; for endpoints where company_id is optional. */
  onlyCompany(caller: Caller): Promise<CompanyId | undefined>
  /** Records a request in the transaction of its change. */
  recordChange(tx: WriteTx, record: RequestRecord): void
  /** Records a read or a refusal, soon. */
  recordLater(record: RequestRecord): void
  /** Notes that a key was used by a successful request. */
  recordUse(caller: Caller, at: string): void
}

/** What the server knows of a request under way. */
interface RequestState {
  request_id: string
  /** Taken at the start: once the client has gone, the socket does not know it any more. */
  ip_address: string
  now_ms: number
  started_at: number
  query: RawQuery | undefined
  /** Set when the query string can't be read: reported where the company would be looked up in it. */
  query_fault: unknown
  requested_company: string | undefined
  access: Access
  company_id: CompanyId | undefined
  is_recorded: boolean
}

interface CompiledEndpoint {
  endpoint: Endpoint
  readQuery: ReturnType<typeof compileQuery>
  checkBody: ReturnType<typeof compileBody> | undefined
}

declare module 'fastify' {
  interface FastifyRequest {
    state: RequestState
  }
  interface FastifyContextConfig {
    compiled?: CompiledEndpoint
  }
}

/** Builds the server; it does not listen yet. */
export function createServer(parts: ServerParts): { app: FastifyInstance; idempotency: IdempotencyKeys } {
  const app = Fastify({
    bodyLimit: BODY_LIMIT,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    http: { headersTimeout: HEADERS_TIMEOUT_MS, connectionsCheckingInterval: 1_000, requireHostHeader: false },
    routerOptions: { maxParamLength: LONGEST_PARAM, querystringParser: () => ({}) },
    clientErrorHandler: (error, socket) => answerBrokenHttp(error, socket, newId('request', parts.clock.now_ms())),
    rewriteUrl: (request) => withPlainPath(request.url ?? '/'),
  })
  const idempotency = createIdempotencyKeys(parts.database)
  const limitRate = createRateLimiter(parts.requests_per_second)

  app.decorateRequest('state')
  readBodies(app)
  // An expectation that Node does not know is no reason to refuse a request, least of all past everything below.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))
  const answerUnrouted = (request: FastifyRequest, reply: FastifyReply) => send(reply, refuseUnrouted(parts.endpoints, request))
  app.addHook('onRequest', async (request, reply) => {
    request.state = beginRequest(request, reply, parts.clock.now_ms())
    checkHead(request)
    if (isOfApi(request)) await admit(parts, limitRate, request)
    // Already here, so that no body is read that nobody asked for.
    if (request.is404) return answerUnrouted(request, reply)
  })
  app.addHook('onResponse', async (request, reply) => {
    if (isOfApi(request)) recordRequest(parts, request, reply.statusCode)
  })
  app.setErrorHandler((error, request, reply) => {
    const answer = answerFor(error) ?? logFault(parts.log, error, request)
    return send(reply, answer)
  })
  app.setNotFoundHandler(answerUnrouted)
  for (const endpoint of parts.endpoints) {
    const compiled: CompiledEndpoint = {
      endpoint,
      readQuery: compileQuery(withCompany(endpoint)),
      checkBody: endpoint.body && compileBody(endpoint.body),
    }
    const handler = createHandler(parts, idempotency, compiled)
    app.route({ method: endpoint.method, url: endpoint.path, config: { compiled }, handler })
  }
  return { app, idempotency }
}

/** What is no HTTP at all, too large in its head or too slow never becomes a request: it is answered here and the connection closed. */
function answerBrokenHttp(error: Error & { code?: string }, socket: Socket, request_id: string): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const [line, sentence] =
    error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
      ? ['408 Request Timeout', 'The request did not arrive in time']
      : error.code === 'HPE_HEADER_OVERFLOW'
        ? ['431 Request Header Fields Too Large', 'The head of the request is too large']
        : ['400 Bad Request', 'The request is not valid HTTP']
  const body = JSON.stringify({ error: sentence, code: 'invalid_http' })
  const head = [
    `HTTP/1.1 ${line}`,
    `Quoin-Request-Id: ${request_id}`,
    'X-Content-Type-Options: nosniff',
    'Content-Type: application/json; charset=utf-8',
    'Cache-Control: no-store',
    `Content-Length: ${body.length}`,
    'Connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}

function withCompany(endpoint: Endpoint): Endpoint['query'] {
  // company_id was read and judged when the request came in; here it only must not count as unknown.
  if (endpoint.company === 'none') return endpoint.query
  return { ...endpoint.query, properties: { ...endpoint.query.properties, company_id: { type: 'string' } } } as Endpoint['query']
}

/**
 * Bodies are JSON in UTF-8 and nothing else; they are kept as bytes, since an Idempotency-Key speaks of the very request. Where none is
 * declared, as on DELETE, none is read.
 */
function readBodies(app: FastifyInstance): void {
  app.addHttpMethod('DELETE', { hasBody: false, overrideExisting: true })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    const charset = /;\s*charset\s*=\s*"?([^";\s]+)/i.exec(request.headers['content-type'] ?? '')?.[1]
    const encoding = request.headers['content-encoding']
    if ((charset && charset.toLowerCase() !== 'utf-8') || (encoding && encoding !== 'identity')) {
      done(Object.assign(new Error('unsupported'), { code: 'FST_ERR_CTP_INVALID_MEDIA_TYPE' }))
    } else {
      done(null, body)
    }
  })
}

/**
 * The one spelling of a URL that routing, permission and audit log all look at. A target with scheme and host (`GET http://host/v1/…`) is its
 * path; letters and digits are never percent-encoded (`/%761/` is `/v1/`); percent signs that encode nothing are taken literally, so that such
 * a path is routed and names no object.
 */
function withPlainPath(target: string): string {
  const url = target.startsWith('/') ? target : target.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*(?=\/)/i, '')
  const end_of_path = url.indexOf('?')
  const path = end_of_path < 0 ? url : url.slice(0, end_of_path)
  if (!path.includes('%')) return url
  return plainEncoding(path) + (end_of_path < 0 ? '' : url.slice(end_of_path))
}

function plainEncoding(path: string): string {
  try {
    decodeURIComponent(path)
  } catch {
    return path.replaceAll('%', '%25')
  }
  return path.replace(/%[2-7][0-9a-f]/gi, (code) => {
    const character = decodeURIComponent(code)
    return /[\w.~-]/.test(character) ? character : code
  })
}

/** What must be admitted and recorded: everything under /v1, and whatever a route would answer, however its path was written. */
function isOfApi(request: FastifyRequest): boolean {
  const url = request.raw.url ?? ''
  return url.startsWith('/v1/') || url === '/v1' || url.startsWith('/v1?') || request.routeOptions.config.compiled !== undefined
}

function beginRequest(request: FastifyRequest, reply: FastifyReply, now_ms: number): RequestState {
  const request_id = newId('request', now_ms)
  reply.header('Quoin-Request-Id', request_id)
  reply.header('X-Content-Type-Options', 'nosniff')
  reply.header('Cache-Control', 'no-store')
  const state: RequestState = {
    request_id,
    ip_address: request.ip ?? '',
    now_ms,
    started_at: performance.now(),
    query: undefined,
    query_fault: undefined,
    requested_company: undefined,
    access: {},
    company_id: undefined,
    is_recorded: false,
  }
  return state
}

/** Refuses what a proxy in front may have read as another request than this one, and closes the connection. */
function checkHead(request: FastifyRequest): void {
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
async function admit(
  parts: ServerParts,
  limitRate: (key_id: string, now_ms: number) => void,
  request: FastifyRequest,
): Promise<void> {
  const { state } = request
  const compiled = request.routeOptions.config.compiled
  readQueryString(request)
  const authorization = repeats(request, 'authorization') ? 'twice' : request.headers.authorization
  state.access = await parts.authenticate(authorization, state.requested_company)
  const { caller, refusal } = state.access
  if (refusal) throw refusal
  if (!caller) throw new Error('authenticate gave neither a caller nor a refusal')
  const level = LEVEL_OF_METHOD[request.method as Method] ?? 'read'
  if (compiled && !includesLevel(caller.level, level)) throw new AuthError(403, 'Insufficient permissions')
  limitRate(caller.api_key_id, state.now_ms)
  if (compiled) state.company_id = await judgeCompany(parts, compiled.endpoint, caller, state)
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

async function judgeCompany(
  parts: ServerParts,
  endpoint: Endpoint,
  caller: Caller,
  state: RequestState,
): Promise<CompanyId | undefined> {
  if (state.query_fault) throw state.query_fault
  if (endpoint.company === 'none') return undefined
  if (!state.requested_company) {
    const only = endpoint.company === 'optional' ? await parts.onlyCompany(caller) : undefined
    if (only) return only
    throw invalid('company_id', 'The query parameter company_id is required', 'parameter_missing')
  }
  if (!state.access.company_id) {
    throw new ApiError(403, [{ error: 'This key does not reach that company', code: 'company_not_accessible' }])
  }
  return state.access.company_id
}

function createHandler(parts: ServerParts, idempotency: IdempotencyKeys, compiled: CompiledEndpoint) {
  const { endpoint } = compiled
  const is_write = endpoint.method === 'POST' || endpoint.method === 'PATCH'
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const bytes = request.body as Buffer | undefined
    const input = readInput(compiled, request, bytes)
    const key = request.headers['idempotency-key']
    if (!is_write || key === undefined) return answerRequest(parts, endpoint, request, reply, input, undefined)
    const { access, company_id, now_ms } = request.state
    const owner = { company_id: company_id!, api_key_id: access.caller!.api_key_id, idempotency_key: String(key) }
    const idempotent = await idempotency.begin(owner, { method: request.method, url: request.raw.url!, body: bytes }, now_ms)
    try {
      if (idempotent.replay) return replay(endpoint, reply, idempotent.replay)
      return await answerRequest(parts, endpoint, request, reply, input, idempotent)
    } finally {
      idempotent.end()
    }
  }
}

interface Input {
  params: Record<string, string>
  query: unknown
  body: unknown
}

/** Reads query and body against the endpoint's schemas; throws 400 with all faults of both. */
function readInput(compiled: CompiledEndpoint, request: FastifyRequest, bytes: Buffer | undefined): Input {
  const { endpoint, readQuery, checkBody } = compiled
  const { value: query, faults } = readQuery(request.state.query!)
  let body: unknown = {}
  if (checkBody) {
    if (bytes && bytes.length > 0) body = readJson(bytes)
    else if (!endpoint.is_body_optional) throw new ApiError(400, [{ error: 'A JSON body is required', code: 'invalid_json' }])
    faults.push(...checkBody(body))
  }
  if (faults.length > 0) throw invalidAll(faults)
  return { params: request.params as Record<string, string>, query, body }
}

async function answerRequest(
  parts: ServerParts,
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
  input: Input,
  idempotent: IdempotentRequest | undefined,
): Promise<FastifyReply> {
  const { state } = request
  const caller = state.access.caller!
  let changed = false
  const context = createContext({
    database: parts.database,
    now_ms: state.now_ms,
    organization_id: caller.organization_id,
    company_id: state.company_id as CompanyId,
    user_id: caller.user_id,
    api_key_id: caller.api_key_id,
    if_match: request.headers['if-match'],
    finish: async (tx, data) => {
      if (changed) throw new Error(`${endpoint.operation_id} ran two transactions`)
      changed = true
      await idempotent?.save(tx, { status: endpoint.status, body: bodyOf(data) })
      parts.recordChange(tx, recordOf(request, endpoint.status))
    },
  })
  const data = await endpoint.handle(context, input)
  state.is_recorded = changed
  return sendData(endpoint, request, reply, data)
}

function bodyOf(data: object): string {
  return `{"data":${serialize(data)}}`
}

function sendData(endpoint: Endpoint, request: FastifyRequest, reply: FastifyReply, data: object): FastifyReply {
  reply.code(endpoint.status)
  if (endpoint.has_etag && endpoint.method !== 'DELETE') {
    reply.header('ETag', etagOf(data))
    const known = request.headers['if-none-match']
    if (endpoint.method === 'GET' && known !== undefined && matchesETag(known, data)) return reply.code(304).send()
  }
  return sendJson(reply, bodyOf(data))
}

function replay(endpoint: Endpoint, reply: FastifyReply, answer: StoredAnswer): FastifyReply {
  reply.code(answer.status).header('Idempotent-Replayed', 'true')
  if (endpoint.has_etag) reply.header('ETag', etagOf(fromText(answer.body.slice('{"data":'.length, -1))))
  return sendJson(reply, answer.body)
}

/**
 * Writes a JSON answer past Fastify's own sending: an answer of plain ASCII goes out as Latin-1, the same bytes without the detour that Node
 * takes for UTF-8, which cost a seventh of a GET (measured by CPU profile). Hooks on the response run as usual.
 */
function sendJson(reply: FastifyReply, body: string): FastifyReply {
  const length = Buffer.byteLength(body)
  reply.header('Content-Type', 'application/json; charset=utf-8').header('Content-Length', length)
  reply.hijack()
  reply.raw.writeHead(reply.statusCode, reply.getHeaders() as OutgoingHttpHeaders)
  reply.raw.end(body, length === body.length ? 'latin1' : 'utf8')
  return reply
}

function send(reply: FastifyReply, answer: Answer): FastifyReply {
  return sendJson(reply.code(answer.status).headers(answer.headers), answer.body)
}

/** 405 with Allow on a path that exists under other methods, else 404. */
function refuseUnrouted(endpoints: readonly Endpoint[], request: FastifyRequest): Answer {
  const path = pathOf(request)
  const methods = endpoints.filter((endpoint) => patternOf(endpoint.path).test(path)).map((endpoint) => endpoint.method as string)
  if (methods.length === 0) return refusal(404, 'route_not_found', `There is no ${request.method} ${path.slice(0, 200)}`)
  const allowed = [...new Set(methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])))].sort().join(', ')
  return refusal(405, 'method_not_allowed', `${request.method} is not possible here, only ${allowed}`, { allow: allowed })
}

const patterns = new Map<string, RegExp>()

function patternOf(path: string): RegExp {
  let pattern = patterns.get(path)
  if (!pattern) {
    pattern = new RegExp(`^${path.replace(/:[a-zA-Z]+/g, '[^/]+')}$`)
    patterns.set(path, pattern)
  }
  return pattern
}

function pathOf(request: FastifyRequest): string {
  const url = request.raw.url ?? ''
  const end = url.indexOf('?')
  return end < 0 ? url : url.slice(0, end)
}

function recordRequest(parts: ServerParts, request: FastifyRequest, status: number): void {
  const { state } = request
  const { caller } = state.access
  if (caller && status < 400) parts.recordUse(caller, new Date(state.now_ms).toISOString())
  if (!state.is_recorded) parts.recordLater(recordOf(request, status))
}

const LONGEST_RECORDED = 512

function recordOf(request: FastifyRequest, status: number): RequestRecord {
  const { state } = request
  const { caller } = state.access
  return {
    organization_id: caller?.organization_id ?? '',
    created_at: new Date(state.now_ms).toISOString(),
    request_id: state.request_id,
    api_key_id: caller?.api_key_id ?? null,
    key_prefix: caller?.key_prefix ?? null,
    company_id: state.company_id ?? null,
    method: request.method,
    path: pathOf(request).slice(0, LONGEST_RECORDED),
    status,
    duration_ms: Math.round((performance.now() - state.started_at) * 1000) / 1000,
    ip_address: state.ip_address,
    user_agent: request.headers['user-agent']?.slice(0, LONGEST_RECORDED) ?? null,
  }
}

function logFault(log: Logger, error: unknown, request: FastifyRequest): Answer {
  log.error(
    { err: error, request_id: request.state?.request_id, method: request.method, path: pathOf(request) },
    'request failed',
  )
  return internalError()
}
