// What a start may meet: the key of another database, a missing database, a full disk, a PostgreSQL that is not up yet or goes away, a
// pooler.
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { chownSync, mkdtempSync, readFileSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { findPooler } from '../../scripts/proxies.ts'
import { changeFolder, ENGINE, needs_sqlite } from './support/engine.ts'
import { type Postgres, startPostgres } from './support/postgres.ts'
import { Client, runCli, setUpWithCli, startServerProcess, temporaryFolder } from './support/server-process.ts'
import { makeSmallDisk, type SmallDisk, withoutSmallDisk } from './support/small-disk.ts'

/** The message of a refused start on a folder. */
async function refusalOf(folder: string, env: Record<string, string> = {}): Promise<string> {
  const started = await startServerProcess(folder, env).catch((error: Error) => error)
  if (started instanceof Error) return started.message
  await started.end('SIGTERM')
  throw new Error('it started')
}

describe('a key that is not the one of the database', () => {
  test('is refused when only second factors are sealed, and taken when nothing is', async () => {
    const folder = temporaryFolder()
    try {
      await setUpWithCli(folder.path)
      await (await startServerProcess(folder.path)).end('SIGTERM')
      const other = { QUOIN_SECRET_KEY: '11'.repeat(32) }
      if (ENGINE === 'sqlite') {
        // Nothing was sealed yet.
        await (await startServerProcess(folder.path, other)).end('SIGTERM')
        await (await startServerProcess(folder.path)).end('SIGTERM')
      }
      const now = '2026-06-15T10:00:00.000Z'
      await changeFolder(
        folder.path,
        `INSERT INTO persons (id, name, email, email_verified, created_at, updated_at) VALUES ('p', 'P', 'p@example.com', 1, '${now}', '${now}')`,
      )
      await changeFolder(
        folder.path,
        "INSERT INTO two_factors (id, person_id, secret, backup_codes) VALUES ('t', 'p', 'sealed', 'sealed')",
      )
      const line = ENGINE === 'sqlite' ? /^quoin: Second factors were sealed with another key: [^\n]+\n$/ : /another key[^\n]+\n$/
      assert.match(await refusalOf(folder.path, other), line)
      // A missing file counts as another key, and no new one is created.
      renameSync(join(folder.path, 'secret.key'), join(folder.path, 'kept'))
      assert.match(await refusalOf(folder.path), line)
      renameSync(join(folder.path, 'kept'), join(folder.path, 'secret.key'))
      await (await startServerProcess(folder.path)).end('SIGTERM')
    } finally {
      folder.remove()
    }
  })
})

describe('a key without its database', { skip: needs_sqlite }, () => {
  const line =
    /^quoin: The data folder \S+ has a secret\.key, but quoin\.db is missing or empty: restore it from a backup, or set QUOIN_NEW_DATABASE=1 to begin with an empty one\n$/

  for (const [name, lose] of [
    ['missing', (file: string) => rmSync(file)],
    ['empty', (file: string) => truncateSync(file, 0)],
  ] as const) {
    test(`is refused when quoin.db is ${name}, and goes on by the variable alone`, async () => {
      const folder = temporaryFolder()
      try {
        await (await startServerProcess(folder.path)).end('SIGTERM')
        for (const suffix of ['-wal', '-shm']) rmSync(join(folder.path, `quoin.db${suffix}`), { force: true })
        lose(join(folder.path, 'quoin.db'))
        assert.match(await refusalOf(folder.path), line)
        const server = await startServerProcess(folder.path, { QUOIN_NEW_DATABASE: '1' })
        assert.match(server.output, /This is a new database/)
        await server.end('SIGTERM')
        await (await startServerProcess(folder.path)).end('SIGTERM')
      } finally {
        folder.remove()
      }
    })
  }
})

describe('a full disk', { skip: needs_sqlite || withoutSmallDisk() }, () => {
  let small: SmallDisk
  let disk: string
  before(() => {
    small = makeSmallDisk()
    disk = small.path
  })
  after(() => small.remove())

  test('writes are 503 with Retry-After, reads go on, /health tells, the log has one line of it, and all goes on by itself once there is room', async () => {
    const folder = join(disk, 'data')
    const setup = await setUpWithCli(folder)
    const server = await startServerProcess(folder)
    const client = new Client(server.url, setup.api_key)
    const q = `company_id=${setup.company_id}`
    const customers = `/v1/customers?${q}`
    const statusOf = async (path: string) => (await fetch(`${server.url}${path}`)).status
    try {
      const made = await client.call('POST', customers, { name: 'Before' })
      assert.equal(made.status, 201)
      const free = small.fill()
      // What fits into space that files already have is still written.
      let refused = await client.call('POST', customers, { name: 'x'.repeat(200), notes: 'n'.repeat(9_000) })
      for (let count = 0; refused.status === 201 && count < 3_000; count++) {
        refused = await client.call('POST', customers, { name: 'x'.repeat(200), notes: 'n'.repeat(9_000) })
      }
      assert.deepEqual([refused.status, refused.body.code], [503, 'unavailable'])
      assert.ok(Number(refused.headers['retry-after']) >= 1)
      for (let count = 0; count < 500; count++) assert.equal((await client.call('GET', customers)).status, 200)
      await until(async () => (await statusOf('/health')) === 503)
      assert.deepEqual(await (await fetch(`${server.url}/health`)).json(), { status: 'read_only', reason: 'The disk is full' })
      assert.equal(await statusOf('/health/live'), 200)
      free()
      await until(async () => (await statusOf('/health')) === 200)
      assert.equal((await client.call('POST', customers, { name: 'After' })).status, 201)
      const lines = server.logged().trim().split('\n')
      assert.equal(lines.filter((line) => line.includes('audit log')).length, 1, server.logged())
      assert.ok(lines.length <= 3, server.logged())
    } finally {
      client.close()
      assert.equal(await server.end('SIGTERM'), 0)
    }
    const checked = await runCli(folder, 'audit', 'verify', '--json')
    assert.ok(JSON.parse(checked.stdout).is_whole)
  })

  test('at the start is what the refusal says', async () => {
    const folder = join(disk, 'second')
    await setUpWithCli(folder)
    const free = small.fill()
    try {
      const refusal = await refusalOf(folder)
      assert.match(refusal, /^quoin: [^\n]*(full|no space|ENOSPC)[^\n]*\n$/i)
      assert.doesNotMatch(refusal, /another quoin server/i)
    } finally {
      free()
    }
    await (await startServerProcess(folder)).end('SIGTERM')
  })
})

describe('PostgreSQL', { skip: ENGINE === 'postgres' ? false : 'it is about PostgreSQL' }, () => {
  let postgres: Postgres
  before(async () => {
    postgres = await startPostgres()
  })
  after(() => postgres.remove())

  test('that is not up yet is waited for, which is told once', async () => {
    const folder = temporaryFolder()
    const url = await postgres.createDatabase('waited_for')
    await postgres.stop('fast')
    const start = startServerProcess(folder.path, { QUOIN_DATABASE_URL: url, QUOIN_LOG_LEVEL: 'warn', QUOIN_DATABASE_WAIT: '20' })
    // It has asked by the time that the database takes to come up.
    await postgres.start()
    const server = await start
    try {
      assert.equal((await fetch(`${server.url}/health`)).status, 200)
      const told = server.logged().match(/is not up yet/g) ?? []
      assert.ok(told.length <= 1, server.logged())
    } finally {
      assert.equal(await server.end('SIGTERM'), 0)
      folder.remove()
    }
  })

  test('that does not come is refused in one line, after it was told once that it is waited for', async () => {
    const folder = temporaryFolder()
    const nobody = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => nobody.once('listening', resolve))
    const { port } = nobody.address() as { port: number }
    await new Promise((resolve) => nobody.close(resolve))
    const url = `postgres://quoin@127.0.0.1:${port}/quoin`
    const env = { QUOIN_DATABASE_URL: url, QUOIN_DATABASE_WAIT: '1', QUOIN_LOG_LEVEL: 'warn' }
    const lines = (await refusalOf(folder.path, env)).trim().split('\n')
    assert.equal(lines.length, 2)
    assert.match(lines[0]!, /is not up yet \(.*ECONNREFUSED.*\): waiting for it for 1 s/)
    assert.match(lines[1]!, /^quoin: The database .* can't be opened: .*ECONNREFUSED/)
    folder.remove()
  })

  test('that goes away: 503 with Retry-After, memory and log stay small, and all goes on by itself when it is back', async () => {
    const folder = temporaryFolder()
    const server = await startServerProcess(folder.path, { QUOIN_DATABASE_URL: await postgres.createDatabase('away') })
    const [, key, company] = /API key\s+(sk_\w+)[\s\S]*Company\s+(com_\w+)/.exec(server.output)!
    const client = new Client(server.url, key!)
    const path = `/v1/customers?company_id=${company}`
    const memory = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.process.pid}/status`, 'utf8'))![1])
    try {
      for (let round = 0; round < 20; round++) await Promise.all(Array.from({ length: 50 }, () => client.call('GET', path)))
      const before = memory()
      await postgres.stop('immediate')
      for (let round = 0; round < 100; round++) {
        const answers = await Promise.all(
          Array.from({ length: 50 }, (_, index) =>
            client.call(index % 5 ? 'GET' : 'POST', path, index % 5 ? undefined : { name: 'C' }),
          ),
        )
        for (const { status, headers } of answers) assert.deepEqual([status, Number(headers['retry-after']) >= 1], [503, true])
      }
      assert.equal((await fetch(`${server.url}/health`)).status, 503)
      assert.ok(memory() - before < 60_000, `${memory() - before} kB more after 5,000 requests`)
      assert.ok(server.logged().length < 20_000, `${server.logged().length} bytes of log: ${server.logged().slice(0, 2_000)}`)
      await postgres.start()
      await until(async () => (await fetch(`${server.url}/health`)).status === 200)
      assert.equal((await client.call('POST', path, { name: 'After' })).status, 201)
    } finally {
      client.close()
      assert.equal(await server.end('SIGTERM'), 0)
      folder.remove()
    }
  })

  describe('behind PgBouncer', { skip: findPooler() ? false : 'PgBouncer is not installed' }, () => {
    for (const [mode, is_taken] of [
      ['session', true],
      ['transaction', false],
      ['statement', false],
    ] as const) {
      test(`${mode} mode ${is_taken ? 'works as it comes' : 'is refused at the start in one line'}`, async () => {
        const folder = temporaryFolder()
        const pooler = await startPooler(await postgres.createDatabase(`pooled_${mode}`), mode)
        try {
          const env = { QUOIN_DATABASE_URL: pooler.url }
          if (!is_taken) {
            assert.match(
              await refusalOf(folder.path, env),
              /^quoin: QUOIN_DATABASE_URL leads to a pooler that hands out sessions by transaction or statement: [^\n]+pool_mode[^\n]+\n$/,
            )
            return
          }
          const server = await startServerProcess(folder.path, env)
          const [, key, company] = /API key\s+(sk_\w+)[\s\S]*Company\s+(com_\w+)/.exec(server.output)!
          const client = new Client(server.url, key!)
          for (let made = 0; made < 20; made++) {
            assert.equal((await client.call('POST', `/v1/customers?company_id=${company}`, { name: `C${made}` })).status, 201)
          }
          const listed = await client.call('GET', `/v1/customers?company_id=${company}`)
          assert.equal(listed.body.data.pagination.total, 20)
          client.close()
          assert.equal(await server.end('SIGTERM'), 0)
          assert.equal(server.logged(), '')
        } finally {
          await pooler.stop()
          folder.remove()
        }
      })
    }
  })
})

/** PgBouncer as Debian has it, with nothing set but where the database is and the mode. */
async function startPooler(database_url: string, mode: string): Promise<{ url: string; stop(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'quoin-pooler-'))
  const { hostname, port, username, pathname } = new URL(database_url)
  const free = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => free.once('listening', resolve))
  const own_port = (free.address() as { port: number }).port
  await new Promise((resolve) => free.close(resolve))
  writeFileSync(join(folder, 'users.txt'), `"${username}" ""\n`)
  const settings = [
    '[databases]',
    `* = host=${hostname} port=${port}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${own_port}`,
    'unix_socket_dir =',
    'auth_type = trust',
    `auth_file = ${join(folder, 'users.txt')}`,
    `pool_mode = ${mode}`,
  ]
  writeFileSync(join(folder, 'pgbouncer.ini'), `${settings.join('\n')}\n`)
  const is_root = process.getuid?.() === 0
  const NOBODY = 65_534
  if (is_root)
    for (const path of [folder, join(folder, 'users.txt'), join(folder, 'pgbouncer.ini')]) chownSync(path, NOBODY, NOBODY)
  const child: ChildProcess = spawn(findPooler()!, [join(folder, 'pgbouncer.ini')], {
    stdio: ['ignore', 'ignore', 'pipe'],
    ...(is_root ? { uid: NOBODY, gid: NOBODY } : {}),
  })
  let said = ''
  child.stderr!.on('data', (chunk) => {
    said += chunk
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  await until(async () => said.includes('listening on 127.0.0.1') || child.exitCode !== null)
  assert.equal(child.exitCode, null, said)
  return {
    url: `postgres://${username}@127.0.0.1:${own_port}${pathname}`,
    async stop() {
      child.kill('SIGINT')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Waits for a fact, for ten seconds at most. */
async function until(fact: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    if (await fact()) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('It did not happen')
}
