import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { START, startTestApp, type TestApp } from '../../../test/support/test-app.ts'
import { setModule } from '../../access/companies/service.ts'

let app: TestApp
let customer_id: string

before(async () => {
  app = await startTestApp()
  customer_id = (await app.call('POST', '/v1/customers', { body: { name: 'Lindqvist', contact_email: 'pay@lindqvist.example' } }))
    .data.id
})
after(() => app.close())
beforeEach(() => app.setClock(START))

const post = (body: object, call = {}) => app.call('POST', '/v1/projects', { body, ...call })
const create = async (body: object = {}) => {
  const answer = await post({ title: 'Web shop', ...body })
  assert.equal(answer.status, 201, answer.text)
  return answer.data
}
const patch = (id: string, body: object, headers = {}) => app.call('PATCH', `/v1/projects/${id}`, { body, headers })
const get = async (id: string) => (await app.call('GET', `/v1/projects/${id}`)).data
const list = () => app.call('GET', '/v1/projects', { query: { limit: '100' } })
const record = (id: string, body: object) => app.call('POST', `/v1/projects/${id}/time-entries`, { body })
const eventsOf = async (resource_id: string): Promise<{ type: string; data: Record<string, unknown>; resource_type: string }[]> =>
  (await app.call('GET', '/v1/events', { query: { resource_id, limit: '100' } })).data.events.reverse()
const typesOf = async (resource_id: string) => (await eventsOf(resource_id)).map((event) => event.type)
const paramsOf = (body: { param: string; errors?: { param: string }[] }) => (body.errors ?? [body]).map(({ param }) => param)

describe('POST /v1/projects', () => {
  test('201 with the defaults and exactly the fields of the description, in its order', async () => {
    const project = await create()
    assert.match(project.public_id, /^PRO-2026-\d{6}$/)
    assert.ok(project.public_token.length >= 22)
    assert.match(project.id, /^pro_[0-9a-z]{26}$/)
    const { id, public_id, public_token, ...rest } = project
    assert.deepEqual(rest, {
      company_id: app.tenant.company_id,
      customer_id: null,
      title: 'Web shop',
      description: '',
      status: 'draft',
      priority: 'medium',
      start_date: null,
      due_date: null,
      billing_type: 'time_based',
      budget_hours: null,
      budget_amount: null,
      hourly_rate: null,
      progress_percentage: 0,
      is_archived: false,
      customer_name: '',
      total_hours: 0,
      total_revenue: 0,
      total_cost: 0,
      profit: 0,
      tasks_count: 0,
      completed_tasks: 0,
      assigned_to: [],
      created_by: app.tenant.user_id,
      completed_at: null,
      metadata: {},
      created_at: START,
      updated_at: START,
    })
    assert.equal(
      Object.keys(project).join(' '),
      'id public_id company_id customer_id title description status priority start_date due_date billing_type budget_hours budget_amount hourly_rate progress_percentage is_archived customer_name total_hours total_revenue total_cost profit tasks_count completed_tasks assigned_to created_by completed_at metadata public_token created_at updated_at',
    )
    assert.deepEqual(await get(id), project)
  })

  test('201 with everything that a request can say', async () => {
    const body = {
      title: 'New web shop',
      description: 'Design & build',
      customer_id,
      assigned_to: [app.tenant.colleague_id, app.tenant.user_id],
      status: 'in_progress',
      priority: 'urgent',
      start_date: '2028-02-29',
      due_date: '2026-02-01',
      billing_type: 'mixed',
      budget_hours: 120.5,
      budget_amount: 10800.123456,
      hourly_rate: 90.5,
      progress_percentage: 100,
      is_archived: true,
      metadata: { contract: '2026-17', nested: { deep: [1, null, 'x'] } },
    }
    const project = await create(body)
    for (const [field, value] of Object.entries(body)) assert.deepEqual(project[field], value, field)
    assert.equal(project.customer_name, 'Lindqvist')
    assert.deepEqual(await get(project.id), project)
  })

  test('figures of an empty project are 0, its progress an integer', async () => {
    const project = await get((await create()).id)
    assert.equal(project.progress_percentage, 0)
    for (const figure of ['tasks_count', 'completed_tasks', 'total_hours', 'total_revenue', 'total_cost', 'profit']) {
      assert.equal(project[figure], 0, figure)
    }
  })

  test('public ids count by the year of creation, without gaps, and a refused request uses up none', async () => {
    const first = await create()
    assert.equal((await post({ title: 'x', customer_id: 'cus_nope' })).status, 400)
    assert.equal((await post({ title: 'x', assigned_to: ['usr_nope'] })).status, 400)
    const second = await create()
    const numbers = [first, second].map((project) => Number(project.public_id.slice(-6)))
    assert.equal(numbers[1], numbers[0]! + 1)
    app.setClock('2027-01-01T00:00:00.000Z')
    assert.equal((await create()).public_id, 'PRO-2027-000001')
  })

  test('one that begins as completed has completed_at, and both events', async () => {
    const project = await create({ status: 'completed' })
    assert.equal(project.completed_at, START)
    assert.deepEqual(await typesOf(project.id), ['project.created', 'project.completed'])
  })

  test('400 for what a project can not be, naming each field', async () => {
    const faulty: [object, string][] = [
      [{}, 'title'],
      [{ title: ' ' }, 'title'],
      [{ title: 'x'.repeat(256) }, 'title'],
      [{ title: 'a\u0000b' }, ''],
      [{ title: 'x', description: 'x'.repeat(10_001) }, 'description'],
      [{ title: 'x', status: 'done' }, 'status'],
      [{ title: 'x', priority: 'High' }, 'priority'],
      [{ title: 'x', billing_type: 'hourly' }, 'billing_type'],
      [{ title: 'x', progress_percentage: 101 }, 'progress_percentage'],
      [{ title: 'x', progress_percentage: -1 }, 'progress_percentage'],
      [{ title: 'x', progress_percentage: 1.5 }, 'progress_percentage'],
      [{ title: 'x', hourly_rate: -1 }, 'hourly_rate'],
      [{ title: 'x', hourly_rate: 1e12 }, 'hourly_rate'],
      [{ title: 'x', budget_hours: -0.1234567 }, 'budget_hours'],
      [{ title: 'x', budget_amount: '5' }, 'budget_amount'],
      [{ title: 'x', due_date: '2026-02-30' }, 'due_date'],
      [{ title: 'x', start_date: '2026-2-1' }, 'start_date'],
      [{ title: 'x', metadata: [] }, 'metadata'],
      [{ title: 'x', metadata: { long: 'x'.repeat(65_536) } }, 'metadata'],
      [{ title: 'x', total_hours: 5 }, 'total_hours'],
      [{ title: 'x', assigned_to: ['usr_nope'] }, 'assigned_to[0]'],
      [{ title: 'x', assigned_to: 'usr_nope' }, 'assigned_to'],
      [{ title: 'x', customer_id: 'cus_nope' }, 'customer_id'],
    ]
    for (const [body, param] of faulty) {
      const answer = await post(body)
      assert.equal(answer.status, 400, JSON.stringify(body))
      if (param !== '') assert.equal(answer.body.param, param, answer.text)
    }
  })

  test('400 for a member of another organization, and for one named twice', async () => {
    const other = await app.addTenant()
    const { user_id, colleague_id } = app.tenant
    const answer = await post({ title: 'x', assigned_to: [user_id, other.user_id, colleague_id, user_id] })
    assert.equal(answer.status, 400)
    assert.deepEqual(paramsOf(answer.body).sort(), ['assigned_to[1]', 'assigned_to[3]'])
  })

  test('400 for a customer of another company, whose data is not in the answer', async () => {
    const secret = { name: 'Secret Customer', contact_email: 'secret@example.com' }
    const foreign = await app.call('POST', '/v1/customers', { body: secret, company: app.tenant.sibling_id })
    const project = await create()
    for (const answer of [
      await post({ title: 'x', customer_id: foreign.data.id }),
      await patch(project.id, { customer_id: foreign.data.id }),
    ]) {
      assert.equal(answer.status, 400)
      assert.equal(answer.body.param, 'customer_id')
      assert.ok(!/secret/i.test(answer.text))
    }
    assert.deepEqual(await get(project.id), project)
  })
})

describe('PATCH /v1/projects/{id}', () => {
  test('200 with one project.updated event whose data is what the answer is', async () => {
    const project = await create()
    app.setClock('2026-06-15T11:00:00.000Z')
    const answer = await patch(project.id, { title: 'Other', customer_id, progress_percentage: 50 })
    assert.equal(answer.status, 200)
    assert.deepEqual(answer.data, {
      ...project,
      title: 'Other',
      customer_id,
      customer_name: 'Lindqvist',
      progress_percentage: 50,
      updated_at: '2026-06-15T11:00:00.000Z',
    })
    const events = await eventsOf(project.id)
    assert.deepEqual(
      events.map((event) => event.type),
      ['project.created', 'project.updated'],
    )
    assert.deepEqual(events[1]!.data, answer.data)
    assert.equal(events[1]!.resource_type, 'project')
  })

  test('200 without an event and with the same updated_at when nothing changes', async () => {
    const project = await create({ hourly_rate: 90, metadata: { a: 1 }, assigned_to: [app.tenant.user_id], customer_id })
    app.setClock('2026-06-15T11:00:00.000Z')
    const same = { title: 'Web shop', hourly_rate: 90, metadata: { a: 1 }, assigned_to: [app.tenant.user_id], customer_id }
    for (const body of [{}, same, { description: null, due_date: null }]) {
      assert.deepEqual((await patch(project.id, body)).data, project)
    }
    assert.deepEqual(await typesOf(project.id), ['project.created'])
  })

  test('null clears what can be cleared, 400 for what can not', async () => {
    const full = {
      description: 'x',
      customer_id,
      assigned_to: [app.tenant.user_id],
      start_date: '2026-01-01',
      due_date: '2026-02-01',
      budget_hours: 1,
      budget_amount: 1,
      hourly_rate: 1,
      metadata: { a: 1 },
    }
    const project = await create(full)
    const nulls = Object.fromEntries(Object.keys(full).map((field) => [field, null]))
    const { data } = await patch(project.id, nulls)
    assert.deepEqual(data, {
      ...project,
      ...nulls,
      description: '',
      assigned_to: [],
      metadata: {},
      customer_name: '',
    })
    for (const field of ['title', 'status', 'priority', 'billing_type', 'progress_percentage', 'is_archived']) {
      const answer = await patch(project.id, { [field]: null })
      assert.deepEqual([answer.status, answer.body.param], [400, field])
    }
  })

  test('completed_at and project.completed follow the status, from any to any', async () => {
    const project = await create()
    const steps: [object, string][] = [
      [{ status: 'completed' }, '2026-06-15T11:00:00.000Z'],
      [{ status: 'completed', title: 'Other' }, '2026-06-15T12:00:00.000Z'],
      [{ status: 'in_progress' }, '2026-06-15T13:00:00.000Z'],
      [{ status: 'completed' }, '2026-06-15T14:00:00.000Z'],
      [{ status: 'cancelled' }, '2026-06-15T15:00:00.000Z'],
    ]
    const seen = []
    for (const [body, clock] of steps) {
      app.setClock(clock)
      seen.push((await patch(project.id, body)).data.completed_at)
    }
    assert.deepEqual(seen, ['2026-06-15T11:00:00.000Z', '2026-06-15T11:00:00.000Z', null, '2026-06-15T14:00:00.000Z', null])
    assert.deepEqual(await typesOf(project.id), [
      'project.created',
      ...['project.updated', 'project.completed'],
      'project.updated',
      'project.updated',
      ...['project.updated', 'project.completed'],
      'project.updated',
    ])
  })

  test('dates stay the days that they are at every save', async () => {
    const project = await create({ start_date: '2026-03-01', due_date: '2026-03-31' })
    for (const title of ['a', 'b', 'c']) await patch(project.id, { title })
    const { start_date, due_date } = await get(project.id)
    assert.deepEqual([start_date, due_date], ['2026-03-01', '2026-03-31'])
  })

  test('a changed rate applies at once to all time that has no other', async () => {
    const project = await create({ hourly_rate: 60 })
    await record(project.id, { start_time: START, duration_minutes: 90 })
    assert.equal((await get(project.id)).total_revenue, 90)
    assert.equal((await patch(project.id, { hourly_rate: 100 })).data.total_revenue, 150)
    assert.equal((await patch(project.id, { hourly_rate: null })).data.total_revenue, 0)
  })

  test('400 amount_too_large for a rate at which the revenue could not be shown', async () => {
    const project = await create({ hourly_rate: 60 })
    await record(project.id, { start_time: START, duration_minutes: 6000 })
    const answer = await patch(project.id, { hourly_rate: 999_999_999_999.999 })
    assert.deepEqual([answer.status, answer.body.code, answer.body.param], [400, 'amount_too_large', 'hourly_rate'])
    assert.equal((await get(project.id)).total_revenue, 6000)
  })

  test('412 when If-Match names another version, 200 when it names this one', async () => {
    const project = await create()
    const { etag } = (await app.call('GET', `/v1/projects/${project.id}`)).headers
    assert.equal((await patch(project.id, { title: 'b' }, { 'if-match': etag })).status, 200)
    assert.equal((await patch(project.id, { title: 'c' }, { 'if-match': etag })).status, 412)
    assert.equal((await app.call('DELETE', `/v1/projects/${project.id}`, { headers: { 'if-match': String(etag) } })).status, 412)
    assert.equal((await get(project.id)).title, 'b')
  })
})

describe('DELETE /v1/projects/{id}', () => {
  test('200, then 404 for it, its tasks and its time, and gone from the list and its total', async () => {
    const project = await create()
    const path = `/v1/projects/${project.id}`
    const task = (await app.call('POST', `${path}/tasks`, { body: { title: 'T' } })).data
    const entry = (await record(project.id, { start_time: START, duration_minutes: 5 })).data
    const total = (await list()).data.pagination.total
    const state = await get(project.id)
    assert.deepEqual((await app.call('DELETE', path)).data, { deleted: true })
    for (const [method, rest] of [
      ...['GET', 'PATCH', 'DELETE'].flatMap((method) =>
        ['', `/tasks/${task.id}`, `/time-entries/${entry.id}`].map((rest) => [method, rest] as const),
      ),
      ...['GET', 'POST'].flatMap((method) => ['/tasks', '/time-entries'].map((rest) => [method, rest] as const)),
      ['POST', '/invoice'] as const,
    ]) {
      const body = method === 'PATCH' || method === 'POST' ? { body: rest === '/tasks' ? { title: 'x' } : {} } : {}
      assert.equal((await app.call(method, `${path}${rest}`, body)).status, 404, `${method} ${rest}`)
    }
    assert.equal((await list()).data.pagination.total, total - 1)
    assert.ok(!(await list()).text.includes(project.id))
    const events = await eventsOf(project.id)
    assert.equal(events.at(-1)!.type, 'project.deleted')
    assert.deepEqual(events.at(-1)!.data, state)
  })

  test('its public id is never given again', async () => {
    const first = await create()
    await app.call('DELETE', `/v1/projects/${first.id}`)
    assert.ok((await create()).public_id > first.public_id)
  })

  test('409 while some of its time is on an invoice, 200 once the invoice is deleted', async () => {
    const project = await create({ customer_id, hourly_rate: 60 })
    await record(project.id, { start_time: START, duration_minutes: 60 })
    const invoice = (await app.call('POST', `/v1/projects/${project.id}/invoice`)).data
    const before = await get(project.id)
    const answer = await app.call('DELETE', `/v1/projects/${project.id}`)
    assert.deepEqual([answer.status, answer.body.code], [409, 'time_entry_invoiced'])
    assert.deepEqual(await get(project.id), before)
    assert.equal((await app.call('DELETE', `/v1/invoices/${invoice.id}`)).status, 200)
    assert.equal((await app.call('DELETE', `/v1/projects/${project.id}`)).status, 200)
  })

  test('its running timers end, with their events, so that their users can start others', async () => {
    const project = await create()
    const timer = (await record(project.id, {})).data
    await app.call('DELETE', `/v1/projects/${project.id}`)
    assert.deepEqual(await typesOf(timer.id), ['time_entry.created', 'timer.started', 'time_entry.deleted'])
    const other = await create()
    const next = await record(other.id, {})
    assert.equal(next.status, 201)
    await app.call('DELETE', `/v1/projects/${other.id}/time-entries/${next.data.id}`)
  })
})

describe('projects and others', () => {
  test('404 for a project of another company, of another organization, and for what is no id', async () => {
    const project = await create()
    const other = await app.addTenant()
    for (const [method, body] of [['GET'], ['PATCH', {}], ['DELETE']] as const) {
      const path = `/v1/projects/${project.id}`
      const call = body === undefined ? {} : { body }
      assert.equal((await app.call(method, path, { ...call, company: app.tenant.sibling_id })).status, 404)
      assert.equal((await app.call(method, path, { ...call, company: other.company_id, key: other.keys.admin })).status, 404)
      for (const id of ['pro_nope', '%00', 'x'.repeat(300), project.id.toUpperCase()]) {
        assert.equal((await app.call(method, `/v1/projects/${id}`, call)).status, 404)
      }
    }
    assert.deepEqual(await get(project.id), project)
  })

  test('409 customer_in_use for deleting the customer of a project, until the project is gone', async () => {
    const customer = (await app.call('POST', '/v1/customers', { body: { name: 'Short' } })).data
    const project = await create({ customer_id: customer.id })
    const answer = await app.call('DELETE', `/v1/customers/${customer.id}`)
    assert.deepEqual([answer.status, answer.body.code], [409, 'customer_in_use'])
    await app.call('DELETE', `/v1/projects/${project.id}`)
    assert.equal((await app.call('DELETE', `/v1/customers/${customer.id}`)).status, 200)
  })

  test('customer_name is the name as it is now', async () => {
    const customer = (await app.call('POST', '/v1/customers', { body: { name: 'Before' } })).data
    const project = await create({ customer_id: customer.id })
    await app.call('PATCH', `/v1/customers/${customer.id}`, { body: { name: 'After' } })
    assert.equal((await get(project.id)).customer_name, 'After')
  })

  test('while the module is off everything works and no event is stored', async () => {
    const { company_id, keys } = await app.addTenant()
    const scope = { company: company_id, key: keys.admin }
    await app.database.write(async (tx) => ({ modules: await setModule(tx, company_id, 'projects', false) }))
    const project = (await post({ title: 'Silent', status: 'completed' }, scope)).data
    assert.equal((await app.call('PATCH', `/v1/projects/${project.id}`, { body: { title: 'b' }, ...scope })).status, 200)
    assert.equal((await app.call('POST', `/v1/projects/${project.id}/tasks`, { body: { title: 't' }, ...scope })).status, 201)
    assert.equal((await app.call('POST', `/v1/projects/${project.id}/time-entries`, { body: {}, ...scope })).status, 201)
    assert.deepEqual((await app.call('GET', '/v1/events', scope)).data.events, [])
    const types = (await app.call('GET', '/v1/events/types', scope)).data.event_types as { type: string }[]
    assert.ok(!types.some(({ type }) => /^(project|task|time_entry|timer)\./.test(type)))
  })
})
