// What watches a process according to its configuration. What is off is not even loaded.
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { createRequestLog } from '../http/request-log.ts'
import type { Sources } from './metrics/metrics.ts'
import { joinObservers, type Observer } from './observer.ts'

export interface ObserverSettings {
  metrics: { host: string; port: number | undefined; token: string | undefined } | undefined
  slow_query_ms: number | undefined
  traces_url: string | undefined
}

/** Makes what watches; `writeLine` takes finished lines of the request log. */
export async function createObservers(settings: ObserverSettings, log: Logger, writeLine?: (line: string) => void) {
  const metrics = settings.metrics && (await import('./metrics/metrics.ts')).createMetrics()
  const tracing = settings.traces_url === undefined ? undefined : (await import('./tracing/spans.ts')).createTracing()
  const requests = createRequestLog(log, writeLine)
  const { slow_query_ms: slow_ms } = settings
  const onSlow = (statement: string, ms: number) => log.warn({ ms: Math.round(ms * 100) / 100, statement }, 'slow query')
  const engine = { slow_ms, onSlow }
  const observers: Observer[] = [...(requests ? [{ requests }] : []), ...(slow_ms === undefined ? [] : [{ engine }])]
  if (metrics) observers.push(metrics)
  if (tracing) observers.push(tracing)
  return {
    ...joinObservers(observers),
    /**
     * Serves the metrics, if there are any, before the server listens. Gives their address, where they have one of their own, and the function
     * that ends all that watches. Throws the error of the system when it can't listen there.
     */
    async serve(app: FastifyInstance, sources: Sources): Promise<{ url?: string; close(): Promise<void> }> {
      metrics?.watch(sources)
      const close = async () => tracing?.close()
      if (!metrics || !settings.metrics) return { close }
      const { serveMetrics, listenForMetrics } = await import('./metrics/serve.ts')
      const { host, port, token } = settings.metrics
      if (port === undefined) {
        serveMetrics(app, metrics, token!)
        return { close }
      }
      const listener = await listenForMetrics(metrics, { host, port, token })
      return { url: listener.url, close: async () => void (await Promise.all([listener.close(), close()])) }
    },
  }
}
