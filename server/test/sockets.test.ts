// Connections that send nothing, or are too many: they are closed, and keep nobody else out.
import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { answerFor } from '../src/http/answers.ts'
import { limitsFor } from '../src/http/sockets.ts'
import { environmentOf } from './support/engine.ts'
import { CLI } from './support/program.ts'
import { setUpWithCli, temporaryFolder } from './support/server-process.ts'
import { startTestApp, type TestApp } from './support/test-app.ts'

const open_sockets = new Set<Socket>()
after(() => {
  for (const socket of open_sockets) socket.destroy()
})

interface Opened {
  socket: Socket
  /** Everything that came. */
  text(): string
  /** Resolves when the other side has closed the connection, in whatever way. */
  closed: Promise<void>
}

/** Opens a connection and keeps its own half open, whatever the other side does. */
function open(port: number, from?: string): Promise<Opened> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true, ...(from ? { localAddress: from } : {}) })
    open_sockets.add(socket)
    let text = ''
    socket.setEncoding('utf8').on('data', (chunk) => {
      text += chunk
    })
    const closed = new Promise<void>((done) => {
      socket.once('end', done)
      socket.once('close', () => done())
    })
    socket.once('error', reject)
    socket.once('connect', () => {
      socket.on('error', () => {})
      resolve({ socket, text: () => text, closed })
    })
  })
}

const ask = (opened: Opened, path = '/health') => {
  opened.socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`)
  return until(() => opened.text().includes('HTTP/1.1 200'))
}

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 500; tries++) {
    if (await condition()) return
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  throw new Error('waited for too long')
}

async function listen(app: TestApp): Promise<number> {
  await app.server.listen({ host: '127.0.0.1', port: 0 })
  return (app.server.server.address() as { port: number }).port
}

const countOf = (app: TestApp) =>
  new Promise<number>((resolve, reject) =>
    app.server.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  )

describe('a connection that says nothing', () => {
  let app: TestApp
  let port: number
  before(async () => {
    app = await startTestApp({ headers_timeout_ms: 100 })
    port = await listen(app)
  })
  after(() => app.close())

  for (const [what, bytes] of [
    ['no byte', ''],
    ['half a head', 'GET /health HTTP/1.1\r\nHost: x\r\nX-More: '],
  ]) {
    test(`is closed after ${what}, even where the client keeps its half open`, async () => {
      const opened = await open(port)
      opened.socket.write(bytes!)
      await opened.closed
      assert.match(opened.text(), /^HTTP\/1\.1 408 /)
      await until(async () => (await countOf(app)) === 0)
    })
  }

  test('by default within 15 seconds', async () => {
    const usual = await startTestApp()
    const { headersTimeout } = usual.server.server
    const { connectionsCheckingInterval } = usual.server.server as unknown as { connectionsCheckingInterval?: number }
    assert.ok(headersTimeout + (connectionsCheckingInterval ?? 1_000) + 2_000 <= 15_000)
    await usual.close()
  })
})

describe('connections that are too many', () => {
  let app: TestApp
  let port: number
  before(async () => {
    app = await startTestApp({ socket_limits: { all: 12, of_address: 6 }, trusted_proxies: ['127.0.0.9'] })
    port = await listen(app)
  })
  after(() => app.close())

  const opens = (count: number, from?: string) => Promise.all(Array.from({ length: count }, () => open(port, from)))
  const isOpen = ({ socket }: Opened) => !socket.readableEnded && !socket.destroyed
  const closeAll = async (...groups: Opened[][]) => {
    for (const { socket } of groups.flat()) socket.destroy()
    await until(async () => (await countOf(app)) === 0)
  }

  test('of one address: the oldest that has sent nothing makes room, and not one that has asked', async () => {
    const asking = await open(port)
    await ask(asking)
    const silent = await opens(5)
    const next = await open(port)
    await ask(next)
    await silent[0]!.closed
    assert.deepEqual([isOpen(asking), isOpen(next), await countOf(app)], [true, true, 6])
    await closeAll([asking, next], silent)
  })

  test('of one address: among those that have asked, the one that has rested longest', async () => {
    const asked = await opens(6)
    for (const one of asked) await ask(one)
    const [, second] = asked
    second!.socket.write('GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n')
    await until(() => second!.text().includes('"openapi"'))
    const next = await open(port)
    await ask(next)
    await asked[0]!.closed
    assert.ok(isOpen(second!) && isOpen(asked[5]!))
    await closeAll([next], asked)
  })

  test('of one address: where a request is under way on each, the new one is closed; another address gets in', async () => {
    const path = `/v1/events/stream?company_id=${app.tenant.company_id}`
    const streams = await opens(6)
    for (const { socket } of streams)
      socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${app.tenant.keys.read}\r\n\r\n`)
    await until(() => streams.every(({ text }) => text().includes('text/event-stream')))
    const refused = await open(port)
    await refused.closed
    assert.ok(streams.every(isOpen))
    if (process.platform === 'linux') {
      const other = await open(port, '127.0.0.2')
      await ask(other)
      other.socket.destroy()
    }
    for (const { socket } of streams) socket.destroy()
    await until(async () => (await countOf(app)) === 0)
  })

  test('of all: silent ones of many addresses make room; a trusted proxy may have more than another', {
    skip: process.platform !== 'linux',
  }, async () => {
    const proxied = await opens(8, '127.0.0.9')
    for (const one of proxied) await ask(one)
    const silent = [...(await opens(2, '127.0.0.2')), ...(await opens(2, '127.0.0.3'))]
    await until(async () => (await countOf(app)) === 12)
    const next = await open(port, '127.0.0.4')
    await ask(next)
    await silent[0]!.closed
    assert.ok(proxied.every(isOpen))
    await closeAll(proxied, silent, [next])
  })
})

describe('the bounds of a process', () => {
  for (const [descriptors, all] of [
    [128, 64],
    [256, 128],
    [1_024, 768],
    [20_000, 15_000],
    [1_000_000, 16_384],
  ] as const) {
    test(`that may open ${descriptors} files: ${all} connections, half of them from one address`, () => {
      assert.deepEqual(limitsFor(descriptors), { all, of_address: all / 2 })
    })
  }
})

describe('running out of descriptors', () => {
  for (const [what, error] of [
    ['a file', Object.assign(new Error('too many open files'), { code: 'EMFILE' })],
    ['a file of the system', Object.assign(new Error('file table overflow'), { code: 'ENFILE' })],
    ['a socket, told by another error', new Error('failed', { cause: Object.assign(new Error('socket'), { code: 'EMFILE' }) })],
  ] as const) {
    test(`for ${what} is 503 with Retry-After`, () => {
      const answer = answerFor(error)
      assert.deepEqual([answer?.status, answer?.headers['retry-after'], JSON.parse(answer!.body).code], [503, '1', 'unavailable'])
    })
  }
})

const LINUX_ONLY = { skip: process.platform !== 'linux' && 'the bounds of descriptors are those of Linux' }

describe('a process that may open 1,024 files', LINUX_ONLY, () => {
  test('answers /health with 1,500 silent connections, and takes new ones', async () => {
    const folder = temporaryFolder()
    const server = await startLimited(folder.path, 1_024)
    const port = Number(new URL(server.url).port)
    const silent: Opened[] = []
    for (let round = 0; round < 15; round++) {
      silent.push(...(await Promise.all(Array.from({ length: 100 }, () => open(port)))))
      assert.equal((await get(`${server.url}/health`)).status, 200)
    }
    for (let round = 0; round < 20; round++) {
      const started = performance.now()
      const answer = await get(`${server.url}/health`)
      assert.deepEqual([answer.status, performance.now() - started < 2_000], [200, true])
    }
    for (const { socket } of silent) socket.destroy()
    assert.equal(await server.end(), 0)
    folder.remove()
  })
})

describe('a process that has no descriptor left', LINUX_ONLY, () => {
  test('answers what needs none, the rest with 503, and everything once it has some again', async () => {
    const folder = temporaryFolder()
    const { api_key } = await setUpWithCli(folder.path, '--email', 'owner@example.com', '--password', 'correct horse battery')
    const server = await startLimited(folder.path, 4_096)
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const mayOpen = (files: number) => execFileSync('prlimit', ['--pid', String(server.pid), `--nofile=${files}:4096`])
    const page = ['GET', '/', {}] as const
    const sign_in = [
      'POST',
      '/dashboard/auth/sign-in/email',
      { origin: server.url, 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' },
      JSON.stringify({ email: 'owner@example.com', password: 'correct horse battery' }),
    ] as const
    const companies = ['GET', '/v1/companies', { authorization: `Bearer ${api_key}` }] as const
    const ask = ([method, path, headers, body]: readonly [string, string, Record<string, string>, string?]) =>
      get(server.url + path, { agent, method, headers, body })
    try {
      assert.equal((await ask(companies)).status, 200)
      const used = new Set(readdirSync(`/proc/${server.pid}/fd`).map(Number))
      let free = 0
      while (used.has(free)) free++
      // Files that are open stay so; the next one would be the lowest that is free.
      mayOpen(free)
      const without: Record<string, number> = {}
      for (const one of [companies, page, sign_in]) {
        const { status, retry_after } = await ask(one)
        without[one[1]] = status
        assert.equal(status === 503, retry_after !== undefined)
      }
      mayOpen(4_096)
      for (const one of [companies, page, sign_in]) assert.equal((await ask(one)).status, 200, one[1])
      assert.deepEqual(without, { '/v1/companies': 200, '/': 503, '/dashboard/auth/sign-in/email': 503 })
    } finally {
      mayOpen(4_096)
      agent.destroy()
      await server.end()
      folder.remove()
    }
  })
})

interface Asked {
  agent?: Agent | false
  method?: string
  headers?: Record<string, string>
  body?: string | undefined
}

function get(
  url: string,
  { body, agent = false, ...asked }: Asked = {},
): Promise<{ status: number; retry_after: string | undefined }> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { agent, timeout: 5_000, ...asked }, (response) => {
      response.resume()
      response.once('end', () => resolve({ status: response.statusCode!, retry_after: response.headers['retry-after'] }))
    })
    sent.once('timeout', () => sent.destroy(new Error('not answered in 5 s')))
    sent.once('error', reject)
    sent.end(body)
  })
}

/** Starts the server under `ulimit -n`. */
async function startLimited(data_folder: string, files: number) {
  const env = {
    ...process.env,
    ...(await environmentOf(data_folder)),
    QUOIN_DATA_DIR: data_folder,
    QUOIN_PORT: '0',
    QUOIN_LOG_LEVEL: 'error',
  }
  const child = spawn('bash', ['-c', `ulimit -n ${files}; exec "$0" "$1" serve`, process.execPath, CLI], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)))
  let output = ''
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      output += chunk
      const ready = /^Quoin is ready at (http:\S+)$/m.exec(output)?.[1]
      if (ready) resolve(ready)
    })
    void ended.then((code) => reject(new Error(`ended with ${code}: ${output}`)))
  })
  return {
    url,
    pid: child.pid!,
    end() {
      child.kill('SIGTERM')
      return ended
    },
  }
}
