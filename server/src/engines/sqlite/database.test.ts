// What the embedded engine guarantees to its callers.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, describe, test } from 'node:test'
import type { OrganizationId } from '../../kernel/ids.ts'
import type { Tx, WriteTx } from '../../sql/database.ts'
import { statement } from '../../sql/statement.ts'
import { openDatabase } from '../open.ts'

const folder = mkdtempSync(join(tmpdir(), 'quoin-sqlite-'))
const { database } = await openDatabase({ data_dir: folder }, assert.ifError)
after(async () => {
  await database.close()
  rmSync(folder, { recursive: true, force: true })
})

const insert = statement<{ id: OrganizationId; name: string }>()((db, p) =>
  db.insertInto('organizations').values({ id: p.id, name: p.name, created_at: '2026-01-01T00:00:00.000Z' }),
)
const list = statement<object>()((db) => db.selectFrom('organizations').select('id').orderBy('id'))
const add = (tx: WriteTx, id: string) => insert.run(tx, { id: id as OrganizationId, name: id })
const ids = async (tx: Tx) => (await list.all(tx, {})).map((row) => row.id as string)
const committed = () => database.read(ids)

describe('transactions that share a commit', () => {
  test('a fault in one undoes that one alone, and each gets its own outcome', async () => {
    const outcomes = await Promise.allSettled([
      database.write((tx) => add(tx, 'a')),
      database.write(async (tx) => {
        await add(tx, 'b')
        throw new Error('not b')
      }),
      database.write((tx) => add(tx, 'a')),
      database.write((tx) => add(tx, 'c')),
    ])
    assert.deepEqual(
      outcomes.map((outcome) => outcome.status),
      ['fulfilled', 'rejected', 'rejected', 'fulfilled'],
    )
    assert.deepEqual(await committed(), ['a', 'c'])
  })

  test('run one after the other in the order asked, each seeing what came before', async () => {
    const seen = await Promise.all(
      ['d', 'e', 'f'].map((id) =>
        database.write(async (tx) => {
          const before = await ids(tx)
          await new Promise((resolve) => setTimeout(resolve, 5))
          await add(tx, id)
          return before.length
        }),
      ),
    )
    assert.deepEqual(seen, [2, 3, 4])
  })

  test('what they defer reaches the hook once, in order, without that of the undone', async () => {
    const calls: unknown[][] = []
    database.atCommit(async (_, items) => void calls.push([...items]))
    await Promise.allSettled([
      database.write(async (tx) => tx.defer(1)),
      database.write(async (tx) => {
        tx.defer(2)
        throw new Error('undone')
      }),
      database.write(async (tx) => tx.defer(3)),
    ])
    assert.deepEqual(calls, [[1, 3]])
  })

  test('a hook that fails fails all of them, and nothing is stored', async () => {
    const before = await committed()
    database.atCommit(async () => {
      throw new Error('no audit, no change')
    })
    const outcomes = await Promise.allSettled([database.write((tx) => add(tx, 'x')), database.write((tx) => add(tx, 'y'))])
    database.atCommit(async () => {})
    assert.ok(outcomes.every((outcome) => outcome.status === 'rejected'))
    assert.deepEqual(await committed(), before)
    await database.write((tx) => add(tx, 'z'))
  })
})

describe('a read', () => {
  test('sees one state from its first statement to its last, whatever is committed in between', async () => {
    await database.read(async (tx) => {
      const before = await ids(tx)
      await database.write((other) => add(other, 'later'))
      assert.deepEqual(await ids(tx), before)
    })
    assert.ok((await committed()).includes('later'))
  })

  test('does not wait for a transaction that is under way, and does not see it', async () => {
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const writing = database.write(async (tx) => {
      await add(tx, 'slow')
      await held
    })
    await new Promise((resolve) => setTimeout(resolve, 10))
    assert.ok(!(await committed()).includes('slow'))
    release()
    await writing
    assert.ok((await committed()).includes('slow'))
  })

  test('20 at once wait for a free connection and are all answered', async () => {
    const counts = await Promise.all(
      Array.from({ length: 20 }, () =>
        database.read(async (tx) => {
          await new Promise((resolve) => setTimeout(resolve, 2))
          return (await ids(tx)).length
        }),
      ),
    )
    assert.equal(new Set(counts).size, 1)
  })
})

describe('reads', () => {
  const control = (sql: string) => ({ sql, returns_rows: false })

  test('of a transaction that is over are refused, and its reader serves the next', async () => {
    for (let count = 0; count < 10; count++) {
      // It is ended behind the back of `read`, as SQLite itself does after some faults.
      const refused = database.read(async (tx) => {
        await tx.execute(control('COMMIT'), [])
        await ids(tx)
      })
      await assert.rejects(refused, { status: 503 })
      await database.write((tx) => add(tx, `reader ${count}`))
      assert.ok((await committed()).includes(`reader ${count}`))
    }
  })

  test('asked for in one go see one state, also while one of them is still at it', async () => {
    let end = () => {}
    const slow = database.read(
      async () =>
        new Promise<void>((resolve) => {
          end = resolve
        }),
    )
    const [first, second] = await Promise.all([committed(), committed()])
    assert.deepEqual(first, second)
    await database.write((tx) => add(tx, 'after the first ones'))
    // The slow one still has its snapshot; a read that begins now has a newer one.
    assert.ok((await committed()).includes('after the first ones'))
    end()
    await slow
  })

  test('see what another process committed before they were asked for', async () => {
    const other = new DatabaseSync(join(folder, 'quoin.db'))
    for (let count = 0; count < 50; count++) {
      other.exec(`INSERT INTO organizations (id, name, created_at) VALUES ('other ${count}', '', '')`)
      // As it is when one learns of it by a message.
      await new Promise((resolve) => setImmediate(resolve))
      const [first] = await Promise.all([committed(), committed()])
      assert.ok(first.includes(`other ${count}`))
    }
    other.close()
  })

  test('beyond the readers wait for one of them', async () => {
    const ends: (() => void)[] = []
    const slow = []
    for (let count = 0; count < 4; count++) {
      slow.push(database.read(() => new Promise<void>((resolve) => ends.push(resolve))))
      // The next one comes after what was shared is forgotten, so it gets a reader of its own.
      await new Promise((resolve) => setImmediate(resolve))
    }
    let answered = 0
    const waiting = Array.from({ length: 5 }, () => committed().then(() => answered++))
    await new Promise((resolve) => setTimeout(resolve, 20))
    assert.equal(answered, 0)
    ends[2]!()
    await Promise.all(waiting)
    assert.equal(answered, 5)
    for (const end of ends) end()
    await Promise.all(slow)
  })
})

describe('while another process writes', () => {
  test('reads and timers go on, and a write waits for its end', async () => {
    const other = new DatabaseSync(join(folder, 'quoin.db'))
    other.exec('BEGIN IMMEDIATE')
    let is_done = false
    const writing = database
      .write((tx) => add(tx, 'waits'))
      .then(() => {
        is_done = true
      })
    let longest_ms = 0
    for (let round = 0; round < 20; round++) {
      const started = performance.now()
      await committed()
      await new Promise((resolve) => setTimeout(resolve, 10))
      longest_ms = Math.max(longest_ms, performance.now() - started)
    }
    assert.equal(is_done, false)
    other.exec('COMMIT')
    other.close()
    await writing
    assert.ok((await committed()).includes('waits'))
    // A wait inside a statement would have stood still for seconds.
    assert.ok(longest_ms < 1_000, `a read and a timer took ${longest_ms} ms`)
  })
})

describe('a closed database', () => {
  test('takes neither writes nor reads any more, and is not healthy', async () => {
    const own = mkdtempSync(join(tmpdir(), 'quoin-sqlite-'))
    const opened = await openDatabase({ data_dir: own }, assert.ifError)
    const last = opened.database.write((tx) => add(tx, 'last'))
    await opened.database.close()
    await last
    await assert.rejects(
      opened.database.write((tx) => add(tx, 'after')),
      { status: 503 },
    )
    await assert.rejects(opened.database.read(ids), { status: 503 })
    assert.equal(await opened.database.isHealthy(), false)
    rmSync(own, { recursive: true, force: true })
  })
})
