import { Type } from 'typebox'
import { type Endpoint, endpoint } from '../../http/endpoint.ts'
import { Pagination, PaginationQuery, Search, Sort } from '../../http/pagination.ts'
import { Deleted } from '../../http/schema.ts'
import { CreateCustomer, Customer, CustomerSummary, customerExample, UpdateCustomer } from './schema.ts'
import { createCustomer, deleteCustomer, getCustomer, type IsInUse, listCustomers, updateCustomer } from './service.ts'

const { notes: _notes, metadata: _metadata, ...customerSummaryExample } = customerExample
const tag = 'Customers'

/** The endpoints of customers. `isInUse` says whether a document or project names one. */
export const customerEndpoints = (isInUse: IsInUse): Endpoint[] => [
  endpoint({
    operation_id: 'listCustomers',
    is_listing: true,
    method: 'GET',
    path: '/v1/customers',
    tag,
    tag_description: 'The customers of a company.',
    summary: 'List customers',
    description: 'Newest first, or in the order of `sort`.',
    query: Type.Object(
      {
        ...PaginationQuery,
        search: Search('Part of the name or email; upper and lower case, accented and plain letters are the same.'),
        external_id: Type.Optional(Type.String({ description: 'Only the customer with this id in another system.' })),
        sort: Sort(['created_at', 'name'], 'Newest first when absent. Names are compared as a search compares them.'),
      },
      { additionalProperties: false },
    ),
    data: Type.Object({ customers: Type.Array(CustomerSummary), pagination: Pagination }, { additionalProperties: false }),
    example: { customers: [customerSummaryExample], pagination: { total: 1, limit: 50, offset: 0 } },
    handle: (context, { query }) => listCustomers(context, query),
  }),
  endpoint({
    operation_id: 'createCustomer',
    method: 'POST',
    path: '/v1/customers',
    tag,
    summary: 'Create a customer',
    description: 'Only `name` is needed.',
    body: CreateCustomer,
    body_example: { name: customerExample.name, contact_email: customerExample.contact_email, country: 'SE' },
    status: 201,
    data: Customer,
    example: customerExample,
    errors: { 409: ['external_id_taken'] },
    has_etag: true,
    handle: (context, { body }) => createCustomer(context, body),
  }),
  endpoint({
    operation_id: 'getCustomer',
    method: 'GET',
    path: '/v1/customers/:id',
    tag,
    summary: 'Get a customer',
    description: 'With its notes, which lists leave out.',
    data: Customer,
    example: customerExample,
    has_etag: true,
    handle: (context, { params }) => getCustomer(context, params.id),
  }),
  endpoint({
    operation_id: 'updateCustomer',
    method: 'PATCH',
    path: '/v1/customers/:id',
    tag,
    summary: 'Update a customer',
    description:
      'Absent fields are left alone; `null` empties a text. Drafts show the customer as it is now; issued documents keep the customer as it was when they were issued.',
    body: UpdateCustomer,
    body_example: { contact_phone: '+46 8 555 0199' },
    data: Customer,
    example: customerExample,
    errors: { 409: ['external_id_taken'] },
    has_etag: true,
    handle: (context, { params, body }) => updateCustomer(context, params.id, body),
  }),
  endpoint({
    operation_id: 'deleteCustomer',
    method: 'DELETE',
    path: '/v1/customers/:id',
    tag,
    summary: 'Delete a customer',
    description:
      'Refused while an invoice, quote, recurring invoice or project names it; setting `status` to `inactive` is always possible.',
    data: Deleted,
    example: { deleted: true },
    errors: { 409: ['customer_in_use'] },
    has_etag: true,
    handle: (context, { params }) => deleteCustomer(context, params.id, isInUse),
  }),
]
