// Every answer of the whole suite is checked against the endpoint's declared shapes: no undeclared field, no undeclared status.
import assert from 'node:assert/strict'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { type Endpoint, forSessions } from '../../src/http/endpoint.ts'
import { answersOf } from '../../src/http/openapi-answers.ts'

const ajv = new Ajv2020({ strict: false, allErrors: true })
;(addFormats as unknown as { default: (ajv: Ajv2020) => void }).default(ajv)
const validators = new Map<string, ValidateFunction>()

/**
 * Throws if an answer of the API is not as the endpoint declares. Paths without an endpoint must be 401, 404 or 405. `text` is searched for
 * numbers that no client should see.
 */
export function assertConforms(
  endpoints: readonly Endpoint[],
  method: string,
  path: string,
  status: number,
  body: unknown,
  text: string,
): void {
  if (!/^\/(v1|dashboard\/api)\//.test(path) || method === 'HEAD') return
  assert.ok(!/\bSQLITE|node_modules|\bat .+\.ts:\d+/.test(status >= 400 ? text : ''), `the answer tells of the inside: ${text}`)
  const pathname = path.split('?')[0]!.replace(/\/$/, '')
  const known = known_of.get(endpoints) ?? know(endpoints)
  const found = known.find(({ endpoint, pattern }) => endpoint.method === method && pattern.test(pathname))
  if (!found) {
    assert.ok([401, 403, 404, 405].includes(status), `${method} ${pathname} is no endpoint and answered ${status}`)
    return
  }
  const { endpoint } = found
  found.answers ??= answersOf(endpoint)
  const declared = found.answers[status]
  assert.ok(declared, `${endpoint.operation_id} answered ${status}, which it does not declare: ${text.slice(0, 300)}`)
  if (status === 304 || (status === 200 && endpoint.files.length > 0 && typeof body === 'string')) return
  const name = `${endpoint.door} ${endpoint.operation_id} ${status}`
  let validate = validators.get(name)
  if (!validate) {
    validate = ajv.compile(declared.schema as object)
    validators.set(name, validate)
  }
  assert.ok(validate(body), `${name} is not as declared: ${ajv.errorsText(validate.errors)}\n${text.slice(0, 500)}`)
}

/** An endpoint with its prepared checks: it is used with every answer of the suite. */
interface Known {
  endpoint: Endpoint
  pattern: RegExp
  answers?: ReturnType<typeof answersOf>
}

const known_of = new Map<readonly Endpoint[], Known[]>()

/** Endpoints and, if they take a key, their versions for sessions. */
function know(endpoints: readonly Endpoint[]): Known[] {
  const of_sessions = endpoints.filter(({ door, is_stream }) => door === 'key' && !is_stream).map(forSessions)
  const known = [...endpoints, ...of_sessions].map((endpoint) => ({ endpoint, pattern: patternOf(endpoint.path) }))
  known_of.set(endpoints, known)
  return known
}

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replace(/:[a-zA-Z]+/g, '[^/]+')}$`)
}
