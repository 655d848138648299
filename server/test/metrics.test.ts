// Metrics: what is exposed is what the documentation and the dashboard of Grafana name, for those who may see it, and nothing of a tenant.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { unavailable } from '../src/kernel/errors.ts'
import { createMetrics } from '../src/operate/metrics/metrics.ts'
import type { Database } from '../src/sql/database.ts'
import { ENGINE } from './support/engine.ts'
import { type RunningMailServer, startMailServer } from './support/mail-server.ts'
import { startReceiver } from './support/receiver.ts'
import { Client, type ServerProcess, setUpWithCli, startServerProcess, temporaryFolder } from './support/server-process.ts'

const ROOT = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const TOKEN = 'a-token-of-more-than-16-characters'
const PATIENCE_MS = 20_000

/** The names and types of a text of metrics. */
const typesOf = (text: string) => new Map([...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name, type]) => [name!, type!]))

/** The value of a series, by its beginning. */
function sampleOf(text: string, series: string): number | undefined {
  const line = text.split('\n').find((one) => one.startsWith(`${series} `))
  return line === undefined ? undefined : Number(line.slice(series.length))
}

describe('metrics on a port of their own', () => {
  const folder = temporaryFolder()
  let server: ServerProcess
  let client: Client
  let company_id: string
  let metrics_url: string
  let mail_server: RunningMailServer
  const scrape = async (headers: Record<string, string> = {}) => {
    const answer = await fetch(metrics_url, { headers })
    return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() }
  }

  before(async () => {
    const setup = await setUpWithCli(folder.path)
    company_id = setup.company_id
    mail_server = await startMailServer({
      onRecipient: (address) => (/^no/.test(address) ? { code: 550, text: 'nobody' } : undefined),
    })
    const env = {
      QUOIN_SMTP_URL: mail_server.url,
      QUOIN_MAIL_FROM: 'billing@example.com',
      QUOIN_METRICS_PORT: '0',
      QUOIN_LOG_LEVEL: 'info',
      QUOIN_ALLOW_PRIVATE_WEBHOOKS: '1',
    }
    server = await startServerProcess(folder.path, env)
    client = new Client(server.url, setup.api_key)
    const until = performance.now() + PATIENCE_MS
    while (!/"url":"([^"]+\/metrics)"/.test(server.logged()) && performance.now() < until)
      await new Promise((resolve) => setTimeout(resolve, 20))
    metrics_url = /"url":"([^"]+\/metrics)"/.exec(server.logged())![1]!
  })
  after(async () => {
    client.close()
    assert.equal(await server.end('SIGTERM'), 0)
    await mail_server.stop()
    folder.remove()
  })

  test('are those of docs/observability.md, with their types', async () => {
    const { status, type, text } = await scrape()
    assert.deepEqual([status, type], [200, 'text/plain; version=0.0.4; charset=utf-8'])
    const rows = [...read('docs/observability.md').matchAll(/^\| `(quoin_\w+)` \| (\w+) \|/gm)]
    const documented = rows.map(([, name, kind]) => `${name} ${kind}`)
    const exposed = [...typesOf(text)].filter(([name]) => name.startsWith('quoin_')).map(([name, kind]) => `${name} ${kind}`)
    assert.deepEqual(exposed.toSorted(), documented.toSorted())
    assert.ok(exposed.length > 30)
  })

  test('have names by the rules of Prometheus', async () => {
    for (const [name, kind] of typesOf((await scrape()).text)) {
      if (!name.startsWith('quoin_')) continue
      assert.equal(name.endsWith('_total'), kind === 'counter', name)
      assert.doesNotMatch(name, /_(ms|milliseconds|minutes|kb|mb)\b/)
      if (kind === 'histogram') assert.match(name, /_(seconds|size)$/)
    }
  })

  test('count requests by route, and what they write', async () => {
    const before_text = (await scrape()).text
    const { status, body } = await client.call('POST', `/v1/customers?company_id=${company_id}`, { name: 'Ada' })
    assert.equal(status, 201)
    await client.call('GET', `/v1/customers/${body.data.id}?company_id=${company_id}`)
    await client.call('GET', `/v1/customers/cus_0000000000000000000000000a?company_id=${company_id}`)
    const { text } = await scrape()
    const increase = (series: string) => (sampleOf(text, series) ?? 0) - (sampleOf(before_text, series) ?? 0)
    assert.equal(increase('quoin_http_requests_total{method="POST",route="/v1/customers",status="2xx"}'), 1)
    assert.equal(increase('quoin_http_requests_total{method="GET",route="/v1/customers/:id",status="2xx"}'), 1)
    assert.equal(increase('quoin_http_requests_total{method="GET",route="/v1/customers/:id",status="4xx"}'), 1)
    assert.equal(increase('quoin_http_request_duration_seconds_count{method="GET",route="/v1/customers/:id"}'), 2)
    assert.ok(increase('quoin_http_request_body_bytes_total') >= '{"name":"Ada"}'.length)
    assert.ok(increase('quoin_http_response_bytes_total') > 300)
    assert.ok(increase('quoin_database_transactions_total') >= 1)
    assert.ok(increase('quoin_database_commit_duration_seconds_count') >= 1)
    assert.equal(sampleOf(text, 'quoin_http_requests_in_progress'), 0)
    assert.equal(sampleOf(text, 'quoin_database_up'), 1)
    if (ENGINE === 'sqlite') assert.ok(sampleOf(text, 'quoin_sqlite_wal_bytes')! > 0)
    else assert.equal(sampleOf(text, 'quoin_postgres_pool_limit{pool="read"}'), 8)
    assert.equal(sampleOf(text, 'quoin_postgres_pool_limit{pool="read"}') === undefined, ENGINE === 'sqlite')
  })

  test('have no series that a client could choose, and nothing of a tenant', async () => {
    const { text: before_text } = await scrape()
    const paths = ['/v1/no-such-thing-1', '/v1/no-such-thing-2', '/nowhere', '/i/Abcdefghijklmnopqrstuvwxyz012345', '/metrics']
    for (const path of paths) await client.call('GET', path).catch(() => {})
    await fetch(`${server.url}/v1/customers`, { method: 'OPTIONS' })
    await fetch(`${server.url}/nowhere`, { method: 'PROPFIND' })
    const { text } = await scrape()
    assert.doesNotMatch(text, /no-such|nowhere|Abcdef|PROPFIND|(org|com|key|cus|inv|req)_0/)
    const routes = (of: string) => new Set([...of.matchAll(/route="([^"]+)"/g)].map(([, route]) => route))
    assert.deepEqual(
      [...routes(text)].filter((route) => !routes(before_text).has(route)),
      ['none', '/i/*'].filter((route) => !routes(before_text).has(route)),
    )
  })

  test('count streams, jobs and webhook attempts', async () => {
    const receiver = await startReceiver()
    try {
      await client.call('POST', `/v1/webhook-endpoints?company_id=${company_id}`, {
        url: receiver.url,
        enabled_events: ['customer.*'],
      })
      await client.call('POST', `/v1/customers?company_id=${company_id}`, { name: 'Grace' })
      const abort = new AbortController()
      const stream = await fetch(`${server.url}/v1/events/stream?company_id=${company_id}`, {
        headers: { authorization: `Bearer ${(client as unknown as { key: string }).key}` },
        signal: abort.signal,
      })
      assert.equal(stream.status, 200)
      const until = performance.now() + PATIENCE_MS
      let text = ''
      do {
        await new Promise((resolve) => setTimeout(resolve, 50))
        text = (await scrape()).text
      } while (!sampleOf(text, 'quoin_webhook_attempts_total{outcome="2xx"}') && performance.now() < until)
      assert.equal(sampleOf(text, 'quoin_http_streams_open'), 1)
      assert.equal(sampleOf(text, 'quoin_http_requests_in_progress'), 1)
      assert.ok(sampleOf(text, 'quoin_webhook_attempts_total{outcome="2xx"}')! >= 1)
      assert.ok(sampleOf(text, 'quoin_job_runs_total{kind="invoices.overdue",outcome="done"}')! >= 1)
      assert.equal(sampleOf(text, 'quoin_jobs_due{kind="mail.send"}'), 0)
      abort.abort()
      while (sampleOf((await scrape()).text, 'quoin_http_streams_open') !== 0 && performance.now() < until)
        await new Promise((resolve) => setTimeout(resolve, 20))
      text = (await scrape()).text
      assert.deepEqual([sampleOf(text, 'quoin_http_streams_open'), sampleOf(text, 'quoin_http_requests_in_progress')], [0, 0])
    } finally {
      await receiver.end()
    }
  })

  test('count mails by what became of them, and what was printed', async () => {
    const before_text = (await scrape()).text
    const customer = await client.call('POST', `/v1/customers?company_id=${company_id}`, {
      name: 'Ada',
      contact_email: 'ada@example.com',
    })
    const invoice = await client.call('POST', `/v1/invoices?company_id=${company_id}`, {
      customer_id: customer.body.data.id,
      due_date: '2099-12-31',
      items: [{ name: 'Work', unit_price: 10 }],
    })
    const path = `/v1/invoices/${invoice.body.data.id}`
    for (const to of ['ada@example.com', 'nobody@example.com'])
      assert.equal((await client.call('POST', `${path}/send?company_id=${company_id}`, { to: [to] })).status, 202)
    const until = performance.now() + PATIENCE_MS
    let text = ''
    const increase = (series: string) => (sampleOf(text, series) ?? 0) - (sampleOf(before_text, series) ?? 0)
    const attempts = () =>
      ['sent', 'failed', 'deferred'].map((outcome) => increase(`quoin_mail_attempts_total{outcome="${outcome}"}`))
    do {
      await new Promise((resolve) => setTimeout(resolve, 50))
      text = (await scrape()).text
    } while (increase('quoin_mail_attempt_duration_seconds_count') < 2 && performance.now() < until)
    assert.deepEqual(attempts(), [1, 1, 0])
    // One paper for both mails: it is kept as issued.
    assert.equal(increase('quoin_prints_total{outcome="printed"}'), 1)
    assert.equal(increase('quoin_print_duration_seconds_count'), 1)
    assert.equal(sampleOf(text, 'quoin_press_queue_length'), 0)
    assert.doesNotMatch(text, /example\.com|inv_0/)
  })

  test('are not served anywhere else', async () => {
    assert.equal((await fetch(`${server.url}/metrics`)).status, 404)
    assert.equal((await fetch(new URL('/', metrics_url))).status, 404)
    assert.equal((await fetch(metrics_url, { method: 'POST' })).status, 405)
  })

  test('the dashboard of Grafana names only metrics that there are', async () => {
    const { text } = await scrape()
    const known = typesOf(text)
    const dashboard = read('deploy/grafana/quoin.json')
    const named = new Set([...dashboard.matchAll(/\b(quoin|process|nodejs)_\w+/g)].map(([name]) => name))
    const missing = [...named].filter((name) => !known.has(name) && !known.has(name.replace(/_bucket$/, '')))
    assert.deepEqual(missing, [])
    const own = [...known.keys()].filter((name) => name.startsWith('quoin_') && !dashboard.includes(name))
    assert.deepEqual(own, [], 'metrics that it does not show')
  })
})

describe('metrics with a token', () => {
  test('are on the main port, for those who have it', async () => {
    const folder = temporaryFolder()
    const server = await startServerProcess(folder.path, { QUOIN_METRICS_TOKEN: TOKEN })
    const statusWith = async (authorization?: string) =>
      (await fetch(`${server.url}/metrics`, { headers: authorization === undefined ? {} : { authorization } })).status
    assert.equal(await statusWith(), 401)
    for (const wrong of [TOKEN, `Bearer ${TOKEN}x`, `Bearer ${TOKEN.slice(1)}`, 'Bearer ', `Basic ${TOKEN}`])
      assert.equal(await statusWith(wrong), 401, wrong)
    assert.equal(await statusWith(`Bearer ${TOKEN}`), 200)
    const { headers } = await fetch(`${server.url}/metrics`)
    assert.match(headers.get('www-authenticate')!, /^Bearer/)
    assert.equal(await server.end('SIGTERM'), 0)
    folder.remove()
  })

  test('need it on a port of their own too', async () => {
    const folder = temporaryFolder()
    const env = { QUOIN_METRICS_PORT: '0', QUOIN_METRICS_TOKEN: TOKEN, QUOIN_LOG_LEVEL: 'info' }
    const server = await startServerProcess(folder.path, env)
    const until = performance.now() + PATIENCE_MS
    while (!/"url":"([^"]+\/metrics)"/.test(server.logged()) && performance.now() < until)
      await new Promise((resolve) => setTimeout(resolve, 20))
    const url = /"url":"([^"]+\/metrics)"/.exec(server.logged())![1]!
    assert.equal((await fetch(url)).status, 401)
    assert.equal((await fetch(url, { headers: { authorization: `Bearer ${TOKEN}` } })).status, 200)
    assert.equal((await fetch(`${server.url}/metrics`)).status, 404)
    assert.equal(await server.end('SIGTERM'), 0)
    folder.remove()
  })

  test('a port that is taken stops the start with one line', async () => {
    const folder = temporaryFolder()
    const server = await startServerProcess(folder.path)
    const { port } = new URL(server.url)
    const other = temporaryFolder()
    await assert.rejects(startServerProcess(other.path, { QUOIN_METRICS_PORT: port }), (error: Error) => {
      assert.match(
        error.message,
        /^quoin: QUOIN_METRICS_HOST 127\.0\.0\.1 and QUOIN_METRICS_PORT \d+ can't be listened on: [^\n]+\n$/,
      )
      return true
    })
    await server.end('SIGTERM')
    folder.remove()
    other.remove()
  })
})

describe('a scrape while the database does not answer', () => {
  test('succeeds, says so, and leaves out what only the database knows', async () => {
    const metrics = createMetrics()
    const never = () => new Promise<never>(() => {})
    const database = {
      isHealthy: never,
      read: () => Promise.reject(unavailable()),
      state: () => ({ waiting_writes: 3, pools: [] }),
    } as unknown as Database
    metrics.watch({ database, clock: { now_ms: () => 0 }, kinds: [{ kind: 'mail.send' }], auditRows: () => 7 })
    const began_at = performance.now()
    const text = await metrics.text()
    assert.ok(performance.now() - began_at < 5_000)
    assert.equal(sampleOf(text, 'quoin_database_up'), 0)
    assert.equal(sampleOf(text, 'quoin_audit_rows_buffered'), 7)
    assert.equal(sampleOf(text, 'quoin_database_waiting_writes'), 3)
    assert.doesNotMatch(text, /^quoin_(jobs_due|jobs_failed|mails_queued|webhook_deliveries_pending)[{ ]/m)
  })
})
