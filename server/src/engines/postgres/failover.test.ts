// A server that is a standby, or becomes one, and a commit that stopped waiting for its standby: never an old answer, never a false success.
import assert from 'node:assert/strict'
import { chownSync, statSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { ENGINE } from '../../../test/support/engine.ts'
import { type Postgres, run, startPostgres } from '../../../test/support/postgres.ts'
import { A, backendOf, ids, insert, openScene, type Scene, timed } from '../../../test/support/postgres-scene.ts'
import { PostgresDatabase } from './database.ts'
import { migratePostgres } from './migrate.ts'
import { openPostgres } from './open.ts'

const SKIP = { skip: ENGINE === 'postgres' ? false : 'once is enough, on the other engine' }
const LONGEST_MS = 10_000

/** Asks until a write is answered. */
async function untilWritten(database: PostgresDatabase): Promise<void> {
  const begun = performance.now()
  while ((await timed(database.write(async (tx) => ids(tx), A))).status !== 200) {
    assert.ok(performance.now() - begun < LONGEST_MS, 'no write is answered again')
    await sleep(20)
  }
}

describe('a fail-over', { ...SKIP, timeout: 60_000 }, () => {
  let postgres: Postgres
  let scene: Scene
  let database: PostgresDatabase
  before(async () => {
    postgres = await startPostgres({ is_durable: true })
    await migratePostgres(postgres.url)
    scene = await openScene(postgres.url)
    database = scene.database
  })
  after(async () => {
    await scene.close()
    await postgres.remove()
  })

  test('a standby gets no requests: reads, writes and /health are 503 until it is promoted, then all is answered and heard again', async () => {
    await database.write((tx) => insert(tx, 'before'), A)
    await postgres.stop()
    const signal = join(postgres.data_folder, 'standby.signal')
    writeFileSync(signal, '')
    const { uid, gid } = statSync(postgres.data_folder)
    chownSync(signal, uid, gid)
    await postgres.start()

    assert.equal((await timed(database.read(ids))).status, 503)
    assert.equal((await timed(database.readOne(ids))).status, 503)
    assert.equal((await timed(database.write((tx) => insert(tx, 'refused'), A))).status, 503)
    assert.equal(await database.isHealthy(), false)
    await assert.rejects(PostgresDatabase.open(scene.url), { code: '25006' })
    await assert.rejects(openPostgres(scene.url, { data_dir: '' }), /read-only transaction/)

    await run(postgres.url, 'SELECT pg_promote()')
    await untilWritten(database)
    assert.equal(await database.isHealthy(), true)
    assert.deepEqual(await database.read(ids), ['before'])
    const other = await scene.openAnother()
    const heard = new Promise((resolve) => database.onNotify(resolve))
    const telling = setInterval(() => void other.write(async (tx) => tx.notify('topic'), A).catch(() => {}), 100)
    await Promise.race([heard, sleep(LONGEST_MS).then(() => assert.fail('notices are not heard again'))])
    clearInterval(telling)
  })

  test('a connection on which a write met a server that takes none is replaced', async () => {
    const before = await database.write(backendOf, A)
    await scene.sql('ALTER SYSTEM SET default_transaction_read_only = on')
    await scene.sql('SELECT pg_reload_conf()')
    await sleep(200)
    assert.equal((await timed(database.write((tx) => insert(tx, 'read-only'), A))).status, 503)
    await scene.sql('ALTER SYSTEM RESET default_transaction_read_only')
    await scene.sql('SELECT pg_reload_conf()')
    await untilWritten(database)
    assert.notEqual(await database.write(backendOf, A), before)
  })

  test('a commit whose wait for a synchronous standby was cancelled is 503, although PostgreSQL calls it done', async () => {
    await scene.sql("ALTER SYSTEM SET synchronous_standby_names = 'nobody'")
    await scene.sql('SELECT pg_reload_conf()')
    await sleep(200)
    const writing = timed(database.write((tx) => insert(tx, 'local'), A))
    const waiting = "SELECT pid FROM pg_stat_activity WHERE wait_event = 'SyncRep' AND application_name = 'quoin'"
    while ((await scene.sql(waiting)).length === 0) await sleep(20)
    await scene.sql(`SELECT pg_cancel_backend(pid) FROM (${waiting}) AS found`)
    assert.equal((await writing).status, 503)
    await scene.sql('ALTER SYSTEM RESET synchronous_standby_names')
    await scene.sql('SELECT pg_reload_conf()')
    await untilWritten(database)
  })
})

test('a pooler that lets clients in and has no server for them is given up after 3 s', { ...SKIP, timeout: 20_000 }, async () => {
  const READY = Buffer.from('520000000800000000' + '5a0000000549', 'hex')
  const pooler = createServer((socket) => socket.on('error', () => {}).once('data', () => socket.write(READY)))
  await new Promise<void>((resolve) => pooler.listen(0, '127.0.0.1', resolve))
  const { port } = pooler.address() as AddressInfo
  const begun = performance.now()
  await assert.rejects(PostgresDatabase.open(`postgres://quoin@127.0.0.1:${port}/quoin`))
  assert.ok(performance.now() - begun < LONGEST_MS)
  pooler.close()
})
