// When a request goes on: after those before it on its connection, and together with those that came in at the same moment.
import type { FastifyReply, FastifyRequest } from 'fastify'

/**
 * Waits until what came before on the same connection has been answered: a client that sends several requests without waiting means them one after
 * the other (RFC 9112, 9.3.2). Node answers in that order, but would do the work side by side.
 */
export async function inTurn(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  // An answer gets the connection when the one before is through; it has none either when the client has gone.
  if (reply.raw.socket || request.raw.destroyed || request.raw.socket.destroyed) return
  await new Promise<void>((resolve) => {
    reply.raw.once('socket', () => resolve())
    request.raw.once('close', resolve)
  })
}

/** Requests that go on together at most: so many answers are in memory at once. */
const TOGETHER = 32

/**
 * Lets the requests that have come in at the same moment go on at the same moment: what they ask of the database in one go they share, a snapshot
 * or the look-up of their key (`Database.read`).
 */
export function createGathering(): () => Promise<void> {
  let next: Promise<void> | undefined
  let count = 0
  return () => {
    if (!next || count === TOGETHER) {
      count = 0
      const gathered = new Promise<void>((resolve) =>
        setImmediate(() => {
          if (next === gathered) next = undefined
          resolve()
        }),
      )
      next = gathered
    }
    count++
    return next
  }
}
