// What a start of this program would do to a database, found out without changing it.
import { statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import type { Engine } from '../sql/database.ts'
import { type Applied, migrationsFor, missingAfter } from '../sql/migrate.ts'
import { APPLIED, type Found } from './found.ts'
import type { DatabaseSettings } from './open.ts'
import { damageOf, hasSqliteFile, pathOf } from './sqlite/file.ts'

/** A database as it is, and what is missing of it. */
export interface Pending extends Omit<Found, 'applied'> {
  engine: Engine
  /** False where there is no database yet: a start makes one. */
  is_there: boolean
  /** The newest migration that it has; null for an empty one. */
  newest: string | null
  /** The names of the migrations that it lacks, in their order. */
  missing: string[]
}

/** Throws CannotOpen where it can't be opened, is newer than the program, or took a migration that was edited since. */
export async function findPending({ data_dir, database_url }: DatabaseSettings): Promise<Pending> {
  if (database_url === undefined) return findPendingOfSqlite(data_dir)
  // Loaded when needed, as for opening.
  const { readApplied } = await import('./postgres/applied.ts')
  const { applied, ...more } = await readApplied(database_url)
  return pending('postgres', applied, 'at QUOIN_DATABASE_URL', more)
}

function findPendingOfSqlite(data_dir: string): Pending {
  const path = pathOf(data_dir)
  const engine_version = process.versions['sqlite'] ?? ''
  if (!hasSqliteFile(data_dir)) return pending('sqlite', undefined, path, { engine_version, bytes: 0 })
  try {
    const connection = new DatabaseSync(path, { readOnly: true, timeout: 5_000 })
    try {
      const has_table = connection.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'migrations'").get()
      const applied = has_table ? connection.prepare(APPLIED).all() : []
      return pending('sqlite', applied as unknown as Applied[], path, { engine_version, bytes: statSync(path).size })
    } finally {
      connection.close()
    }
  } catch (error) {
    throw damageOf(path, error) ?? error
  }
}

function pending(engine: Engine, applied: readonly Applied[] | undefined, where: string, more: Omit<Found, 'applied'>): Pending {
  const missing = missingAfter(applied ?? [], where, migrationsFor(engine)).map(({ name }) => name)
  return { engine, is_there: applied !== undefined, newest: applied?.at(-1)?.name ?? null, missing, ...more }
}
