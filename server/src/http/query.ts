// Query strings: from text to a map, and from the map to the values that an endpoint declares. Nothing is guessed: anything
// not written exactly as declared is refused, so that a filter with a typing mistake never means "everything".

import type { Static, TSchema } from 'typebox'
import { ApiError, type Fault, invalidAll } from '../kernel/errors.ts'
import { isCleanText, shortenName } from '../kernel/text.ts'
import { explain, integerName, type JsonSchema, MOST_FAULTS, readSchema, unknownName } from './validate.ts'

/** The parameters of a query string by name, as text. */
export type RawQuery = Map<string, string>

/**
 * Reads a query string (the part after the `?`): percent-encoded UTF-8, `+` is a space. Unencoded bytes above ASCII count as
 * UTF-8 too.
 *
 * Throws an ApiError 400 `parameter_invalid` for a parameter that is given twice, and for text that isn't well-formed UTF-8
 * or has a NUL.
 */
export function parseQuery(raw: string): RawQuery {
  const query: RawQuery = new Map()
  const repeated = new Set<string>()
  for (const piece of raw.split('&')) {
    if (piece === '') continue
    const equals = piece.indexOf('=')
    const name = decode(equals === -1 ? piece : piece.slice(0, equals), '')
    const value = equals === -1 ? '' : decode(piece.slice(equals + 1), name)
    if (query.has(name)) repeated.add(name)
    query.set(name, value)
  }
  if (repeated.size > 0) throw invalidAll(Array.from(repeated, repeatedFault).slice(0, MOST_FAULTS))
  return query
}

function repeatedFault(name: string): Fault {
  const param = shortenName(name)
  return { error: `The query parameter ${param} is given more than once`, code: 'parameter_invalid', param }
}

/** The decoded text of a piece of the query string; `param` is the parameter it belongs to, '' when it is a name itself. */
function decode(piece: string, param: string): string {
  if (PLAIN.test(piece)) return piece
  let text: string | undefined
  try {
    // Node hands bytes above ASCII on as characters of Latin-1.
    const encoded = piece.replaceAll('+', ' ').replace(/[\x80-\xff]/g, (byte) => `%${byte.charCodeAt(0).toString(16)}`)
    text = decodeURIComponent(encoded)
  } catch {
    text = undefined
  }
  if (text !== undefined && isCleanText(text)) return text
  const subject = param === '' ? 'The query string' : `The query parameter ${shortenName(param)}`
  const fault: Fault = { error: `${subject} must be percent-encoded UTF-8 without NUL`, code: 'parameter_invalid' }
  throw new ApiError(400, [param === '' ? fault : { ...fault, param: shortenName(param) }])
}

const PLAIN = /^[\w.,:;~!*()[\]'/-]*$/

/**
 * Makes the reader of an endpoint's query. The schema is an object of strings (also enums and formats), integers, booleans and
 * arrays of strings; in an array's parameter the items are separated by commas, spaces around them don't count, and the same
 * item twice counts once.
 *
 * The reader returns the values, with defaults filled in, and all faults, at most 20: use the value only if there
 * are none. Integers are digits up to 2^53 − 1 (no sign, space, point or exponent), booleans are `true` or `false`. An empty
 * text counts as missing, except for a parameter with a default or a `minLength`: those say where a page begins and ends, and a guess
 * would give the wrong page. Codes as in `compileBody`, which also says what schemas may use.
 */
export function compileQuery<Schema extends TSchema>(
  schema: Schema,
): (raw: RawQuery) => { value: Static<Schema>; faults: Fault[] } {
  const { properties = {}, required = [] } = readSchema(schema)
  const parameters = Object.entries(properties)
  for (const [name, { anyOf, type }] of parameters) {
    if (anyOf || !READABLE_TYPES.includes(type as string)) throw new Error(`The query parameter ${name} has no readable type`)
  }
  const names = Object.keys(properties)
  return (raw) => {
    const value: Record<string, unknown> = {}
    const faults: Fault[] = []
    let known = 0
    for (const [name, rules] of parameters) {
      const text = raw.get(name)
      if (text !== undefined) known++
      if (text === undefined && rules.default !== undefined) value[name] = rules.default
      else if (!text && required.includes(name) && rules.default === undefined) faults.push(missingFault(name))
      else if (text || (text === '' && isNeverEmpty(rules))) value[name] = readParameter(rules, text, name, faults)
    }
    if (known < raw.size) {
      for (const name of raw.keys()) {
        if (Object.hasOwn(properties, name) || faults.length >= MOST_FAULTS) continue
        faults.push(unknownName('query parameter', name, shortenName(name), names))
      }
    }
    return { value: value as Static<Schema>, faults }
  }
}

function isNeverEmpty(rules: JsonSchema): boolean {
  return rules.default !== undefined || rules.minLength !== undefined
}

const READABLE_TYPES = ['string', 'integer', 'boolean', 'array']

function missingFault(name: string): Fault {
  return { error: `The query parameter ${name} is required`, code: 'parameter_missing', param: name }
}

/** The value of a parameter's text; adds to `faults` if it is not allowed. */
function readParameter(rules: JsonSchema, text: string, name: string, faults: Fault[]): unknown {
  if (rules.type === 'array') return readList(rules, text, name, faults)
  let value: unknown = text
  if (rules.type === 'integer') {
    const number = Number(text)
    if (!/^\d+$/.test(text) || !Number.isSafeInteger(number)) {
      return refuse(faults, name, `must be ${integerName(rules)}`)
    }
    value = number
  } else if (rules.type === 'boolean') {
    if (text !== 'true' && text !== 'false') return refuse(faults, name, 'must be true or false')
    value = text === 'true'
  }
  explain(rules, value, name, faults)
  return value
}

function readList(rules: JsonSchema, text: string, name: string, faults: Fault[]): unknown {
  const items = new Set<string>()
  for (const piece of text.split(',')) {
    const item = piece.trim()
    if (item === '') return refuse(faults, name, text.trim() === '' ? 'may not be empty' : 'has an empty item between its commas')
    const before = faults.length
    if (rules.items) explain(rules.items, item, name, faults)
    if (faults.length > before) return undefined
    items.add(item)
  }
  const list = [...items]
  explain(rules, list, name, faults)
  return list
}

function refuse(faults: Fault[], name: string, sentence: string): undefined {
  faults.push({ error: `${name} ${sentence}`, code: 'parameter_invalid', param: name })
  return undefined
}
