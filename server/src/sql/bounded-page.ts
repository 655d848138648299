// Pages that are bounded in bytes: large texts are not read with the page, but one by one while there is room.
import { setImmediate } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'

/** The most bytes that the texts of a page have, in UTF-8; a larger text is a page of its own. */
export const PAGE_BYTES = 1024 * 1024
/** Texts up to this size are read with the rows of their page: 100 of them stay below the bound of a page. */
const SMALL_BYTES = 32 * 1024

/** What a page's statement selects of a large text: the text if it is small, else null; and its size. */
export interface Sized {
  small: string | null
  bytes: number
}

/** The columns of `Sized` for the column `name`. On both engines the size of a large text is known without reading it. */
export function sizedColumns(name: string) {
  const size = sql<number>`octet_length(${sql.ref(name)})`
  const small: RawBuilder<string | null> = sql`CASE WHEN ${size} <= ${sql.lit(SMALL_BYTES)} THEN ${sql.ref(name)} END`
  return [small.as('small'), size.as('bytes')] as const
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
 * The first of `rows`, at most `limit` and no more than fit on a page, each with its text; at least one if there are any. `read` reads the
 * text of a row that is not small. `has_more` says whether rows are left over.
 */
export async function fitPage<Row extends Sized>(
  rows: readonly Row[],
  limit: number,
  read: (row: Row) => Promise<string>,
): Promise<{ page: { row: Row; text: string }[]; has_more: boolean }> {
  const page: { row: Row; text: string }[] = []
  let left = PAGE_BYTES
  for (const row of rows.slice(0, limit)) {
    left -= row.bytes
    if (left < 0 && page.length > 0) return { page, has_more: true }
    if (row.small === null) {
      await turnOfLarge()
      page.push({ row, text: await read(row) })
    } else {
      page.push({ row, text: row.small })
    }
  }
  return { page, has_more: rows.length > limit }
}
