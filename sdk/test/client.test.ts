// The client against the real server, over connections that break.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { writeUbl } from '../../server/src/billing/e-invoices/ubl.ts'
import {
  type MadeSetup,
  type ServerProcess,
  setUpWithCli,
  startServerProcess,
  temporaryFolder,
} from '../../server/test/support/server-process.ts'
import { validInvoice } from '../../server/test/support/valid-e-invoice.ts'
import { createQuoin, type Quoin, QuoinError } from '../src/index.ts'
import { type FlakyProxy, startFlakyProxy } from './support/flaky-proxy.ts'

const folder = temporaryFolder()
let setup: MadeSetup
let server: ServerProcess
let proxy: FlakyProxy
let quoin: Quoin
let customer_id: string

before(async () => {
  setup = await setUpWithCli(folder.path)
  server = await startServerProcess(folder.path)
  proxy = await startFlakyProxy(server.url)
  quoin = createQuoin({ url: proxy.url, api_key: setup.api_key, company_id: setup.company_id })
  customer_id = (await quoin.post('/v1/customers', { body: { name: 'Lindqvist & Söner' } })).id
})
after(async () => {
  proxy.close()
  await server.end('SIGTERM')
  folder.remove()
})

const invoiceOf = (unit_price: number) => ({ customer_id, items: [{ name: 'Design', quantity: 2, unit_price }] })

describe('a call', () => {
  test('gives the data of the answer, in the company of the client', async () => {
    const invoice = await quoin.post('/v1/invoices', { body: invoiceOf(100.1) })
    assert.equal(invoice.total, 200.2)
    const changed = await quoin.patch('/v1/invoices/{id}', { path: { id: invoice.id }, body: { status: 'sent' } })
    assert.equal(changed.status, 'sent')
    const again = await quoin.get('/v1/invoices/{id}', { path: { id: invoice.id } })
    assert.deepEqual(again, changed)
    assert.deepEqual(await quoin.delete('/v1/invoices/{id}', { path: { id: invoice.id } }), { deleted: true })
    const { companies } = await quoin.get('/v1/companies')
    assert.equal(companies[0]!.id, setup.company_id)
  })

  test('names another company where it is told to', async () => {
    const asked = quoin.get('/v1/invoices', { query: { company_id: 'com_00000000000000000000000000' } })
    await assert.rejects(asked, { status: 403, code: 'company_not_accessible' })
  })

  test('writes lists of a query with commas', async () => {
    const { projects } = await quoin.get('/v1/projects', { query: { status: ['draft', 'completed'] } })
    assert.deepEqual(projects, [])
  })

  test('sends a file as it is, text or bytes', async () => {
    const xml = writeUbl(validInvoice('core'))
    for (const body of [xml, Buffer.from(xml)]) {
      const { format, valid, document } = await quoin.post('/v1/e-invoices/check', { body, content_type: 'application/xml' })
      assert.deepEqual([format, valid, document.number, document.buyer?.name], ['ubl', true, 'RE-118', 'Käufer AG'])
    }
    await assert.rejects(quoin.post('/v1/e-invoices/check', { body: '<x/>', content_type: 'text/xml' }), {
      status: 400,
      code: 'not_an_e_invoice',
    })
  })

  test('request gives status and headers: the ETag makes a change of that version alone', async () => {
    const { id } = await quoin.post('/v1/invoices', { body: invoiceOf(1) })
    const { headers, status, data } = await quoin.request('get', '/v1/invoices/{id}', { path: { id } })
    assert.deepEqual([status, data.id], [200, id])
    const if_match = headers.get('etag')!
    await quoin.patch('/v1/invoices/{id}', { path: { id }, body: { notes: 'first' }, if_match })
    const late = quoin.patch('/v1/invoices/{id}', { path: { id }, body: { notes: 'second' }, if_match })
    await assert.rejects(late, { status: 412, code: 'precondition_failed' })
  })
})

describe('a refusal is a QuoinError', () => {
  test('with the sentence, the code, the field, all faults and the request id', async () => {
    const error = await quoin
      // @ts-expect-error two faults, which the compiler sees as well
      .post('/v1/invoices', { body: { customer_id, items: [{ name: 1, unit_price: '2' }] } })
      .catch((error: unknown) => error)
    assert.ok(error instanceof QuoinError)
    assert.deepEqual([error.status, error.code, error.param, error.tries], [400, 'parameter_invalid', 'items[0].name', 1])
    assert.deepEqual(
      error.errors.map(({ param }) => param),
      ['items[0].name', 'items[0].unit_price'],
    )
    assert.match(error.message, /items\[0\]\.name/)
    assert.match(error.request_id!, /^req_/)
  })

  test('without a code for a key that is refused', async () => {
    const stranger = createQuoin({ url: server.url, api_key: 'sk_nope' })
    await assert.rejects(stranger.get('/v1/companies'), { status: 401, code: undefined, message: 'Invalid API key' })
  })

  test('when what answers is no Quoin server', async () => {
    const answering = (body: string, status: number, headers?: Record<string, string>) =>
      createQuoin({
        url: 'http://elsewhere.test',
        api_key: 'sk',
        retries: 0,
        fetch: async () => new Response(body, { status, headers }),
      })
    const get = (client: Quoin) => client.get('/v1/companies')
    await assert.rejects(get(answering('<html>', 200)), {
      status: 200,
      message: 'http://elsewhere.test does not answer with JSON: is it a Quoin server?',
    })
    await assert.rejects(get(answering('Bad Gateway', 502)), { status: 502, message: 'The server answers 502' })
    await assert.rejects(get(answering('', 301, { location: 'https://here.test/' })), {
      message: 'The server answers 301: it has moved to https://here.test/',
    })
  })

  test('a TypeError for options that can not work', () => {
    assert.throws(() => createQuoin({ url: 'billing.example.com', api_key: 'sk' }), TypeError)
    assert.throws(() => createQuoin({ url: server.url, api_key: '' }), TypeError)
  })
})

describe('when the connection breaks', () => {
  test('a POST whose answer was lost is done once, and its answer given', async () => {
    const count = async () => (await quoin.get('/v1/invoices', { query: { limit: 1 } })).pagination.total
    const before = await count()
    proxy.turn('answer lost')
    const invoice = await quoin.post('/v1/invoices', { body: invoiceOf(7) })
    assert.equal(invoice.total, 14)
    assert.equal(await count(), before + 1)
  })

  test("the caller's own key makes two calls one", async () => {
    const call = () => quoin.post('/v1/invoices', { body: invoiceOf(8), idempotency_key: 'order-8' })
    const [first, second] = [await call(), await call()]
    assert.deepEqual(first, second)
  })

  test('a PATCH and a GET arrive through a server that is away for a while', async () => {
    const { id } = await quoin.post('/v1/invoices', { body: invoiceOf(9) })
    proxy.turn('down')
    setTimeout(() => proxy.turn('clear'), 300)
    await quoin.patch('/v1/invoices/{id}', { path: { id }, body: { notes: 'kept' } })
    assert.equal((await quoin.get('/v1/invoices/{id}', { path: { id } })).notes, 'kept')
  })

  test('a DELETE whose answer was lost ends with 404 and tells by its tries that it may have been done', async () => {
    const { id } = await quoin.post('/v1/invoices', { body: invoiceOf(9) })
    proxy.turn('answer lost')
    const error = await quoin.delete('/v1/invoices/{id}', { path: { id } }).catch((error: unknown) => error)
    assert.ok(error instanceof QuoinError)
    assert.deepEqual([error.status, error.code, error.tries > 1], [404, 'not_found', true])
  })

  test('it gives up after the tries it has, and says why', async () => {
    proxy.turn('down')
    const impatient = createQuoin({ url: proxy.url, api_key: setup.api_key, retries: 1 })
    await assert.rejects(impatient.get('/v1/companies'), { status: 0, code: 'connection_failed', tries: 2 })
    proxy.turn('clear')
  })

  test("it ends at once with the caller's signal", async () => {
    proxy.turn('down')
    const started = performance.now()
    const patient = createQuoin({ url: proxy.url, api_key: setup.api_key, retries: 100 })
    await assert.rejects(patient.get('/v1/companies', { signal: AbortSignal.timeout(200) }), { name: 'TimeoutError' })
    assert.ok(performance.now() - started < 1_500)
    proxy.turn('clear')
  })
})

describe('a list', () => {
  test('gives all objects, of offset and cursor lists alike, newest first', async () => {
    const names = Array.from({ length: 210 }, (_, index) => `Customer ${index}`)
    await Promise.all(names.map((name) => quoin.post('/v1/customers', { body: { name, country: 'SE' } })))
    const { total } = (await quoin.get('/v1/customers')).pagination
    const customers = await Array.fromAsync(quoin.list('/v1/customers'))
    assert.deepEqual([customers.length, new Set(customers.map(({ id }) => id)).size], [total, total])
    const found = await Array.fromAsync(quoin.list('/v1/customers', { query: { search: 'Customer 1' } }))
    assert.equal(found.length, 111)
    const events = await Array.fromAsync(quoin.list('/v1/events', { query: { type: 'customer.created' } }))
    assert.equal(events.length, total)
    const ids = events.map(({ id }) => id)
    assert.deepEqual(ids, ids.toSorted().toReversed())
  })
})
