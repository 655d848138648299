// What load balancers and orchestrators ask for: docs/observability.md says which of them should ask for what.
import type { FastifyInstance } from 'fastify'

/** The phases of a process. */
export type Phase = 'starting' | 'ready' | 'stopping'

export interface HealthParts {
  /** Whether the database answers. */
  isHealthy(): Promise<boolean>
  /** Why it takes no writes; undefined while it takes them. */
  failure(): string | undefined
  phase(): Phase
}

/** Serves `/health`, `/health/live` and `/health/ready`. */
export function serveHealth(app: FastifyInstance, { isHealthy, failure, phase }: HealthParts): void {
  app.get('/health', async (_, reply) => {
    if (!(await isHealthy())) return reply.code(503).send({ status: 'unavailable' })
    const reason = failure()
    return reason === undefined ? reply.send({ status: 'ok' }) : reply.code(503).send({ status: 'read_only', reason })
  })
  // It asks nothing of the database: a process that can answer is alive.
  app.get('/health/live', (_, reply) => reply.send({ status: 'ok' }))
  app.get('/health/ready', async (_, reply) => {
    const now = phase()
    if (now !== 'ready') return reply.code(503).send({ status: now })
    if (!(await isHealthy())) return reply.code(503).send({ status: 'unavailable' })
    // Reads work while the disk is full: without this process there would not even be those.
    return reply.send({ status: failure() === undefined ? 'ready' : 'read_only' })
  })
}
