// Which counts a row is in, and which of them a filter adds up. Pure.
import type { Table } from '../sql/columns.ts'

/** The scope of a list that goes over the whole company; any other scope is a column, such as the customer of an invoice. */
export const COMPANY = ''

/**
 * A column of few values that lists are filtered by, or what is made of one. No value may have a `/` in it. With each further dimension a list has
 * more cells, and a row is in as many as before.
 */
export type Dimension<R> = (keyof R & string) | { readonly column: keyof R & string; text(value: never): string }

/** What a list is counted by: see `defineFigures`. */
export interface Counted<R> {
  readonly scopes: readonly (typeof COMPANY | (keyof R & string))[]
  readonly dimensions: readonly Dimension<R>[]
}

/** The values that a filter wants of a dimension; undefined: any. */
export type Wanted = string | boolean | readonly string[] | undefined

/** For each dimension the texts that a filter wants; undefined: any. */
export type Selection = readonly (readonly string[] | undefined)[]

export const columnOf = <R>(dimension: Dimension<R>): keyof R & string =>
  typeof dimension === 'string' ? dimension : dimension.column

/** The name of a cell: what agrees in all of `values` within a scope. Without values it is the whole of the scope. */
export const cellOf = (scope: string, values: readonly string[]) => (values.length === 0 ? scope : `${scope}/${values.join('/')}`)

/** What a cell's name says. */
export function readCell(cell: string): { scope: string; values: string[] } {
  const [scope, ...values] = cell.split('/')
  return { scope: scope!, values }
}

/**
 * Makes the function that gives the cells of a row: in each scope that it belongs to the whole, and the one cell of its values. Another dimension
 * makes no more of them.
 */
export function cellsOf<R>(table: Table, { scopes, dimensions }: Counted<R>): (row: R) => string[] {
  const columns = dimensions.map((dimension) => ({ column: columnOf(dimension), text: textOf(table, dimension) }))
  return (row) => {
    const values = columns.map(({ column, text }) => text(row[column]))
    const cells: string[] = []
    for (const scope of scopes) {
      const name = scope === COMPANY ? COMPANY : row[scope]
      if (name === null) continue
      cells.push(String(name))
      if (values.length > 0) cells.push(cellOf(String(name), values))
    }
    return cells
  }
}

/** Booleans are `1` and `0`, whichever engine they are from; null is no text. */
function textOf<R>(table: Table, dimension: Dimension<R>): (value: unknown) => string {
  if (typeof dimension !== 'string') return dimension.text as (value: unknown) => string
  if (table.columns[dimension]!.traits.form === 'boolean') return (value) => (value ? '1' : '0')
  return (value) => (value === null ? '' : String(value))
}

/** The texts that a filter wants, for each dimension of a list. */
export function selectionOf<R>({ dimensions }: Counted<R>, wanted: Readonly<Record<string, Wanted>>): Selection {
  return dimensions.map((dimension) => {
    const values = wanted[columnOf(dimension)]
    if (values === undefined || Array.isArray(values)) return values as readonly string[] | undefined
    return [typeof values === 'boolean' ? (values ? '1' : '0') : (values as string)]
  })
}

/** The one cell that has what a filter wants; undefined where it may be several. */
export function oneCellOf(scope: string, selection: Selection): string | undefined {
  if (selection.every((texts) => texts === undefined)) return scope
  return selection.every((texts) => texts?.length === 1)
    ? cellOf(
        scope,
        selection.flatMap((texts) => texts!),
      )
    : undefined
}

/** Whether the rows of a cell of values match. */
export function isInCell(selection: Selection, cell: string): boolean {
  const { values } = readCell(cell)
  return selection.every((texts, index) => texts === undefined || texts.includes(values[index]!))
}
