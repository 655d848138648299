// The answers in the reference: each status of an endpoint, with the shape of its body and an example that can really occur.

import type { Fault } from '../kernel/errors.ts'
import { BODY_LIMIT, typesTaken, wantsFile } from './bodies.ts'
import { tooLarge } from './content-encoding.ts'
import { type Endpoint, takesIdempotencyKey } from './endpoint.ts'
import { compileQuery } from './query.ts'
import { frameOf, openingOf } from './streams.ts'
import { compileBody } from './validate.ts'
import { readOnlyFields } from './written-back.ts'

type Json = Record<string, unknown>

/** One kind of answer of an endpoint. */
export interface DeclaredAnswer {
  description: string
  /** The name of the component, for an answer that many endpoints share word for word. */
  shared?: string
  /** The kind of body; JSON when absent. */
  content_type?: string
  /** Content types of files that it may be instead. */
  files?: readonly string[]
  /** Others that it may have, without an example. */
  other_types?: readonly string[]
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
    errors: { type: 'array', items: FAULT, description: 'All faults, when there are several; the first is also at the top.' },
  },
}

const ALWAYS_400 = ['parameter_missing', 'parameter_invalid', 'parameter_unknown']

/** Codes whose `errors` have codes of rules that others made. */
const WITH_RULES = ['e_invoice_invalid']

/** An error body whose `code` is one of `codes`; several faults of a request are listed in `errors`. */
function errorSchema(codes: readonly string[]): Json {
  const one_of = { properties: { code: { enum: codes } } }
  if (codes.some((code) => WITH_RULES.includes(code))) return { allOf: [ERROR, one_of] }
  return { allOf: [ERROR, { properties: { ...one_of.properties, errors: { items: one_of } } }] }
}

/** A refusal of authentication or permission: only the message (docs/api/README.md, "Keys and levels"). */
function messageSchema(messages: readonly string[]): Json {
  return {
    type: 'object',
    properties: { error: { type: 'string', enum: messages } },
    required: ['error'],
    additionalProperties: false,
  }
}

/** The exact sentence for each code. Where the service has several, the endpoint decides. */
const SENTENCES: Record<string, Omit<Fault, 'code'> | ((endpoint: Endpoint) => Omit<Fault, 'code'>)> = {
  internal_error: { error: 'Something went wrong on our side. The request id is in the header Quoin-Request-Id' },
  unavailable: { error: 'The service is not available at the moment, try again' },
  not_found: { error: 'No such object' },
  scope_missing: ({ resource, level }) => ({ error: `This key lacks the scope ${resource}:${level}` }),
  address_not_allowed: { error: 'This key may not be used from this address' },
  precondition_failed: { error: 'The object has changed since the version named in If-Match' },
  payload_too_large: ({ upload }) => ({ error: tooLarge(upload?.most_bytes ?? BODY_LIMIT) }),
  unsupported_media_type: ({ upload, body }) => ({
    error: upload
      ? wantsFile(typesTaken({ upload, body }))
      : 'The body must be JSON in UTF-8: send Content-Type: application/json',
  }),
  rate_limited: { error: 'More than 50 requests a second with this key: wait 1 s' },
  idempotency_key_reused: { error: 'This Idempotency-Key was used for another request: use a new key for each new request' },
  idempotency_key_in_use: { error: 'A request with this Idempotency-Key is still running: try again in a moment' },
  cross_site: { error: 'Only pages of this service may send this request' },
  too_many_attempts: { error: 'Too many attempts: wait 30 s before you try again' },
  first_organization_required: {
    error: 'Only the first organization sees the jobs of the installation: ask with of=company',
  },
  job_running: { error: 'The job is running: only one that is pending or failed can be retried' },
  job_done: { error: 'The job is done: only one that is pending or failed can be retried' },
  job_replaced: { error: 'Another job does the same: that one can be retried' },
  owner_required: { error: 'Only an owner of the organization may do this' },
  last_owner: { error: 'The organization would have no owner any more' },
  user_exists: { error: 'ines@example.com is a member already', param: 'email' },
  slug_taken: { error: 'Another company of the organization has the slug acme', param: 'slug' },
  external_id_taken: { error: 'Another one has the external_id crm-4711', param: 'external_id' },
  customer_in_use: {
    error: 'Invoices, quotes, recurring invoices or projects name this customer: set its status to inactive instead',
  },
  invoice_has_payments: { error: 'Payments are recorded on this invoice: undo them first' },
  invoice_has_credit_notes: { error: 'Credit notes were made of this invoice: it stays issued' },
  credit_exceeds_invoice: { error: 'Nothing is left to credit of this invoice', param: 'invoice_id' },
  payment_refunded: { error: 'Of this payment money was paid back to the customer: it stays' },
  quote_already_converted: ({ method }) => ({
    error:
      method === 'DELETE'
        ? 'This quote was converted to an invoice: it stays as what was agreed on'
        : 'This quote was converted to an invoice already',
  }),
  quote_not_convertible: { error: 'This quote is expired: change its status before converting it' },
  time_entry_invoiced: ({ operation_id }) => ({
    error:
      operation_id === 'deleteProject'
        ? 'Time of this project is on an invoice: delete the invoice first, or archive the project'
        : 'This time is on an invoice: it can be changed once the invoice is deleted',
  }),
  timer_already_running: {
    error: "This user's timer tme_01kb3m8q5st7b9d1f3h5j7l9n1 in project pro_01kb3m8q5sp2r4t6v8x1z3b5d7 runs: stop it first",
  },
  no_room: {
    error: 'after_task_id: more than 1,000 tasks would have to make room. Give some of them positions that are further apart',
    param: 'after_task_id',
  },
  project_in_use: {
    error: 'A recurring invoice bills the time of this project: delete it first, or archive the project',
  },
  project_has_no_customer: { error: 'This project is for no customer: set its customer_id first' },
  document_not_printable: { error: 'The document took too long to print: it has too many lines, or too much text' },
  nothing_to_invoice: { error: 'This project has no stopped, billable time that is not on an invoice yet' },
  webhook_endpoint_limit_reached: { error: 'A company has at most 16 webhook endpoints: delete one first' },
  webhook_endpoint_disabled: { error: 'The endpoint is disabled: enable it first', param: 'webhook_endpoint_id' },
  email_limit_reached: {
    error:
      'This company has sent 1000 emails within 24 hours, as many as this server allows (QUOIN_MAIL_PER_DAY): try again later',
  },
  e_invoice_invalid: { error: 'This file would be refused: correct what errors names, or choose another format' },
  datev_not_configured: { error: 'The company has no settings for DATEV: set its field datev' },
  datev_account_missing: {
    error:
      'INV-2026-000042 has the tax standard at 16 %, for which no account is known: add it to datev.revenue_accounts of the company',
  },
  datev_currency_unknown: {
    error: 'INV-2026-000042 is in USD: a booking batch has EUR alone, so this period is booked by hand',
  },
  datev_too_large: {
    error: 'The period has more than 99,999 bookings, which is all that a file may have: choose a shorter one',
  },
  not_a_sandbox: {
    error: 'This company is not a sandbox, so its clock cannot be moved: make one with quoin companies create --sandbox',
  },
  sandbox_advancing: { error: 'The clock is being moved to 2027-03-02T09:30:00.000Z: wait until it is there' },
  email_not_configured: { error: 'No mail server is configured: set QUOIN_SMTP_URL and QUOIN_MAIL_FROM' },
  email_not_failed: { error: 'Only a failed email can be retried: this one is queued, sent or cancelled' },
  test_event: { error: 'Test events are never delivered' },
}

/** The example of a refusal with `code`. Throws for a code without one: the reference shows no answer that can't occur. */
function exampleOf(code: string, endpoint: Endpoint): Fault {
  const sentence = endpoint.sentences[code] ?? SENTENCES[code]
  if (sentence === undefined) throw new Error(`The reference has no example for the code ${code} of ${endpoint.operation_id}`)
  const { error, param } = typeof sentence === 'function' ? sentence(endpoint) : sentence
  return { error, code, ...(param === undefined ? {} : { param }) }
}

/** A refusal that this endpoint's own readers give: made by them, so it is true word for word. */
function exampleOf400(endpoint: Endpoint): Fault {
  const [fault] = endpoint.body ? compileBody(endpoint.body)({ nonsense: true }) : []
  if (fault) return fault
  if (endpoint.company === 'required') {
    return { error: 'The query parameter company_id is required', code: 'parameter_missing', param: 'company_id' }
  }
  return compileQuery(endpoint.query)(new Map([['nonsense', '1']])).faults[0]!
}

function failure(description: string, codes: readonly string[], example: Fault, shared?: string): DeclaredAnswer {
  return { description, ...(shared ? { shared } : {}), schema: errorSchema(codes), example }
}

/** All answers of an endpoint by status; the tests hold every answer of the service against them. */
export function answersOf(endpoint: Endpoint): Record<number, DeclaredAnswer> {
  const takes_key = takesIdempotencyKey(endpoint)
  const has_params = endpoint.path.includes(':')
  const is_conditional = isConditional(endpoint)
  const refused = (description: string, codes: readonly string[], shared?: string) =>
    failure(description, codes, exampleOf(codes[0]!, endpoint), shared)
  const answers: Record<number, DeclaredAnswer> = {
    [endpoint.status]: endpoint.is_stream ? streamAnswer(endpoint) : dataAnswer(endpoint),
    400: failure(
      'The request is at fault; nothing was changed.',
      [
        ...(endpoint.body ? ['invalid_json'] : []),
        ...ALWAYS_400,
        ...(readOnlyFields(endpoint).size > 0 ? ['parameter_read_only'] : []),
        ...(endpoint.errors[400] ?? []),
      ],
      exampleOf400(endpoint),
    ),
    ...unauthorizedOf(endpoint),
    ...forbiddenOf(endpoint),
    ...tooManyOf(endpoint),
    500: refused('A fault of the service; the log has it under the request id.', ['internal_error'], 'InternalError'),
    503: refused(
      'The database can not take the request now: try again, with the same Idempotency-Key.',
      ['unavailable'],
      'Unavailable',
    ),
  }
  if (has_params) answers[404] = refused('No such object: unknown, deleted, or of another company.', ['not_found'], 'NotFound')
  const conflicts = [...(endpoint.errors[409] ?? []), ...(takes_key ? ['idempotency_key_in_use'] : [])]
  if (conflicts.length > 0) answers[409] = refused('The state of the object forbids it; nothing was changed.', conflicts)
  if (is_conditional)
    answers[412] = refused('The object is not in the version named in If-Match.', ['precondition_failed'], 'PreconditionFailed')
  if (endpoint.has_etag && endpoint.method === 'GET')
    answers[304] = { description: 'Not changed since If-None-Match.', schema: null }
  if (endpoint.upload) {
    answers[413] = refused(`${tooLarge(endpoint.upload.most_bytes)}.`, ['payload_too_large'])
    answers[415] = refused('The body must be the file itself.', ['unsupported_media_type'])
  }
  if (endpoint.body) {
    answers[413] = refused(
      'The body is larger than the service takes: 1 MiB, unless its operator allows more.',
      ['payload_too_large'],
      'PayloadTooLarge',
    )
    answers[415] = refused('The body must be JSON in UTF-8.', ['unsupported_media_type'], 'UnsupportedMediaType')
  }
  if (endpoint.upload) {
    const { most_bytes } = endpoint.upload
    const too_large = tooLarge(most_bytes)
    answers[413] = failure(`${too_large}.`, ['payload_too_large'], { error: too_large, code: 'payload_too_large' })
    const wants_file = wantsFile(typesTaken(endpoint))
    answers[415] = failure('The body is no such file.', ['unsupported_media_type'], {
      error: wants_file,
      code: 'unsupported_media_type',
    })
  }
  if (takes_key)
    answers[422] = refused(
      'The Idempotency-Key was used for another request.',
      ['idempotency_key_reused'],
      'IdempotencyKeyReused',
    )
  return answers
}

/** Whether it honours If-Match. */
export function isConditional({ method, company, has_etag }: Endpoint): boolean {
  return (method === 'PATCH' || method === 'DELETE') && (has_etag || company !== 'none')
}

function unauthorizedOf({ door }: Endpoint): Record<number, DeclaredAnswer> {
  if (door === 'open') return {}
  return { 401: door === 'key' ? UNAUTHORIZED : NOT_SIGNED_IN }
}

const UNAUTHORIZED: DeclaredAnswer = {
  shared: 'Unauthorized',
  description: 'No key, an unknown one, or one that was revoked or has expired.',
  schema: messageSchema(['Missing Authorization header', 'Invalid API key', 'API key is disabled', 'API key has expired']),
  example: { error: 'Invalid API key' },
}

const NOT_SIGNED_IN: DeclaredAnswer = failure(
  'No session, one that has ended, or one of a member who was removed.',
  ['not_signed_in'],
  { error: 'Not signed in', code: 'not_signed_in' },
  'NotSignedIn',
)

const DESCRIPTIONS = { 200: 'Done.', 201: 'Created.', 202: 'Accepted: it is done after the answer.' }

function dataAnswer(endpoint: Endpoint): DeclaredAnswer {
  if (endpoint.is_file) {
    const headers = endpoint.has_etag ? { ...ETAG_HEADER, ...FILE_HEADERS, ...KEPT_HEADERS } : FILE_HEADERS
    const { content_type, data, example } = endpoint
    return { description: 'The file.', content_type: content_type!, schema: data, example, headers }
  }
  if (endpoint.content_types) {
    const [content_type, ...others] = endpoint.content_types
    const headers = { 'Content-Disposition': FILE_HEADERS['Content-Disposition'] }
    const text = { schema: { type: 'string' }, example: endpoint.example, headers }
    return { description: 'The text.', content_type: content_type!, other_types: others, ...text }
  }
  return {
    description: DESCRIPTIONS[endpoint.status],
    schema: { type: 'object', properties: { data: endpoint.data }, required: ['data'], additionalProperties: false },
    example: { data: endpoint.example },
    ...(endpoint.files.length > 0 ? { files: endpoint.files } : {}),
    ...(endpoint.has_etag && endpoint.method !== 'DELETE' ? { headers: ETAG_HEADER } : {}),
  }
}

/** OpenAPI 3.1 has no word for the messages of a stream: the body is a text, and the shape of a message is in its description. */
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

function tooManyOf(endpoint: Endpoint): Record<number, DeclaredAnswer> {
  const limited = exampleOf('rate_limited', endpoint)
  if (endpoint.door === 'open') {
    const codes = endpoint.errors[429]
    return codes
      ? { 429: failure('Too many attempts: wait as long as Retry-After says.', codes, exampleOf(codes[0]!, endpoint)) }
      : {}
  }
  if (!endpoint.is_stream) {
    const description = 'Too many requests with this key: wait as long as Retry-After says.'
    const own = endpoint.errors[429]
    if (own) return { 429: failure(description, ['rate_limited', ...own], limited) }
    return { 429: failure(description, ['rate_limited'], limited, 'RateLimited') }
  }
  const description = 'Too many requests or open streams with this key: wait as long as Retry-After says.'
  return { 429: failure(description, ['rate_limited', 'too_many_streams'], limited) }
}

function forbiddenOf(endpoint: Endpoint): Record<number, DeclaredAnswer> {
  const { door, level, company, resource } = endpoint
  const codes = [
    ...(company === 'none' ? [] : ['company_not_accessible']),
    ...(door === 'key' ? ['address_not_allowed'] : []),
    ...(door === 'key' && resource !== undefined ? ['scope_missing'] : []),
    ...(door === 'key' || endpoint.method === 'GET' ? [] : ['cross_site']),
    ...(endpoint.errors[403] ?? []),
  ]
  if (door === 'open') {
    return codes.length === 0
      ? {}
      : { 403: failure('Only pages of this service may send this request.', codes, exampleOf(codes[0]!, endpoint)) }
  }
  const message = messageSchema(['Insufficient permissions'])
  const schema = codes.length === 0 ? message : { anyOf: [message, errorSchema(codes)] }
  const description =
    door === 'key'
      ? `The key lacks the level \`${level}\` or a scope, may not be used from this address, or does not reach the company.`
      : `The member lacks the level \`${level}\`, or the request comes from a page of another site.`
  return { 403: { description, schema, example: { error: 'Insufficient permissions' } } }
}

const FILE_HEADERS = {
  'Content-Disposition': { description: 'The name of the file.', schema: { type: 'string' } },
}

const KEPT_HEADERS = {
  'Quoin-Document-Sha256': {
    description: 'The SHA-256 of the file, in hexadecimal, when it is kept as it was given out.',
    schema: { type: 'string' },
  },
}

const ETAG_HEADER = {
  ETag: { description: 'The version of the object, for If-Match and If-None-Match.', schema: { type: 'string' } },
}
