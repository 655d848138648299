// Makes the shown form of a stored row, from the answer's schema and the definition of the table.
import type { Static, TObject } from 'typebox'
import { currencyDigits } from '../kernel/currencies.ts'
import { fromDecimalText, fromMinor } from '../kernel/money.ts'
import type { Columns, Table } from '../sql/columns.ts'

/** How to show a field that is not a column, or not shown like its column; `digits` are those of the row's currency. */
type Shows<Row, Value> = (row: Row, digits: number) => Value

type Others<Row, Shown, Stored> = { [F in Exclude<keyof Shown, keyof Stored>]: Shows<Row, Shown[F]> } & {
  [F in keyof Shown & keyof Stored]?: Shows<Row, Shown[F]>
}

type Shown<S extends TObject, C extends Columns, Row> = [
  schema: S,
  table: Pick<Table<string, C>, 'columns'>,
  others: Others<Row, Static<S>, C>,
]

/**
 * Makes the function that shows a row. It gives exactly the fields of the schema, in their order, so nothing undeclared can get out; a field is the
 * column of its name, shown as the column's definition says, unless `others` says how. Compiled to the object that would be written by hand, so it
 * costs the same. Throws for a field that is neither.
 *
 * ```ts
 * const presentCustomer = presenter<CustomersTable>()(Customer, customers, {})
 * ```
 */
export function presenter<Row>() {
  return <S extends TObject, C extends Columns>(...[schema, table, others]: Shown<S, C, Row>): ((row: Row) => Static<S>) => {
    const fields = fieldsOf(schema, table.columns, others)
    const digits = fields.includes('digits') ? 'const digits = currencyDigits(row.currency);' : ''
    return compile(others, `(row) => { ${digits} return ${fields} }`)
  }
}

/** The same for a part of something, in whose currency its amounts are: `digits` are given with each. */
export function partPresenter<Row>() {
  return <S extends TObject, C extends Columns>(
    ...[schema, table, others]: Shown<S, C, Row>
  ): ((row: Row, digits: number) => Static<S>) => compile(others, `(row, digits) => (${fieldsOf(schema, table.columns, others)})`)
}

function fieldsOf(schema: TObject, columns: Columns, others: object): string {
  const fields = Object.keys(schema.properties).map((name) => {
    const key = JSON.stringify(name)
    const other = (others as Record<string, Shows<never, unknown>>)[name]
    return `${key}: ${other ? `others[${key}](${other.length > 1 ? 'row, digits' : 'row'})` : shownColumn(columns, name)}`
  })
  return `{ ${fields.join(', ')} }`
}

function shownColumn(columns: Columns, name: string): string {
  const column = columns[name]
  if (!column) throw new Error(`There is no column ${name}: say how the answer shows it`)
  const value = `row[${JSON.stringify(name)}]`
  const { form, is_nullable } = column.traits
  const shown = {
    plain: value,
    minor: `fromMinor(${value}, digits)`,
    decimal: `fromDecimalText(${value})`,
    boolean: `Boolean(${value})`,
    json: `JSON.parse(${value})`,
  }[form]
  return is_nullable && form !== 'plain' ? `${value} === null ? null : ${shown}` : shown
}

function compile<F>(others: object, text: string): F {
  const make = new Function('others', 'currencyDigits', 'fromMinor', 'fromDecimalText', `return ${text}`)
  return make(others, currencyDigits, fromMinor, fromDecimalText) as F
}
