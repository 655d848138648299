// `npm start`, as it is typed: a signal to npm ends the server in order, whatever npm does with it.
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { environmentOf } from './support/engine.ts'
import { setUpWithCli, temporaryFolder } from './support/server-process.ts'

const ROOT = join(import.meta.dirname, '../..')
/** Requests under way may take 10 s. */
const LONGEST_MS = 15_000

const started = new Set<ChildProcess>()
after(() => {
  for (const child of started) if (child.exitCode === null) child.kill('SIGKILL')
})

for (const [signal, code] of [
  ['SIGTERM', 0],
  ['SIGINT', 0],
  ['SIGHUP', null],
  ['SIGKILL', null],
] as const) {
  test(`${signal} to npm: what is under way is answered, and the port is free`, {
    skip: process.platform === 'win32',
  }, async () => {
    const folder = temporaryFolder()
    const setup = await setUpWithCli(folder.path)
    const { npm, url } = await npmStart(folder.path)
    const npm_ended = once(npm, 'exit')
    const port = Number(new URL(url).port)
    const body = JSON.stringify({ name: 'Under way' })
    const socket = connect(port, '127.0.0.1')
    let answer = ''
    socket.setEncoding('utf8').on('data', (chunk) => {
      answer += chunk
    })
    const closed = once(socket, 'close')
    const head = [
      `POST /v1/customers?company_id=${setup.company_id} HTTP/1.1`,
      'Host: x',
      `Authorization: Bearer ${setup.api_key}`,
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
      'Expect: 100-continue',
      '',
      '',
    ]
    socket.write(head.join('\r\n'))
    // Its head was read: it is under way.
    await until(() => answer.includes('100 Continue'))
    npm.kill(signal)
    await until(() => isRefused(port))
    socket.write(body)
    await closed
    assert.match(answer, /HTTP\/1\.1 201 /)
    const [exit] = await npm_ended
    if (code !== null) assert.equal(exit, code)
    await until(() => isFree(port))
    folder.remove()
  })
}

async function npmStart(data_folder: string): Promise<{ npm: ChildProcess; url: string }> {
  const of_engine = await environmentOf(data_folder)
  const env = { ...process.env, ...of_engine, QUOIN_DATA_DIR: data_folder, QUOIN_PORT: '0', QUOIN_LOG_LEVEL: 'error' }
  for (const name of Object.keys(env)) if (name.startsWith('npm_')) delete (env as NodeJS.ProcessEnv)[name]
  const npm = spawn('npm', ['start'], { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'inherit'] })
  started.add(npm)
  let output = ''
  const url = await new Promise<string>((resolve, reject) => {
    npm.stdout!.on('data', (chunk) => {
      output += chunk
      const ready = /^Quoin is ready at (http:\S+)$/m.exec(output)?.[1]
      if (ready) resolve(ready)
    })
    npm.once('exit', (code) => reject(new Error(`npm ended with ${code}: ${output}`)))
  })
  return { npm, url }
}

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  const end = performance.now() + LONGEST_MS
  while (performance.now() < end) {
    if (await condition()) return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error('waited for too long')
}

/** Whether nothing listens on a port. */
function isRefused(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => {
      socket.destroy()
      resolve(false)
    })
    socket.once('error', () => resolve(true))
  })
}

/** Whether a port can be listened on. */
function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer().once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}
