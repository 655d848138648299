// The engine that tests run on: SQLite, or PostgreSQL when QUOIN_TEST_ENGINE says so (`npm test` runs both).
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Engine } from '../../src/database/database.ts'
import { migratePostgres } from '../../src/database/migrate-postgres.ts'
import type { DatabaseSettings } from '../../src/database/open.ts'
import { type Postgres, run, startPostgres } from './postgres.ts'

export const ENGINE: Engine = process.env['QUOIN_TEST_ENGINE'] === 'postgres' ? 'postgres' : 'sqlite'

/** Why a test that looks into the file of SQLite does not run; for `skip`. False on SQLite. */
export const needs_sqlite = ENGINE === 'sqlite' ? false : 'it looks into the file of SQLite'

/** An empty place for data of the engine under test; `remove` it at the end, after all that is connected to it has ended. */
export interface TestDatabase {
  settings: DatabaseSettings
  /** The same as environment variables, for a process of its own. */
  env: Record<string, string>
  remove(): Promise<void>
}

const TEMPLATE = 'quoin_template'
let own: Promise<Postgres> | undefined
let databases = 0

/** Makes one. On PostgreSQL it has the schema already, which is what most of the time would go into. */
export async function newTestDatabase(engine: Engine = ENGINE): Promise<TestDatabase> {
  const data_dir = mkdtempSync(join(tmpdir(), 'quoin-test-'))
  const removeFolder = () => rmSync(data_dir, { recursive: true, force: true })
  if (engine === 'sqlite') {
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

/** Makes the database that `newTestDatabase` copies. */
export async function makeTemplate(server_url: string): Promise<void> {
  await run(server_url, `CREATE DATABASE ${TEMPLATE}`)
  await migratePostgres(server_url.replace(/\/postgres$/, `/${TEMPLATE}`))
}

/** The server that `npm test` started for all test files, or one of this process where a file is run by itself. */
async function serverUrl(): Promise<string> {
  const given = process.env['QUOIN_TEST_POSTGRES']
  if (given) return given
  own ??= startPostgres().then(async (postgres) => {
    await makeTemplate(postgres.url)
    return postgres
  })
  return (await own).url
}
