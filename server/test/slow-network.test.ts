// The server with half a second between it and PostgreSQL: slow, but correct. A company's writes follow one another, and each asks the
// database several times, so there are few per second; what can't be done in time is refused (postgres-faults.test.ts).
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { ENGINE, environmentOf, queryFolder } from './support/engine.ts'
import { Client, type ServerProcess, setUpWithCli, startServerProcess, temporaryFolder } from './support/server-process.ts'
import { startProxy, type TcpProxy } from './support/tcp-proxy.ts'

const ONE_WAY_MS = 250
const WRITERS = 4

const skip = ENGINE === 'postgres' ? false : 'there is no network before SQLite'

describe('a way to PostgreSQL and back of 500 ms', { skip }, () => {
  const folder = temporaryFolder()
  let proxy: TcpProxy
  let server: ServerProcess
  let client: Client
  let q: string
  before(async () => {
    const setup = await setUpWithCli(folder.path)
    q = `company_id=${setup.company_id}`
    proxy = await startProxy((await environmentOf(folder.path))['QUOIN_DATABASE_URL']!)
    // A start through it takes a quarter of a minute, which would be most of this test.
    server = await startServerProcess(folder.path, { QUOIN_DATABASE_URL: proxy.url })
    client = new Client(server.url, setup.api_key)
    proxy.delay(ONE_WAY_MS)
  })
  after(async () => {
    client?.close()
    await server?.end('SIGKILL')
    await proxy?.close()
    folder.remove()
  })

  async function timed(method: string, path: string, body?: unknown) {
    const begun = performance.now()
    const { status, body: answer } = await client.call(method, path, body)
    return { status, ms: performance.now() - begun, name: answer.data?.name as string | undefined }
  }

  test('is healthy, and reads and writes are answered', async () => {
    const health = await timed('GET', '/health')
    assert.equal(health.status, 200)
    assert.ok(health.ms >= 2 * ONE_WAY_MS, `the network is not slow: ${health.ms} ms`)
    assert.equal((await timed('GET', `/v1/customers?${q}`)).status, 200)
    assert.equal((await timed('POST', `/v1/customers?${q}`, { name: 'Alone' })).status, 201)
  })

  test('writes of one company that come together share what a transaction costs, all are answered, and all are there', async (context) => {
    const begun = performance.now()
    const names = Array.from({ length: WRITERS }, (_, index) => `Together ${index}`)
    const created = await Promise.all(names.map((name) => timed('POST', `/v1/customers?${q}`, { name })))
    const all_ms = performance.now() - begun
    const first_ms = Math.min(...created.map(({ ms }) => ms))
    assert.deepEqual(
      created.map(({ status, name }) => [status, name]),
      names.map((name) => [201, name]),
    )
    assert.ok(all_ms < WRITERS * first_ms, `${WRITERS} took ${all_ms} ms, the first ${first_ms} ms`)
    assert.equal((await timed('GET', '/health')).status, 200)
    const rows = await queryFolder(folder.path, "SELECT name FROM customers WHERE name LIKE 'Together %' ORDER BY name")
    assert.deepEqual(
      rows.map(({ name }) => name),
      names,
    )
    context.diagnostic(`${WRITERS} in ${all_ms.toFixed()} ms, the first after ${first_ms.toFixed()} ms`)
  })

  test('nothing is logged as an error', () => assert.equal(server.logged(), ''))
})
