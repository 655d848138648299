// The page of a list: its query parameters, and how answers say where it is.
import { type Static, Type } from 'typebox'
import { invalid } from '../kernel/errors.ts'
import { hasCursor, type ListPage, type PageQuery } from '../sql/list-order.ts'
import { StringEnum } from './schema.ts'

const DEFAULT_LIMIT = 50
const LARGEST_LIMIT = 100
const LONGEST_SEARCH = 200

/** Query parameters of every offset list (docs/api/README.md, "Lists"). */
export const PaginationQuery = {
  limit: Type.Integer({ minimum: 1, maximum: LARGEST_LIMIT, default: DEFAULT_LIMIT, description: 'Objects on a page.' }),
  offset: Type.Integer({ minimum: 0, default: 0, description: 'Objects to skip.' }),
  starting_after: Type.Optional(
    Type.String({ minLength: 1, description: 'Continue with the objects directly after this one, in the order of the list.' }),
  ),
  ending_before: Type.Optional(
    Type.String({ minLength: 1, description: 'The objects directly before this one, in the order of the list.' }),
  ),
}

/** Query parameters of every cursor list (docs/api/README.md, "Lists"). */
export const CursorQuery = {
  limit: PaginationQuery.limit,
  starting_after: PaginationQuery.starting_after,
  ending_before: PaginationQuery.ending_before,
}

/** A search parameter. */
export const Search = (description: string) => Type.Optional(Type.String({ maxLength: LONGEST_SEARCH, description }))

/** The order of a list, where it may be chosen: one of `fields`, each also with a `-` before it for the other direction. */
export function Sort<const F extends readonly string[]>(fields: F, description: string) {
  return Type.Optional(
    StringEnum(fields.flatMap((field) => [field, `-${field}`]) as (F[number] | `-${F[number]}`)[], { description }),
  )
}

/** How an offset list says where it is. */
export const Pagination = Type.Object(
  {
    total: Type.Integer({ description: 'Objects that match, on all pages.' }),
    limit: Type.Integer(),
    offset: Type.Optional(Type.Integer({ description: 'Objects before the page. Absent at a cursor.' })),
    has_more: Type.Optional(
      Type.Boolean({ description: 'Whether there are more in the direction asked. Only present at a cursor.' }),
    ),
    next_cursor: Type.Optional(
      Type.Union([Type.String(), Type.Null()], {
        description: 'What to ask with next, in the same direction; null when there is no more. Only present at a cursor.',
      }),
    ),
  },
  { title: 'Pagination', additionalProperties: false },
)

/** How a cursor list says whether there is more. */
export const CursorPagination = Type.Object(
  {
    limit: Type.Integer(),
    has_more: Type.Boolean({ description: 'Whether there are more in the direction asked.' }),
    next_cursor: Type.Union([Type.String(), Type.Null()], {
      description: 'What to ask with next, in the same direction; null when there is no more.',
    }),
  },
  { title: 'CursorPagination', additionalProperties: false },
)

/** Where a page of a cursor list begins, as the caller says. */
interface CursorPlace {
  starting_after?: string | undefined
  ending_before?: string | undefined
}

/** Throws 400 for both cursors at once. */
export function refuseBothCursors({ starting_after, ending_before }: CursorPlace): void {
  if (starting_after !== undefined && ending_before !== undefined)
    throw invalid('ending_before', 'Give starting_after or ending_before, not both')
}

/**
 * Reads a page of an offset list, and says where it is. Throws 400 for both cursors at once, and for one beside an offset or beside an id in
 * another system, which one object has at most; before `read` is called.
 */
export async function readPage<R extends { id: string }>(
  query: PageQuery & { external_id?: string | undefined },
  read: () => Promise<ListPage<R>>,
): Promise<{ rows: R[]; pagination: Static<typeof Pagination> }> {
  const { limit, offset, external_id, ending_before } = query
  const is_at_cursor = hasCursor(query)
  refuseBothCursors(query)
  if (is_at_cursor && offset > 0) throw invalid('offset', 'Give offset or a cursor, not both')
  if (is_at_cursor && external_id !== undefined) throw invalid('external_id', 'Give external_id or a cursor, not both')
  const { rows, total, has_more = false } = await read()
  if (!is_at_cursor) return { rows, pagination: { total, limit, offset } }
  const last = ending_before === undefined ? rows.at(-1) : rows[0]
  return { rows, pagination: { total, limit, has_more, next_cursor: has_more ? last!.id : null } }
}

/**
 * The page of a cursor list, from one row more than fits on it, which shows whether there are more. `found` begins at the cursor: with
 * `ending_before` the oldest first. The page always has the newest first.
 */
export function cursorPage<Row extends { id: string }>(
  found: readonly Row[],
  { limit, ending_before }: CursorPlace & { limit: number },
) {
  const has_more = found.length > limit
  const rows = found.slice(0, limit)
  const next_cursor = has_more ? rows.at(-1)!.id : null
  if (ending_before !== undefined) rows.reverse()
  return { rows, pagination: { limit, has_more, next_cursor } }
}
