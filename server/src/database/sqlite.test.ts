// What the embedded engine guarantees to its callers.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, describe, test } from 'node:test'
import type { OrganizationId } from '../kernel/ids.ts'
import type { Tx, WriteTx } from './database.ts'
import { openDatabase } from './open.ts'
import { statement } from './statement.ts'

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

describe('a reader that fails', () => {
  test('gives its place back, with whatever it left open ended', async () => {
    const control = (sql: string) => ({ sql, returns_rows: false })
    for (let count = 0; count < 10; count++) {
      // The transaction is ended behind the back of `read`, whose own end of it then throws.
      await assert.rejects(database.read((tx) => tx.execute(control('COMMIT'), [])))
      // And one is begun that nobody ends: the next read must not see its snapshot.
      await database.readOne((tx) => tx.execute(control('BEGIN'), []))
      await database.write((tx) => add(tx, `reader ${count}`))
      assert.ok((await committed()).includes(`reader ${count}`))
    }
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
