// The engine that tests run on: SQLite, or PostgreSQL when QUOIN_TEST_ENGINE says so (`npm test` runs both).
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import pg from 'pg'
import { type DatabaseSettings, openDatabase } from '../../src/engines/open.ts'
import { migratePostgres } from '../../src/engines/postgres/migrate.ts'
import type { Engine } from '../../src/sql/database.ts'
import { type Postgres, run, startPostgres } from './postgres.ts'

export const ENGINE: Engine = process.env['QUOIN_TEST_ENGINE'] === 'postgres' ? 'postgres' : 'sqlite'

/** Why a test that looks into the file of SQLite does not run; for `skip`. False on SQLite. */
export const needs_sqlite = ENGINE === 'sqlite' ? false : 'it looks into the file of SQLite'

/** An empty place for data of the engine under test; `remove` it at the end, after all that is connected to it has ended. */
export interface TestDatabase {
  settings: DatabaseSettings
  /** The same as environment variables, for a separate process. */
  env: Record<string, string>
  remove(): Promise<void>
}

const TEMPLATE = 'quoin_template'
let own: Promise<Postgres> | undefined
let databases = 0

/** Makes one. It has the schema already, which would take most of the time. */
export async function newTestDatabase(engine: Engine = ENGINE): Promise<TestDatabase> {
  const data_dir = mkdtempSync(join(tmpdir(), 'quoin-test-'))
  const removeFolder = () => rmSync(data_dir, { recursive: true, force: true })
  if (engine === 'sqlite') {
    copyFileSync(await sqliteTemplate(), join(data_dir, 'quoin.db'))
    return { settings: { data_dir }, env: { QUOIN_DATA_DIR: data_dir }, remove: async () => removeFolder() }
  }
  const server_url = await serverUrl()
  const name = `test_${process.pid}_${++databases}`
  await run(server_url, `CREATE DATABASE ${name} TEMPLATE ${TEMPLATE} STRATEGY file_copy`)
  const database_url = server_url.replace(/\/postgres$/, `/${name}`)
  return {
    settings: { data_dir, database_url },
    env: { QUOIN_DATA_DIR: data_dir, QUOIN_DATABASE_URL: database_url },
    async remove() {
      removeFolder()
      await run(server_url, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
    },
  }
}

let template: Promise<string> | undefined

/** The file of an empty database, of this process: made once, and then copied. */
function sqliteTemplate(): Promise<string> {
  template ??= (async () => {
    const folder = mkdtempSync(join(tmpdir(), 'quoin-template-'))
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
    const { database } = await openDatabase({ data_dir: folder }, (error) => {
      throw error
    })
    await database.close()
    return join(folder, 'quoin.db')
  })()
  return template
}

const of_folders = new Map<string, Promise<string>>()

/**
 * The environment of a process on a data folder for the engine under test: on PostgreSQL each folder has a database, empty at
 * first, which is removed with the server.
 */
export async function environmentOf(data_dir: string): Promise<Record<string, string>> {
  if (ENGINE === 'sqlite') return {}
  let made = of_folders.get(data_dir)
  if (!made) {
    const name = `folder_${process.pid}_${of_folders.size}`
    made = serverUrl().then(async (url) => {
      await run(url, `CREATE DATABASE ${name}`)
      return url.replace(/\/postgres$/, `/${name}`)
    })
    of_folders.set(data_dir, made)
  }
  return { QUOIN_DATABASE_URL: await made }
}

/** Runs a query on the database of a data folder, next to the processes that use it. */
// biome-ignore lint/suspicious/noExplicitAny: rows are looked into freely by tests
export async function queryFolder(data_dir: string, sql: string): Promise<any[]> {
  const { QUOIN_DATABASE_URL: url } = await environmentOf(data_dir)
  if (url !== undefined) return (await run(url, sql)).rows
  const database = new DatabaseSync(join(data_dir, 'quoin.db'), { readOnly: true })
  try {
    return database.prepare(sql).all()
  } finally {
    database.close()
  }
}

/** The same for a statement that changes something, while no process works on the database. */
export async function changeFolder(data_dir: string, sql: string): Promise<void> {
  const { QUOIN_DATABASE_URL: url } = await environmentOf(data_dir)
  if (url !== undefined) return void (await run(url, sql))
  const database = new DatabaseSync(join(data_dir, 'quoin.db'))
  database.exec(sql)
  database.close()
}

/** What the owner of the database can do before tampering with the audit log. */
export const UNGUARD_AUDIT_LOG =
  ENGINE === 'sqlite'
    ? [
        'audit_log_is_never_changed',
        'audit_log_is_never_deleted',
        'audit_anchors_are_never_changed',
        'audit_anchors_are_never_deleted',
      ]
        .map((name) => `DROP TRIGGER IF EXISTS ${name}`)
        .join('; ')
    : 'DROP TRIGGER IF EXISTS audit_log_is_never_changed ON audit_log; DROP TRIGGER IF EXISTS audit_log_is_never_deleted ON audit_log; DROP TRIGGER IF EXISTS audit_anchors_are_never_changed ON audit_anchors'

/** A second connection to a test's database, as another program could have one. Rows have whole numbers as numbers. */
export interface Intruder {
  run(sql: string): Promise<void>
  // biome-ignore lint/suspicious/noExplicitAny: rows are looked into freely by tests
  all(sql: string): Promise<any[]>
  insert(table: string, row: Record<string, unknown>): Promise<void>
  close(): Promise<void>
}

/** Opens one; close it before the database is removed. */
export async function intrude({ data_dir, database_url }: DatabaseSettings): Promise<Intruder> {
  const insertOf = (table: string, row: object, placeOf: (index: number) => string) =>
    `INSERT INTO ${table} (${Object.keys(row).join(', ')}) VALUES (${Object.keys(row).map((_, index) => placeOf(index))})`
  if (database_url === undefined) {
    const sqlite = new DatabaseSync(join(data_dir, 'quoin.db'))
    return {
      run: async (sql) => sqlite.exec(sql),
      all: async (sql) => sqlite.prepare(sql).all(),
      insert: async (table, row) =>
        void sqlite.prepare(insertOf(table, row, () => '?')).run(...(Object.values(row) as SQLInputValue[])),
      close: async () => sqlite.close(),
    }
  }
  const types = { getTypeParser: (oid: number) => (oid === BIGINT ? Number : pg.types.getTypeParser(oid, 'text')) }
  const client = new pg.Client({ connectionString: database_url, types: types as pg.CustomTypesConfig })
  await client.connect()
  return {
    run: async (sql) => void (await client.query(sql)),
    all: async (sql) => (await client.query(sql)).rows,
    insert: async (table, row) =>
      void (await client.query(
        insertOf(table, row, (index) => `$${index + 1}`),
        Object.values(row),
      )),
    close: () => client.end(),
  }
}

/**
 * Everything that is stored in a test's database: the files of SQLite, including removed rows and the log of writes; on PostgreSQL
 * each row of each table as text.
 */
export async function storedBytes(settings: DatabaseSettings): Promise<Buffer[]> {
  const { data_dir, database_url } = settings
  if (database_url === undefined) {
    const files = ['quoin.db', 'quoin.db-wal', 'quoin.db-shm'].map((name) => join(data_dir, name))
    return files.filter((path) => existsSync(path)).map((path) => readFileSync(path))
  }
  const database = await intrude(settings)
  try {
    const tables = await database.all("SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY tablename")
    const texts: Buffer[] = []
    for (const { tablename } of tables) {
      const rows = await database.all(`SELECT "${tablename}"::text AS row FROM "${tablename}"`)
      texts.push(Buffer.from(rows.map(({ row }) => row).join('\n')))
    }
    return texts
  } finally {
    await database.close()
  }
}

/** PostgreSQL's number of the type. */
const BIGINT = 20

/** Blocks every write to a company, as another program on the database could; returns the function that ends it. */
export async function holdWrites(data_dir: string, company_id: string): Promise<() => Promise<void>> {
  const { QUOIN_DATABASE_URL: url } = await environmentOf(data_dir)
  if (url === undefined) {
    const blocker = new DatabaseSync(join(data_dir, 'quoin.db'))
    blocker.exec('BEGIN IMMEDIATE')
    return async () => {
      blocker.exec('ROLLBACK')
      blocker.close()
    }
  }
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('BEGIN')
  await client.query('SELECT id FROM companies WHERE id = $1 FOR NO KEY UPDATE', [company_id])
  return () => client.end()
}

/** Makes the database that `newTestDatabase` copies. */
export async function makeTemplate(server_url: string): Promise<void> {
  await run(server_url, `CREATE DATABASE ${TEMPLATE}`)
  await migratePostgres(server_url.replace(/\/postgres$/, `/${TEMPLATE}`))
}

/** The server that `npm test` started for all test files, or one of this process if a file is run alone. */
export async function serverUrl(): Promise<string> {
  const given = process.env['QUOIN_TEST_POSTGRES']
  if (given) return given
  own ??= startPostgres().then(async (postgres) => {
    await makeTemplate(postgres.url)
    return postgres
  })
  return (await own).url
}
