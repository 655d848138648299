// The door of one-time links: like a key or a session, a link identifies the caller, and so the log of the request. Requests with an invalid link
// are counted by the client's address before anything of them is stored.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Clock } from '../../kernel/clock.ts'
import type { Database } from '../../sql/database.ts'
import type { BackOff } from './back-off.ts'
import { readPasswordLink, usedUp } from './persons.ts'

export interface LinkDoorParts {
  database: Database
  clock: Clock
  backOff: BackOff
}

const PREFIX = '/dashboard/api/welcome/'

/**
 * Checks the link of each request that would use one up, before its body is read: 404 for an invalid one, and 429 with Retry-After for
 * an address that tried too many of those. A valid link works from anywhere.
 */
export function guardLinks(app: FastifyInstance, parts: LinkDoorParts): void {
  // No async function: nearly all requests are others, and wait for nothing here.
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.method !== 'POST' || !request.raw.url?.startsWith(PREFIX)) return done()
    void admitLink(parts, request).then(() => done(), done)
  })
}

async function admitLink({ database, clock, backOff }: LinkDoorParts, request: FastifyRequest): Promise<void> {
  const { token } = request.params as { token?: string }
  const link = await readPasswordLink(database, token ?? '', clock.now_ms())
  if (!link) {
    await backOff.miss(request.state.ip_address)
    throw usedUp()
  }
  const { organization_id, user_id } = link
  request.state.access = { caller: { organization_id, user_id, api_key_id: null, key_prefix: null, level: 'read' } }
}
