// docs/point-in-time.md: its commands, as they are there, on a PostgreSQL of the system. The database is restored to a time between two writes.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { ENGINE } from './support/engine.ts'
import { Client, runCli, setUpWithCli, startServerProcess, temporaryFolder } from './support/server-process.ts'

const [PROGRAMS] = globSync('/usr/lib/postgresql/*/bin').filter((path) => existsSync(join(path, 'initdb')))
const skip = whyNot()
/** PostgreSQL refuses to run as root; there it gets the account that owns nothing. */
const ACCOUNT = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}

const page = readFileSync(join(import.meta.dirname, '../../docs/point-in-time.md'), 'utf8')
const [archive, base, restore, reset, verify] = [...page.matchAll(/^```sh\n(.*?)^```/gms)].map(([, commands]) => commands!)

describe('docs/point-in-time.md', { skip, timeout: 3 * 60_000 }, () => {
  test('restores to a time between two writes, and Quoin serves on it', async () => {
    const root = mkdtempSync(join(tmpdir(), 'quoin-pitr-'))
    const key = temporaryFolder()
    if (ACCOUNT.uid) chownSync(root, ACCOUNT.uid, ACCOUNT.gid)
    chmodSync(root, 0o755)
    const [main, port] = [join(root, 'main'), await freePort()]
    const env = {
      PATH: `${PROGRAMS}:${process.env['PATH']}`,
      LC_ALL: 'C',
      TZ: 'UTC',
      PGHOST: '127.0.0.1',
      PGPORT: String(port),
      PGUSER: 'postgres',
    }
    /** Runs commands of the page. */
    const run = (commands: string): string => {
      const own = commands
        .replaceAll('/var/lib/postgresql/15', root)
        .replaceAll('/archive', join(root, 'archive'))
        .replaceAll(/^systemctl (\w+) postgresql$/gm, `pg_ctl -D ${main} -w -l ${root}/log $1`)
      const { status, stdout, stderr } = spawnSync('sh', ['-euc', own], { ...ACCOUNT, env, cwd: root, encoding: 'utf8' })
      assert.equal(status, 0, `${own}\n${stdout}${stderr}${existsSync(`${root}/log`) ? readFileSync(`${root}/log`, 'utf8') : ''}`)
      return stdout
    }
    process.env['QUOIN_DATABASE_URL'] = `postgres://postgres@127.0.0.1:${port}/quoin`
    try {
      run(`initdb --pgdata=${main} --username=postgres --auth=trust --encoding=UTF8 --locale=C`)
      writeFileSync(join(main, 'postgresql.conf'), `listen_addresses = '127.0.0.1'\nunix_socket_directories = ''\n`, {
        flag: 'a',
      })
      run(`systemctl start postgresql\ncreatedb quoin`)
      mkdirSync(key.path, { recursive: true })
      const setup = await setUpWithCli(key.path)
      run(archive!)

      const server = await startServerProcess(key.path)
      const client = new Client(server.url, setup.api_key)
      const q = `company_id=${setup.company_id}`
      const add = async (name: string) => assert.equal((await client.call('POST', `/v1/customers?${q}`, { name })).status, 201)
      await add('Before the backup')
      run(base!)
      await add('Before the time')
      await sleep(1500)
      const time = run(`psql -Atc 'SELECT date_trunc($$second$$, now())'`).trim()
      await sleep(1500)
      await add('After it')
      client.close()
      assert.equal(await server.end('SIGTERM'), 0)
      run(`psql -c 'SELECT pg_switch_wal()'`)
      for (let tries = 0; run(`psql -Atc 'SELECT archived_count FROM pg_stat_archiver'`).trim() === '0'; tries++) {
        assert.ok(tries < 100)
        await sleep(100)
      }

      run(restore!.replace(/'2026-11-30 14:05:00\+00'/, `'${time}'`))
      for (let tries = 0; run(`psql -Atc 'SELECT pg_is_in_recovery()'`).trim() !== 'f'; tries++) {
        assert.ok(tries < 300)
        await sleep(100)
      }
      run(reset!)
      for (const line of verify!.trim().split('\n')) {
        const { code, stderr, stdout } = await runCli(key.path, ...line.split(' ').slice(1))
        assert.equal(code, 0, stdout + stderr)
      }
      const again = await startServerProcess(key.path)
      const reader = new Client(again.url, setup.api_key)
      const names = (await reader.all(`/v1/customers?${q}`, 'customers')).map(({ name }) => name as string)
      assert.deepEqual(names.sort(), ['Before the backup', 'Before the time'])
      assert.equal((await reader.call('POST', `/v1/customers?${q}`, { name: 'Later' })).status, 201)
      reader.close()
      assert.equal(await again.end('SIGTERM'), 0)
      run(base!)
    } finally {
      spawnSync(join(PROGRAMS!, 'pg_ctl'), ['-D', main, '-m', 'immediate', 'stop'], { ...ACCOUNT, env, cwd: root })
      delete process.env['QUOIN_DATABASE_URL']
      rmSync(root, { recursive: true, force: true })
      key.remove()
    }
  })
})

function whyNot(): string | false {
  if (!process.env['QUOIN_TEST_LONG']) return 'a long run'
  if (ENGINE === 'postgres') return 'it brings its own PostgreSQL: once is enough'
  return PROGRAMS === undefined && 'needs PostgreSQL of the system'
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}
