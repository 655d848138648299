// An endpoint as a value: one row that routing, validation, permissions, OpenAPI and the tests all read.
import { type Static, type TObject, type TSchema, type TString, Type } from 'typebox'
import type { Context, PermissionLevel } from './context.ts'
import { resourceOf } from './scopes.ts'
import type { Fields } from './written-back.ts'

/** The methods of the API and the level that each of them needs (docs/api/README.md, "Keys and levels"). */
export const LEVEL_OF_METHOD: Record<Method, PermissionLevel> = { GET: 'read', POST: 'write', PATCH: 'write', DELETE: 'admin' }

/**
 * How a request identifies its sender: with an API key (`/v1`), with the session of a person signed in to the dashboard, or not at all
 * (`open`: before a sign-in).
 */
export type Door = 'key' | 'session' | 'open'

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

/** The names in a path: `/v1/projects/:id/tasks/:taskId` has `id` and `taskId`. */
type ParamsOf<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? { [K in Name | keyof ParamsOf<`/${Rest}`>]: string }
  : Path extends `${string}:${infer Name}`
    ? { [K in Name]: string }
    : object

/** A message of a stream. */
export interface Message {
  /** Where a client that has it resumes. */
  id: string
  /** JSON text. */
  data: string
}

/** The source of a streaming endpoint: the messages after a position, which moves on as they are read. */
export interface MessageSource {
  /** The next messages, oldest first, as many as may be in memory, and whether there are more already; empty if there are none now. */
  next(): Promise<{ messages: readonly Message[]; has_more: boolean }>
  /**
   * Where a client that has every message so far resumes; it also moves on when events did not concern this stream. Undefined while
   * a request without a position would have the same result.
   */
  position(): string | undefined
}

interface EndpointParts<Path extends string, Query extends TObject, Body extends TObject, Data extends TSchema> {
  /** The function's name in SDKs: `createInvoice`. */
  operation_id: string
  method: Method
  path: Path
  tag: string
  /** What the reference says of the tag: once, at the first endpoint that has it. */
  tag_description?: string
  /** `key` when absent. All endpoints with a key are there for sessions too, under `/dashboard/api`. */
  door?: Door
  /** The level that it needs, where that is not the method's. */
  level?: PermissionLevel
  /** Whether a key with any scopes may call it: for what a caller needs before everything else. */
  needs_no_scope?: boolean
  summary: string
  /** Rules that a caller must know, in full sentences (Markdown). */
  description: string
  /** `required`: company_id must be given. `none`: it is ignored. `optional`: a key that reaches one company may leave it out. */
  company?: 'required' | 'none' | 'optional'
  /** Whether the company is the one of the path's `id`. There is no `company_id` then, so `company` is `none`; one that is not reached is a 404. */
  is_company_in_path?: boolean
  /**
   * Whether it only reads rows of its company, in tables that are changed with the company's name (`Database.write`): then a read replica may serve it. Lists,
   * sums and exports, not single objects.
   */
  is_listing?: boolean
  /** Query parameters besides company_id. */
  query?: Query
  body?: Body
  /** An example of the body, for the reference. */
  body_example?: Static<Body>
  /** 201 for creations, 202 for what is done after the answer, else 200. */
  status?: 200 | 201 | 202
  /** The shape of `data` in the answer. */
  data: Data
  /** An example of `data`, for the reference. */
  example: Static<Data>
  /** The codes of refusals in addition to those of every endpoint: `{409: ['invoice_not_editable']}`. */
  errors?: Partial<Record<400 | 403 | 404 | 409 | 412 | 422 | 429, string[]>>
  /** The sentences of some of these codes, for the reference, where the room has its own; the others are in openapi-answers.ts. */
  sentences?: Readonly<Record<string, { error: string; param?: string }>>
  /**
   * Whether `data` is a single object that carries an ETag (and, on PATCH and DELETE, honours If-Match). A PATCH then accepts what `data` shows
   * in addition to the fields of its body: `handle` passes the object to `context.changesOf`.
   */
  has_etag?: boolean
  /** Content types of files that `handle` may give instead of `data`, with `content_type` in them; a query parameter asks for one. */
  files?: readonly (FileType | 'text/csv')[]
  /** The files that it accepts as the whole body instead of the JSON of `body`: `handle` gets one as `file` then, and a body without fields. */
  upload?: Upload
  /** Whether the answer shows a secret: the copy of it that an Idempotency-Key keeps is sealed. */
  is_answer_secret?: boolean
  handle(
    context: Context,
    input: { params: ParamsOf<Path>; query: Static<Query>; body: Static<Body>; file?: UploadedFile | undefined },
  ): Promise<Static<Data> | FileAnswer>
}

interface StreamParts<Path extends string, Query extends TObject, Data extends TSchema>
  extends Omit<
    EndpointParts<Path, Query, TObject, Data>,
    'method' | 'body' | 'status' | 'has_etag' | 'handle' | 'data' | 'example'
  > {
  /** The shape of the `data` of each message. */
  data: Data
  /** An example of it, with the `id` of its message. */
  example: Static<Data> & { id: string }
  /** `last_event_id` is the header of that name. */
  handle(
    context: Context,
    input: { params: ParamsOf<Path>; query: Static<Query>; last_event_id: string | undefined },
  ): Promise<MessageSource>
}

interface DownloadParts<Path extends string, Query extends TObject>
  extends Omit<EndpointParts<Path, Query, TObject, TString>, 'method' | 'body' | 'status' | 'has_etag' | 'handle'> {
  /** Those that it may have. */
  content_types: readonly TextType[]
  /** Returns the answer, whose parts are read one after the other. Errors that it throws itself become refusals. */
  handle(context: Context, input: { params: ParamsOf<Path>; query: Static<Query> }): Promise<Download>
}

/** The content types of texts of any length. */
export type TextType = 'text/csv' | 'application/x-ndjson'

/** A text of any length that an endpoint answers with. */
export interface Download {
  content_type: TextType
  /** The encoding of the parts that are bytes: `utf-8` when absent. */
  charset?: 'utf-8' | 'windows-1252'
  /** Letters, digits, `.`, `_` and `-`. */
  filename: string
  /** Texts are sent in UTF-8, bytes as they are. */
  parts: AsyncIterable<string | Uint8Array>
}

/** The content types of files that endpoints answer with. */
export type FileType = 'application/pdf' | 'application/xml'

/** A file that an endpoint answers with. */
export interface FileAnswer {
  /** Where the endpoint has not one alone. */
  content_type?: FileType | 'text/csv'
  bytes: Uint8Array
  /** Letters, digits, `.`, `_` and `-`; all else becomes `-`. */
  filename: string
  /** Of the bytes, in hexadecimal: the entity tag. */
  sha256: string
  /** Headers besides those of every file. */
  headers?: Readonly<Record<string, string>>
}

/** What an endpoint takes that is no JSON: a file by itself. */
export interface Upload {
  /** Its content types. */
  types: readonly string[]
  most_bytes: number
}

/** A file as it came. */
export interface UploadedFile {
  bytes: Buffer
  /** One of the content types of the endpoint. */
  type: string
}

interface UploadParts<Path extends string, Data extends TSchema>
  extends Omit<
    EndpointParts<Path, TObject, TObject, Data>,
    'method' | 'body' | 'body_example' | 'status' | 'has_etag' | 'handle'
  > {
  method: 'POST'
  /** The content types of the file. */
  accepts: readonly string[]
  most_bytes: number
  handle(context: Context, input: { params: ParamsOf<Path>; body: Buffer }): Promise<Static<Data>>
}

interface FileParts<Path extends string, Query extends TObject, Body extends TObject>
  extends Omit<EndpointParts<Path, Query, Body, TString>, 'status' | 'has_etag' | 'handle' | 'data' | 'example'> {
  content_type: FileType
  handle(context: Context, input: { params: ParamsOf<Path>; query: Static<Query>; body: Static<Body> }): Promise<FileAnswer>
}

/** An endpoint without its types, as the HTTP layer uses it. */
export interface Endpoint {
  operation_id: string
  method: Method
  path: string
  tag: string
  tag_description: string | undefined
  door: Door
  summary: string
  description: string
  level: PermissionLevel
  /** What a key with scopes needs one for, at its level: the first segment of its path. Undefined: it needs none. */
  resource: string | undefined
  company: 'required' | 'none' | 'optional'
  is_company_in_path: boolean
  is_listing: boolean
  query: TObject
  body: TObject | undefined
  body_example: unknown
  status: 200 | 201 | 202
  data: TSchema
  example: unknown
  errors: Partial<Record<number, string[]>>
  sentences: Readonly<Record<string, { error: string; param?: string }>>
  has_etag: boolean
  is_answer_secret: boolean
  /** Other answers beside JSON: `handle` gives a `FileAnswer` with its `content_type` then. */
  files: readonly (FileType | 'text/csv')[]
  /** Of a file: `data` is its shape. */
  content_type: FileType | undefined
  /** Of a text of any length: `handle` gives a `Download` then. */
  content_types: readonly TextType[] | undefined
  /** Whether its body is a file: `handle` gets its bytes then. With a `body` it takes JSON too. */
  upload: Upload | undefined
  /** Whether it answers with a file: `handle` gives a `FileAnswer` then. */
  is_file: boolean
  /** Whether it answers with a stream of server-sent events: `handle` gives a `MessageSource` then, and `data` is the shape of one message. */
  is_stream: boolean
  handle(context: Context, input: Input): Promise<object>
}

/** The parts of a request. `last_event_id` is the header of that name. */
export interface Input {
  params: Record<string, string>
  query: unknown
  body: unknown
  /** The read-only fields of a body that gives some back. */
  given_back: Fields | undefined
  /** The body, where it is a file and the endpoint also takes JSON. */
  file?: UploadedFile | undefined
  last_event_id: string | undefined
}

const NO_QUERY = Type.Object({}, { additionalProperties: false })

/**
 * Declares an endpoint. The types of `handle` follow from the path and the schemas; the permission level follows from the method.
 * Answers are `{"data": …}`; `handle` returns the content of `data`.
 */
export function endpoint<
  Path extends string,
  Data extends TSchema,
  Query extends TObject = TObject<Record<never, never>>,
  Body extends TObject = TObject<Record<never, never>>,
>(parts: EndpointParts<Path, Query, Body, Data>): Endpoint {
  return withoutTypes(parts as unknown as AnyParts, false)
}

/** Declares an endpoint that answers GET with a stream of server-sent events. */
export function streamEndpoint<Path extends string, Data extends TSchema, Query extends TObject = TObject<Record<never, never>>>(
  parts: StreamParts<Path, Query, Data>,
): Endpoint {
  return withoutTypes({ ...parts, method: 'GET' } as unknown as AnyParts, true)
}

/** Declares an endpoint that answers GET with a long text, in parts: one at a time for each organization. */
export function downloadEndpoint<Path extends string, Query extends TObject = TObject<Record<never, never>>>(
  parts: DownloadParts<Path, Query>,
): Endpoint {
  const { content_types, ...declared } = parts
  return { ...withoutTypes({ ...declared, method: 'GET' } as unknown as AnyParts, false), content_types }
}

const File = Type.String({ format: 'binary' })
const FILE_EXAMPLES: Readonly<Record<FileType, string>> = {
  'application/pdf': '%PDF-1.7 …',
  'application/xml': '<?xml version="1.0" encoding="UTF-8"?> …',
}

/** Declares an endpoint that answers with a file. Repeating it makes nothing twice, so it takes no Idempotency-Key. A GET has an ETag. */
export function fileEndpoint<
  Path extends string,
  Query extends TObject = TObject<Record<never, never>>,
  Body extends TObject = TObject<Record<never, never>>,
>(parts: FileParts<Path, Query, Body>): Endpoint {
  const example = FILE_EXAMPLES[parts.content_type]
  const declared = { ...parts, data: File, example, has_etag: parts.method === 'GET' }
  return withoutTypes(declared as unknown as AnyParts, false, parts.content_type)
}

/** Declares an endpoint that takes a file by itself, and stores nothing: it takes no Idempotency-Key. */
export function uploadEndpoint<Path extends string, Data extends TSchema>(parts: UploadParts<Path, Data>): Endpoint {
  const { accepts, most_bytes, ...declared } = parts
  return { ...withoutTypes(declared as unknown as AnyParts, false), upload: { types: accepts, most_bytes } }
}

/** The path prefix of the endpoints of sessions. */
export const SESSION_PREFIX = '/dashboard/api'

/** An endpoint of `/v1` as sessions use it: the same, except for who may call it, and its path. */
export function forSessions(endpoint: Endpoint): Endpoint {
  return { ...endpoint, door: 'session', path: `${SESSION_PREFIX}${endpoint.path}` }
}

/** Whether an Idempotency-Key is honoured: its answers are kept with a company and an API key, or with a member and the company, if there is one. */
export function takesIdempotencyKey({ method, door, is_file, upload, body }: Endpoint): boolean {
  return (method === 'POST' || method === 'PATCH') && door !== 'open' && !is_file && (!upload || body !== undefined)
}

type AnyParts = EndpointParts<string, TObject, TObject, TSchema>

function withoutTypes(parts: AnyParts, is_stream: boolean, content_type?: FileType): Endpoint {
  return {
    operation_id: parts.operation_id,
    method: parts.method,
    path: parts.path,
    tag: parts.tag,
    tag_description: parts.tag_description,
    door: parts.door ?? 'key',
    summary: parts.summary,
    description: parts.description,
    level: parts.level ?? LEVEL_OF_METHOD[parts.method],
    resource: parts.needs_no_scope ? undefined : resourceOf(parts.path),
    company: parts.company ?? 'required',
    is_company_in_path: parts.is_company_in_path ?? false,
    is_listing: parts.is_listing ?? false,
    query: parts.query ?? NO_QUERY,
    body: parts.body,
    body_example: parts.body_example,
    status: parts.status ?? 200,
    data: parts.data,
    example: parts.example,
    errors: parts.errors ?? {},
    sentences: parts.sentences ?? {},
    has_etag: parts.has_etag ?? false,
    is_answer_secret: parts.is_answer_secret ?? false,
    files: parts.files ?? [],
    content_type,
    content_types: undefined,
    upload: parts.upload,
    is_file: content_type !== undefined,
    is_stream,
    handle: parts.handle as unknown as Endpoint['handle'],
  }
}
