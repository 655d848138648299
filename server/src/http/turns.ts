// When a request goes on after those before it on its connection.

import type { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Requests of a connection that wait for those before them, until no more of it is read. */
const MOST_WAITING = 16

/** Requests that wait on each connection; only those that ever had one are here. */
const waiting = new WeakMap<Socket, number>()

/**
 * Waits until what came before on the same connection has been answered: a client that sends several requests without waiting means them one after
 * the other (RFC 9112, 9.3.2). Node answers in that order, but would do the work side by side. A client that sends on and on without taking
 * its answers is not read any further meanwhile.
 */
export async function inTurn(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { socket } = request.raw
  // An answer gets the connection when the one before is through; it has none either when the client has gone.
  if (reply.raw.socket || request.raw.destroyed || socket.destroyed) return
  const before = waiting.get(socket)
  // Node resumes a connection with the end of every request and of every answer, no matter who has paused it.
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

/** Stops reading a connection on which as many requests wait as may. What its last piece of 64 KiB had is there already, and waits too. */
function pauseIfFull(socket: Socket): void {
  if (waiting.get(socket)! >= MOST_WAITING) socket.pause()
}
