// The limits that an operator sets, in a real process: each is seen by what it does.
import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { ENGINE, holdWrites } from './support/engine.ts'
import { openStream } from './support/event-stream.ts'
import {
  Client,
  type MadeSetup,
  type ServerProcess,
  setUpWithCli,
  startServerProcess,
  temporaryFolder,
} from './support/server-process.ts'

const MIB = 1024 * 1024
const TOKEN = 'a-token-for-metrics-only'
const of_postgres: Record<string, string> =
  ENGINE === 'postgres' ? { QUOIN_POSTGRES_READERS: '3', QUOIN_POSTGRES_WRITERS: '2', QUOIN_STATEMENT_TIMEOUT: '1' } : {}

describe('limits that are set', { timeout: 60_000 }, () => {
  let folder: ReturnType<typeof temporaryFolder>
  let setup: MadeSetup
  let server: ServerProcess
  let client: Client
  let q: string
  before(async () => {
    folder = temporaryFolder()
    setup = await setUpWithCli(folder.path)
    server = await startServerProcess(folder.path, {
      QUOIN_BODY_LIMIT: '2',
      QUOIN_REQUEST_TIMEOUT: '5',
      QUOIN_STREAMS: '3',
      QUOIN_STREAMS_PER_ORGANIZATION: '2',
      QUOIN_METRICS_TOKEN: TOKEN,
      ...of_postgres,
    })
    client = new Client(server.url, setup.api_key)
    q = `company_id=${setup.company_id}`
  })
  after(async () => {
    await server?.end('SIGKILL')
    folder.remove()
  })

  test('a body of 1.5 MiB is read, one of 2.5 MiB is not; a bank statement has its own bound', async () => {
    const body = (mib: number) => ({ name: 'x'.repeat(mib * MIB) })
    const read = await client.call('POST', `/v1/customers?${q}`, body(1.5))
    assert.deepEqual([read.status, read.body.param], [400, 'name'])
    const refused = await client.call('POST', `/v1/customers?${q}`, body(2.5))
    assert.deepEqual([refused.status, refused.body.error], [413, 'The body is larger than 2 MiB'])
    const response = await fetch(`${server.url}/v1/bank-statements?${q}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${setup.api_key}`, 'content-type': 'text/csv' },
      body: 'x'.repeat(2.5 * MIB),
    })
    assert.notEqual(response.status, 413)
  })

  test('streams: of a key a quarter of those of its organization', async () => {
    const open = () => openStream(`${server.url}/v1/events/stream?${q}`, setup.api_key)
    const first = await open()
    assert.equal(first.status, 200)
    const second = await open()
    await second.ended
    assert.deepEqual([second.status, JSON.parse(second.text()).code], [429, 'too_many_streams'])
    first.close()
  })

  test('a request that does not come in whole within 5 s is ended', async () => {
    const { hostname, port } = new URL(server.url)
    const began_at = performance.now()
    const socket = connect(Number(port), hostname)
    const head = `POST /v1/customers?${q} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${setup.api_key}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{`
    socket.write(head)
    let answer = ''
    socket.setEncoding('utf8').on('data', (text) => {
      answer += text
    })
    await new Promise((resolve) => socket.on('close', resolve).on('error', resolve))
    const ms = performance.now() - began_at
    assert.match(answer, /^HTTP\/1\.1 408 /)
    assert.ok(ms > 4_500 && ms < 10_000, `${ms} ms`)
  })

  const on_postgres = { skip: ENGINE === 'postgres' ? false : 'SQLite has neither' }
  test('connections of PostgreSQL', on_postgres, async () => {
    const response = await fetch(`${server.url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } })
    const text = await response.text()
    assert.match(text, /quoin_postgres_pool_limit\{pool="read"\} 3\n/)
    assert.match(text, /quoin_postgres_pool_limit\{pool="write"\} 2\n/)
  })

  test('a write gives up a lock after half of the time of a statement', on_postgres, async () => {
    const release = await holdWrites(folder.path, setup.company_id)
    const began_at = performance.now()
    const answer = await client.call('POST', `/v1/customers?${q}`, { name: 'Late' })
    const ms = performance.now() - began_at
    await release()
    assert.equal(answer.status, 503)
    assert.ok(ms > 400 && ms < 3_500, `${ms} ms`)
  })
})
