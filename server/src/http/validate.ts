// Bodies against their schemas. Ajv decides whether a body is valid, which is all that most requests need; only for an invalid
// one does `explain` check it once more, to say what is wrong in sentences for the person who wrote the request.
// The tests hold both to the same verdict.

import { _, Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import type { TSchema } from 'typebox'
import { closestNames } from '../kernel/closest.ts'
import { isDate, isTimestamp } from '../kernel/dates.ts'
import type { Fault } from '../kernel/errors.ts'
import { atFifteenDigits, MOST_AMOUNT } from '../kernel/money.ts'
import { codePointLength, isBlank, quote, shortenName } from '../kernel/text.ts'

/** How many faults of a body, or of a query, are reported at once. */
export const MOST_FAULTS = 20

/** The JSON Schema that we write. `compileBody` and `compileQuery` refuse every other keyword when the service starts. */
export interface JsonSchema {
  type?: string | string[]
  anyOf?: JsonSchema[]
  const?: unknown
  enum?: unknown[]
  default?: unknown
  properties?: Record<string, JsonSchema>
  required?: string[]
  additionalProperties?: boolean | JsonSchema
  'x-maxBytes'?: number
  items?: JsonSchema
  minItems?: number
  maxItems?: number
  minLength?: number
  maxLength?: number
  pattern?: string
  format?: string
  'x-notBlank'?: boolean
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  exclusiveMaximum?: number
  readOnly?: boolean
}

/** How a body is read, besides its schema. */
export interface BodyReading {
  /** Whether null is the same as an absent field, as it is on creation; in the objects of a list it always is. */
  is_null_absent?: boolean
  /** Fields that are accepted with any value besides those of the schema: their reader checks them. */
  also?: Iterable<string>
}

/**
 * Makes the check of a body: a function that returns the body's faults, at most 20, and an empty array for a valid one.
 * The first fault is the first field of the schema that is at fault; unknown fields come after the declared ones.
 *
 * Codes: `parameter_missing`, `parameter_unknown`, `amount_too_large` for a number above the largest amount, else `parameter_invalid`.
 * `param` is written `items[0].quantity` and is absent when the body isn't an object at all. Before the check the body is changed in place:
 * numbers that the schema declares are rounded to 15 significant digits, and fields that are null are removed where null means absent.
 * Nothing else is coerced, filled in or removed. Throws when the schema uses a keyword or format that isn't known here.
 */
export function compileBody(
  schema: TSchema,
  { is_null_absent = false, also = [] }: BodyReading = {},
): (body: unknown) => Fault[] {
  const rules = readSchema(schema)
  for (const name of also) rules.properties = { ...rules.properties, [name]: { readOnly: true } }
  const plan = readingOf(rules)
  let isRight: ValidateFunction | undefined
  return (body) => {
    // Compiling takes some milliseconds, which the start of the service is better off without.
    isRight ??= ajv.compile(rules)
    read(body, plan, is_null_absent)
    if (isRight(body)) return []
    if (typeof body !== 'object' || body === null || Array.isArray(body)) {
      return [{ error: `The body must be a JSON object, not ${kindOf(body)}`, code: 'parameter_invalid' }]
    }
    const faults: Fault[] = []
    explain(rules, body, '', faults)
    if (faults.length === 0) throw new Error(`A body was refused without a reason: ${ajv.errorsText(isRight.errors)}`)
    return faults
  }
}

/** The fields of an object: which of them are numbers, and which are lists of objects. */
interface Reading {
  names: ReadonlySet<string>
  numbers: readonly string[]
  lists: readonly (readonly [string, Reading])[]
}

function readingOf({ properties = {} }: JsonSchema): Reading {
  const fields = Object.entries(properties)
  const isNumber = (rules: JsonSchema) => typesOf(rules).some((type) => type === 'number' || type === 'integer')
  return {
    names: new Set(Object.keys(properties)),
    numbers: fields.filter(([, rules]) => isNumber(rules)).map(([name]) => name),
    lists: fields.flatMap(([name, { items }]) => (items?.properties ? [[name, readingOf(items)] as const] : [])),
  }
}

function read(value: unknown, plan: Reading, is_null_absent: boolean): void {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return
  const object = value as Record<string, unknown>
  if (is_null_absent) for (const name in object) if (object[name] === null && plan.names.has(name)) delete object[name]
  for (const name of plan.numbers) {
    const number = object[name]
    if (typeof number === 'number') object[name] = atFifteenDigits(number)
  }
  for (const [name, of_items] of plan.lists) {
    const list = object[name]
    if (Array.isArray(list)) for (const item of list) read(item, of_items, true)
  }
}

// `readSchema` has checked the schemas; Ajv checking them against the meta-schema takes 100 ms at the start.
const ajv = new Ajv2020({ allowUnionTypes: true, strictTypes: false, messages: false, meta: false, validateSchema: false })
ajv.addFormat('date', isDate)
ajv.addFormat('date-time', isTimestamp)
ajv.addKeyword({
  keyword: 'x-notBlank',
  type: 'string',
  schemaType: 'boolean',
  code(context) {
    if (context.schema === true) context.fail(_`${context.gen.scopeValue('func', { ref: isBlank })}(${context.data})`)
  },
})
ajv.addKeyword({
  keyword: 'x-maxBytes',
  type: 'object',
  schemaType: 'number',
  code(context) {
    const size = context.gen.scopeValue('func', { ref: jsonBytes })
    context.fail(_`${size}(${context.data}) > ${context.schemaValue}`)
  },
})

function jsonBytes(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value))
}

const KNOWN_KEYWORDS = new Set([
  ...['type', 'anyOf', 'const', 'enum', 'properties', 'required', 'additionalProperties', 'items', 'minItems', 'maxItems'],
  ...['minLength', 'maxLength', 'pattern', 'format', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'],
  ...['x-maxBytes', 'x-notBlank'],
  ...['title', 'description', 'default', 'examples', 'deprecated', 'readOnly', 'writeOnly'],
])
const KNOWN_FORMATS = ['date', 'date-time']

/** The schema as plain data. Throws for anything that `explain` can't explain; x- keywords that aren't ours are left out. */
export function readSchema(schema: TSchema): JsonSchema {
  return readPart(JSON.parse(JSON.stringify(schema)))
}

function readPart(part: Record<string, unknown>): JsonSchema {
  for (const keyword of Object.keys(part)) {
    if (KNOWN_KEYWORDS.has(keyword)) continue
    if (!keyword.startsWith('x-')) throw new Error(`The keyword ${keyword} isn't known here: ${JSON.stringify(part)}`)
    delete part[keyword]
  }
  const rules = part as JsonSchema
  if (rules.format !== undefined && !KNOWN_FORMATS.includes(rules.format)) throw new Error(`Unknown format ${rules.format}`)
  const { items, additionalProperties } = rules
  const inner = [...(rules.anyOf ?? []), ...Object.values(rules.properties ?? {}), items, additionalProperties]
  for (const schema of inner) if (typeof schema === 'object') readPart(schema as Record<string, unknown>)
  return rules
}

/**
 * Adds to `faults` what is wrong with a value, until there are 20. `name` is the value's name in sentences and `param`,
 * '' for the body. Adds nothing exactly when the value satisfies the schema.
 */
export function explain(schema: JsonSchema, value: unknown, name: string, faults: Fault[]): void {
  if (faults.length >= MOST_FAULTS) return
  const allowed = allowedValues(schema)
  if (allowed) {
    if (!allowed.includes(value)) refuse(faults, name, value === null ? MAY_NOT_BE_NULL : oneOf(allowed, value))
  } else if (schema.anyOf) {
    explainUnion(schema.anyOf, value, name, faults)
  } else if (!hasType(schema, value)) {
    refuse(faults, name, value === null ? MAY_NOT_BE_NULL : `must be ${typeNames(schema)}, not ${kindOf(value)}`)
  } else if (typeof value === 'string') {
    const sentence = textFault(schema, value)
    if (sentence) refuse(faults, name, sentence)
  } else if (typeof value === 'number') {
    const sentence = numberFault(schema, value)
    if (sentence) refuse(faults, name, sentence, isTooLarge(schema, value) ? 'amount_too_large' : undefined)
  } else if (Array.isArray(value)) {
    explainArray(schema, value, name, faults)
  } else if (typeof value === 'object' && value !== null) {
    explainObject(schema, value as Record<string, unknown>, name, faults)
  }
}

const MAY_NOT_BE_NULL = 'may not be null'

function refuse(faults: Fault[], name: string, sentence: string, code = 'parameter_invalid') {
  faults.push({ error: `${name} ${sentence}`, code, param: name })
}

/** The values of an enum, a constant, or a union of such; undefined when the schema is no closed list. */
function allowedValues(schema: JsonSchema): unknown[] | undefined {
  if (schema.enum) return schema.enum
  if (schema.const !== undefined) return [schema.const]
  if (!schema.anyOf) return schema.type === 'null' ? [null] : undefined
  const lists = schema.anyOf.map(allowedValues)
  return lists.every((list) => list !== undefined) ? lists.flat() : undefined
}

function oneOf(allowed: unknown[], value: unknown): string {
  const names = allowed.filter((one) => one !== null).map(String)
  const found = typeof value === 'string' ? quote(value) : kindOf(value)
  return `must be ${names.length === 1 ? '' : 'one of '}${names.join(', ')}${allowed.includes(null) ? ' or null' : ''}, not ${found}`
}

function explainUnion(branches: JsonSchema[], value: unknown, name: string, faults: Fault[]) {
  const attempts = branches.map((branch) => {
    const found: Fault[] = []
    explain(branch, value, name, found)
    return { branch, found }
  })
  if (attempts.some(({ found }) => found.length === 0)) return
  const others = attempts.filter(({ branch }) => branch.type !== 'null')
  const fitting = others.filter(({ branch }) => hasType(branch, value))
  const [only] = others.length === 1 ? others : fitting
  if (value === null) refuse(faults, name, MAY_NOT_BE_NULL)
  else if (only && (others.length === 1 || fitting.length === 1)) faults.push(...only.found.slice(0, MOST_FAULTS - faults.length))
  else refuse(faults, name, `must be ${[...new Set(others.map(({ branch }) => typeNames(branch)))].join(' or ')}`)
}

function hasType(schema: JsonSchema, value: unknown): boolean {
  const types = typesOf(schema)
  return types.length === 0 || types.some((type) => isOfType(type, value))
}

function typesOf(schema: JsonSchema): string[] {
  return typeof schema.type === 'string' ? [schema.type] : (schema.type ?? [])
}

function isOfType(type: string, value: unknown): boolean {
  if (type === 'null') return value === null
  if (type === 'integer') return Number.isInteger(value)
  if (type === 'array') return Array.isArray(value)
  if (type === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value)
  return typeof value === type
}

const TYPE_NAMES: Record<string, string> = {
  string: 'a string',
  number: 'a number',
  integer: 'an integer',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
}

function typeNames(schema: JsonSchema): string {
  const types = typesOf(schema).filter((type) => type !== 'null')
  return types.length === 0 ? 'another value' : types.map((type) => TYPE_NAMES[type]).join(' or ')
}

function kindOf(value: unknown): string {
  if (value === null || typeof value === 'boolean') return String(value)
  if (typeof value === 'number') return Number.isInteger(value) ? 'a number' : String(value)
  return TYPE_NAMES[Array.isArray(value) ? 'array' : typeof value]!
}

function textFault(schema: JsonSchema, text: string): string | undefined {
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY, format, pattern } = schema
  if (text === '' && minLength > 0) return 'may not be empty'
  if (schema['x-notBlank'] && isBlank(text)) return 'may not be blank'
  const length = codePointLength(text)
  if (length < minLength || length > maxLength) {
    if (minLength === maxLength) return `must have exactly ${count(minLength, 'character')}, not ${length}`
    if (length < minLength) return `must have at least ${count(minLength, 'character')}, not ${length}`
    return `may have at most ${count(maxLength, 'character')}, not ${length}`
  }
  if (format === 'date' && !isDate(text)) return 'must be a day that exists, written as YYYY-MM-DD'
  if (format === 'date-time' && !isTimestamp(text)) return 'must be a moment with its offset, written like 2026-03-01T12:00:00Z'
  if (pattern !== undefined && !new RegExp(pattern, 'u').test(text)) return `must match ${pattern}`
  return undefined
}

function numberFault(schema: JsonSchema, number: number): string | undefined {
  const is_too_small = number < (schema.minimum ?? -Infinity) || number <= (schema.exclusiveMinimum ?? -Infinity)
  const is_too_large = number > (schema.maximum ?? Infinity) || number >= (schema.exclusiveMaximum ?? Infinity)
  if (!is_too_small && !is_too_large) return undefined
  return `must be ${schema.type === 'integer' ? integerName(schema) : rangeOf(schema)}`
}

/** Whether a number is larger than any amount may be, where nothing else bounds it. */
function isTooLarge({ minimum, maximum }: JsonSchema, number: number): boolean {
  return (maximum === MOST_AMOUNT && number > maximum) || (minimum === -MOST_AMOUNT && number < minimum)
}

/** The rule for an integer, in words: `an integer between 1 and 100`, `an integer, at least 0`, `an integer`. */
export function integerName(schema: JsonSchema): string {
  const range = rangeOf(schema)
  return `an integer${range === '' ? '' : range.startsWith('between') ? ` ${range}` : `, ${range}`}`
}

function rangeOf({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }: JsonSchema): string {
  if (minimum !== undefined && maximum !== undefined) return `between ${minimum} and ${maximum}`
  const bounds = [
    exclusiveMinimum === undefined ? (minimum === undefined ? '' : `at least ${minimum}`) : `above ${exclusiveMinimum}`,
    exclusiveMaximum === undefined ? (maximum === undefined ? '' : `at most ${maximum}`) : `below ${exclusiveMaximum}`,
  ]
  return bounds.filter((bound) => bound !== '').join(' and ')
}

function explainArray(schema: JsonSchema, items: unknown[], name: string, faults: Fault[]) {
  const { minItems = 0, maxItems = Number.POSITIVE_INFINITY } = schema
  if (items.length > maxItems) return refuse(faults, name, `may have at most ${count(maxItems, 'item')}, not ${items.length}`)
  if (items.length < minItems) return refuse(faults, name, `must have at least ${count(minItems, 'item')}`)
  for (let index = 0; schema.items && index < items.length && faults.length < MOST_FAULTS; index++) {
    explain(schema.items, items[index], `${name}[${index}]`, faults)
  }
}

function explainObject(schema: JsonSchema, object: Record<string, unknown>, name: string, faults: Fault[]) {
  const { properties = {}, required = [], additionalProperties = true } = schema
  const most_bytes = schema['x-maxBytes']
  if (most_bytes !== undefined && jsonBytes(object) > most_bytes) {
    return refuse(faults, name, `may have at most ${count(most_bytes, 'byte')} as JSON text`)
  }
  for (const key of new Set([...Object.keys(properties), ...required])) {
    if (faults.length >= MOST_FAULTS) return
    const property = properties[key]
    const inner_name = name === '' ? key : `${name}.${key}`
    if (!Object.hasOwn(object, key)) {
      if (required.includes(key)) refuse(faults, inner_name, 'is required', 'parameter_missing')
    } else if (property) explain(property, object[key], inner_name, faults)
  }
  if (additionalProperties === true) return
  for (const key of Object.keys(object)) {
    if (faults.length >= MOST_FAULTS) return
    if (Object.hasOwn(properties, key)) continue
    const inner_name = `${name === '' ? '' : `${name}.`}${shortenName(key)}`
    if (additionalProperties) explain(additionalProperties, object[key], inner_name, faults)
    else faults.push(unknownName('field', key, inner_name, changeableNames(properties)))
  }
}

/** The fields that a request is advised to give. */
function changeableNames(properties: Record<string, JsonSchema>): string[] {
  return Object.keys(properties).filter((name) => !properties[name]!.readOnly)
}

function count(number: number, noun: string): string {
  return `${number.toLocaleString('en')} ${noun}${number === 1 ? '' : 's'}`
}

/** The fault of a name that nothing is called by, with the allowed names and the one that was probably meant. */
export function unknownName(kind: string, given: string, param: string, allowed: readonly string[]): Fault {
  const shown = /^[\w.[\]-]{1,60}$/.test(given) ? given : quote(given)
  const [meant] = closestNames(given, allowed, 1)
  const question = meant === undefined ? '' : `; did you mean ${meant}?`
  const list =
    allowed.length > MOST_LISTED || allowed.length === 0 ? '' : `${meant === undefined ? '.' : ''} Allowed: ${allowed.join(', ')}`
  return { error: `There is no ${kind} ${shown}${question}${list}`, code: 'parameter_unknown', param }
}

const MOST_LISTED = 30
