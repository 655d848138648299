// The process: how it starts, refuses to start, and stops.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, test } from 'node:test'
import { changeFolder, needs_sqlite, queryFolder } from './support/engine.ts'
import { Client, runCli, setUpWithCli, startServerProcess, temporaryFolder } from './support/server-process.ts'

/** Starts a server that must not start; gives the one line that it says. */
async function refusal(folder: string, env: Record<string, string> = {}): Promise<string> {
  try {
    const server = await startServerProcess(folder, env)
    await server.end('SIGKILL')
  } catch (error) {
    const { message, exit } = error as Error & { exit: number }
    assert.equal(exit, 1)
    const lines = message.trim().split('\n')
    assert.equal(lines.length, 1, message)
    return lines[0]!
  }
  throw new Error('the server started')
}

describe('the first start', () => {
  test('prints a key, a company and a curl line that works as printed; the second start prints none of it', async () => {
    const folder = temporaryFolder()
    const server = await startServerProcess(folder.path)
    const [, args] = /^ {2}curl (.+)$/m.exec(server.output) ?? []
    assert.ok(args, server.output)
    const curl = spawnSync('sh', ['-c', `curl -s ${args}`], { encoding: 'utf8' })
    if (curl.status === 0) assert.deepEqual(JSON.parse(curl.stdout).data.pagination, { total: 0, limit: 50, offset: 0 })
    const key = /sk_[0-9A-Za-z]{49}/.exec(server.output)?.[0]
    const company = /com_[0-9a-z]{26}/.exec(server.output)?.[0]
    const client = new Client(server.url, key!)
    assert.equal((await client.call('DELETE', `/v1/invoices/inv_x?company_id=${company}`)).status, 404, 'the key is an admin key')
    assert.equal((await client.call('GET', '/v1/companies')).body.data.companies[0].id, company)
    client.close()
    assert.equal(await server.end('SIGTERM'), 0)
    const again = await startServerProcess(folder.path)
    assert.match(again.output, /^Quoin is ready at http:\/\/127\.0\.0\.1:\d+\n$/)
    await again.end('SIGTERM')
    if (!needs_sqlite) assert.equal(statSync(join(folder.path, 'quoin.db')).mode & 0o777, 0o600)
    folder.remove()
  })

  test('the one-time link sets the password of the owner, once', async () => {
    const folder = temporaryFolder()
    const server = await startServerProcess(folder.path)
    const link = /http:\S+\/welcome\/\S+/.exec(server.output)![0]
    assert.equal((await fetch(link)).status, 200)
    const send = (password: string, again: string) =>
      fetch(link, { method: 'POST', body: new URLSearchParams({ password, again }) })
    assert.equal((await fetch(link, { method: 'POST' })).status, 400)
    assert.equal((await send('short', 'short')).status, 400)
    assert.equal((await send('long enough to do', 'another one entirely')).status, 400)
    assert.equal((await send('long enough to do', 'long enough to do')).status, 200)
    assert.equal((await send('long enough to do', 'long enough to do')).status, 404)
    await server.end('SIGTERM')
    const [{ password }] = (await queryFolder(folder.path, 'SELECT password FROM credentials')) as [{ password: string }]
    assert.match(password, /^[0-9a-f]{32}:[0-9a-f]{128}$/)
    folder.remove()
  })
})

describe('the server refuses to start, with one clear line,', () => {
  const bad: [variable: string, value: string][] = [
    ['QUOIN_PORT', '70000'],
    ['QUOIN_PORT', 'http'],
    ['QUOIN_HOST', 'not a host'],
    ['QUOIN_LOG_LEVEL', 'loud'],
    ['QUOIN_PUBLIC_URL', 'ftp://x'],
    ['QUOIN_RATE_LIMIT', '-1'],
    ['QUOIN_ALLOW_PRIVATE_WEBHOOKS', 'yes'],
    ['QUOIN_DATABASE_URL', 'mysql://x'],
  ]
  for (const [variable, value] of bad) {
    test(`on ${variable}=${value}`, async () => {
      const folder = temporaryFolder()
      const line = await refusal(folder.path, { [variable]: value })
      assert.ok(line.startsWith(`quoin: ${variable} `), line)
      assert.match(line, /must be/)
      folder.remove()
    })
  }

  test('on a port that another program holds', async (t) => {
    const folder = temporaryFolder()
    const holder = createServer().listen(0, '127.0.0.1')
    t.after(() => holder.close())
    await new Promise((resolve) => holder.once('listening', resolve))
    const { port } = holder.address() as { port: number }
    assert.match(await refusal(folder.path, { QUOIN_PORT: String(port) }), /QUOIN_PORT .* taken/)
    holder.close()
    const next = await startServerProcess(folder.path)
    assert.match(next.output, /API key +sk_/, 'the first key is shown by the first start that succeeds')
    await next.end('SIGTERM')
    folder.remove()
  })

  test('on a second server on the same file; the first goes on', { skip: needs_sqlite }, async () => {
    const folder = temporaryFolder()
    const first = await startServerProcess(folder.path)
    assert.match(await refusal(folder.path), /Another Quoin server is running/)
    assert.equal((await fetch(`${first.url}/health`)).status, 200)
    assert.equal(await first.end('SIGKILL'), 'SIGKILL')
    const next = await startServerProcess(folder.path)
    assert.equal(await next.end('SIGTERM'), 0, 'a killed server leaves no lock behind')
    folder.remove()
  })

  test('on a database that is newer than the program, and leaves it as it was', async () => {
    const folder = temporaryFolder()
    await setUpWithCli(folder.path)
    await changeFolder(
      folder.path,
      "INSERT INTO migrations VALUES (9999, '9999_from_the_future', 'x', '2030-01-01T00:00:00.000Z')",
    )
    assert.match(await refusal(folder.path), /newer than this program/)
    folder.remove()
  })

  test('on a migration that was edited after it was applied', async () => {
    const folder = temporaryFolder()
    await setUpWithCli(folder.path)
    await changeFolder(folder.path, "UPDATE migrations SET checksum = 'other'")
    assert.match(await refusal(folder.path), /was edited/)
    folder.remove()
  })

  test('on a data folder that can not be written', async () => {
    const folder = temporaryFolder()
    const file = join(folder.path, 'file')
    writeFileSync(file, '')
    assert.match(await refusal(join(file, 'data')), /can't be written/)
    if (process.getuid?.() !== 0) {
      chmodSync(folder.path, 0o500)
      assert.match(await refusal(join(folder.path, 'data')), /can't be written/)
      chmodSync(folder.path, 0o700)
    }
    folder.remove()
  })

  test('on a file that is no database', { skip: needs_sqlite }, async () => {
    const folder = temporaryFolder()
    writeFileSync(
      join(folder.path, 'quoin.db'),
      'this is no database, only a text that is long enough to be read as a page header of one',
    )
    assert.match(await refusal(folder.path), /quoin\.db is damaged \(file is not a database\)/)
    folder.remove()
  })
})

describe('the end', () => {
  test('SIGTERM lets requests under way finish, writes buffered audit rows and exits 0', async () => {
    const folder = temporaryFolder()
    const setup = await setUpWithCli(folder.path)
    const server = await startServerProcess(folder.path)
    const client = new Client(server.url, setup.api_key)
    const q = `company_id=${setup.company_id}`
    const customer_id = (await client.call('POST', `/v1/customers?${q}`, { name: 'C' })).body.data.id
    const requests = Array.from({ length: 32 }, () => client.call('POST', `/v1/invoices?${q}`, { customer_id }))
    const reads = Array.from({ length: 32 }, () => client.call('GET', `/v1/customers/${customer_id}?${q}`))
    await Promise.race(requests)
    const ended = server.end('SIGTERM')
    const answers = await Promise.allSettled([...requests, ...reads])
    assert.equal(await ended, 0)
    client.close()
    const arrived = answers.filter((answer) => answer.status === 'fulfilled').map((answer) => answer.value.status)
    assert.ok(arrived.length > 0 && arrived.every((status) => status === 201 || status === 200))
    const audited = "SELECT count(*) AS count FROM audit_log WHERE path LIKE '/v1/%' AND status < 400"
    assert.ok(Number((await queryFolder(folder.path, audited))[0].count) >= arrived.length + 1)
    folder.remove()
  })
})

describe('migrations', { skip: needs_sqlite }, () => {
  test('a database with data is copied before it is migrated', async () => {
    const folder = temporaryFolder()
    const { migrateSqlite, migrationsFor } = await import('../src/sql/migrate.ts')
    await setUpWithCli(folder.path)
    const path = join(folder.path, 'quoin.db')
    const database = new DatabaseSync(path)
    const next = { id: 9000, name: '9000_next', checksum: 'x', sql: 'CREATE TABLE next (id INTEGER) STRICT' }
    assert.deepEqual(migrateSqlite(database, path, [...migrationsFor('sqlite'), next]), ['9000_next'])
    database.close()
    const copy = new DatabaseSync(`${path}.before-9000_next`)
    assert.equal((copy.prepare('SELECT count(*) AS count FROM organizations').get() as { count: number }).count, 1)
    assert.equal(copy.prepare("SELECT name FROM sqlite_schema WHERE name = 'next'").get(), undefined)
    copy.close()
    folder.remove()
  })

  test('one that fails changes nothing at all', async () => {
    const folder = temporaryFolder()
    const { migrateSqlite, migrationsFor } = await import('../src/sql/migrate.ts')
    await setUpWithCli(folder.path)
    const path = join(folder.path, 'quoin.db')
    const database = new DatabaseSync(path)
    const good = { id: 9000, name: '9000_good', checksum: 'x', sql: 'CREATE TABLE good (id INTEGER) STRICT' }
    const bad = { id: 9001, name: '9001_bad', checksum: 'x', sql: 'CREATE TABLE bad (id NONSENSE) STRICT' }
    assert.throws(() => migrateSqlite(database, path, [...migrationsFor('sqlite'), good, bad]))
    assert.equal(database.prepare("SELECT name FROM sqlite_schema WHERE name = 'good'").get(), undefined)
    assert.equal(
      (database.prepare('SELECT count(*) AS count FROM migrations').get() as { count: number }).count,
      migrationsFor('sqlite').length,
    )
    database.close()
    folder.remove()
  })

  test('a fresh start leaves no backup behind', async () => {
    const folder = temporaryFolder()
    await runCli(folder.path, 'audit', 'verify')
    assert.ok(existsSync(join(folder.path, 'quoin.db')))
    assert.deepEqual(
      readdirSync(folder.path).filter((file) => file.includes('before')),
      [],
    )
    folder.remove()
  })
})
