// When a request is over, and in the audit log: with its change, else once it is answered or its client has gone.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { timestamp } from '../kernel/clock.ts'
import type { ApiKeyId } from '../kernel/ids.ts'
import { doorOf } from './paths.ts'
import { type RequestRecord, recordOf } from './request.ts'

/** Where requests are recorded. */
export interface Recorder {
  /** Records a read or a refusal, soon. */
  recordLater(record: RequestRecord): void
  /** Notes that a key was used by a successful request. */
  recordUse(api_key_id: ApiKeyId, at: string): void
}

/** Records a request once it is answered, or once its client has gone away before it has read the answer. No hook: Fastify's costs more. */
export function recordAtEnd(recorder: Recorder, request: FastifyRequest, reply: FastifyReply): void {
  const { raw } = reply
  const record = () => {
    if (raw.writableEnded) recordRequest(recorder, request, raw.statusCode)
  }
  raw.on('finish', record)
  raw.on('close', () => {
    record()
    request.state.slot?.leave()
    request.state.onOver?.()
  })
}

/** Records a request whose client went away while it was answered: neither `finish` nor `close` comes after that. */
export function recordIfGone(recorder: Recorder, request: FastifyRequest, reply: FastifyReply): void {
  if (!request.raw.socket?.destroyed) return
  if (doorOf(request)) recordRequest(recorder, request, reply.statusCode)
  request.state.onOver?.()
}

/** Records a request at its end, once. */
export function recordRequest(recorder: Recorder, request: FastifyRequest, status: number): void {
  const { state } = request
  state.slot?.leave()
  if (state.is_over) return
  state.is_over = true
  const { caller } = state.access
  if (caller?.api_key_id && status < 400) recorder.recordUse(caller.api_key_id, timestamp(state.now_ms))
  if (!state.is_recorded) recorder.recordLater(recordOf(request, status))
}
