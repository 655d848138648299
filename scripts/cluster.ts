// The cluster of docs/scaling on this machine: a network namespace for each of its machines, its files as they are, with other addresses and paths.
//
//   node scripts/cluster.ts      starts it, prints where its parts answer, and removes it on Ctrl-C
//
// It needs root, Linux and Debian's packages of etcd, Patroni, PostgreSQL, HAProxy and PgBouncer.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { installPackages } from './debian.ts'
import { bridgeOf, ip, kill, killAllIn, PREFIX, pidsIn, removeNamespaces, removeOrphans } from './namespaces.ts'

const ROOT = dirname(import.meta.dirname)
const FILES = join(ROOT, 'docs/scaling')
const POSTGRES_PROGRAMS = '/usr/lib/postgresql'
const NEEDED = {
  etcd: '/usr/bin/etcd',
  patroni: '/usr/bin/patroni',
  'PostgreSQL of Debian': POSTGRES_PROGRAMS,
  haproxy: '/usr/sbin/haproxy',
  pgbouncer: '/usr/sbin/pgbouncer',
  ip: '/usr/sbin/ip',
}
const PACKAGES = ['etcd-server', 'patroni', 'python3-etcd', 'postgresql', 'haproxy', 'pgbouncer', 'iproute2']
/** The machines with their last numbers in the network; the one with 1 is the machine itself. */
const NODES = { pg1: 11, pg2: 12, pg3: 13 } as const
const APPS = { app1: 21, app2: 22 } as const
const START_TIMEOUT_MS = 60_000
/** Lines of a log that are kept of each program. */
const LOG_LINES = 20_000

export type NodeName = keyof typeof NODES
export type AppName = keyof typeof APPS
type MachineName = NodeName | AppName

export const NODE_NAMES = Object.keys(NODES) as NodeName[]
export const APP_NAMES = Object.keys(APPS) as AppName[]

/** A node as Patroni shows it. */
export interface Member {
  name: NodeName
  role: 'leader' | 'replica' | 'sync_standby'
  state: string
  timeline?: number
  lag?: number | 'unknown'
}

/** What keeps the cluster from being started here; undefined when nothing does. */
export function whyNoCluster(): string | undefined {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'needs root on Linux, for network namespaces'
  const missing = Object.entries(NEEDED).filter(([, path]) => !existsSync(path))
  return missing.length > 0 ? `needs ${missing.map(([name]) => name).join(', ')} (${PACKAGES.join(' ')})` : undefined
}

/** Installs what is missing, where the user is root and the system has apt-get. */
export function ensureClusterPackages(): void {
  if (process.getuid?.() === 0 && whyNoCluster()) installPackages(PACKAGES, 'the cluster of docs/scaling')
}

/** A running cluster. End it with `stop`. */
export class Cluster {
  private readonly folder = mkdtempSync(join(tmpdir(), `${PREFIX}-`))
  private readonly network = `10.87.${process.pid % 250}.`
  private readonly programs = new Map<string, ChildProcess>()
  private readonly logs = new Map<string, string[]>()
  private readonly onExit = () => this.removeNow()

  /** The address under which programs in the cluster reach this process. */
  readonly own_address = `${this.network}1`

  /** Starts everything, and waits until there are a primary, a synchronous standby and both Quoin processes. */
  static async start(): Promise<Cluster> {
    removeOrphans()
    const cluster = new Cluster()
    process.once('exit', cluster.onExit)
    try {
      cluster.makeNetwork()
      for (const node of NODE_NAMES) cluster.startEtcd(node)
      for (const node of NODE_NAMES) cluster.startPatroni(node)
      await cluster.until('three nodes', async () => cluster.isWhole(await cluster.members()))
      for (const app of APP_NAMES) cluster.startProxies(app)
      return cluster
    } catch (error) {
      await cluster.stop()
      throw error
    }
  }

  /** Whether there is a primary, and the other two follow it on its timeline, one of them synchronously. */
  isWhole(members: readonly Member[]): boolean {
    const leader = members.find(({ role, state }) => role === 'leader' && state === 'running')
    const following = members.filter(
      ({ role, state, timeline }) =>
        role !== 'leader' && (state === 'running' || state === 'streaming') && timeline === leader?.timeline,
    )
    return leader !== undefined && following.length === 2 && following.some(({ role }) => role === 'sync_standby')
  }

  addressOf(machine: MachineName): string {
    return `${this.network}${{ ...NODES, ...APPS }[machine]}`
  }

  /** Where a Quoin process answers. */
  urlOf(app: AppName): string {
    return `http://${this.addressOf(app)}:4281`
  }

  /** What the nodes are, from the first of them that answers; none when none does. */
  async members(): Promise<Member[]> {
    for (const node of NODE_NAMES) {
      try {
        const answer = await fetch(`http://${this.addressOf(node)}:8008/cluster`, { signal: AbortSignal.timeout(1_000) })
        return ((await answer.json()) as { members: Member[] }).members
      } catch {
        // Down, cut off, or not up yet: the next one.
      }
    }
    return []
  }

  /** The node that says of itself that it is primary, once exactly one does. */
  async primary(): Promise<NodeName> {
    let found: NodeName[] = []
    await this.until('one primary', async () => {
      const statuses = await Promise.all(
        NODE_NAMES.map((node) =>
          fetch(`http://${this.addressOf(node)}:8008/primary`, { method: 'HEAD', signal: AbortSignal.timeout(1_000) }).then(
            ({ status }) => status,
            () => undefined,
          ),
        ),
      )
      found = NODE_NAMES.filter((_, index) => statuses[index] === 200)
      return found.length === 1
    })
    return found[0]!
  }

  /** Waits until something holds, and gives how long that took in ms. */
  async until(what: string, holds: () => Promise<boolean>, longest_ms = START_TIMEOUT_MS): Promise<number> {
    const begun = performance.now()
    while (!(await holds())) {
      if (performance.now() - begun > longest_ms) {
        // Of Patroni only what it decided; what PostgreSQL prints there is too much.
        const logs = [...this.logs].map(([name, lines]) => `${name}:\n${shortened(name, lines).join('\n')}`)
        throw new Error(
          `waited ${longest_ms} ms in vain for ${what}\n${JSON.stringify(await this.members())}\n${logs.join('\n\n')}`,
        )
      }
      await sleep(100)
    }
    return performance.now() - begun
  }

  startEtcd(node: NodeName): void {
    const env = Object.fromEntries(linesOf(this.file(node, 'etcd.env', 'etc/default/etcd')))
    this.makeFolder(node, 'var/lib/etcd', 'etcd')
    this.run(node, 'etcd', ['/usr/bin/etcd'], { account: 'etcd', env })
  }

  /** Starts Patroni, which starts PostgreSQL. */
  startPatroni(node: NodeName): void {
    for (const folder of ['var/lib/postgresql', 'var/run/postgresql']) this.makeFolder(node, folder, 'postgres')
    this.file(node, 'create-database.sh', 'etc/patroni/create-database.sh')
    chmodSync(this.path(node, 'etc/patroni/create-database.sh'), 0o755)
    const config = this.file(node, 'patroni.yml', 'etc/patroni/config.yml')
    // Debian's PATH has no programs of PostgreSQL but psql, and the programs of this process are none of Patroni's business.
    this.run(node, 'patroni', ['/usr/bin/patroni', config], {
      account: 'postgres',
      env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin' },
    })
  }

  /** Ends Patroni and every process of PostgreSQL of a node at once, as a machine that loses its power; etcd lives on. */
  killNode(node: NodeName): void {
    for (const pid of this.pidsOf(node, /^(patroni|postgres)$/)) kill(pid, 'SIGKILL')
  }

  /** Stops the processes of a primary that send its log to standbys: from then on it has what no other node has. */
  stopReplication(node: NodeName): void {
    for (const pid of this.pidsOf(node, /^postgres$/)) {
      if (readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('walsender')) kill(pid, 'SIGSTOP')
    }
  }

  killEtcd(node: NodeName): void {
    for (const pid of this.pidsOf(node, /^etcd$/)) kill(pid, 'SIGKILL')
  }

  /** The node whose etcd leads the others. */
  async etcdLeader(): Promise<NodeName> {
    for (const node of NODE_NAMES) {
      const answer = await fetch(`http://${this.addressOf(node)}:2379/v3/maintenance/status`, {
        method: 'POST',
        body: '{}',
      }).catch(() => undefined)
      const status = (await answer?.json()) as { leader: string; header: { member_id: string } } | undefined
      if (status && status.leader === status.header.member_id) return node
    }
    throw new Error('etcd has no leader')
  }

  /** Takes the cable out, and puts it back. */
  cut(node: NodeName): void {
    ip('link', 'set', linkOf(node), 'down')
  }

  join(node: NodeName): void {
    ip('link', 'set', linkOf(node), 'up')
  }

  /** Starts the Quoin process of a machine, and waits until it answers. */
  async startQuoin(app: AppName): Promise<void> {
    this.run(app, 'quoin', [process.execPath, join(ROOT, 'cli/bin/quoin.js'), 'serve'], { env: this.environmentOf(app) })
    await this.until(`Quoin on ${app}`, () =>
      fetch(`${this.urlOf(app)}/health`).then(
        ({ status }) => status === 200,
        () => false,
      ),
    )
  }

  /** Runs the command line on a machine that runs Quoin, and gives what it printed. Throws when it fails. */
  async cli(app: AppName, ...args: string[]): Promise<string> {
    const child = spawn('ip', ['netns', 'exec', namespaceOf(app), process.execPath, join(ROOT, 'cli/bin/quoin.js'), ...args], {
      env: { ...process.env, ...this.environmentOf(app) },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    let errors = ''
    child.stdout.setEncoding('utf8').on('data', (text) => (output += text))
    child.stderr.setEncoding('utf8').on('data', (text) => (errors += text))
    const code = await new Promise((resolve) => child.once('close', resolve))
    if (code !== 0) throw new Error(`quoin ${args.join(' ')}: ${output}${errors}`)
    return output
  }

  /** Runs a statement on one node, as its superuser. */
  // biome-ignore lint/suspicious/noExplicitAny: rows of any statement
  async sql(node: NodeName, sql: string, database = 'quoin'): Promise<any[]> {
    const url = `postgres://postgres:PASSWORD-OF-POSTGRES@${this.addressOf(node)}:5432/${database}`
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 3_000 })
    client.on('error', () => {})
    await client.connect()
    try {
      return (await client.query(sql)).rows
    } finally {
      await client.end()
    }
  }

  /** What a program of a machine has printed. */
  logOf(machine: MachineName, program: string): string {
    return (this.logs.get(`${machine} ${program}`) ?? []).join('\n')
  }

  /** Ends everything and removes it. */
  async stop(): Promise<void> {
    process.off('exit', this.onExit)
    const ended = [...this.programs.values()].map(
      (child) => child.exitCode === null && child.signalCode === null && new Promise((resolve) => child.once('exit', resolve)),
    )
    killAllIn(PREFIX)
    await Promise.all(ended)
    this.removeNow()
  }

  private removeNow(): void {
    removeNamespaces(PREFIX)
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 3 })
  }

  /** A namespace for each machine, whose only cable leads to one switch. */
  private makeNetwork(): void {
    chmodSync(this.folder, 0o755)
    ip('link', 'add', bridgeOf(PREFIX), 'type', 'bridge')
    ip('addr', 'add', `${this.own_address}/24`, 'dev', bridgeOf(PREFIX))
    ip('link', 'set', bridgeOf(PREFIX), 'up')
    for (const machine of [...NODE_NAMES, ...APP_NAMES]) {
      const namespace = namespaceOf(machine)
      ip('netns', 'add', namespace)
      ip('link', 'add', linkOf(machine), 'type', 'veth', 'peer', 'name', 'eth0', 'netns', namespace)
      ip('link', 'set', linkOf(machine), 'master', bridgeOf(PREFIX), 'up')
      ip('-n', namespace, 'addr', 'add', `${this.addressOf(machine)}/24`, 'dev', 'eth0')
      ip('-n', namespace, 'link', 'set', 'eth0', 'up')
      ip('-n', namespace, 'link', 'set', 'lo', 'up')
    }
  }

  private startProxies(app: AppName): void {
    for (const folder of ['var/log/postgresql', 'var/run/postgresql']) this.makeFolder(app, folder, 'postgres')
    this.makeFolder(app, 'var/lib/quoin', 'root')
    this.run(app, 'haproxy', ['/usr/sbin/haproxy', '-db', '-f', this.file(app, 'haproxy.cfg', 'etc/haproxy/haproxy.cfg')])
    this.file(app, 'userlist.txt', 'etc/pgbouncer/userlist.txt')
    const config = this.file(app, 'pgbouncer.ini', 'etc/pgbouncer/pgbouncer.ini')
    this.run(app, 'pgbouncer', ['/usr/sbin/pgbouncer', config], { account: 'postgres' })
  }

  private environmentOf(app: AppName): Record<string, string> {
    const given = Object.fromEntries(linesOf(this.file(app, 'quoin.env', 'etc/quoin/quoin.env')))
    // The receivers of the test are in a private network, as the whole cluster is.
    return { ...given, QUOIN_ALLOW_PRIVATE_WEBHOOKS: '1', QUOIN_LOG_LEVEL: 'error' }
  }

  /** Writes a file of docs/scaling for a machine, and gives its place: only addresses and paths are other ones. */
  private file(machine: MachineName, name: string, target: string): string {
    const text = readFileSync(join(FILES, name), 'utf8')
      .replaceAll('NODE_NAME', machine)
      .replaceAll(/(NODE|APP)_ADDRESS/g, this.addressOf(machine))
      .replaceAll('10.0.0.', this.network)
      .replaceAll(/(?<![\w/])\/(var|etc)\//g, `${this.path(machine, '')}/$1/`)
      .replaceAll(`${POSTGRES_PROGRAMS}/15`, `${POSTGRES_PROGRAMS}/${newestPostgres()}`)
    const path = this.path(machine, target)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
    return path
  }

  private path(machine: MachineName, path: string): string {
    return join(this.folder, machine, path)
  }

  private makeFolder(machine: MachineName, path: string, account: string): void {
    mkdirSync(this.path(machine, path), { recursive: true })
    spawnSync('chown', ['-R', `${account}:`, this.path(machine, path)])
  }

  private run(
    machine: MachineName,
    program: string,
    command: string[],
    { account, env = {} }: { account?: string; env?: Record<string, string> } = {},
  ): void {
    const as = account ? ['setpriv', `--reuid=${account}`, `--regid=${account}`, '--init-groups', '--'] : []
    const child = spawn('ip', ['netns', 'exec', namespaceOf(machine), ...as, ...command], {
      cwd: '/',
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const name = `${machine} ${program}`
    const log = this.logs.get(name) ?? []
    this.logs.set(name, log)
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        log.push(...text.trimEnd().split('\n'))
        if (log.length > LOG_LINES) log.splice(0, log.length - LOG_LINES)
      })
    }
    this.programs.set(name, child)
  }

  /** The processes of a machine whose program has such a name. */
  private pidsOf(machine: MachineName, program: RegExp): number[] {
    return pidsIn(namespaceOf(machine)).filter((pid) => {
      try {
        return program.test(readFileSync(`/proc/${pid}/comm`, 'utf8').trim())
      } catch {
        return false
      }
    })
  }
}

const namespaceOf = (machine: MachineName) => `${PREFIX}-${machine}`
const linkOf = (machine: MachineName) => `${PREFIX}v${{ ...NODES, ...APPS }[machine]}`

function shortened(name: string, lines: readonly string[]): string[] {
  if (!name.endsWith('patroni')) return lines.slice(-5)
  return lines.filter((line) => / (INFO|WARNING): /.test(line) && !/no action/.test(line)).slice(-60)
}

/** The variables of an environment file. */
function linesOf(path: string): [string, string][] {
  const lines = readFileSync(path, 'utf8').split('\n')
  return lines
    .filter((line) => /^[A-Z]/.test(line))
    .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)])
}

const newestPostgres = () => Math.max(...readdirSync(POSTGRES_PROGRAMS).map(Number).filter(Number.isInteger))

if (import.meta.main) {
  ensureClusterPackages()
  const reason = whyNoCluster()
  if (reason) {
    console.error(reason)
    process.exit(1)
  }
  const cluster = await Cluster.start()
  for (const app of APP_NAMES) await cluster.startQuoin(app)
  for (const app of APP_NAMES) console.log(`Quoin on ${app}: ${cluster.urlOf(app)}`)
  for (const node of NODE_NAMES) console.log(`Patroni on ${node}: http://${cluster.addressOf(node)}:8008/cluster`)
  console.log(cluster.logOf('app1', 'quoin'))
  console.log('Ctrl-C removes everything')
  process.on('SIGINT', () => void cluster.stop().then(() => process.exit(0)))
  setInterval(() => {}, 2 ** 30)
}
