// What is done with whole rows of a table, from its definition.
import { changeableColumns, differsIn, indexedColumns, type RowOf, type Table } from './columns.ts'
import type { ChangeTx } from './database.ts'
import { statementFamily } from './statement.ts'

export interface RowUpdate<R> {
  /**
   * Saves what a row has become, found by its key, and does not wait for it: all of it but what never changes. `before` is what is stored;
   * absent, everything may have changed.
   */
  post(tx: ChangeTx, after: R, before?: R): void
}

/**
 * Makes the update of one table. SQLite writes every index again that has a column of those set, whether its value changes or not (and looks for
 * all that refers to a row whose key is set): so indexed columns are set only when one of them differs.
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
