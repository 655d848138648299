// All rows of a table that belong to a company, a page at a time: what kept figures are checked against.
import { sql } from 'kysely'
import type { CompanyId } from '../kernel/ids.ts'
import type { Table } from '../sql/columns.ts'
import type { Tx } from '../sql/database.ts'
import { statementFamily } from '../sql/statement.ts'
import type { Tables } from '../sql/tables.ts'

/** Rows that are read in one go: on the embedded database requests wait for no more than that. */
const ROWS_AT_ONCE = 1_000

/** Called between two pages: others have their turn, and work that is no longer wanted ends by an error. */
export type Pause = () => Promise<void>

/** The row that another one belongs to, found by its company and `by` (its column: the one that names it), and what is read of it. */
export interface Parent {
  table: keyof Tables
  by: Readonly<Record<string, string>>
  /** New names for its columns. All are null where there is no such row. */
  columns: Readonly<Record<string, string>>
}

interface Source {
  table: Table
  columns: readonly string[]
  parent?: Parent | undefined
  /** Deleted rows as well. */
  has_deleted?: boolean
}

/** Makes the function that reads all rows of a company in pages, by the key of their table. */
export function rowsOf<R extends object>(source: Source) {
  const { table, parent, has_deleted } = source
  // To the compiler all tables are customers.
  const name = table.name as 'customers'
  const key = table.key.filter((column) => column !== 'company_id')
  const columns = [...new Set([...source.columns, ...table.key])]
  const page = statementFamily<{ is_first: boolean }, { company_id: CompanyId; limit: number }>()((db, p, { is_first }) => {
    const params = p as unknown as Record<string, string>
    const of = (column: string) => sql.ref(`${table.name}.${column}`)
    let rows = db
      .selectFrom(name)
      .select(columns.map((column) => of(column).as(column)))
      .where(sql<boolean>`${of('company_id')} = ${p.company_id}`)
    if (!has_deleted) rows = rows.where(sql<boolean>`${of('deleted_at')} is null`)
    if (!is_first) {
      const last = sql.join(key.map((column) => sql`${params[column]}`))
      rows = rows.where(sql<boolean>`(${sql.join(key.map(of))}) > (${last})`)
    }
    for (const column of key) rows = rows.orderBy(of(column))
    rows = rows.limit(p.limit)
    if (!parent) return rows
    return rows
      .leftJoin(`${parent.table} as parent` as 'companies as parent', (join) =>
        Object.entries(parent.by).reduce(
          (on, [theirs, own]) => on.on(sql<boolean>`${sql.ref(`parent.${theirs}`)} = ${of(own)}`),
          join.on(sql<boolean>`${sql.ref('parent.company_id')} = ${p.company_id}`),
        ),
      )
      .select(Object.entries(parent.columns).map(([as, column]) => sql.ref(`parent.${column}`).as(as)))
  })
  return async function* (tx: Tx, company_id: CompanyId, pause: Pause): AsyncGenerator<R[]> {
    let last: Record<string, unknown> = {}
    for (;;) {
      const params = { ...last, company_id, limit: ROWS_AT_ONCE }
      const rows = (await page({ is_first: Object.keys(last).length === 0 }).all(tx, params)) as R[]
      if (rows.length > 0) yield rows
      if (rows.length < ROWS_AT_ONCE) return
      const end = rows.at(-1) as Record<string, unknown>
      last = Object.fromEntries(key.map((column) => [column, end[column]]))
      await pause()
    }
  }
}
