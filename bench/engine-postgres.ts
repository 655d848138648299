// The benchmark on PostgreSQL: a separate server for each data set, in which each side has a copy of the seeded database.
import { spawnSync } from 'node:child_process'
import { chmodSync, closeSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { openDatabase } from '../server/src/engines/open.ts'
import { setUp } from '../server/src/operate/first-start.ts'
import type { Tables } from '../server/src/sql/tables.ts'
import { type Postgres, run, startPostgres } from '../server/test/support/postgres.ts'
import { cached } from './cache.ts'
import { startBare, startQuoin } from './engine-sqlite.ts'
import { cpuMsOf, type Server } from './processes.ts'
import { CURRENCY, type Insert, seed } from './seed.ts'
import type { Copy, Dataset, Engine } from './sides.ts'

const SOURCES = ['seed.ts', 'engine-postgres.ts']
const SEED = 'seeded'
/** Fewer checkpoints than by default: one in the middle of a turn would distort the comparison. */
const SETTINGS = ['shared_buffers=512MB', 'max_wal_size=8GB', 'checkpoint_timeout=30min', 'maintenance_work_mem=256MB']
const WRITTEN_AT_ONCE = 1024 * 1024

/** The engine; files of its sides go to `folder`. Durable: fsync is on. */
export function createPostgresEngine(folder: string): Engine {
  const servers = new Map<Dataset, Postgres>()
  let copies = 0
  return {
    name: 'postgres',
    sides: ['Quoin', 'again', 'tuned', 'same'],
    can_join: true,
    async dataset(invoices) {
      const known = [...servers.keys()].find((dataset) => dataset.invoices === invoices)
      if (known) return known
      const { folder: source, made } = await cached('postgres', invoices, SOURCES, (empty) => makeDataset(empty, invoices))
      servers.set(made, await startOn(join(source, 'data')))
      return made
    },
    async copy(dataset, side) {
      const place = join(folder, `postgres ${dataset.invoices} ${side} ${++copies}`)
      mkdirSync(place)
      const database = await servers.get(dataset)!.createDatabase(`bench_${side.toLowerCase()}_${copies}`, SEED)
      return { dataset, side, folder: place, database }
    },
    async start(copy) {
      const server =
        copy.side === 'tuned' || copy.side === 'same'
          ? await startBare(copy, 'bare-postgres.ts', copy.side === 'same' ? ['same-rows'] : [])
          : await startQuoin(copy, { QUOIN_DATA_DIR: copy.folder, QUOIN_DATABASE_URL: copy.database }, `${++copies}.log`)
      return withBackends(server, servers.get(copy.dataset)!, copy)
    },
    async version() {
      const [server] = servers.values()
      return (await run(server!.url, 'SHOW server_version')).rows[0].server_version
    },
    async end() {
      for (const server of servers.values()) await server.remove()
    },
  }
}

/** A server on a copy of the cached data. */
async function startOn(data: string): Promise<Postgres> {
  const server = await startPostgres({ is_durable: true, settings: SETTINGS })
  await server.stop()
  rmSync(server.data_folder, { recursive: true })
  // With owner and rights, which PostgreSQL insists on.
  const copied = spawnSync('cp', ['-a', data, server.data_folder])
  if (copied.status !== 0) throw new Error(`the seeded database could not be copied: ${copied.stderr}`)
  await server.start()
  return server
}

/** Counts the CPU time of the database's processes that work for the side, too. */
function withBackends(server: Server, postgres: Postgres, { database }: Copy): Server {
  const name = new URL(database).pathname.slice(1)
  const backends = () => {
    const pid = postgres.pid()
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number)
    return children.filter((child) => titleOf(child).includes(` ${name} `))
  }
  return { ...server, cpuMs: () => backends().reduce((sum, pid) => sum + cpuMsOf(pid), server.cpuMs()) }
}

/** `postgres: USER DATABASE HOST(PORT) STATE`; empty when the process has ended. */
function titleOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}

async function makeDataset(folder: string, invoices: number): Promise<Dataset> {
  const server = await startPostgres({ settings: [...SETTINGS, 'max_wal_size=512MB', 'wal_level=minimal', 'max_wal_senders=0'] })
  try {
    const url = await server.createDatabase(SEED)
    const { database } = await openDatabase({ data_dir: folder, database_url: url }, (error) => {
      throw error
    })
    const company = { name: 'Bench', currency: CURRENCY, invoice_prefix: 'INV' }
    const setup = await setUp(database, { organization: 'Bench', company }, Date.now())
    await database.close()
    const files = tableFiles(join(folder, 'tables'))
    const seeded = seed(files.insert, setup.company_id, invoices, Date.now())
    await load(url, files.close())
    rmSync(join(folder, 'tables'), { recursive: true })
    await server.stop()
    const copied = spawnSync('cp', ['-a', server.data_folder, join(folder, 'data')])
    if (copied.status !== 0) throw new Error(`the seeded database could not be kept: ${copied.stderr}`)
    return { invoices, company: setup, seeded }
  } finally {
    await server.remove()
  }
}

interface TableFile {
  table: string
  columns: string[]
  path: string
}

/** Writes rows to files as COPY reads them. */
function tableFiles(folder: string): { insert: Insert; close(): TableFile[] } {
  mkdirSync(folder)
  const files = new Map<string, TableFile & { descriptor: number; waiting: string }>()
  return {
    insert<T extends keyof Tables>(table: T, rows: readonly Tables[T][]) {
      let file = files.get(table)
      if (!file) {
        const path = join(folder, `${table}.txt`)
        file = { table, columns: Object.keys(rows[0]!), path, descriptor: openSync(path, 'w'), waiting: '' }
        files.set(table, file)
      }
      for (const row of rows) file.waiting += `${Object.values(row).map(copyText).join('\t')}\n`
      if (file.waiting.length < WRITTEN_AT_ONCE) return
      writeSync(file.descriptor, file.waiting)
      file.waiting = ''
    },
    close() {
      for (const { descriptor, waiting } of files.values()) {
        writeSync(descriptor, waiting)
        closeSync(descriptor)
      }
      return [...files.values()]
    },
  }
}

function copyText(value: unknown): string {
  if (value === null) return '\\N'
  if (typeof value !== 'string') return String(value)
  return value.includes('\\') || /[\n\r\t]/.test(value)
    ? value.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('\r', '\\r').replaceAll('\t', '\\t')
    : value
}

/** Loads the files without checks of foreign keys, and builds the indexes when all rows are there. */
async function load(url: string, files: readonly TableFile[]): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('SET session_replication_role = replica')
  const { rows: indexes } = await client.query<{ name: string; sql: string }>(
    `SELECT indexname AS name, indexdef AS sql FROM pg_indexes
     WHERE schemaname = 'public' AND indexname NOT IN (SELECT conname FROM pg_constraint)`,
  )
  for (const { name } of indexes) await client.query(`DROP INDEX ${name}`)
  for (const { table, columns, path } of files) {
    // Read by PostgreSQL itself, whose account is another one.
    chmodSync(path, 0o644)
    await client.query(`COPY ${table} (${columns.join(', ')}) FROM '${path}'`)
  }
  for (const { sql } of indexes) await client.query(sql)
  await client.end()
  await run(url, 'VACUUM (FREEZE, ANALYZE)')
  await run(url, 'CHECKPOINT')
}
