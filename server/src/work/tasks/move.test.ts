// What the board does: a task is put between two others of its column, by two people at once too.
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { fromPage, signedIn } from '../../../test/support/dashboard.ts'
import { fingerprint } from '../../../test/support/fixtures.ts'
import { START, startTestApp, type TestApp } from '../../../test/support/test-app.ts'
import { newId, type ProjectId } from '../../kernel/ids.ts'
import { insertTask } from './repository.ts'
import { draftTask } from './task.ts'

// biome-ignore lint/suspicious/noExplicitAny: answers are looked into freely
type Json = any

let app: TestApp
/** A second process on the same database. */
let beside: TestApp
let cookie: string
let project_id: string

before(async () => {
  app = await startTestApp()
  beside = await startTestApp({ beside: app })
  ;({ cookie } = await signedIn(app, 'member'))
})
after(async () => {
  await beside.close()
  await app.close()
})
beforeEach(async () => {
  project_id = await createProject()
})

const createProject = async (): Promise<string> => (await app.call('POST', '/v1/projects', { body: { title: 'P' } })).data.id
/** Each is older than the next one. */
const create = async (body: object = {}, project = project_id): Promise<Json> => {
  app.pass(1)
  const made = await app.call('POST', `/v1/projects/${project}/tasks`, { body: { title: 'T', status: 'todo', ...body } })
  assert.equal(made.status, 201, made.text)
  return made.data
}
const createMany = async (count: number, bodyOf: (index: number) => object = () => ({})): Promise<Json[]> => {
  const made: Json[] = []
  for (let index = 0; index < count; index++) made.push(await create(bodyOf(index)))
  return made
}
const move = (task: Json, body: object, { by = cookie, at = app, project = project_id, headers = {} } = {}) =>
  fromPage(at, by, 'POST', `/dashboard/api/projects/${project}/tasks/${task.id}/move`, {
    body,
    headers,
    company: app.tenant.company_id,
  })
const moved = async (task: Json, body: object): Promise<Json> => {
  const answer = await move(task, body)
  assert.equal(answer.status, 200, answer.text)
  return answer.data
}
const list = async (query: Record<string, string> = {}): Promise<Json[]> =>
  (await app.call('GET', `/v1/projects/${project_id}/tasks`, { query: { limit: '100', ...query } })).data.tasks
const orderOf = async (query = {}) => (await list(query)).map(({ title }) => title).join('')
const newestEvent = async () => (await app.call('GET', '/v1/events', { query: { limit: '1' } })).data.events[0]?.id
const eventsSince = async (id: string): Promise<Json[]> =>
  (await app.call('GET', '/v1/events', { query: { ending_before: id, limit: '100' } })).data.events.reverse()
const letters = (word: string) => createMany(word.length, (index) => ({ title: word[index] }))

describe('a move on the board', () => {
  test('200 with the task right after or before its neighbour, and the list shows it', async () => {
    const [a, b, c, d] = await letters('abcd')
    const result = await moved(d, { after_task_id: a.id })
    assert.deepEqual(result, (await app.call('GET', `/v1/projects/${project_id}/tasks/${d.id}`)).data)
    assert.equal(await orderOf(), 'adbc')
    await moved(a, { after_task_id: c.id })
    assert.equal(await orderOf(), 'dbca')
    await moved(c, { before_task_id: d.id })
    assert.equal(await orderOf(), 'cdba')
    await moved(b, { before_task_id: d.id })
    assert.equal(await orderOf(), 'cbda')
    const positions = (await list()).map(({ position }) => position)
    assert.ok(positions.every(Number.isInteger))
    assert.equal(new Set(positions).size, 4)
  })

  test('200 into another column at a place of it: one task.updated with both, and the figures follow', async () => {
    const [a, b] = await letters('ab')
    const x = await create({ title: 'x', status: 'completed' })
    const newest = await newestEvent()
    const result = await moved(a, { status: 'completed', after_task_id: x.id })
    assert.deepEqual([result.status, result.position], ['completed', x.position + 1])
    assert.ok(result.completed_at)
    assert.equal(await orderOf({ status: 'completed' }), 'xa')
    assert.equal(await orderOf({ status: 'todo' }), 'b')
    const events = await eventsSince(newest)
    assert.deepEqual(
      events.map(({ type, resource_id }) => [type, resource_id]),
      [
        ['task.updated', a.id],
        ['task.completed', a.id],
      ],
    )
    assert.deepEqual(events[0].data, result)
    const { completed_tasks } = (await app.call('GET', `/v1/projects/${project_id}`)).data
    assert.equal(completed_tasks, 2)
    assert.equal((await moved(b, { status: 'backlog' })).position, b.position)
  })

  test('200 where no number is free: each task that makes room is a task.updated with its new position, first those', async () => {
    const [, b, c, d, e] = await letters('abcdefg')
    const newest = await newestEvent()
    await moved(d, { after_task_id: e.id })
    assert.equal(await orderOf(), 'abcedfg')
    assert.deepEqual(
      (await eventsSince(newest)).map(({ type, data }) => [type, data.title, data.position]),
      [
        ['task.updated', 'e', d.position],
        ['task.updated', 'd', e.position],
      ],
    )
    assert.deepEqual(
      (await list()).filter(({ id }) => id === b.id || id === c.id),
      [b, c],
    )
  })

  test('200 and no event, no new version where it is there already', async () => {
    const [a, b, c] = await letters('abc')
    const newest = await newestEvent()
    for (const body of [{ after_task_id: a.id }, { before_task_id: c.id }, { status: 'todo' }, {}]) {
      assert.deepEqual(await moved(b, body), b)
    }
    assert.deepEqual(await eventsSince(newest), [])
  })

  test('200 between tasks that all have the same position, as integrations may have set it', async () => {
    const equal = await createMany(8, (index) => ({ title: 'abcdefgh'[index], position: 0 }))
    await moved(equal[7], { after_task_id: equal[2].id })
    assert.equal(await orderOf(), 'abchdefg')
    await moved(equal[0], { before_task_id: equal[6].id })
    assert.equal(await orderOf(), 'bchdefag')
  })

  test('200 once for two requests with the same Idempotency-Key', async () => {
    const [a, b, c] = await letters('abc')
    const headers = { 'idempotency-key': `move-${project_id}` }
    const first = await move(a, { after_task_id: c.id }, { headers })
    await moved(a, { before_task_id: b.id })
    const again = await move(a, { after_task_id: c.id }, { headers })
    assert.deepEqual([again.status, again.text], [200, first.text])
    assert.equal(await orderOf(), 'abc')
  })

  test('400 naming the field and what it may be, for a neighbour that is not in the column', async () => {
    const [a, b, gone] = await letters('abg')
    const done = await create({ status: 'completed' })
    const other_project = await createProject()
    const elsewhere = await create({}, other_project)
    await app.call('DELETE', `/v1/projects/${project_id}/tasks/${gone.id}`)
    const before_it = await fingerprint(app)
    for (const neighbour of [gone.id, done.id, elsewhere.id, a.id, 'tsk_nope', project_id]) {
      for (const param of ['after_task_id', 'before_task_id']) {
        const { status, body } = await move(a, { [param]: neighbour })
        assert.deepEqual([status, body.code, body.param], [400, 'parameter_invalid', param])
        assert.match(body.error, /must be the id of another task of this project whose status is todo$/)
      }
    }
    const into = await move(a, { status: 'completed', after_task_id: b.id })
    assert.match(into.body.error, /whose status is completed$/)
    assert.equal(await fingerprint(app), before_it)
  })

  for (const [body, param] of [
    [{ status: 'done' }, 'status'],
    [{ after_task_id: 5 }, 'after_task_id'],
    [{ after_task_id: '' }, 'after_task_id'],
    [{ position: 3 }, 'position'],
    [{ after_task_id: 'tsk_a', before_task_id: 'tsk_b' }, 'before_task_id'],
  ] as const) {
    test(`400 for ${JSON.stringify(body)}`, async () => {
      const task = await create()
      const answer = await move(task, body)
      assert.deepEqual([answer.status, answer.body.param], [400, param], answer.text)
      assert.deepEqual(await list(), [task])
    })
  }

  test('404 for a task that is gone, or under another project; 403 for those who may only read', async () => {
    const [a, b] = await letters('ab')
    const reader = await signedIn(app, 'read_only')
    const newest = await newestEvent()
    assert.equal((await move({ id: 'tsk_nope' }, { after_task_id: a.id })).status, 404)
    assert.equal((await move(b, { before_task_id: a.id }, { project: await createProject() })).status, 404)
    const refused = await move(b, { before_task_id: a.id }, { by: reader.cookie })
    assert.deepEqual([refused.status, refused.body], [403, { error: 'Insufficient permissions' }])
    assert.equal(await orderOf(), 'ab')
    assert.deepEqual(
      (await eventsSince(newest)).filter(({ type }) => type.startsWith('task.')),
      [],
    )
  })

  test('409 where more than a thousand would have to change, and nothing has; 200 for hundreds', async () => {
    const sample = await create()
    const place = {
      company_id: app.tenant.company_id,
      project_id: sample.project_id as ProjectId,
      created_by: app.tenant.user_id,
    }
    // As an import leaves them that gives all the same position: their age alone says where they are.
    const rows = Array.from({ length: 2_010 }, (_, index) => {
      const made = { ...place, id: newId('task', app.now_ms()), public_id: `TSK-9999-${index}`, last_position: 0, now: START }
      return draftTask({ title: `${index}`, status: 'todo', position: 5 }, made)
    })
    await app.database.write(async (tx) => {
      for (const row of rows) await insertTask(tx, row)
    }, app.tenant.company_id)
    const order = rows.map(({ id }) => id).sort()
    const before_it = await fingerprint(app)
    const refused = await move({ id: order.at(-1) }, { after_task_id: order[1_004] })
    assert.deepEqual([refused.status, refused.body.code, refused.body.param], [409, 'no_room', 'after_task_id'])
    assert.equal(await fingerprint(app), before_it)
    await moved({ id: order.at(-1) }, { after_task_id: order[300] })
    const around = await list({ limit: '4', offset: '300' })
    assert.deepEqual(
      around.map(({ id }) => id),
      [order[299], order[300], order.at(-1), order[301]],
    )
  })
})

describe('moves at the same moment, at two processes,', () => {
  test('each end in a place that is right, and in one order for all', async () => {
    const tasks = await letters('abcdefgh')
    for (let round = 0; round < 5; round++) {
      const answers = await Promise.all(
        Array.from({ length: 12 }, (_, index) => {
          const one = tasks[(index * 3 + round) % 8]
          const other = tasks[(index * 5 + round + 1) % 8]
          const side = index % 2 ? 'after_task_id' : 'before_task_id'
          return one === other ? undefined : move(one, { [side]: other.id }, { at: index % 2 ? app : beside })
        }),
      )
      for (const answer of answers) if (answer) assert.equal(answer.status, 200, answer.text)
      const order = await list()
      assert.deepEqual(order.map(({ title }) => title).sort(), [...'abcdefgh'])
      assert.equal(new Set(order.map(({ position }) => position)).size, 8)
    }
  })

  test('a neighbour that goes meanwhile is a refusal or a place beside it, never anything else', async () => {
    for (let round = 0; round < 5; round++) {
      project_id = await createProject()
      const [a, b, c] = await letters('abc')
      const [answer, left] = await Promise.all([
        move(a, { after_task_id: c.id }, { at: beside }),
        app.call('DELETE', `/v1/projects/${project_id}/tasks/${c.id}`),
      ])
      assert.equal(left.status, 200)
      assert.ok(b)
      if (answer.status !== 200) assert.deepEqual([answer.status, answer.body.param], [400, 'after_task_id'])
      assert.equal(await orderOf(), answer.status === 200 ? 'ba' : 'ab')
    }
  })
})
