// The HTTP server: from a request to its answer, the same way for every endpoint.
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { type Clock, timestamp } from '../kernel/clock.ts'
import { invalidAll } from '../kernel/errors.ts'
import { type ApiKeyId, type CompanyId, newId } from '../kernel/ids.ts'
import { readJson } from '../kernel/json.ts'
import type { Vault } from '../kernel/vault.ts'
import type { Database, WriteTx } from '../sql/database.ts'
import { admit, admitSession, checkHead, type Gate, type Limits } from './admission.ts'
import { type Answer, answerFor, internalError } from './answers.ts'
import { type Budget, type BudgetLimits, createBudget } from './budget.ts'
import { createTrustedProxies } from './client-address.ts'
import { unpack } from './content-encoding.ts'
import { type Caller, type Context, type ContextParts, createContext } from './context.ts'
import { crossOriginHeaders, isPreflight, preflightHeaders } from './cors.ts'
import { createDownloads, type Downloads } from './downloads.ts'
import { type Endpoint, forSessions, type Input, type MessageSource, takesIdempotencyKey } from './endpoint.ts'
import { faultsOfTags } from './etag.ts'
import { createIdempotencyKeys, type IdempotencyKeys, type IdempotentRequest } from './idempotency.ts'
import type { Pages } from './pages.ts'
import { doorOf, methodsAt, refuseUnrouted, withPlainPath } from './paths.ts'
import { compileQuery } from './query.ts'
import { createRateLimiter } from './rate-limit.ts'
import { createRefusalLimiter } from './refusal-limit.ts'
import { answerBrokenHttp, bodyOf, replay, send, sendData } from './replies.ts'
import {
  beginRequest,
  type CompiledEndpoint,
  commonHeaders,
  pathOf,
  type RequestRecord,
  recordOf,
  shownPathOf,
} from './request.ts'
import { shareRates } from './shared-rates.ts'
import { boundSockets, type SocketLimits } from './sockets.ts'
import { createStreams, type StreamLimits, type Streams } from './streams.ts'
import { inTurn } from './turns.ts'
import { compileBody } from './validate.ts'
import { asksForPage, sendNoSuchPage } from './well-known.ts'
import { type Fields, readOnlyFields, takeReadOnly } from './written-back.ts'

/** Largest body, in bytes. */
const BODY_LIMIT = 1024 * 1024
/** A body from so many bytes on takes milliseconds to read and check. */
const LARGE_BODY = 32 * 1024
/** Longest path parameter that is looked at; a longer one names no route. */
const LONGEST_PARAM = 16 * 1024
/** A connection that sends no whole head of a request is told so after this long, and closed. */
const HEADERS_TIMEOUT_MS = 10_000
const REQUEST_TIMEOUT_MS = 30_000
const KEEP_ALIVE_TIMEOUT_MS = 72_000

/** What the server is built from. The rooms above hand in who may enter and where requests are recorded. */
export interface ServerParts extends Gate {
  database: Database
  clock: Clock
  log: Logger
  /** The endpoints of `/v1`. They are there for sessions too, but for the streams. */
  endpoints: readonly Endpoint[]
  /** The dashboard: who has signed in, which pages may say so, and what only it has. */
  dashboard: Gate & { isOwnOrigin(origin: string): boolean; endpoints: readonly Endpoint[] }
  /** Answers what no route does with a page, if it has one. */
  pages: Pages
  /** Where the service is reached, without a slash at its end. */
  url(): string
  requests_per_second?: number | undefined
  /** Seals the answers that an Idempotency-Key keeps, where they show a secret. */
  vault: Vault
  /** Calls `wake` when something may have happened in a company; gives the function that ends it. */
  follow(company_id: CompanyId, wake: () => void): () => void
  stream_limits?: Partial<StreamLimits> | undefined
  budget_limits?: Partial<BudgetLimits> | undefined
  /** Addresses and networks whose `X-Forwarded-For` counts; by default none. */
  trusted_proxies?: readonly string[] | undefined
  /** Origins whose pages may call /v1 from a browser; by default none. */
  cors_origins?: readonly string[] | undefined
  /** By default what the limit on open files of the process allows. */
  socket_limits?: SocketLimits | undefined
  /** How long a connection may take for the head of a request; tests choose less than the default. */
  headers_timeout_ms?: number | undefined
  /** Records a request in the transaction of its change. */
  recordChange(tx: WriteTx, record: RequestRecord): void
  /** Records a read or a refusal, soon. */
  recordLater(record: RequestRecord): void
  /** Notes that a key was used by a successful request. */
  recordUse(api_key_id: ApiKeyId, at: string): void
}

/** Builds the server; it does not listen yet. */
export function createServer(parts: ServerParts): { app: FastifyInstance; idempotency: IdempotencyKeys } {
  const app = Fastify({
    bodyLimit: BODY_LIMIT,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    http: {
      headersTimeout: parts.headers_timeout_ms ?? HEADERS_TIMEOUT_MS,
      connectionsCheckingInterval: Math.min(1_000, parts.headers_timeout_ms ?? 1_000),
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

  app.decorateRequest('state')
  readBodies(app)
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
  app.addHook('onRequest', async (request, reply) => {
    const address = proxies.clientOf(request.ip ?? '', request.headers['x-forwarded-for'] as string | undefined)
    const state = beginRequest(address, parts.clock.now_ms())
    request.state = state
    const door = doorOf(request)
    const origins = door === 'key' ? (parts.cors_origins ?? []) : []
    if (isPreflight(origins, request)) return answerPreflight(request, reply, methodsAt(routed, pathOf(request)))
    state.cross_origin = crossOriginHeaders(origins, request)
    if (door) recordAtEnd(parts, request, reply)
    // Those of a door are written with the answer.
    else setHeaders(reply, commonHeaders(state))
    checkHead(request)
    await inTurn(request, reply)
    if (door) await takePlace(budget, request)
    // One whose client has gone before its turn: nobody would hear the answer, and others wait.
    if (request.raw.socket?.destroyed) return reply.hijack()
    state.is_body_late = !request.raw.complete
    if (door === 'key') await admit(parts, limits, request)
    else if (door) await admitSession(parts.dashboard, limits, request)
    if (state.access.caller) state.place?.belongsTo(state.access.caller.organization_id)
    // Already here, so that no body is read that nobody asked for.
    if (request.is404) return answerUnrouted(request, reply)
  })
  if (parts.requests_per_second !== undefined && !parts.database.is_exclusive) {
    const stopSharing = shareRates(parts.database, parts.clock, rate, (error) =>
      parts.log.error({ err: error }, 'rate limits are not shared'),
    )
    app.addHook('onClose', stopSharing)
  }
  // Before connections are waited for: a stream would not end by itself.
  app.addHook('preClose', async () => streams.stop())
  app.setErrorHandler((error, request, reply) => {
    const has_gone = request.raw.destroyed && (error as { code?: string }).code === 'ECONNRESET'
    // A client that left in the middle of its body is no fault of ours, and hears no answer.
    const answer = answerFor(error) ?? (has_gone ? internalError() : logFault(parts.log, error, request))
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
      : endpoint.content_type
        ? createDownloadHandler(parts, downloads, compiled)
        : createHandler(parts, idempotency, budget, compiled)
    app.route({ method: endpoint.method, url: endpoint.path, config: { compiled }, handler })
  }
  return { app, idempotency }
}

/** Waits for the turn of a request; its place is free again when it is recorded, or its client has gone. */
async function takePlace(budget: Budget, request: FastifyRequest): Promise<void> {
  const place = await budget.enter(request, kindOf(request))
  request.state.place = place
  if (request.raw.socket?.destroyed) place.leave()
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

/**
 * Bodies are JSON in UTF-8 and nothing else; they are kept as bytes, since an Idempotency-Key speaks of the very request. Where none is
 * declared, as on DELETE, none is read. An empty body is none, whatever its Content-Type: `curl -X POST -d ''` and `fetch` name one by themselves.
 */
function readBodies(app: FastifyInstance): void {
  app.addHttpMethod('DELETE', { hasBody: false, overrideExisting: true })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    const charset = /;\s*charset\s*=\s*"?([^";\s]+)/i.exec(request.headers['content-type'] ?? '')?.[1]
    if (body.length === 0) {
      done(null)
    } else if (charset && charset.toLowerCase() !== 'utf-8') {
      done(noJson())
    } else {
      unpack(request.headers['content-encoding'], body as Buffer, BODY_LIMIT, done)
    }
  })
  app.addContentTypeParser('*', (request, payload, done) => {
    if (request.is404 || request.headers['content-length'] === '0') return done(null)
    // Its length is not told, or it is not empty: its first byte says enough. `done` is called once.
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    payload
      .once('data', () => reject(noJson()))
      .once('end', resolve)
      .once('error', reject)
    promise.then(() => done(null), done)
  })
}

function noJson(): Error {
  return Object.assign(new Error('unsupported'), { code: 'FST_ERR_CTP_INVALID_MEDIA_TYPE' })
}

function createHandler(parts: ServerParts, idempotency: IdempotencyKeys, budget: Budget, compiled: CompiledEndpoint) {
  const { endpoint } = compiled
  const takes_key = takesIdempotencyKey(endpoint)
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const bytes = request.body as Buffer | undefined
    if (bytes && bytes.length > LARGE_BODY)
      await budget.readLarge(request.state.place!, request.state.access.caller?.organization_id ?? '')
    if (request.state.is_body_late) await admitAgain(parts, request)
    const input = readInput(compiled, request, bytes)
    const key = request.headers['idempotency-key']
    if (!takes_key || key === undefined) return answerRequest(parts, endpoint, request, reply, input, undefined)
    const { access, company_id, now_ms } = request.state
    const { api_key_id, user_id } = access.caller!
    const idempotent = await idempotency.begin(
      {
        company_id: company_id as CompanyId | undefined,
        idempotency_key: String(key),
        ...(api_key_id ? { api_key_id } : { user_id }),
      },
      { method: request.method, url: request.raw.url!, body: bytes },
      now_ms,
      endpoint.is_answer_secret,
    )
    try {
      if (idempotent.replay) return replay(endpoint, reply, idempotent.replay)
      return await answerRequest(parts, endpoint, request, reply, input, idempotent)
    } finally {
      idempotent.end()
    }
  }
}

/**
 * Who sent the beginning of a request and kept the rest back may have lost the key, the role or the company since: what counts is when all of it
 * was there.
 */
async function admitAgain(parts: ServerParts, request: FastifyRequest): Promise<void> {
  const door = doorOf(request)
  const counted_before: Limits = { rate: () => request.state.rate_limit, refusals() {} }
  if (door === 'key') await admit(parts, counted_before, request)
  else if (door) await admitSession(parts.dashboard, counted_before, request)
}

function createStreamHandler(parts: ServerParts, streams: Streams, compiled: CompiledEndpoint) {
  const { endpoint } = compiled
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const input = readInput(compiled, request, undefined)
    await streams.answer(request, reply, () => endpoint.handle(contextOf(parts, request), input) as Promise<MessageSource>)
    // At its start: the log has to say who follows while they do, and a stream that runs for weeks may end with the process.
    recordRequest(parts, request, reply.statusCode)
    return reply
  }
}

function createDownloadHandler(parts: ServerParts, downloads: Downloads, compiled: CompiledEndpoint) {
  const { endpoint } = compiled
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const input = readInput(compiled, request, undefined)
    const open = () => endpoint.handle(contextOf(parts, request), input) as Promise<AsyncIterable<string>>
    await downloads.answer(request, reply, endpoint.content_type!, open)
    recordIfGone(parts, request, reply)
    return reply
  }
}

/** Reads query and body against the endpoint's schemas; throws 400 with all faults of both. */
function readInput(compiled: CompiledEndpoint, request: FastifyRequest, bytes: Buffer | undefined): Input {
  const { endpoint, readQuery, checkBody, read_only } = compiled
  const { value: query, faults } = readQuery(request.state.query!)
  // A request without a body changes or says nothing: what is missing is named then, as it is for {}.
  let body: unknown = {}
  if (checkBody) {
    if (bytes && bytes.length > 0) body = readJson(bytes)
    faults.push(...checkBody(body))
  }
  if (endpoint.has_etag) faults.push(...faultsOfTags(request.headers))
  if (faults.length > 0) throw invalidAll(faults)
  const last_event_id = request.headers['last-event-id'] as string | undefined
  const params = request.params as Record<string, string>
  return { params, query, ...takeReadOnly(body as Fields, read_only), last_event_id }
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
  let changed = false
  const finish = async (tx: WriteTx, data: object) => {
    changed = true
    await idempotent?.save(tx, { status: endpoint.status, body: bodyOf(data) })
    parts.recordChange(tx, recordOf(request, endpoint.status))
  }
  const context = contextOf(parts, request, { begin: idempotent?.check, finish, given_back: input.given_back })
  const data = await endpoint.handle(context, input)
  if (changed) state.is_recorded = true
  sendData(endpoint, request, reply, data)
  recordIfGone(parts, request, reply)
  return reply
}

function contextOf(
  parts: ServerParts,
  request: FastifyRequest,
  around: Pick<ContextParts, 'begin' | 'finish' | 'given_back'> = {},
): Context {
  const { state } = request
  const caller = state.access.caller ?? NOBODY
  return createContext({
    database: parts.database,
    now_ms: state.now_ms,
    organization_id: caller.organization_id,
    company_id: state.company_id as CompanyId,
    user_id: caller.user_id,
    api_key_id: caller.api_key_id,
    session_id: caller.session_id,
    ip_address: state.ip_address,
    if_match: request.headers['if-match'],
    url: parts.url,
    ...around,
  })
}

/** Whom an endpoint works for that is open to everyone: it knows from the request itself what it may touch. */
const NOBODY = { organization_id: '', user_id: '', api_key_id: null, level: 'read', key_prefix: null } as unknown as Caller

/** Records a request whose client went away while it was answered: neither `finish` nor `close` comes after that. */
function recordIfGone(parts: ServerParts, request: FastifyRequest, reply: FastifyReply): void {
  if (request.raw.socket?.destroyed && doorOf(request)) recordRequest(parts, request, reply.statusCode)
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

/** Records a request once it is answered, or once its client has gone away before it has read the answer. No hook: Fastify's costs more. */
function recordAtEnd(parts: ServerParts, request: FastifyRequest, reply: FastifyReply): void {
  const { raw } = reply
  const record = () => {
    if (raw.writableEnded) recordRequest(parts, request, raw.statusCode)
  }
  raw.on('finish', record)
  raw.on('close', () => {
    record()
    request.state.place?.leave()
  })
}

/** Records a request at its end, once. */
function recordRequest(parts: ServerParts, request: FastifyRequest, status: number): void {
  const { state } = request
  state.place?.leave()
  if (state.is_over) return
  state.is_over = true
  const { caller } = state.access
  if (caller?.api_key_id && status < 400) parts.recordUse(caller.api_key_id, timestamp(state.now_ms))
  if (!state.is_recorded) parts.recordLater(recordOf(request, status))
}

function logFault(log: Logger, error: unknown, request: FastifyRequest): Answer {
  log.error(
    { err: error, request_id: request.state?.request_id, method: request.method, path: shownPathOf(request) },
    'request failed',
  )
  return internalError()
}
