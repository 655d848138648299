// `quoin backup`: whole, of one moment, beside a server that writes, and never half there.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, before, describe, test } from 'node:test'
import { needs_sqlite } from '../../server/test/support/engine.ts'
import { CLI } from '../../server/test/support/program.ts'
import {
  Client,
  type MadeSetup,
  runCli,
  type ServerProcess,
  setUpWithCli,
  startServerProcess,
  temporaryFolder,
} from '../../server/test/support/server-process.ts'

const WRITERS = 8
const KILLS = process.env['QUOIN_TEST_LONG'] ? 60 : 6

const folder = temporaryFolder()
const backups = temporaryFolder()
const place = (name: string) => join(backups.path, name)
let setup: MadeSetup
let server: ServerProcess
let client: Client
let customer_id: string

/** Writers that make invoices one after the other until `stop`; `acknowledged` has those that were answered so far. */
function startStorm(): { acknowledged: string[]; stop(): Promise<void> } {
  const acknowledged: string[] = []
  let is_over = false
  const body = { customer_id, issue_date: '2026-03-03', items: [{ name: 'x', quantity: 3, unit_price: 1.1 }] }
  const writers = Array.from({ length: WRITERS }, async () => {
    while (!is_over) {
      const { status, body: made } = await client.call('POST', `/v1/invoices?company_id=${setup.company_id}`, body)
      assert.equal(status, 201, JSON.stringify(made))
      acknowledged.push(made.data.id)
    }
  })
  return {
    acknowledged,
    async stop() {
      is_over = true
      await Promise.all(writers)
    },
  }
}

/** A data folder with a backup put in place, as docs/self-hosting.md says. */
function restore(backup: string): ReturnType<typeof temporaryFolder> {
  const restored = temporaryFolder()
  copyFileSync(backup, join(restored.path, 'quoin.db'))
  copyFileSync(join(folder.path, 'secret.key'), join(restored.path, 'secret.key'))
  return restored
}

/** What SQLite itself finds wrong with a file; `ok` for nothing. */
function integrity(path: string): unknown {
  const database = new DatabaseSync(path, { readOnly: true })
  try {
    return database.prepare('PRAGMA integrity_check').get()!['integrity_check']
  } finally {
    database.close()
  }
}

describe('quoin backup', { skip: needs_sqlite }, () => {
  before(async () => {
    assert.equal((await runCli(folder.path, 'demo')).code, 0)
    setup = await setUpWithCli(folder.path)
    server = await startServerProcess(folder.path, { QUOIN_ALLOW_PRIVATE_WEBHOOKS: '1' })
    client = new Client(server.url, setup.api_key)
    const q = `company_id=${setup.company_id}`
    customer_id = (await client.call('POST', `/v1/customers?${q}`, { name: 'C' })).body.data.id
    assert.equal((await client.call('POST', `/v1/webhook-endpoints?${q}`, { url: 'http://127.0.0.1:9/' })).status, 201)
  })
  after(async () => {
    client.close()
    await server.end('SIGTERM')
    folder.remove()
    backups.remove()
  })

  test('in a storm of writes it has every write that was acknowledged before, whole, and holds no write up', async (context) => {
    const storm = startStorm()
    while (storm.acknowledged.length < 100) await new Promise((resolve) => setTimeout(resolve, 20))
    const before = [...storm.acknowledged]
    const { code, stdout, stderr } = await runCli(folder.path, 'backup', place('storm.db'), '--json')
    const during = storm.acknowledged.length - before.length
    // Before anything can fail: it would go on forever.
    await storm.stop()
    assert.equal(code, 0, stderr)
    assert.ok(during > 10, `${during} writes during the backup`)
    context.diagnostic(`${during} writes during the backup`)
    const { bytes, ...said } = JSON.parse(stdout)
    const key_file = join(folder.path, 'secret.key')
    assert.deepEqual(said, { file: place('storm.db'), is_checked: true, secret_key_file: key_file })
    const { size, mode } = statSync(place('storm.db'))
    assert.deepEqual([bytes, mode & 0o777], [size, 0o600])
    assert.equal(integrity(place('storm.db')), 'ok')
    assert.deepEqual(readdirSync(backups.path), ['storm.db'], 'nothing else lies beside it')

    const restored = restore(place('storm.db'))
    const audit = JSON.parse((await runCli(restored.path, 'audit', 'verify', '--json')).stdout)
    assert.ok(audit.is_whole && audit.chains.some((chain: { entries: number }) => chain.entries >= before.length))
    const second = await startServerProcess(restored.path, { QUOIN_ALLOW_PRIVATE_WEBHOOKS: '1' })
    const reader = new Client(second.url, setup.api_key)
    const invoices = await reader.all(`/v1/invoices?company_id=${setup.company_id}`, 'invoices')
    const ids = new Set(invoices.map(({ id }) => id))
    assert.deepEqual(
      before.filter((id) => !ids.has(id)),
      [],
    )
    const numbers = invoices.map(({ invoice_number }) => invoice_number as string).sort()
    assert.deepEqual(
      numbers,
      numbers.map((_, index) => `INV-2026-${String(index + 1).padStart(6, '0')}`),
    )
    const events = await reader.events(setup.company_id)
    const created = events.filter(({ type }) => type === 'invoice.created').map(({ resource_id }) => resource_id)
    assert.deepEqual(created.sort(), [...ids].sort(), 'an event for each invoice, and an invoice for each event')
    const next = await reader.call('POST', `/v1/invoices?company_id=${setup.company_id}`, {
      customer_id,
      issue_date: '2026-03-03',
      items: [],
    })
    assert.equal(next.body.data.invoice_number, `INV-2026-${String(numbers.length + 1).padStart(6, '0')}`)
    reader.close()
    await second.end('SIGTERM')
    restored.remove()
  })

  test('is not restored without the key of the signing secrets', async () => {
    assert.equal((await runCli(folder.path, 'backup', place('keyless.db'))).code, 0)
    const restored = restore(place('keyless.db'))
    rmSync(join(restored.path, 'secret.key'))
    const start = startServerProcess(restored.path)
    await assert.rejects(start, /sealed with another key: restore secret\.key in the data folder from a backup/)
    restored.remove()
  })

  test('killed at any moment, it leaves no half backup under the name, and the next one clears up', async (context) => {
    let drafts_left = 0
    for (let cycle = 0; cycle < KILLS; cycle++) {
      const target = place(`killed-${cycle}.db`)
      const child = spawn(process.execPath, [CLI, 'backup', target], { env: environment(), stdio: 'ignore' })
      const ended = new Promise((resolve) => child.once('exit', resolve))
      while (!draftsOf(target).length && child.exitCode === null) await new Promise((resolve) => setTimeout(resolve, 1))
      await new Promise((resolve) => setTimeout(resolve, (cycle % 12) * 20))
      child.kill('SIGKILL')
      await ended
      if (draftsOf(target).length > 0) drafts_left++
      const is_there = readdirSync(backups.path).includes(`killed-${cycle}.db`)
      if (is_there) assert.equal(integrity(target), 'ok')
      const again = await runCli(folder.path, 'backup', target, '--force')
      assert.equal(again.code, 0, again.stderr)
      assert.equal(integrity(target), 'ok')
      assert.deepEqual(draftsOf(target), [])
    }
    assert.ok(drafts_left > 0, 'no kill fell into a backup')
    context.diagnostic(`${drafts_left} of ${KILLS} kills fell into a backup`)
  })

  test('replaces nothing unless it is told to', async () => {
    writeFileSync(place('taken.db'), 'precious')
    const refused = await runCli(folder.path, 'backup', place('taken.db'))
    const line = `quoin: ${place('taken.db')} exists already: give another name, or --force to replace it\n`
    assert.deepEqual([refused.code, refused.stdout, refused.stderr], [1, '', line])
    assert.equal(readFileSync(place('taken.db'), 'utf8'), 'precious')
    symlinkSync(place('taken.db'), place('link.db'))
    assert.equal((await runCli(folder.path, 'backup', place('link.db'), '--force')).code, 0)
    assert.equal(integrity(place('taken.db')), 'ok', 'a link is followed')
  })

  for (const [name, file, message] of [
    ['the database itself', () => join(folder.path, 'quoin.db'), /belongs to the data folder/],
    ['the key', () => join(folder.path, 'secret.key'), /belongs to the data folder/],
    ['a folder', () => backups.path, /is not an ordinary file/],
    ['a file in a folder that is not there', () => place('no/such.db'), /can't be written: ENOENT/],
    ['the database of another server', () => join(inUse(), 'quoin.db'), /is a database in use/],
  ] as const) {
    test(`never takes the place of ${name}, with --force neither`, async () => {
      const { code, stdout, stderr } = await runCli(folder.path, 'backup', file(), '--force')
      assert.deepEqual([code, stdout, stderr.trim().split('\n').length], [1, '', 1])
      assert.match(stderr, message)
    })
  }

  test('says which variable is wrong when there is no database', async () => {
    const { code, stderr } = await runCli(place('nowhere'), 'backup', place('none.db'))
    assert.equal(code, 1)
    assert.match(stderr, /^quoin: There is no database .*nowhere\/quoin\.db: set QUOIN_DATA_DIR to the server's data folder\n$/)
    assert.equal(readdirSync(backups.path).includes('none.db'), false)
  })

  test('of a damaged database is removed, and says so', async () => {
    const damaged = temporaryFolder()
    const path = join(damaged.path, 'quoin.db')
    copyFileSync(place('storm.db'), path)
    const bytes = readFileSync(path)
    const middle = Math.floor(bytes.length / 8192) * 4096
    bytes.fill(0xff, middle, middle + 8 * 4096)
    writeFileSync(path, bytes)
    const { code, stderr } = await runCli(damaged.path, 'backup', place('damaged.db'))
    assert.equal(code, 1)
    assert.match(stderr, /^quoin: The database .*quoin\.db is damaged, and so is its copy, which was removed: [^\n]+\n$/)
    assert.equal(readdirSync(backups.path).includes('damaged.db'), false)
    damaged.remove()
  })

  test('names pg_dump for a database that is not the embedded one', async () => {
    const child = spawn(process.execPath, [CLI, 'backup', place('pg.db')], {
      env: { ...environment(), QUOIN_DATABASE_URL: 'postgres://db/quoin' },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let stderr = ''
    for await (const chunk of child.stderr) stderr += chunk
    assert.match(stderr, /^quoin: [^\n]*pg_dump --format=custom --file=quoin\.dump "\$QUOIN_DATABASE_URL"\n$/)
  })
})

const environment = () => ({ ...process.env, QUOIN_DATA_DIR: folder.path })
const draftsOf = (target: string) =>
  readdirSync(backups.path).filter((name) => place(name).startsWith(`${target}.partial-`) && !/-(journal|wal|shm)$/.test(name))

/** A folder with a database and its log. */
function inUse(): string {
  mkdirSync(place('other'), { recursive: true })
  writeFileSync(place('other/quoin.db'), '')
  writeFileSync(place('other/quoin.db-wal'), '')
  return place('other')
}
