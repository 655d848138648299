// The load generator, a separate process. It speaks only as much HTTP/1.1 as the answers need. General ones lack bodies that
// differ in each request, a load spread over several servers, and requests that are registered once.
import { connect, type Socket } from 'node:net'
import { EVER_NEW, type LoadJob, type LoadOrder, type LoadRequests, type LoadResult } from './load-order.ts'
import { percentile } from './statistics.ts'

/** The next number for `EVER_NEW`. */
let ever_new = Date.now()

/** How much is kept of a wrong answer. */
const SHOWN_BYTES = 500
const LONGEST_HEAD = 16 * 1024

interface Prepared {
  bytes: Buffer
  /** Where the number goes; -1: nowhere. */
  number_at: number
}

const prepared = new Map<string, Prepared[]>()

function prepare({ headers, requests }: LoadRequests): Prepared[] {
  const shared = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return requests.map(({ method, path, body }) => {
    const length = body === undefined ? '' : `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n`
    const bytes = Buffer.from(`${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${shared.join('')}${length}\r\n${body ?? ''}`)
    return { bytes, number_at: bytes.indexOf(EVER_NEW) }
  })
}

async function load({ requests: name, urls, connections, seconds }: LoadJob): Promise<LoadResult> {
  const requests = prepared.get(name)!
  const sockets = await Promise.all(Array.from({ length: connections }, (_, index) => open(urls[index % urls.length]!)))
  const latencies: number[] = []
  let next = 0
  let in_time = 0
  const started_at = performance.now()
  const end_at = started_at + seconds * 1000
  const runs = sockets.map(
    (socket) =>
      new Promise<void>((resolve, reject) => {
        let sent_at = 0
        const sendNext = () => {
          sent_at = performance.now()
          if (sent_at >= end_at) return resolve()
          socket.write(bytesOf(requests[next++ % requests.length]!))
        }
        readAnswers(socket, reject, () => {
          const now = performance.now()
          latencies.push(now - sent_at)
          if (now < end_at) in_time++
          sendNext()
        })
        sendNext()
      }),
  )
  try {
    await Promise.all(runs)
  } finally {
    for (const socket of sockets) socket.destroy()
  }
  const sorted = Float64Array.from(latencies).sort()
  const times = { p50_ms: percentile(sorted, 0.5), p99_ms: percentile(sorted, 0.99), all_answers: sorted.length }
  // If one answer takes longer than the whole job, its own duration counts.
  if (in_time === 0) return { answers: sorted.length, seconds: (performance.now() - started_at) / 1000, ...times }
  return { answers: in_time, seconds, ...times }
}

function open(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port), noDelay: true }, () => resolve(socket))
    socket.once('error', reject)
  })
}

function bytesOf({ bytes, number_at }: Prepared): Buffer {
  if (number_at < 0) return bytes
  const copy = Buffer.from(bytes)
  copy.write(String(ever_new++).padStart(EVER_NEW.length, '0'), number_at, 'latin1')
  return copy
}

/** Calls `onAnswer` after each whole answer; every answer must have a Content-Length and a status of success. */
function readAnswers(socket: Socket, onFailure: (error: Error) => void, onAnswer: () => void): void {
  let head: Buffer | undefined
  /** Bytes of the body that are still to come. */
  let missing = 0
  socket.on('data', (chunk: Buffer) => {
    if (missing > 0) {
      missing -= chunk.length
    } else {
      const bytes: Buffer = head ? Buffer.concat([head, chunk]) : chunk
      const end = bytes.indexOf('\r\n\r\n')
      if (end < 0 && bytes.length < LONGEST_HEAD) {
        head = bytes
        return
      }
      const text = bytes.toString('latin1', 0, end)
      const length = /\r\nContent-Length: *(\d+)/i.exec(text)?.[1]
      if (!text.startsWith('HTTP/1.1 2') || length === undefined) {
        return onFailure(new Error(`an answer that is not as it should be: ${bytes.toString('utf8', 0, SHOWN_BYTES)}`))
      }
      head = undefined
      missing = end + 4 + Number(length) - bytes.length
    }
    if (missing < 0) onFailure(new Error('an answer is longer than it says'))
    else if (missing === 0) onAnswer()
  })
  socket.on('error', onFailure)
  socket.on('close', () => onFailure(new Error('the server closed a connection')))
}

process.on('message', (order: LoadOrder) => {
  if ('prepare' in order) {
    prepared.set(order.prepare, prepare(order.requests))
    return
  }
  load(order.run).then(
    (result) => process.send!({ result }),
    (error: Error) => process.send!({ failure: error.message }),
  )
})
