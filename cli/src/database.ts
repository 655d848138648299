// How commands reach the database: directly, even while a server runs on it.
import { join } from 'node:path'
import { readConfig } from '../../server/src/config.ts'
import { openDatabase } from '../../server/src/engines/open.ts'
import { damageOf, takeServerLock } from '../../server/src/engines/sqlite/file.ts'
import type { Database } from '../../server/src/sql/database.ts'

/** Opens the configured database (migrating it when needed), runs `work`, and closes it. */
export async function withDatabase<T>(work: (database: Database) => Promise<T>): Promise<T> {
  const config = readConfig()
  try {
    const { database } = await openDatabase({ ...config, is_patient: true }, (error) => {
      throw error
    })
    try {
      return await work(database)
    } finally {
      await database.close()
    }
  } catch (error) {
    throw damageOf(join(config.data_dir, 'quoin.db'), error) ?? error
  }
}

/** The same instead of the server, where a database can only have one: refused while it is running, and none can start meanwhile. */
export async function withDatabaseAlone<T>(work: (database: Database) => Promise<T>): Promise<T> {
  const { data_dir, database_url } = readConfig()
  const lock = database_url === undefined ? takeServerLock(data_dir) : undefined
  try {
    return await withDatabase(work)
  } finally {
    lock?.release()
  }
}
