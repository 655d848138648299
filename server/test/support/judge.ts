// Decides whether a request satisfies what its endpoint declares. Written from the meaning of the keywords, without code of the service's own
// validation, so that each checks the other.
import type { Endpoint } from '../../src/http/endpoint.ts'
import type { JsonSchema } from '../../src/http/validate.ts'

/** A schema as plain data, with the annotations that `JsonSchema` leaves out. */
export type Schema = Omit<JsonSchema, 'properties' | 'items' | 'anyOf'> & {
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
  examples?: unknown[]
}

interface Schemas {
  body: Schema | undefined
  query: Schema
}

const known = new Map<Endpoint, Schemas>()

/** The schemas of an endpoint's body and query as plain data. */
export function schemasOf(endpoint: Endpoint): Schemas {
  const plain = (schema: unknown) => (schema === undefined ? undefined : JSON.parse(JSON.stringify(schema)))
  const schemas = known.get(endpoint) ?? { body: plain(endpoint.body), query: plain(endpoint.query) }
  known.set(endpoint, schemas)
  return schemas
}

/**
 * A body as its endpoint reads it: numbers that the schema declares at 15 significant digits; null is absent on creation and in lists of objects;
 * what a PATCH gives back of its object is left out, since only the object can say whether it is right.
 */
export function asRead(endpoint: Endpoint, body: unknown): unknown {
  const { body: schema } = schemasOf(endpoint)
  const shown = endpoint.method === 'PATCH' && endpoint.has_etag ? (endpoint.data as Schema).properties : undefined
  const given = (name: string) => Object.hasOwn(schema?.properties ?? {}, name) || !Object.hasOwn(shown ?? {}, name)
  return readObject(schema ?? {}, body, endpoint.method === 'POST', given)
}

function readObject(schema: Schema, value: unknown, is_null_absent: boolean, given = (_: string) => true): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  // A name that there is not stays unknown, whatever it is given.
  const isAbsent = (name: string, field: unknown) =>
    is_null_absent && field === null && Object.hasOwn(schema.properties ?? {}, name)
  const fields = Object.entries(value).filter(([name, field]) => given(name) && !isAbsent(name, field))
  return Object.fromEntries(fields.map(([name, field]) => [name, readField(schema.properties?.[name], field)]))
}

function readField(schema: Schema | undefined, value: unknown): unknown {
  const types = [schema?.type].flat()
  if (typeof value === 'number' && (types.includes('number') || types.includes('integer'))) return Number(value.toPrecision(15))
  const { items } = schema ?? {}
  return Array.isArray(value) && items?.properties ? value.map((item) => readObject(items, item, true)) : value
}

/** Whether a value satisfies a schema. */
export function satisfies(schema: Schema, value: unknown): boolean {
  if (schema.enum && !schema.enum.includes(value)) return false
  if (schema.const !== undefined && schema.const !== value) return false
  if (schema.anyOf && !schema.anyOf.some((branch) => satisfies(branch, value))) return false
  if (schema.type !== undefined && ![schema.type].flat().some((type) => hasType(type, value))) return false
  if (typeof value === 'string') return satisfiesText(schema, value)
  if (typeof value === 'number') return satisfiesNumber(schema, value)
  if (Array.isArray(value)) {
    const { minItems = 0, maxItems = Infinity, items } = schema
    return value.length >= minItems && value.length <= maxItems && (!items || value.every((item) => satisfies(items, item)))
  }
  if (typeof value === 'object' && value !== null) return satisfiesObject(schema, value as Record<string, unknown>)
  return true
}

function hasType(type: string, value: unknown): boolean {
  if (type === 'null') return value === null
  if (type === 'array') return Array.isArray(value)
  if (type === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value)
  if (type === 'integer') return typeof value === 'number' && Math.floor(value) === value
  return typeof value === type
}

function satisfiesText(schema: Schema, text: string): boolean {
  const length = [...text].length
  if (length < (schema.minLength ?? 0) || length > (schema.maxLength ?? Infinity)) return false
  if (schema['x-notBlank'] && text.replace(/[\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cc}\u2800]/gu, '') === '')
    return false
  if (schema.pattern !== undefined && !new RegExp(schema.pattern, 'u').test(text)) return false
  if (schema.format === 'date') return isRealDate(text)
  if (schema.format === 'date-time') return isRealMoment(text)
  return true
}

function isRealDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text.startsWith('0000')) return false
  try {
    return Temporal.PlainDate.from(text, { overflow: 'reject' }).toString() === text
  } catch {
    return false
  }
}

function isRealMoment(text: string): boolean {
  const form = /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,9})?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/
  const date = form.exec(text)?.[1]
  if (date === undefined || !isRealDate(date)) return false
  const { year } = Temporal.Instant.from(text).toZonedDateTimeISO('UTC')
  return year >= 1 && year <= 9999
}

function satisfiesNumber(schema: Schema, number: number): boolean {
  if (number < (schema.minimum ?? -Infinity) || number > (schema.maximum ?? Infinity)) return false
  if (number <= (schema.exclusiveMinimum ?? -Infinity) || number >= (schema.exclusiveMaximum ?? Infinity)) return false
  return true
}

function satisfiesObject(schema: Schema, object: Record<string, unknown>): boolean {
  const { properties = {}, required = [], additionalProperties = true } = schema
  if (Buffer.byteLength(JSON.stringify(object)) > (schema['x-maxBytes'] ?? Infinity)) return false
  if (required.some((name) => !Object.hasOwn(object, name))) return false
  return Object.entries(object).every(([name, value]) => {
    if (Object.hasOwn(properties, name)) return satisfies(properties[name]!, value)
    return typeof additionalProperties === 'object' ? satisfies(additionalProperties as Schema, value) : additionalProperties
  })
}

/** Whether JSON text of a value can be read at all: clean Unicode, at most 32 levels, no `__proto__`, not too many values. */
export function isReadable(value: unknown): boolean {
  let count = 0
  const visit = (part: unknown, depth: number): boolean => {
    if (++count > 50_000) return false
    if (typeof part === 'string') return part.isWellFormed() && !part.includes('\0')
    if (typeof part !== 'object' || part === null) return true
    if (depth === 32) return false
    if (Array.isArray(part)) return part.every((item) => visit(item, depth + 1))
    return Object.entries(part).every(([key, item]) => key !== '__proto__' && visit(key, depth) && visit(item, depth + 1))
  }
  return visit(value, 0)
}

/** Whether the text of a query parameter is a value that satisfies its schema. */
export function satisfiesQuery(schema: Schema, text: string): boolean {
  if (!text.isWellFormed() || text.includes('\0')) return false
  // An empty filter is ignored; a parameter that says where a page begins or ends is never empty.
  if (text === '' && schema.default === undefined && schema.minLength === undefined) return true
  if (schema.type === 'integer')
    return /^\d+$/.test(text) && Number.isSafeInteger(Number(text)) && satisfies(schema, Number(text))
  if (schema.type === 'boolean') return text === 'true' || text === 'false'
  if (schema.type !== 'array') return satisfies(schema, text)
  const items = text.split(',').map((item) => item.trim())
  return items.every((item) => item !== '') && satisfies(schema, [...new Set(items)])
}
