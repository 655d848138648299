// Servers on loopback that receive webhooks in tests, the well-behaved and the others. All are closed by `closeReceivers`.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net'

export interface Receiver {
  port: number
  url: string
  /** The connections that are open now. */
  sockets: Set<Socket>
  /** How many connections were made so far. */
  connections(): number
}

export interface ReceivedRequest {
  method: string
  url: string
  headers: IncomingMessage['headers']
  body: Buffer
}

const closers: (() => void)[] = []

/** Ends every server of this file and its connections. */
export function closeReceivers(): void {
  for (const close of closers.splice(0)) close()
}

/** Listens on `host` and a free port (or `port`) and counts connections. Rejects when the address can't be taken. */
export async function listen(server: Server, host = '127.0.0.1', port = 0): Promise<Receiver> {
  const sockets = new Set<Socket>()
  let count = 0
  server.on('connection', (socket: Socket) => {
    count++
    sockets.add(socket)
    socket.on('error', () => {})
    socket.once('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve))
  closers.push(() => {
    server.close()
    for (const socket of sockets) socket.destroy()
  })
  const taken = (server.address() as AddressInfo).port
  return { port: taken, url: `http://127.0.0.1:${taken}/hook?a=b`, connections: () => count, sockets }
}

/** An HTTP server that reads each request whole, remembers it and lets `answer` answer. */
export async function startReceiver(
  answer: (response: ServerResponse, request: ReceivedRequest) => void,
): Promise<Receiver & { requests: ReceivedRequest[] }> {
  const requests: ReceivedRequest[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk) => chunks.push(chunk))
    request.on('end', () => {
      const received = { method: request.method!, url: request.url!, headers: request.headers, body: Buffer.concat(chunks) }
      requests.push(received)
      answer(response, received)
    })
  })
  return { requests, ...(await listen(server)) }
}

/** A TCP server that lets `answer` do what no HTTP server does, once the beginning of a request is there; `number` counts requests from 1. */
export function startRawReceiver(answer: (socket: Socket, number: number) => void): Promise<Receiver> {
  let number = 0
  return listen(createTcpServer((socket) => socket.on('data', (bytes) => bytes.includes('POST ') && answer(socket, ++number))))
}
