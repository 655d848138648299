// Reading the rows of a company to the last one, in pages that others have their turn between.
import type { CompanyId } from '../kernel/ids.ts'
import type { Tx } from './database.ts'

/** The rows of a period: `from` and `to` are compared with a column of theirs, both included. */
export interface ExportScope {
  company_id: CompanyId
  from: string
  to: string
}

/** Rows that are read before others have their turn: a few thousandths of a second, on the embedded database. */
export const EXPORTED_AT_ONCE = 100

/** Rows, each made when it has its turn if it can be; and the place that the next ones come after, undefined after the last. */
export interface ExportPage<Row> {
  rows: Iterable<Row>
  after: readonly string[] | undefined
}

/** Reads the page after a place; undefined: the first. */
export type ReadExport<Row> = (tx: Tx, scope: ExportScope, after: readonly string[] | undefined) => Promise<ExportPage<Row>>

/** The page of rows that were read by the order of `keyOf`, at most `EXPORTED_AT_ONCE`. */
export function exportPage<Row>(rows: Row[], keyOf: (row: Row) => readonly string[]): ExportPage<Row> & { rows: Row[] } {
  return { rows, after: rows.length < EXPORTED_AT_ONCE ? undefined : keyOf(rows.at(-1)!) }
}

/** What is shown of rows, one at a time: what was made of a row can go before the next. */
export function* oneByOne<Row, Shown>(rows: Iterable<Row>, show: (row: Row) => Shown): Generator<Shown> {
  for (const row of rows) yield show(row)
}
