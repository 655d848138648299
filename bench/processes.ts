// Starts, measures and ends the processes of a benchmark. It only ends what it started.
import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process'
import { createWriteStream, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { createInterface } from 'node:readline'
import type { LoadJob, LoadOrder, LoadRequests, LoadResult } from './load-order.ts'

const ROOT = dirname(import.meta.dirname)
const START_TIMEOUT_MS = 30_000
const STOP_TIMEOUT_MS = 15_000
/** How long a job may take beyond its time, for the last answers. */
const LOAD_TIMEOUT_MS = 60_000
/** Clock ticks a second in /proc/PID/stat; Linux has it fixed for programs. */
const TICKS_PER_SECOND = 100

/** How much is shown of a server's log when something went wrong. */
const LOG_LINES = 10
const LOG_LINE_LENGTH = 500

const running = new Set<ChildProcess>()

/** A server that accepts requests. */
export interface Server {
  name: string
  /** `http://127.0.0.1:PORT`. */
  url: string
  /** From the start of its process to the line that says that it is ready. */
  ready_ms: number
  /** CPU time that it has used since it started, user and system. */
  cpuMs(): number
  /** The last lines of its standard error. */
  log(): string
  /** Memory that it holds now, and the most that it ever held. */
  memory(): { rss_mb: number; peak_rss_mb: number }
  stop(): Promise<void>
}

/** Starts `node …args` and resolves once it prints its "… is ready at http://…" line. Its standard error goes to `log_file`. */
export async function startServer(
  name: string,
  args: string[],
  environment: Record<string, string>,
  log_file: string,
): Promise<Server> {
  const started = performance.now()
  const child = startNode(args, environment, ['ignore', 'pipe', 'pipe'])
  child.stderr!.pipe(createWriteStream(log_file))
  const lines = createInterface({ input: child.stdout! })
  const url = await new Promise<string>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`${name} was not ready after ${START_TIMEOUT_MS} ms`)), START_TIMEOUT_MS)
    child.once('exit', (code) =>
      reject(new Error(`${name} ended with exit code ${code} before it was ready:\n${tailOf(log_file)}`)),
    )
    lines.on('line', (line) => {
      const ready = line.match(/ is ready at (http:\/\/\S+)/)
      if (!ready) return
      clearTimeout(timer)
      resolve(ready[1]!)
    })
  })
  return {
    name,
    url,
    ready_ms: performance.now() - started,
    cpuMs: () => cpuMsOf(child.pid!),
    log: () => tailOf(log_file),
    memory: () => memoryOf(child.pid!),
    stop: () => stop(child),
  }
}

/** The load generator, started once: a new one would need a second to get up to speed at each round. */
export interface LoadGenerator {
  /** Makes requests known under a name. */
  prepare(name: string, requests: LoadRequests): void
  run(job: LoadJob): Promise<LoadResult>
  stop(): Promise<void>
}

/** Starts the load generator. A job that fails, or takes far longer than it should, rejects. */
export function startLoadGenerator(): LoadGenerator {
  const child = startNode(['bench/load.ts'], {}, ['ignore', 'inherit', 'inherit', 'ipc'])
  const order = (order: LoadOrder) => child.send(order)
  return {
    prepare: (name, requests) => void order({ prepare: name, requests }),
    run: (job) =>
      new Promise((resolve, reject) => {
        const finish = (act: () => void) => {
          clearTimeout(timer)
          child.off('exit', onExit)
          act()
        }
        const onExit = () => finish(() => reject(new Error('the load generator ended')))
        const timer = setTimeout(
          () => finish(() => reject(new Error('the load took too long'))),
          job.seconds * 1000 + LOAD_TIMEOUT_MS,
        )
        child.once('exit', onExit)
        child.once('message', (answer) => {
          const { result, failure } = answer as { result?: LoadResult; failure?: string }
          finish(() => (result ? resolve(result) : reject(new Error(failure))))
        })
        order({ run: job })
      }),
    stop: () => stop(child),
  }
}

/** Ends at once whatever is still running, for a way out that can't wait. */
export function killAll(): void {
  for (const child of running) child.kill('SIGKILL')
}

function startNode(args: string[], environment: Record<string, string>, stdio: StdioOptions): ChildProcess {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('QUOIN_'))
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    env: { ...Object.fromEntries(inherited), ...environment },
    stdio,
  })
  running.add(child)
  child.once('exit', () => running.delete(child))
  return child
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS)
  await ended
  clearTimeout(timer)
}

/** CPU time that a process has used, user and system, all its threads. */
export function cpuMsOf(pid: number): number {
  // The second field is the program's name in parentheses, which may hold blanks: count from behind it.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS_PER_SECOND
}

function memoryOf(pid: number): { rss_mb: number; peak_rss_mb: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const megabytes = (field: string) => Number(status.match(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm'))?.[1]) / 1024
  return { rss_mb: megabytes('VmRSS'), peak_rss_mb: megabytes('VmHWM') }
}

function tailOf(log_file: string): string {
  const lines = readFileSync(log_file, 'utf8').trimEnd().split('\n')
  return lines
    .slice(-LOG_LINES)
    .map((line) => line.slice(0, LOG_LINE_LENGTH))
    .join('\n')
}
