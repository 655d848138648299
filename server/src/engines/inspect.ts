// Looks at the database that the configuration names and changes nothing of it: it is neither created nor migrated.
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type Applied, migrationsFor, missingAfter } from '../sql/migrate.ts'
import type { DatabaseSettings } from './open.ts'

/** What a look at a database shows. */
export interface Inspection {
  /** Its program with its version, like `PostgreSQL 18.1`. */
  engine: string
  /** Migrations of this program that it has not taken. All of them: it is empty. */
  pending: string[]
  /** The newest migration that it has taken; null for an empty one. */
  newest: string | null
  is_empty: boolean
  bytes: number
  /** By how much the clock of its machine is ahead of this one's, where it has one of its own. */
  clock_ahead_ms?: number
  /** Settings of its server that can lose acknowledged writes. */
  unsafe: string[]
}

/** What a look at a read replica shows: why it would not be used, or how it is. */
export type ReplicaInspection = { name: string } & (
  | { problem: string }
  | {
      /** Of the write-ahead log, that it has not replayed. */
      bytes_behind: number
      /** Whether `hot_standby_feedback` is on. */
      has_feedback: boolean
    }
)

/** Looks at the read replicas of a database; none for none. Throws the driver's error when their primary can't be reached. */
export async function inspectReadReplicas({ database_url, replica_urls = [] }: DatabaseSettings): Promise<ReplicaInspection[]> {
  if (database_url === undefined || replica_urls.length === 0) return []
  const { inspectReplicas } = await import('./postgres/inspect.ts')
  return inspectReplicas(database_url, replica_urls)
}

/**
 * Looks at the database; undefined where there is no file yet. Throws CannotOpen when it is newer than this program, and the driver's error when
 * it can't be reached or read.
 */
export async function inspectDatabase({ data_dir, database_url }: DatabaseSettings): Promise<Inspection | undefined> {
  if (database_url === undefined) return inspectFile(join(data_dir, 'quoin.db'))
  const { inspectPostgres } = await import('./postgres/inspect.ts')
  return inspectPostgres(database_url)
}

function inspectFile(path: string): Inspection | undefined {
  if (!existsSync(path)) return undefined
  const database = new DatabaseSync(path, { readOnly: true, timeout: 5_000 })
  try {
    const { version } = database.prepare('SELECT sqlite_version() AS version').get() as { version: string }
    const has_table = database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'migrations'").get() !== undefined
    const applied = has_table ? database.prepare('SELECT id, name, checksum FROM migrations ORDER BY id').all() : []
    const missing = missingAfter(applied as unknown as Applied[], path, migrationsFor('sqlite'))
    const { size: bytes } = statSync(path)
    const pending = missing.map(({ name }) => name)
    const newest = (applied as unknown as Applied[]).at(-1)?.name ?? null
    return { engine: `SQLite ${version}`, pending, newest, is_empty: applied.length === 0, bytes, unsafe: [] }
  } finally {
    database.close()
  }
}
