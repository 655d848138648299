// When a transaction leaves a mark that replicas are compared by: whenever it changed what lists show, and at no other time.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { ENGINE } from '../../../test/support/engine.ts'
import { A, B, insert, openScene, type Scene } from '../../../test/support/postgres-scene.ts'
import { recordEvents } from '../../record/events/record.ts'
import type { Prepared } from '../../sql/database.ts'

const READ: Prepared = { sql: 'SELECT count(*) AS count FROM scratch', returns_rows: true, is_select: true, tables: ['scratch'] }
const OF_A_JOB: Prepared = { sql: "UPDATE jobs SET state = state WHERE id = ''", returns_rows: false, tables: ['jobs'] }
const EVENT = { type: 'customer.created', resource_type: 'customer', module: null }

describe('the mark of a company', { skip: ENGINE === 'postgres' ? false : 'SQLite has no replicas' }, () => {
  let scene: Scene
  before(async () => {
    scene = await openScene()
    for (const id of [A, B])
      await scene.sql("INSERT INTO event_heads (company_id, sequence, created_at) VALUES ($1, 0, '2026-01-01T00:00:00.000Z')", [
        id,
      ])
  })
  after(() => scene.close())

  /** Its version. */
  const markOf = async (company_id: string) =>
    (await scene.sql('SELECT sequence, xmin::text AS writer FROM event_heads WHERE company_id = $1', [company_id]))[0]

  test('moves with a change that has no event, of this company alone', async () => {
    const [a, b] = [await markOf(A), await markOf(B)]
    await Promise.all(['1', '2', '3'].map((id) => scene.database.write((tx) => insert(tx, id), A)))
    const moved = await markOf(A)
    assert.notEqual(moved.writer, a.writer)
    assert.equal(moved.sequence, a.sequence)
    assert.deepEqual(await markOf(B), b)
  })

  test('moves with an event, and is not written twice', async () => {
    const before_it = await markOf(A)
    const of = EVENT as unknown as Parameters<typeof recordEvents>[2][number]['of']
    await scene.database.write(async (tx) => {
      await insert(tx, 'with event')
      await recordEvents(tx, { company_id: A, now: '2026-01-02T00:00:00.000Z' }, [
        { of, resource_id: 'cus_1', data: {} } as never,
      ])
    }, A)
    const after_it = await markOf(A)
    assert.equal(Number(after_it.sequence), Number(before_it.sequence) + 1)
    assert.notEqual(after_it.writer, before_it.writer)
  })

  test('stays where nothing was changed, a change was undone, or only a job was', async () => {
    const before_it = await markOf(A)
    await scene.database.write(async (tx) => tx.execute(READ, []), A)
    await scene.database.write(async (tx) => tx.execute(OF_A_JOB, []), A)
    await assert.rejects(
      scene.database.write(async (tx) => {
        await insert(tx, 'undone')
        throw new Error('undone')
      }, A),
      /undone/,
    )
    assert.deepEqual(await markOf(A), before_it)
  })
})
