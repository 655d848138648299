import { Type } from 'typebox'
import { type Endpoint, endpoint } from '../../http/endpoint.ts'
import { SearchResult } from './schema.ts'
import { search } from './service.ts'

const MOST_OF_A_TYPE = 10
const LONGEST_TEXT = 100

/** The endpoint of the dashboard's search. */
export const searchEndpoints: readonly Endpoint[] = [
  endpoint({
    operation_id: 'search',
    is_listing: true,
    method: 'GET',
    path: '/dashboard/api/search',
    tag: 'Dashboard',
    door: 'session',
    summary: 'Find anything of a company',
    description:
      'Customers by name and email, invoices, quotes and credit notes by number (from its front, or without prefix, year and leading zeros: `7`, `2026-7`) and customer, projects and tasks by title and public id; in any case, with or without accents. The best first: what is the text whole, what begins with it, what has it somewhere. Projects and tasks only while the module `projects` is on, tasks of archived projects not at all.',
    query: Type.Object(
      {
        q: Type.String({ minLength: 1, maxLength: LONGEST_TEXT, 'x-notBlank': true, description: 'What to look for.' }),
        limit: Type.Integer({ minimum: 1, maximum: MOST_OF_A_TYPE, default: 5, description: 'Results of each type at most.' }),
      },
      { additionalProperties: false },
    ),
    data: Type.Object({ results: Type.Array(SearchResult) }, { additionalProperties: false }),
    example: {
      results: [
        {
          type: 'customer',
          id: 'cus_01kb3m8q5sh6j8k1m3n5p7q9r2',
          project_id: null,
          title: 'Lindqvist & Sons AB',
          detail: 'accounts@lindqvist.example',
        },
        {
          type: 'invoice',
          id: 'inv_01kb3m8q5s7v9x2z4b6d8f1h3k',
          project_id: null,
          title: 'INV-2026-000042',
          detail: 'Lindqvist & Sons AB',
        },
      ],
    },
    handle: (context, { query }) => search(context, query),
  }),
]
