// Pages that are bounded in bytes: large texts are not read with the page, but one by one while there is room.
import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'

/** The most bytes that the texts of a page have, in UTF-8; a larger text is a page of its own. */
export const PAGE_BYTES = 1024 * 1024
/** Texts up to this size are read with the rows of their page: 100 of them stay below the bound of a page. */
const SMALL_BYTES = 32 * 1024

/** A row whose text in `Column` is null where it is too large to be read with its page. */
export type Sized<Row, Column extends keyof Row> = Omit<Row, Column> & { [C in Column]: string | null }

/** The column `name` of a page's statement: null where its text is large. On both engines the size of a text is known without reading it. */
export function unlessLarge<Name extends string>(name: Name) {
  const text = sql.ref(name)
  return sql<string | null>`CASE WHEN octet_length(${text}) <= ${sql.lit(SMALL_BYTES)} THEN ${text} END`.as(name)
}

let last_large: Promise<void> = Promise.resolve()

/**
 * Resolves when the next large text may be read: one in a turn of the event loop, however many pages are read side by side. Reading one holds
 * up everyone for milliseconds, on the embedded database and where its bytes become a string.
 */
function turnOfLarge(): Promise<void> {
  last_large = last_large.then(() => setImmediate())
  return last_large
}

/**
 * The first of `rows`, at most `limit` and no more than fit on a page by their texts in `column`; at least one if there are any. `read` reads the
 * text of a row that is large; the last one that is read may turn out not to fit. `has_more` says whether rows are left over.
 */
export async function fitPage<Column extends string, Row extends { [C in Column]: string | null }>(
  rows: readonly Row[],
  limit: number,
  column: Column,
  read: (row: Row) => Promise<string>,
): Promise<{ page: (Row & { [C in Column]: string })[]; has_more: boolean }> {
  const page: (Row & { [C in Column]: string })[] = []
  let left = PAGE_BYTES
  for (const row of rows.slice(0, limit)) {
    if (row[column] === null) {
      await turnOfLarge()
      Object.assign(row, { [column]: await read(row) })
    }
    const whole = row as Row & { [C in Column]: string }
    left -= Buffer.byteLength(whole[column])
    if (left < 0 && page.length > 0) return { page, has_more: true }
    page.push(whole)
  }
  return { page, has_more: rows.length > limit }
}
