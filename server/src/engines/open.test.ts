// What the opening of a database on PostgreSQL checks and sets, and what it does not wait for.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import pg from 'pg'
import { ENGINE, newTestDatabase, type TestDatabase } from '../../test/support/engine.ts'
import { run } from '../../test/support/postgres.ts'
import { CannotOpen, type Database, type Tx } from '../sql/database.ts'
import { openDatabase } from './open.ts'
import { migratePostgres } from './postgres/migrate.ts'

const SHOW = { sql: "SELECT current_setting('synchronous_commit') AS value", returns_rows: true }
const shown = async (tx: Tx) => (await tx.execute(SHOW, [])).rows
/** The advisory lock of those who migrate. */
const MIGRATION_LOCK = 4_280_001

// The server of the tests has all that is about durability turned off.
describe('a database on PostgreSQL', { skip: ENGINE === 'postgres' ? false : 'once is enough, on the other engine' }, () => {
  let place: TestDatabase
  let url: string
  let database: Database
  let warnings: string[]
  before(async () => {
    place = await newTestDatabase()
    url = place.settings.database_url!
    const opened = await openDatabase(place.settings, assert.ifError)
    database = opened.database
    warnings = opened.warnings
  })
  after(async () => {
    await database.close()
    await place.remove()
  })

  test('acknowledges what is on the disk, where its default is to acknowledge before', async () => {
    assert.equal((await run(url, 'SHOW synchronous_commit')).rows[0].synchronous_commit, 'off')
    assert.deepEqual(await database.write(shown), [{ value: 'on' }])
    assert.deepEqual(await database.read(shown), [{ value: 'on' }])
  })

  test('keeps a promise that goes further', async () => {
    await run(url, `ALTER DATABASE ${new URL(url).pathname.slice(1)} SET synchronous_commit = remote_apply`)
    const other = await openDatabase(place.settings, assert.ifError)
    assert.deepEqual(await other.database.write(shown), [{ value: 'remote_apply' }])
    await other.database.close()
  })

  test('is opened with a warning for each setting that a crash of its machine could not be survived with', () => {
    assert.deepEqual(
      warnings.map((line) => /^PostgreSQL runs with (\w+) = off: /.exec(line)?.[1]),
      ['fsync', 'full_page_writes'],
    )
  })

  test('is not waited for without end when another process hangs in its migration', async () => {
    const hanging = new pg.Client({ connectionString: url })
    await hanging.connect()
    await hanging.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK])
    try {
      const begun = performance.now()
      await assert.rejects(migratePostgres(url, undefined, 300), (error: Error) => {
        assert.ok(error instanceof CannotOpen)
        assert.match(
          error.message,
          /^The database test_\w+ could not be migrated: another process [^\n]+ for 0\.3 seconds\.[^\n]+$/,
        )
        return true
      })
      assert.ok(performance.now() - begun < 5_000)
    } finally {
      await hanging.end()
    }
    assert.deepEqual(await migratePostgres(url, undefined, 300), [])
  })
})
