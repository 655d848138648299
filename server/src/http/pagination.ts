// The page of an offset list: its query parameters and how answers echo it.
import { Type } from 'typebox'
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
