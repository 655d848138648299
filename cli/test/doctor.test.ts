// `quoin doctor`: changes nothing, says what is wrong, and exits 1 then.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, readdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { openDatabase } from '../../server/src/engines/open.ts'
import { defineJob } from '../../server/src/jobs/job-kind.ts'
import { enqueue } from '../../server/src/jobs/queue.ts'
import type { Database } from '../../server/src/sql/database.ts'
import { ENGINE, needs_sqlite, newTestDatabase, type TestDatabase } from '../../server/test/support/engine.ts'
import { runCli, setUpWithCli, startServerProcess, temporaryFolder } from '../../server/test/support/server-process.ts'

const CLI = fileURLToPath(new URL('../bin/quoin.js', import.meta.url))

interface Check {
  check: string
  status: string
  message: string
  advice?: string
}

/** What it says of a folder, by what was checked. */
async function examine(folder: string, ...options: string[]) {
  const { code, stdout, stderr } = await runCli(folder, 'doctor', '--json', ...options)
  assert.equal(stderr, '')
  const { is_ok, checks } = JSON.parse(stdout) as { is_ok: boolean; checks: Check[] }
  assert.equal(is_ok, code === 0)
  const of = (name: string) => checks.filter(({ check }) => check === name)
  return { code, checks, of, failed: checks.filter(({ status }) => status === 'failed').map(({ check }) => check) }
}

describe('quoin doctor', () => {
  const folder = temporaryFolder()
  before(async () => {
    await setUpWithCli(folder.path)
  })
  after(() => folder.remove())

  test('says that a service in use is well', async () => {
    const { code, of, checks } = await examine(folder.path)
    // The PostgreSQL of the tests runs without fsync, and that is what it is told.
    if (ENGINE === 'postgres') {
      assert.equal(code, 1)
      assert.deepEqual(
        of('engine').map(({ status }) => status),
        ['ok', 'failed', 'failed'],
      )
      assert.equal(of('clock')[0]!.status, 'ok')
    } else assert.equal(code, 0, JSON.stringify(checks))
    for (const name of ['migrations', 'audit log', 'figures', 'failed jobs', 'due jobs', 'webhooks', 'mails', 'disk'])
      assert.equal(of(name)[0]!.status, 'ok', name)
  })

  test('leaves out what reads every row with --quick', async () => {
    const { of } = await examine(folder.path, '--quick')
    assert.deepEqual([of('audit log')[0]!.status, of('figures')[0]!.status], ['skipped', 'skipped'])
  })

  test('speaks to people, with advice below what it is about', async () => {
    const { stdout } = await runCli(folder.path, 'doctor', '--backups', join(folder.path, 'none'))
    assert.match(stdout, /^ok {7}quoin +\d+\.\d+\.\d+$/m)
    assert.match(stdout, /^failed {3}backups +The folder .+ is not there\.\n +See /m)
    assert.match(stdout, /\n\n\d+ failed, \d+ warnings?\n$/)
  })

  test('finds that the key of the database is missing', { skip: needs_sqlite }, async () => {
    const server = await startServerProcess(folder.path)
    await server.end('SIGTERM')
    const { of } = await examine(folder.path, '--quick')
    assert.deepEqual([of('secret key')[0]!.status, of('background work')[0]!.status], ['ok', 'ok'])
    const key = join(folder.path, 'secret.key')
    renameSync(key, `${key}.away`)
    assert.deepEqual((await examine(folder.path, '--quick')).failed, ['secret key'])
    writeFileSync(key, `${'0'.repeat(64)}\n`, { mode: 0o600 })
    assert.deepEqual((await examine(folder.path, '--quick')).failed, ['secret key'])
    renameSync(`${key}.away`, key)
  })

  test('looks at the backups that the server makes', { skip: needs_sqlite }, async () => {
    const backups = temporaryFolder()
    process.env['QUOIN_BACKUP_TO'] = backups.path
    try {
      assert.deepEqual((await examine(folder.path, '--quick')).failed, ['backups'])
      assert.equal((await runCli(folder.path, 'backups', 'make')).code, 0)
      const { of } = await examine(folder.path, '--quick')
      assert.deepEqual([of('backups')[0]!.status, of('backups')[0]!.message], ['ok', 'The newest of 1 is 0 minutes old'])
    } finally {
      delete process.env['QUOIN_BACKUP_TO']
      backups.remove()
    }
  })

  test('finds files that others can read', { skip: needs_sqlite }, async () => {
    chmodSync(join(folder.path, 'quoin.db'), 0o644)
    assert.deepEqual((await examine(folder.path, '--quick')).failed, ['data folder'])
    chmodSync(join(folder.path, 'quoin.db'), 0o600)
  })

  test('makes no database and no folder', { skip: needs_sqlite }, async () => {
    const empty = temporaryFolder()
    const { code } = await examine(empty.path)
    assert.equal(code, 0)
    assert.deepEqual(readdirSync(empty.path), [])
    await examine(join(empty.path, 'none'))
    assert.ok(!existsSync(join(empty.path, 'none')))
    empty.remove()
  })
})

describe('quoin doctor finds in the database', () => {
  let place: TestDatabase
  let database: Database
  const broken = defineJob({ kind: 'test.broken', attempts: 1, run: async () => {} })
  const examinePlace = async () => {
    const env = { ...process.env }
    Object.assign(process.env, place.env)
    try {
      return await examine(place.settings.data_dir, '--quick')
    } finally {
      process.env = env
    }
  }
  before(async () => {
    place = await newTestDatabase()
    database = (await openDatabase(place.settings, assert.ifError)).database
  })
  after(async () => {
    await database.close()
    await place.remove()
  })

  test('jobs that wait too long', { skip: needs_sqlite }, async () => {
    const long_ago = Date.now() - 60 * 60_000
    await database.write((tx) => enqueue(tx, { kind: broken, company_id: null, payload: null }, long_ago))
    const { of } = await examinePlace()
    assert.deepEqual([of('due jobs')[0]!.status, /test\.broken 1/.test(of('due jobs')[0]!.message)], ['warning', true])
  })

  test('mails that wait without a mail server, and a clock that was set back', { skip: needs_sqlite }, async () => {
    const mail = defineJob({ kind: 'mail.send', run: async () => {} })
    await database.write(async (tx) => {
      await enqueue(tx, { kind: mail, company_id: null, payload: null }, Date.now())
      const finished_at = new Date(Date.now() + 3 * 60 * 60_000).toISOString()
      await tx.execute({ sql: 'UPDATE jobs SET finished_at = ?', returns_rows: false }, [finished_at])
    })
    const { failed, of } = await examinePlace()
    assert.deepEqual(failed.toSorted(), ['clock', 'mails'])
    assert.match(of('clock')[0]!.message, /[23] hours from now: the clock was set back/)
  })
})

test('quoin doctor says of a variable that keeps a server from starting', async () => {
  const folder = temporaryFolder()
  process.env['QUOIN_SLOW_QUERY_MS'] = 'soon'
  try {
    const { code, failed, of } = await examine(folder.path)
    assert.deepEqual([code, failed], [1, ['settings']])
    assert.match(of('settings')[0]!.message, /QUOIN_SLOW_QUERY_MS is "soon"/)
  } finally {
    delete process.env['QUOIN_SLOW_QUERY_MS']
    folder.remove()
  }
})

test('quoin doctor says so when PostgreSQL does not answer', () => {
  const folder = temporaryFolder()
  const unreachable = 'postgres://quoin:hunter2@127.0.0.1:9/quoin'
  const env = { ...process.env, QUOIN_DATA_DIR: folder.path, QUOIN_DATABASE_URL: unreachable }
  const { status, stdout } = spawnSync(process.execPath, [CLI, 'doctor'], { env, encoding: 'utf8' })
  assert.equal(status, 1)
  assert.match(stdout, /^failed +database +It can't be read: .*ECONNREFUSED/m)
  assert.doesNotMatch(stdout, /hunter2/)
  folder.remove()
})
