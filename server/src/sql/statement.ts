// Statements written with Kysely, compiled once per engine, run many times with other parameters.
import { setImmediate as othersFirst } from 'node:timers/promises'
import {
  type Compilable,
  DummyDriver,
  type Expression,
  type InsertQueryBuilder,
  Kysely,
  type OperationNode,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type SelectQueryBuilder,
  type SelectQueryNode,
  type SqlBool,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
} from 'kysely'
import type { RowOf, Table } from './columns.ts'
import type { ChangeTx, Engine, Prepared, Tx } from './database.ts'
import type { SegmentedTable } from './segments.ts'
import type { Tables } from './tables.ts'

/** The query builder: it only writes SQL, `Tx.execute` runs it. */
export type Queries = Kysely<Tables>

const queries: Record<Engine, Queries> = {
  sqlite: new Kysely<Tables>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  }),
  postgres: new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  }),
}

/** What a statement may need to know of the engine, as verbs, not as names of engines. */
export interface Dialect {
  /** Locks the selected rows until the transaction ends, where transactions run side by side. */
  forUpdate<Q extends { forUpdate(): Q }>(query: Q): Q
  /** The same, passing over rows that another transaction has locked. */
  forUpdateOfFree<Q extends { forUpdate(): Q; skipLocked(): Q }>(query: Q): Q
  /**
   * Puts rows that are only counted in an order, where it decides at which end an index is entered: SQLite compares each entry with the bound
   * at the other end, and the fewer columns that has, the less it costs. PostgreSQL would sort them.
   */
  countInOrder<Q>(query: Q, order: (query: Q) => Q): Q
  /** A column, written so that SQLite, which has no statistics here, does not choose an index for it: for where another index is better. */
  unindexed<T>(column: string): Expression<T>
  /** The condition that a column has a text in it, for columns that mostly do. `pattern` is the same as one of LIKE (`isLike`). */
  hasText(column: string, text: string, pattern: string): Expression<SqlBool>
  /**
   * The first rows of a query that is ordered by columns that it selects: `limit` of them, a parameter of at most `MOST_ROWS`. All conditions
   * belong inside the query; outside they would apply to what is left of it. PostgreSQL assumes that a limit in a parameter is a tenth of all rows,
   * judges the generic plan too expensive, and plans each run again, which costs as much as a page (decisions/022-plans-that-stay.md). So the
   * text says how many rows there are at most.
   */
  firstRows<Q extends { limit(limit: number): Q }>(query: Q, limit: number): Q
  /**
   * What follows CROSS JOIN when the rows of a table are looked up by an index for each row before it, as in a step of a recursion.
   * Without statistics PostgreSQL would read all rows of the company at each step, and so would SQLite with a plain join.
   */
  lookUpEach(table: string, alias: string, condition: Expression<SqlBool>): Expression<unknown>
  /** The rows of a table that are not removed with their segment (`sql/segments.ts`): those of segment 0; all where there are no segments. */
  outsideSegments<T extends SegmentedTable>(table: T): T
}

/** The largest limit of `firstRows`: a page and one row more. The smaller it is, the better PostgreSQL's estimate. */
const MOST_ROWS = 101

const dialects: Record<Engine, Dialect> = {
  sqlite: {
    forUpdate: (query) => query,
    forUpdateOfFree: (query) => query,
    countInOrder: (query, order) => order(query),
    unindexed: (column) => sql`+${sql.ref(column)}`,
    // LIKE is fast at skipping what does not match, and slow where it matches.
    hasText: (column, text) => sql<boolean>`instr(${sql.ref(column)}, ${text}) > 0`,
    firstRows: (query, limit) => query.limit(bounded(limit)),
    lookUpEach: (table, alias, condition) => sql`${sql.table(table)} AS ${sql.ref(alias)} WHERE ${condition}`,
    outsideSegments: (table) => table,
  },
  postgres: {
    forUpdate: (query) => query.forUpdate(),
    forUpdateOfFree: (query) => query.forUpdate().skipLocked(),
    countInOrder: (query) => query,
    unindexed: (column) => sql.ref(column),
    hasText: (column, _text, pattern) => isLike(column, pattern),
    firstRows: (query, limit) => limitTwice(query as unknown as AnySelect, limit) as unknown as typeof query,
    // OFFSET keeps the planner from making a plain join of it.
    lookUpEach: (table, alias, condition) =>
      sql`LATERAL (SELECT * FROM ${sql.table(table)} AS ${sql.ref(alias)} WHERE ${condition} OFFSET 0) AS ${sql.ref(alias)}`,
    outsideSegments: (table) => `${table}${FIRST_SEGMENT}` as typeof table,
  },
}

/** How the table of segment 0 is called, after the name of the whole. */
const FIRST_SEGMENT = '_0'

type AnySelect = SelectQueryBuilder<Tables, keyof Tables, object>

/** The rows of a query with a limit in the text of the statement; the parameter says how many of them are returned. */
function limitTwice(query: AnySelect, limit: number): AnySelect {
  const { orderBy } = query.toOperationNode() as SelectQueryNode
  const rows = queries.postgres.selectFrom(query.limit(sql.lit(MOST_ROWS)).as('page')).selectAll('page')
  // The order of a subquery need not be that of the query around it; PostgreSQL sees that nothing is left to sort.
  const ordered = orderBy!.items.reduce(
    (page, { orderBy, direction }) => page.orderBy(sql.ref(`page.${columnIn(orderBy)}`), directionIn(direction)),
    rows,
  )
  return ordered.limit(bounded(limit)) as unknown as AnySelect
}

function columnIn(ordered_by: OperationNode): string {
  const { column } = ordered_by as { column?: { column?: { name: string } } }
  if (!column?.column) throw new Error('The first rows are those of a query that is ordered by columns')
  return column.column.name
}

const directionIn = (direction: OperationNode | undefined) =>
  (direction as { sqlFragments?: string[] } | undefined)?.sqlFragments?.[0] === 'desc' ? 'desc' : 'asc'

/** A parameter that fails above `MOST_ROWS`, on both engines. */
function bounded(limit: number): number {
  ;(limit as unknown as Parameter).most = MOST_ROWS
  return limit
}

/** Represents a parameter while a statement is compiled. */
class Parameter {
  readonly name: string
  /** The largest allowed value. */
  most: number | undefined
  constructor(name: string) {
    this.name = name
  }
}

/** A compiled statement; all of its verbs bind `params` by name. */
export interface Statement<P, R> {
  /** All rows. */
  all(tx: Tx, params: P): Promise<R[]>
  /** The first row, or undefined. */
  first(tx: Tx, params: P): Promise<R | undefined>
  /** Runs a change and gives the number of rows that it changed. */
  run(tx: ChangeTx, params: P): Promise<number>
  /** Runs a change and does not wait for it (`ChangeTx.post`): for those whose outcome nothing depends on. */
  post(tx: ChangeTx, params: P): void
}

/**
 * Makes a statement from a Kysely query. The query is built and compiled once, at its first use, so values must
 * come in through `p`: each of its properties represents the parameter of that name.
 *
 * ```ts
 * const findInvoice = statement<{ company_id: CompanyId; id: InvoiceId }>()((db, p) =>
 *   db.selectFrom('invoices').selectAll().where('company_id', '=', p.company_id).where('id', '=', p.id))
 * ```
 */
export function statement<P extends object>() {
  return <R>(build: (db: Queries, p: P, dialect: Dialect) => Compilable<R>): Statement<P, R> => {
    const compiled: Partial<Record<Engine, Compiled>> = {}
    const compiledFor = (engine: Engine) => (compiled[engine] ??= compile(engine, build as AnyBuild))
    const execute = (tx: Tx, params: P) => {
      const { prepared, bind } = compiledFor(tx.engine)
      return tx.execute(prepared, bind(params))
    }
    return {
      all: async (tx, params) => (await execute(tx, params)).rows as R[],
      first: async (tx, params) => (await execute(tx, params)).rows[0] as R | undefined,
      run: async (tx, params) => (await execute(tx, params)).affected,
      post(tx, params) {
        const { prepared, bind } = compiledFor(tx.engine)
        tx.post(prepared, bind(params))
      },
    }
  }
}

/**
 * The same for a query whose shape depends on the filters: `shape` identifies it, and each shape is compiled once.
 * The number of shapes must be small and bounded, since they are kept.
 */
export function statementFamily<S extends object, P extends object>() {
  return <R>(build: (db: Queries, p: P, shape: S, dialect: Dialect) => Compilable<R>) => {
    const members = new Map<string, Statement<P, R>>()
    return (shape: S): Statement<P, R> => {
      const key = JSON.stringify(shape)
      let member = members.get(key)
      if (!member) {
        member = statement<P>()<R>((db, p, dialect) => build(db, p, shape, dialect))
        members.set(key, member)
      }
      return member
    }
  }
}

/** The condition that a text column matches a LIKE pattern in which `\\` escapes `%`, `_` and itself (`escapeLike` of kernel/text.ts). */
export function isLike(column: string, pattern: string) {
  return sql<boolean>`${sql.ref(column)} like ${pattern} ${sql.raw(ESCAPE)}`
}

const ESCAPE = "escape '\\'"

/** Values as text of the statement instead of parameters: where the condition of an index has them, only so it is seen to fit. */
export function literals<T extends string>(...values: T[]) {
  return values.map((value) => sql.lit(value))
}

type AnyInsert<T extends keyof Tables> = InsertQueryBuilder<Tables, T, unknown>

/** Rows that one statement inserts at most. */
const ROWS_PER_INSERT = 64
/** Rows of one insert until others have their turn. */
const ROWS_IN_A_GO = 4 * ROWS_PER_INSERT
/** Below this number of rows there is one statement for each count. */
const SMALL_INSERT = 16

/** How many of `left` rows the next statement inserts: few numbers in all, since a statement is kept for each. */
function rowsAtOnce(left: number): number {
  if (left < SMALL_INSERT) return left
  return Math.min(ROWS_PER_INSERT, 2 ** Math.floor(Math.log2(left)))
}

/**
 * Inserts rows of a table, with as few statements as the engine's limits allow; properties that are not columns are ignored. The values
 * are bound by position: binding by name, as other statements do, costs more here than the insert itself. `onConflict` says what
 * happens to an existing row, and which columns are returned; it must not add parameters of its own. `place` is where rows go of a table
 * with segments: to the segment of their time, or to none (`Dialect.outsideSegments`).
 */
export function insertRows<T extends keyof Tables, D extends Table<T>, R = never>(
  table: D & Table<T>,
  onConflict: (insert: AnyInsert<T>) => Compilable<R> = (insert) => insert as unknown as Compilable<R>,
  place: 'by time' | 'outside segments' = 'by time',
) {
  const inserts = new Map<string, Prepared>()
  const columns = Object.keys(table.columns)
  const fill = filler(table.name, columns)
  const insertOf = (engine: Engine, count: number) => {
    const key = `${engine} ${count}`
    let insert = inserts.get(key)
    if (!insert) {
      // The same object for each row: the compiler writes the columns of the first, and one placeholder for each value.
      const placeholders = Object.fromEntries(columns.map((column) => [column, new Parameter(column)]))
      const rows = Array.from({ length: count }, () => placeholders)
      const name = place === 'by time' ? table.name : dialects[engine].outsideSegments(table.name as SegmentedTable)
      const query = queries[engine].insertInto<T>(name as T).values(rows as never) as AnyInsert<T>
      const compiled = onConflict(query).compile()
      const returns_rows = 'returning' in compiled.query
      insert = { sql: compiled.sql, returns_rows, tables: [table.name] }
      inserts.set(key, insert)
    }
    return insert
  }
  return async (tx: ChangeTx, rows: readonly RowOf<D>[]): Promise<R[]> => {
    const returned: Promise<{ rows: unknown[] }>[] = []
    for (let start = 0, end = 0; start < rows.length; start = end) {
      end = start + rowsAtOnce(rows.length - start)
      const prepared = insertOf(tx.engine, end - start)
      const values: unknown[] = []
      for (let index = start; index < end; index++) fill(values, rows[index] as object)
      // On the embedded database a statement holds up everyone: others have their turn between.
      if (tx.engine === 'sqlite' && start > 0 && start % ROWS_IN_A_GO === 0) await othersFirst()
      if (prepared.returns_rows) returned.push(tx.execute(prepared, values))
      else tx.post(prepared, values)
    }
    return (await Promise.all(returned)).flatMap((one) => one.rows as R[])
  }
}

interface Compiled {
  prepared: Prepared
  /** Puts the parameters, and the constants that the statement has itself, into the order of the placeholders. */
  bind: (params: object) => unknown[]
}

type AnyBuild = (db: Queries, p: never, dialect: Dialect) => Compilable<unknown>

function compile(engine: Engine, build: AnyBuild): Compiled {
  const placeholders = new Proxy({}, { get: (_, name) => new Parameter(String(name)) })
  const query = build(queries[engine], placeholders as never, dialects[engine]).compile()
  const is_select = query.query.kind === 'SelectQueryNode'
  const returns_rows = is_select || 'returning' in query.query || /^\s*(select|with)/i.test(query.sql)
  const tables = query.query.kind === 'RawNode' ? {} : { tables: [...tablesIn(query.query)] }
  const is_planned_by_values = query.sql.includes(ESCAPE)
  return {
    prepared: { sql: query.sql, returns_rows, is_select, is_planned_by_values, ...tables },
    bind: binder(query.parameters),
  }
}

/** The names of all tables in a part of a query. */
function tablesIn(part: unknown, found = new Set<string>()): Set<string> {
  if (typeof part !== 'object' || part === null) return found
  const { kind, table } = part as { kind?: string; table?: { identifier?: { name: string } } }
  if (kind === 'TableNode' && table?.identifier) found.add(table.identifier.name.replace(FIRST_SEGMENT, ''))
  else for (const inner of Object.values(part)) tablesIn(inner, found)
  return found
}

/**
 * Makes the function that binds parameters, as generated code: it sees objects of one shape only, so property access stays fast. One function
 * for all statements looks each name up again (3 % of a GET, by CPU profile). The names are those of our own statements.
 */
function binder(parameters: readonly unknown[]): (params: object) => unknown[] {
  const values = parameters.map((value, index) => {
    if (!(value instanceof Parameter)) return `constants[${index}]`
    const name = JSON.stringify(value.name)
    const is_given = `given(params[${name}], ${name})`
    return value.most === undefined ? is_given : `atMost(${value.most}, ${is_given}, ${name})`
  })
  const make = new Function('constants', 'given', 'atMost', `return (params) => [${values.join(', ')}]`)
  return make(parameters, given, atMost) as Compiled['bind']
}

/** The same for a row of an insert: makes the function that appends its values. */
function filler(table: string, columns: readonly string[]): (values: unknown[], row: object) => void {
  const values = columns.map((column) => `given(row[${JSON.stringify(column)}], ${JSON.stringify(`${table}.${column}`)})`)
  return new Function('given', `return (values, row) => { values.push(${values.join(', ')}) }`)(given)
}

function atMost(most: number, value: unknown, name: string): unknown {
  if ((value as number) > most) throw new Error(`A statement takes at most ${most} for ${name}`)
  return value
}

function given(value: unknown, name: string): unknown {
  if (value === undefined) throw new Error(`A statement was given no value for ${name}`)
  return value
}
