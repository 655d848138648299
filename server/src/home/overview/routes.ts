import { type Endpoint, endpoint } from '../../http/endpoint.ts'
import { Overview, overviewExample } from './schema.ts'
import { getOverview } from './service.ts'

/** The endpoint of the home page. */
export const overviewEndpoints: readonly Endpoint[] = [
  endpoint({
    operation_id: 'getOverview',
    is_listing: true,
    method: 'GET',
    path: '/dashboard/api/overview',
    tag: 'Dashboard',
    door: 'session',
    summary: 'Get the key figures of a company',
    description:
      'What is outstanding, overdue and paid, what waits to be sent or answered, and what can be billed: exact sums per currency.',
    data: Overview,
    example: overviewExample,
    handle: (context) => getOverview(context),
  }),
]
