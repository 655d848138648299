// What an engine reports about its work, on each of them.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { ENGINE, newTestDatabase, type TestDatabase } from '../../test/support/engine.ts'
import { createOrganization } from '../access/organizations/service.ts'
import type { Database } from '../sql/database.ts'
import { openDatabase } from './open.ts'

const NAME = 'The name of a customer'
const NOW_MS = Date.parse('2026-06-15T10:00:00Z')

describe('an observer of the database', () => {
  const groups: { transactions: number; ms: number; commit_ms: number | undefined }[] = []
  const slow: { sql: string; ms: number }[] = []
  const waits: string[] = []
  let place: TestDatabase
  let database: Database
  before(async () => {
    place = await newTestDatabase()
    const observer = {
      slow_ms: 0,
      onSlow: (sql: string, ms: number) => slow.push({ sql, ms }),
      onGroup: (group: (typeof groups)[number]) => groups.push(group),
      onWait: (pool: string) => waits.push(pool),
    }
    database = (await openDatabase({ ...place.settings, observer }, assert.ifError)).database
  })
  after(async () => {
    await database.close()
    await place.remove()
  })

  test('is told about groups, their size and their commit', async () => {
    groups.length = 0
    const write = () => database.write((tx) => createOrganization(tx, NAME, NOW_MS))
    await Promise.all([write(), write(), write()])
    assert.equal(
      groups.reduce((sum, { transactions }) => sum + transactions, 0),
      3,
    )
    for (const { ms, commit_ms } of groups) assert.ok(commit_ms! > 0 && ms >= commit_ms!)
  })

  test('is told about slow statements, without their values', async () => {
    slow.length = 0
    await database.write((tx) => createOrganization(tx, NAME, NOW_MS))
    const insert = slow.find(({ sql }) => sql.startsWith('insert into "organizations"'))
    assert.ok(insert && insert.ms > 0, JSON.stringify(slow))
    assert.ok(slow.some(({ sql }) => sql === 'COMMIT'))
    assert.ok(!JSON.stringify(slow).includes(NAME))
  })

  test('is told about waits for a connection, where there are some', async () => {
    const reads = Array.from({ length: 30 }, (_, index) =>
      database.read(async (tx) => {
        await tx.execute({ sql: 'SELECT 1 AS one', returns_rows: true }, [])
        await new Promise((resolve) => setTimeout(resolve, 20))
      }, `org_${index}` as never),
    )
    const { pools, log } = database.state()
    await Promise.all(reads)
    if (ENGINE === 'sqlite') {
      assert.deepEqual([waits, pools], [[], []])
      assert.ok(log!.bytes > 0)
      return
    }
    assert.ok(waits.includes('read'))
    assert.deepEqual([pools.map(({ name }) => name), log], [['read', 'write', 'health'], undefined])
    for (const { open, busy, limit } of pools) assert.ok(busy <= open && open <= limit)
  })

  test('is told about groups that failed', async () => {
    groups.length = 0
    const broken = database.write(async (tx) => {
      await tx.execute({ sql: 'INSERT INTO organizations (id) VALUES (NULL)', returns_rows: false }, [])
    })
    await assert.rejects(broken)
    assert.deepEqual(
      groups.map(({ commit_ms }) => commit_ms),
      [undefined],
    )
  })
})
