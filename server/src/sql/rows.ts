// Operations on whole rows of a table, derived from its definition.
import { changeableColumns, differsIn, indexedColumns, type RowOf, type Table } from './columns.ts'
import type { ChangeTx } from './database.ts'
import { statementFamily } from './statement.ts'

export interface RowUpdate<R> {
  /**
   * Saves a changed row, found by its key, without waiting: every column except the fixed ones. `before` is the stored row;
   * without it, any column may have changed.
   */
  post(tx: ChangeTx, after: R, before?: R): void
}

/**
 * Makes the update of one table. SQLite rewrites every index that has one of the columns set, even if its value does not change (and looks for
 * all references to a row whose key is set): so indexed columns are set only when one of them differs.
 */
export function updateRow<T extends Table>(table: T): RowUpdate<RowOf<T>> {
  type Row = RowOf<T>
  const all = changeableColumns(table)
  const indexed = indexedColumns(table)
  const others = all.filter((name) => !indexed.includes(name))
  const save = statementFamily<{ is_indexed: boolean }, Row>()((db, p, { is_indexed }) => {
    const params = p as Record<string, never>
    const set = Object.fromEntries((is_indexed ? all : others).map((name) => [name, params[name]]))
    // To the compiler they are all customers.
    let update = db.updateTable(table.name as 'customers').set(set as never)
    for (const column of table.key) update = update.where(column as 'id', '=', params[column]!)
    return update
  })
  const isIndexMoved = differsIn<Row>(indexed)
  const statements = { true: save({ is_indexed: true }), false: save({ is_indexed: false }) }
  return {
    post(tx, after, before) {
      statements[`${before === undefined || isIndexMoved(before, after)}`].post(tx, after)
    },
  }
}
