// Network namespaces, as machines that are joined by one switch: their names begin with the process that made them, and so do their folders.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Two runs at once must not meet. */
export const PREFIX = `qc${process.pid}`
/** Namespaces and folders. */
const OWNED = /^qc(\d+)-/

/** The switch. */
export const bridgeOf = (prefix: string) => `${prefix}br`

/** Runs `ip`; throws what it says when it fails. */
export function ip(...args: string[]): string {
  const { status, stdout, stderr } = spawnSync('ip', args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`ip ${args.join(' ')}: ${stderr}`)
  return stdout
}

/** Sends a signal to a process. Nothing is wrong if it has ended in between. */
export function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** The processes in a namespace. */
export const pidsIn = (namespace: string) => ip('netns', 'pids', namespace).split('\n').filter(Boolean).map(Number)

function namespacesOf(prefix: string): string[] {
  const names = ip('netns', 'list').split('\n')
  return names.map((line) => line.split(' ')[0]!).filter((name) => name.startsWith(`${prefix}-`))
}

/** Ends every process in the namespaces of a prefix. */
export function killAllIn(prefix: string): void {
  for (const namespace of namespacesOf(prefix)) {
    // Patroni could start another PostgreSQL in between.
    for (let pids = pidsIn(namespace); pids.length > 0; pids = pidsIn(namespace)) for (const pid of pids) kill(pid, 'SIGKILL')
  }
}

/** Removes the namespaces of a prefix, with their processes, cables and switch. */
export function removeNamespaces(prefix: string): void {
  killAllIn(prefix)
  // A cable ends with the namespace that one of its ends is in.
  for (const namespace of namespacesOf(prefix)) ip('netns', 'del', namespace)
  spawnSync('ip', ['link', 'del', bridgeOf(prefix)], { stdio: 'ignore' })
}

/** Removes the namespaces and folders of runs that were killed. */
export function removeOrphans(): void {
  for (const name of [...ip('netns', 'list').split('\n'), ...readdirSync(tmpdir())]) {
    const owner = OWNED.exec(name)?.[1]
    if (owner === undefined || existsSync(`/proc/${owner}`)) continue
    removeNamespaces(`qc${owner}`)
    rmSync(join(tmpdir(), name), { recursive: true, force: true })
  }
}
