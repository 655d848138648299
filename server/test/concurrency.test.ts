// What concurrent clients of the real process can rely on.
import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { after, before, describe, test } from 'node:test'
import {
  Client,
  type HttpAnswer,
  type MadeSetup,
  runCli,
  type ServerProcess,
  setUpWithCli,
  startServerProcess,
  temporaryFolder,
} from './support/server-process.ts'

describe('concurrent clients', () => {
  const folder = temporaryFolder()
  let setup: MadeSetup
  let other_company: string
  let server: ServerProcess
  let client: Client
  let customer_id: string
  let q: string

  before(async () => {
    setup = await setUpWithCli(folder.path)
    const made = await runCli(
      folder.path,
      'companies',
      'create',
      '--organization',
      setup.organization_id,
      '--name',
      'Second',
      '--json',
    )
    other_company = JSON.parse(made.stdout).id
    const key = await runCli(
      folder.path,
      'keys',
      'create',
      '--company',
      setup.company_id,
      '--all-companies',
      '--name',
      'all',
      '--level',
      'admin',
      '--json',
    )
    server = await startServerProcess(folder.path)
    client = new Client(server.url, JSON.parse(key.stdout).key)
    q = `company_id=${setup.company_id}`
    customer_id = (await client.call('POST', `/v1/customers?${q}`, { name: 'C' })).body.data.id
  })
  after(async () => {
    client.close()
    assert.equal(await server.end('SIGTERM'), 0)
    folder.remove()
  })

  test('64 clients create invoices in two companies: numbers are distinct and without a hole, one event each', async () => {
    const companies = [setup.company_id, other_company]
    const customers = [
      customer_id,
      (await client.call('POST', `/v1/customers?company_id=${other_company}`, { name: 'D' })).body.data.id,
    ]
    const create = async (index: number): Promise<HttpAnswer> => {
      const at = index % 2
      const body = { customer_id: customers[at], issue_date: '2031-05-05', items: [{ name: 'x', unit_price: index }] }
      return client.call('POST', `/v1/invoices?company_id=${companies[at]}`, body)
    }
    const answers = (
      await Promise.all(Array.from({ length: 64 }, (_, worker) => inTurn(4, (round) => create(worker + round * 64))))
    ).flat()
    for (const [at, company_id] of companies.entries()) {
      const invoices = answers
        .filter((answer) => answer.body.data.customer_id === customers[at])
        .map((answer) => answer.body.data)
      assert.equal(invoices.length, 128)
      const expected = Array.from({ length: 128 }, (_, index) => `INV-2031-${String(index + 1).padStart(6, '0')}`)
      assert.deepEqual(invoices.map((invoice) => invoice.invoice_number).sort(), expected)
      assert.equal(new Set(invoices.map((invoice) => invoice.id)).size, 128)
      assert.equal(new Set(invoices.map((invoice) => invoice.public_token)).size, 128)
      const events = (await client.events(company_id)).filter((event) => event.type === 'invoice.created')
      assert.deepEqual(events.map((event) => event.resource_id).sort(), invoices.map((invoice) => invoice.id).sort())
      // Order of events is order of commits is order of numbers.
      assert.deepEqual(
        events.map((event) => event.data.invoice_number),
        expected,
      )
    }
  })

  test('50 pairs of PATCHes of different fields lose nothing', async () => {
    const { id } = (await client.call('POST', `/v1/invoices?${q}`, { customer_id })).body.data
    for (let pair = 0; pair < 50; pair++) {
      await Promise.all([
        client.call('PATCH', `/v1/invoices/${id}?${q}`, { notes: `N${pair}` }),
        client.call('PATCH', `/v1/invoices/${id}?${q}`, { payment_terms: `T${pair}` }),
      ])
      const { data } = (await client.call('GET', `/v1/invoices/${id}?${q}`)).body
      assert.deepEqual([data.notes, data.payment_terms], [`N${pair}`, `T${pair}`])
    }
  })

  test('24 clients, each of whom reads after it has written, see what they wrote and never half of it', async () => {
    const items = (text: string) => [1, 2].map(() => ({ name: text, quantity: 1, unit_price: 1 }))
    const clients = Array.from({ length: 24 }, async (_, index) => {
      const { id } = (await client.call('POST', `/v1/invoices?${q}`, { customer_id, items: items('new') })).body.data
      for (let turn = 0; turn < 12; turn++) {
        const text = `${index} ${turn}`
        await client.call('PATCH', `/v1/invoices/${id}?${q}`, { notes: text, items: items(text) })
        const { data } = (await client.call('GET', `/v1/invoices/${id}?${q}`)).body
        assert.deepEqual([data.notes, ...data.items.map(({ item_name }: { item_name: string }) => item_name)], [text, text, text])
      }
    })
    await Promise.all(clients)
  })

  test('of 50 PATCHes with If-Match of one version exactly one wins', async () => {
    const { id } = (await client.call('POST', `/v1/invoices?${q}`, { customer_id })).body.data
    const { headers } = await client.call('GET', `/v1/invoices/${id}?${q}`)
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        client.call('PATCH', `/v1/invoices/${id}?${q}`, { notes: `n${index}` }, { 'if-match': String(headers['etag']) }),
      ),
    )
    const count = (status: number) => answers.filter((answer) => answer.status === status).length
    assert.deepEqual([count(200), count(412)], [1, 49])
  })

  test('two PATCHes that together would close a ring of tasks: at most one wins', async () => {
    const project = (await client.call('POST', `/v1/projects?${q}`, { title: 'P' })).body.data.id
    const tasks = `/v1/projects/${project}/tasks`
    for (let round = 0; round < 20; round++) {
      const a = (await client.call('POST', `${tasks}?${q}`, { title: 'A' })).body.data.id
      const b = (await client.call('POST', `${tasks}?${q}`, { title: 'B' })).body.data.id
      const field = round % 2 === 0 ? (id: string) => ({ depends_on: [id] }) : (id: string) => ({ parent_task_id: id })
      const answers = await Promise.all([
        client.call('PATCH', `${tasks}/${a}?${q}`, field(b)),
        client.call('PATCH', `${tasks}/${b}?${q}`, field(a)),
      ])
      assert.deepEqual(answers.map((answer) => answer.status).sort(), [200, 400])
    }
  })

  test('one quote converted 20 times at once makes one invoice', async () => {
    const quote = (await client.call('POST', `/v1/quotes?${q}`, { customer_id, items: [{ name: 'x', unit_price: 5 }] })).body.data
    const before = (await client.all(`/v1/invoices?${q}`, 'invoices')).length
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => client.call('POST', `/v1/quotes/${quote.id}/convert?${q}`)),
    )
    const won = answers.filter((answer) => answer.status === 201)
    assert.equal(won.length, 1)
    assert.ok(answers.every((answer) => answer.status === 201 || answer.body.code === 'quote_already_converted'))
    assert.equal((await client.all(`/v1/invoices?${q}`, 'invoices')).length, before + 1)
    const events = (await client.events(setup.company_id)).filter((event) => event.resource_id === quote.id)
    assert.deepEqual(
      events.map((event) => event.type),
      ['quote.created', 'quote.updated', 'quote.converted'],
    )
    assert.equal(events[2].data.invoice_id, won[0]?.body.data.id)
  })

  test('one Idempotency-Key 50 times at once makes one invoice; the others repeat its answer or are told that it is running', async () => {
    const before = (await client.all(`/v1/invoices?${q}`, 'invoices')).length
    const send = () => client.call('POST', `/v1/invoices?${q}`, { customer_id }, { 'idempotency-key': 'one-of-fifty' })
    const answers = await Promise.all(Array.from({ length: 50 }, send))
    const made = answers.filter((answer) => answer.status === 201)
    assert.ok(made.length >= 1)
    assert.equal(new Set(made.map((answer) => answer.body.data.id)).size, 1)
    assert.equal(made.filter((answer) => answer.headers['idempotent-replayed'] === undefined).length, 1)
    assert.ok(answers.every((answer) => answer.status === 201 || answer.body.code === 'idempotency_key_in_use'))
    assert.equal((await client.all(`/v1/invoices?${q}`, 'invoices')).length, before + 1)
    assert.equal((await send()).headers['idempotent-replayed'], 'true')
  })

  test('paying, editing and deleting one draft at once ends as if they had come one after the other', async () => {
    for (let round = 0; round < 20; round++) {
      const body = { customer_id, items: [{ name: 'x', unit_price: 10 }] }
      const { id } = (await client.call('POST', `/v1/invoices?${q}`, body)).body.data
      const [paid, edited, deleted] = await Promise.all([
        client.call('PATCH', `/v1/invoices/${id}?${q}`, { status: 'paid' }),
        client.call('PATCH', `/v1/invoices/${id}?${q}`, { total: 50 }),
        client.call('DELETE', `/v1/invoices/${id}?${q}`),
      ])
      const left = await client.call('GET', `/v1/invoices/${id}?${q}`)
      if (deleted.status === 200) {
        assert.equal(left.status, 404)
        assert.notEqual(paid.status, 200)
      } else {
        assert.equal(deleted.status, 409)
        assert.equal(paid.status, 200)
        const total = edited.status === 200 ? 50 : 10
        assert.deepEqual([left.body.data.total, left.body.data.amount_paid, left.body.data.amount_due], [total, total, 0])
      }
    }
  })

  test('clients that go away in the middle of their requests fail no one else, and leave nothing half done', async () => {
    const body = JSON.stringify({ name: 'Gone' })
    const head = `POST /v1/customers?${q} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${setup.api_key}\r\nContent-Type: application/json\r\n`
    const { port } = new URL(server.url)
    const goAway = (delay_ms: number) =>
      new Promise<void>((resolve) => {
        const socket = connect(Number(port), '127.0.0.1', () => {
          // Several at once: the later ones are under way when the socket goes.
          socket.write(`${head}Content-Length: ${body.length}\r\n\r\n${body}`.repeat(10))
          setTimeout(() => socket.destroy(), delay_ms)
        })
        socket.on('error', () => {})
        socket.on('close', () => resolve())
      })
    const stay = async () => {
      for (;;) {
        const answer = await client.call('POST', `/v1/customers?${q}`, { name: 'Stays' })
        // Behind two thousand others a turn may not come in time; then the answer says to try again.
        if (answer.status !== 503 || answer.headers['retry-after'] === undefined) return answer
        await new Promise((resolve) => setTimeout(resolve, 200))
      }
    }
    const staying = inTurn(50, stay)
    for (let round = 0; round < 8; round++) await Promise.all(Array.from({ length: 32 }, (_, index) => goAway(index / 4)))
    assert.ok((await staying).every((answer) => answer.status === 201))
    // Requests of clients that disconnected may still be running.
    const total = async () => (await client.call('GET', `/v1/customers?${q}&limit=1`)).body.data.pagination.total
    for (let before = -1, now = await total(); before !== now; before = now, now = await total()) {
      await new Promise((resolve) => setTimeout(resolve, 300))
    }
    const customers = await client.all(`/v1/customers?${q}`, 'customers')
    const created = (await client.events(setup.company_id)).filter((event) => event.type === 'customer.created')
    assert.deepEqual(created.map((event) => event.resource_id).sort(), customers.map((customer) => customer.id).sort())
    assert.ok(customers.filter((customer) => customer.name === 'Gone').length > 0, 'no request was far enough to count')
    assert.equal(server.logged(), '')
  })

  test('a key that the command line revokes is refused from the next request on, with 16 clients using it', async () => {
    const made = await runCli(
      folder.path,
      'keys',
      'create',
      '--company',
      setup.company_id,
      '--name',
      'short',
      '--level',
      'read',
      '--json',
    )
    const { id, key } = JSON.parse(made.stdout)
    const user = new Client(server.url, key)
    let revoked_at = Number.POSITIVE_INFINITY
    let late_successes = 0
    let refusals = 0
    let is_over = false
    const clients = Array.from({ length: 16 }, async () => {
      while (!is_over) {
        const started = performance.now()
        const { status, body } = await user.call('GET', `/v1/invoices?${q}&limit=1`)
        if (status === 200 && started > revoked_at) late_successes++
        if (status === 401) {
          refusals++
          assert.deepEqual(body, { error: 'API key is disabled' })
        }
      }
    })
    const revoked = await runCli(folder.path, 'keys', 'revoke', id, '--json')
    revoked_at = performance.now()
    assert.equal(revoked.code, 0)
    await new Promise((resolve) => setTimeout(resolve, 200))
    is_over = true
    await Promise.all(clients)
    user.close()
    assert.equal(late_successes, 0)
    assert.ok(refusals > 0)
  })
})

/** Does `work` so many times, one after the other. */
async function inTurn<T>(times: number, work: (round: number) => Promise<T>): Promise<T[]> {
  const results: T[] = []
  for (let round = 0; round < times; round++) results.push(await work(round))
  return results
}
