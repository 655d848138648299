// Where metrics are served: on a listener of their own, or on the main port to those who have the token.

import { createHash, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'

/** A text of metrics and its content type. */
export interface MetricsText {
  type: string
  text(): Promise<string>
}

const PATH = '/metrics'
const HEADERS_TIMEOUT_MS = 5_000
/** More than any scraper needs. */
const CONNECTIONS = 64

/** Serves `GET /metrics` on the main server; a request without the token gets 401. */
export function serveMetrics(app: FastifyInstance, { type, text }: MetricsText, token: string): void {
  const isAllowed = bearerOf(token)
  app.get(PATH, async (request, reply) => {
    if (!isAllowed(request.headers.authorization)) return refuse(reply)
    return reply.header('Content-Type', type).send(await text())
  })
}

function refuse(reply: { code(status: number): { header(name: string, value: string): { send(body: object): unknown } } }) {
  const body = { error: 'The token of QUOIN_METRICS_TOKEN is required: Authorization: Bearer …', code: 'unauthorized' }
  return reply.code(401).header('WWW-Authenticate', 'Bearer realm="metrics"').send(body)
}

/**
 * Serves `GET /metrics` on a port of its own, to those who have the token if there is one. Gives the address and the function that closes it;
 * throws the error of the system when it can't listen there.
 */
export async function listenForMetrics(
  { type, text }: MetricsText,
  { host, port, token }: { host: string; port: number; token: string | undefined },
): Promise<{ url: string; close(): Promise<void> }> {
  const isAllowed = token === undefined ? () => true : bearerOf(token)
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const is_read = request.method === 'GET' || request.method === 'HEAD'
    if (request.url?.split('?')[0] !== PATH) return end(response, 404, 'text/plain', 'Metrics are at /metrics\n')
    if (!is_read) return end(response, 405, 'text/plain', 'Only GET is possible here\n', { Allow: 'GET, HEAD' })
    if (!isAllowed(request.headers.authorization)) {
      return end(response, 401, 'text/plain', 'The token of QUOIN_METRICS_TOKEN is required\n', {
        'WWW-Authenticate': 'Bearer realm="metrics"',
      })
    }
    end(response, 200, type, await text())
  }
  const server = createServer({ headersTimeout: HEADERS_TIMEOUT_MS, requestTimeout: HEADERS_TIMEOUT_MS }, (request, response) => {
    answer(request, response).catch(() => response.destroy())
  })
  server.maxConnections = CONNECTIONS
  // A start that fails later ends all the same.
  server.unref()
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  const { port: real_port } = server.address() as { port: number }
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${real_port}${PATH}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function end(response: ServerResponse, status: number, type: string, body: string, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'Content-Type': type, 'Cache-Control': 'no-store', ...headers }).end(body)
}

/** Says whether a header has the token. It takes the same time for each wrong one. */
function bearerOf(token: string): (header: string | undefined) => boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest()
  const expected = hash(`Bearer ${token}`)
  return (header) => timingSafeEqual(hash((header ?? '').replace(/^bearer +/i, 'Bearer ')), expected)
}
