// The real server in a separate process, on loopback, for tests of what only a process can show. It ends only what it started.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { environmentOf } from './engine.ts'
import { CLI } from './program.ts'

/** A start takes a fraction of this, a hang would take forever. */
const LONGEST_START_MS = 20_000

/** A folder for a server's data, removed by `remove`. */
export function temporaryFolder(): { path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'quoin-process-'))
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}

export interface ServerProcess {
  url: string
  /** Everything printed on standard output up to the ready line. */
  output: string
  /** How long it took from the start of the process to the ready line. */
  ready_ms: number
  process: ChildProcess
  /** Everything logged so far at level error and above. */
  logged(): string
  /** Sends the signal and resolves with the exit code, or the signal that ended it. */
  end(signal: NodeJS.Signals): Promise<number | string | null>
}

/** Starts the server on a folder and resolves once it printed that it is ready. Rejects with its output when it ends before. */
export async function startServerProcess(data_folder: string, env: Record<string, string> = {}): Promise<ServerProcess> {
  const of_engine = await environmentOf(data_folder)
  const started = performance.now()
  const child = spawn(process.execPath, [CLI, 'serve'], {
    env: { ...process.env, ...of_engine, QUOIN_DATA_DIR: data_folder, QUOIN_PORT: '0', QUOIN_LOG_LEVEL: 'error', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise<number | string | null>((resolve) => child.once('exit', (code, signal) => resolve(signal ?? code)))
  return new Promise((resolve, reject) => {
    let output = ''
    let errors = ''
    const timer = setTimeout(() => {
      child.kill('SIGKILL')
      reject(new Error(`not ready after ${LONGEST_START_MS} ms: ${output}${errors}`))
    }, LONGEST_START_MS)
    child.stderr.on('data', (chunk) => {
      errors += chunk
    })
    child.stdout.on('data', (chunk) => {
      output += chunk
      const url = /^Quoin is ready at (http:\S+)$/m.exec(output)?.[1]
      if (url === undefined) return
      clearTimeout(timer)
      const end = (signal: NodeJS.Signals) => {
        child.kill(signal)
        return ended
      }
      resolve({ url, output, ready_ms: performance.now() - started, process: child, logged: () => errors, end })
    })
    void ended.then((code) => {
      clearTimeout(timer)
      reject(Object.assign(new Error(errors), { exit: code }))
    })
  })
}

/** Runs the command line on a folder; returns its output and exit code. */
export async function runCli(
  data_folder: string,
  ...args: string[]
): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const of_engine = await environmentOf(data_folder)
  const child = spawn(process.execPath, [CLI, ...args], {
    env: { ...process.env, ...of_engine, QUOIN_DATA_DIR: data_folder },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  // Whole characters, however the bytes come in.
  child.stdout.setEncoding('utf8')
  child.stderr.setEncoding('utf8')
  let stdout = ''
  let stderr = ''
  child.stdout.on('data', (chunk) => {
    stdout += chunk
  })
  child.stderr.on('data', (chunk) => {
    stderr += chunk
  })
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, stdout, stderr })))
}

/** The result of `quoin setup --json`. */
export interface MadeSetup {
  organization_id: string
  company_id: string
  user_id: string
  api_key: string
}

/** Makes an organization with `quoin setup` on a folder. */
export async function setUpWithCli(data_folder: string, ...more: string[]): Promise<MadeSetup> {
  const { code, stdout, stderr } = await runCli(
    data_folder,
    'setup',
    '--organization',
    'Test',
    '--company',
    'First',
    '--json',
    ...more,
  )
  if (code !== 0) throw new Error(stderr)
  return JSON.parse(stdout)
}

// biome-ignore lint/suspicious/noExplicitAny: answers are looked into freely by tests
type Json = any

export interface HttpAnswer {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: Json
}

/** A client of one server: keeps its connections open, and rejects when an answer did not arrive whole. */
export class Client {
  private readonly url: string
  private readonly key: string
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 128 })

  constructor(url: string, key: string) {
    this.url = url
    this.key = key
  }

  call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<HttpAnswer> {
    const payload = body === undefined ? undefined : JSON.stringify(body)
    return new Promise((resolve, reject) => {
      const sent = request(
        this.url + path,
        {
          method,
          agent: this.agent,
          headers: {
            authorization: `Bearer ${this.key}`,
            ...(payload === undefined
              ? {}
              : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) }),
            ...headers,
          },
        },
        (response) => {
          const chunks: Buffer[] = []
          response.on('data', (chunk) => chunks.push(chunk))
          response.on('error', reject)
          response.on('end', () => {
            if (!response.complete) return reject(new Error('the answer was cut off'))
            const text = Buffer.concat(chunks).toString()
            resolve({ status: response.statusCode!, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) })
          })
        },
      )
      sent.on('error', reject)
      sent.end(payload)
    })
  }

  /** All objects of an offset list. */
  async all(path: string, plural: string): Promise<Json[]> {
    const objects: Json[] = []
    for (;;) {
      const separator = path.includes('?') ? '&' : '?'
      const { body } = await this.call('GET', `${path}${separator}limit=100&offset=${objects.length}`)
      objects.push(...body.data[plural])
      if (objects.length >= body.data.pagination.total || body.data[plural].length === 0) return objects
    }
  }

  /** All events of a company, oldest first. */
  async events(company_id: string): Promise<Json[]> {
    const events: Json[] = []
    let cursor = ''
    for (;;) {
      const { body } = await this.call('GET', `/v1/events?company_id=${company_id}&limit=100${cursor}`)
      events.push(...body.data.events)
      if (!body.data.pagination.has_more) return events.reverse()
      cursor = `&starting_after=${body.data.pagination.next_cursor}`
    }
  }

  close(): void {
    this.agent.destroy()
  }
}
