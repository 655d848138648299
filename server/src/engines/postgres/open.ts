// Opens a database of PostgreSQL at the program's schema, and says in one line why one can't be opened.
import { setTimeout } from 'node:timers/promises'
import { CannotOpen, type Database, type Prepared } from '../../sql/database.ts'
import type { DatabaseSettings, OpenedDatabase } from '../open.ts'
import { PostgresDatabase } from './database.ts'
import { NotAReplica } from './errors.ts'
import { migratePostgres } from './migrate.ts'
import { refusePoolingByTransaction } from './pooler.ts'

/** Settings of PostgreSQL without which a crash of its machine loses or damages acknowledged writes. */
const UNSAFE: Prepared = {
  sql: "SELECT name FROM pg_settings WHERE name IN ('fsync', 'full_page_writes') AND setting = 'off' ORDER BY name",
  returns_rows: true,
}

/** Opens it as `openDatabase` does. */
export async function openPostgres(
  url: string,
  { database_wait_s = 0, onWait, ...options }: DatabaseSettings,
): Promise<OpenedDatabase> {
  const until = performance.now() + (onWait ? database_wait_s * 1000 : 0)
  for (let is_told = false; ; is_told = true) {
    try {
      await refusePoolingByTransaction(url)
      const migrated = await migratePostgres(url)
      const database = await PostgresDatabase.open(url, options)
      return { database, migrated, warnings: await warningsOf(database) }
    } catch (error) {
      if (error instanceof CannotOpen) throw error
      if (error instanceof NotAReplica) throw new CannotOpen(`QUOIN_READ_REPLICA_URL: ${error.message}`)
      if (!isNotUpYet(error) || performance.now() > until) throw cannotOpen(url, error as Error)
      if (!is_told)
        onWait!(
          `PostgreSQL at ${withoutPassword(url)} is not up yet (${reasonOf(error as Error)}): waiting for it for ${database_wait_s} s`,
        )
      await setTimeout(WAIT_MS)
    }
  }
}

const WAIT_MS = 250

/** What a start says where a database can't be opened: its address without the password, and why. */
const cannotOpen = (url: string, error: Error): CannotOpen =>
  new CannotOpen(`The database ${withoutPassword(url)} (QUOIN_DATABASE_URL) can't be opened: ${reasonOf(error)}`)

/**
 * Whether the server may still be starting: nobody listens there yet, its name does not resolve yet, it says that it is starting up, or it is a
 * standby that may be promoted.
 */
function isNotUpYet(error: unknown): boolean {
  const { code = '', errors } = error as { code?: string; errors?: unknown[] }
  if (errors?.some(isNotUpYet)) return true
  return [
    'ECONNREFUSED',
    'ECONNRESET',
    'ENOENT',
    'ENOTFOUND',
    'EAI_AGAIN',
    'ETIMEDOUT',
    'EHOSTUNREACH',
    '57P03',
    '25006',
  ].includes(code)
}

/** A message does not keep a server from starting. */
async function warningsOf(database: Database): Promise<string[]> {
  try {
    const { rows } = await database.readOne((tx) => tx.execute(UNSAFE, []))
    return (rows as { name: string }[]).map(
      ({ name }) => `PostgreSQL runs with ${name} = off: a crash of its machine can lose or damage what was acknowledged`,
    )
  } catch {
    return []
  }
}

/** An address that may be shown. */
function withoutPassword(url: string): string {
  const shown = new URL(url)
  if (shown.password) shown.password = '***'
  shown.search = ''
  return shown.href
}

/** Node gives an error without words when it tried several addresses of a name. */
function reasonOf(error: Error): string {
  return error.message || (error as NodeJS.ErrnoException).code || String((error as AggregateError).errors?.[0])
}
