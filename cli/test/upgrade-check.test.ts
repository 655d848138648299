// `quoin upgrade-check`: says what a start would change, and changes nothing.
import assert from 'node:assert/strict'
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { changeFolder, ENGINE, queryFolder } from '../../server/test/support/engine.ts'
import { runCli, setUpWithCli, startServerProcess, temporaryFolder } from '../../server/test/support/server-process.ts'

const folder = temporaryFolder()
const other = temporaryFolder()
before(() => setUpWithCli(folder.path))
after(() => {
  folder.remove()
  other.remove()
})

async function check(path = folder.path) {
  const { code, stdout, stderr } = await runCli(path, 'upgrade-check', '--json')
  assert.equal(stderr, '')
  return { code, ...JSON.parse(stdout) }
}

test('where there is no database, it makes none', {
  skip: ENGINE === 'postgres' && 'a database of PostgreSQL is made by its owner',
}, async () => {
  const found = await check(other.path)
  assert.deepEqual([found.code, found.is_there, found.is_ready, found.problems], [0, false, true, []])
  assert.deepEqual(readdirSync(other.path), [])
})

test('of a database with the schema of the program: nothing is missing, beside a server too', async () => {
  const found = await check()
  assert.deepEqual([found.code, found.is_there, found.missing, found.problems], [0, true, [], []])
  assert.ok(found.bytes > 100_000)
  assert.match(found.engine, ENGINE === 'sqlite' ? /^SQLite \d/ : /^PostgreSQL \d/)
  const server = await startServerProcess(folder.path)
  const beside = await check()
  assert.deepEqual([beside.code, beside.is_served, beside.has_key], [0, ENGINE === 'sqlite', true])
  await server.end('SIGTERM')
})

test('of an older one: the migrations that it lacks, in their order; it stays as it is', async () => {
  const before = await queryFolder(folder.path, 'SELECT id, name FROM migrations ORDER BY id')
  const last = before.at(-1) as { id: number; name: string }
  const [row] = await queryFolder(folder.path, `SELECT * FROM migrations WHERE id = ${last.id}`)
  await changeFolder(folder.path, `DELETE FROM migrations WHERE id = ${last.id}`)
  const found = await check()
  assert.deepEqual([found.code, found.missing, found.newest], [0, [last.name], (before.at(-2) as { name: string }).name])
  const lines = (await runCli(folder.path, 'upgrade-check')).stdout
  assert.match(lines, new RegExp(`^A start applies one migration: ${last.name}\\.$`, 'm'))
  assert.match(lines, ENGINE === 'sqlite' ? /copies the database to quoin\.db\.before-/ : /pg_dump/)
  assert.equal((await queryFolder(folder.path, 'SELECT id FROM migrations')).length, before.length - 1)
  const { checksum, applied_at } = row as { checksum: string; applied_at: string }
  await changeFolder(folder.path, `INSERT INTO migrations VALUES (${last.id}, '${last.name}', '${checksum}', '${applied_at}')`)
})

test('problems: one that is newer, one whose migration was edited, and a note where the key is lost', async () => {
  await changeFolder(folder.path, "INSERT INTO migrations VALUES (9999, '9999_later', 'x', '2026-01-01T00:00:00.000Z')")
  const newer = await check()
  assert.deepEqual([newer.code, newer.is_ready], [1, false])
  assert.match(newer.problems[0], /is newer than this program/)
  await changeFolder(folder.path, 'DELETE FROM migrations WHERE id = 9999')
  await changeFolder(folder.path, "UPDATE migrations SET checksum = 'x' || checksum WHERE id = 1")
  assert.match((await check()).problems[0], /was edited after/)
  await changeFolder(folder.path, 'UPDATE migrations SET checksum = substr(checksum, 2) WHERE id = 1')
  rmSync(join(folder.path, 'secret.key'), { force: true })
  const lost = await check()
  assert.deepEqual([lost.code, lost.has_key], [0, false])
  assert.match((await runCli(folder.path, 'upgrade-check')).stdout, /^There is no secret\.key/m)
})
