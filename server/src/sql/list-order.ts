// Lists sorted by a column of their rows, ties by id. Such a list has an index in that order, followed by the columns of
// its filters. The ids of a page are read from the index; the rows are looked up by id. There are no marks, because every change would
// move as many again for each order. So the rows before an offset are skipped in the index, from the nearer end of the list; a page at a
// cursor is entered at the place of its row (decisions/052-cursors.md).
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { invalid } from '../kernel/errors.ts'
import type { Tx } from './database.ts'
import type { Tables } from './tables.ts'

/** How a list is ordered: by a key, then by id, both in one direction. */
export interface Order {
  /** The key in SQL, in the very words of its index. */
  key: string
  /** The type of the key. */
  type: 'text' | 'bigint'
  is_descending: boolean
}

/** The two directions of an order, by the names that `sort` gives them: `total` and `-total`. */
export function bothWays<F extends string>(field: F, key: string, key_downwards = key, type: Order['type'] = 'text') {
  return {
    [field]: { key, type, is_descending: false },
    [`-${field}`]: { key: key_downwards, type, is_descending: true },
  } as Record<F | `-${F}`, Order>
}

/** Newest first, where a statement has one table. */
export const NEWEST_FIRST: Order = { key: 'created_at', type: 'text', is_descending: true }

/** The direction in which the index is walked: backwards when the end of the list is nearer. */
function directionOf({ is_descending }: Order, is_backwards: boolean): 'asc' | 'desc' {
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

/** Which page of a list is asked for: the rows after the first `offset`, or those directly after or before the row that a cursor names. */
export interface PageQuery {
  limit: number
  offset: number
  starting_after?: string | undefined
  ending_before?: string | undefined
}

/** Rows of a page in the order of the list; at a cursor also whether there are more in its direction. */
export interface PageRows<R> {
  rows: R[]
  has_more?: boolean
}

/** A page, and how many rows there are on all. */
export interface ListPage<R> extends PageRows<R> {
  total: number
}

/** The place of a row in an order, as parameters: the key as text, since JavaScript does not hold every whole number. */
export interface Place {
  place_key: string
  place_id: string
}

export const hasCursor = ({ starting_after, ending_before }: PageQuery) =>
  starting_after !== undefined || ending_before !== undefined

/**
 * The rows at the cursor of a page. `find` looks up its row, whether it is deleted or not and without the filters of the list: people delete and
 * change rows while they walk. `read` returns the first `limit` rows beyond it, in list order or backwards. Throws 400 for an unknown row.
 */
export async function readAtCursor<P, R>(
  { limit, starting_after, ending_before }: PageQuery,
  find: (id: string) => Promise<P | undefined>,
  read: (place: P, is_backwards: boolean, limit: number) => Promise<R[]>,
): Promise<PageRows<R>> {
  const is_backwards = ending_before !== undefined
  const place = await find((ending_before ?? starting_after)!)
  if (!place) {
    const param = is_backwards ? 'ending_before' : 'starting_after'
    throw invalid(param, `${param} must be the id of an object of this list`)
  }
  const found = await read(place, is_backwards, limit + 1)
  const rows = found.slice(0, limit)
  if (is_backwards) rows.reverse()
  return { rows, has_more: found.length > limit }
}

/** How a statement walks an order. */
export interface Walk {
  is_backwards: boolean
  /** The rows are found by their filter, and sorted. */
  is_sorted?: boolean
  /** Only rows beyond a place: all of them, or in two parts, those of the same key and those past it, where a pair would be slow. */
  beyond?: 'all' | 'same_key' | 'past_key'
}

/** The parameters of a walk: the place only where the walk is `beyond` one. */
export interface WalkParams extends Partial<Place> {
  limit: number
  offset: number
}

/** Puts rows into an order, and takes those of a walk. `id` is the column of their ids. */
export function walked<Q>(rows: Q, id: string, order: Order, walk: Walk, p: WalkParams): Q {
  const direction = directionOf(order, walk.is_backwards)
  const found = rows as unknown as SelectQueryBuilder<Tables, keyof Tables, object>
  const wanted = walk.beyond ? found.where(isBeyond(id, order, walk, p)) : found
  const key = walk.is_sorted ? aside(order.key) : keyOf(order)
  // SQLite would sort by what is the same of all rows, and by the id if it is in the order twice.
  const by_key = walk.beyond === 'same_key' ? wanted : wanted.orderBy(key, direction)
  const in_order = order.key === id ? by_key : by_key.orderBy(sql.ref(id), direction)
  return in_order.limit(p.limit).offset(p.offset) as unknown as Q
}

const isColumn = ({ key }: Order) => /^[\w.]+$/.test(key)

const keyOf = (order: Order) => (isColumn(order) ? sql.ref(order.key) : sql.raw(order.key))

function isBeyond(id: string, order: Order, { is_backwards, is_sorted, beyond }: Walk, p: Partial<Place>) {
  const than = sql.raw(directionOf(order, is_backwards) === 'asc' ? '>' : '<')
  const key = is_sorted ? aside(order.key) : keyOf(order)
  // The sum has no affinity, nor has the key in an index: otherwise SQLite would not enter the index by it.
  const place = order.type === 'text' ? sql`${p.place_key}` : sql`cast(${p.place_key} as bigint) + 0`
  if (order.key === id) return sql<boolean>`${key} ${than} ${p.place_id}`
  if (beyond === 'same_key') return sql<boolean>`${key} = ${place} and ${sql.ref(id)} ${than} ${p.place_id}`
  if (beyond === 'past_key') return sql<boolean>`${key} ${than} ${place}`
  return sql<boolean>`(${key}, ${sql.ref(id)}) ${than} (${place}, ${p.place_id})`
}

/** What is selected of a row to find its place. */
export const placeIn = (order: Order, id: string) =>
  [sql<string>`cast(${keyOf(order)} as text)`.as('place_key'), sql<string>`${sql.ref(id)}`.as('place_id')] as const

/**
 * The rows of a page in an order whose total is known: by offset from the nearer end, by cursor from its place on. `find` and the error are
 * those of `readAtCursor`; `read` runs a statement that is `walked`.
 */
export async function readInOrder<R>(
  tx: Tx,
  { total, order, is_sorted = false, ...page }: PageQuery & { total: number; order: Order; is_sorted?: boolean },
  find: (id: string) => Promise<Place | undefined>,
  read: (walk: Walk, params: WalkParams) => Promise<R[]>,
): Promise<PageRows<R>> {
  if (!hasCursor(page)) {
    const readAt = (is_backwards: boolean, limit: number, offset: number) => read({ is_backwards, is_sorted }, { limit, offset })
    return { rows: await readFromNearerEnd({ ...page, total }, readAt) }
  }
  return readAtCursor(page, find, async (place, is_backwards, limit) => {
    const part = (beyond: Walk['beyond'] & string, limit: number) =>
      read({ is_backwards, is_sorted, beyond }, { ...place, limit, offset: 0 })
    // SQLite enters an index by a pair only where both are columns: with an expression it would pass all rows of the same key.
    if (is_sorted || isColumn(order) || tx.engine !== 'sqlite') return part('all', limit)
    const of_same_key = await part('same_key', limit)
    const left = limit - of_same_key.length
    return left === 0 ? of_same_key : [...of_same_key, ...(await part('past_key', left))]
  })
}

/** Rows in the order of their ids on a page. */
export function inOrderOf<R extends { id: string }>(ids: readonly string[], rows: readonly R[]): R[] {
  const by_id = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => by_id.get(id) ?? [])
}
