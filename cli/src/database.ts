// How commands reach the database: straight, beside a server that may be running.
import { readConfig } from '../../server/src/config.ts'
import type { Database } from '../../server/src/database/database.ts'
import { openDatabase } from '../../server/src/database/open.ts'
import { takeServerLock } from '../../server/src/database/sqlite.ts'

/** Opens the configured database (migrating it when needed), runs `work`, and closes it. */
export async function withDatabase<T>(work: (database: Database) => Promise<T>): Promise<T> {
  const { database } = await openDatabase(readConfig(), (error) => {
    throw error
  })
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

/** The same in the place of the server: refused while one is running, and none starts meanwhile. */
export async function withDatabaseAlone<T>(work: (database: Database) => Promise<T>): Promise<T> {
  const lock = takeServerLock(readConfig().data_dir)
  try {
    return await withDatabase(work)
  } finally {
    lock.release()
  }
}
