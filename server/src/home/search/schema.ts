import { type Static, Type } from 'typebox'
import { DOCUMENT_KINDS } from '../../billing/documents/kinds.ts'
import { Nullable, StringEnum } from '../../http/schema.ts'

/** The kinds of results, in the order of equal matches. */
export const RESULT_TYPES = ['customer', ...DOCUMENT_KINDS, 'project', 'task'] as const

/** Something that a search has found. */
export const SearchResult = Type.Object(
  {
    type: StringEnum(RESULT_TYPES),
    id: Type.String(),
    project_id: Nullable(Type.String({ description: "A task's project; null for everything else." })),
    title: Type.String({ description: 'Name, number or title.' }),
    detail: Type.String({
      description: "A customer's email, a document's customer, a project's public id; a task's, with its project.",
    }),
  },
  { title: 'SearchResult', additionalProperties: false },
)
export type SearchResult = Static<typeof SearchResult>
