// Lists sorted by a column of their rows, ties by id. Such a list has an index in that order, followed by the columns of
// its filters. The ids of a page are read from the index; the rows are looked up by id. There are no marks, because every change would
// move as many again for each order. So the rows before a page are skipped in the index, from the nearer end of the list.
import { type RawBuilder, sql } from 'kysely'

/** How a list is ordered: by a key, then by id, both in one direction. */
export interface Order {
  /** The key in SQL, in the very words of its index. */
  key: string
  is_descending: boolean
}

/** The two directions of an order, by the names that `sort` gives them: `total` and `-total`. */
export function bothWays<F extends string>(field: F, key: string, key_downwards = key) {
  return {
    [field]: { key, is_descending: false },
    [`-${field}`]: { key: key_downwards, is_descending: true },
  } as Record<F | `-${F}`, Order>
}

/** The direction in which the index is walked: backwards when the end of the list is nearer. */
export function directionOf({ is_descending }: Order, is_backwards: boolean): 'asc' | 'desc' {
  return is_descending === is_backwards ? 'asc' : 'desc'
}

/** The same value, written so that no index is used for it: for conditions that another index should serve. */
export function aside<T>(expression: string): RawBuilder<T> {
  return sql<T>`coalesce(${sql.raw(expression)}, ${sql.raw(expression)})`
}

/** Under a filter that as many rows match at most they are read by the index of the filter, and sorted; others by the index of the order. */
export const FEW_ENOUGH_TO_SORT = 4096

export interface OrderedPage {
  total: number
  limit: number
  offset: number
}

/** The same page, counted from the other end of the list, where its rows are in reverse order. */
export function fromOtherEnd({ total, limit, offset }: OrderedPage): { limit: number; offset: number } {
  const count = Math.max(0, Math.min(limit, total - offset))
  return { limit: count, offset: Math.max(0, total - offset - count) }
}

/**
 * The rows of a page of a list whose total is known, read from the nearer end. `read` returns the `limit` rows after the
 * first `offset`, in list order or backwards. It is never asked for more rows than there are: looking for another one would walk to the
 * end of the index.
 */
export async function readFromNearerEnd<R>(
  page: OrderedPage,
  read: (is_backwards: boolean, limit: number, offset: number) => Promise<R[]>,
): Promise<R[]> {
  const other = fromOtherEnd(page)
  if (other.limit === 0) return []
  if (page.offset <= other.offset) return read(false, other.limit, page.offset)
  return (await read(true, other.limit, other.offset)).reverse()
}

/** Rows in the order of their ids on a page. */
export function inOrderOf<R extends { id: string }>(ids: readonly string[], rows: readonly R[]): R[] {
  const by_id = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => by_id.get(id) ?? [])
}
