// Whom a sign-in comes from: what guessing is counted by.
import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'

/** Where a proxy in front connects from: the machine itself, or its own network. */
const NEAR = /^(::ffff:)?(127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.)|^::1$|^f[cd][0-9a-f]{2}:/i

/**
 * The client's address: that of the connection or, where the service is reached by TLS, which it does not speak itself, what the proxy in front
 * put last into X-Forwarded-For. Behind a proxy all clients would have one address otherwise, and who guesses would make everyone wait.
 */
export function clientAddress(request: FastifyRequest, origin: string): string {
  const { ip_address } = request.state
  const forwarded = request.headers['x-forwarded-for']
  if (!origin.startsWith('https:') || forwarded === undefined || !NEAR.test(ip_address)) return ip_address
  const last = String(forwarded).split(',').at(-1)!.trim()
  return isIP(last) === 0 ? ip_address : last
}
