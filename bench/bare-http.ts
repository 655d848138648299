// What the bare servers share: as little HTTP as possible. The key is compared as a string, nothing is validated, and requests that
// the benchmark does not make may get any answer.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parseArgs } from 'node:util'

/** How a bare server is started: `node bench/bare-….ts --database PATH-OR-URL --company ID --api-key KEY [--flag …]`. */
export interface BareOptions {
  /** The file of the copy of Quoin's database that it works on, or the URL of one on PostgreSQL. */
  database: string
  company_id: string
  /** How it was asked to work, by name; each server says which there are. */
  flags: ReadonlySet<string>
}

/** The handlers of requests. Each answers with `reply`, in the same turn of the event loop or later. */
export interface BareHandlers {
  getInvoice(id: string, reply: Reply): unknown
  listInvoices(query: URLSearchParams, reply: Reply): unknown
  searchCustomers(query: URLSearchParams, reply: Reply): unknown
  pollEvents(query: URLSearchParams, reply: Reply): unknown
  createInvoice(body: string, reply: Reply): void
  updateInvoice(id: string, body: string, reply: Reply): void
}

export type Reply = (status: number, body: string) => void

/**
 * Serves the handlers that `open` makes of the command line, prints its address, and ends on SIGTERM. `is_batching`: requests that came in at the
 * same moment are answered one right after the other, which halves the cost of each: the processor has code and data of the one before in cache.
 */
export function serveBare(open: (options: BareOptions) => BareHandlers, is_batching = false): void {
  const { values } = parseArgs({
    options: {
      database: { type: 'string' },
      company: { type: 'string' },
      'api-key': { type: 'string' },
      flag: { type: 'string', multiple: true, default: [] },
    },
  })
  const { database, company, flag } = values
  if (!database || !company) throw new Error('--database and --company are required')
  const authorization = `Bearer ${values['api-key']}`
  const handlers = open({ database, company_id: company, flags: new Set(flag) })
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    const reply: Reply = (status, body) => send(response, status, body)
    if (request.headers.authorization !== authorization) return reply(401, '{"error":"Invalid API key"}')
    route(handlers, request, reply)
  }
  const server = createServer(is_batching ? batching(answer) : answer)
  server.listen(0, '127.0.0.1', () =>
    console.log(`The bare limit is ready at http://127.0.0.1:${(server.address() as AddressInfo).port}`),
  )
  process.once('SIGTERM', () => process.exit(0))
}

type Listener = (request: IncomingMessage, response: ServerResponse) => void

function batching(answer: Listener): Listener {
  let waiting: Parameters<Listener>[] = []
  const answerAll = () => {
    const all = waiting
    waiting = []
    for (const [request, response] of all) answer(request, response)
  }
  return (request, response) => {
    if (waiting.push([request, response]) === 1) setImmediate(answerAll)
  }
}

const INVOICE = '/v1/invoices/'

function route(handlers: BareHandlers, request: IncomingMessage, reply: Reply): void {
  const url = request.url!
  const end = url.indexOf('?')
  const id = url.startsWith(INVOICE) ? url.slice(INVOICE.length, end) : ''
  if (request.method === 'GET') {
    if (id !== '') return void handlers.getInvoice(id, reply)
    const query = new URLSearchParams(url.slice(end + 1))
    if (url.startsWith('/v1/events')) handlers.pollEvents(query, reply)
    else if (url.startsWith('/v1/customers')) handlers.searchCustomers(query, reply)
    else handlers.listInvoices(query, reply)
    return
  }
  let body = ''
  request.setEncoding('utf8')
  request.on('data', (chunk: string) => {
    body += chunk
  })
  request.on('end', () => (id === '' ? handlers.createInvoice(body, reply) : handlers.updateInvoice(id, body, reply)))
}

function send(response: ServerResponse, status: number, body: string): void {
  const length = Buffer.byteLength(body)
  response.writeHead(status, ['Content-Type', 'application/json; charset=utf-8', 'Content-Length', String(length)])
  // Plain ASCII is written as Latin-1: the same bytes, without Node's path for UTF-8.
  response.end(body, length === body.length ? 'latin1' : 'utf8')
}
