import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { START, startTestApp, type TestApp } from '../../../test/support/test-app.ts'

let app: TestApp
let path: string

before(async () => {
  app = await startTestApp()
})
after(() => app.close())
beforeEach(async () => {
  app.setClock(START)
  path = `/v1/projects/${(await app.call('POST', '/v1/projects', { body: { title: 'P' } })).data.id}/tasks`
})

const create = async (body: object = {}) => {
  const answer = await app.call('POST', path, { body: { title: 'Checkout', ...body } })
  assert.equal(answer.status, 201, answer.text)
  return answer.data
}
const get = async (id: string) => (await app.call('GET', `${path}/${id}`)).data
const list = (query: Record<string, string> = {}) => app.call('GET', path, { query })

describe('GET /v1/projects/{id}/tasks', () => {
  test('by position, then oldest first, with totals, whatever the filter', async () => {
    const { user_id, colleague_id } = app.tenant
    const made: Record<string, string> = {}
    const add = async (name: string, body: object) => {
      made[name] = (await create(body)).id
    }
    await add('c', { title: 'Müller 100%', position: 3, status: 'todo', priority: 'high', assigned_to: user_id })
    await add('a', { title: 'A_B', position: 1, status: 'in_progress', priority: 'low' })
    app.setClock('2026-06-15T10:00:01.000Z')
    await add('d', { title: 'AXB', position: 3, parent_task_id: made['a'], assigned_to: colleague_id })
    await add('b', { title: 'straße', position: 2, parent_task_id: made['a'], status: 'todo', assigned_to: user_id })
    const found = async (query: Record<string, string>) => {
      const answer = await list(query)
      assert.equal(answer.status, 200, answer.text)
      const { tasks, pagination } = answer.data
      assert.equal(pagination.total, tasks.length)
      return tasks.map(({ id }: { id: string }) => Object.keys(made).find((name) => made[name] === id)).join('')
    }
    assert.equal(await found({}), 'abcd')
    assert.equal(await found({ status: 'todo, in_progress' }), 'abc')
    assert.equal(await found({ status: 'todo,todo' }), 'bc')
    assert.equal(await found({ priority: 'high,low' }), 'ac')
    assert.equal(await found({ assigned_to: user_id }), 'bc')
    assert.equal(await found({ assigned_to: 'usr_nope' }), '')
    assert.equal(await found({ parent_task_id: 'null' }), 'ac')
    assert.equal(await found({ parent_task_id: made['a']! }), 'bd')
    assert.equal(await found({ parent_task_id: 'tsk_nope' }), '')
    assert.equal(
      await found({ parent_task_id: made['a']!, assigned_to: user_id, status: 'todo', priority: 'medium', search: 'STRASSE' }),
      'b',
    )
    assert.equal(await found({ parent_task_id: 'null', search: 'muller' }), 'c')
    const public_id = (await get(made['d']!)).public_id as string
    for (const [search, names] of Object.entries({
      '%': 'c',
      _: 'a',
      a_b: 'a',
      [public_id.toLowerCase()]: 'd',
      '\\': '',
      ' ': 'abcd',
    })) {
      assert.equal(await found({ search }), names, search)
    }
    const page = (await list({ limit: '2', offset: '1' })).data
    assert.deepEqual(page.pagination, { total: 4, limit: 2, offset: 1 })
    assert.deepEqual(
      page.tasks.map(({ id }: { id: string }) => id),
      [made['b'], made['c']],
    )
    assert.deepEqual((await list({ offset: '4' })).data, { tasks: [], pagination: { total: 4, limit: 50, offset: 4 } })
  })

  test('each has what it depends on', async () => {
    const [a, b] = [await create(), await create()]
    const c = await create({ depends_on: [b.id, a.id] })
    const { tasks } = (await list()).data
    assert.deepEqual(
      tasks.map(({ depends_on }: { depends_on: string[] }) => depends_on),
      [[], [], c.depends_on],
    )
  })

  test('400 for filter values that there are not', async () => {
    const queries: Record<string, string>[] = [
      { status: 'Todo' },
      { status: 'nope' },
      { status: 'todo,,backlog' },
      { status: 'todo,nope' },
      { priority: 'todo' },
      { limit: '0' },
      { limit: 'abc' },
      { offset: '1.5' },
      { sort: 'title' },
    ]
    for (const query of queries) assert.equal((await list(query)).status, 400, JSON.stringify(query))
  })
})
