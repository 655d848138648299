// Every offset list, walked by cursors in both directions, under its filters and in its orders, compared with what it gives by offset; also while
// rows are added and deleted. The endpoints are walked: a new list, filter or order is held to the same without a word here.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { dashboardEndpoints, endpoints } from '../src/endpoints.ts'
import type { Endpoint } from '../src/http/endpoint.ts'
import { addMember, fromPage, signedIn } from './support/dashboard.ts'
import { combinations, isOffsetList, type ListScene, makeRows, type Query } from './support/every-list.ts'
import { kindOfId, makeScene, paramsOf, pathOf, type Scene } from './support/fixtures.ts'
import { createChance } from './support/random.ts'
import { startTestApp, type TestApp } from './support/test-app.ts'

interface Row {
  id: string
}
interface Page {
  rows: Row[]
  pagination: { total: number; limit: number; offset?: number; has_more?: boolean; next_cursor?: string | null }
}

/** A walk that does not end fails here. */
const MOST_PAGES = 200

let app: TestApp
let scene: ListScene
/** Objects of the same company under other parents, and those of another company. */
let beside: Scene
let elsewhere: Scene
let cookie: string

const lists = [...endpoints, ...dashboardEndpoints].filter(isOffsetList)

before(async () => {
  app = await startTestApp()
  scene = await makeRows(app)
  await app.sweep()
  cookie = (await signedIn(app, 'owner')).cookie
  await addMember(app, 'member')
  const key = app.tenant.keys.admin
  beside = await makeScene(app, { key, company: app.tenant.company_id }, 'Beside')
  elsewhere = await makeScene(app, { key, company: app.tenant.sibling_id }, 'Elsewhere')
  await makeMore()
})
after(() => app.close())

async function make(path: string, body: object): Promise<string> {
  const answer = await app.call('POST', path, { body })
  assert.equal(answer.status, 201, `${path}: ${answer.text}`)
  return answer.data.id
}

/** Rows with the same keys, and without one, of one moment and of others; some are deleted. */
async function makeMore(): Promise<void> {
  const chance = createChance(52)
  const { project, task, customer } = scene
  for (let count = 0; count < 9; count++) {
    if (count % 3 === 0) app.pass(1000)
    const name = chance.pick(['Plan', 'Ärmel', 'arm'])
    const day = chance.pick(['2026-07-01', '2026-07-02'])
    const price = chance.pick([10, 10, 999_999_999_999.01])
    const items = [{ name: 'x', unit_price: price, quantity: 1 }]
    const document = { customer_id: customer, items, currency: price === 10 ? chance.pick(['USD', 'JPY']) : 'USD' }
    const task_body = { title: name, priority: chance.pick(['low', 'medium']), ...(count % 2 ? { due_date: day } : {}) }
    const time = { task_id: task, start_time: `2026-06-15T0${chance.whole(1, 3)}:00:00Z`, duration_minutes: 5 }
    const made = [
      ['/v1/customers', { name }],
      ['/v1/invoices', { ...document, due_date: day }],
      ['/v1/quotes', { ...document, valid_until: day }],
      ['/v1/recurring-invoices', { ...document, frequency: 'monthly', start_date: day }],
      ['/v1/projects', { title: name, customer_id: customer, ...(count % 2 ? { due_date: day } : {}) }],
      [`/v1/projects/${project}/tasks`, task_body],
      [`/v1/projects/${project}/time-entries`, time],
    ] as const
    for (const [path, body] of made) {
      const id = await make(path, body)
      if (count === 4) assert.equal((await app.call('DELETE', `${path}/${id}`)).status, 200)
    }
  }
}

function ask({ door, company, path: _, ...endpoint }: Endpoint, path: string, query: Query) {
  if (door === 'session') return fromPage(app, cookie, 'GET', path, { query, company: app.tenant.company_id })
  assert.ok(company === 'required', endpoint.operation_id)
  return app.call('GET', path, { query })
}

async function pageOf(endpoint: Endpoint, query: Query): Promise<Page> {
  const answer = await ask(endpoint, pathOf(endpoint, scene), query)
  assert.equal(answer.status, 200, `${endpoint.operation_id} ${JSON.stringify(query)}: ${answer.text}`)
  const rows = Object.values(answer.data).find(Array.isArray) as Row[]
  return { rows, pagination: answer.data.pagination }
}

/** All pages from a row on; `meanwhile` runs before each further one. */
async function walk(
  endpoint: Endpoint,
  query: Query,
  param: 'starting_after' | 'ending_before',
  from: string,
  meanwhile: (cursor: string) => Promise<unknown> = async () => {},
): Promise<Page[]> {
  const pages: Page[] = []
  for (let cursor: string | null = from; cursor !== null; ) {
    const page = await pageOf(endpoint, { ...query, [param]: cursor })
    assert.ok(pages.push(page) < MOST_PAGES, 'it never ends')
    const { has_more, next_cursor, limit } = page.pagination
    assert.equal(has_more, next_cursor !== null)
    // The rows that are given all the time are whole pages but for the last.
    if (has_more) assert.equal(page.rows.length, limit)
    if (next_cursor) await meanwhile(next_cursor)
    cursor = next_cursor!
  }
  return pages
}

const filtersOf = ({ sort: _, ...filters }: Query) => Object.keys(filters).length

describe('the walk by cursors', () => {
  for (const endpoint of lists) {
    test(`${endpoint.operation_id} gives what it gives by offset, under its filters and in its orders`, async () => {
      for (const query of combinations(endpoint, scene)) {
        if (filtersOf(query) > 1 || query['external_id']) continue
        const { rows, pagination } = await pageOf(endpoint, { ...query, limit: '100' })
        assert.deepEqual(Object.keys(pagination), ['total', 'limit', 'offset'])
        if (rows.length === 0) continue
        for (const limit of filtersOf(query) === 0 ? ['1', '2', '100'] : ['2']) {
          const text = `${JSON.stringify(query)} by ${limit}`
          const forward = await walk(endpoint, { ...query, limit }, 'starting_after', rows[0]!.id)
          assert.deepEqual(
            forward.flatMap((page) => page.rows),
            rows.slice(1),
            text,
          )
          const backward = await walk(endpoint, { ...query, limit }, 'ending_before', rows.at(-1)!.id)
          assert.deepEqual(
            backward.toReversed().flatMap((page) => page.rows),
            rows.slice(0, -1),
            text,
          )
          for (const page of [...forward, ...backward]) {
            assert.deepEqual(Object.keys(page.pagination), ['total', 'limit', 'has_more', 'next_cursor'])
            assert.equal(page.pagination.total, pagination.total, text)
          }
        }
      }
    })
  }
})

/** Lists whose rows can be added and deleted, with what a new row is made of. */
const CHANGED: Record<string, (scene: ListScene) => object> = {
  listCustomers: () => ({ name: 'Plan' }),
  listInvoices: ({ customer }) => ({ customer_id: customer, items: [{ name: 'x', unit_price: 10 }] }),
  listQuotes: ({ customer }) => ({ customer_id: customer, items: [{ name: 'x', unit_price: 10 }] }),
  listPayments: () => ({ amount: 0.5 }),
  listRecurringInvoices: ({ customer }) => ({
    customer_id: customer,
    items: [{ name: 'x', unit_price: 10 }],
    frequency: 'monthly',
    start_date: '2026-07-01',
  }),
  listProjects: ({ customer }) => ({ title: 'Plan', customer_id: customer }),
  listTasks: () => ({ title: 'Plan' }),
  listTimeEntries: ({ task }) => ({ task_id: task, start_time: '2026-06-15T01:00:00Z', duration_minutes: 5 }),
}

describe('while rows are added and deleted, the row of the cursor too, each that stays is given once', () => {
  for (const endpoint of lists.filter(({ operation_id }) => operation_id in CHANGED)) {
    test(endpoint.operation_id, async () => {
      const path = pathOf(endpoint, scene)
      const body = CHANGED[endpoint.operation_id]!(scene)
      let cursors_deleted = 0
      const sorts = (endpoint.query.properties as Record<string, { enum?: string[] }>)['sort']?.enum
      for (const sort of sorts?.map((one): Query => ({ sort: one })) ?? [{}]) {
        for (const param of ['starting_after', 'ending_before'] as const) {
          const own = await Promise.all(Array.from({ length: 5 }, () => make(path, body)))
          const query: Query = { ...sort, limit: '100' }
          const rows_before = (await pageOf(endpoint, query)).rows.map(({ id }) => id)
          const added: string[] = []
          const deleted = new Set<string>()
          const remove = async (id: string) => {
            if (deleted.has(id)) return
            assert.equal((await app.call('DELETE', `${path}/${id}`)).status, 200)
            deleted.add(id)
          }
          const meanwhile = async (cursor: string) => {
            added.push(await make(path, body))
            // The row of the cursor, and one before it or after it.
            for (const id of [cursor, own[0]!]) if (own.includes(id)) await remove(id)
            if (own.includes(cursor)) cursors_deleted++
          }
          const [first] = param === 'starting_after' ? rows_before : rows_before.toReversed()
          const pages = await walk(endpoint, { ...sort, limit: '2' }, param, first!, meanwhile)
          const found = pages.flatMap((page) => page.rows.map(({ id }) => id))
          assert.equal(new Set(found).size, found.length, 'none is given twice')
          const stayed = rows_before.filter((id) => id !== first && !deleted.has(id))
          assert.deepEqual(
            stayed.filter((id) => !found.includes(id)),
            [],
            'none is skipped',
          )
          for (const id of [...own, ...added]) await remove(id)
        }
      }
      assert.ok(cursors_deleted > 0)
    })
  }

  test('a row that its filter no longer matches is a place all the same', async () => {
    const [listInvoices] = lists.filter(({ operation_id }) => operation_id === 'listInvoices')
    const query = { status: 'draft', sort: 'total', limit: '100' }
    const { rows } = await pageOf(listInvoices!, query)
    await app.call('PATCH', `/v1/invoices/${rows[2]!.id}`, { body: { status: 'sent' } })
    const found = await pageOf(listInvoices!, { ...query, starting_after: rows[2]!.id })
    assert.deepEqual([found.rows, found.pagination.total], [rows.slice(3), rows.length - 1])
  })
})

describe('400', () => {
  for (const endpoint of lists) {
    test(`${endpoint.operation_id}: for a cursor that names no object of the list, the same answer to the byte`, async () => {
      const { rows } = await pageOf(endpoint, {})
      const kind = kindOfId(rows[0]!.id)
      const unknown = ['x', '%', "'", `${rows[0]!.id}x`, rows[0]!.id.toUpperCase(), scene.event, 'x'.repeat(300)]
      // Users are those of the organization.
      const foreign = kind === 'user' ? [] : [elsewhere[kind]]
      const of_other_parent = paramsOf(endpoint).length > 0 ? [beside[kind]] : []
      for (const param of ['starting_after', 'ending_before']) {
        const expected = {
          error: `${param} must be the id of an object of this list`,
          code: 'parameter_invalid',
          param,
        }
        for (const id of [...unknown, ...foreign, ...of_other_parent]) {
          const answer = await ask(endpoint, pathOf(endpoint, scene), { [param]: id })
          assert.deepEqual([answer.status, answer.text], [400, JSON.stringify(expected)], id)
        }
        const empty = await ask(endpoint, pathOf(endpoint, scene), { [param]: '' })
        assert.deepEqual([empty.status, empty.body.param], [400, param])
      }
    })

    test(`${endpoint.operation_id}: for two places at once, before the parent is looked for`, async () => {
      const unknown = Object.fromEntries(paramsOf(endpoint).map(({ name }) => [name, 'x']))
      const refused: [Query, string][] = [
        [{ starting_after: 'x', ending_before: 'x' }, 'ending_before'],
        [{ starting_after: 'x', offset: '1' }, 'offset'],
        [{ ending_before: 'x', offset: '1' }, 'offset'],
      ]
      if ('external_id' in endpoint.query.properties) refused.push([{ ending_before: 'x', external_id: 'plan' }, 'external_id'])
      for (const [query, param] of refused) {
        const { status, body } = await ask(endpoint, pathOf(endpoint, scene, unknown), query)
        assert.deepEqual([status, body.code, body.param], [400, 'parameter_invalid', param], JSON.stringify(query))
      }
    })
  }
})
