// What the engine for many processes guarantees to its callers. How it behaves when something breaks: postgres-faults.test.ts.
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { ENGINE } from '../../../test/support/engine.ts'
import {
  A,
  add,
  B,
  gate,
  ids,
  insert,
  numberOf,
  openScene,
  postInsert,
  postRaise,
  raise,
  type Scene,
  setNumber,
  sleep,
  timed,
  transactionOf,
} from '../../../test/support/postgres-scene.ts'
import { notFound } from '../../kernel/errors.ts'
import type { WriteTx } from '../../sql/database.ts'
import { isLike, statement } from '../../sql/statement.ts'
import type { PostgresDatabase } from './database.ts'

/** A hook that asks something, as that of the service does: it may be the first to notice that a transaction has been given up. */
const readAtCommit = async (tx: WriteTx) => void (await ids(tx))

describe('PostgreSQL', { skip: ENGINE === 'postgres' ? false : 'once is enough, on the other engine' }, () => {
  let scene: Scene
  let database: PostgresDatabase
  before(async () => {
    scene = await openScene()
    database = scene.database
    database.atCommit(readAtCommit)
  })
  after(() => scene.close())
  beforeEach(() => scene.sql('TRUNCATE scratch'))

  describe('transactions of one company that share a commit', () => {
    test('are those that were asked for together, up to 64', async () => {
      const transactions = await Promise.all(Array.from({ length: 100 }, () => database.write(transactionOf, A)))
      assert.equal(new Set(transactions.slice(0, 64)).size, 1)
      assert.equal(new Set(transactions.slice(64)).size, 1)
      assert.equal(new Set(transactions).size, 2)
    })

    test('run one after the other in the order asked, each seeing what came before', async () => {
      const seen = await Promise.all(
        ['a', 'b', 'c'].map((id) =>
          database.write(async (tx) => {
            const before = await ids(tx)
            await sleep(5)
            await insert(tx, id)
            return before.length
          }, A),
        ),
      )
      assert.deepEqual(seen, [0, 1, 2])
    })

    test('a fault in one undoes that one alone, and each gets its own outcome', async () => {
      const outcomes = await Promise.allSettled([
        database.write((tx) => insert(tx, 'a'), A),
        database.write(async (tx) => {
          await insert(tx, 'b')
          throw new Error('not b')
        }, A),
        database.write((tx) => insert(tx, 'a'), A),
        database.write((tx) => insert(tx, 'c'), A),
      ])
      assert.deepEqual(
        outcomes.map((outcome) => outcome.status),
        ['fulfilled', 'rejected', 'rejected', 'fulfilled'],
      )
      assert.deepEqual(await scene.stored(), ['a', 'c'])
    })

    // The one at fault is noticed when others have run on the same transaction already.
    for (const at of [0, 1, 2]) {
      test(`a posted statement that fails, noticed late, undoes its own one alone: the ${at + 1}. of three`, async () => {
        const runs = [0, 0, 0]
        const outcomes = await Promise.allSettled(
          runs.map((_, index) =>
            database.write(async (tx) => {
              runs[index]!++
              postInsert(tx, `job ${index}`)
              if (index === at) postRaise(tx, '22012')
              // Statements of its own kind behind it, some of them twice: they fail because of it, each with another error.
              postInsert(tx, `more of ${index}`)
            }, A),
          ),
        )
        const good = [0, 1, 2].filter((index) => index !== at)
        assert.deepEqual(
          outcomes.map((outcome) => outcome.status),
          [0, 1, 2].map((index) => (index === at ? 'rejected' : 'fulfilled')),
        )
        assert.equal((outcomes[at] as PromiseRejectedResult).reason.code, '22012')
        assert.deepEqual(await scene.stored(), good.flatMap((index) => [`job ${index}`, `more of ${index}`]).sort())
        assert.ok(runs[0]! > 1, 'the fault was noticed late, and the group was run again')
      })
    }

    test('a refusal right behind a posted statement that fails does not make the lost change look done', async () => {
      const outcomes = await Promise.allSettled([
        database.write(async (tx) => {
          postInsert(tx, 'lost')
          postRaise(tx, '22012')
        }, A),
        database.write(async () => {
          throw notFound()
        }, A),
        database.write(async (tx) => postInsert(tx, 'done'), A),
        database.write(async (tx) => {
          await insert(tx, 'undone')
          throw notFound()
        }, A),
      ])
      const words = outcomes.map((outcome) =>
        outcome.status === 'fulfilled' ? 'done' : (outcome.reason.status ?? outcome.reason.code),
      )
      assert.deepEqual(words, ['22012', 404, 'done', 404])
      assert.deepEqual(await scene.stored(), ['done'])
    })

    test('what they defer and notify of reaches hook and listeners once, without that of the undone', async () => {
      const calls: unknown[][] = []
      const told: string[][] = []
      database.atCommit(async (tx, items) => {
        calls.push([...items])
        await ids(tx)
      })
      const unsubscribe = database.onNotify((topics) => told.push([...topics].sort()))
      const job = (name: string, end: 'well' | 'throws' | 'posts') =>
        database.write(async (tx) => {
          tx.defer(name)
          tx.notify(name)
          if (end === 'throws') throw new Error('undone')
          if (end === 'posts') postRaise(tx, '22012')
        }, A)
      await Promise.allSettled([job('a', 'well'), job('b', 'throws'), job('c', 'well')])
      assert.deepEqual([calls.splice(0), told.splice(0)], [[['a', 'c']], [['a', 'c']]])
      await Promise.allSettled([job('d', 'posts'), job('e', 'well'), job('f', 'throws')])
      // The hook is called in the run that is given up as well: what it writes is undone with it.
      assert.deepEqual([calls.at(-1), told], [['e'], [['e']]])
      database.atCommit(readAtCommit)
      unsubscribe()
    })

    test('a hook that fails, at once or by what it posted, fails all of them, and nothing is stored', async () => {
      for (const fail of [
        async () => {
          throw new Error('no audit, no change')
        },
        async (tx: Parameters<typeof postRaise>[0]) => postRaise(tx, '22012'),
      ]) {
        database.atCommit(fail)
        const jobs = ['x', 'y'].map((id) => database.write((tx) => insert(tx, id), A))
        const outcomes = await Promise.allSettled(jobs)
        database.atCommit(readAtCommit)
        assert.ok(outcomes.every((outcome) => outcome.status === 'rejected'))
        assert.deepEqual(await scene.stored(), [])
      }
      await database.write((tx) => insert(tx, 'z'), A)
      assert.deepEqual(await scene.stored(), ['z'])
    })
  })

  describe('lanes', () => {
    test('transactions of one company follow each other, across processes, and those of others run beside them', async () => {
      const other = await scene.openAnother()
      await scene.sql("INSERT INTO scratch (id) VALUES ('a'), ('b')")
      const inside = new Map([
        [A, 0],
        [B, 0],
      ])
      let most_companies = 0
      const bump = (on: PostgresDatabase, company_id: typeof A, id: string) =>
        on.write(async (tx) => {
          const number = (await numberOf(tx, id))!
          const beside = inside.get(company_id)!
          inside.set(company_id, beside + 1)
          most_companies = Math.max(most_companies, [...inside.values()].filter((count) => count > 0).length)
          await sleep(1)
          await setNumber(tx, id, number + 1)
          inside.set(company_id, inside.get(company_id)! - 1)
          return beside
        }, company_id)
      const jobs: Promise<number>[] = []
      for (let round = 0; round < 40; round++) {
        for (const on of [database, other]) jobs.push(bump(on, A, 'a'), bump(on, B, 'b'))
        await sleep(3)
      }
      assert.ok((await Promise.all(jobs)).every((beside) => beside === 0))
      assert.deepEqual(await database.read(async (tx) => [await numberOf(tx, 'a'), await numberOf(tx, 'b')]), [80, 80])
      assert.equal(most_companies, 2)
    })

    test('hold whatever isolation the database has for a default', async () => {
      const [{ name }] = await scene.sql('SELECT current_database() AS name')
      await scene.sql(`ALTER DATABASE ${name} SET default_transaction_isolation = 'serializable'`)
      await scene.sql("INSERT INTO scratch (id) VALUES ('a')")
      const [first, second] = await Promise.all([scene.openAnother(), scene.openAnother()])
      await scene.sql(`ALTER DATABASE ${name} RESET default_transaction_isolation`)
      let runs = 0
      const bump = (on: PostgresDatabase) =>
        on.write(async (tx) => {
          runs++
          const number = (await numberOf(tx, 'a'))!
          await setNumber(tx, 'a', number + 1)
        }, A)
      for (let round = 0; round < 20; round++) await Promise.all([bump(first), bump(second), bump(first), bump(second)])
      assert.equal(await database.readOne((tx) => numberOf(tx, 'a')), 80)
      assert.equal(runs, 80)
    })
  })

  describe('what is run again', () => {
    test('two transactions that wait for each other both come to their end', async () => {
      await scene.sql("INSERT INTO scratch (id) VALUES ('a'), ('b')")
      const entered = { a: gate(), b: gate() }
      let runs = 0
      const cross = (company_id: typeof A, first: 'a' | 'b', second: 'a' | 'b') =>
        database.write(async (tx) => {
          runs++
          await add(tx, first)
          entered[first].open()
          await entered[second].opened
          await add(tx, second)
        }, company_id)
      await Promise.all([cross(A, 'a', 'b'), cross(B, 'b', 'a')])
      assert.deepEqual(await database.read(async (tx) => [await numberOf(tx, 'a'), await numberOf(tx, 'b')]), [2, 2])
      assert.ok(runs > 2, 'they met')
    })

    for (const [how, fail] of [
      ['waited for', raise],
      ['posted', async (tx: Parameters<typeof postRaise>[0], code: string) => postRaise(tx, code)],
    ] as const) {
      test(`a serialization failure (${how}) is tried again, four times in all, and then 503`, async () => {
        for (const code of ['40001', '40P01']) {
          let left = 3
          let runs = 0
          const job = (name: string) =>
            database.write(async (tx) => {
              runs++
              await insert(tx, `${code} ${name} ${runs}`)
              if (left-- > 0) await fail(tx, code)
            }, A)
          await job('ends')
          assert.equal(runs, 4)
          left = Number.POSITIVE_INFINITY
          runs = 0
          assert.equal((await timed(job('never'))).status, 503)
          assert.equal(runs, 4)
        }
        // The connection goes on.
        assert.deepEqual(await scene.stored(), ['40001 ends 4', '40P01 ends 4'])
      })
    }
  })

  describe('a read', () => {
    test('sees one state from its first statement to its last, whatever is committed in between', async () => {
      await database.read(async (tx) => {
        const before = await ids(tx)
        await database.write((other) => insert(other, 'later'), A)
        assert.deepEqual(await ids(tx), before)
      })
      assert.deepEqual(await database.read(ids), ['later'])
    })

    test('does not wait for a transaction that is under way, and does not see it', async () => {
      const { opened, open } = gate()
      const writing = database.write(async (tx) => {
        await insert(tx, 'slow')
        await opened
      }, A)
      await sleep(20)
      assert.deepEqual(await database.read(ids), [])
      open()
      await writing
      assert.deepEqual(await database.read(ids), ['slow'])
    })

    test('60 at once wait for a free connection and are all answered, also those that fail', async () => {
      const outcomes = await Promise.allSettled(
        Array.from({ length: 60 }, (_, index) =>
          database.read(async (tx) => {
            await sleep(2)
            if (index % 3 === 1) await tx.execute({ sql: 'SELECT 1 / 0', returns_rows: true }, [])
            if (index % 3 === 2) throw notFound()
            return ids(tx)
          }),
        ),
      )
      assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 20)
      await database.write((tx) => insert(tx, 'after'), A)
      // None of their connections has an old snapshot left.
      for (let count = 0; count < 20; count++) assert.deepEqual(await database.read(ids), ['after'])
    })

    test('changes nothing', async () => {
      const error = await database.read((tx) => insert(tx as never, 'no')).catch((error) => error)
      assert.equal(error.status, 503)
      assert.deepEqual(await scene.stored(), [])
    })
  })

  test('other processes are told of a commit, also after the connection they listen on was lost', async () => {
    const other = await scene.openAnother()
    const heard: string[] = []
    other.onNotify((topics) => heard.push(...topics))
    const tell = async (topic: string) => {
      const begun = performance.now()
      while (!heard.includes(topic) && performance.now() - begun < 5_000) {
        await database.write(async (tx) => tx.notify(topic), A)
        await sleep(50)
      }
      assert.ok(heard.includes(topic), topic)
    }
    await tell('first')
    const ended = await scene.sql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN %'")
    assert.ok(ended.length >= 1)
    await tell('second')
  })

  test('a statement whose table was changed by a newer process fails once at most on each connection', async () => {
    const star = { sql: 'SELECT * FROM scratch', returns_rows: true }
    await Promise.all(Array.from({ length: 30 }, () => database.read((tx) => tx.execute(star, []))))
    await scene.sql('ALTER TABLE scratch ADD COLUMN more text')
    const statuses: number[] = []
    for (let count = 0; count < 30; count++) statuses.push((await timed(database.read((tx) => tx.execute(star, [])))).status)
    assert.ok(
      statuses.every((status) => status === 200 || status === 503),
      `${statuses}`,
    )
    assert.ok(statuses.includes(503))
    assert.deepEqual(
      statuses.slice(-10).filter((status) => status !== 200),
      [],
    )
  })

  describe('close', () => {
    test('waits for what was asked for; then nothing is taken any more', async () => {
      const other = await scene.openAnother()
      const last = other.write(async (tx) => {
        await sleep(50)
        await insert(tx, 'last')
      }, A)
      await other.close()
      await last
      assert.deepEqual(await scene.stored(), ['last'])
      assert.equal((await timed(other.write((tx) => insert(tx, 'after'), A))).status, 503)
      assert.equal((await timed(other.read(ids))).status, 503)
      assert.equal((await timed(other.readOne(ids))).status, 503)
      assert.equal(await other.isHealthy(), false)
    })

    test('leaves no connection, not even one that was being opened', async () => {
      const before = await scene.connections()
      for (let round = 0; round < 10; round++) {
        const other = await scene.openAnother()
        const reads = Array.from({ length: 5 }, () => other.read(ids))
        await Promise.all(reads)
        await other.close()
      }
      const give_up_at = performance.now() + 3_000
      while ((await scene.connections()) > before && performance.now() < give_up_at) await sleep(20)
      assert.equal(await scene.connections(), before)
    })
  })

  test('a search is planned for what is searched each time, so a common text is not looked up as a rare one', async () => {
    const search = statement<{ pattern: string }>()((db, p) =>
      db.selectFrom('companies').select('id').where(isLike('id', p.pattern)),
    )
    const kept = await database.read(async (tx) => {
      for (let time = 0; time < 8; time++) await search.all(tx, { pattern: '%a%' })
      const sql = "SELECT statement FROM pg_prepared_statements WHERE statement LIKE 'select%escape%'"
      return (await tx.execute({ sql, returns_rows: true }, [])).rows
    })
    assert.deepEqual(kept, [])
  })
})
