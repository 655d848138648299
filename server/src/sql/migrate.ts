// Brings a database to the schema of this program: numbered SQL files, each applied once, in a transaction.
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { sha256 } from '../kernel/crypto.ts'
import { CannotOpen, type Engine } from './database.ts'

const FOLDER = new URL('../../migrations/', import.meta.url)

/** One file of `server/migrations`, named `0001_what_it_does.sqlite.sql` (or `.sql` where both engines take the same). */
export interface Migration {
  id: number
  name: string
  checksum: string
  sql: string
}

/** The migrations of this program for an engine, oldest first. */
export function migrationsFor(engine: Engine): Migration[] {
  const mine = new RegExp(`^\\d{4}_[a-z0-9_]+(\\.${engine})?\\.sql$`)
  const files = readdirSync(FOLDER).filter((file) => mine.test(file))
  return files.sort().map((file) => {
    const sql = readFileSync(new URL(file, FOLDER), 'utf8')
    return { id: Number(file.slice(0, 4)), name: file.replace(/(\.[a-z]+)?\.sql$/, ''), checksum: sha256(sql), sql }
  })
}

/** A migration that a database has taken. */
export interface Applied {
  id: number
  name: string
  checksum: string
}

/**
 * Applies the missing migrations, all of them or none, and returns their names.
 *
 * A database that already holds data is copied first, to `<path>.before-<first missing migration>`. Throws CannotOpen, with the one
 * line to show, when the database is newer than the program or an applied migration was edited later.
 */
export function migrateSqlite(
  connection: DatabaseSync,
  path: string,
  migrations: Migration[] = migrationsFor('sqlite'),
): string[] {
  connection.exec(
    'CREATE TABLE IF NOT EXISTS migrations (id INTEGER NOT NULL PRIMARY KEY, name TEXT NOT NULL, checksum TEXT NOT NULL, applied_at TEXT NOT NULL) STRICT',
  )
  const missing = missingMigrations(connection, path, migrations)
  if (missing.length === 0) return []
  connection.exec('BEGIN IMMEDIATE')
  try {
    // Again inside the lock: another process may have migrated in between.
    const still_missing = missingMigrations(connection, path, migrations)
    if (still_missing.length < migrations.length && still_missing.length > 0) backUp(path, still_missing[0]!)
    const record = connection.prepare('INSERT INTO migrations (id, name, checksum, applied_at) VALUES (?, ?, ?, ?)')
    for (const migration of still_missing) {
      connection.exec(migration.sql)
      record.run(migration.id, migration.name, migration.checksum, new Date().toISOString())
    }
    connection.exec('COMMIT')
    return still_missing.map((migration) => migration.name)
  } catch (error) {
    if (connection.isTransaction) connection.exec('ROLLBACK')
    throw error
  }
}

function missingMigrations(connection: DatabaseSync, path: string, migrations: Migration[]): Migration[] {
  const applied = connection.prepare('SELECT id, name, checksum FROM migrations ORDER BY id').all() as unknown as Applied[]
  return missingAfter(applied, path, migrations)
}

/** The migrations that a database has yet to take; `where` names it. Throws CannotOpen when it is newer, or took one that was edited since. */
export function missingAfter(applied: readonly Applied[], where: string, migrations: Migration[]): Migration[] {
  const known = new Map(migrations.map((migration) => [migration.id, migration]))
  for (const { id, name, checksum } of applied) {
    const migration = known.get(id)
    if (!migration) {
      throw new CannotOpen(
        `The database ${where} is newer than this program (it has migration ${name}): start it with a newer Quoin`,
      )
    }
    if (migration.checksum !== checksum) {
      throw new CannotOpen(
        `Migration ${name} was edited after the database ${where} took it: restore the file as it was released`,
      )
    }
  }
  const done = new Set(applied.map(({ id }) => id))
  return migrations.filter(({ id }) => !done.has(id))
}

/** Copies the database as it is now. A second connection reads the last commit, so the open transaction does not matter. */
function backUp(path: string, first_missing: Migration): void {
  const copy = `${path}.before-${first_missing.name}`
  rmSync(copy, { force: true })
  const reader = new DatabaseSync(path)
  try {
    reader.prepare('VACUUM INTO ?').run(copy)
  } finally {
    reader.close()
  }
}
