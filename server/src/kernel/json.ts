// The reader of JSON that comes from outside. `JSON.parse` lets through what would later be stored differently on the two
// databases or change a sum silently (duplicate keys, 1e400, 12345678901234567890, NUL, lone surrogates, `__proto__`), and its
// nesting has no limit. This reader refuses all of it at the edge, with a sentence that says what and where.

import { isUtf8 } from 'node:buffer'
import { ApiError, type Fault } from './errors.ts'
import { codePointLength, fieldPath, quote } from './text.ts'

/** A value that was read from JSON. Objects are plain ones; no key is `__proto__`, no number is -0, NaN or infinite. */
export type JsonValue = null | boolean | number | string | JsonValue[] | { [key: string]: JsonValue }

/** How deep arrays and objects may be nested in each other. */
export const MAX_DEPTH = 32
/** How many values (also those in arrays and objects) one text may hold. */
export const MAX_VALUES = 100_000

/**
 * Reads one JSON text (RFC 8259, UTF-8 without a byte order mark) and returns its value.
 *
 * Guarantees of the value: at most 32 levels and 100,000 values; no object had a key twice; each number is exactly the
 * decimal that the text says, when it is written in its shortest form, and never -0; each string and key is well-formed
 * Unicode without NUL. Takes time linear in the text's length.
 *
 * Throws an ApiError 400 `invalid_json` for everything else, with the line and column, and with `param` where a value and not
 * the grammar is at fault. Rules: the specification's decisions, section 2.
 */
export function readJson(bytes: Uint8Array): JsonValue {
  source = Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (!isUtf8(source)) throw refusal(`The body is not valid UTF-8 (at byte ${badByte(source) + 1})`)
  latin1 = source.latin1Slice()
  at = 0
  depth = 0
  values = 0
  try {
    skipBlanks()
    if (at === source.length) throw refusal('The body is empty, but JSON is expected')
    const value = readValue()
    skipBlanks()
    if (at < source.length) throw unexpected()
    return value
  } finally {
    source = NOTHING
    latin1 = ''
    path.length = 0
  }
}

// The text being read and the place in it. Reading never waits for anything, so one set is enough, and it is much faster than
// handing a state around. Bytes are what is looked at (an element of a typed array is read several times faster than a
// character of a string); `latin1` has a character for each byte, so that a string of ASCII can be cut out of it.
const NOTHING = Buffer.alloc(0)
let source: Buffer = NOTHING
let latin1 = ''
let at = 0
let depth = 0
let values = 0
// Where the current value lies: a key or an index for each level.
const path: (string | number)[] = []

const QUOTE = 0x22
const PLUS = 0x2b
const COMMA = 0x2c
const MINUS = 0x2d
const POINT = 0x2e
const ZERO = 0x30
const NINE = 0x39
const COLON = 0x3a
const BACKSLASH = 0x5c
const OPEN_ARRAY = 0x5b
const CLOSE_ARRAY = 0x5d
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d

function readValue(): JsonValue {
  if (++values > MAX_VALUES) throw refusal(`The body holds more than ${MAX_VALUES.toLocaleString('en')} values`)
  const code = byteAt(at)
  if (code === QUOTE) return readString()
  if (code === OPEN_OBJECT) return readObject()
  if (code === OPEN_ARRAY) return readArray()
  if (code === MINUS || (code >= ZERO && code <= NINE)) return readNumber()
  if (latin1.startsWith('true', at)) {
    at += 4
    return true
  }
  if (latin1.startsWith('false', at)) {
    at += 5
    return false
  }
  if (latin1.startsWith('null', at)) {
    at += 4
    return null
  }
  throw unexpected()
}

function readObject(): { [key: string]: JsonValue } {
  const object: { [key: string]: JsonValue } = {}
  enter()
  let code = skipBlanks()
  if (code === CLOSE_OBJECT) return leave(object)
  for (;;) {
    if (code !== QUOTE) throw unexpected('a key in double quotes')
    const key_at = at
    const key = readString()
    path[depth - 1] = key
    if (Object.hasOwn(object, key)) throw fault(`The key ${quote(key)} is given twice`, key_at)
    if (key === '__proto__') throw fault('The key "__proto__" is not allowed', key_at)
    if (skipBlanks() !== COLON) throw unexpected('a colon')
    at++
    skipBlanks()
    object[key] = readValue()
    code = skipBlanks()
    if (code === CLOSE_OBJECT) return leave(object)
    if (code !== COMMA) throw unexpected('a comma or the end of the object')
    at++
    code = skipBlanks()
  }
}

function readArray(): JsonValue[] {
  const array: JsonValue[] = []
  enter()
  if (skipBlanks() === CLOSE_ARRAY) return leave(array)
  for (;;) {
    path[depth - 1] = array.length
    array.push(readValue())
    const code = skipBlanks()
    if (code === CLOSE_ARRAY) return leave(array)
    if (code !== COMMA) throw unexpected('a comma or the end of the array')
    at++
    skipBlanks()
  }
}

function enter() {
  if (++depth > MAX_DEPTH) throw fault(`The body is nested more than ${MAX_DEPTH} levels deep`)
  at++
}

function leave<Container>(container: Container): Container {
  at++
  path.length = --depth
  return container
}

/** The byte at `place`, -1 after the end. */
function byteAt(place: number): number {
  return place < source.length ? source[place]! : -1
}

/** Moves to the next character that isn't white space and returns its code, -1 at the end. */
function skipBlanks(): number {
  for (;;) {
    const code = byteAt(at)
    if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return code
    at++
  }
}

function readString(): string {
  const bytes = source
  const start = at + 1
  let seen = 0
  for (let end = start; end < bytes.length; end++) {
    const code = bytes[end]!
    if (code === QUOTE) {
      at = end + 1
      return seen < 0x80 ? latin1.slice(start, end) : bytes.utf8Slice(start, end)
    }
    if (code === BACKSLASH) return readEscapedString(end)
    if (code < 0x20) {
      at = end
      throw unexpected('the end of the string')
    }
    seen |= code
  }
  at = bytes.length
  throw unexpected('the end of the string')
}

/** Reads the string that starts at `at` and has its first escape at `first_escape`. */
function readEscapedString(first_escape: number): string {
  const start = at
  at = first_escape
  for (;;) {
    const code = byteAt(at)
    if (code === QUOTE) break
    if (code === BACKSLASH) skipEscape()
    else if (code >= 0x20) at++
    else throw unexpected('the end of the string')
  }
  at++
  return JSON.parse(source.utf8Slice(start, at))
}

function skipEscape() {
  const code = byteAt(at + 1)
  if (code !== 0x75 /* u */) {
    if (!SHORT_ESCAPES.includes(code)) throw unexpected('an escape of JSON')
    at += 2
    return
  }
  const unit = readHex(at)
  if (unit === 0) throw fault('Text must not contain the character NUL (\\u0000)')
  if (unit < 0xd800 || unit > 0xdfff) {
    at += 6
    return
  }
  const is_pair = unit < 0xdc00 && latin1.startsWith('\\u', at + 6) && (readHex(at + 6) & 0xfc00) === 0xdc00
  if (!is_pair) throw fault(`${latin1.slice(at, at + 6)} is half of a surrogate pair, which is not a character`)
  at += 12
}

const SHORT_ESCAPES = Array.from('"\\/bfnrt', (character) => character.charCodeAt(0))

/** The number that the four digits of the \u escape at `escape` say. */
function readHex(escape: number): number {
  let unit = 0
  for (let place = escape + 2; place < escape + 6; place++) {
    const code = byteAt(place)
    const letter = (code | 0x20) - 0x61
    if (isDigit(code)) unit = unit * 16 + (code - ZERO)
    else if (letter >= 0 && letter < 6) unit = unit * 16 + letter + 10
    else throw unexpected('an escape of JSON')
  }
  return unit
}

function readNumber(): number {
  const start = at
  let code = byteAt(at)
  const is_negative = code === MINUS
  if (is_negative) code = byteAt(++at)
  let digits = 0
  let decimals = 0
  if (code === ZERO) {
    code = byteAt(++at)
  } else {
    if (!isDigit(code)) throw unexpected('a digit')
    do {
      digits = digits * 10 + (code - ZERO)
      code = byteAt(++at)
    } while (isDigit(code))
  }
  if (code === POINT) {
    const point = at
    code = byteAt(++at)
    if (!isDigit(code)) throw unexpected('a digit')
    do {
      digits = digits * 10 + (code - ZERO)
      code = byteAt(++at)
    } while (isDigit(code))
    decimals = at - point - 1
  }
  if (code === 0x65 /* e */ || code === 0x45 /* E */) {
    code = byteAt(++at)
    if (code === PLUS || code === MINUS) code = byteAt(++at)
    if (!isDigit(code)) throw unexpected('a digit')
    do code = byteAt(++at)
    while (isDigit(code))
    return exactNumber(start)
  }
  // Up to 15 digits a double is exact, and so is one division by a power of ten.
  if (at - start > 15) return exactNumber(start)
  const value = decimals === 0 ? digits : digits / POWERS_OF_TEN[decimals]!
  return is_negative && value !== 0 ? -value : value
}

function isDigit(code: number): boolean {
  return code >= ZERO && code <= NINE
}

const POWERS_OF_TEN = Array.from({ length: 16 }, (_, exponent) => 10 ** exponent)

/** The number from `start` to `at`; refused unless a double holds exactly that decimal. */
function exactNumber(start: number): number {
  const token = latin1.slice(start, at)
  const value = Number(token)
  if (!Number.isFinite(value)) throw fault(`The number ${shorten(token)} is too large`, start)
  if (canonical(token) !== canonical(String(value))) throw fault(`The number ${shorten(token)} can't be held exactly`, start)
  return value === 0 ? 0 : value
}

/** One spelling for each decimal value: its digits without zeros at either end, and the power of ten that they are multiplied by. */
function canonical(number: string): string {
  const [mantissa = '', exponent = '0'] = number.toLowerCase().split('e')
  const [whole = '', fraction = ''] = mantissa.split('.')
  const is_negative = whole.startsWith('-')
  const digits = (is_negative ? whole.slice(1) : whole) + fraction
  let first = 0
  while (digits.charCodeAt(first) === ZERO) first++
  if (first === digits.length) return '0'
  let end = digits.length
  while (digits.charCodeAt(end - 1) === ZERO) end--
  const power = Number(exponent) - fraction.length + (digits.length - end)
  return `${is_negative ? '-' : ''}${digits.slice(first, end)}e${power}`
}

/** A refusal of a value: the grammar is kept, but the value isn't allowed. */
function fault(sentence: string, place = at): ApiError {
  return refusal(`${sentence} (${placeName(place)})`, fieldPath(path) || undefined)
}

/** A refusal of what stands at `at`, as it breaks the grammar. */
function unexpected(expected = 'a value'): ApiError {
  if (at >= source.length) return refusal(`The body is not valid JSON: it ends where ${expected} is expected (${placeName(at)})`)
  const found = quote(String.fromCodePoint(source.utf8Slice(at, at + 4).codePointAt(0)!))
  return refusal(`The body is not valid JSON: ${found} where ${expected} is expected (${placeName(at)})`)
}

function refusal(sentence: string, param?: string): ApiError {
  const refused: Fault = { error: sentence, code: 'invalid_json' }
  if (param !== undefined) refused.param = param
  return new ApiError(400, [refused])
}

function placeName(place: number): string {
  const line_start = source.lastIndexOf('\n', place - 1) + 1
  let line = 1
  for (let byte = 0; byte < line_start; byte++) if (source[byte] === 0x0a) line++
  return `line ${line}, column ${codePointLength(source.utf8Slice(line_start, place)) + 1}`
}

function shorten(token: string): string {
  return token.length > 40 ? `${token.slice(0, 40)}…` : token
}

/** Where the first byte of the first thing that isn't a UTF-8 character stands. */
function badByte(buffer: Buffer): number {
  // What lies before `good` is valid and ends with a whole character; what lies between `good` and `bad` isn't.
  let good = 0
  let bad = buffer.length
  while (bad - good > 8) {
    let middle = (good + bad) >>> 1
    while (middle > good && (buffer[middle]! & 0xc0) === 0x80) middle--
    if (middle === good) break
    if (isUtf8(buffer.subarray(good, middle))) good = middle
    else bad = middle
  }
  for (;;) {
    const lead = buffer[good]!
    const length = lead < 0xc0 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4
    if (good + length > bad || !isUtf8(buffer.subarray(good, good + length))) return good
    good += length
  }
}
