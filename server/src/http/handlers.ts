// From a request that was let in to its answer: what each endpoint is called with, and how its result is sent.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { invalidAll } from '../kernel/errors.ts'
import type { CompanyId } from '../kernel/ids.ts'
import { readJson } from '../kernel/json.ts'
import type { Database, WriteTx } from '../sql/database.ts'
import { admit, admitSession, type Gate, type Limits } from './admission.ts'
import { mediaTypeOf } from './bodies.ts'
import type { Budget } from './budget.ts'
import { type Caller, type Context, type ContextParts, createContext } from './context.ts'
import type { Downloads } from './downloads.ts'
import { type Download, type Endpoint, type FileAnswer, type Input, type MessageSource, takesIdempotencyKey } from './endpoint.ts'
import { faultsOfTags } from './etag.ts'
import type { IdempotencyKeys, IdempotentRequest } from './idempotency.ts'
import { doorOf } from './paths.ts'
import { type Recorder, recordIfGone, recordRequest } from './recording.ts'
import { bodyOf, replay, sendData, sendFile } from './replies.ts'
import { type CompiledEndpoint, type RequestRecord, recordOf } from './request.ts'
import type { Streams } from './streams.ts'
import { type Fields, takeReadOnly } from './written-back.ts'

/** A body from so many bytes on takes milliseconds to read and check. */
const LARGE_BODY = 32 * 1024

/** What handlers need of the rooms above. */
export interface HandlerParts extends Gate, Recorder {
  database: Database
  /** Who has signed in, and which pages may say so. */
  dashboard: Gate & { isOwnOrigin(origin: string): boolean }
  /** Where the service is reached, without a slash at its end. */
  url(): string
  /** Records a request in the transaction of its change. */
  recordChange(tx: WriteTx, record: RequestRecord): void
}

/** Makes the handler of an endpoint that answers with data. */
export function createHandler(parts: HandlerParts, idempotency: IdempotencyKeys, budget: Budget, compiled: CompiledEndpoint) {
  const { endpoint } = compiled
  const takes_key = takesIdempotencyKey(endpoint)
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const bytes = await receive(parts, budget, request)
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

/** The body of a request that is there, and whose sender may still send it. */
async function receive(parts: HandlerParts, budget: Budget, request: FastifyRequest): Promise<Buffer | undefined> {
  const bytes = request.body as Buffer | undefined
  if (bytes && bytes.length > LARGE_BODY)
    await budget.readLarge(request.state.slot!, request.state.access.caller?.organization_id ?? '')
  if (request.state.is_body_late) await admitAgain(parts, request)
  return bytes
}

/**
 * Who sent the beginning of a request and kept the rest back may have lost the key, the role or the company since: what counts is when all of it
 * was there.
 */
async function admitAgain(parts: HandlerParts, request: FastifyRequest): Promise<void> {
  const door = doorOf(request)
  const counted_before: Limits = { rate: () => request.state.rate_limit, refusals() {} }
  if (door === 'key') await admit(parts, counted_before, request)
  else if (door) await admitSession(parts.dashboard, counted_before, request)
}

/** The same for one that answers with a stream of events. */
export function createStreamHandler(parts: HandlerParts, streams: Streams, compiled: CompiledEndpoint) {
  const { endpoint } = compiled
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const input = readInput(compiled, request, undefined)
    await streams.answer(request, reply, () => endpoint.handle(contextOf(parts, request), input) as Promise<MessageSource>)
    // At its start: the log has to say who follows while they do, and a stream that runs for weeks may end with the process.
    recordRequest(parts, request, reply.statusCode)
    return reply
  }
}

/** The same for one that answers with a file. */
export function createFileHandler(parts: HandlerParts, budget: Budget, compiled: CompiledEndpoint) {
  const { endpoint } = compiled
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const input = readInput(compiled, request, await receive(parts, budget, request))
    sendFile(endpoint, request, reply, (await endpoint.handle(contextOf(parts, request), input)) as FileAnswer)
    recordIfGone(parts, request, reply)
    return reply
  }
}

/** The same for one that answers with a text of any length. */
export function createDownloadHandler(parts: HandlerParts, downloads: Downloads, compiled: CompiledEndpoint) {
  const { endpoint } = compiled
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const input = readInput(compiled, request, undefined)
    await downloads.answer(request, reply, () => endpoint.handle(contextOf(parts, request), input) as Promise<Download>)
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
  const type = mediaTypeOf(request)
  const is_file = endpoint.upload !== undefined && !(endpoint.body && (type === 'application/json' || type === ''))
  if (is_file) {
    if (!bytes || bytes.length === 0)
      faults.push({ error: 'The body must be the file itself', code: 'parameter_missing', param: 'body' })
    body = bytes
  } else if (checkBody) {
    if (bytes && bytes.length > 0) body = readJson(bytes)
    faults.push(...checkBody(body))
  }
  if (endpoint.has_etag) faults.push(...faultsOfTags(request.headers))
  if (faults.length > 0) throw invalidAll(faults)
  const last_event_id = request.headers['last-event-id'] as string | undefined
  const params = request.params as Record<string, string>
  if (is_file && endpoint.body)
    return { params, query, body: {}, file: { bytes: body as Buffer, type }, given_back: undefined, last_event_id }
  if (is_file) return { params, query, body, given_back: undefined, last_event_id }
  return { params, query, ...takeReadOnly(body as Fields, read_only), last_event_id }
}

async function answerRequest(
  parts: HandlerParts,
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
  if (endpoint.files.length > 0 && 'bytes' in data) sendFile(endpoint, request, reply, data as FileAnswer)
  else sendData(endpoint, request, reply, data)
  recordIfGone(parts, request, reply)
  return reply
}

function contextOf(
  parts: HandlerParts,
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
    time_zone: state.access.time_zone,
    clock_ahead_ms: state.company_id === undefined ? 0 : state.access.clock_ahead_ms,
    user_id: caller.user_id,
    api_key_id: caller.api_key_id,
    session_id: caller.session_id,
    ip_address: state.ip_address,
    if_match: request.headers['if-match'],
    url: parts.url,
    is_listing: request.routeOptions.config.compiled?.endpoint.is_listing,
    ...around,
  })
}

/** Whom an endpoint works for that is open to everyone: it knows from the request itself what it may touch. */
const NOBODY = { organization_id: '', user_id: '', api_key_id: null, level: 'read', key_prefix: null } as unknown as Caller
