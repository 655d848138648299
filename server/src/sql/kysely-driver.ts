// Kysely on our own database, for a library that builds its queries itself: each query is a transaction of its own and joins the next commit
// like any other.
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import type { Database, Prepared } from './database.ts'

/** Statement texts kept at most; a library has few, but how many rows it asks for may be in them. */
const MOST_TEXTS = 500

/** The dialect of `database`'s engine, with queries run by it. There are no transactions of several queries. */
export function dialectOf(database: Database): Dialect {
  const is_sqlite = database.engine === 'sqlite'
  return {
    createAdapter: () => (is_sqlite ? new SqliteAdapter() : new PostgresAdapter()),
    createDriver: () => new DatabaseDriver(database),
    createIntrospector: (db) => (is_sqlite ? new SqliteIntrospector(db) : new PostgresIntrospector(db)),
    createQueryCompiler: () => (is_sqlite ? new SqliteQueryCompiler() : new PostgresQueryCompiler()),
  }
}

class DatabaseDriver implements Driver {
  private readonly connection: DatabaseConnection
  constructor(database: Database) {
    this.connection = new QueryRunner(database)
  }

  async init(): Promise<void> {}
  async acquireConnection(): Promise<DatabaseConnection> {
    return this.connection
  }
  async beginTransaction(): Promise<void> {
    throw new Error('There are no transactions of several queries here')
  }
  async commitTransaction(): Promise<void> {}
  async rollbackTransaction(): Promise<void> {}
  async releaseConnection(): Promise<void> {}
  async destroy(): Promise<void> {}
}

class QueryRunner implements DatabaseConnection {
  private readonly database: Database
  private readonly texts = new Map<string, Prepared>()
  constructor(database: Database) {
    this.database = database
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const prepared = this.prepare(query)
    const values = query.parameters.map((value) => (value instanceof Date ? value.toISOString() : value))
    const { rows, affected } = prepared.is_select
      ? await this.database.readOne((tx) => tx.execute(prepared, values))
      : await this.database.write((tx) => tx.execute(prepared, [...values]))
    return { rows: rows as R[], numAffectedRows: BigInt(prepared.returns_rows ? rows.length : affected) }
  }

  // biome-ignore lint/correctness/useYield: it is never called
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('Rows are not streamed here')
  }

  private prepare({ sql, query }: CompiledQuery): Prepared {
    let prepared = this.texts.get(sql)
    if (!prepared) {
      if (this.texts.size >= MOST_TEXTS) this.texts.clear()
      const is_select = query.kind === 'SelectQueryNode'
      prepared = { sql, is_select, returns_rows: is_select || 'returning' in query }
      this.texts.set(sql, prepared)
    }
    return prepared
  }
}
