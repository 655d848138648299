// The requests of the hostile tenant, from a separate thread: repeated, whatever the answer.
import { connect, type Socket } from 'node:net'
import { parentPort, workerData } from 'node:worker_threads'

export interface HostileLoad {
  port: number
  connections: number
  /** Whole requests, sent in turn; `{number}` is replaced by a new eight-digit number each time. */
  requests: string[]
  /** Whether answers are read before the next request; else requests are sent on and on and nothing is read. */
  is_reading: boolean
}

const { port, connections, requests, is_reading } = workerData as HostileLoad
const UNREAD_AT_ONCE = 100
const AGAIN_MS = 20
let next = 0
let number = 10_000_000
let answers = 0
let refused = 0
const statuses: Record<string, number> = {}
const sockets = new Set<Socket>()

const nextRequest = () => requests[next++ % requests.length]!.replaceAll('{number}', () => String(++number))

function open(): void {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  sockets.add(socket)
  socket.on('error', () => {})
  socket.on('close', () => {
    sockets.delete(socket)
    setTimeout(open, AGAIN_MS)
  })
  if (!is_reading) {
    socket.pause()
    return void socket.write(Array.from({ length: UNREAD_AT_ONCE }, nextRequest).join(''))
  }
  let head = ''
  let missing = 0
  const send = () => socket.write(nextRequest())
  const done = () => {
    answers++
    head = ''
    missing = 0
    send()
  }
  socket.on('connect', send)
  socket.on('data', (chunk: Buffer) => {
    if (missing > 0) {
      missing -= chunk.length
      if (missing <= 0) done()
      return
    }
    // Of an answer in chunks only the end matters.
    if (missing < 0) return void (chunk.toString('latin1').endsWith('0\r\n\r\n') && done())
    head += chunk.toString('latin1')
    const end = head.indexOf('\r\n\r\n')
    if (end < 0) return
    const status = head.slice(9, 12)
    statuses[status] = (statuses[status] ?? 0) + 1
    if (status[0] !== '2') refused++
    const length = /\r\nContent-Length: *(\d+)/i.exec(head)?.[1]
    if (length === undefined) {
      missing = -1
      if (head.endsWith('0\r\n\r\n')) done()
    } else {
      missing = end + 4 + Number(length) - head.length
      if (missing <= 0) done()
    }
  })
}

for (let index = 0; index < connections; index++) open()
parentPort!.on('message', () => {
  parentPort!.postMessage({ answers, refused, statuses })
})
