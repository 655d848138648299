import { type Endpoint, endpoint } from '../../http/endpoint.ts'
import { Overview, overviewExample } from './schema.ts'
import { getOverview } from './service.ts'

/** The endpoint of the home page. */
export const overviewEndpoints: readonly Endpoint[] = [
  endpoint({
    operation_id: 'getOverview',
    method: 'GET',
    path: '/dashboard/api/overview',
    tag: 'Dashboard',
    door: 'session',
    summary: 'Get the business of a company at a glance',
    description:
      'What is outstanding and overdue, was paid, waits to be sent or answered, and could be billed, in exact sums for each currency.',
    data: Overview,
    example: overviewExample,
    handle: (context) => getOverview(context),
  }),
]
