// The OpenAPI 3.1 document, written from the very values that route and validate.
import type { TSchema } from 'typebox'
import { type Endpoint, takesIdempotencyKey } from './endpoint.ts'
import { answersOf, type DeclaredAnswer, isConditional } from './openapi-answers.ts'
import { type DescribedEvent, eventSchemas, webhooksOf } from './openapi-events.ts'

type Json = Record<string, unknown>

const DESCRIPTION = `Invoices, quotes, customers, projects, tasks, time and events of the companies of an organization.

- Answers are \`{"data": …}\`, errors \`{"error": "a sentence", "code": "a_code", "param": "the field"}\`.
- Every endpoint but \`GET /v1/companies\` works in one company: \`company_id\`.
- Amounts are exact decimals with at most the digits of their currency.
- Fields and parameters that are not declared here are refused, so that a typing mistake never passes silently.
- \`Idempotency-Key\` on POST and PATCH makes a repeated request safe; \`If-Match\` on PATCH and DELETE makes sure of the version.
- Every answer carries \`Quoin-Request-Id\`.
- \`/dashboard/api/…\` is what the dashboard's pages call with the session of a member who has signed in; every endpoint of \`/v1\` but the streams
  is there too, as \`/dashboard/api/v1/…\`. Integrations use \`/v1\` with an API key.`

/** Descriptions of the groups of the reference. */
/**
 * Writes the document. Schemas with a title become components, and so do parameters that several operations share; the order is that of the
 * endpoints. `event_types` describe events and webhooks.
 */
export function generateOpenApi(endpoints: readonly Endpoint[], version: string, event_types: readonly DescribedEvent[]): Json {
  const components: Components = { schemas: {}, responses: {}, parameters: {} }
  const paths: Record<string, Json> = {}
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:([a-zA-Z]+)/g, '{$1}')
    paths[path] ??= {}
    paths[path][endpoint.method.toLowerCase()] = operationOf(endpoint, components)
  }
  const tags = [...Map.groupBy(endpoints, ({ tag }) => tag)].map(([name, own]) => {
    return { name, description: own.find(({ tag_description }) => tag_description)?.tag_description }
  })
  Object.assign(components.schemas, eventSchemas(components.schemas['Event'] as TSchema, event_types))
  const webhooks = webhooksOf(event_types)
  shareParts([...Object.values(paths), ...Object.values(webhooks)].flatMap(Object.values) as Operation[], components)
  return {
    openapi: '3.1.0',
    info: { title: 'Quoin', version, description: DESCRIPTION, license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
    servers: [{ url: '/', description: 'This server' }],
    security: [{ apiKey: [] }],
    tags,
    paths,
    webhooks,
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
      parameters: sorted(components.parameters),
      responses: sorted(components.responses),
      schemas: sorted(components.schemas),
    },
  }
}

interface Components {
  schemas: Json
  parameters: Json
  responses: Json
}

function sorted(parts: Json): Json {
  return Object.fromEntries(Object.entries(parts).sort(([a], [b]) => (a < b ? -1 : 1)))
}

interface Operation {
  operationId: string
  tags: string[]
  parameters: Json[]
  responses: Record<string, Json>
}

/** The names of answers that several operations share, by status. */
const SHARED_ANSWERS: Record<string, string> = { 400: 'BadRequest', 403: 'Forbidden', 409: 'Conflict', 429: 'TooMany' }

/**
 * Replaces each parameter and each refusal that several operations have in the same words by a reference, and adds the components. One name may
 * have several variants: all but the first are called after where they are found (`CompanyIdOfEvents`, `ConflictOfConvertQuote`).
 */
function shareParts(operations: readonly Operation[], components: Components): void {
  const parameters = sharing('parameters', components.parameters)
  const responses = sharing('responses', components.responses)
  for (const { operationId, tags, parameters: own, responses: answers } of operations) {
    for (const parameter of own) parameters.see(parameter, pascalCase(String(parameter['name'])), pascalCase(tags[0]!))
    for (const [status, name] of Object.entries(SHARED_ANSWERS)) {
      const answer = answers[status]
      if (answer && !answer['$ref']) responses.see(answer, name, pascalCase(operationId))
    }
  }
  for (const operation of operations) {
    operation.parameters = operation.parameters.map(parameters.refer)
    for (const status of Object.keys(SHARED_ANSWERS)) {
      const answer = operation.responses[status]
      if (answer) operation.responses[status] = responses.refer(answer)
    }
  }
}

/** Counts parts by their text; the second time that one is seen, it becomes a component of `kind`. */
function sharing(kind: string, shared: Json) {
  const seen = new Map<string, { part: Json; name: string; where: string }>()
  const names = new Map<string, string>()
  return {
    see(part: Json, name: string, where: string): void {
      const text = JSON.stringify(part)
      const first = seen.get(text)
      if (!first) seen.set(text, { part, name, where })
      else if (!names.has(text)) {
        const free = first.name in shared ? `${first.name}Of${first.where}` : first.name
        if (free in shared) throw new Error(`Two ${kind} would be called ${free}`)
        shared[free] = part
        names.set(text, free)
      }
    },
    refer(part: Json): Json {
      const name = names.get(JSON.stringify(part))
      return name === undefined ? part : { $ref: `#/components/${kind}/${name}` }
    },
  }
}

/** `created[gte]` → `CreatedGte`. */
function pascalCase(name: string): string {
  return name
    .replace(/(?:^|[^A-Za-z0-9]+)([A-Za-z0-9])/g, (_, letter: string) => letter.toUpperCase())
    .replace(/[^A-Za-z0-9]/g, '')
}

function operationOf(endpoint: Endpoint, components: Components): Json {
  const answers = Object.entries(answersOf(endpoint)).map(([status, answer]) => [status, answerOf(answer, components)])
  const { upload } = endpoint
  const file = upload && {
    required: true,
    content: Object.fromEntries(upload.types.map((type) => [type, { schema: { type: 'string', format: 'binary' } }])),
  }
  const body = endpoint.body && {
    required: (endpoint.body.required ?? []).length > 0,
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
    ...(body || file ? { requestBody: { ...(file ?? body), content: { ...body?.content, ...file?.content } } } : {}),
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
  const in_query = Object.entries(endpoint.query.properties).map(([name, declared]) => {
    const { description, ...schema } = declared as Json
    return {
      name,
      in: 'query',
      required: required.includes(name) && schema['default'] === undefined,
      description,
      schema: refer(schema, components),
      ...(schema['type'] === 'array' ? { style: 'form', explode: false } : {}),
    }
  })
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
      ...Object.fromEntries((answer.files ?? []).map((type) => [type, { schema: { type: 'string', format: 'binary' } }])),
      ...Object.fromEntries((answer.other_types ?? []).map((type) => [type, { schema: refer(answer.schema, components) }])),
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
  if (Array.isArray(parts['enum'])) return referToEnum(title, parts, components)
  const known = components.schemas[title]
  if (known !== undefined && JSON.stringify(known) !== JSON.stringify(parts))
    throw new Error(`Two different schemas have the title ${title}`)
  components.schemas[title] = parts
  return { $ref: `#/components/schemas/${title}` }
}

/** A named enumeration is one component wherever it is used; a description of one use stays there, next to the reference. */
function referToEnum(title: string, parts: Json, components: Components): Json {
  const { title: _, type: __, enum: values, ...said } = parts as Json & { enum: (string | null)[] }
  const named = { title, type: 'string', enum: values.filter((value) => value !== null) }
  const known = components.schemas[title]
  if (known !== undefined && JSON.stringify(known) !== JSON.stringify(named))
    throw new Error(`Two different lists have the title ${title}`)
  components.schemas[title] = named
  const $ref = `#/components/schemas/${title}`
  return values.includes(null) ? { anyOf: [{ $ref }, { type: 'null' }], ...said } : { $ref, ...said }
}
