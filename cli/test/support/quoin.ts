// Runs the client commands as a person would, with separate settings, and a local handler that they forward to.
import { type ChildProcess, spawn } from 'node:child_process'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { CLI } from '../../../server/test/support/program.ts'

/** Of util-linux: gives a command a terminal. */
export const SCRIPT = '/usr/bin/script'
const LONGEST_WAIT_MS = 30_000

export interface Ended {
  code: number | null
  stdout: string
  stderr: string
}

export interface RunningQuoin {
  process: ChildProcess
  /** All of standard output so far. */
  stdout(): string
  stderr(): string
  /** Resolves with the first match in standard output; rejects when it ends before, or takes too long. */
  until(pattern: RegExp): Promise<RegExpExecArray>
  end(signal: NodeJS.Signals): Promise<Ended>
  ended: Promise<Ended>
}

/** Starts `quoin ARGS`, with settings under `config_folder`. */
export function startQuoin(config_folder: string, args: readonly string[], env: Record<string, string> = {}): RunningQuoin {
  const child = spawn(process.execPath, [CLI, ...args], {
    env: { ...process.env, XDG_CONFIG_HOME: config_folder, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let stdout = ''
  let stderr = ''
  let wake = () => {}
  child.stdout.on('data', (chunk) => {
    stdout += chunk
    wake()
  })
  child.stderr.on('data', (chunk) => {
    stderr += chunk
    wake()
  })
  let is_over = false
  const ended = new Promise<Ended>((resolve) =>
    child.once('close', (code) => {
      is_over = true
      wake()
      resolve({ code, stdout, stderr })
    }),
  )
  return {
    process: child,
    stdout: () => stdout,
    stderr: () => stderr,
    ended,
    async until(pattern) {
      const deadline = Date.now() + LONGEST_WAIT_MS
      for (;;) {
        const match = pattern.exec(stdout)
        if (match) return match
        if (is_over || Date.now() > deadline) throw new Error(`no ${pattern} in: ${stdout}${stderr}`)
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, 200)
          wake = () => {
            clearTimeout(timer)
            resolve()
          }
        })
      }
    },
    end(signal) {
      child.kill(signal)
      return ended
    },
  }
}

/** Runs `quoin ARGS` to its end. */
export function runQuoin(config_folder: string, args: readonly string[], env?: Record<string, string>): Promise<Ended> {
  return startQuoin(config_folder, args, env).ended
}

/**
 * Runs `quoin ARGS` on its own terminal (by script(1)) of so many columns, and types each text once its pattern is shown; returns everything
 * shown.
 */
export async function onTerminal(
  config_folder: string,
  args: readonly string[],
  typed: readonly (readonly [shown: RegExp, text: string])[],
  { columns = 100 } = {},
): Promise<string> {
  const command = [process.execPath, CLI, ...args].map((part) => `'${part}'`).join(' ')
  const child = spawn(SCRIPT, ['-qec', `stty cols ${columns} rows 40; ${command}`, '/dev/null'], {
    env: { ...process.env, XDG_CONFIG_HOME: config_folder, TERM: 'xterm', CI: '' },
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  const timer = setTimeout(() => child.kill('SIGKILL'), LONGEST_WAIT_MS)
  let shown = ''
  let next = 0
  child.stdout.on('data', (chunk) => {
    shown += chunk
    const [pattern, text] = typed[next] ?? []
    if (!pattern?.test(shown)) return
    next++
    // The question listens a moment after it is drawn.
    setTimeout(() => child.stdin.write(text!), 150)
  })
  await new Promise((resolve) => child.once('close', resolve))
  clearTimeout(timer)
  return shown
}

/** A request that the handler has received whole. */
export interface Hit {
  path: string
  headers: IncomingHttpHeaders
  body: string
  id: string
}

export interface Handler {
  url: string
  port: number
  hits: Hit[]
  /** Its answer: a status, or undefined for never. */
  answer: (hit: Hit) => number | undefined
  /** Resolves once it has been hit so often. */
  until(count: number): Promise<Hit[]>
  close(): Promise<void>
}

/** Starts a handler of webhooks on loopback; on a port of its choice unless one is given. */
export async function startHandler(port = 0): Promise<Handler> {
  let wake = () => {}
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString()
      const hit = { path: request.url!, headers: request.headers, body, id: request.headers['webhook-id'] as string }
      handler.hits.push(hit)
      const status = handler.answer(hit)
      if (status !== undefined) response.writeHead(status).end(status < 300 ? '' : 'the handler\n\u001b[31msays no')
      wake()
    })
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const own_port = (server.address() as AddressInfo).port
  const handler: Handler = {
    url: `http://127.0.0.1:${own_port}/hook`,
    port: own_port,
    hits: [],
    answer: () => 200,
    async until(count) {
      const deadline = Date.now() + LONGEST_WAIT_MS
      while (handler.hits.length < count) {
        if (Date.now() > deadline) throw new Error(`${handler.hits.length} of ${count} hits`)
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, 200)
          wake = () => {
            clearTimeout(timer)
            resolve()
          }
        })
      }
      return handler.hits
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return handler
}
