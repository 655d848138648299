import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { fromPage, signedIn, type TestMember } from '../../../test/support/dashboard.ts'
import { createChance } from '../../../test/support/random.ts'
import { startTestApp, type TestApp } from '../../../test/support/test-app.ts'

// biome-ignore lint/suspicious/noExplicitAny: answers are looked into freely
type Json = any

const TASKS = 60

let app: TestApp
let member: TestMember & { cookie: string }
/** The living tasks of projects in sight, as their projects' own lists show them, and those of the archived one. */
let tasks: Json[]
let archived: Json

before(async () => {
  app = await startTestApp()
  member = await signedIn(app, 'member')
  const make = async (path: string, body: object, more: object = {}) => (await app.call('POST', path, { body, ...more })).data
  const projects = []
  for (const title of ['One', 'Two', 'Archived', 'Deleted']) projects.push(await make('/v1/projects', { title }))
  const chance = createChance(3)
  for (let count = 0; count < TASKS; count++) {
    // Several of one moment.
    if (count % 3 === 0) app.pass(1000)
    const project = chance.pick(projects)
    await make(`/v1/projects/${project.id}/tasks`, {
      title: `Täsk ${count}`,
      status: chance.pick(['backlog', 'todo', 'completed']),
      priority: chance.pick(['low', 'medium', 'high', 'urgent']),
      ...(chance.next() < 0.6 ? { due_date: `2026-07-0${chance.whole(1, 9)}` } : {}),
      ...(chance.next() < 0.5 ? { assigned_to: chance.pick([member.user_id, app.tenant.user_id]) } : {}),
    })
  }
  const [first, second] = (await app.call('GET', `/v1/projects/${projects[0].id}/tasks`)).data.tasks
  await app.call('PATCH', `/v1/projects/${projects[0].id}/tasks/${first.id}`, { body: { depends_on: [second.id] } })
  const [gone] = (await app.call('GET', `/v1/projects/${projects[1].id}/tasks`)).data.tasks
  await app.call('DELETE', `/v1/projects/${projects[1].id}/tasks/${gone.id}`)
  await app.call('PATCH', `/v1/projects/${projects[2].id}`, { body: { is_archived: true } })
  await app.call('DELETE', `/v1/projects/${projects[3].id}`)
  archived = projects[2]
  tasks = []
  for (const { id, title, public_id } of projects.slice(0, 2)) {
    const own = (await app.call('GET', `/v1/projects/${id}/tasks`, { query: { limit: '100' } })).data.tasks
    tasks.push(...own.map((task: Json) => ({ ...task, project: { id, title, public_id } })))
  }
  // The same in the company beside it and in another organization.
  for (const scope of [{ company: app.tenant.sibling_id }, await other()]) {
    const project = await make('/v1/projects', { title: 'Elsewhere' }, scope)
    await make(`/v1/projects/${project.id}/tasks`, { title: 'Elsewhere' }, scope)
  }
})
after(() => app.close())

async function other() {
  const { company_id, keys } = await app.addTenant()
  return { company: company_id, key: keys.admin }
}

const list = (query: Record<string, string> = {}, company: string = app.tenant.company_id) =>
  fromPage(app, member.cookie, 'GET', '/dashboard/api/tasks', { company, query: { limit: '100', ...query } })

const PRIORITIES = ['low', 'medium', 'high', 'urgent']
/** What tasks are sorted by; what has no day is undefined and comes last. */
const KEYS: Record<string, (task: Json) => string | number | undefined> = {
  created_at: (task) => task.created_at,
  due_date: (task) => task.due_date ?? undefined,
  priority: (task) => PRIORITIES.indexOf(task.priority),
}

function sorted(some: Json[], sort: string): Json[] {
  const sign = sort.startsWith('-') ? -1 : 1
  const key = KEYS[sort.replace('-', '')]!
  return some.toSorted((a, b) => {
    const [x, y] = [key(a), key(b)]
    if ((x === undefined) !== (y === undefined)) return x === undefined ? 1 : -1
    const order = x === y ? (a.id < b.id ? -1 : 1) : x! < y! ? -1 : 1
    return sign * order
  })
}

describe('GET /dashboard/api/tasks', () => {
  const filters: [name: string, query: () => Record<string, string>, matches: (task: Json) => boolean][] = [
    ['everything in sight', () => ({}), () => true],
    ['a status', () => ({ status: 'todo' }), (task) => task.status === 'todo'],
    [
      'several statuses and priorities',
      () => ({ status: 'todo,backlog', priority: 'high,urgent' }),
      (task) => task.status !== 'completed' && ['high', 'urgent'].includes(task.priority),
    ],
    ['me', () => ({ assigned_to: 'me' }), (task) => task.assigned_to === member.user_id],
    ['another user', () => ({ assigned_to: app.tenant.user_id }), (task) => task.assigned_to === app.tenant.user_id],
    ['a project', () => ({ project_id: tasks[0].project_id }), (task) => task.project_id === tasks[0].project_id],
    [
      'a project, a status and a user',
      () => ({ project_id: tasks[0].project_id, status: 'todo', assigned_to: 'me' }),
      (task) => task.project_id === tasks[0].project_id && task.status === 'todo' && task.assigned_to === member.user_id,
    ],
    ['a search', () => ({ search: 'TASK 1' }), (task) => /^Täsk 1/.test(task.title)],
    ['nobody', () => ({ assigned_to: 'usr_nobody' }), () => false],
  ]
  for (const [name, query, matches] of filters) {
    test(`200 with ${name}: in each order, on each page, with the total`, async () => {
      const expected = tasks.filter(matches)
      const answer = await list(query())
      assert.equal(answer.status, 200, answer.text)
      assert.deepEqual(answer.data.tasks, sorted(expected, '-created_at'))
      assert.equal(answer.data.pagination.total, expected.length)
      for (const sort of Object.keys(KEYS).flatMap((key) => [key, `-${key}`])) {
        const ids = sorted(expected, sort).map(({ id }) => id)
        for (let offset = 0; offset <= expected.length; offset += 7) {
          const { data } = await list({ ...query(), sort, limit: '7', offset: String(offset) })
          assert.deepEqual(
            data.tasks.map(({ id }: Json) => id),
            ids.slice(offset, offset + 7),
            `${sort} from ${offset}`,
          )
          assert.equal(data.pagination.total, expected.length)
        }
      }
    })
  }

  test('200 with the tasks of an archived project when it is asked for, and none of a deleted one', async () => {
    const own = (await app.call('GET', `/v1/projects/${archived.id}/tasks`, { query: { limit: '100' } })).data.tasks
    const { data } = await list({ project_id: archived.id })
    assert.deepEqual(data.tasks.map(({ id }: Json) => id).sort(), own.map(({ id }: Json) => id).sort())
    assert.ok(own.length > 0 && data.pagination.total === own.length)
    assert.equal((await list({ project_id: 'pro_none' })).data.pagination.total, 0)
  })

  test('200 of a company that has none, and still while the module is off', async () => {
    const { company_id } = app.tenant
    const owner = await signedIn(app, 'owner')
    const stranger = await app.addTenant()
    const their = await signedIn(app, 'owner', stranger)
    const empty = await fromPage(app, their.cookie, 'GET', '/dashboard/api/tasks', { company: stranger.company_id })
    assert.deepEqual(empty.data, { tasks: [], pagination: { total: 0, limit: 50, offset: 0 } })
    const body = { module: 'projects', is_enabled: false }
    await fromPage(app, owner.cookie, 'POST', `/dashboard/api/companies/${company_id}/modules`, { body })
    assert.equal((await list()).data.pagination.total, tasks.length)
    assert.equal((await list({}, stranger.company_id)).status, 403)
  })

  for (const [query, param] of [
    [{ sort: 'title' }, 'sort'],
    [{ status: 'open' }, 'status'],
    [{ priority: 'high,' }, 'priority'],
    [{ limit: '101' }, 'limit'],
    [{ parent_task_id: 'null' }, 'parent_task_id'],
  ] as const) {
    test(`400 for ${JSON.stringify(query)}`, async () => {
      const answer = await list(query)
      assert.deepEqual([answer.status, answer.body.param], [400, param])
    })
  }
})
