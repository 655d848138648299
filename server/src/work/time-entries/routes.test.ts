import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { START, startTestApp, type TestApp } from '../../../test/support/test-app.ts'

let app: TestApp
let project_id: string
let task_id: string

before(async () => {
  app = await startTestApp()
})
after(() => app.close())
beforeEach(async () => {
  app.setClock(START)
  project_id = await createProject()
  task_id = (await app.call('POST', `/v1/projects/${project_id}/tasks`, { body: { title: 'Checkout' } })).data.id
})

const createProject = async (): Promise<string> =>
  (await app.call('POST', '/v1/projects', { body: { title: 'Web shop', hourly_rate: 60 } })).data.id
const path = (id = '') => `/v1/projects/${project_id}/time-entries${id === '' ? '' : `/${id}`}`
const post = (body?: object) => app.call('POST', path(), body === undefined ? {} : { body })
const hour = { start_time: START, duration_minutes: 60 }
const create = async (body: object = hour) => {
  const answer = await post(body)
  assert.equal(answer.status, 201, answer.text)
  return answer.data
}
const patch = (id: string, body: object, headers = {}) => app.call('PATCH', path(id), { body, headers })
const remove = (id: string) => app.call('DELETE', path(id))
const get = async (id: string) => {
  const answer = await app.call('GET', path(id))
  assert.equal(answer.status, 200, answer.text)
  return answer.data
}
const list = (query: Record<string, string> = {}) => app.call('GET', path(), { query })
const project = async () => (await app.call('GET', `/v1/projects/${project_id}`)).data
const eventsOf = async (resource_id: string): Promise<{ type: string; data: object; resource_type: string }[]> =>
  (await app.call('GET', '/v1/events', { query: { resource_id, limit: '100' } })).data.events.reverse()
const typesOf = async (resource_id: string) => (await eventsOf(resource_id)).map((event) => event.type)
const timesOf = ({ start_time, end_time, duration_minutes, is_running }: Record<string, unknown>) => [
  start_time,
  end_time,
  duration_minutes,
  is_running,
]

describe('POST /v1/projects/{id}/time-entries', () => {
  test('201 with exactly the fields of the description, in its order', async () => {
    const entry = await create()
    assert.match(entry.id, /^tme_[0-9a-z]{26}$/)
    const { id, ...rest } = entry
    assert.deepEqual(rest, {
      project_id,
      task_id: null,
      user_id: app.tenant.user_id,
      company_id: app.tenant.company_id,
      start_time: START,
      end_time: '2026-06-15T11:00:00.000Z',
      duration_minutes: 60,
      is_running: false,
      description: '',
      is_billable: true,
      hourly_rate: null,
      internal_cost_rate: null,
      invoiced: false,
      invoice_id: null,
      metadata: {},
      created_at: START,
      updated_at: START,
    })
    assert.equal(
      Object.keys(entry).join(' '),
      'id project_id task_id user_id company_id start_time end_time duration_minutes is_running description is_billable hourly_rate internal_cost_rate invoiced invoice_id metadata created_at updated_at',
    )
    assert.deepEqual(await get(id), entry)
    assert.deepEqual(await typesOf(id), ['time_entry.created'])
  })

  test('201 with everything that a request can say', async () => {
    const body = {
      task_id,
      user_id: app.tenant.colleague_id,
      start_time: '2026-06-01T10:00:00.250+02:00',
      end_time: '2026-06-01T11:45:30Z',
      description: 'Form',
      is_billable: false,
      hourly_rate: 80.5,
      internal_cost_rate: 40.25,
      metadata: { a: [1] },
    }
    const entry = await create(body)
    const { start_time: _, end_time: __, ...same } = body
    for (const [field, value] of Object.entries(same)) assert.deepEqual(entry[field], value, field)
    assert.deepEqual(timesOf(entry), ['2026-06-01T08:00:00.250Z', '2026-06-01T11:45:30.000Z', 225, false])
    assert.deepEqual(await get(entry.id), entry)
  })

  test('201 with the elapsed minutes over the end of summer time', async () => {
    const entry = await create({ start_time: '2026-10-25T02:30:00+02:00', end_time: '2026-10-25T03:15:00+01:00' })
    assert.equal(entry.duration_minutes, 105)
  })

  test('201 running with 0 minutes, from now, without any body as well', async () => {
    for (const body of [undefined, {}]) {
      const answer = await post(body)
      assert.equal(answer.status, 201)
      assert.deepEqual(timesOf(answer.data), [START, null, 0, true])
      assert.deepEqual(await typesOf(answer.data.id), ['time_entry.created', 'timer.started'])
      await remove(answer.data.id)
    }
  })

  test('400 for a running one that would begin in the future; a client whose clock is a minute ahead may start one', async () => {
    await create()
    const soon = new Date(app.now_ms() + 60_001).toISOString()
    const refused = await post({ start_time: soon })
    assert.deepEqual([refused.status, refused.body.param], [400, 'start_time'])
    const entry = await create({ start_time: new Date(app.now_ms() + 60_000).toISOString() })
    assert.deepEqual(timesOf(await get(entry.id)).slice(1), [null, 0, true])
    const moved = await patch(entry.id, { start_time: soon })
    assert.deepEqual([moved.status, moved.body.param], [400, 'start_time'])
    assert.equal((await project()).total_hours, 1)
    await remove(entry.id)
    const planned = await create({ start_time: soon, duration_minutes: 5 })
    assert.equal(planned.is_running, false)
    await remove(planned.id)
  })

  test('201 billable as its task is, unless it says so itself', async () => {
    await app.call('PATCH', `/v1/projects/${project_id}/tasks/${task_id}`, { body: { is_billable: false } })
    assert.equal((await create({ ...hour, task_id })).is_billable, false)
    assert.equal((await create({ ...hour, task_id, is_billable: true })).is_billable, true)
    assert.equal((await create(hour)).is_billable, true)
  })

  test('409 for a second running timer of the same user in the company, 201 for a colleague and another company', async () => {
    const running = await create({})
    const elsewhere = await createProject()
    for (const target of [path(), `/v1/projects/${elsewhere}/time-entries`]) {
      const answer = await app.call('POST', target, { body: {} })
      assert.deepEqual([answer.status, answer.body.code], [409, 'timer_already_running'])
      assert.ok(answer.body.error.includes(running.id))
    }
    const colleague = await create({ user_id: app.tenant.colleague_id })
    const scope = { company: app.tenant.sibling_id }
    const sibling = (await app.call('POST', '/v1/projects', { body: { title: 'S' }, ...scope })).data.id
    const other = await app.call('POST', `/v1/projects/${sibling}/time-entries`, { body: {}, ...scope })
    assert.equal(other.status, 201)
    assert.equal((await create()).is_running, false)
    await patch(running.id, { end_time: '2026-06-15T11:00:00Z' })
    const next = await create({})
    for (const { id } of [next, colleague]) await remove(id)
    await app.call('DELETE', `/v1/projects/${sibling}/time-entries/${other.data.id}`, scope)
  })

  test('409 for one of two timers started at once', async () => {
    const answers = await Promise.all([post({}), post({}), post({})])
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 409, 409])
    await remove(answers.find(({ status }) => status === 201)!.data.id)
  })

  test('400 for what a time entry can not be, naming the field, and nothing counts', async () => {
    const stranger = (await app.addTenant()).user_id
    const elsewhere = await createProject()
    const foreign = (await app.call('POST', `/v1/projects/${elsewhere}/tasks`, { body: { title: 'T' } })).data.id
    const faulty: [object, string, string?][] = [
      [{ start_time: START, end_time: START }, 'end_time'],
      [{ start_time: START, end_time: '2026-06-15T09:59:59Z' }, 'end_time'],
      [{ ...hour, end_time: '2026-06-15T11:00:00Z' }, 'duration_minutes'],
      [{ end_time: START }, 'start_time', 'parameter_missing'],
      [{ duration_minutes: 5 }, 'start_time', 'parameter_missing'],
      [{ start_time: START, duration_minutes: 0 }, 'duration_minutes'],
      [{ start_time: START, duration_minutes: 1.5 }, 'duration_minutes'],
      [{ start_time: '2026-06-15' }, 'start_time'],
      [{ start_time: '2026-02-30T10:00:00Z' }, 'start_time'],
      [{ start_time: '2026-06-15T10:00:00' }, 'start_time'],
      [{ start_time: '9999-12-31T23:00:00Z', duration_minutes: 61 }, 'duration_minutes'],
      [{ task_id: 'tsk_nope' }, 'task_id'],
      [{ task_id: foreign }, 'task_id'],
      [{ user_id: stranger }, 'user_id'],
      [{ hourly_rate: -1 }, 'hourly_rate'],
      [{ internal_cost_rate: -0.1234567 }, 'internal_cost_rate'],
      [{ is_running: true }, 'is_running', 'parameter_unknown'],
      [{ invoiced: true }, 'invoiced', 'parameter_unknown'],
      [{ ...hour, hourly_rate: 999_999_999_999.999, duration_minutes: 61 }, 'hourly_rate', 'amount_too_large'],
      [{ ...hour, internal_cost_rate: 999_999_999_999.999, duration_minutes: 61 }, 'internal_cost_rate', 'amount_too_large'],
    ]
    for (const [body, param, code = 'parameter_invalid'] of faulty) {
      const answer = await post(body)
      assert.deepEqual([answer.status, answer.body.param, answer.body.code], [400, param, code], JSON.stringify(body))
    }
    assert.equal((await list()).data.pagination.total, 0)
    assert.equal((await project()).total_hours, 0)
  })
})

describe('PATCH /v1/projects/{id}/time-entries/{entryId}', () => {
  test('200 stops a timer by its end or duration, with time_entry.updated and timer.stopped', async () => {
    for (const body of [{ end_time: '2026-06-15T11:30:00Z' }, { duration_minutes: 90 }]) {
      const running = await create({})
      app.setClock('2026-06-15T11:30:00.000Z')
      const { data } = await patch(running.id, body)
      assert.deepEqual(timesOf(data), [START, '2026-06-15T11:30:00.000Z', 90, false])
      assert.equal(data.updated_at, '2026-06-15T11:30:00.000Z')
      const events = await eventsOf(running.id)
      assert.deepEqual(
        events.map(({ type }) => type),
        ['time_entry.created', 'timer.started', 'time_entry.updated', 'timer.stopped'],
      )
      assert.deepEqual([events[2]!.data, events[3]!.data, events[3]!.resource_type], [data, data, 'time_entry'])
      app.setClock(START)
    }
    assert.equal((await project()).total_hours, 3)
  })

  test('200 with other minutes and figures when its start, end or duration moves', async () => {
    const entry = await create()
    const minutes = async (body: object) => {
      const { data } = await patch(entry.id, body)
      assert.equal((await project()).total_revenue, data.duration_minutes)
      return data.duration_minutes
    }
    assert.equal(await minutes({ start_time: '2026-06-15T10:15:00Z' }), 45)
    assert.equal(await minutes({ end_time: '2026-06-15T10:20:59Z' }), 5)
    assert.equal(await minutes({ duration_minutes: 600 }), 600)
    assert.deepEqual(await typesOf(entry.id), ['time_entry.created', ...Array(3).fill('time_entry.updated')])
  })

  test('200 without an event and with the same updated_at when nothing changes', async () => {
    const body = { ...hour, task_id, hourly_rate: 5, description: 'x', metadata: { a: 1 } }
    const entry = await create(body)
    app.setClock('2026-06-15T11:00:00.000Z')
    for (const same of [{}, body, { end_time: '2026-06-15T13:00:00+02:00' }, { internal_cost_rate: null }]) {
      assert.deepEqual((await patch(entry.id, same)).data, entry)
    }
    assert.deepEqual(await typesOf(entry.id), ['time_entry.created'])
  })

  test('null clears what can be cleared', async () => {
    const full = { ...hour, task_id, description: 'x', hourly_rate: 5, internal_cost_rate: 6, metadata: { a: 1 } }
    const entry = await create(full)
    const cleared = { task_id: null, description: null, hourly_rate: null, internal_cost_rate: null, metadata: null }
    assert.deepEqual((await patch(entry.id, cleared)).data, { ...entry, ...cleared, description: '', metadata: {} })
    for (const field of ['user_id', 'start_time', 'duration_minutes', 'is_billable']) {
      assert.deepEqual((await patch(entry.id, { [field]: null })).status, 400, field)
    }
    const answer = await patch(entry.id, { end_time: null })
    assert.deepEqual([answer.status, answer.body.param], [400, 'end_time'])
  })

  test('200 moves it to another task or user of the project, whose rates apply', async () => {
    const tasks = `/v1/projects/${project_id}/tasks`
    const other = (await app.call('POST', tasks, { body: { title: 'Other', hourly_rate: 90 } })).data.id
    const entry = await create({ ...hour, task_id })
    const moved = (await patch(entry.id, { task_id: other, user_id: app.tenant.colleague_id })).data
    assert.deepEqual([moved.task_id, moved.user_id], [other, app.tenant.colleague_id])
    assert.equal((await project()).total_revenue, 90)
    await patch(entry.id, { task_id: null })
    assert.equal((await project()).total_revenue, 60)
    await patch(entry.id, { hourly_rate: 10, internal_cost_rate: 4 })
    const { total_revenue, total_cost, profit } = await project()
    assert.deepEqual([total_revenue, total_cost, profit], [10, 4, 6])
    await patch(entry.id, { is_billable: false })
    assert.equal((await project()).profit, -4)
  })

  test('400 when it would end before it starts, and nothing has changed', async () => {
    const entry = await create()
    const faulty: [object, string][] = [
      [{ end_time: START }, 'end_time'],
      [{ start_time: '2026-06-15T11:00:00Z' }, 'start_time'],
      [{ end_time: '2026-06-15T12:00:00Z', duration_minutes: 5 }, 'duration_minutes'],
      [{ task_id: 'tsk_nope' }, 'task_id'],
      [{ user_id: 'usr_nope' }, 'user_id'],
    ]
    for (const [body, param] of faulty) {
      const answer = await patch(entry.id, { description: 'changed', ...body })
      assert.deepEqual([answer.status, answer.body.param], [400, param])
    }
    assert.deepEqual(await get(entry.id), entry)
  })

  test('409 when a running one is given to a user whose timer runs, 200 otherwise', async () => {
    const [own, colleagues] = [await create({}), await create({ user_id: app.tenant.colleague_id })]
    const answer = await patch(own.id, { user_id: app.tenant.colleague_id })
    assert.deepEqual([answer.status, answer.body.code], [409, 'timer_already_running'])
    assert.equal((await patch(own.id, { description: 'still mine' })).status, 200)
    await remove(colleagues.id)
    assert.equal((await patch(own.id, { user_id: app.tenant.colleague_id })).status, 200)
    await remove(own.id)
  })

  test('412 when If-Match names another version', async () => {
    const entry = await create()
    const { etag } = (await app.call('GET', path(entry.id))).headers
    assert.equal((await patch(entry.id, { description: 'b' }, { 'if-match': etag })).status, 200)
    assert.equal((await patch(entry.id, { description: 'c' }, { 'if-match': etag })).status, 412)
    assert.equal((await app.call('DELETE', path(entry.id), { headers: { 'if-match': String(etag) } })).status, 412)
  })
})

describe('DELETE /v1/projects/{id}/time-entries/{entryId}', () => {
  test('200 for one that is not invoiced; hours and revenue fall by it', async () => {
    const [first, second] = [
      await create({ ...hour, task_id, internal_cost_rate: 10 }),
      await create({ ...hour, hourly_rate: 99 }),
    ]
    assert.deepEqual((await remove(second.id)).data, { deleted: true })
    const figures = async () => {
      const { total_hours, total_revenue, total_cost } = await project()
      return [total_hours, total_revenue, total_cost]
    }
    assert.deepEqual(await figures(), [1, 60, 10])
    await remove(first.id)
    assert.deepEqual(await figures(), [0, 0, 0])
    const events = await eventsOf(second.id)
    assert.equal(events.at(-1)!.type, 'time_entry.deleted')
    assert.deepEqual(events.at(-1)!.data, second)
    assert.equal((await app.call('GET', path(second.id))).status, 404)
    assert.equal((await remove(second.id)).status, 404)
    assert.deepEqual((await list()).data, { time_entries: [], pagination: { total: 0, limit: 50, offset: 0 } })
  })

  test('200 for a running one: its user can start another', async () => {
    await remove((await create({})).id)
    await remove((await create({})).id)
  })
})

describe('GET /v1/projects/{id}/time-entries', () => {
  test('newest first, with totals, whatever the filter', async () => {
    const { user_id, colleague_id } = app.tenant
    const made: Record<string, string> = {}
    const bodies = {
      a: { start_time: '2026-06-01T00:00:00Z', duration_minutes: 5, task_id },
      b: { start_time: '2026-06-01T23:59:59.999Z', duration_minutes: 5, is_billable: false },
      c: { start_time: '2026-06-02T00:00:00Z', duration_minutes: 5, task_id, user_id: colleague_id },
    }
    for (const [index, [name, body]] of Object.entries(bodies).entries()) {
      app.setClock(`2026-06-15T10:00:0${index}.000Z`)
      made[name] = (await create(body)).id
    }
    const found = async (query: Record<string, string>) => {
      const answer = await list(query)
      assert.equal(answer.status, 200, answer.text)
      const { time_entries, pagination } = answer.data
      assert.equal(pagination.total, time_entries.length)
      return time_entries.map(({ id }: { id: string }) => Object.keys(made).find((name) => made[name] === id)).join('')
    }
    assert.equal(await found({}), 'cba')
    assert.equal(await found({ task_id }), 'ca')
    assert.equal(await found({ task_id: 'tsk_nope' }), '')
    assert.equal(await found({ user_id }), 'ba')
    assert.equal(await found({ is_billable: 'true' }), 'ca')
    assert.equal(await found({ is_billable: 'false' }), 'b')
    assert.equal(await found({ invoiced: 'false', task_id, user_id }), 'a')
    assert.equal(await found({ invoiced: 'true' }), '')
    assert.equal(await found({ from: '2026-06-01', to: '2026-06-01' }), 'ba')
    assert.equal(await found({ from: '2026-06-02' }), 'c')
    assert.equal(await found({ to: '2026-05-31' }), '')
    assert.equal(await found({ from: '2026-06-02T01:59:59.999+02:00' }), 'cb')
    assert.equal(await found({ from: '2026-06-01T00:00:00.001Z', to: '2026-06-01T23:59:59.998Z' }), '')
    const page = (await list({ limit: '1', offset: '1' })).data
    assert.deepEqual([page.time_entries[0].id, page.pagination], [made['b'], { total: 3, limit: 1, offset: 1 }])
  })

  test('400 for filter values that there are not', async () => {
    const queries: Record<string, string>[] = [
      { is_billable: '1' },
      { from: '2026-02-30' },
      { to: '2026-06-01 10:00' },
      { limit: '0' },
      { status: 'x' },
    ]
    for (const query of queries) assert.equal((await list(query)).status, 400, JSON.stringify(query))
  })
})

test('404 for a time entry under another project, in another company, or that is no id', async () => {
  const entry = await create()
  const paths = [
    `/v1/projects/${await createProject()}/time-entries/${entry.id}`,
    `/v1/projects/pro_nope/time-entries/${entry.id}`,
    path('tme_nope'),
    path('%00'),
    path(task_id),
  ]
  for (const [method, body] of [['GET'], ['PATCH', { description: 'x' }], ['DELETE']] as const) {
    const call = body === undefined ? {} : { body }
    for (const one of paths) assert.equal((await app.call(method, one, call)).status, 404, `${method} ${one}`)
    assert.equal((await app.call(method, path(entry.id), { ...call, company: app.tenant.sibling_id })).status, 404)
  }
  assert.deepEqual(await get(entry.id), entry)
})
