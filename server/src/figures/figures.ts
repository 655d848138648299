// What is counted and summed of a resource, said once beside its table: pure functions from a row to its cells and shares. Moving figures with
// rows, reading them, checking them and repairing them follow from it (decisions/030-figures.md).
import { sql } from 'kysely'
import type { CompanyId } from '../kernel/ids.ts'
import type { RowOf, Table } from '../sql/columns.ts'
import type { Tx, WriteTx } from '../sql/database.ts'
import { type Queries, statementFamily } from '../sql/statement.ts'
import type { Tables } from '../sql/tables.ts'
import { COMPANY, type Counted, cellsOf, columnOf, isInCell, type Selection, selectionOf, type Wanted } from './cells.ts'
import { counted, readCells, totalOf } from './counts.ts'
import { isAbove, isFrom, type ListKey, type ListRows, LONGEST_STRETCH, type Mark, markedList, type Part } from './marks.ts'
import { type Parent, type Pause, rowsOf } from './rows.ts'
import { moveShare, type Share, type SumName } from './sums.ts'

/** A row as its figures see it, with what is read of its parent. */
export type FiguredRow<T extends Table, Read extends keyof RowOf<T>, Also> = Pick<RowOf<T>, Read> & Also

type ColumnsOfParent<P extends keyof Tables, C> = [P] extends [never]
  ? object
  : { [K in keyof C]: C[K] extends keyof Tables[P] ? Tables[P][C[K]] : never }

/** What a row counts for in some of the sums: a share of one of them at most. */
interface Sum<R> {
  names: readonly SumName[]
  share(row: R): Share | undefined
}

/**
 * - `scopes`: the lists that a row is in: that of the whole company (`COMPANY`), or of what one of its columns names (of nothing where that is null).
 * - `dimensions`: the columns that these lists are filtered by.
 * - `is_marked`: the lists are long and show the newest first. Their dimensions are plain columns, and their indexes have them.
 * - `sums`: what the row counts for, by the columns in `reads`.
 * - `parent`: another row that it takes to know that.
 */
interface Declaration<
  T extends Table,
  Placed extends keyof RowOf<T> & string,
  Read extends keyof RowOf<T> & string,
  P extends keyof Tables,
  C extends Record<string, string>,
> {
  table: T
  scopes?: readonly (typeof COMPANY | Placed)[]
  dimensions?: readonly (Placed | { readonly column: Placed; text(value: never): string })[]
  is_marked?: boolean
  sums?: readonly Sum<FiguredRow<T, Read, ColumnsOfParent<P, C>>>[]
  reads?: readonly Read[]
  parent?: { table: P; by: Readonly<Record<string, Read>>; columns: C }
  /** Only for tests, which have few rows. */
  longest_stretch?: number
}

/** The figures of any resource, for going through all of them. */
export interface Figures {
  readonly table: Table
  /** The list that counts are kept under, if there is one. */
  readonly list: string | undefined
  readonly sum_names: readonly SumName[]
  /** The columns that its lists are filtered by. */
  readonly filters: readonly string[]
  /** Reads all living rows of a company. */
  rows(tx: Tx, company_id: CompanyId, pause: Pause): AsyncGenerator<object[]>
  cellsOf(row: never): string[]
  sharesOf(row: never): (Share | undefined)[]
  /** Of a list with marks. */
  readonly marks:
    | { longest: number; lay(tx: Tx, company_id: CompanyId, cell: string, count: number, pause?: Pause): Promise<Mark[]> }
    | undefined
}

/** Declares what is counted and summed of the living rows of a table. The rows of lists without marks may be in any order. */
export function defineFigures<
  T extends Table,
  const Placed extends keyof RowOf<T> & string = never,
  const Read extends keyof RowOf<T> & string = never,
  P extends keyof Tables = never,
  const C extends Record<string, string> = Record<never, string>,
>(declaration: Declaration<T, Placed, Read, P, C>) {
  type Row = FiguredRow<T, Placed | Read, ColumnsOfParent<P, C>>
  type Filters = Readonly<Partial<Record<Placed, Wanted>>>
  const { table, scopes = [], dimensions = [], sums = [], reads = [], parent } = declaration
  const by = { scopes, dimensions } as unknown as Counted<Row>
  const cells = cellsOf(table, by)
  const list = table.name
  const columns: readonly string[] = by.dimensions.map((dimension) => columnOf(dimension))
  const order = declaration.is_marked ? ['created_at'] : []
  const columns_read = [...order, ...scopes.filter((scope) => scope !== COMPANY), ...columns, ...reads]
  const longest = declaration.longest_stretch ?? LONGEST_STRETCH
  const marked = declaration.is_marked ? markedList(list, rowsInOrder(table, scopes, columns), longest) : undefined
  const select = (filters: Filters): Selection => selectionOf(by, filters as Record<string, Wanted>)

  return {
    table,
    list: scopes.length > 0 ? list : undefined,
    sum_names: sums.flatMap(({ names }) => names),
    filters: columns,
    cellsOf: cells,
    sharesOf: (row: Row): (Share | undefined)[] => sums.map(({ share }) => share(row)),
    rows: rowsOf<Row>({ table, columns: columns_read, parent: parent as Parent | undefined }),
    marks: marked && { longest, lay: marked.layMarks },

    /**
     * Moves a row's figures from what it was to what it is; undefined stands for a row that is not, or no longer, there. It must be stored or
     * gathered already. Written once a commit.
     */
    move(tx: WriteTx, before: Row | undefined, after: Row | undefined): void {
      const row = (after ?? before) as unknown as ListKey & { company_id: CompanyId }
      if (scopes.length > 0) {
        const left = before ? cells(before) : []
        const entered = after ? cells(after) : []
        // Most changes of a row leave it where it is.
        if (!isSame(left, entered)) {
          if (marked) marked.move(tx, row, left, entered)
          else tx.gather(counted, { company_id: row.company_id, list, before: left, after: entered })
        }
      }
      for (const { share } of sums) moveShare(tx, row.company_id, before && share(before), after && share(after))
    },

    /** How many rows of a scope match. `filters` has what is wanted of some of the dimensions. */
    async count(tx: Tx, company_id: CompanyId, scope: string, filters: Filters): Promise<number> {
      return totalOf(await readCells(tx, company_id, list, scope, select(filters)))
    },

    /** Of a list with marks: how many rows match, and where the page at `offset` begins; undefined when it lies behind the last row. */
    locate(tx: Tx, company_id: CompanyId, scope: string, filters: Filters, offset: number) {
      return marked!.locate(tx, { company_id, scope, selection: select(filters) }, offset)
    },

    /** Makes the check whether a cell of values, by its name, has what `filters` want: for statements that read the cells of several scopes. */
    matcher(filters: Filters): (cell: string) => boolean {
      const selection = select(filters)
      return (cell) => isInCell(selection, cell)
    },
  }
}

const isSame = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((cell, index) => cell === b[index])

interface Shape {
  scope: string
  filters: string[]
}

/** How the rows of a marked list are read in its order. */
function rowsInOrder(table: Table, scopes: readonly string[], columns: readonly string[]): ListRows {
  // To the compiler all tables are customers.
  const name = table.name as 'customers'
  const narrow = scopes.find((scope) => scope !== COMPANY)
  const matching = (db: Queries, p: { company_id: CompanyId }, { scope, filters }: Shape) => {
    const params = p as unknown as Record<string, string>
    let rows = db.selectFrom(name).where('company_id', '=', p.company_id).where('deleted_at', 'is', null)
    if (scope !== COMPANY) rows = rows.where(scope as 'id', '=', params['scope'] as never)
    for (const column of filters) rows = rows.where(column as 'id', '=', params[column] as never)
    return rows
  }
  const find = statementFamily<Shape, ListKey & { company_id: CompanyId; skip: number }>()((db, p, shape) =>
    matching(db, p, shape)
      .where(isFrom(table.name, p))
      .select(['created_at', 'id'])
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(1)
      .offset(p.skip),
  )
  const count = statementFamily<Shape, ListKey & { company_id: CompanyId; last_at: string; last: string }>()((db, p, shape) =>
    matching(db, p, shape)
      .where(isFrom(table.name, p))
      .where(sql<boolean>`(created_at, id) > (${p.last_at}, ${p.last})`)
      .select((eb) => eb.fn.countAll<number>().as('count')),
  )
  const shapeOf = ({ scope, selection }: Part): Shape => ({
    scope: scope === COMPANY ? COMPANY : narrow!,
    filters: columns.filter((_, index) => selection[index] !== undefined),
  })
  const paramsOf = ({ company_id, scope, selection }: Part) => {
    if (selection.some((texts) => texts && texts.length !== 1))
      throw new Error('A list with marks is asked for one value of a column')
    return { company_id, scope, ...Object.fromEntries(columns.map((column, index) => [column, selection[index]?.[0]])) }
  }
  return {
    findKey: (tx, part, { created_at, id }, skip) => find(shapeOf(part)).first(tx, { ...paramsOf(part), created_at, id, skip }),
    async countBetween(tx, part, { created_at, id }, until) {
      if (!isAbove({ created_at, id }, until)) return 0
      const bounds = { created_at, id, last_at: until.created_at, last: until.id }
      return (await count(shapeOf(part)).first(tx, { ...paramsOf(part), ...bounds }))!.count
    },
  }
}
