import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { makeScene } from '../../../test/support/fixtures.ts'
import { startTestApp, type TestApp, type TestTenant } from '../../../test/support/test-app.ts'
import { setModule } from '../../access/companies/service.ts'
import { eventCatalogue } from '../../endpoints.ts'

let app: TestApp
before(async () => {
  app = await startTestApp()
})
after(() => app.close())

/** A tenant of its own with so many customers: as many events. */
async function tenantWith(
  count: number,
): Promise<{ tenant: TestTenant; list: (query?: Record<string, string>) => ReturnType<TestApp['call']> }> {
  const tenant = await app.addTenant()
  const scope = { key: tenant.keys.admin, company: tenant.company_id }
  for (let index = 0; index < count; index++) await app.call('POST', '/v1/customers', { ...scope, body: { name: `C${index}` } })
  return { tenant, list: (query = {}) => app.call('GET', '/v1/events', { ...scope, query }) }
}
const idsOf = (answer: { data: { events: { id: string }[] } }) => answer.data.events.map((event) => event.id)

describe('GET /v1/events', () => {
  test('30 events of one instant come in 3 pages, newest first, each once', async () => {
    const { list } = await tenantWith(30)
    const seen: string[] = []
    let cursor: Record<string, string> = {}
    for (let page = 0; page < 3; page++) {
      const answer = await list({ limit: '10', ...cursor })
      seen.push(...idsOf(answer))
      assert.equal(answer.data.pagination.has_more, page < 2)
      assert.equal(answer.data.pagination.next_cursor, page < 2 ? seen.at(-1) : null)
      cursor = { starting_after: seen.at(-1)! }
    }
    assert.equal(new Set(seen).size, 30)
    assert.deepEqual(seen, [...seen].sort().reverse())
  })

  test('200, ending_before gives those directly newer, still newest first; a poller that remembers the newest misses none', async () => {
    const { list, tenant } = await tenantWith(7)
    const all = idsOf(await list({ limit: '100' }))
    const directly = await list({ limit: '2', ending_before: all[5]! })
    assert.deepEqual(idsOf(directly), [all[3], all[4]])
    assert.deepEqual(directly.data.pagination, { limit: 2, has_more: true, next_cursor: all[3] })
    const last = await list({ limit: '3', ending_before: all[3]! })
    assert.deepEqual(idsOf(last), all.slice(0, 3))
    assert.equal(last.data.pagination.has_more, false)
    await app.call('POST', '/v1/customers', { key: tenant.keys.admin, company: tenant.company_id, body: { name: 'new' } })
    assert.equal(idsOf(await list({ ending_before: all[0]! })).length, 1)
  })

  test('200, walking down with starting_after and up with ending_before gives every event once, under any filter', async () => {
    const { list, tenant } = await tenantWith(9)
    const scope = { key: tenant.keys.admin, company: tenant.company_id }
    for (let index = 0; index < 4; index++) {
      await app.call('POST', '/v1/events/test', { ...scope, body: { type: 'invoice.paid' } })
      await app.call('POST', '/v1/customers', { ...scope, body: { name: `D${index}` } })
    }
    const filters: Record<string, string>[] = [
      {},
      { type: 'customer.*' },
      { type: 'customer.created' },
      { type: '*', 'created[gte]': '2020-01-01' },
    ]
    for (const filter of filters) {
      const all = idsOf(await list({ ...filter, limit: '100' }))
      assert.equal(all.length, filter['type']?.startsWith('customer') ? 13 : 17)
      for (const limit of ['1', '3', '13', '100']) {
        const down: string[] = []
        let cursor: string | null = null
        do {
          const page = await list({ ...filter, limit, ...(cursor === null ? {} : { starting_after: cursor }) })
          down.push(...idsOf(page))
          cursor = page.data.pagination.next_cursor
          assert.equal(page.data.pagination.has_more, cursor !== null)
        } while (cursor !== null)
        assert.deepEqual(down, all)
        const up: string[] = [all.at(-1)!]
        cursor = all.at(-1)!
        do {
          const page = await list({ ...filter, limit, ending_before: cursor! })
          up.unshift(...idsOf(page))
          cursor = page.data.pagination.next_cursor
          assert.equal(cursor, page.data.pagination.has_more ? up[0] : null)
        } while (cursor !== null)
        assert.deepEqual(up, all)
      }
    }
  })

  test('200 for a cursor that the filter leaves out, a test event too: it is a place, not a row of the list', async () => {
    const { list, tenant } = await tenantWith(2)
    const scope = { key: tenant.keys.admin, company: tenant.company_id }
    const test_id = (await app.call('POST', '/v1/events/test', { ...scope, body: { type: 'invoice.paid' } })).data.id
    await app.call('POST', '/v1/customers', { ...scope, body: { name: 'Newer' } })
    assert.equal(idsOf(await list({ type: 'customer.*', starting_after: test_id })).length, 2)
    assert.equal(idsOf(await list({ type: 'customer.*', ending_before: test_id })).length, 1)
  })

  test('200 for resource_id and type together; an empty page says that there is no more', async () => {
    const { list, tenant } = await tenantWith(1)
    const scope = { key: tenant.keys.admin, company: tenant.company_id }
    const [{ resource_id }] = (await list()).data.events
    await app.call('PATCH', `/v1/customers/${resource_id}`, { ...scope, body: { notes: 'n' } })
    const types = async (type: string) =>
      (await list({ resource_id, type })).data.events.map((event: { type: string }) => event.type)
    assert.deepEqual(await types('*'), ['customer.updated', 'customer.created'])
    assert.deepEqual(await types('customer.updated'), ['customer.updated'])
    const none = await list({ resource_id: 'cus_none' })
    assert.deepEqual(none.data, { events: [], pagination: { limit: 50, has_more: false, next_cursor: null } })
  })

  test('200 for an exact type, a wildcard and a star; the dot is literal', async () => {
    const { list, tenant } = await tenantWith(2)
    const scope = { key: tenant.keys.admin, company: tenant.company_id }
    const [customer] = (await app.call('GET', '/v1/customers', scope)).data.customers
    const invoice = (
      await app.call('POST', '/v1/invoices', {
        ...scope,
        body: { customer_id: customer.id, items: [{ name: 'x', unit_price: 1 }] },
      })
    ).data
    await app.call('PATCH', `/v1/invoices/${invoice.id}`, { ...scope, body: { status: 'paid' } })
    const types = async (type: string) => (await list({ type })).data.events.map((event: { type: string }) => event.type)
    assert.deepEqual(await types('invoice.*'), ['invoice.paid', 'invoice.updated', 'invoice.created'])
    assert.deepEqual(await types('invoice.paid'), ['invoice.paid'])
    assert.deepEqual(await types('payment.*'), ['payment.received'])
    assert.equal((await types('*')).length, 6)
    assert.deepEqual(await types('quote.*'), [])
  })

  for (const type of [
    'invoice*',
    'invoice.nope',
    'Invoice.paid',
    'invoice',
    '*.paid',
    'invoice.**',
    'invoicex.*',
    '%',
    'x'.repeat(10_000),
  ]) {
    test(`400 invalid_type for ${JSON.stringify(type.slice(0, 20))}`, async () => {
      const answer = await app.call('GET', '/v1/events', { query: { type } })
      assert.deepEqual([answer.status, answer.body.code, answer.body.param], [400, 'invalid_type', 'type'])
    })
  }

  test('200, created[gte] and created[lte] are inclusive, as date, date-time with offset, or unix seconds', async () => {
    const tenant = await app.addTenant()
    const scope = { key: tenant.keys.admin, company: tenant.company_id }
    for (const at of ['2026-03-01T00:00:00.000Z', '2026-03-01T23:59:59.999Z', '2026-03-02T00:00:00.000Z']) {
      app.setClock(at)
      await app.call('POST', '/v1/customers', { ...scope, body: { name: at } })
    }
    const count = async (query: Record<string, string>) =>
      (await app.call('GET', '/v1/events', { ...scope, query })).data.events.length
    assert.equal(await count({ 'created[gte]': '2026-03-01', 'created[lte]': '2026-03-01' }), 2)
    assert.equal(await count({ 'created[gte]': '2026-03-02' }), 1)
    assert.equal(await count({ 'created[gte]': '2026-03-02T02:00:00+02:00' }), 1)
    assert.equal(await count({ 'created[gte]': String(Date.parse('2026-03-02T00:00:00Z') / 1000) }), 1)
    assert.equal(await count({ 'created[lte]': '2026-02-28' }), 0)
    assert.equal(await count({ 'created[lte]': String(Date.parse('2026-03-01T23:59:59Z') / 1000) }), 2, 'the whole second')
    assert.equal(await count({ 'created[lte]': '2026-03-01T23:59:59Z' }), 2)
    assert.equal(await count({ 'created[lte]': '2026-03-01T23:59:59.998Z' }), 1)
    assert.equal(await count({ 'created[gte]': '2026-03-01T23:59:59.999Z', 'created[lte]': '2026-03-01T23:59:59.999Z' }), 1)
    for (const far of ['0', '1', '0001-01-01', '1900-01-01T00:00:00Z']) assert.equal(await count({ 'created[gte]': far }), 3)
    for (const far of ['253402300799', '9999-12-31', '4102444800']) assert.equal(await count({ 'created[lte]': far }), 3)
    assert.equal(await count({ 'created[gte]': '2026-03-05', 'created[lte]': '2026-03-01' }), 0)
  })

  for (const [name, query, param] of [
    ['a time that is none', { 'created[gte]': 'yesterday' }, 'created[gte]'],
    ['seconds beyond all years', { 'created[lte]': '1e20' }, 'created[lte]'],
    ['a cursor that names nothing', { starting_after: 'evt_nope' }, 'starting_after'],
    ['both cursors', { starting_after: 'evt_a', ending_before: 'evt_b' }, 'ending_before'],
    ['limit 0', { limit: '0' }, 'limit'],
    ['limit 101', { limit: '101' }, 'limit'],
    ['an offset', { offset: '1' }, 'offset'],
  ] as const) {
    test(`400 for ${name}`, async () => {
      const answer = await app.call('GET', '/v1/events', { query })
      assert.deepEqual([answer.status, answer.body.param], [400, param])
    })
  }

  test('400 for a cursor of another company', async () => {
    const { list } = await tenantWith(1)
    const [foreign] = idsOf(await list())
    const answer = await app.call('GET', '/v1/events', { query: { starting_after: foreign! } })
    assert.deepEqual([answer.status, answer.body.param], [400, 'starting_after'])
  })

  test('200, data is what GET shows at that moment', async () => {
    const { list, tenant } = await tenantWith(1)
    const [event] = (await list()).data.events
    const scope = { key: tenant.keys.admin, company: tenant.company_id }
    assert.deepEqual(event.data, (await app.call('GET', `/v1/customers/${event.resource_id}`, scope)).data)
    assert.deepEqual([event.company_id, event.resource_type, event.test], [tenant.company_id, 'customer', false])
    assert.deepEqual((await app.call('GET', `/v1/events/${event.id}`, scope)).data, event)
  })

  test('200, data and the answer of GET are the same to the byte, for every kind of object', async () => {
    const tenant = await app.addTenant('KWD')
    const scope = { key: tenant.keys.admin, company: tenant.company_id }
    const scene = await makeScene(app, scope, 'É 💰')
    for (const path of [
      ...[`/v1/customers/${scene.customer}`, `/v1/invoices/${scene.invoice}`, `/v1/quotes/${scene.quote}`],
      ...[`/v1/projects/${scene.project}/tasks/${scene.task}`, `/v1/projects/${scene.project}/time-entries/${scene.time_entry}`],
    ]) {
      const shown = await app.call('GET', path, scope)
      const query = { resource_id: path.split('/').at(-1)!, limit: '1' }
      const events = await app.call('GET', '/v1/events', { ...scope, query })
      const [{ id, type }] = events.data.events
      assert.match(type, /\.created$/)
      const data = shown.text.slice('{"data":'.length, -1)
      assert.ok(events.text.includes(`,"data":${data},"test":false}`), path)
      assert.ok((await app.call('GET', `/v1/events/${id}`, scope)).text.includes(`,"data":${data},"test":false}`), path)
    }
  })

  test('200, a deletion has the last state as data, and the object is gone', async () => {
    const tenant = await app.addTenant()
    const scope = { key: tenant.keys.admin, company: tenant.company_id }
    const scene = await makeScene(app, scope)
    for (const path of [`/v1/customers/${scene.customer}`, `/v1/invoices/${scene.invoice}`, `/v1/quotes/${scene.quote}`]) {
      const last = (await app.call('GET', path, scope)).data
      await app.call('DELETE', path, scope)
      const query = { resource_id: last.id, limit: '1' }
      const [event] = (await app.call('GET', '/v1/events', { ...scope, query })).data.events
      assert.match(event.type, /\.deleted$/)
      assert.deepEqual(event.data, last)
      assert.equal((await app.call('GET', path, scope)).status, 404)
    }
  })

  test('what is refused, or changes nothing, stores no event', async () => {
    const { list, tenant } = await tenantWith(1)
    const scope = { key: tenant.keys.admin, company: tenant.company_id }
    const [{ id, resource_id }] = (await list()).data.events
    const path = `/v1/customers/${resource_id}`
    await app.call('PATCH', path, { ...scope, body: {} })
    await app.call('PATCH', path, { ...scope, body: { name: 'C0', notes: null, status: 'active' } })
    await app.call('PATCH', path, { ...scope, body: { name: '' } })
    await app.call('PATCH', path, { ...scope, body: { notes: 'n' }, headers: { 'if-match': '"other"' } })
    await app.call('DELETE', path, { ...scope, key: tenant.keys.write })
    await app.call('POST', '/v1/events/test', { ...scope, body: { type: 'invoice.*' } })
    await app.call('POST', '/v1/invoices', { ...scope, body: { customer_id: resource_id, currency: 'XXX' } })
    assert.deepEqual(idsOf(await list({ ending_before: id })), [])
  })

  test('400 without company_id for a key that reaches more than one company', async () => {
    assert.equal((await app.call('GET', '/v1/events', { company: null })).body.code, 'parameter_missing')
  })
})

describe('GET /v1/events/{id}', () => {
  test('404 for an id that is unknown, malformed or of another company', async () => {
    const { list } = await tenantWith(1)
    const [foreign] = idsOf(await list())
    for (const id of [foreign, 'evt_nope', 'types2']) {
      assert.equal((await app.call('GET', `/v1/events/${id}`)).status, 404)
    }
  })
})

describe('event types and modules', () => {
  const catalogue = [
    ...['customer.created', 'customer.updated', 'customer.deleted'],
    ...[
      'invoice.created',
      'invoice.updated',
      'invoice.deleted',
      'invoice.sent',
      'invoice.viewed',
      'invoice.overdue',
      'invoice.paid',
      'invoice.partially_paid',
      'invoice.cancelled',
    ],
    ...['payment.received', 'payment.reversed', 'webhook_endpoint.disabled'],
    ...[
      'quote.created',
      'quote.updated',
      'quote.deleted',
      'quote.sent',
      'quote.viewed',
      'quote.approved',
      'quote.rejected',
      'quote.expired',
      'quote.converted',
    ],
  ]
  const namesOf = (types: readonly { type: string }[]) => types.map(({ type }) => type).sort()
  const projects = [
    ...['project.created', 'project.updated', 'project.completed', 'project.deleted'],
    ...['task.created', 'task.updated', 'task.completed', 'task.deleted'],
    ...['time_entry.created', 'time_entry.updated', 'time_entry.deleted', 'timer.started', 'timer.stopped'],
  ]

  test('200 with the whole catalogue, each type with label, description, module, flag and a whole example', async () => {
    const { event_types } = (await app.call('GET', '/v1/events/types')).data
    assert.deepEqual(namesOf(event_types), namesOf(eventCatalogue.types))
    // None of those that there were at first may go.
    for (const type of [...catalogue, ...projects]) assert.ok(eventCatalogue.find(type), type)
    for (const entry of event_types) {
      assert.ok(entry.label && entry.description && entry.example.id, entry.type)
      assert.equal(entry.module, projects.includes(entry.type) ? 'projects' : null)
      assert.equal(typeof entry.triggers_automations, 'boolean')
    }
  })

  test('a module that is off: its types are left out and refused, its changes store nothing, wildcards find what is old', async () => {
    const tenant = await app.addTenant()
    const scope = { key: tenant.keys.admin, company: tenant.company_id }
    await app.call('POST', '/v1/projects', { ...scope, body: { title: 'Before' } })
    await app.database.write((tx) => setModule(tx, tenant.company_id, 'projects', false))
    const { event_types } = (await app.call('GET', '/v1/events/types', scope)).data
    assert.deepEqual(namesOf(event_types), namesOf(eventCatalogue.types.filter(({ module }) => module !== 'projects')))
    const list = await app.call('GET', '/v1/events', { ...scope, query: { type: 'project.created' } })
    assert.deepEqual([list.status, list.body.code], [400, 'event_type_unavailable'])
    const made = await app.call('POST', '/v1/events/test', { ...scope, body: { type: 'task.created' } })
    assert.deepEqual([made.status, made.body.code], [400, 'event_type_unavailable'])
    assert.equal((await app.call('POST', '/v1/projects', { ...scope, body: { title: 'Off' } })).status, 201)
    const found = await app.call('GET', '/v1/events', { ...scope, query: { type: 'project.*' } })
    assert.deepEqual(
      found.data.events.map((event: { data: { title: string } }) => event.data.title),
      ['Before'],
    )
    await app.database.write((tx) => setModule(tx, tenant.company_id, 'projects', true))
    await app.call('POST', '/v1/projects', { ...scope, body: { title: 'On' } })
    assert.equal((await app.call('GET', '/v1/events', { ...scope, query: { type: 'project.*' } })).data.events.length, 2)
  })
})

describe('POST /v1/events/test', () => {
  test('201 stores the example of the type, marked as a test in the event and in its data', async () => {
    const { data } = await app.call('POST', '/v1/events/test', { key: app.tenant.keys.write, body: { type: 'invoice.paid' } })
    assert.deepEqual([data.type, data.test, data.data.test, data.resource_type], ['invoice.paid', true, true, 'cli_test'])
    const list = await app.call('GET', '/v1/events', { query: { limit: '1' } })
    assert.deepEqual(list.data.events[0], data)
  })

  test('400 parameter_missing without a type, invalid_type for an unknown one and for a wildcard', async () => {
    const code = async (body: object) => (await app.call('POST', '/v1/events/test', { body })).body.code
    assert.deepEqual(
      [await code({}), await code({ type: 'nope' }), await code({ type: 'invoice.*' })],
      ['parameter_missing', 'invalid_type', 'invalid_type'],
    )
  })

  test('403 for a key that may only read', async () => {
    const answer = await app.call('POST', '/v1/events/test', { key: app.tenant.keys.read, body: { type: 'invoice.paid' } })
    assert.deepEqual([answer.status, answer.body], [403, { error: 'Insufficient permissions' }])
  })
})
