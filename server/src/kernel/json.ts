// The reader of JSON from outside. `JSON.parse` accepts what the two databases would store differently or what would
// silently change a sum (duplicate keys, 1e400, 12345678901234567890, NUL, lone surrogates, `__proto__`), and its
// nesting has no limit. This reader refuses all of it at the edge, with a sentence that says what and where.

import { isUtf8 } from 'node:buffer'
import { ApiError, type Fault } from './errors.ts'
import { codePointLength, fieldPath, quote } from './text.ts'

/** A value that was read from JSON. Objects are plain ones; no key is `__proto__`, no number is -0, NaN or infinite. */
export type JsonValue = null | boolean | number | string | JsonValue[] | { [key: string]: JsonValue }

/** How deep arrays and objects may be nested in each other. */
const MAX_DEPTH = 32
/** How many keys and values one text may hold, including those inside arrays and objects. The largest allowed request has some 35,000. */
export const MAX_VALUES = 50_000

/**
 * Reads one JSON text (RFC 8259, UTF-8 without a byte order mark) and returns its value.
 *
 * Guarantees of the value: at most 32 levels and 50,000 keys and values; no object had a key twice; each whole number is exactly the one in
 * the text, every other number the double nearest to it, and none is -0; each string and key is well-formed Unicode without NUL.
 * Takes time linear in the text's length.
 *
 * Throws an ApiError 400 `invalid_json` for everything else, with the line and column, and with `param` where a value and not
 * the grammar is at fault. Rules: docs/api/README.md, "Limits" and "Errors".
 */
export function readJson(bytes: Uint8Array): JsonValue {
  if (!isUtf8(bytes)) throw refusal(`The body is not valid UTF-8 (at byte ${badByte(bytes) + 1})`)
  length = bytes.length
  source = Buffer.allocUnsafe(length + 1)
  source.set(bytes)
  source[length] = 0
  latin1 = source.toString('latin1', 0, length)
  values = 0
  path.length = 0
  try {
    const start = skipBlanks(source, 0)
    if (start === length) throw refusal('The body is empty, but JSON is expected')
    if (latin1.startsWith('\xef\xbb\xbf')) throw refusal('The body starts with a byte order mark; send UTF-8 without one')
    const value = readValue(source, start, 0)
    const end = skipBlanks(source, next)
    if (end < length) throw unexpected(end, 'nothing more')
    return value
  } finally {
    source = NOTHING
    latin1 = ''
  }
}

// The text being read. Reading never waits for anything, so one set of variables is enough. The loops look at bytes, because an
// element of a typed array is read several times faster than a character of a string; `latin1` has a character for each byte,
// so that an ASCII string can be sliced out of it. A byte 0, which is allowed nowhere, follows the text, so that no loop has
// to check for the end. What the loops need at each step is passed as arguments, which stay in registers.
const NOTHING = Buffer.alloc(0)
let source = NOTHING
let length = 0
let latin1 = ''
// Where the thing that was read last ended: a second result of every function that reads.
let next = 0
let values = 0
// A key or an index for each level above the current value.
const path: (string | number)[] = []

const QUOTE = 0x22
const PLUS = 0x2b
const COMMA = 0x2c
const MINUS = 0x2d
const POINT = 0x2e
const ZERO = 0x30
const NINE = 0x39
const COLON = 0x3a
const OPEN_ARRAY = 0x5b
const BACKSLASH = 0x5c
const CLOSE_ARRAY = 0x5d
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d

function readValue(bytes: Buffer, at: number, depth: number): JsonValue {
  if (++values > MAX_VALUES) throw refusal(`The body holds more than ${MAX_VALUES.toLocaleString('en')} keys and values`)
  const code = bytes[at]!
  if (code === QUOTE) return readString(bytes, at)
  if (code === OPEN_OBJECT) return readObject(bytes, at, depth)
  if (code === OPEN_ARRAY) return readArray(bytes, at, depth)
  if (code === MINUS || (code >= ZERO && code <= NINE)) return readNumber(bytes, at)
  for (const [word, value] of WORDS) {
    if (!latin1.startsWith(word, at)) continue
    next = at + word.length
    return value
  }
  throw unexpected(at, 'a value')
}

const WORDS = [
  ['true', true],
  ['false', false],
  ['null', null],
] as const

function readObject(bytes: Buffer, start: number, depth: number): { [key: string]: JsonValue } {
  const object: { [key: string]: JsonValue } = {}
  if (depth === MAX_DEPTH) throw tooDeep(start)
  let at = skipBlanks(bytes, start + 1)
  if (bytes[at]! === CLOSE_OBJECT) {
    next = at + 1
    return object
  }
  for (;;) {
    if (bytes[at]! !== QUOTE) throw unexpected(at, 'a key in double quotes')
    const key = readString(bytes, at)
    values++
    path[depth] = key
    if (Object.hasOwn(object, key)) throw fault(at, `The key ${quote(key)} is given twice`)
    if (key === '__proto__') throw fault(at, 'The key "__proto__" is not allowed')
    at = skipBlanks(bytes, next)
    if (bytes[at]! !== COLON) throw unexpected(at, 'a colon')
    object[key] = readValue(bytes, skipBlanks(bytes, at + 1), depth + 1)
    at = skipBlanks(bytes, next)
    if (bytes[at]! === CLOSE_OBJECT) break
    if (bytes[at]! !== COMMA) throw unexpected(at, 'a comma or the end of the object')
    at = skipBlanks(bytes, at + 1)
  }
  path.length = depth
  next = at + 1
  return object
}

function readArray(bytes: Buffer, start: number, depth: number): JsonValue[] {
  const array: JsonValue[] = []
  if (depth === MAX_DEPTH) throw tooDeep(start)
  let at = skipBlanks(bytes, start + 1)
  if (bytes[at]! === CLOSE_ARRAY) {
    next = at + 1
    return array
  }
  for (;;) {
    path[depth] = array.length
    array.push(readValue(bytes, at, depth + 1))
    at = skipBlanks(bytes, next)
    if (bytes[at]! === CLOSE_ARRAY) break
    if (bytes[at]! !== COMMA) throw unexpected(at, 'a comma or the end of the array')
    at = skipBlanks(bytes, at + 1)
  }
  path.length = depth
  next = at + 1
  return array
}

/** The index of the first byte from `at` on that isn't white space. */
function skipBlanks(bytes: Buffer, at: number): number {
  for (;;) {
    const code = bytes[at]!
    if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return at
    at++
  }
}

/** Reads the string whose opening quote is at `start`. */
function readString(bytes: Buffer, start: number): string {
  let seen = 0
  for (let end = start + 1; ; end++) {
    const code = bytes[end]!
    if (code === QUOTE) {
      next = end + 1
      return cut(bytes, start + 1, end, seen)
    }
    if (code === BACKSLASH) return readEscapedString(bytes, end, cut(bytes, start + 1, end, seen))
    if (code < 0x20) throw endlessString(end)
    seen |= code
  }
}

/** Continues from a string's first escape at `at`; `text` is the part before it. */
function readEscapedString(bytes: Buffer, at: number, text: string): string {
  for (;;) {
    text += readEscape(bytes, at)
    const start = next
    let seen = 0
    let code = bytes[(at = start)]!
    while (code >= 0x20 && code !== QUOTE && code !== BACKSLASH) {
      seen |= code
      code = bytes[++at]!
    }
    if (at > start) text += cut(bytes, start, at, seen)
    if (code === QUOTE) break
    if (code !== BACKSLASH) throw endlessString(at)
  }
  next = at + 1
  return text
}

/** The text from `start` to `end`; `seen` is all its bytes or-ed, which tells whether it is ASCII. */
function cut(bytes: Buffer, start: number, end: number, seen: number): string {
  return seen < 0x80 ? latin1.slice(start, end) : bytes.toString('utf8', start, end)
}

/** The character that the escape at `at` means. */
function readEscape(bytes: Buffer, at: number): string {
  next = at + 2
  switch (bytes[at + 1]!) {
    case QUOTE:
      return '"'
    case BACKSLASH:
      return '\\'
    case 0x2f:
      return '/'
    case 0x62:
      return '\b'
    case 0x66:
      return '\f'
    case 0x6e:
      return '\n'
    case 0x72:
      return '\r'
    case 0x74:
      return '\t'
    case 0x75:
      break
    default:
      throw unexpected(at, 'an escape of JSON')
  }
  const unit = readHex(bytes, at)
  next = at + 6
  if (unit === 0) throw fault(at, 'Text must not contain the character NUL (\\u0000)')
  if (unit < 0xd800 || unit > 0xdfff) return String.fromCharCode(unit)
  const low = unit < 0xdc00 && latin1.startsWith('\\u', next) ? readHex(bytes, next) : 0
  if (low < 0xdc00 || low > 0xdfff)
    throw fault(at, `${latin1.slice(at, next)} is half of a surrogate pair, which is not a character`)
  next = at + 12
  return String.fromCharCode(unit, low)
}

/** The number that the four digits of the \u escape at `start` say. */
function readHex(bytes: Buffer, start: number): number {
  let unit = 0
  for (let at = start + 2; at < start + 6; at++) {
    const code = bytes[at]!
    const letter = (code | 0x20) - 0x61
    if (isDigit(code)) unit = unit * 16 + (code - ZERO)
    else if (letter >= 0 && letter < 6) unit = unit * 16 + letter + 10
    else throw unexpected(start, 'an escape of JSON')
  }
  return unit
}

function readNumber(bytes: Buffer, start: number): number {
  let at = bytes[start]! === MINUS ? start + 1 : start
  const first = at
  let code = bytes[at]!
  if (!isDigit(code)) throw unexpected(at, 'a digit')
  let digits = 0
  do {
    digits = digits * 10 + (code - ZERO)
    code = bytes[++at]!
  } while (isDigit(code))
  if (bytes[first]! === ZERO && at > first + 1) throw unexpected(first + 1, 'a number without leading zeros')
  let count = at - first
  let decimals = 0
  if (code === POINT) {
    code = bytes[++at]!
    if (!isDigit(code)) throw unexpected(at, 'a digit')
    do {
      digits = digits * 10 + (code - ZERO)
      decimals++
      code = bytes[++at]!
    } while (isDigit(code))
    count += decimals
  }
  if (code === 0x65 /* e */ || code === 0x45 /* E */) {
    code = bytes[++at]!
    if (code === PLUS || code === MINUS) code = bytes[++at]!
    if (!isDigit(code)) throw unexpected(at, 'a digit')
    do code = bytes[++at]!
    while (isDigit(code))
  } else if (count <= EXACT_DIGITS) {
    // The digits are exact, and so is one division by a power of ten.
    next = at
    const value = decimals === 0 ? digits : digits / POWERS_OF_TEN[decimals]!
    return start === first || value === 0 ? value : -value
  }
  next = at
  return exactNumber(start, at, count)
}

function isDigit(code: number): boolean {
  return code >= ZERO && code <= NINE
}

/** Any decimal of so many digits comes back from a double as it was, as long as its exponent isn't extreme. */
const EXACT_DIGITS = 15
const POWERS_OF_TEN = Array.from({ length: EXACT_DIGITS + 1 }, (_, exponent) => 10 ** exponent)

/** The number from `start` to `end`, with `count` digits before its exponent. */
function exactNumber(start: number, end: number, count: number): number {
  const token = latin1.slice(start, end)
  const value = Number(token)
  const size = Math.abs(value)
  if (size === Number.POSITIVE_INFINITY) throw fault(start, `The number ${shorten(token)} is too large`)
  if (count <= EXACT_DIGITS && size > 1e-290) return value
  const exact = canonical(token)
  if (size === 0 && exact !== '0') throw fault(start, `The number ${shorten(token)} is too small`)
  // A fraction is the result of a computation, and its last digits are noise; a whole number counts or names something.
  if (isWhole(exact) && exact !== canonical(String(value))) {
    throw fault(start, `The number ${shorten(token)} can't be held exactly; the nearest is ${value}`)
  }
  return value === 0 ? 0 : value
}

/** Whether a number in its one spelling has no decimals. */
function isWhole(number: string): boolean {
  return !number.includes('e-')
}

/** One spelling for each decimal: its digits without zeros at either end, and the power of ten that they are multiplied by. */
function canonical(number: string): string {
  const exponent_at = number.search(/e/i)
  const mantissa = exponent_at === -1 ? number : number.slice(0, exponent_at)
  let power = exponent_at === -1 ? 0 : Number(number.slice(exponent_at + 1))
  const is_negative = mantissa.startsWith('-')
  let digits = is_negative ? mantissa.slice(1) : mantissa
  const point = digits.indexOf('.')
  if (point !== -1) {
    power -= digits.length - point - 1
    digits = digits.slice(0, point) + digits.slice(point + 1)
  }
  let first = 0
  while (digits.charCodeAt(first) === ZERO) first++
  if (first === digits.length) return '0'
  let end = digits.length
  while (digits.charCodeAt(end - 1) === ZERO) end--
  return `${is_negative ? '-' : ''}${digits.slice(first, end)}e${power + digits.length - end}`
}

function tooDeep(place: number): ApiError {
  return refusal(`The body is nested more than ${MAX_DEPTH} levels deep (${placeName(place)})`)
}

/** A refusal of a value: the grammar is kept, but the value isn't allowed. */
function fault(place: number, sentence: string): ApiError {
  return refusal(`${sentence} (${placeName(place)})`, fieldPath(path) || undefined)
}

/** A refusal of the byte at `place` in a string: a control character or the body's end. */
function endlessString(place: number): ApiError {
  if (place >= length) return unexpected(place, 'the end of a string')
  const character = `U+${source[place]!.toString(16).toUpperCase().padStart(4, '0')}`
  return refusal(`The body is not valid JSON: ${character} must be written as an escape in a string (${placeName(place)})`)
}

/** A refusal of the byte at `place`, which breaks the grammar. */
function unexpected(place: number, expected: string): ApiError {
  return refusal(`The body is not valid JSON: ${found(place)} where ${expected} is expected (${placeName(place)})`)
}

function found(place: number): string {
  if (place >= length) return 'it ends'
  const character = String.fromCodePoint(source.toString('utf8', place, place + 4).codePointAt(0)!)
  return `${quote(character)} stands`
}

function refusal(sentence: string, param?: string): ApiError {
  const refused: Fault = { error: sentence, code: 'invalid_json' }
  if (param !== undefined) refused.param = param
  return new ApiError(400, [refused])
}

function placeName(place: number): string {
  const line_start = place === 0 ? 0 : source.lastIndexOf('\n', place - 1) + 1
  let line = 1
  for (let at = 0; at < line_start; at++) if (source[at] === 0x0a) line++
  return `line ${line}, column ${codePointLength(source.toString('utf8', line_start, place)) + 1}`
}

function shorten(token: string): string {
  return token.length > 40 ? `${token.slice(0, 40)}…` : token
}

/** The index of the first byte that isn't part of a valid UTF-8 character. */
function badByte(bytes: Uint8Array): number {
  // What is before `good` is valid and ends with a whole character; what is between `good` and `bad` isn't.
  let good = 0
  let bad = bytes.length
  while (bad - good > 8) {
    let middle = (good + bad) >>> 1
    while (middle > good && (bytes[middle]! & 0xc0) === 0x80) middle--
    if (middle === good) break
    if (isUtf8(bytes.subarray(good, middle))) good = middle
    else bad = middle
  }
  for (;;) {
    const lead = bytes[good]!
    const length = lead < 0xc0 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4
    if (good + length > bad || !isUtf8(bytes.subarray(good, good + length))) return good
    good += length
  }
}
