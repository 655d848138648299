// Traces: spans that a collector gets, of requests, transactions, jobs and webhook deliveries, in the trace of the caller.
import assert from 'node:assert/strict'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { type RunningMailServer, startMailServer } from './support/mail-server.ts'
import { startReceiver } from './support/receiver.ts'
import {
  Client,
  type MadeSetup,
  type ServerProcess,
  setUpWithCli,
  startServerProcess,
  temporaryFolder,
} from './support/server-process.ts'

const PATIENCE_MS = 20_000
const TRACE = '0af7651916cd43dd8448eb211c80319c'
const PARENT = 'b7ad6b7169203331'

interface Span {
  name: string
  traceId: string
  spanId: string
  parentSpanId?: string
  kind: number
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[]
  service: string
}

/** A collector on loopback, and the spans that it got. */
async function startCollector(): Promise<{ url: string; spans: Span[]; headers: string[]; server: Server }> {
  const spans: Span[] = []
  const headers: string[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk) => chunks.push(chunk))
    request.on('end', () => {
      headers.push(`${request.method} ${request.url} ${request.headers['x-team']}`)
      const { resourceSpans } = JSON.parse(Buffer.concat(chunks).toString())
      for (const { resource, scopeSpans } of resourceSpans) {
        const name = resource.attributes.find(({ key }: { key: string }) => key === 'service.name')
        for (const scope of scopeSpans)
          spans.push(...scope.spans.map((span: Span) => ({ ...span, service: name.value.stringValue })))
      }
      response.setHeader('content-type', 'application/json').end('{}')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, spans, headers, server }
}

describe('traces', () => {
  const folder = temporaryFolder()
  let collector: Awaited<ReturnType<typeof startCollector>>
  let server: ServerProcess
  let mail_server: RunningMailServer
  let setup: MadeSetup
  let client: Client
  const found = async (isIt: (span: Span) => boolean): Promise<Span> => {
    const until = performance.now() + PATIENCE_MS
    for (;;) {
      const span = collector.spans.find(isIt)
      if (span) return span
      assert.ok(performance.now() < until, JSON.stringify(collector.spans.map(({ name }) => name)))
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }

  before(async () => {
    collector = await startCollector()
    mail_server = await startMailServer()
    setup = await setUpWithCli(folder.path)
    server = await startServerProcess(folder.path, {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_HEADERS: 'x-team=billing',
      OTEL_SERVICE_NAME: 'quoin-test',
      QUOIN_METRICS_PORT: '0',
      QUOIN_ALLOW_PRIVATE_WEBHOOKS: '1',
      QUOIN_SMTP_URL: mail_server.url,
      QUOIN_MAIL_FROM: 'billing@example.com',
    })
    client = new Client(server.url, setup.api_key)
  })
  after(async () => {
    client.close()
    assert.equal(await server.end('SIGTERM'), 0)
    await mail_server.stop()
    collector.server.closeAllConnections()
    collector.server.close()
    folder.remove()
  })

  test('a request is a span in the trace of its caller, with its transactions in it', async () => {
    const path = `/v1/customers?company_id=${setup.company_id}`
    const headers = { traceparent: `00-${TRACE}-${PARENT}-01` }
    assert.equal((await client.call('POST', path, { name: 'Secret Customer' }, headers)).status, 201)
    const span = await found(({ traceId, name }) => traceId === TRACE && name === 'POST /v1/customers')
    assert.deepEqual([span.parentSpanId, span.kind, span.service], [PARENT, 2, 'quoin-test'])
    const attributes = Object.fromEntries(span.attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]))
    assert.deepEqual(
      [attributes['http.route'], attributes['http.response.status_code'], attributes['quoin.company.id']],
      ['/v1/customers', 201, setup.company_id],
    )
    const write = await found(({ name, parentSpanId }) => name === 'database write' && parentSpanId === span.spanId)
    assert.equal(write.traceId, TRACE)
    assert.deepEqual(new Set(collector.headers), new Set(['POST /v1/traces billing']))
  })

  test('a caller without a trace gets one, and one that is not sampled none', async () => {
    const path = `/v1/quotes?company_id=${setup.company_id}`
    await client.call('GET', path, undefined, { traceparent: `00-${'1'.repeat(32)}-${PARENT}-00` })
    for (const traceparent of ['', 'nonsense', `00-${'0'.repeat(32)}-${PARENT}-01`])
      await client.call('GET', path, undefined, { traceparent })
    await found(({ name }) => name === 'GET /v1/quotes')
    await client.call('GET', `/v1/projects?company_id=${setup.company_id}`)
    await found(({ name }) => name === 'GET /v1/projects')
    const spans = collector.spans.filter(({ name }) => name === 'GET /v1/quotes')
    assert.deepEqual([spans.length, spans.some(({ traceId }) => /^(0+|1+)$/.test(traceId))], [3, false])
    assert.ok(spans.every(({ parentSpanId }) => !parentSpanId))
  })

  test('jobs and webhook deliveries are traces of their own', async () => {
    const job = await found(({ name }) => name === 'job invoices.overdue')
    assert.ok(!job.parentSpanId)
    await found(({ name, parentSpanId }) => name.startsWith('database') && parentSpanId === job.spanId)
    const receiver = await startReceiver()
    try {
      const endpoint = { url: receiver.url, enabled_events: ['customer.*'] }
      await client.call('POST', `/v1/webhook-endpoints?company_id=${setup.company_id}`, endpoint)
      await client.call('POST', `/v1/customers?company_id=${setup.company_id}`, { name: 'Grace' })
      const delivery = await found(({ name }) => name === 'webhook delivery')
      assert.deepEqual([delivery.kind, delivery.parentSpanId || undefined], [3, undefined])
    } finally {
      await receiver.end()
    }
  })

  test('a mail is a span of the job that sends it, and the printing of its document one of the same trace', async () => {
    const query = `?company_id=${setup.company_id}`
    const customer = await client.call('POST', `/v1/customers${query}`, {
      name: 'Secret Customer',
      contact_email: 'ada@example.com',
    })
    const items = [{ name: 'Secret work', unit_price: 10 }]
    const body = { customer_id: customer.body.data.id, due_date: '2099-12-31', items }
    const { id } = (await client.call('POST', `/v1/invoices${query}`, body)).body.data
    assert.equal((await client.call('POST', `/v1/invoices/${id}/send${query}`, {})).status, 202)
    const mail = await found(({ name }) => name === 'mail')
    const job = await found(({ spanId }) => spanId === mail.parentSpanId)
    assert.deepEqual([mail.kind, job.name], [3, 'job mail.send'])
    const print = await found(({ name }) => name === 'print')
    assert.equal(print.traceId, mail.traceId)
    assert.equal(mail_server.mails.length, 1)
  })

  test('have nothing of what customers are called, of statements or of keys', () => {
    const text = JSON.stringify(collector.spans)
    assert.doesNotMatch(text, /Secret|ada@|select |insert into|sk_/i)
    // Background work that asks the database several times a second is no span.
    assert.ok(!collector.spans.some(({ name, parentSpanId }) => name.startsWith('database') && !parentSpanId))
  })
})

test('a collector that is away keeps no request and no end waiting', async () => {
  const folder = temporaryFolder()
  const server = await startServerProcess(folder.path, { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' })
  assert.equal((await fetch(`${server.url}/health/ready`)).status, 200)
  const began_at = performance.now()
  assert.equal(await server.end('SIGTERM'), 0)
  assert.ok(performance.now() - began_at < 8_000)
  folder.remove()
})
