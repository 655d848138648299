// The HTTP server: from a request to its answer, the same way for every endpoint.
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import type { Clock } from '../kernel/clock.ts'
import { type CompanyId, newId } from '../kernel/ids.ts'
import type { Vault } from '../kernel/vault.ts'
import { admit, admitSession, checkHead, type Limits } from './admission.ts'
import { type Answer, answerFor, internalError } from './answers.ts'
import { BODY_LIMIT, dropRest, readBodies } from './bodies.ts'
import { type Budget, type BudgetLimits, createBudget, type Slot } from './budget.ts'
import { createTrustedProxies } from './client-address.ts'
import { crossOriginHeaders, isPreflight, preflightHeaders } from './cors.ts'
import { createDownloads } from './downloads.ts'
import { type Endpoint, forSessions } from './endpoint.ts'
import { createDownloadHandler, createFileHandler, createHandler, createStreamHandler, type HandlerParts } from './handlers.ts'
import { createIdempotencyKeys, type IdempotencyKeys } from './idempotency.ts'
import { observeRequest, type RequestObserver, type RequestScope } from './observing.ts'
import type { Pages } from './pages.ts'
import { doorOf, methodsAt, refuseUnrouted, withPlainPath } from './paths.ts'
import { compileQuery } from './query.ts'
import { createRateLimiter } from './rate-limit.ts'
import { recordAtEnd, recordIfGone } from './recording.ts'
import { createRefusalLimiter } from './refusal-limit.ts'
import { answerBrokenHttp, send } from './replies.ts'
import { beginRequest, type CompiledEndpoint, commonHeaders, pathOf, shownPathOf } from './request.ts'
import { shareRates } from './shared-rates.ts'
import { boundSockets, type SocketLimits } from './sockets.ts'
import { createStreams, type StreamLimits } from './streams.ts'
import { inTurn } from './turns.ts'
import { compileBody } from './validate.ts'
import { asksForPage, sendNoSuchPage } from './well-known.ts'
import { readOnlyFields } from './written-back.ts'

/** Longest path parameter that is looked at; a longer one names no route. */
const LONGEST_PARAM = 16 * 1024
/** A connection that sends no whole head of a request is told so after this long, and closed. */
const HEADERS_TIMEOUT_MS = 10_000
/** How long all of a request may take to come in, unless configured otherwise. */
const REQUEST_TIMEOUT_MS = 30_000
const KEEP_ALIVE_TIMEOUT_MS = 72_000

/** Limits that an operator may choose. */
export interface ServerLimits {
  /** Bounds of streams of events. */
  stream_limits?: Partial<StreamLimits> | undefined
  /** Largest body of JSON in bytes, for endpoints without a bound of their own. */
  body_limit?: number | undefined
  /** How long a request may take to come in whole. */
  request_timeout_ms?: number | undefined
}

/** What an installation may choose of the server. */
export interface ServerOptions extends ServerLimits {
  requests_per_second?: number | undefined
  budget_limits?: Partial<BudgetLimits> | undefined
  /** Addresses and networks whose `X-Forwarded-For` counts; by default none. */
  trusted_proxies?: readonly string[] | undefined
  /** Origins whose pages may call /v1 from a browser; by default none. */
  cors_origins?: readonly string[] | undefined
  /** By default what the limit on open files of the process allows. */
  socket_limits?: SocketLimits | undefined
  /** Is told about requests: for metrics, and the request log. */
  request_observers?: readonly RequestObserver[] | undefined
  /** Everything that is done for a request is done within it: for traces. */
  request_scope?: RequestScope | undefined
  /** Is told when a stream begins (1) and ends (-1). */
  onStream?: ((change: 1 | -1) => void) | undefined
  /** How long a connection may take for the head of a request; tests choose less than the default. */
  headers_timeout_ms?: number | undefined
}

/** What the server is built from. The rooms above pass who may enter and where requests are recorded. */
export interface ServerParts extends HandlerParts, ServerOptions {
  clock: Clock
  log: Logger
  /** The endpoints of `/v1`. They are there for sessions too, but for the streams. */
  endpoints: readonly Endpoint[]
  /** What only the dashboard has, besides. */
  dashboard: HandlerParts['dashboard'] & { endpoints: readonly Endpoint[] }
  /** Answers what no route does with a page, if it has one. */
  pages: Pages
  /** Seals the answers that an Idempotency-Key keeps, where they show a secret. */
  vault: Vault
  /** Calls `wake` when something may have happened in a company; gives the function that ends it. */
  follow(company_id: CompanyId, wake: () => void): () => void
}

/** Builds the server; it does not listen yet. */
export function createServer(parts: ServerParts): { app: FastifyInstance; idempotency: IdempotencyKeys } {
  const { body_limit = BODY_LIMIT, request_timeout_ms = REQUEST_TIMEOUT_MS } = parts
  const headers_timeout_ms = parts.headers_timeout_ms ?? Math.min(HEADERS_TIMEOUT_MS, request_timeout_ms)
  const app = Fastify({
    bodyLimit: body_limit,
    requestTimeout: request_timeout_ms,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    http: {
      headersTimeout: headers_timeout_ms,
      connectionsCheckingInterval: Math.min(1_000, headers_timeout_ms),
      requireHostHeader: false,
    },
    routerOptions: { maxParamLength: LONGEST_PARAM, querystringParser: () => ({}) },
    clientErrorHandler: (error, socket) => answerBrokenHttp(error, socket, newId('request', parts.clock.now_ms())),
    rewriteUrl: (request) => withPlainPath(request.url ?? '/'),
    // Bodies are checked and answers written by our own code (`validate.ts`, `kernel/serialize.ts`): Fastify's would be a hundred modules to load.
    schemaController: { compilersFactory: { buildValidator: unused, buildSerializer: unused } },
  })
  const idempotency = createIdempotencyKeys(parts.database, parts.vault)
  const rate = createRateLimiter(parts.requests_per_second)
  const limits: Limits = { rate, refusals: createRefusalLimiter() }
  const downloads = createDownloads(parts.log)
  const budget = createBudget(parts.budget_limits)
  const streams = createStreams(parts, (request) => budget.enter(request, 'a page of a stream'))
  const proxies = createTrustedProxies(parts.trusted_proxies ?? [])
  const observer = joined(parts.request_observers ?? [])

  app.decorateRequest('state')
  readBodies(app, body_limit)
  // An expectation that Node does not know is no reason to refuse a request, least of all past everything below.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))
  boundSockets(app.server, proxies.includes, parts.socket_limits)
  const routed = routedEndpoints(parts)
  const answerUnrouted = (request: FastifyRequest, reply: FastifyReply) => {
    const page = parts.pages.answer(request, reply)
    if (page) return page
    const refused = refuseUnrouted(routed, request)
    return refused.status === 404 && !doorOf(request) && asksForPage(request) ? sendNoSuchPage(reply) : send(reply, refused)
  }
  const { request_scope } = parts
  if (request_scope) app.addHook('onRequest', (request, _, done) => request_scope.enter(request, done))
  app.addHook('onRequest', async (request, reply) => {
    const address = proxies.clientOf(request.ip ?? '', request.headers['x-forwarded-for'] as string | undefined)
    const state = beginRequest(address, parts.clock.now_ms())
    request.state = state
    if (observer) observeRequest(observer, request, reply)
    const door = doorOf(request)
    const origins = door === 'key' ? (parts.cors_origins ?? []) : []
    if (isPreflight(origins, request)) return answerPreflight(request, reply, methodsAt(routed, pathOf(request)))
    state.cross_origin = crossOriginHeaders(origins, request)
    if (door) recordAtEnd(parts, request, reply)
    else if (observer) reply.raw.on('close', () => state.onOver?.())
    // Those of a door are written with the answer.
    else setHeaders(reply, commonHeaders(state))
    checkHead(request)
    await inTurn(request, reply)
    if (door || request.routeOptions.config?.takes_turns) await takeSlot(budget, request)
    // That of a request with a door leaves when it is recorded.
    if (!door && state.slot) leaveAtEnd(state.slot, reply)
    // One whose client has gone before its turn: nobody would hear the answer, and others wait.
    if (request.raw.socket?.destroyed) {
      state.onOver?.()
      return reply.hijack()
    }
    state.is_body_late = !request.raw.complete
    if (door === 'key') await admit(parts, limits, request)
    else if (door) await admitSession(parts.dashboard, limits, request)
    if (state.access.caller) state.slot?.belongsTo(state.access.caller.organization_id)
    // Already here, so that no body is read that nobody asked for.
    if (request.is404) return answerUnrouted(request, reply)
  })
  if (parts.requests_per_second !== undefined && !parts.database.is_exclusive) {
    const stopSharing = shareRates(parts.database, parts.clock, rate, (error) =>
      parts.log.error({ err: error }, 'rate limits are not shared'),
    )
    app.addHook('onClose', stopSharing)
  }
  // Once more: after the body was read, it runs where the connection does.
  if (request_scope) app.addHook('preHandler', (request, _, done) => request_scope.enter(request, done))
  // Before connections are waited for: a stream would not end by itself.
  app.addHook('preClose', async () => streams.stop())
  app.setErrorHandler(async (error, request, reply) => {
    const has_gone = request.raw.destroyed && (error as { code?: string }).code === 'ECONNRESET'
    // A client that left in the middle of its body is no fault of ours, and hears no answer.
    const answer =
      answerFor(error, request.routeOptions.bodyLimit) ?? (has_gone ? internalError() : logFault(parts.log, error, request))
    if (answer.status === 413 || answer.status === 415) await dropRest(request.raw)
    send(reply, answer)
    recordIfGone(parts, request, reply)
    return reply
  })
  app.setNotFoundHandler(answerUnrouted)
  const readers = new Map<string, Readers>()
  for (const endpoint of routed) {
    const compiled: CompiledEndpoint = { endpoint, ...readersOf(endpoint, readers) }
    const handler = endpoint.is_stream
      ? createStreamHandler(parts, streams, compiled)
      : endpoint.is_file
        ? createFileHandler(parts, budget, compiled)
        : endpoint.content_types
          ? createDownloadHandler(parts, downloads, compiled)
          : createHandler(parts, idempotency, budget, compiled)
    const bodyLimit = endpoint.upload?.most_bytes ?? body_limit
    app.route({ method: endpoint.method, url: endpoint.path, config: { compiled }, handler, bodyLimit })
  }
  return { app, idempotency }
}

/** One observer that tells all of them; undefined for none. */
function joined(observers: readonly RequestObserver[]): RequestObserver | undefined {
  if (observers.length < 2) return observers[0]
  return {
    began() {
      for (const one of observers) one.began?.()
    },
    ended(request) {
      for (const one of observers) one.ended(request)
    },
  }
}

/** Waits for the turn of a request; its slot is free again when it is recorded, or its client has gone. */
async function takeSlot(budget: Budget, request: FastifyRequest): Promise<void> {
  const slot = await budget.enter(request, kindOf(request))
  request.state.slot = slot
  if (request.raw.socket?.destroyed) slot.leave()
}

function leaveAtEnd(slot: Slot, { raw }: FastifyReply): void {
  for (const end of ['finish', 'close']) raw.on(end, slot.leave)
}

/** What requests are alike in: the operation, or the route where it has no endpoint. */
function kindOf({ routeOptions, is404 }: FastifyRequest): string {
  return routeOptions.config?.compiled?.endpoint.operation_id ?? (is404 ? '' : (routeOptions.url ?? ''))
}

function unused(): never {
  throw new Error('No route has a schema of Fastify')
}

type Readers = Pick<CompiledEndpoint, 'readQuery' | 'checkBody' | 'read_only'>

/** All endpoints by both doors. A stream may run for weeks, and a session is looked at when a request begins: it has no streams. */
function routedEndpoints({ endpoints, dashboard }: ServerParts): readonly Endpoint[] {
  return [...endpoints, ...endpoints.filter(({ is_stream }) => !is_stream).map(forSessions), ...dashboard.endpoints]
}

/** Those of both doors are the same: they are compiled once. */
function readersOf(endpoint: Endpoint, known: Map<string, Readers>): Readers {
  let readers = known.get(endpoint.operation_id)
  if (!readers) {
    const read_only = readOnlyFields(endpoint)
    const reading = { is_null_absent: endpoint.method === 'POST', also: read_only }
    const checkBody = endpoint.body && compileBody(endpoint.body, reading)
    readers = { readQuery: compileQuery(withCompany(endpoint)), checkBody, read_only }
    known.set(endpoint.operation_id, readers)
  }
  return readers
}

function withCompany(endpoint: Endpoint): Endpoint['query'] {
  // company_id was read and judged when the request came in; here it only must not count as unknown.
  return { ...endpoint.query, properties: { ...endpoint.query.properties, company_id: { type: 'string' } } } as Endpoint['query']
}

/** It carries no key, so there is nothing to check of it, nor to record: the request that it asks about is. */
function answerPreflight(request: FastifyRequest, reply: FastifyReply, methods: readonly string[]): FastifyReply {
  request.state.cross_origin = crossOriginHeaders([request.headers.origin!], request)
  setHeaders(reply, commonHeaders(request.state))
  return reply.code(204).headers(preflightHeaders(methods)).send()
}

function setHeaders(reply: FastifyReply, headers: readonly string[]): void {
  for (let index = 0; index < headers.length; index += 2) reply.header(headers[index]!, headers[index + 1])
}

function logFault(log: Logger, error: unknown, request: FastifyRequest): Answer {
  log.error(
    { err: error, request_id: request.state?.request_id, method: request.method, path: shownPathOf(request) },
    'request failed',
  )
  return internalError()
}
