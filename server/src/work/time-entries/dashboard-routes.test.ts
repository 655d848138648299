import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { fromPage, signedIn, type TestMember } from '../../../test/support/dashboard.ts'
import { createChance } from '../../../test/support/random.ts'
import { startTestApp, type TestApp } from '../../../test/support/test-app.ts'

// biome-ignore lint/suspicious/noExplicitAny: answers are looked into freely
type Json = any

const ENTRIES = 60

let app: TestApp
let member: TestMember & { cookie: string }
/** The living entries of living projects, with what is shown of their projects and tasks. */
let entries: Json[]

before(async () => {
  app = await startTestApp()
  member = await signedIn(app, 'member')
  const make = async (path: string, body: object, more: object = {}) => {
    const answer = await app.call('POST', path, { body, ...more })
    assert.equal(answer.status, 201, answer.text)
    return answer.data
  }
  const customer = await make('/v1/customers', { name: 'C' })
  const projects = []
  for (const title of ['One', 'Two', 'Archived', 'Billed', 'Deleted']) {
    projects.push(await make('/v1/projects', { title, customer_id: customer.id }))
  }
  const tasks: Record<string, Json> = {}
  for (const project of projects) {
    for (const title of ['A', 'B']) {
      const task = await make(`/v1/projects/${project.id}/tasks`, { title: `${title} of ${project.title}` })
      tasks[task.id] = task
    }
  }
  const chance = createChance(8)
  for (let count = 0; count < ENTRIES; count++) {
    const project = chance.pick(projects)
    const task = chance.pick([undefined, ...Object.values(tasks).filter((one) => one.project_id === project.id)])
    await make(`/v1/projects/${project.id}/time-entries`, {
      user_id: chance.pick([member.user_id, app.tenant.user_id]),
      is_billable: chance.next() < 0.7,
      // Several of one moment.
      start_time: `2026-06-0${chance.whole(1, 9)}T0${chance.whole(7, 9)}:00:00Z`,
      duration_minutes: chance.whole(1, 300),
      ...(task ? { task_id: task.id } : {}),
    })
  }
  await make(`/v1/projects/${projects[0].id}/time-entries`, { user_id: member.user_id, task_id: Object.keys(tasks)[0] })
  await make(`/v1/projects/${projects[4].id}/time-entries`, { user_id: app.tenant.user_id })
  await make(`/v1/projects/${projects[3].id}/invoice`, {})
  const [gone, changed] = (await app.call('GET', `/v1/projects/${projects[1].id}/time-entries`)).data.time_entries
  await app.call('DELETE', `/v1/projects/${projects[1].id}/time-entries/${gone.id}`)
  const path = `/v1/projects/${projects[1].id}/time-entries/${changed.id}`
  await app.call('PATCH', path, { body: { duration_minutes: 1234, is_billable: false, user_id: app.tenant.colleague_id } })
  await app.call('PATCH', `/v1/projects/${projects[2].id}`, { body: { is_archived: true } })
  await app.call('DELETE', `/v1/projects/${projects[4].id}`)
  entries = []
  for (const { id, title, public_id } of projects.slice(0, 4)) {
    const own = (await app.call('GET', `/v1/projects/${id}/time-entries`, { query: { limit: '100' } })).data.time_entries
    for (const entry of own) {
      entries.push({ ...entry, project: { id, title, public_id }, task_title: tasks[entry.task_id]?.title ?? null })
    }
  }
  entries.sort((a, b) => (`${a.start_time}${a.id}` < `${b.start_time}${b.id}` ? 1 : -1))
  const beside = { company: app.tenant.sibling_id }
  const project = await make('/v1/projects', { title: 'Beside' }, beside)
  await make(`/v1/projects/${project.id}/time-entries`, { duration_minutes: 5, start_time: '2026-06-02T08:00:00Z' }, beside)
})
after(() => app.close())

const list = (query: Record<string, string> = {}, company: string = app.tenant.company_id) =>
  fromPage(app, member.cookie, 'GET', '/dashboard/api/time-entries', { company, query: { limit: '100', ...query } })

const titleOf = (title: string) => entries.find((one) => one.project.title === title).project_id
const taskOf = (title: string) => entries.find((one) => one.task_title === title).task_id

describe('GET /dashboard/api/time-entries', () => {
  const filters: [name: string, query: () => Record<string, string>, matches: (entry: Json) => boolean][] = [
    ['everything', () => ({}), () => true],
    ['me', () => ({ user_id: 'me' }), (entry) => entry.user_id === member.user_id],
    [
      'a user and billable',
      () => ({ user_id: app.tenant.user_id, is_billable: 'true' }),
      (entry) => entry.user_id === app.tenant.user_id && entry.is_billable,
    ],
    ['invoiced', () => ({ invoiced: 'true' }), (entry) => entry.invoiced],
    [
      'not invoiced, not billable',
      () => ({ invoiced: 'false', is_billable: 'false' }),
      (entry) => !entry.invoiced && !entry.is_billable,
    ],
    ['running', () => ({ is_running: 'true' }), (entry) => entry.is_running],
    ['stopped', () => ({ is_running: 'false' }), (entry) => !entry.is_running],
    [
      'stopped of me',
      () => ({ is_running: 'false', user_id: 'me' }),
      (entry) => !entry.is_running && entry.user_id === member.user_id,
    ],
    ['an archived project', () => ({ project_id: titleOf('Archived') }), (entry) => entry.project.title === 'Archived'],
    [
      'a project and a user',
      () => ({ project_id: titleOf('Two'), user_id: 'me' }),
      (entry) => entry.project.title === 'Two' && entry.user_id === member.user_id,
    ],
    ['a task', () => ({ task_id: taskOf('A of One') }), (entry) => entry.task_title === 'A of One'],
    ['a task of another project', () => ({ task_id: taskOf('A of One'), project_id: titleOf('Two') }), () => false],
    [
      'a period',
      () => ({ from: '2026-06-03', to: '2026-06-05T08:00:00Z' }),
      ({ start_time }) => start_time >= '2026-06-03' && start_time <= '2026-06-05T08:00:00.000Z',
    ],
    [
      'a day, me, billable, in a project',
      () => ({ from: '2026-06-04', user_id: 'me', is_billable: 'true', project_id: titleOf('One') }),
      (entry) =>
        entry.start_time >= '2026-06-04' &&
        entry.user_id === member.user_id &&
        entry.is_billable &&
        entry.project.title === 'One',
    ],
    ['nobody', () => ({ user_id: 'usr_none' }), () => false],
    ['an unknown task', () => ({ task_id: 'tsk_none' }), () => false],
  ]
  for (const [name, query, matches] of filters) {
    test(`200 with ${name}: the latest start first, on each page, with number and minutes of all`, async () => {
      const expected = entries.filter(matches)
      const total_minutes = expected.reduce((minutes, entry) => minutes + entry.duration_minutes, 0)
      for (let offset = 0; offset <= expected.length; offset += 9) {
        const answer = await list({ ...query(), limit: '9', offset: String(offset) })
        assert.equal(answer.status, 200, answer.text)
        const { time_entries, pagination } = answer.data
        assert.deepEqual(time_entries, expected.slice(offset, offset + 9))
        assert.deepEqual([pagination.total, answer.data.total_minutes], [expected.length, total_minutes])
      }
    })
  }

  test('200 of a company that has none; 403 of another organization', async () => {
    const stranger = await app.addTenant()
    const owner = await signedIn(app, 'owner', stranger)
    const empty = await fromPage(app, owner.cookie, 'GET', '/dashboard/api/time-entries', { company: stranger.company_id })
    assert.deepEqual(empty.data, { time_entries: [], total_minutes: 0, pagination: { total: 0, limit: 50, offset: 0 } })
    assert.equal((await list({}, stranger.company_id)).status, 403)
  })

  for (const [query, param] of [
    [{ from: 'yesterday' }, 'from'],
    [{ to: '2026-02-30' }, 'to'],
    [{ is_running: 'yes' }, 'is_running'],
    [{ invoiced: '1' }, 'invoiced'],
    [{ offset: '-1' }, 'offset'],
    [{ sort: 'start_time' }, 'sort'],
  ] as const) {
    test(`400 for ${JSON.stringify(query)}`, async () => {
      const answer = await list(query)
      assert.deepEqual([answer.status, answer.body.param], [400, param])
    })
  }
})

describe('GET /dashboard/api/timer', () => {
  const timer = (cookie: string, company: string = app.tenant.company_id) =>
    fromPage(app, cookie, 'GET', '/dashboard/api/timer', { company })

  test('200 with the own running timer, its project and task; null in another company, for others, and when it has stopped', async () => {
    const { time_entry } = (await timer(member.cookie)).data
    assert.deepEqual(
      time_entry,
      entries.find((one) => one.is_running),
    )
    assert.equal(time_entry.task_title, 'A of One')
    assert.deepEqual((await timer(member.cookie, app.tenant.sibling_id)).data, { time_entry: null })
    const { cookie } = await signedIn(app, 'read_only')
    assert.deepEqual((await timer(cookie)).data, { time_entry: null })
    const path = `/v1/projects/${time_entry.project_id}/time-entries/${time_entry.id}`
    assert.equal((await app.call('PATCH', path, { body: { duration_minutes: 5 } })).status, 200)
    assert.deepEqual((await timer(member.cookie)).data, { time_entry: null })
  })
})
