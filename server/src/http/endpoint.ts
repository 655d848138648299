// An endpoint as a value: one row that routing, validation, permissions, OpenAPI and the tests all read.
import { type Static, type TObject, type TSchema, Type } from 'typebox'
import type { Context, PermissionLevel } from './context.ts'

/** The methods of the API and the level that each of them needs (service.md, section 5; PATCH counts as writing). */
export const LEVEL_OF_METHOD: Record<Method, PermissionLevel> = { GET: 'read', POST: 'write', PATCH: 'write', DELETE: 'admin' }

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

/** The names in a path: `/v1/projects/:id/tasks/:taskId` has `id` and `taskId`. */
type ParamsOf<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? { [K in Name | keyof ParamsOf<`/${Rest}`>]: string }
  : Path extends `${string}:${infer Name}`
    ? { [K in Name]: string }
    : object

interface EndpointParts<Path extends string, Query extends TObject, Body extends TObject, Data extends TSchema> {
  /** The function's name in SDKs: `createInvoice`. */
  operation_id: string
  method: Method
  path: Path
  tag: string
  summary: string
  /** Rules that a caller must know, in full sentences (Markdown). */
  description: string
  /** `required`: company_id must be given. `none`: it isn't taken. `optional`: a key that reaches one company may leave it out. */
  company?: 'required' | 'none' | 'optional'
  /** Query parameters besides company_id. */
  query?: Query
  body?: Body
  /** Whether a request without any body is taken as `{}`. */
  is_body_optional?: boolean
  /** An example of the body, for the reference. */
  body_example?: Static<Body>
  /** 201 for what creates, else 200. */
  status?: 200 | 201
  /** The shape of `data` in the answer. */
  data: Data
  /** An example of `data`, for the reference. */
  example: Static<Data>
  /** The codes of refusals beyond those that every endpoint has: `{409: ['invoice_not_editable']}`. */
  errors?: Partial<Record<400 | 404 | 409 | 412 | 422, string[]>>
  /** Whether `data` is a single object that carries an ETag (and, on PATCH and DELETE, honours If-Match). */
  has_etag?: boolean
  handle(context: Context, input: { params: ParamsOf<Path>; query: Static<Query>; body: Static<Body> }): Promise<Static<Data>>
}

/** An endpoint with its types forgotten: what the HTTP layer works with. */
export interface Endpoint {
  operation_id: string
  method: Method
  path: string
  tag: string
  summary: string
  description: string
  level: PermissionLevel
  company: 'required' | 'none' | 'optional'
  query: TObject
  body: TObject | undefined
  is_body_optional: boolean
  body_example: unknown
  status: 200 | 201
  data: TSchema
  example: unknown
  errors: Partial<Record<number, string[]>>
  has_etag: boolean
  handle(context: Context, input: { params: Record<string, string>; query: unknown; body: unknown }): Promise<object>
}

const NO_QUERY = Type.Object({}, { additionalProperties: false })

/**
 * Declares an endpoint. The types of `handle` follow from the path and the schemas; the permission level follows from the method.
 * Answers are `{"data": …}`; `handle` returns what stands in `data`.
 */
export function endpoint<
  Path extends string,
  Data extends TSchema,
  Query extends TObject = TObject<Record<never, never>>,
  Body extends TObject = TObject<Record<never, never>>,
>(parts: EndpointParts<Path, Query, Body, Data>): Endpoint {
  return {
    operation_id: parts.operation_id,
    method: parts.method,
    path: parts.path,
    tag: parts.tag,
    summary: parts.summary,
    description: parts.description,
    level: LEVEL_OF_METHOD[parts.method],
    company: parts.company ?? 'required',
    query: parts.query ?? NO_QUERY,
    body: parts.body,
    is_body_optional: parts.is_body_optional ?? false,
    body_example: parts.body_example,
    status: parts.status ?? 200,
    data: parts.data,
    example: parts.example,
    errors: parts.errors ?? {},
    has_etag: parts.has_etag ?? false,
    handle: parts.handle as Endpoint['handle'],
  }
}
