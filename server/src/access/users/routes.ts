import { Type } from 'typebox'
import { type Endpoint, endpoint } from '../../http/endpoint.ts'
import { Pagination, PaginationQuery } from '../../http/pagination.ts'
import { User, userExample } from './schema.ts'
import { listUsers } from './service.ts'

/** The endpoints of users. */
export const userEndpoints: Endpoint[] = [
  endpoint({
    operation_id: 'listUsers',
    method: 'GET',
    path: '/v1/users',
    tag: 'Users',
    tag_description: 'The members of the organization.',
    summary: 'List users',
    description: 'The members of the organization: whom projects and tasks can be assigned to.',
    query: Type.Object(PaginationQuery, { additionalProperties: false }),
    data: Type.Object({ users: Type.Array(User), pagination: Pagination }, { additionalProperties: false }),
    example: { users: [userExample], pagination: { total: 1, limit: 50, offset: 0 } },
    handle: (context, { query }) => listUsers(context, query),
  }),
]
