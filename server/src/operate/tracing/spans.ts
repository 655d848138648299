// Traces of a process, sent to a collector by OTLP over HTTP. Loaded only where there is one to send to.
//
// Spans have routes, kinds, outcomes and ids of requests. They have no parameters, no texts of statements and no addresses of public pages.
import { AsyncLocalStorage } from 'node:async_hooks'
import { type Context, ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import type { FastifyRequest } from 'fastify'
import type { EndedRequest } from '../../http/observing.ts'
import { loggedPathOf } from '../../http/request.ts'
import type { Database } from '../../sql/database.ts'
import type { Observer } from '../observer.ts'
import { VERSION } from '../version.ts'
import { parentOf } from './traceparent.ts'

/** How soon spans are sent, and how long the end of the process waits for the last ones. */
const SEND_EVERY_MS = 2_000
const FAREWELL_MS = 3_000

/** A request or a job, and whether it may still have spans of its own. */
interface Scope {
  span: Span
  context: Context
  is_over: boolean
}

/** Traces are an observer, and are sent until they are closed. */
export interface Tracing extends Observer {
  /** Sends what is left; resolves in any case, soon. */
  close(): Promise<void>
}

/**
 * Makes the traces of this process. Where they are sent to, with which headers and under which name, is read by the library from the variables
 * of OpenTelemetry: `OTEL_EXPORTER_OTLP_ENDPOINT`, `OTEL_EXPORTER_OTLP_HEADERS`, `OTEL_SERVICE_NAME`, `OTEL_RESOURCE_ATTRIBUTES`.
 */
export function createTracing(): Tracing {
  const own = resourceFromAttributes({ 'service.name': 'quoin', 'service.version': VERSION })
  const resource = defaultResource()
    .merge(own)
    .merge(detectResources({ detectors: [envDetector] }))
  const processor = new BatchSpanProcessor({ exporter: new OTLPTraceExporter(), scheduledDelayMillis: SEND_EVERY_MS })
  const provider = new TracerProvider({ resource, spanProcessors: [processor] })
  const tracer = provider.getTracer('quoin', VERSION)
  const current = new AsyncLocalStorage<Scope | undefined>()
  const scopes = new WeakMap<FastifyRequest, Scope>()

  function begin(name: string, kind: SpanKind, parent: Context, attributes: Record<string, string>): Scope {
    const span = tracer.startSpan(name, { kind, attributes }, parent)
    return { span, context: trace.setSpan(parent, span), is_over: false }
  }

  /** Does some work in a span: of the request or job that it is done for, or by itself where there is none. */
  async function within<T>(
    name: string,
    attributes: Record<string, string>,
    work: () => Promise<T>,
    failed: (result: T) => string | undefined = () => undefined,
    kind: SpanKind = SpanKind.INTERNAL,
  ): Promise<T> {
    const outer = current.getStore()
    const scope = begin(name, kind, outer?.is_over === false ? outer.context : ROOT_CONTEXT, attributes)
    try {
      const result = await current.run(scope, work)
      const fault = failed(result)
      if (fault !== undefined) scope.span.setStatus({ code: SpanStatusCode.ERROR, message: fault })
      return result
    } catch (error) {
      // Only its kind: messages may name customers.
      scope.span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.name : 'failed' })
      throw error
    } finally {
      scope.is_over = true
      scope.span.end()
    }
  }

  /** The same, but nothing is recorded of background work: it asks the database several times a second. */
  const ofScope = <T>(name: string, work: () => Promise<T>): Promise<T> =>
    current.getStore()?.is_over === false ? within(name, {}, work) : work()

  return {
    scope: {
      enter(request, next) {
        let scope = scopes.get(request)
        if (!scope) {
          const parent = parentOf(request.headers['traceparent'])
          scope = begin(request.method, SpanKind.SERVER, parent, { 'http.request.method': request.method })
          scopes.set(request, scope)
        }
        // It may last for weeks, and looks for events at each commit.
        if (request.routeOptions.config.compiled?.endpoint.is_stream) scope.is_over = true
        current.run(scope, next)
      },
    },
    requests: {
      ended(ended) {
        const scope = scopes.get(ended.request)
        if (!scope) return
        describe(scope.span, ended)
        scope.is_over = true
        scope.span.end()
      },
    },
    observeRun: (kind, run) =>
      current.run(undefined, () =>
        within(`job ${kind}`, { 'quoin.job.kind': kind }, run, (outcome) => (outcome === 'done' ? undefined : outcome)),
      ),
    database: (database) =>
      withMethods(database, {
        read: (work, organization_id, listed) => ofScope('database read', () => database.read(work, organization_id, listed)),
        readOne: (work) => ofScope('database read', () => database.readOne(work)),
        write: (work, company_id, organization_id) =>
          ofScope('database write', () => database.write(work, company_id, organization_id)),
        // What follows from a commit is not done for the request that happened to make it.
        onNotify: (listener) => database.onNotify((topics) => current.run(undefined, () => listener(topics))),
      }),
    sender: (sender) => ({
      send: (attempt) =>
        within(
          'webhook delivery',
          { 'quoin.event.id': attempt.event_id },
          () => sender.send(attempt),
          ({ response_status }) =>
            response_status === null ? 'no answer' : response_status >= 400 ? String(response_status) : undefined,
          SpanKind.CLIENT,
        ),
      close: () => sender.close(),
    }),
    mailer: (mailer) => ({
      send: (mail, signal) =>
        within(
          'mail',
          {},
          () => mailer.send(mail, signal),
          ({ outcome }) => (outcome === 'sent' ? undefined : outcome),
          SpanKind.CLIENT,
        ),
      close: () => mailer.close(),
    }),
    press: (press) => ({ print: (paper, turn) => within('print', {}, () => press.print(paper, turn)) }),
    async close() {
      let timer: NodeJS.Timeout | undefined
      const late = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, FAREWELL_MS)
      })
      // A collector that is away keeps no process from ending.
      await Promise.race([provider.shutdown().catch(() => {}), late])
      clearTimeout(timer)
    },
  }
}

function describe(span: Span, { method, route, status, request }: EndedRequest): void {
  const { state } = request
  const { caller } = state.access
  span.updateName(`${method} ${route}`)
  span.setAttributes({
    'http.route': route,
    'url.path': loggedPathOf(request),
    'quoin.request.id': state.request_id,
    ...(status === undefined ? {} : { 'http.response.status_code': status }),
    ...(caller ? { 'quoin.organization.id': caller.organization_id } : {}),
    ...(state.company_id ? { 'quoin.company.id': state.company_id } : {}),
  })
  if (status === undefined || status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
}

/** The same database with some other methods. */
function withMethods(database: Database, methods: Partial<Database>): Database {
  return new Proxy(database, {
    get(target, name) {
      const own = (methods as Record<string | symbol, unknown>)[name]
      if (own !== undefined) return own
      const value = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}
