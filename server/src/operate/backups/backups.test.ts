// Scheduled backups and their way back, on both engines: of SQLite a copy of the file, of PostgreSQL an export.
import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { generateIdentity, identityToRecipient } from 'age-encryption'
import { startBucket } from '../../../test/support/bucket.ts'
import { ENGINE, newTestDatabase } from '../../../test/support/engine.ts'
import { makeScene } from '../../../test/support/fixtures.ts'
import { startTestApp, type TestApp } from '../../../test/support/test-app.ts'
import { openDatabase } from '../../engines/open.ts'
import { takeServerLock } from '../../engines/sqlite/file.ts'
import type { JobId } from '../../kernel/ids.ts'
import { createVault } from '../../kernel/vault.ts'
import { exportLines } from '../transfer/export.ts'
import { type BackupSettings, backupJob } from './job.ts'
import { type BackupOrder, makeBackup } from './make.ts'
import { backupName, backupsIn, outdated, readBackupName } from './names.ts'
import { readPlace, shownPlace } from './place.ts'
import { type RestoreOrder, restoreBackup } from './restore.ts'
import { openStore } from './store.ts'

const HOUR_MS = 3_600_000
const KILLS = process.env['QUOIN_TEST_LONG'] ? 30 : 3
const is_sqlite = ENGINE === 'sqlite'
const ENDING = is_sqlite ? '.db.gz' : '.jsonl.gz'

let app: TestApp
let text: string
const folders: string[] = []
const folder = () => {
  const made = mkdtempSync(join(tmpdir(), 'quoin-backups-'))
  folders.push(made)
  return made
}

before(async () => {
  app = await startTestApp()
  await makeScene(app, { key: app.tenant.keys.admin, company: app.tenant.company_id }, 'Own')
  await app.flush()
  text = await exportText(app.database)
})
after(async () => {
  await app.close()
  for (const one of folders) rmSync(one, { recursive: true, force: true })
})

async function exportText(database: TestApp['database']): Promise<string> {
  let lines = ''
  await exportLines(database, null, async (more) => {
    lines += more
  })
  return lines
}

const settingsTo = (path: string, more: Partial<BackupSettings> = {}): BackupSettings => ({
  database: app.settings,
  place: { kind: 'folder', path },
  recipient: undefined,
  every_hours: 24,
  keep: { count: 14, days: undefined },
  ...more,
})

/** Runs the job as a process would. */
async function runJob(settings: BackupSettings, now_ms: number) {
  const job = backupJob(settings)
  assert.ok('run' in job)
  const run = { id: 'job_1' as JobId, company_id: null, payload: null, attempt: 1, now_ms }
  return (await job.run({ ...run, database: app.database, signal: new AbortController().signal })) as Record<string, unknown>
}

/** Restores into a new database; gives its export. */
async function restored(order: Partial<RestoreOrder>): Promise<string> {
  const target = await newTestDatabase()
  try {
    const { data_dir } = target.settings
    if (is_sqlite) rmSync(join(data_dir, 'quoin.db'))
    await restoreBackup(orderFor(target.settings, order))
    assert.deepEqual(
      readdirSync(data_dir).filter((name) => /draft/.test(name)),
      [],
    )
    const { database } = await openDatabase(target.settings, assert.fail)
    const found = await exportText(database)
    await database.close()
    return found
  } finally {
    await target.remove()
  }
}

const orderFor = (settings: RestoreOrder['settings'], order: Partial<RestoreOrder>): RestoreOrder => ({
  settings,
  vault: createVault(Buffer.alloc(32, 7)),
  place: undefined,
  backup: undefined,
  identity: undefined,
  is_dry_run: false,
  replaces: false,
  now_ms: app.now_ms(),
  ...order,
})

describe('scheduled backups', () => {
  test('are made when the newest is old enough, whichever process asks, and removed by count and age', async () => {
    const path = folder()
    writeFileSync(join(path, 'notes.txt'), 'not ours')
    const settings = settingsTo(path, { keep: { count: 2, days: 3 } })
    const start = Date.parse('2026-11-01T03:00:00Z')
    const first = await runJob(settings, start)
    assert.deepEqual([first['name'], first['removed']], [`quoin-20261101T030000Z${ENDING}`, []])
    assert.deepEqual(await runJob(settings, start + 23 * HOUR_MS), { newest: first['name'] })
    for (let day = 1; day <= 5; day++) await runJob(settings, start + day * 24 * HOUR_MS)
    const days = backupsIn(readdirSync(path)).map(({ name }) => name.slice(12, 14))
    assert.deepEqual(days, ['06', '05', '04'], 'two, and of the others those of three days')
    assert.equal(readFileSync(join(path, 'notes.txt'), 'utf8'), 'not ours')
    writeFileSync(join(path, `quoin-29991231T000000Z${ENDING}`), 'made while a clock was wrong')
    assert.equal((await runJob(settings, start + 6 * 24 * HOUR_MS))['name'], `quoin-20261107T030000Z${ENDING}`)
  })

  test('made by the server and a command in the same second are both whole', async () => {
    const settings = settingsTo(folder())
    const made = await Promise.all([1, 2, 3].map(() => makeBackup({ ...settings, now_ms: app.now_ms() })))
    assert.equal(new Set(made.map(({ name }) => name)).size, 1)
    assert.equal(await restored({ place: settings.place }), text)
  })

  test('restore elsewhere to the same bytes, and say what they held', async () => {
    const path = folder()
    const { name } = await runJob(settingsTo(path), app.now_ms())
    const place = { kind: 'folder', path } as const
    const looked = await restoreBackup(orderFor({ data_dir: folder() }, { place, is_dry_run: true }))
    assert.deepEqual(
      [looked.name, looked.made_at, looked.rows['organizations'], looked.replaced],
      [name, '2026-06-15T10:00:00.000Z', 1, null],
    )
    assert.equal(await restored({ place }), text)
    assert.equal(await restored({ backup: join(path, String(name)) }), text)
  })

  test('are encrypted for a recipient, and open with its key alone', async () => {
    const path = folder()
    const identity = await generateIdentity()
    const recipient = await identityToRecipient(identity)
    const { name } = await runJob(settingsTo(path, { recipient }), app.now_ms())
    assert.match(String(name), /\.gz\.age$/)
    assert.match(
      readFileSync(join(path, String(name)))
        .subarray(0, 22)
        .toString(),
      /^age-encryption\.org\/v1/,
    )
    const place = { kind: 'folder', path } as const
    await assert.rejects(restored({ place }), /is encrypted: name the file with its key/)
    await assert.rejects(restored({ place, identity: await generateIdentity() }))
    assert.equal(await restored({ place, identity }), text)
  })

  test('that fail say why, and leave nothing in the store', async () => {
    const path = folder()
    const gone = settingsTo(join(path, 'not there'))
    await assert.rejects(runJob(gone, app.now_ms()), /ENOENT/)
    const bad = settingsTo(path, { recipient: 'age1nobody' })
    await assert.rejects(runJob(bad, app.now_ms()), /^Error: The backup failed: /)
    assert.deepEqual(readdirSync(path), [])
  })

  test(`${KILLS} kills: each backup that is there is whole`, async () => {
    const path = folder()
    const settings = settingsTo(path)
    for (let kill = 0; kill < KILLS; kill++) {
      const child = fork(new URL('./backup-process.ts', import.meta.url), [], {
        execArgv: [],
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      })
      const order: BackupOrder = { ...settings, now_ms: app.now_ms() + kill * 60_000 }
      child.send({ order })
      await sleep(100 + Math.random() * 900)
      const ended = child.exitCode === null ? once(child, 'exit') : undefined
      child.kill('SIGKILL')
      await ended
    }
    const last = await makeBackup({ ...settings, now_ms: app.now_ms() + KILLS * 60_000 })
    const names = readdirSync(path)
    assert.deepEqual(
      names.filter((name) => !readBackupName(name)),
      [],
    )
    assert.ok(names.includes(last.name))
    for (const backup of names) {
      const report = await restoreBackup(orderFor({ data_dir: folder() }, { place: settings.place, backup, is_dry_run: true }))
      assert.equal(report.rows['companies'], 2)
    }
  })
})

describe('a restore', () => {
  test('refuses what is no whole backup, and leaves the folder as it was', async () => {
    const path = folder()
    const { name } = await makeBackup({ ...settingsTo(path), now_ms: app.now_ms() })
    const file = join(path, name)
    const { length } = readFileSync(file)
    truncateSync(file, length - 100)
    writeFileSync(join(path, `other${ENDING}`), 'no archive')
    for (const backup of [file, join(path, `other${ENDING}`), join(path, 'none.db.gz')]) {
      const data_dir = folder()
      await assert.rejects(restoreBackup(orderFor({ data_dir }, { backup, is_dry_run: true })), Error, backup)
      assert.deepEqual(readdirSync(data_dir), [])
    }
    await assert.rejects(
      restoreBackup(orderFor({ data_dir: folder() }, { place: { kind: 'folder', path: folder() } })),
      /There is no backup there/,
    )
  })

  test('moves a database away only when it is told to, and never under a server', {
    skip: !is_sqlite && 'of a file',
  }, async () => {
    const path = folder()
    await makeBackup({ ...settingsTo(path), now_ms: app.now_ms() })
    const target = await newTestDatabase()
    const { data_dir } = target.settings
    const order = orderFor(target.settings, { place: { kind: 'folder', path } })
    await assert.rejects(restoreBackup(order), /There is a database in .*: --force moves it away/)
    const lock = takeServerLock(data_dir)
    await assert.rejects(restoreBackup({ ...order, replaces: true }), /Another Quoin server is running/)
    lock.release()
    const { replaced } = await restoreBackup({ ...order, replaces: true })
    assert.equal(replaced, join(data_dir, 'quoin.db.replaced-20260615T100000Z'))
    assert.ok(existsSync(replaced))
    await target.remove()
  })

  test('of a file of SQLite to PostgreSQL is refused in words', { skip: !is_sqlite && 'of a file' }, async () => {
    const path = folder()
    const { name } = await makeBackup({ ...settingsTo(path), now_ms: app.now_ms() })
    const settings = { data_dir: folder(), database_url: 'postgres://nobody@127.0.0.1:9/none' }
    await assert.rejects(
      restoreBackup(orderFor(settings, { backup: join(path, name) })),
      /is a database of SQLite: restore it without/,
    )
  })
})

test('a bucket that speaks S3 holds them the same way, in parts where they are large; a wrong key is refused', async () => {
  const { port, close } = await startBucket(folder(), 'quoin')
  try {
    const place = readPlace(`s3+http://S3RVER:S3RVER@127.0.0.1:${port}/quoin/of/billing`)!
    const store = await openStore(place)
    const settings = settingsTo('', { place, keep: { count: 1, days: undefined } })
    const { name } = await runJob(settings, app.now_ms())
    assert.deepEqual(await store.list(), [name])
    assert.equal(await restored({ place }), text)
    const later = await runJob(settings, app.now_ms() + 24 * HOUR_MS)
    assert.deepEqual([await store.list(), later['removed']], [[later['name']], [name]])
    const large = join(folder(), 'large')
    const bytes = randomBytes(40 * 1024 * 1024)
    writeFileSync(large, bytes)
    await store.put('large', large)
    assert.ok(Buffer.concat(await (await store.get('large')).toArray()).equals(bytes))
    await assert.rejects(store.get('none'), /no none/)
    const wrong = readPlace(`s3+http://OTHER:S3RVER@127.0.0.1:${port}/quoin`)!
    await assert.rejects(runJob(settingsTo('', { place: wrong }), app.now_ms()), /InvalidAccessKeyId/)
  } finally {
    await close()
  }
})

describe('names and places', () => {
  test('a name says when, which form, and whether it is encrypted', () => {
    const made_ms = Date.parse('2026-11-30T03:15:07Z')
    const name = backupName(made_ms + 999, 'jsonl', true)
    assert.equal(name, 'quoin-20261130T031507Z.jsonl.gz.age')
    assert.deepEqual(readBackupName(name), { name, made_ms, form: 'jsonl', is_encrypted: true, link: undefined })
    const link = { chain: '20261130T031501Z-00c0ffee', from: 12, through: 13 }
    const linked = backupName(made_ms, 'db', false, link)
    assert.equal(linked, 'quoin-20261130T031507Z.log-20261130T031501Z-00c0ffee-12-13.db.gz')
    assert.deepEqual(readBackupName(linked)?.link, link)
    for (const other of [
      'quoin-20261130T031507Z.db',
      'quoin-20269930T031507Z.db.gz',
      'x',
      '.partial-quoin-20261130T031507Z.db.gz',
    ])
      assert.equal(readBackupName(other), undefined, other)
  })

  test('the newest is never removed, however old', () => {
    const [old] = backupsIn(['quoin-20200101T000000Z.db.gz'])
    assert.deepEqual(outdated([old!], { count: 1, days: 1 }, Date.parse('2026-01-01T00:00:00Z')), [])
  })

  test('a place is a folder, or a bucket with its keys over TLS', () => {
    assert.deepEqual(readPlace('/backups'), { kind: 'folder', path: '/backups' })
    const bucket = readPlace('s3+https://KEY:a%2Fb@s3.example.com/bucket/a/b/?region=eu-central-1')!
    const expected = {
      endpoint: 'https://s3.example.com/bucket',
      prefix: 'a/b/',
      region: 'eu-central-1',
      key_id: 'KEY',
      secret: 'a/b',
    }
    assert.deepEqual(bucket, { kind: 's3', ...expected })
    assert.equal(shownPlace(bucket), 's3+https://s3.example.com/bucket/a/b/')
    for (const bad of [
      's3://bucket',
      's3+https://s3.example.com/bucket',
      's3+https://K:S@s3.example.com/',
      's3+http://K:S@s3.example.com/bucket',
      's3+https://K:S@s3.example.com/bucket?acl=public',
    ])
      assert.equal(readPlace(bad), undefined, bad)
  })
})
