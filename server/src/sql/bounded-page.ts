// Pages that are bounded in bytes: large texts are not read with the page, but one by one while there is room.
import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'

/** The most bytes that the texts of a page have, in UTF-8; a larger text is a page of its own. */
export const PAGE_BYTES = 1024 * 1024
/** Texts up to this size are read with the rows of their page: 100 of them stay below the bound of a page. */
const SMALL_BYTES = 32 * 1024

/**
 * The column `name` of a page's statement, which holds JSON objects or arrays: the text, or only its size in digits where it is large, which no
 * such text begins with. On both engines the size is known without reading the text.
 */
export function textOrSize<Name extends string>(name: Name) {
  const text = sql.ref(name)
  const size = sql`octet_length(${text})`
  return sql<string>`CASE WHEN ${size} <= ${sql.lit(SMALL_BYTES)} THEN ${text} ELSE CAST(${size} AS TEXT) END`.as(name)
}

const isSize = (text: string) => text.charCodeAt(0) <= NINE
const NINE = '9'.charCodeAt(0)

let last_large: Promise<void> = Promise.resolve()

/**
 * Resolves when the next large text, or whole document, may be read: one in a turn of the event loop, however many are asked for side by side.
 * Reading one holds up everyone for milliseconds, on the embedded database and where its bytes become a string.
 */
export function turnOfLarge(): Promise<void> {
  last_large = last_large.then(() => setImmediate())
  return last_large
}

/**
 * The first of `rows`, at most `limit` and no more than fit on a page by their texts in `column` (`textOrSize`); at least one if there are any.
 * `read` reads the text of a row that is large and on the page, and puts it into the row. `has_more` says whether rows are left over.
 */
export async function fitPage<Column extends string, Row extends Record<Column, string>>(
  rows: readonly Row[],
  limit: number,
  column: Column,
  read: (row: Row) => Promise<Row[Column]>,
): Promise<{ page: Row[]; has_more: boolean }> {
  const page: Row[] = []
  let left = PAGE_BYTES
  for (const row of rows.slice(0, limit)) {
    const is_large = isSize(row[column])
    left -= is_large ? Number(row[column]) : Buffer.byteLength(row[column])
    if (left < 0 && page.length > 0) return { page, has_more: true }
    if (is_large) {
      await turnOfLarge()
      row[column] = await read(row)
    }
    page.push(row)
  }
  return { page, has_more: rows.length > limit }
}
