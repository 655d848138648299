// The stream over real sockets. That it has no gap while many write is server/test/event-order.test.ts.
import assert from 'node:assert/strict'
import { createServer, get, request as httpRequest, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { openStream, type StreamReader } from '../../../test/support/event-stream.ts'
import { makeKey, select, unknownId } from '../../../test/support/fixtures.ts'
import { runCli, setUpWithCli, startServerProcess, temporaryFolder } from '../../../test/support/server-process.ts'
import { startTestApp, type TestApp, type TestTenant } from '../../../test/support/test-app.ts'
import { revokeApiKey } from '../../access/api-keys/service.ts'
import { setModule } from '../../access/companies/service.ts'
import { eventCatalogue } from '../../endpoints.ts'
import type { ApiKeyId, CompanyId } from '../../kernel/ids.ts'
import { draftEvent } from './event-type.ts'
import { recordEvents } from './record.ts'

const IS_LONG = process.env['QUOIN_TEST_LONG'] === '1'
const settle = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const created = eventCatalogue.find('customer.created')!

let app: TestApp
let url: string
const open_readers: StreamReader[] = []

/** Starts the service on a port; gives its URL. */
async function listening(service: TestApp): Promise<string> {
  await service.server.listen({ host: '127.0.0.1', port: 0 })
  return `http://127.0.0.1:${(service.server.server.address() as AddressInfo).port}`
}

before(async () => {
  app = await startTestApp({ stream_limits: { keep_alive_ms: 400 } })
  url = await listening(app)
})
after(async () => {
  for (const reader of open_readers) reader.close()
  await app.close()
})

/** Opens a stream and waits until it is ready. */
async function follow(
  query: string,
  headers: Record<string, string> = {},
  { key = app.tenant.keys.read, base = url }: { key?: string; base?: string } = {},
): Promise<StreamReader> {
  const reader = await openStream(`${base}/v1/events/stream?${query}`, key, headers)
  open_readers.push(reader)
  assert.equal(reader.status, 200, query)
  await reader.until(() => reader.comments.length > 0)
  return reader
}

/** A company of its own with a number of events; gives their ids, oldest first. */
async function companyWith(count: number, service = app): Promise<{ tenant: TestTenant; q: string; ids: string[] }> {
  const tenant = await service.addTenant()
  const ids = await store(tenant.company_id, count, service)
  return { tenant, q: `company_id=${tenant.company_id}`, ids }
}

/** Stores events of a type in one transaction, with `bytes` of filling each. */
async function store(company_id: CompanyId, count: number, service = app, { type = created, bytes = 0 } = {}): Promise<string[]> {
  const drafts = Array.from({ length: count }, (_, index) =>
    draftEvent(type, `cus_${index}`, { id: `cus_${index}`, filling: 'x'.repeat(bytes) }),
  )
  const now = new Date(service.now_ms()).toISOString()
  return (await service.database.write((tx) => recordEvents(tx, { company_id, now }, drafts))).map(({ id }) => id)
}

describe('GET /v1/events/stream', () => {
  test('begins at once, and gives each event as GET shows it, test events too', async () => {
    const { tenant, q } = await companyWith(2)
    const key = tenant.keys.read
    const reader = await follow(q, {}, { key })
    const newest = (await app.call('GET', `/v1/events?${q}`, { key })).data.events[0].id
    await reader.until(() => reader.ids.length === 1)
    assert.equal(reader.text(), `retry: 2000\n\n: ready\n\nid: ${newest}\n\n`)
    assert.equal(reader.headers['content-type'], 'text/event-stream; charset=utf-8')
    assert.equal(reader.headers['cache-control'], 'no-store, no-transform')
    assert.equal(reader.headers['x-accel-buffering'], 'no')
    assert.match(reader.headers['quoin-request-id'] as string, /^req_/)

    const scope = { key: tenant.keys.admin, company: tenant.company_id }
    const name = 'Zoë\u2028\u2029 😀 "q"\\ data: x'
    const notes = 'one\ntwo\r\nthree\rfour\u0085\n\nid: evt_fake\n'
    const customer = (await app.call('POST', '/v1/customers', { ...scope, body: { name, notes } })).data
    await app.call('POST', '/v1/events/test', { ...scope, body: { type: 'invoice.paid' } })
    await reader.until(() => reader.messages.length === 2)
    for (const { id, data } of reader.messages) {
      const shown = await app.call('GET', `/v1/events/${id}?${q}`, { key })
      assert.equal(`{"data":${data}}`, shown.text)
    }
    const [first, second] = reader.messages.map(({ data }) => JSON.parse(data))
    assert.deepEqual(first.data, customer)
    assert.deepEqual([second.test, second.data.test, second.resource_type], [true, true, 'cli_test'])
    assert.deepEqual(reader.retries, [2000])
  })

  test('gives events of its company only, and reaches a key of one company without company_id', async () => {
    const { tenant } = await companyWith(0)
    const { key } = await makeKey(app, tenant, 'read', [tenant.company_id])
    const reader = await follow('', {}, { key })
    await store(tenant.sibling_id, 1)
    await store(app.tenant.company_id, 1)
    const ids = await store(tenant.company_id, 1)
    await reader.until(() => reader.messages.length > 0)
    await settle(100)
    assert.deepEqual(reader.event_ids(), ids)
  })

  test('401, 403 and 400 over a real socket, and no stream', async () => {
    const { tenant } = await companyWith(0)
    const [foreign] = await store(tenant.company_id, 1)
    const [own] = await store(app.tenant.company_id, 1)
    const q = `company_id=${app.tenant.company_id}`
    const refusals: [query: string, key: string, status: number, code: string | undefined, param?: string][] = [
      [q, 'sk_wrong', 401, undefined],
      ['', app.tenant.keys.read, 400, 'parameter_missing', 'company_id'],
      [`company_id=${tenant.company_id}`, app.tenant.keys.admin, 403, 'company_not_accessible'],
      [`${q}&last_event_id=${foreign}`, app.tenant.keys.read, 400, 'parameter_invalid', 'last_event_id'],
      [`${q}&last_event_id=${unknownId('event')}`, app.tenant.keys.read, 400, 'parameter_invalid', 'last_event_id'],
      [`${q}&last_event_id=`, app.tenant.keys.read, 400, 'parameter_invalid', 'last_event_id'],
      [`${q}&last_event_id=00`, app.tenant.keys.read, 400, 'parameter_invalid', 'last_event_id'],
      [`${q}&last_event_id=${own!.toUpperCase()}`, app.tenant.keys.read, 400, 'parameter_invalid', 'last_event_id'],
      [`${q}&created[gte]=yesterday`, app.tenant.keys.read, 400, 'parameter_invalid', 'created[gte]'],
      [`${q}&created[lte]=2026-01-01`, app.tenant.keys.read, 400, 'parameter_unknown', 'created[lte]'],
      [`${q}&starting_after=${own}`, app.tenant.keys.read, 400, 'parameter_unknown', 'starting_after'],
      ...['invoice*', 'invoice.nope', 'Invoice.paid', '*.paid', 'invoice', '%', 'invoice.*,nope', 'x'.repeat(10_000)].map(
        (type): [string, string, number, string, string] => [
          `${q}&type=${encodeURIComponent(type)}`,
          app.tenant.keys.read,
          400,
          'invalid_type',
          'type',
        ],
      ),
    ]
    for (const [query, key, status, code, param] of refusals) {
      const answer = await answerOf(`${url}/v1/events/stream?${query}`, key)
      assert.deepEqual([answer.status, answer.body.code, answer.body.param], [status, code, param], query.slice(0, 200))
    }
    const header = await answerOf(`${url}/v1/events/stream?${q}&last_event_id=${own}`, app.tenant.keys.read, foreign)
    assert.deepEqual([header.status, header.body.param], [400, 'Last-Event-ID'])
    const several = await answerOf(`${url}/v1/events/stream?${q}&type=a,b`, app.tenant.keys.read)
    assert.equal(several.body.errors.length, 2)
  })

  test('405 for other methods; HEAD answers the headers and leaves no stream behind', async () => {
    const q = `company_id=${app.tenant.company_id}`
    const post = await app.call('POST', `/v1/events/stream?${q}`)
    assert.deepEqual([post.status, post.headers['allow']], [405, 'GET, HEAD'])
    const head = await fetch(`${url}/v1/events/stream?${q}`, {
      method: 'HEAD',
      headers: { authorization: `Bearer ${app.tenant.keys.read}` },
    })
    assert.deepEqual([head.status, await head.text()], [200, ''])
    assert.equal(head.headers.get('content-type'), 'text/event-stream; charset=utf-8')
    const refused = await fetch(`${url}/v1/events/stream?${q}&type=nope`, {
      method: 'HEAD',
      headers: { authorization: `Bearer ${app.tenant.keys.read}` },
    })
    assert.equal(refused.status, 400)
  })
})

describe('the filter', () => {
  test('takes exact types and prefixes, several by comma, and a resource', async () => {
    const { tenant, q } = await companyWith(0)
    const key = tenant.keys.read
    const names = ['invoice.created', 'invoice.paid', 'quote.created', 'payment.received', 'customer.created']
    const ids: Record<string, string> = {}
    const readers: [wanted: string[], reader: StreamReader][] = []
    for (const [query, wanted] of [
      ['', names],
      ['&type=*', names],
      ['&type=invoice.*', ['invoice.created', 'invoice.paid']],
      ['&type=invoice.*,quote.*', ['invoice.created', 'invoice.paid', 'quote.created']],
      ['&type=payment.received,%20invoice.paid,payment.received', ['invoice.paid', 'payment.received']],
      ['&type=quote.paid,*', undefined],
      ['&resource_id=cus_0', names],
      ['&resource_id=cus_1', []],
      ['&resource_id=cus_0&type=quote.*', ['quote.created']],
    ] as [string, string[] | undefined][]) {
      if (!wanted) assert.equal((await answerOf(`${url}/v1/events/stream?${q}${query}`, key)).status, 400)
      else readers.push([wanted, await follow(q + query, {}, { key })])
    }
    for (const name of names)
      [ids[name]] = (await store(tenant.company_id, 1, app, { type: eventCatalogue.find(name)! })) as [string]
    for (const [wanted, reader] of readers) {
      await reader.until(() => reader.messages.length >= wanted.length)
      assert.deepEqual(
        reader.event_ids(),
        wanted.map((name) => ids[name]),
      )
    }
    for (const [, reader] of readers) reader.close()
  })

  test('400 event_type_unavailable for the exact type of a module that is off; its prefix finds nothing new', async () => {
    const { tenant, q } = await companyWith(0)
    const key = tenant.keys.read
    await app.database.write((tx) => setModule(tx, tenant.company_id, 'projects', false))
    const answer = await answerOf(`${url}/v1/events/stream?${q}&type=invoice.*,project.created`, key)
    assert.deepEqual([answer.status, answer.body.code, answer.body.param], [400, 'event_type_unavailable', 'type'])
    const reader = await follow(`${q}&type=project.*,customer.*`, {}, { key })
    const scope = { key: tenant.keys.admin, company: tenant.company_id }
    await app.call('POST', '/v1/projects', { ...scope, body: { title: 'P' } })
    await app.call('POST', '/v1/customers', { ...scope, body: { name: 'C' } })
    await reader.until(() => reader.messages.length > 0)
    assert.equal(JSON.parse(reader.messages[0]!.data).type, 'customer.created')
  })
})

describe('resuming', () => {
  test('goes on after every position without a gap and without repeating, by header and by parameter', async () => {
    const { tenant, q, ids } = await companyWith(230)
    const key = tenant.keys.read
    for (const at of [0, 1, 2, 50, 99, 100, 101, 128, 129, 130, 131, 199, 200, 228, 229]) {
      const wanted = ids.slice(at + 1)
      for (const reader of [
        await follow(q, { 'last-event-id': ids[at]! }, { key }),
        await follow(`${q}&last_event_id=${ids[at]}`, {}, { key }),
      ]) {
        await reader.until(() => reader.messages.length >= wanted.length)
        assert.deepEqual(reader.event_ids(), wanted)
        reader.close()
      }
    }
    const all = await follow(`${q}&last_event_id=0`, {}, { key })
    await all.until(() => all.messages.length >= ids.length)
    assert.deepEqual(all.event_ids(), ids)
    // The position is told at once, before the events behind it.
    assert.equal(all.ids[0], '0')
  })

  test('the header wins over the parameter, and both over created[gte]: an EventSource that reconnects keeps its URL', async () => {
    const { tenant, q, ids } = await companyWith(5)
    const key = tenant.keys.read
    const header = { 'last-event-id': ids[2]! }
    for (const [query, headers, from] of [
      [`&last_event_id=${ids[0]}`, header, 3],
      [`&last_event_id=${ids[0]}&created[gte]=2020-01-01`, header, 3],
      ['&created[gte]=2020-01-01', header, 3],
      [`&last_event_id=${ids[0]}&created[gte]=2020-01-01`, {}, 1],
      ['&created[gte]=2020-01-01', {}, 0],
    ] as [string, Record<string, string>, number][]) {
      const reader = await follow(q + query, headers, { key })
      await reader.until(() => reader.messages.length >= 5 - from)
      assert.deepEqual(reader.event_ids(), ids.slice(from))
      reader.close()
    }
  })

  test('a stream that is cut before its first event goes on where it began', async () => {
    for (const before of [0, 3]) {
      const { tenant, q, ids } = await companyWith(before)
      const key = tenant.keys.read
      const cut = await follow(`${q}&type=customer.*`, {}, { key })
      await cut.until(() => cut.ids.length > 0)
      cut.close()
      assert.deepEqual(cut.ids, [ids.at(-1) ?? '0'])
      const missed = await store(tenant.company_id, 2)
      const again = await follow(`${q}&type=customer.*`, { 'last-event-id': cut.ids[0]! }, { key })
      await again.until(() => again.messages.length >= 2)
      assert.deepEqual(again.event_ids(), missed)
    }
  })

  test('a filter that leaves events out is told how far it is, so that it does not look through them again', async () => {
    const { tenant, q, ids } = await companyWith(3)
    const reader = await follow(`${q}&type=invoice.paid`, {}, { key: tenant.keys.read })
    const others = await store(tenant.company_id, 300)
    await reader.until(() => reader.ids.length >= 2)
    assert.deepEqual(reader.ids, [ids.at(-1), others.at(-1)])
    assert.deepEqual(reader.messages, [])
    const resumed = await follow(`${q}&type=invoice.paid`, { 'last-event-id': others.at(-1)! }, { key: tenant.keys.read })
    const [paid] = await store(tenant.company_id, 1, app, { type: eventCatalogue.find('invoice.paid')! })
    for (const one of [reader, resumed]) {
      await one.until(() => one.messages.length > 0)
      assert.deepEqual(one.event_ids(), [paid])
    }
  })

  test('created[gte] starts with the first event at or after the moment, which may be still to come', async () => {
    const service = await startTestApp()
    const base = await listening(service)
    const { company_id } = service.tenant
    const key = service.tenant.keys.read
    const ids: string[] = []
    for (const time of ['2026-06-15T10:00:00.000Z', '2026-06-15T10:00:00.500Z', '2026-06-16T00:00:00.000Z']) {
      service.setClock(time)
      ids.push(...(await store(company_id, 2, service)))
    }
    const q = `company_id=${company_id}`
    for (const [moment, from] of [
      ['2026-06-15', 0],
      ['2026-06-15T10:00:00Z', 0],
      ['2026-06-15T12:00:00.500%2B02:00', 2],
      ['2026-06-15T10:00:00.501Z', 4],
      ['1781568000', 4],
      ['2026-06-16', 4],
    ] as [string, number][]) {
      const reader = await follow(`${q}&created[gte]=${moment}`, {}, { key, base })
      await reader.until(() => reader.messages.length >= 6 - from)
      assert.deepEqual(reader.event_ids(), ids.slice(from), moment)
      reader.close()
    }
    const later = await follow(`${q}&created[gte]=2026-06-17`, {}, { key, base })
    service.setClock('2026-06-16T23:59:59.999Z')
    await store(company_id, 1, service)
    await settle(50)
    service.setClock('2026-06-17T00:00:00.000Z')
    const wanted = await store(company_id, 2, service)
    await later.until(() => later.messages.length >= 2)
    // No position before the first event: asking again with the same URL still means that moment.
    assert.deepEqual([later.event_ids(), later.ids], [wanted, wanted])
    later.close()
    await service.close()
  })

  test('an event of another process comes within a second or so', async () => {
    const { tenant, q } = await companyWith(0)
    const reader = await follow(q, {}, { key: tenant.keys.read })
    const { openDatabase } = await import('../../engines/open.ts')
    const { database: other } = await openDatabase(app.settings, assert.fail)
    for (let round = 1; round <= 3; round++) {
      const since = performance.now()
      const drafts = [draftEvent(created, 'cus_x', { id: 'cus_x' })]
      await other.write((tx) => recordEvents(tx, { company_id: tenant.company_id, now: '2026-06-15T10:00:00.000Z' }, drafts))
      await reader.until(() => reader.messages.length >= round)
      assert.ok(performance.now() - since < 1_500)
    }
    await other.close()
  })
})

describe('a stream stays alive', () => {
  test('a comment comes when nothing else did, and only then', async () => {
    const { tenant, q } = await companyWith(0)
    const reader = await follow(q, {}, { key: tenant.keys.read })
    for (let count = 0; count < 10; count++) {
      await settle(100)
      await store(tenant.company_id, 1)
    }
    assert.deepEqual(reader.comments, ['ready'])
    await reader.until(() => reader.comments.length >= 3, 2_000)
    assert.deepEqual([...new Set(reader.comments)], ['ready', 'keep-alive'])
  })

  test('behind a proxy that cuts quiet connections, each event passes it at once', async (t) => {
    const { tenant, q } = await companyWith(0)
    const proxy = await startProxy(url, 700)
    t.after(() => proxy.close())
    const reader = await follow(q, {}, { key: tenant.keys.read, base: proxy.url })
    t.after(() => reader.close())
    for (let count = 1; count <= 4; count++) {
      await settle(600)
      const since = performance.now()
      await store(tenant.company_id, 1)
      await reader.until(() => reader.messages.length >= count)
      assert.ok(performance.now() - since < 300)
    }
  })

  test('to a client of HTTP/1.0 it comes without chunks', async () => {
    const { tenant, q, ids } = await companyWith(1)
    const { socket, text } = rawRequest(`${q}&last_event_id=0`, tenant.keys.read, 'HTTP/1.0')
    while (!text().includes(ids[0]!)) await settle(20)
    assert.doesNotMatch(text(), /transfer-encoding/i)
    assert.match(text(), /\r\n\r\nretry: 2000\n\n: ready\n\n/)
    socket.destroy()
  })

  test('the time-outs of requests and of quiet connections do not end it (long run)', {
    skip: !IS_LONG,
    timeout: 200_000,
  }, async () => {
    const service = await startTestApp()
    const base = await listening(service)
    const reader = await follow(`company_id=${service.tenant.company_id}`, {}, { key: service.tenant.keys.read, base })
    await settle(100_000)
    const [id] = await store(service.tenant.company_id, 1, service)
    await reader.until(() => reader.messages.length > 0)
    assert.deepEqual(reader.event_ids(), [id])
    assert.equal(reader.comments.filter((comment) => comment === 'keep-alive').length, 6)
    reader.close()
    await service.close()
  })
})

describe('a slow reader', () => {
  test('is dropped with an error event, and what waits for it in memory is one page', { timeout: 60_000 }, async () => {
    const service = await startTestApp({ stream_limits: { patience_ms: 1_000, farewell_ms: 200 } })
    const sockets: Socket[] = []
    service.server.server.on('connection', (socket) => sockets.push(socket))
    const base = await listening(service)
    const { company_id, keys } = service.tenant
    for (let count = 0; count < 40; count++) await store(company_id, 50, service, { bytes: 50_000 })
    globalThis.gc?.()
    const before = process.memoryUsage.rss()
    const reader = await follow(`company_id=${company_id}&last_event_id=0`, {}, { key: keys.read, base })
    reader.pause()
    let waiting = 0
    let rss = 0
    const timer = setInterval(() => {
      waiting = Math.max(waiting, sockets.at(-1)!.writableLength)
      rss = Math.max(rss, process.memoryUsage.rss() - before)
    }, 5)
    // Events go on to be stored meanwhile: they do not pile up either.
    for (let count = 0; count < 20; count++) {
      await store(company_id, 10, service, { bytes: 50_000 })
      await settle(20)
    }
    while (!sockets.at(-1)!.destroyed) await settle(20)
    clearInterval(timer)
    assert.ok(waiting > 100_000, `${waiting} bytes waited: the reader was not slow`)
    assert.ok(waiting < 600_000, `${waiting} bytes waited in memory`)
    assert.ok(rss < 100_000_000, `${rss} bytes of memory more, with 110 MB of events behind it`)
    reader.resume()
    await reader.ended
    // Anyone who reads on soon enough finds out why, and every event before it is whole.
    assert.ok(reader.messages.length < 1_000)
    const others = await follow(`company_id=${company_id}`, {}, { key: keys.read, base })
    const [id] = await store(company_id, 1, service)
    await others.until(() => others.messages.length > 0)
    assert.deepEqual(others.event_ids(), [id])
    others.close()
    await service.close()
  })

  test('that wakes up in time after it was given up reads why, and resumes without a gap', { timeout: 30_000 }, async () => {
    const service = await startTestApp({ stream_limits: { patience_ms: 300, farewell_ms: 10_000 } })
    const base = await listening(service)
    const { company_id, keys } = service.tenant
    const q = `company_id=${company_id}`
    const ids: string[] = []
    for (let count = 0; count < 40; count++) ids.push(...(await store(company_id, 10, service, { bytes: 50_000 })))
    const slow = await follow(`${q}&last_event_id=0`, {}, { key: keys.read, base })
    slow.pause()
    await settle(1_000)
    slow.resume()
    assert.equal(await slow.ended, 'complete')
    const last = slow.messages.at(-1)!
    assert.equal(last.event, 'error')
    assert.equal(JSON.parse(last.data).code, 'slow_reader')
    const had = slow.event_ids()
    assert.ok(had.length < ids.length)
    const again = await follow(q, { 'last-event-id': slow.ids.at(-1)! }, { key: keys.read, base })
    await again.until(() => had.length + again.messages.length >= ids.length)
    assert.deepEqual([...had, ...again.event_ids()], ids)
    again.close()
    await service.close()
  })

  test('that takes each page in time is not dropped', { timeout: 30_000 }, async () => {
    const service = await startTestApp({ stream_limits: { patience_ms: 600 } })
    const base = await listening(service)
    const { company_id, keys } = service.tenant
    const ids: string[] = []
    for (let count = 0; count < 30; count++) ids.push(...(await store(company_id, 10, service, { bytes: 50_000 })))
    const reader = await follow(`company_id=${company_id}&last_event_id=0`, {}, { key: keys.read, base })
    for (let count = 0; count < 6; count++) {
      reader.pause()
      await settle(400)
      reader.resume()
      await settle(20)
    }
    await reader.until(() => reader.messages.length >= ids.length)
    assert.deepEqual(reader.event_ids(), ids)
    reader.close()
    await service.close()
  })

  test('events of almost a megabyte come whole, one a page', async () => {
    const { tenant, q } = await companyWith(0)
    const ids = await store(tenant.company_id, 8, app, { bytes: 1_000_000 })
    const reader = await follow(`${q}&last_event_id=0`, {}, { key: tenant.keys.read })
    await reader.until(() => reader.messages.length >= 8)
    assert.deepEqual(reader.event_ids(), ids)
    assert.ok(reader.messages.every(({ data }) => JSON.parse(data).data.filling.length === 1_000_000))
  })
})

describe('revocation', () => {
  const revoke = (id: string) =>
    app.database.write(async (tx) => (await revokeApiKey(tx, id as ApiKeyId, app.now_ms())) as object)

  test('no event is sent once it was answered; the stream says why and ends', async () => {
    const { tenant, q } = await companyWith(0)
    for (let round = 0; round < 20; round++) {
      const { id, key } = await makeKey(app, tenant, 'read')
      const reader = await follow(q, {}, { key })
      let is_storing = true
      const storing = (async () => {
        while (is_storing) await store(tenant.company_id, 1)
      })()
      await reader.until(() => reader.messages.length >= 3)
      await settle(Math.random() * 20)
      await revoke(id)
      const newest = (await select(app, `SELECT max(id) AS id FROM events WHERE company_id = '${tenant.company_id}'`))[0].id
      await settle(30)
      is_storing = false
      await storing
      assert.equal(await reader.ended, 'complete')
      const last = reader.messages.at(-1)!
      assert.deepEqual([last.event, last.data], ['error', '{"error":"API key is disabled"}'])
      for (const sent of reader.event_ids()) assert.ok(sent <= newest)
    }
  })

  test('a quiet stream ends at its next sign of life, and the key opens no other', async () => {
    const { tenant, q } = await companyWith(0)
    const { id, key } = await makeKey(app, tenant, 'read')
    const reader = await follow(q, {}, { key })
    await revoke(id)
    const since = performance.now()
    assert.equal(await reader.ended, 'complete')
    assert.ok(performance.now() - since < 1_000)
    assert.deepEqual(
      reader.messages.map(({ event, data }) => [event, data]),
      [['error', '{"error":"API key is disabled"}']],
    )
    assert.equal((await answerOf(`${url}/v1/events/stream?${q}`, key)).status, 401)
  })

  test('a key that does not reach the company any more is told so', async () => {
    const { tenant, q } = await companyWith(0)
    const { id, key } = await makeKey(app, tenant, 'read', [tenant.company_id, tenant.sibling_id])
    const reader = await follow(q, {}, { key })
    await app.database.write(async (tx) => {
      const sql = `DELETE FROM api_key_companies WHERE api_key_id = '${id}' AND company_id = '${tenant.company_id}'`
      return tx.execute({ sql, returns_rows: false }, [])
    })
    await store(tenant.company_id, 1)
    assert.equal(await reader.ended, 'complete')
    assert.deepEqual(
      reader.messages.map(({ data }) => JSON.parse(data).code),
      ['company_not_accessible'],
    )
  })

  test('by the command line, which is another process', { timeout: 30_000 }, async (context) => {
    const folder = temporaryFolder()
    const setup = await setUpWithCli(folder.path)
    const server = await startServerProcess(folder.path)
    context.after(() => server.end('SIGKILL'))
    const listed = await runCli(folder.path, 'keys', 'list', '--organization', setup.organization_id, '--json')
    const reader = await follow(`company_id=${setup.company_id}`, {}, { key: setup.api_key, base: server.url })
    const revoked = await runCli(folder.path, 'keys', 'revoke', JSON.parse(listed.stdout)[0].id)
    const wanted = ['--company', setup.company_id, '--name', 'Second', '--level', 'write', '--json']
    const made = await runCli(folder.path, 'keys', 'create', ...wanted)
    assert.deepEqual([revoked.code, made.code], [0, 0], revoked.stderr + made.stderr)
    const second = JSON.parse(made.stdout).key
    await fetch(`${server.url}/v1/customers?company_id=${setup.company_id}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${second}`, 'content-type': 'application/json' },
      body: '{"name":"After"}',
    })
    assert.equal(await reader.ended, 'complete')
    assert.deepEqual(
      reader.messages.map(({ data }) => data),
      ['{"error":"API key is disabled"}'],
    )
    await server.end('SIGTERM')
    folder.remove()
  })
})

describe('bounds', () => {
  test('429 too_many_streams beyond those of a key and of the server; a place is free again when a stream ends', async () => {
    const service = await startTestApp({ stream_limits: { streams: 5, streams_of_key: 3 } })
    const base = await listening(service)
    const { keys, company_id } = service.tenant
    const q = `company_id=${company_id}`
    const refused = async (key: string) => {
      const answer = await answerOf(`${base}/v1/events/stream?${q}`, key)
      assert.deepEqual([answer.status, answer.body.code, answer.headers['retry-after']], [429, 'too_many_streams', '10'])
    }
    const first = [await follow(q, {}, { key: keys.read, base }), await follow(q, {}, { key: keys.read, base })]
    // Neither of these takes a place.
    assert.equal((await answerOf(`${base}/v1/events/stream?${q}&last_event_id=x`, keys.read)).status, 400)
    await service.call('HEAD', `/v1/events/stream?${q}`, { key: keys.read })
    first.push(await follow(q, {}, { key: keys.read, base }))
    await refused(keys.read)
    const second = [await follow(q, {}, { key: keys.write, base }), await follow(q, {}, { key: keys.write, base })]
    await refused(keys.write)
    await refused(keys.admin)
    first[0]!.close()
    await settle(100)
    const third = await follow(q, {}, { key: keys.admin, base })
    await refused(keys.read)
    assert.equal((await service.call('GET', `/v1/events/stream?${q}`, { key: keys.read })).status, 429)
    for (const reader of [...first, ...second, third]) reader.close()
    await settle(100)
    for (let count = 0; count < 3; count++) await follow(q, {}, { key: keys.read, base })
    await service.close()
  })

  test('the places are 32 for a key', async () => {
    const { tenant, q } = await companyWith(0)
    const readers = await Promise.all(Array.from({ length: 32 }, () => follow(q, {}, { key: tenant.keys.read })))
    assert.equal((await answerOf(`${url}/v1/events/stream?${q}`, tenant.keys.read)).status, 429)
    const ids = await store(tenant.company_id, 3)
    for (const reader of readers) {
      await reader.until(() => reader.messages.length >= 3)
      assert.deepEqual(reader.event_ids(), ids)
      reader.close()
    }
  })

  test('clients that go away at any moment leave no place taken and no fault behind', { timeout: 30_000 }, async () => {
    const { tenant, q } = await companyWith(300)
    for (let round = 0; round < 3; round++) {
      await Promise.all(
        Array.from({ length: 32 }, async (_, index) => {
          const { socket } = rawRequest(`${q}&last_event_id=0`, tenant.keys.read)
          await settle(index / 4)
          socket.resetAndDestroy()
        }),
      )
      await settle(150)
    }
    const readers = await Promise.all(Array.from({ length: 32 }, () => follow(q, {}, { key: tenant.keys.read })))
    for (const reader of readers) reader.close()
  })
})

describe('the end of the server', () => {
  test('SIGTERM ends streams at once with a comment, and the next server goes on after the last id', {
    timeout: 30_000,
  }, async (context) => {
    const folder = temporaryFolder()
    const setup = await setUpWithCli(folder.path)
    const q = `company_id=${setup.company_id}`
    const write = (base: string) =>
      fetch(`${base}/v1/events/test?${q}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${setup.api_key}`, 'content-type': 'application/json' },
        body: '{"type":"customer.created"}',
      }).then(async (answer) => ((await answer.json()) as { data: { id: string } }).data.id)
    const server = await startServerProcess(folder.path)
    context.after(() => server.end('SIGKILL'))
    const reader = await follow(q, {}, { key: setup.api_key, base: server.url })
    const stuck = await follow(q, {}, { key: setup.api_key, base: server.url })
    stuck.pause()
    const ids = [await write(server.url)]
    await reader.until(() => reader.messages.length === 1)
    const since = performance.now()
    const exit = await server.end('SIGTERM')
    const took_ms = performance.now() - since
    assert.equal(exit, 0)
    assert.ok(took_ms < 3_000, `it took ${took_ms} ms`)
    assert.equal(await reader.ended, 'complete')
    assert.deepEqual(reader.comments, ['ready', 'the server is stopping'])
    stuck.close()
    const next = await startServerProcess(folder.path)
    context.after(() => next.end('SIGKILL'))
    ids.push(await write(next.url))
    const again = await follow(q, { 'last-event-id': reader.ids.at(-1)! }, { key: setup.api_key, base: next.url })
    await again.until(() => again.messages.length === 1)
    assert.deepEqual([...reader.event_ids(), ...again.event_ids()], ids)
    again.close()
    await next.end('SIGTERM')
    folder.remove()
  })

  test('a reader that takes nothing does not hold it up', { timeout: 30_000 }, async () => {
    const service = await startTestApp({ stream_limits: { farewell_ms: 200 } })
    const base = await listening(service)
    const { company_id, keys } = service.tenant
    for (let count = 0; count < 20; count++) await store(company_id, 10, service, { bytes: 50_000 })
    const reader = await follow(`company_id=${company_id}&last_event_id=0`, {}, { key: keys.read, base })
    reader.pause()
    await settle(200)
    const since = performance.now()
    await service.close()
    assert.ok(performance.now() - since < 2_000)
    reader.close()
  })
})

test('a stream is in the audit log once, from its beginning on, and counts as a use of its key', async () => {
  const { tenant, q } = await companyWith(0)
  const { id, key } = await makeKey(app, tenant, 'read')
  const rows = () =>
    select(app, `SELECT path, status, company_id, ip_address, duration_ms FROM audit_log WHERE api_key_id = '${id}'`)
  const reader = await follow(q, {}, { key })
  await app.flush()
  const [row] = await rows()
  const { duration_ms, ...others } = row
  assert.deepEqual(others, {
    path: '/v1/events/stream',
    status: 200,
    company_id: tenant.company_id,
    ip_address: '127.0.0.1',
  })
  assert.ok(duration_ms < 5_000)
  assert.ok((await select(app, `SELECT last_used_at FROM api_keys WHERE id = '${id}'`))[0].last_used_at)
  reader.close()
  await settle(100)
  await app.flush()
  assert.equal((await rows()).length, 1)
})

/** The whole answer of a request that is refused. */
function answerOf(
  target: string,
  key: string,
  last_event_id?: string,
  // biome-ignore lint/suspicious/noExplicitAny: answers are looked into freely
): Promise<{ status: number; headers: Record<string, unknown>; body: any }> {
  const headers = { authorization: `Bearer ${key}`, ...(last_event_id === undefined ? {} : { 'last-event-id': last_event_id }) }
  return new Promise((resolve, reject) => {
    get(target, { agent: false, headers }, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (chunk) => {
        text += chunk
      })
      response.on('end', () => resolve({ status: response.statusCode!, headers: response.headers, body: JSON.parse(text) }))
    }).on('error', reject)
  })
}

/** A request written by hand. */
function rawRequest(query: string, key: string, version = 'HTTP/1.1'): { socket: Socket; text(): string } {
  let text = ''
  const socket = connect(Number(new URL(url).port), '127.0.0.1', () => {
    socket.write(`GET /v1/events/stream?${query} ${version}\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n\r\n`)
  })
  socket.setEncoding('utf8')
  socket.on('data', (chunk) => {
    text += chunk
  })
  socket.on('error', () => {})
  return { socket, text: () => text }
}

/** A proxy in front of a server: passes everything on, and cuts what says nothing for `quiet_ms`. */
async function startProxy(target: string, quiet_ms: number): Promise<{ url: string; close(): void }> {
  const proxy: Server = createServer((incoming, answer: ServerResponse) => {
    const forwarded = httpRequest(target + incoming.url, { method: incoming.method!, headers: incoming.headers }, (response) => {
      response.setTimeout(quiet_ms, () => response.destroy())
      answer.writeHead(response.statusCode!, response.headers)
      response.pipe(answer)
      response.on('close', () => answer.destroy())
    })
    forwarded.on('error', () => answer.destroy())
    answer.on('close', () => forwarded.destroy())
    incoming.pipe(forwarded)
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    close() {
      proxy.closeAllConnections()
      proxy.close()
    },
  }
}
