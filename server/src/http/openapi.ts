// The OpenAPI 3.1 document, written from the very values that route and validate.
import type { TSchema } from 'typebox'
import { type Endpoint, takesIdempotencyKey } from './endpoint.ts'
import { frameOf, openingOf } from './streams.ts'

type Json = Record<string, unknown>

/** One way in which an endpoint answers. */
export interface DeclaredAnswer {
  description: string
  /** The name of the component, for an answer that many endpoints share word for word. */
  shared?: string
  /** The kind of body; JSON when absent. */
  content_type?: string
  /** The JSON Schema of the body; null for answers without one. */
  schema: unknown
  example?: unknown
  headers?: Json
}

const FAULT = {
  type: 'object',
  properties: {
    error: { type: 'string', description: 'A sentence for a person.' },
    code: { type: 'string', description: 'For a program.' },
    param: { type: 'string', description: 'The field at fault, like `items[0].quantity`.' },
  },
  required: ['error', 'code'],
  additionalProperties: false,
}

const ERROR = {
  ...FAULT,
  title: 'Error',
  properties: {
    ...FAULT.properties,
    errors: { type: 'array', items: FAULT, description: 'All faults, when there are several; the first stands above.' },
  },
}

const ALWAYS_400 = ['parameter_missing', 'parameter_invalid', 'parameter_unknown']

/** An error body whose `code` is one of `codes`; several faults of a request are listed in `errors`. */
function errorSchema(codes: readonly string[]): Json {
  const one_of = { properties: { code: { enum: codes } } }
  return { allOf: [ERROR, { properties: { ...one_of.properties, errors: { items: one_of } } }] }
}

/** A refusal of authentication or permission: nothing but the message (service.md, section 5). */
function messageSchema(messages: readonly string[]): Json {
  return {
    type: 'object',
    properties: { error: { type: 'string', enum: messages } },
    required: ['error'],
    additionalProperties: false,
  }
}

const EXAMPLES: Record<string, string> = {
  invalid_json: 'The body is not JSON: a comma or a closing brace is missing at line 1, column 18',
  parameter_missing: 'customer_id is required',
  parameter_invalid: 'issue_date must be a real day written as YYYY-MM-DD',
  parameter_unknown: 'There is no field custmer_id; did you mean customer_id?',
}

function failure(description: string, codes: readonly string[], shared?: string): DeclaredAnswer {
  const [code] = codes
  return {
    description,
    ...(shared ? { shared } : {}),
    schema: errorSchema(codes),
    example: { error: EXAMPLES[code!] ?? description, code },
  }
}

/** All answers of an endpoint by status; the tests hold every answer of the service against them. */
export function answersOf(endpoint: Endpoint): Record<number, DeclaredAnswer> {
  const takes_key = takesIdempotencyKey(endpoint)
  const has_params = endpoint.path.includes(':')
  const is_conditional = isConditional(endpoint)
  const answers: Record<number, DeclaredAnswer> = {
    [endpoint.status]: endpoint.is_stream ? streamAnswer(endpoint) : dataAnswer(endpoint),
    400: failure('The request is at fault; nothing was changed.', [
      ...(endpoint.body ? ['invalid_json'] : []),
      ...ALWAYS_400,
      ...(endpoint.errors[400] ?? []),
    ]),
    ...unauthorizedOf(endpoint),
    ...forbiddenOf(endpoint),
    ...tooManyOf(endpoint),
    500: failure('A fault of the service; the log has it under the request id.', ['internal_error'], 'InternalError'),
    503: failure(
      'The database can not take the request now: try again, with the same Idempotency-Key.',
      ['unavailable'],
      'Unavailable',
    ),
  }
  if (has_params) answers[404] = failure('No such object: unknown, deleted, or of another company.', ['not_found'], 'NotFound')
  const conflicts = [...(endpoint.errors[409] ?? []), ...(takes_key ? ['idempotency_key_in_use'] : [])]
  if (conflicts.length > 0) answers[409] = failure('The state of the object forbids it; nothing was changed.', conflicts)
  if (is_conditional)
    answers[412] = failure('The object is not in the version named in If-Match.', ['precondition_failed'], 'PreconditionFailed')
  if (endpoint.has_etag && endpoint.method === 'GET')
    answers[304] = { description: 'Not changed since If-None-Match.', schema: null }
  if (endpoint.body) {
    answers[413] = failure('The body is larger than 1 MiB.', ['payload_too_large'], 'PayloadTooLarge')
    answers[415] = failure('The body must be JSON in UTF-8.', ['unsupported_media_type'], 'UnsupportedMediaType')
  }
  if (takes_key)
    answers[422] = failure(
      'The Idempotency-Key was used for another request.',
      ['idempotency_key_reused'],
      'IdempotencyKeyReused',
    )
  return answers
}

/** Whether it honours If-Match. */
function isConditional({ method, company }: Endpoint): boolean {
  return (method === 'PATCH' || method === 'DELETE') && company !== 'none'
}

function unauthorizedOf({ door }: Endpoint): Record<number, DeclaredAnswer> {
  if (door === 'open') return {}
  return { 401: door === 'key' ? UNAUTHORIZED : NOT_SIGNED_IN }
}

const UNAUTHORIZED: DeclaredAnswer = {
  shared: 'Unauthorized',
  description: 'No key, an unknown one, or one that was revoked.',
  schema: messageSchema(['Missing Authorization header', 'Invalid API key', 'API key is disabled']),
  example: { error: 'Invalid API key' },
}

const NOT_SIGNED_IN: DeclaredAnswer = {
  ...failure('No session, one that has ended, or one of a member who was removed.', ['not_signed_in'], 'NotSignedIn'),
  example: { error: 'Not signed in', code: 'not_signed_in' },
}

function dataAnswer(endpoint: Endpoint): DeclaredAnswer {
  if (endpoint.content_type) {
    return { description: 'Done.', content_type: endpoint.content_type, schema: { type: 'string' }, example: endpoint.example }
  }
  return {
    description: endpoint.status === 201 ? 'Created.' : 'Done.',
    schema: { type: 'object', properties: { data: endpoint.data }, required: ['data'], additionalProperties: false },
    example: { data: endpoint.example },
    ...(endpoint.has_etag && endpoint.method !== 'DELETE' ? { headers: ETAG_HEADER } : {}),
  }
}

/** OpenAPI 3.1 has no word for the messages of a stream: the body is a text, and the shape of a message stands in its description. */
function streamAnswer(endpoint: Endpoint): DeclaredAnswer {
  const { title } = endpoint.data as { title?: string }
  const { id } = endpoint.example as { id: string }
  return {
    description: `A stream of server-sent events. The data of each message is one \`${title}\` as JSON; a message of the type \`error\` is the last.`,
    content_type: 'text/event-stream',
    schema: { type: 'string' },
    example: openingOf(undefined) + frameOf({ id, data: JSON.stringify(endpoint.example) }),
  }
}

const TOO_MANY_REQUESTS = failure(
  'Too many requests with this key: wait as long as Retry-After says.',
  ['rate_limited'],
  'RateLimited',
)
const TOO_MANY_STREAMS = failure('Too many requests or open streams with this key: wait as long as Retry-After says.', [
  'rate_limited',
  'too_many_streams',
])

function tooManyOf(endpoint: Endpoint): Record<number, DeclaredAnswer> {
  if (endpoint.door === 'open') {
    const codes = endpoint.errors[429]
    return codes ? { 429: failure('Too many attempts: wait as long as Retry-After says.', codes) } : {}
  }
  return { 429: endpoint.is_stream ? TOO_MANY_STREAMS : TOO_MANY_REQUESTS }
}

function forbiddenOf(endpoint: Endpoint): Record<number, DeclaredAnswer> {
  const { door, level, company } = endpoint
  const codes = [
    ...(company === 'none' ? [] : ['company_not_accessible']),
    ...(door === 'key' || endpoint.method === 'GET' ? [] : ['cross_site']),
    ...(endpoint.errors[403] ?? []),
  ]
  if (door === 'open') {
    return codes.length === 0 ? {} : { 403: failure('Only pages of this service may send this request.', codes) }
  }
  const message = messageSchema(['Insufficient permissions'])
  const schema = codes.length === 0 ? message : { anyOf: [message, errorSchema(codes)] }
  const description =
    door === 'key'
      ? `The key lacks the level \`${level}\`, or does not reach the company.`
      : `The member lacks the level \`${level}\`, or the request comes from a page of another site.`
  return { 403: { description, schema, example: { error: 'Insufficient permissions' } } }
}

const ETAG_HEADER = {
  ETag: { description: 'The version of the object, for If-Match and If-None-Match.', schema: { type: 'string' } },
}

const DESCRIPTION = `Invoices, quotes, customers, projects, tasks, time and events of the companies of an organization.

- Answers are \`{"data": …}\`, errors \`{"error": "a sentence", "code": "a_code", "param": "the field"}\`.
- Every endpoint but \`GET /v1/companies\` works in one company: \`company_id\`.
- Amounts are exact decimals with at most the digits of their currency.
- Fields and parameters that are not declared here are refused, so that a typing mistake never passes silently.
- \`Idempotency-Key\` on POST and PATCH makes a repeated request safe; \`If-Match\` on PATCH and DELETE makes sure of the version.
- Every answer carries \`Quoin-Request-Id\`.
- \`/dashboard/api/…\` is what the dashboard's pages call with the session of a member who has signed in; every endpoint of \`/v1\` but the streams
  is there too, as \`/dashboard/api/v1/…\`, without \`Idempotency-Key\`, which is refused there. Integrations use \`/v1\` with an API key.`

/** Writes the document. Schemas with a title become components; the order is that of the endpoints. */
export function generateOpenApi(endpoints: readonly Endpoint[], version: string): Json {
  const components: Components = { schemas: {}, responses: {} }
  const paths: Record<string, Json> = {}
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:([a-zA-Z]+)/g, '{$1}')
    paths[path] ??= {}
    paths[path][endpoint.method.toLowerCase()] = operationOf(endpoint, components)
  }
  const tags = [...new Set(endpoints.map((endpoint) => endpoint.tag))].map((name) => ({ name }))
  return {
    openapi: '3.1.0',
    info: { title: 'Quoin', version, description: DESCRIPTION, license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
    servers: [{ url: '/', description: 'This server' }],
    security: [{ apiKey: [] }],
    tags,
    paths,
    components: {
      securitySchemes: {
        apiKey: { type: 'http', scheme: 'bearer', description: 'An API key, `sk_…`.' },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: '__Host-quoin.session_token',
          description: 'The session of a member who has signed in to the dashboard.',
        },
      },
      responses: sorted(components.responses),
      schemas: sorted(components.schemas),
    },
  }
}

interface Components {
  schemas: Json
  responses: Json
}

function sorted(parts: Json): Json {
  return Object.fromEntries(Object.entries(parts).sort(([a], [b]) => (a < b ? -1 : 1)))
}

function operationOf(endpoint: Endpoint, components: Components): Json {
  const answers = Object.entries(answersOf(endpoint)).map(([status, answer]) => [status, answerOf(answer, components)])
  const body = endpoint.body && {
    required: !endpoint.is_body_optional,
    content: { 'application/json': { schema: refer(endpoint.body, components), example: endpoint.body_example } },
  }
  return {
    operationId: endpoint.operation_id,
    tags: [endpoint.tag],
    summary: endpoint.summary,
    description:
      endpoint.door === 'open' ? endpoint.description : `${endpoint.description}\n\nPermission level: \`${endpoint.level}\`.`,
    ...(endpoint.door === 'key' ? {} : { security: endpoint.door === 'session' ? [{ session: [] }] : [] }),
    parameters: parametersOf(endpoint, components),
    ...(body ? { requestBody: body } : {}),
    responses: Object.fromEntries(answers),
  }
}

function parametersOf(endpoint: Endpoint, components: Components): Json[] {
  const in_path = [...endpoint.path.matchAll(/:([a-zA-Z]+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }))
  const company = {
    name: 'company_id',
    in: 'query',
    required: endpoint.company === 'required',
    description: 'The company to work in, `com_…`.',
    schema: { type: 'string' },
  }
  const required = (endpoint.query as { required?: string[] }).required ?? []
  const in_query = Object.entries(endpoint.query.properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name) && (schema as Json)['default'] === undefined,
    description: (schema as Json)['description'],
    schema: refer(schema as TSchema, components),
    ...((schema as Json)['type'] === 'array' ? { style: 'form', explode: false } : {}),
  }))
  return [...in_path, ...(endpoint.company === 'none' ? [] : [company]), ...in_query, ...headersOf(endpoint)]
}

function headersOf(endpoint: Endpoint): Json[] {
  const header = (name: string, description: string, schema: Json = { type: 'string' }) => ({
    name,
    in: 'header',
    required: false,
    description,
    schema,
  })
  const headers: Json[] = []
  if (takesIdempotencyKey(endpoint)) {
    const description = 'Makes repeating the request safe: the first answer is kept for 24 hours and given again.'
    headers.push(header('Idempotency-Key', description, { type: 'string', minLength: 1, maxLength: 255 }))
  }
  if (isConditional(endpoint)) headers.push(header('If-Match', 'Change only this version: the ETag of the object.'))
  if (endpoint.is_stream) headers.push(header('Last-Event-ID', 'Resume after this message: its `id`.'))
  if (endpoint.has_etag && endpoint.method === 'GET')
    headers.push(header('If-None-Match', 'Answer 304 when this is still the version.'))
  return headers
}

function answerOf(answer: DeclaredAnswer, components: Components): Json {
  if (answer.shared === undefined) return writtenOut(answer, components)
  components.responses[answer.shared] ??= writtenOut(answer, components)
  return { $ref: `#/components/responses/${answer.shared}` }
}

function writtenOut(answer: DeclaredAnswer, components: Components): Json {
  if (answer.schema === null) return { description: answer.description }
  return {
    description: answer.description,
    ...(answer.headers ? { headers: answer.headers } : {}),
    content: {
      [answer.content_type ?? 'application/json']: { schema: refer(answer.schema, components), example: answer.example },
    },
  }
}

/** A schema with every titled part of it replaced by a reference to its component. */
function refer(schema: unknown, components: Components): unknown {
  if (Array.isArray(schema)) return schema.map((part) => refer(part, components))
  if (typeof schema !== 'object' || schema === null) return schema
  const parts = Object.fromEntries(Object.entries(schema).map(([key, part]) => [key, refer(part, components)]))
  const title = (schema as { title?: unknown }).title
  if (typeof title !== 'string') return parts
  const known = components.schemas[title]
  if (known !== undefined && JSON.stringify(known) !== JSON.stringify(parts))
    throw new Error(`Two different schemas have the title ${title}`)
  components.schemas[title] = parts
  return { $ref: `#/components/schemas/${title}` }
}
