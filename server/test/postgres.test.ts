// The real server while PostgreSQL is stopped, crashes, and comes back; and starts that can't be.
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { ENGINE, environmentOf, makeTemplate } from './support/engine.ts'
import { Ledger, send, verifyLedger, writeInvoices } from './support/keyed-writers.ts'
import { type Postgres, run, startPostgres } from './support/postgres.ts'
import { Client, runCli, setUpWithCli, startServerProcess, temporaryFolder } from './support/server-process.ts'
import { startTestApp } from './support/test-app.ts'

const WRITERS = 12
const ROUNDS = process.env['QUOIN_TEST_LONG'] ? 100 : 10
const LONGEST_RECOVERY_MS = 2_000
const LONGEST_FAILED_START_MS = 15_000

type Fault = 'fast' | 'immediate' | 'backend' | 'postmaster'
const FAULTS: readonly Fault[] = ['immediate', 'postmaster', 'backend', 'fast', 'immediate', 'backend']

describe('the server on PostgreSQL', { skip: ENGINE === 'postgres' ? false : 'once is enough, on the other engine' }, () => {
  let postgres: Postgres
  before(async () => {
    postgres = await startPostgres({ is_durable: true })
    // From here on the databases of this file are on that one.
    process.env['QUOIN_TEST_POSTGRES'] = postgres.url
    await makeTemplate(postgres.url)
  })
  after(() => postgres.remove())

  /** Does it, and resolves as soon as PostgreSQL answers again. */
  async function bring(fault: Fault): Promise<void> {
    if (fault === 'backend') {
      const pids = await run(postgres.url, "SELECT pid FROM pg_stat_activity WHERE application_name = 'quoin'")
      process.kill(pids.rows[Math.floor(Math.random() * pids.rows.length)].pid, 'SIGKILL')
      // All others are ended by it, and new ones are refused until the recovery is done.
      while (await answers()) await sleep(1)
      while (!(await answers())) await sleep(10)
      return
    }
    if (fault === 'postmaster') process.kill(postgres.pid(), 'SIGKILL')
    else await postgres.stop(fault)
    while (await answers()) await sleep(5)
    await sleep(200)
    for (;;) {
      try {
        return await postgres.start()
      } catch {
        // The remains of the killed process are not gone yet.
        await sleep(50)
      }
    }
  }

  const answers = () =>
    run(postgres.url, 'SELECT 1').then(
      () => true,
      () => false,
    )

  test(`${ROUNDS} crashes and restarts under load: 503 meanwhile, back within 2 s, and no acknowledged write is lost`, {
    timeout: 30 * 60_000,
  }, async (context) => {
    const folder = temporaryFolder()
    const setup = await setUpWithCli(folder.path)
    const server = await startServerProcess(folder.path)
    context.after(() => server.end('SIGKILL'))
    const client = new Client(server.url, setup.api_key)
    const q = `company_id=${setup.company_id}`
    const customer_id = (await client.call('POST', `/v1/customers?${q}`, { name: 'C' })).body.data.id
    const ledger = new Ledger()
    let is_over = false
    const writers = Array.from({ length: WRITERS }, (_, writer) =>
      writeInvoices(
        ledger,
        () => client,
        { q, customer_id, name: `w${writer}` },
        () => is_over,
      ),
    )
    const watched = { answers: 0, unhealthy: 0, longest_ms: 0 }
    const watching = (async () => {
      while (!is_over) {
        const begun = performance.now()
        const { status } = await client.call('GET', '/health')
        watched.longest_ms = Math.max(watched.longest_ms, performance.now() - begun)
        assert.ok(status === 200 || status === 503)
        watched.answers++
        if (status === 503) watched.unhealthy++
        await sleep(20)
      }
    })()
    const recoveries: number[] = []
    let fired = 0
    for (let round = 0; round < ROUNDS; round++) {
      await sleep(100 + Math.random() * 300)
      const before = { refused: ledger.refused, acknowledged: ledger.acknowledged }
      const fault = FAULTS[round % FAULTS.length]!
      await bring(fault)
      const begun = performance.now()
      for (;;) {
        const is_healthy = (await client.call('GET', '/health')).status === 200
        const read = await send(
          ledger,
          () => client.call('GET', `/v1/invoices?${q}&limit=1`),
          ({ status }) => status === 200,
        )
        const written = await send(
          ledger,
          () => client.call('PATCH', `/v1/customers/${customer_id}?${q}`, { notes: `${round}` }),
          ({ status }) => status === 200,
        )
        if (is_healthy && read && written) break
        assert.ok(performance.now() - begun < LONGEST_RECOVERY_MS, `${fault}: not back within ${LONGEST_RECOVERY_MS} ms`)
        await sleep(10)
      }
      recoveries.push(performance.now() - begun)
      if (ledger.refused > before.refused) fired++
    }
    is_over = true
    await Promise.all([...writers, watching])
    await verifyLedger(client, ledger, setup.company_id)
    client.close()
    assert.equal(await server.end('SIGTERM'), 0)
    const audit = await runCli(folder.path, 'audit', 'verify', '--json')
    assert.equal(JSON.parse(audit.stdout).is_whole, true, audit.stdout)
    folder.remove()
    assert.equal(ledger.cut_off, 0, 'the server answers all, whatever happens behind it')
    // Crashes that no write noticed would have shown nothing.
    assert.ok(fired >= ROUNDS / 2, `only ${fired} were noticed`)
    assert.ok(watched.unhealthy > 0 && watched.longest_ms < 2_500, JSON.stringify(watched))
    context.diagnostic(
      `${ledger.acknowledged} acknowledged writes, ${ledger.refused} refused, ${ledger.replayed} of them had been done; ` +
        `back after ${Math.max(...recoveries).toFixed()} ms at most; the longest request took ${ledger.longest_ms.toFixed()} ms`,
    )
  })

  test('a request is not failed by another whose transaction it shares, and whose posted statement fails', async (context) => {
    const app = await startTestApp()
    context.after(() => app.close())
    const { company_id } = app.tenant
    let goOn = () => {}
    const held = new Promise<void>((resolve) => {
      goOn = resolve
    })
    const holding = app.database.write(() => held, company_id)
    const create = (name: string, key: string) =>
      app.call('POST', '/v1/customers', { body: { name }, headers: { 'idempotency-key': key } })
    const requests = Promise.all(['a', 'b', 'c'].map((name) => create(name, name)))
    // They wait behind the one that holds the company; the one that fails comes after them, when all that they do has been done.
    await sleep(300)
    let runs = 0
    const failing = app.database.write(async (tx) => {
      runs++
      tx.post({ sql: 'SELECT 1 / 0', returns_rows: true }, [])
    }, company_id)
    goOn()
    await assert.rejects(failing, { code: '22012' })
    await holding
    assert.equal(runs, 2, 'they were run again')
    assert.deepEqual(
      (await requests).map(({ status }) => status),
      [201, 201, 201],
    )
    assert.equal((await create('a', 'a')).headers['idempotent-replayed'], 'true')
    assert.equal((await app.call('GET', '/v1/customers')).data.customers.length, 3)
  })

  describe('a start that can not be', () => {
    const folder = temporaryFolder()
    const silent = createServer(() => {})
    let silent_port: number
    let url: string
    before(async () => {
      await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
      silent_port = (silent.address() as { port: number }).port
      url = (await environmentOf(folder.path))['QUOIN_DATABASE_URL']!
      await run(postgres.url, "CREATE ROLE guarded LOGIN PASSWORD 'right-horse'")
      const rules = join(postgres.data_folder, 'pg_hba.conf')
      writeFileSync(rules, `host all guarded 127.0.0.1/32 scram-sha-256\n${readFileSync(rules, 'utf8')}`)
      await run(postgres.url, 'SELECT pg_reload_conf()')
    })
    after(() => {
      silent.close()
      folder.remove()
    })

    const at = (change: (url: URL) => void) => {
      const changed = new URL(url)
      change(changed)
      return changed.href
    }

    for (const [name, make, expected] of [
      [
        'a wrong password',
        () => at((to) => Object.assign(to, { username: 'guarded', password: 'wrong-horse' })),
        /postgres:\/\/guarded:\*\*\*@.* can't be opened: password authentication failed/,
      ],
      [
        'a database that is not there',
        () => at((to) => Object.assign(to, { pathname: '/nowhere', password: 'wrong-horse' })),
        /:\*\*\*@.*\/nowhere .* can't be opened: database "nowhere" does not exist/,
      ],
      [
        'a server that is down',
        () => at((to) => Object.assign(to, { port: '9', password: 'wrong-horse' })),
        /can't be opened: .*ECONNREFUSED/,
      ],
      [
        'a server that does not answer',
        () => at((to) => Object.assign(to, { port: String(silent_port), password: 'wrong-horse' })),
        /can't be opened: timeout expired/,
      ],
      ['no address', () => 'mysql://root:wrong-horse@localhost/x', /QUOIN_DATABASE_URL must be/],
    ] as const) {
      test(`is one line without the password, and exit code 1: ${name}`, async () => {
        const begun = performance.now()
        const failed: { exit?: unknown; message?: string } = await startServerProcess(folder.path, {
          QUOIN_DATABASE_URL: make(),
          QUOIN_DATABASE_WAIT: '0',
        }).then(
          () => ({ message: 'it started' }),
          (error) => error,
        )
        const said = failed.message!
        assert.equal(failed.exit, 1, said)
        assert.ok(performance.now() - begun < LONGEST_FAILED_START_MS)
        assert.equal(said.trim().split('\n').length, 1, said)
        assert.match(said, expected)
        assert.doesNotMatch(said, /horse/)
      })
    }
  })
})
