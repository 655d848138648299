// Requests on one connection run one after the other.

import type { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Requests of a connection that wait for those before them, until no more of it is read. */
const MOST_WAITING = 16

/** Requests that wait on each connection; only connections that ever had one are in it. */
const waiting = new WeakMap<Socket, number>()

/**
 * Waits until earlier requests on the same connection have been answered: a client that sends several requests without waiting means them one
 * after the other (RFC 9112, 9.3.2). Node answers in that order, but would do the work side by side. While a client keeps sending without
 * reading its answers, no more of it is read.
 */
export async function inTurn(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { socket } = request.raw
  // An answer gets the connection when the one before is finished; it also has none when the client has disconnected.
  if (reply.raw.socket || request.raw.destroyed || socket.destroyed) return
  const before = waiting.get(socket)
  // Node resumes a connection at the end of every request and answer, even if someone else has paused it.
  if (before === undefined) socket.on('resume', () => pauseIfFull(socket))
  waiting.set(socket, (before ?? 0) + 1)
  pauseIfFull(socket)
  await new Promise<void>((resolve) => {
    reply.raw.once('socket', () => resolve())
    request.raw.once('close', resolve)
  })
  const left = waiting.get(socket)! - 1
  waiting.set(socket, left)
  if (left === MOST_WAITING - 1 && !socket.destroyed) socket.resume()
}

/** Stops reading a connection with the maximum of waiting requests. What is in its last 64 KiB has been read already, and waits too. */
function pauseIfFull(socket: Socket): void {
  if (waiting.get(socket)! >= MOST_WAITING) socket.pause()
}
