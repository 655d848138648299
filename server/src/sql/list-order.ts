// Lists in other orders than their own: by something that each row has, ties by id. Such a list has an index in that order with the columns of
// its filters, of which the ids of a page are read; the rows are looked up by them. It has no marks: kept for each order, every change would
// move as many again. So what lies above a page is passed over in the index, from whichever end of the list is nearer.
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

/** The direction in which the index is walked; backwards from the end of the list that is farther down. */
export function directionOf({ is_descending }: Order, is_backwards: boolean): 'asc' | 'desc' {
  return is_descending === is_backwards ? 'asc' : 'desc'
}

/** The same value, by which no index is looked up or walked: for where only another one is meant. */
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

/** The same page, counted from the other end of the list: there its rows stand the other way round. */
export function fromOtherEnd({ total, limit, offset }: OrderedPage): { limit: number; offset: number } {
  const count = Math.max(0, Math.min(limit, total - offset))
  return { limit: count, offset: Math.max(0, total - offset - count) }
}

/**
 * What stands on a page of a list of which the total is known, read from the end that is nearer. `read` gives what `limit` rows have behind the
 * first `offset`, of the list as it is or backwards. It is not asked for more rows than there are: looking for another one would take it to the
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
