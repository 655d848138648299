import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { START, startTestApp, type TestApp } from '../../../test/support/test-app.ts'

let app: TestApp
let project_id: string

before(async () => {
  app = await startTestApp()
})
after(() => app.close())
beforeEach(async () => {
  app.setClock(START)
  project_id = await createProject()
})

const createProject = async (body: object = {}): Promise<string> =>
  (await app.call('POST', '/v1/projects', { body: { title: 'Web shop', ...body } })).data.id
const path = (id = '') => `/v1/projects/${project_id}/tasks${id === '' ? '' : `/${id}`}`
const post = (body: object, project = project_id) => app.call('POST', `/v1/projects/${project}/tasks`, { body })
const create = async (body: object = {}) => {
  const answer = await post({ title: 'Checkout', ...body })
  assert.equal(answer.status, 201, answer.text)
  return answer.data
}
const patch = (id: string, body: object, headers = {}) => app.call('PATCH', path(id), { body, headers })
const get = async (id: string) => {
  const answer = await app.call('GET', path(id))
  assert.equal(answer.status, 200, answer.text)
  return answer.data
}
const remove = (id: string) => app.call('DELETE', path(id))
const list = (query: Record<string, string> = {}) => app.call('GET', path(), { query })
const project = async () => (await app.call('GET', `/v1/projects/${project_id}`)).data
const record = async (body: object) => (await app.call('POST', `/v1/projects/${project_id}/time-entries`, { body })).data
const eventsOf = async (resource_id: string): Promise<{ type: string; data: Record<string, unknown> }[]> =>
  (await app.call('GET', '/v1/events', { query: { resource_id, limit: '100' } })).data.events.reverse()
const typesOf = async (resource_id: string) => (await eventsOf(resource_id)).map((event) => event.type)
const newestEvent = async () => (await app.call('GET', '/v1/events', { query: { limit: '1' } })).data.events[0]?.id
const eventsSince = async (id: string): Promise<{ type: string; resource_id: string; data: Record<string, unknown> }[]> =>
  (await app.call('GET', '/v1/events', { query: { ending_before: id, limit: '100' } })).data.events.reverse()

describe('POST /v1/projects/{id}/tasks', () => {
  test('201 with the defaults and exactly the fields of the description, in its order', async () => {
    const task = await create()
    assert.match(task.id, /^tsk_[0-9a-z]{26}$/)
    assert.match(task.public_id, /^TSK-2026-\d{6}$/)
    const { id, public_id, ...rest } = task
    assert.deepEqual(rest, {
      project_id,
      parent_task_id: null,
      depends_on: [],
      assigned_to: null,
      created_by: app.tenant.user_id,
      title: 'Checkout',
      description: '',
      status: 'backlog',
      priority: 'medium',
      estimated_hours: null,
      start_date: null,
      due_date: null,
      completed_at: null,
      is_billable: true,
      hourly_rate: null,
      position: 0,
      tags: [],
      metadata: {},
      created_at: START,
      updated_at: START,
    })
    assert.equal(
      Object.keys(task).join(' '),
      'id public_id project_id parent_task_id depends_on assigned_to created_by title description status priority estimated_hours start_date due_date completed_at is_billable hourly_rate position tags metadata created_at updated_at',
    )
    assert.deepEqual(await get(id), task)
    assert.deepEqual(await typesOf(id), ['task.created'])
  })

  test('201 with everything that a request can say', async () => {
    const [parent, first, second] = [await create(), await create(), await create()]
    const body = {
      title: 'Payment',
      description: 'Cards & invoice',
      assigned_to: app.tenant.colleague_id,
      parent_task_id: parent.id,
      depends_on: [second.id, first.id],
      status: 'in_review',
      priority: 'low',
      estimated_hours: 7.25,
      start_date: '2026-02-10',
      due_date: '2026-02-09',
      is_billable: false,
      hourly_rate: 110.5,
      position: -7,
      tags: ['a', 'b', 'a'],
      metadata: { ticket: 'SHOP-88' },
    }
    const task = await create(body)
    for (const [field, value] of Object.entries(body)) assert.deepEqual(task[field], value, field)
    assert.deepEqual(await get(task.id), task)
  })

  test('each goes behind the last one; public ids count on over all projects', async () => {
    const first = await create()
    assert.equal((await create()).position, 1)
    await create({ position: 41 })
    assert.equal((await create()).position, 42)
    project_id = await createProject()
    const other = await create()
    assert.equal(other.position, 0)
    assert.equal(Number(other.public_id.slice(-6)), Number(first.public_id.slice(-6)) + 4)
  })

  test('one that begins as completed has completed_at, both events, and counts', async () => {
    const task = await create({ status: 'completed' })
    assert.equal(task.completed_at, START)
    assert.deepEqual(await typesOf(task.id), ['task.created', 'task.completed'])
    const { tasks_count, completed_tasks } = await project()
    assert.deepEqual([tasks_count, completed_tasks], [1, 1])
  })

  test('400 for what a task can not be, and it uses up no public id', async () => {
    const before = await create()
    const faulty: [object, string][] = [
      [{ title: undefined }, 'title'],
      [{ title: '' }, 'title'],
      [{ title: null }, 'title'],
      [{ due_date: '2026-04-31' }, 'due_date'],
      [{ status: 'done' }, 'status'],
      [{ priority: 'normal' }, 'priority'],
      [{ position: 1.5 }, 'position'],
      [{ estimated_hours: -1 }, 'estimated_hours'],
      [{ tags: Array(101).fill('x') }, 'tags'],
      [{ tags: [' '] }, 'tags[0]'],
      [{ tags: [5] }, 'tags[0]'],
      [{ assigned_to: 'usr_nope' }, 'assigned_to'],
      [{ parent_task_id: 'tsk_nope' }, 'parent_task_id'],
      [{ depends_on: [before.id, 'tsk_nope'] }, 'depends_on[1]'],
      [{ depends_on: Array(201).fill(before.id) }, 'depends_on'],
      [{ completed_at: START }, 'completed_at'],
    ]
    for (const [body, param] of faulty) {
      const answer = await post({ title: 'x', ...body })
      assert.deepEqual([answer.status, answer.body.param], [400, param], answer.text)
    }
    for (const body of [{ title: 'a\u0000b' }, { title: 'x', metadata: { k: '\u0000' } }]) {
      assert.equal((await post(body)).status, 400)
    }
    assert.equal(Number((await create()).public_id.slice(-6)), Number(before.public_id.slice(-6)) + 1)
  })

  test('400 with all faults of the users and tasks that it names', async () => {
    const other = await app.addTenant()
    const answer = await post({
      title: 'x',
      assigned_to: other.user_id,
      parent_task_id: 'tsk_nope',
      depends_on: ['tsk_nope'],
    })
    assert.deepEqual(
      answer.body.errors.map(({ param }: { param: string }) => param),
      ['assigned_to', 'parent_task_id', 'depends_on[0]'],
    )
  })

  test('400 for a parent or dependency in another project, and for deleted ones', async () => {
    const elsewhere = (await post({ title: 'x' }, await createProject())).data
    const deleted = await create()
    await remove(deleted.id)
    for (const { id } of [elsewhere, deleted]) {
      const answer = await post({ title: 'x', parent_task_id: id, depends_on: [id] })
      assert.equal(answer.status, 400)
      assert.deepEqual(
        answer.body.errors.map(({ param }: { param: string }) => param),
        ['parent_task_id', 'depends_on[0]'],
      )
    }
  })

  test('201 with 200 dependencies, read back in their order', async () => {
    const ids: string[] = []
    for (let index = 0; index < 200; index++) ids.push((await create({ title: `D${index}` })).id)
    ids.reverse()
    const task = await create({ depends_on: ids })
    assert.deepEqual((await get(task.id)).depends_on, ids)
  })
})

describe('PATCH /v1/projects/{id}/tasks/{taskId}', () => {
  test('null clears just that field, a missing one is left alone, 400 for title null', async () => {
    const parent = await create()
    const full = {
      description: 'd',
      assigned_to: app.tenant.user_id,
      parent_task_id: parent.id,
      depends_on: [parent.id],
      estimated_hours: 1,
      start_date: '2026-01-01',
      due_date: '2026-01-02',
      hourly_rate: 1,
      tags: ['t'],
      metadata: { a: 1 },
    }
    const empty: Record<string, unknown> = { description: '', depends_on: [], tags: [], metadata: {} }
    for (const field of Object.keys(full)) {
      const task = await create(full)
      const answer = await patch(task.id, { [field]: null })
      assert.deepEqual(answer.data, { ...task, [field]: empty[field] ?? null })
    }
    const task = await create(full)
    assert.deepEqual((await patch(task.id, { title: 't' })).data, { ...task, title: 't' })
    for (const field of ['title', 'status', 'priority', 'position', 'is_billable']) {
      assert.deepEqual((await patch(task.id, { [field]: null })).status, 400, field)
    }
  })

  test('completed_at, task.completed and completed_tasks follow each step', async () => {
    const task = await create({ status: 'completed' })
    const steps = [
      { status: 'in_progress' },
      { status: 'completed' },
      { status: 'completed', title: 'Other' },
      { status: 'cancelled' },
    ]
    const seen = []
    for (const [index, body] of steps.entries()) {
      app.setClock(`2026-06-15T1${index + 1}:00:00.000Z`)
      seen.push([(await patch(task.id, body)).data.completed_at, (await project()).completed_tasks])
    }
    assert.deepEqual(seen, [
      [null, 0],
      ['2026-06-15T12:00:00.000Z', 1],
      ['2026-06-15T12:00:00.000Z', 1],
      [null, 0],
    ])
    assert.deepEqual(await typesOf(task.id), [
      ...['task.created', 'task.completed'],
      'task.updated',
      ...['task.updated', 'task.completed'],
      'task.updated',
      'task.updated',
    ])
  })

  test('200 without an event and with the same updated_at when nothing changes', async () => {
    const other = await create()
    const body = { depends_on: [other.id], parent_task_id: other.id, tags: ['a'], hourly_rate: 5, position: 3 }
    const task = await create(body)
    app.setClock('2026-06-15T11:00:00.000Z')
    for (const same of [{}, body, { description: null }]) assert.deepEqual((await patch(task.id, same)).data, task)
    assert.deepEqual(await typesOf(task.id), ['task.created'])
  })

  test('the event has what the answer has', async () => {
    const task = await create()
    const answer = await patch(task.id, { depends_on: [(await create()).id], status: 'completed' })
    const events = (await eventsOf(task.id)).slice(1)
    assert.deepEqual(
      events.map(({ data }) => data),
      [answer.data, answer.data],
    )
  })

  test('a changed rate moves the revenue of time without a rate of its own, past time too', async () => {
    const task = await create({ hourly_rate: 90 })
    await record({ task_id: task.id, start_time: START, duration_minutes: 60 })
    await record({ task_id: task.id, start_time: START, duration_minutes: 60, hourly_rate: 10 })
    await record({ task_id: task.id, start_time: START, duration_minutes: 60, is_billable: false })
    const revenue = async (body: object) => {
      const answer = await patch(task.id, body)
      assert.equal(answer.status, 200, answer.text)
      return (await project()).total_revenue
    }
    assert.equal((await project()).total_revenue, 100)
    assert.equal(await revenue({ hourly_rate: 120 }), 130)
    assert.equal(await revenue({ hourly_rate: null }), 10)
    await app.call('PATCH', `/v1/projects/${project_id}`, { body: { hourly_rate: 50 } })
    assert.equal((await project()).total_revenue, 60)
    assert.equal(await revenue({ hourly_rate: 0 }), 10)
    const answer = await patch(task.id, { hourly_rate: 999_999_999_999.999 })
    assert.equal(answer.status, 400)
    assert.deepEqual([answer.body.code, answer.body.param], ['amount_too_large', 'hourly_rate'])
    assert.equal((await project()).total_revenue, 10)
  })

  test('412 when If-Match names another version', async () => {
    const task = await create()
    const { etag } = (await app.call('GET', path(task.id))).headers
    assert.equal((await patch(task.id, { title: 'b' }, { 'if-match': etag })).status, 200)
    assert.equal((await patch(task.id, { title: 'c' }, { 'if-match': etag })).status, 412)
    assert.equal((await app.call('DELETE', path(task.id), { headers: { 'if-match': String(etag) } })).status, 412)
  })
})

describe('DELETE /v1/projects/{id}/tasks/{taskId}', () => {
  test('its children move to its parent, others do not depend on it any more; their events come first', async () => {
    const grandparent = await create()
    const parent = await create({ parent_task_id: grandparent.id })
    const child = await create({ parent_task_id: parent.id, position: 30 })
    const both = await create({ parent_task_id: parent.id, depends_on: [grandparent.id, parent.id], position: 20 })
    const dependent = await create({ depends_on: [parent.id, grandparent.id], position: 10 })
    const bystander = await create({ depends_on: [grandparent.id] })
    const mark = await newestEvent()
    app.setClock('2026-06-15T11:00:00.000Z')
    const last = await get(parent.id)
    assert.deepEqual((await remove(parent.id)).data, { deleted: true })
    const now = { updated_at: '2026-06-15T11:00:00.000Z' }
    const after = {
      dependent: { ...dependent, ...now, depends_on: [grandparent.id] },
      both: { ...both, ...now, parent_task_id: grandparent.id, depends_on: [grandparent.id] },
      child: { ...child, ...now, parent_task_id: grandparent.id },
    }
    for (const task of [...Object.values(after), bystander]) assert.deepEqual(await get(task.id), task)
    assert.deepEqual(
      (await eventsSince(mark)).map(({ type, data }) => [type, data]),
      [
        ['task.updated', after.dependent],
        ['task.updated', after.both],
        ['task.updated', after.child],
        ['task.deleted', last],
      ],
    )
  })

  test('children of a task at the root come to the root', async () => {
    const parent = await create()
    const child = await create({ parent_task_id: parent.id })
    await remove(parent.id)
    assert.equal((await get(child.id)).parent_task_id, null)
  })

  test('404 afterwards everywhere, and gone from the list and the counts', async () => {
    const [task, other] = [await create({ status: 'completed' }), await create()]
    await remove(task.id)
    assert.equal((await app.call('GET', path(task.id))).status, 404)
    assert.equal((await patch(task.id, {})).status, 404)
    assert.equal((await remove(task.id)).status, 404)
    const { tasks, pagination } = (await list()).data
    assert.deepEqual([tasks.map(({ id }: { id: string }) => id), pagination.total], [[other.id], 1])
    const { tasks_count, completed_tasks } = await project()
    assert.deepEqual([tasks_count, completed_tasks], [1, 0])
  })

  test('its time stays on it, goes on counting at its rate, and can still be changed', async () => {
    const task = await create({ hourly_rate: 90 })
    const entry = await record({ task_id: task.id, start_time: START, duration_minutes: 60 })
    await remove(task.id)
    assert.equal((await project()).total_revenue, 90)
    const entry_path = `/v1/projects/${project_id}/time-entries/${entry.id}`
    const changed = await app.call('PATCH', entry_path, { body: { duration_minutes: 120, task_id: task.id } })
    assert.deepEqual([changed.status, changed.data.task_id], [200, task.id])
    assert.equal((await project()).total_revenue, 180)
    const answer = await app.call('POST', `/v1/projects/${project_id}/time-entries`, { body: { task_id: task.id } })
    assert.deepEqual([answer.status, answer.body.param], [400, 'task_id'])
    await app.call('DELETE', entry_path)
    assert.equal((await project()).total_revenue, 0)
  })
})

test('404 for a task under another project, in another company, or that is no id', async () => {
  const task = await create()
  const other = await createProject()
  const paths = [
    `/v1/projects/${other}/tasks/${task.id}`,
    `/v1/projects/pro_nope/tasks/${task.id}`,
    `/v1/projects/${project_id}/tasks/tsk_nope`,
    `/v1/projects/${project_id}/tasks/%00`,
    `/v1/projects/${project_id}/tasks/${project_id}`,
  ]
  const bodies = new Set<string>()
  for (const [method, body] of [['GET'], ['PATCH', { title: 'x' }], ['DELETE']] as const) {
    const call = body === undefined ? {} : { body }
    for (const one of paths) {
      const answer = await app.call(method, one, call)
      assert.equal(answer.status, 404, `${method} ${one}`)
      bodies.add(answer.text)
    }
    const elsewhere = await app.call(method, path(task.id), { ...call, company: app.tenant.sibling_id })
    assert.equal(elsewhere.status, 404)
    bodies.add(elsewhere.text)
  }
  assert.equal(bodies.size, 1)
  assert.deepEqual(await get(task.id), task)
})
