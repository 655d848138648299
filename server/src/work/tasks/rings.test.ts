// No task is its own ancestor or dependency, however long the ring and however it is built.
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import fc from 'fast-check'
import { ENGINE } from '../../../test/support/engine.ts'
import { select } from '../../../test/support/fixtures.ts'
import { startTestApp, type TestApp } from '../../../test/support/test-app.ts'
import type { ProjectId, TaskId } from '../../kernel/ids.ts'
import { findDependentsAmong } from './dependency-repository.ts'

let app: TestApp
let path: string

before(async () => {
  app = await startTestApp()
})
after(() => app.close())
beforeEach(async () => {
  path = `/v1/projects/${(await app.call('POST', '/v1/projects', { body: { title: 'P' } })).data.id}/tasks`
})

const create = async (body: object = {}): Promise<string> =>
  (await app.call('POST', path, { body: { title: 'T', ...body } })).data.id
const patch = (id: string, body: object) => app.call('PATCH', `${path}/${id}`, { body })
const get = (id: string) => app.call('GET', `${path}/${id}`)
const made = async (id: string, body: object) => {
  const answer = await patch(id, body)
  assert.equal(answer.status, 200, answer.text)
}
/** Checks that a change is refused for that field, and that all of the tasks are as they were. */
const refused = async (ids: string[], id: string, body: object, param: string) => {
  const before_it = await Promise.all(ids.map(get))
  const answer = await patch(id, body)
  assert.deepEqual([answer.status, answer.body.code, answer.body.param], [400, 'parameter_invalid', param], answer.text)
  for (const [index, one] of ids.entries()) assert.deepEqual((await get(one)).data, before_it[index]!.data)
}

/**
 * PostgreSQL counts the rows that a transaction fetches: without statistics it once read all edges again at each step of the way, which took
 * half a second for 9,600 of them. That SQLite walks the same index is shown by its plan (query-plans.test.ts).
 */
async function looksUpEachEdgeOnce(id: TaskId, among: TaskId, edges: number) {
  if (ENGINE !== 'postgres') return
  const place = { company_id: app.tenant.company_id, project_id: path.split('/')[3] as ProjectId }
  await app.database.read(async (tx) => {
    const fetchedSoFar = async () => {
      const sql = `SELECT idx_tup_fetch AS fetched FROM pg_stat_xact_user_tables WHERE relname = 'task_dependencies'`
      const { rows } = await tx.execute({ sql, returns_rows: true }, [])
      return Number((rows[0] as { fetched: unknown }).fetched)
    }
    // The counter also has what earlier transactions of the connection fetched, until PostgreSQL moves that to its statistics.
    const before = await fetchedSoFar()
    assert.equal((await findDependentsAmong(tx, place, id, [among])).size, 1)
    const fetched = (await fetchedSoFar()) - before
    assert.ok(fetched > 0 && fetched <= 2 * edges, `${fetched} rows fetched for ${edges} edges`)
  })
}

test('400 for the step that closes a ring, and nothing has changed', async () => {
  const [a, b, c] = [await create(), await create(), await create()]
  await made(a, { parent_task_id: b })
  await refused([a, b, c], b, { parent_task_id: a }, 'parent_task_id')
  await made(b, { parent_task_id: c })
  await refused([a, b, c], c, { parent_task_id: a }, 'parent_task_id')
  await made(a, { depends_on: [b] })
  await made(b, { depends_on: [c] })
  await refused([a, b, c], c, { depends_on: [a] }, 'depends_on[0]')
  await refused([a, b, c], c, { title: 'x', depends_on: [b] }, 'depends_on[0]')
})

test('400 for a task as its own parent or dependency; it is read as quickly as before', async () => {
  const [t, other] = [await create(), await create()]
  await refused([t], t, { parent_task_id: t }, 'parent_task_id')
  await refused([t], t, { depends_on: [t] }, 'depends_on[0]')
  await refused([t], t, { depends_on: [other, t] }, 'depends_on[1]')
})

test('400 for a dependency named twice, at the second', async () => {
  const [t, other] = [await create(), await create()]
  await refused([t], t, { depends_on: [other, other] }, 'depends_on[1]')
})

test('the two kinds of ties are apart: a part may depend on its whole, and the whole on a part', async () => {
  const whole = await create()
  const part = await create({ parent_task_id: whole, depends_on: [whole] })
  assert.deepEqual((await get(part)).data.depends_on, [whole])
  const other = await create({ parent_task_id: whole })
  await made(whole, { depends_on: [other] })
})

test('ties that are cut can be tied the other way round', async () => {
  const [a, b] = [await create(), await create()]
  await made(a, { parent_task_id: b, depends_on: [b] })
  await made(a, { parent_task_id: null, depends_on: [] })
  await made(b, { parent_task_id: a, depends_on: [a] })
})

test('a deleted task is in nobody’s way: what it tied together can be tied again', async () => {
  const [a, b, c] = [await create(), await create(), await create()]
  await made(a, { depends_on: [b] })
  await made(b, { depends_on: [c] })
  assert.equal((await app.call('DELETE', `${path}/${b}`)).status, 200)
  const ties = await select(app, `SELECT * FROM task_dependencies WHERE '${b}' IN (task_id, depends_on_task_id)`)
  assert.deepEqual(ties, [])
  await made(c, { depends_on: [a] })
})

test('400 for one of two changes at once that would close a ring together', async () => {
  for (let round = 0; round < 5; round++) {
    const [a, b] = [await create(), await create()]
    const answers = await Promise.all([
      patch(a, { parent_task_id: b, depends_on: [b] }),
      patch(b, { parent_task_id: a, depends_on: [a] }),
    ])
    assert.deepEqual(answers.map((answer) => answer.status).sort(), [200, 400])
  }
})

test('a ring of 300 is found, and a web in which paths are countless is walked at once', async () => {
  const chain: string[] = []
  for (let index = 0; index < 300; index++) {
    const previous = chain.at(-1)
    chain.push(await create(previous ? { parent_task_id: previous, depends_on: [previous] } : {}))
  }
  await refused([chain[0]!], chain[0]!, { parent_task_id: chain.at(-1) }, 'parent_task_id')
  await refused([chain[0]!], chain[0]!, { depends_on: [chain.at(-1)] }, 'depends_on[0]')
  // 20 layers of 8, each depending on all of the layer before: 8^20 paths, 1,216 edges.
  let layer: string[] = []
  let first: string | undefined
  for (let depth = 0; depth < 20; depth++) {
    const next: string[] = []
    for (let index = 0; index < 8; index++) next.push(await create({ depends_on: layer }))
    first ??= next[0]!
    layer = next
  }
  await refused([first!], first!, { depends_on: layer.slice(0, 1) }, 'depends_on[0]')
  await looksUpEachEdgeOnce(first as TaskId, layer[0] as TaskId, 7 * 8 + 18 * 64)
})

test('whatever is tied in whatever order, exactly the ties that close no ring are taken', async () => {
  const SIZE = 6
  const tie = fc.record({
    kind: fc.constantFrom('parent_task_id', 'depends_on'),
    from: fc.nat({ max: SIZE - 1 }),
    to: fc.uniqueArray(fc.nat({ max: SIZE - 1 }), { maxLength: 3 }),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(tie, { maxLength: 25 }), async (ties) => {
      const ids: string[] = []
      for (let index = 0; index < SIZE; index++) ids.push(await create())
      const edges = {
        parent_task_id: new Map<number, number[]>(),
        depends_on: new Map<number, number[]>(),
      }
      for (const { kind, from, to } of ties) {
        const wanted = kind === 'parent_task_id' ? to.slice(0, 1) : to
        const graph = edges[kind as keyof typeof edges]
        const is_ring = wanted.some((one) => reaches(graph, one, from))
        const value = kind === 'depends_on' ? wanted.map((one) => ids[one]) : (ids[wanted[0]!] ?? null)
        const answer = await patch(ids[from]!, { [kind]: value })
        assert.equal(answer.status, is_ring ? 400 : 200, answer.text)
        if (!is_ring) graph.set(from, wanted)
      }
      for (const [index, id] of ids.entries()) {
        const { parent_task_id, depends_on } = (await get(id)).data
        assert.equal(parent_task_id, ids[edges.parent_task_id.get(index)?.[0] ?? -1] ?? null)
        assert.deepEqual(
          depends_on,
          (edges.depends_on.get(index) ?? []).map((one) => ids[one]),
        )
      }
    }),
    { numRuns: 15 },
  )
})

/** Whether `wanted` is `from` or can be reached from it. */
function reaches(graph: Map<number, number[]>, from: number, wanted: number): boolean {
  return from === wanted || (graph.get(from) ?? []).some((next) => reaches(graph, next, wanted))
}
