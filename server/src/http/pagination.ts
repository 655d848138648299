// The page of a list: its query parameters, and how answers say where it is.
import { Type } from 'typebox'
import { invalid } from '../kernel/errors.ts'
import { StringEnum } from './schema.ts'

const DEFAULT_LIMIT = 50
const LARGEST_LIMIT = 100
const LONGEST_SEARCH = 200

/** Query parameters of every offset list (docs/api/README.md, "Lists"). */
export const PaginationQuery = {
  limit: Type.Integer({ minimum: 1, maximum: LARGEST_LIMIT, default: DEFAULT_LIMIT, description: 'Objects on a page.' }),
  offset: Type.Integer({ minimum: 0, default: 0, description: 'Objects to skip.' }),
}

/** Query parameters of every cursor list (docs/api/README.md, "Lists"). */
export const CursorQuery = {
  limit: PaginationQuery.limit,
  starting_after: Type.Optional(Type.String({ minLength: 1, description: 'Continue with the objects older than this one.' })),
  ending_before: Type.Optional(
    Type.String({ minLength: 1, description: 'The objects directly newer than this one, still newest first.' }),
  ),
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
    offset: Type.Integer(),
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
