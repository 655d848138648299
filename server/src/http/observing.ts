// What is known of a request once it is over, for metrics and the request log. Only built where one of them is on.
import type { FastifyReply, FastifyRequest } from 'fastify'

/** A request that is over. */
export interface EndedRequest {
  method: string
  /** The pattern of the route, like `/v1/invoices/:id`; `PAGE` and `NO_ROUTE` for what none has. Never a path that a client sent. */
  route: string
  /** Undefined: the client was gone before there was an answer. */
  status: number | undefined
  duration_ms: number
  /** Of the body, as its sender announced it. */
  received_bytes: number
  /** With the head; less for a client that does not read to the end. */
  sent_bytes: number
  /** Whether it is a stream: its duration is no latency. */
  is_stream: boolean
  request: FastifyRequest
}

/** Is told about requests. It must return at once and throw nothing. */
export interface RequestObserver {
  began?(): void
  ended(ended: EndedRequest): void
}

/** What the work for a request is done within. */
export interface RequestScope {
  /** Calls `next` once, at once; called again for the same request, it continues the same scope. */
  enter(request: FastifyRequest, next: () => void): void
}

/** The route of requests that a page of the dashboard answered. */
const PAGE = 'page'
/** The route of requests that no route matches. */
export const NO_ROUTE = 'none'

/** Tells an observer about a request: now, and when `state.onOver` is called. */
export function observeRequest(observer: RequestObserver, request: FastifyRequest, { raw }: FastifyReply): void {
  const { state } = request
  // The answer does not know its connection any more when it is through. One that waits for an earlier answer has none yet.
  const socket = (raw.socket ?? request.raw.socket) as { bytesWritten?: number }
  const sent_before = socket.bytesWritten ?? 0
  observer.began?.()
  state.onOver = () => {
    state.onOver = undefined
    const { compiled } = request.routeOptions.config
    observer.ended({
      method: request.method,
      route: compiled?.endpoint.path ?? routeOf(request, raw.statusCode),
      status: raw.headersSent ? raw.statusCode : undefined,
      duration_ms: performance.now() - state.started_at,
      received_bytes: Number(request.headers['content-length'] ?? 0) || 0,
      sent_bytes: (socket.bytesWritten ?? 0) - sent_before,
      is_stream: compiled?.endpoint.is_stream ?? false,
      request,
    })
  }
}

function routeOf(request: FastifyRequest, status: number): string {
  if (!request.is404) return request.routeOptions.url ?? NO_ROUTE
  return status < 400 ? PAGE : NO_ROUTE
}
