// The benchmark on SQLite: each side is a process with a copy of the seeded file.
import { copyFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { openDatabase } from '../server/src/engines/open.ts'
import { setUp } from '../server/src/operate/first-start.ts'
import type { Tables } from '../server/src/sql/tables.ts'
import { cached } from './cache.ts'
import { type Server, startServer } from './processes.ts'
import { CURRENCY, type Insert, type Seeded, seed } from './seed.ts'
import type { Copy, Dataset, Engine, Side } from './sides.ts'

const SOURCES = ['seed.ts', 'engine-sqlite.ts']

/** How the bare sides are started. */
const BARE: Partial<Record<Side, { script: string; flags: string[] }>> = {
  plain: { script: 'bare-sqlite.ts', flags: ['group-commit'] },
  each: { script: 'bare-sqlite.ts', flags: [] },
  tuned: { script: 'bare-tuned.ts', flags: [] },
  ready: { script: 'bare-tuned.ts', flags: ['ready'] },
}

/** The engine; the copies of its sides go to `folder`. */
export function createSqliteEngine(folder: string): Engine {
  const sources = new Map<Dataset, string>()
  let copies = 0
  return {
    name: 'sqlite',
    sides: ['Quoin', 'again', 'plain', 'each', 'tuned', 'ready'],
    can_join: false,
    async dataset(invoices) {
      const { folder: source, made } = await cached('sqlite', invoices, SOURCES, (empty) => makeDataset(empty, invoices))
      sources.set(made, source)
      return made
    },
    async copy(dataset, side) {
      const place = join(folder, `sqlite ${dataset.invoices} ${side} ${++copies}`)
      mkdirSync(place)
      const database = join(place, 'quoin.db')
      copyFileSync(join(sources.get(dataset)!, 'quoin.db'), database)
      return { dataset, side, folder: place, database }
    },
    start(copy) {
      const bare = BARE[copy.side]
      return bare ? startBare(copy, bare.script, bare.flags) : startQuoin(copy, { QUOIN_DATA_DIR: copy.folder })
    },
    version: async () => process.versions['sqlite'] ?? '',
    async end() {},
  }
}

/** Starts Quoin as `npm start` does. */
export function startQuoin({ side, folder }: Copy, environment: Record<string, string>, log = 'stderr.log'): Promise<Server> {
  const args = ['--max-semi-space-size=16', 'cli/bin/quoin.js', 'serve']
  const listening = { QUOIN_HOST: '127.0.0.1', QUOIN_PORT: '0', QUOIN_LOG_LEVEL: 'error' }
  return startServer(side, args, { ...listening, ...environment }, join(folder, log))
}

export function startBare({ side, dataset, folder, database }: Copy, script: string, flags: readonly string[]): Promise<Server> {
  const { company_id, api_key } = dataset.company
  const args = [`bench/${script}`, '--database', database, '--company', company_id, '--api-key', api_key]
  return startServer(side, [...args, ...flags.flatMap((flag) => ['--flag', flag])], {}, join(folder, 'stderr.log'))
}

async function makeDataset(folder: string, invoices: number): Promise<Dataset> {
  const { database } = await openDatabase({ data_dir: folder }, (error) => {
    throw error
  })
  const company = { name: 'Bench', currency: CURRENCY, invoice_prefix: 'INV' }
  const setup = await setUp(database, { organization: 'Bench', company }, Date.now())
  await database.close()
  const seeded = fill(join(folder, 'quoin.db'), (insert) => seed(insert, setup.company_id, invoices, Date.now()))
  return { invoices, company: setup, seeded }
}

/** Nothing is at stake yet: no journal, no checks of foreign keys, and indexes are built when all rows are there. */
function fill(path: string, work: (insert: Insert) => Seeded): Seeded {
  const database = new DatabaseSync(path, { enableForeignKeyConstraints: false })
  database.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -1000000')
  const indexes = database.prepare(`SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL`).all()
  for (const { name } of indexes) database.exec(`DROP INDEX ${name}`)
  database.exec('BEGIN')
  const seeded = work(inserter(database))
  for (const { sql } of indexes) database.exec(sql as string)
  database.exec('COMMIT')
  database.exec('PRAGMA journal_mode = WAL')
  database.close()
  return seeded
}

function inserter(database: DatabaseSync): Insert {
  const statements = new Map<string, StatementSync>()
  return <T extends keyof Tables>(table: T, rows: readonly Tables[T][]): void => {
    const name = `${table} ${rows.length}`
    let statement = statements.get(name)
    if (!statement) {
      const columns = Object.keys(rows[0]!)
      const places = `(${columns.map(() => '?').join(', ')})`
      statement = database.prepare(`INSERT INTO ${table} (${columns.join(', ')}) VALUES ${rows.map(() => places).join(', ')}`)
      statements.set(name, statement)
    }
    const values = rows.flatMap((row) => Object.values(row) as (SQLInputValue | boolean)[])
    statement.run(...values.map((value) => (typeof value === 'boolean' ? Number(value) : value)))
  }
}
