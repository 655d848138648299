import assert from 'node:assert/strict'
import { test } from 'node:test'
import Big from 'big.js'
import fc from 'fast-check'
import { ApiError, type Fault } from './errors.ts'
import { type JsonValue, MAX_VALUES, readJson } from './json.ts'

const utf8 = new TextEncoder()

function read(text: string): JsonValue {
  return readJson(utf8.encode(text))
}

/** The fault for which the text is refused; fails when it is read, or refused in another way. */
function faultOf(text: string | Uint8Array): Fault {
  try {
    readJson(typeof text === 'string' ? utf8.encode(text) : text)
  } catch (error) {
    assert.ok(error instanceof ApiError, String(error))
    assert.equal(error.status, 400)
    assert.equal(error.faults.length, 1)
    assert.equal(error.faults[0].code, 'invalid_json')
    return error.faults[0]
  }
  assert.fail(`read: ${JSON.stringify(text).slice(0, 100)}`)
}

const BODY = JSON.stringify(
  {
    customer_id: 'cus_1',
    notes: 'Café €5 "now"\n\\ 💰',
    items: [{ name: 'a', quantity: 1.5 }, { unit_price: -12.34 }],
    is: [true, null],
  },
  null,
  1,
)

test('every value that JSON.stringify writes is read as JSON.parse reads it', () => {
  const value = fc.jsonValue({ stringUnit: 'binary' }).map((written) => JSON.stringify(written))
  fc.assert(
    fc.property(value, fc.boolean(), (written, is_spaced) => {
      fc.pre(!written.includes('\\u0000') && !written.includes('__proto__'))
      const text = is_spaced ? JSON.stringify(JSON.parse(written), null, '\t') : written
      assert.deepEqual(read(text), JSON.parse(text))
    }),
    { numRuns: 500 },
  )
})

test('a text that is not JSON is refused as ApiError, and one that is read is read as JSON.parse does', () => {
  const pieces = fc.constantFrom(
    ...'{}[]",:\\ue+-.0123456789tfn \n\t\0é',
    'null',
    'true',
    '\\u',
    '\\ud83d',
    '1e',
    '"a":',
    '__proto__',
    '\xff',
  )
  const change = fc.record({ at: fc.nat(), drop: fc.nat(3), piece: fc.option(pieces) })
  fc.assert(
    fc.property(fc.jsonValue(), fc.array(change, { maxLength: 3 }), (value, changes) => {
      let text = JSON.stringify(value)
      for (const { at, drop, piece } of changes) {
        const start = at % (text.length + 1)
        text = text.slice(0, start) + (piece ?? '') + text.slice(start + drop)
      }
      const bytes = Buffer.from(text)
      let is_read = true
      let result: JsonValue = null
      try {
        result = readJson(bytes)
      } catch (error) {
        assert.ok(error instanceof ApiError, String(error))
        assert.ok(error.message.length < 400)
        is_read = false
      }
      // Written again: -0 is read as 0, which is the same number in JSON.
      if (is_read) assert.equal(JSON.stringify(result), JSON.stringify(JSON.parse(bytes.toString())))
    }),
    { numRuns: 2_000 },
  )
})

test('any bytes at all give a value or an ApiError', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 40 }), fc.nat(BODY.length), (bytes, at) => {
      const body = Buffer.from(BODY)
      for (const text of [Buffer.from(bytes), Buffer.concat([body.subarray(0, at), bytes, body.subarray(at)])]) {
        try {
          readJson(text)
        } catch (error) {
          assert.ok(error instanceof ApiError, String(error))
        }
      }
    }),
    { numRuns: 2_000 },
  )
})

test('a number is read as the double nearest to it; a whole one only when that double prints as the same number', () => {
  const digits = (maxLength: number) => fc.string({ unit: fc.constantFrom(...'00012345678999'), minLength: 1, maxLength })
  const sign = fc.constantFrom('', '-')
  const whole = digits(22).map((text) => text.replace(/^0+(?=\d)/, ''))
  const exponent = fc.option(fc.tuple(fc.constantFrom('e', 'E', 'e+', 'e-'), fc.nat(330)).map(([e, power]) => `${e}${power}`))
  fc.assert(
    fc.property(sign, whole, fc.option(digits(22)), exponent, (minus, before, after, power) => {
      const token = `${minus}${before}${after === null ? '' : `.${after}`}${power ?? ''}`
      const number = Number(token)
      const is_whole = new Big(token).eq(new Big(token).round(0, Big.roundDown))
      const is_lost = !Number.isFinite(number) || (number === 0 && !new Big(token).eq(0))
      const is_taken = !is_lost && (!is_whole || new Big(token).eq(new Big(String(number))))
      if (is_taken) assert.equal(Object.is(read(token), number === 0 ? 0 : number), true, token)
      else assert.match(faultOf(token).error, /too large|too small|held exactly/, token)
    }),
    { numRuns: 3_000 },
  )
})

test('what is not exactly one JSON text is refused: empty, truncated at any byte, trailing or foreign syntax, BOM', () => {
  const bytes = utf8.encode(BODY)
  for (let length = 0; length < bytes.length; length++) faultOf(bytes.subarray(0, length))
  const texts = [
    '',
    ' ',
    '\n',
    '{} x',
    '{},',
    '[1,]',
    '{"a":1,}',
    '{,}',
    '[,1]',
    '{"a"}',
    '{"a":}',
    '{a:1}',
    "{'a':1}",
    '"a',
    '"\t"',
    '"\n"',
  ]
  texts.push(
    '// c\n{}',
    '{}/**/',
    'NaN',
    'Infinity',
    '-',
    '-x',
    '01',
    '-01',
    '1.',
    '.5',
    '+1',
    '1e',
    '1e+',
    '0x10',
    'nul',
    'True',
    'undefined',
  )
  texts.push(
    '"\\x"',
    '"\\u12"',
    '"\\u12g4"',
    '"\\',
    '"\\u',
    '\u00a0{}',
    '\f{}',
    '{}\0',
    '\0',
    '"\u0001"',
    '[1 2]',
    '{"a" 1}',
    '}',
    ']',
  )
  for (const text of texts) faultOf(text)
  assert.match(faultOf(Buffer.from('\ufeff{}')).error, /byte order mark/)
  assert.equal(read(' \r\n\t1 '), 1)
})

test('bad encodings and lone surrogates are refused, all other text comes back with the same code points', () => {
  const bad: number[][] = [
    [0xff],
    [0xc0, 0xaf],
    [0xe0, 0x80, 0xaf],
    [0xed, 0xa0, 0x80],
    [0xf4, 0x90, 0x80, 0x80],
    [0xe2, 0x82],
    [0x80],
  ]
  for (const bytes of bad) {
    const text = Buffer.concat([Buffer.from('{"a":"é'), Buffer.from(bytes), Buffer.from('"}')])
    assert.match(faultOf(text).error, /UTF-8 \(at byte 9\)/)
  }
  faultOf(Buffer.from('{"a":1}', 'utf16le'))
  for (const escaped of ['\\ud800', '\\udc00', '\\ud83d\\ud83d', '\\ud83dx', '\\udc00\\ud800', '\\uD83D\\u0041']) {
    const fault = faultOf(`{"items":[{"name":"${escaped}"}]}`)
    assert.match(fault.error, /surrogate/)
    assert.equal(fault.param, 'items[0].name')
  }
  for (const text of ['\u2028', '\u202ea', 'a\u200bb', '💰', 'é', 'e\u0301', '\u{10ffff}', '請求書', '\u007f', '\ufeff']) {
    assert.equal(read(JSON.stringify(text)), text)
    assert.equal(read(`"\\n${text}"`), `\n${text}`)
  }
  assert.equal(read('"\\ud83d\\udcb0\\u00E9\\/\\b\\f\\n\\r\\t\\"\\\\"'), '💰é/\b\f\n\r\t"\\')
})

test('a NUL in a text or key is refused, written as an escape or as it is', () => {
  assert.equal(faultOf('{"title":"a\\u0000b"}').param, 'title')
  assert.equal(faultOf('{"metadata":{"k":"\\u0000"}}').param, 'metadata.k')
  faultOf('{"a\\u0000":1}')
  faultOf('{"title":"a\0b"}')
})

test('32 levels are read, 33 are refused, whatever they are made of', () => {
  const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`
  read(nested(32))
  assert.match(faultOf(nested(33)).error, /32 levels/)
  read(`${'{"a":'.repeat(32)}1${'}'.repeat(32)}`)
  assert.match(faultOf(`${'{"a":['.repeat(17)}1${']}'.repeat(17)}`).error, /32 levels/)
  read(`[${nested(31)},${nested(31)}]`)
})

test('more than 50,000 keys and values are refused', () => {
  assert.equal((read(`[${'0,'.repeat(MAX_VALUES - 2)}0]`) as number[]).length, MAX_VALUES - 1)
  assert.match(faultOf(`[${'0,'.repeat(MAX_VALUES - 1)}0]`).error, /50,000 keys and values/)
  const members = (count: number) => `{${Array.from({ length: count }, (_, index) => `"${index}":0`).join()}}`
  assert.equal(Object.keys(read(members(MAX_VALUES / 2 - 1)) as object).length, MAX_VALUES / 2 - 1)
  assert.match(faultOf(members(MAX_VALUES / 2)).error, /50,000 keys and values/)
})

test('a mebibyte of hostile text takes no time that grows faster than its length', () => {
  const SIZE = 1024 * 1024
  const members = (key: (index: number) => string) =>
    `{${Array.from({ length: 24_900 }, (_, index) => `"${key(index)}":0`).join()}}`
  const texts = {
    arrays: '['.repeat(SIZE),
    objects: '{"a":'.repeat(SIZE / 5),
    text: `"${'a'.repeat(SIZE)}"`,
    escapes: `"${'\\n'.repeat(SIZE / 2)}"`,
    units: `"${'\\ud83d\\ude00'.repeat(SIZE / 12)}"`,
    endless: `"${'\\\\'.repeat(SIZE / 2)}`,
    keys: members((index) => `key_number_${index}`),
    indexes: members((index) => String(index * 4096)),
    escaped_keys: members((index) => `\\n${index}`),
    digits: '1'.repeat(SIZE),
    decimals: `0.${'0'.repeat(SIZE)}1`,
    zeros: `1.${'0'.repeat(SIZE)}`,
    exponent: `1e${'9'.repeat(SIZE)}`,
    numbers: `[${'1234567890.1234560,'.repeat(49_000)}0]`,
    lines: `${'\n'.repeat(SIZE)}x`,
    name: `{"${'k'.repeat(SIZE / 2)}":"\\ud800"}`,
    bad_end: Buffer.concat([Buffer.from(`"${'é'.repeat(SIZE / 2)}`), Buffer.from([0xff])]),
  }
  for (const [name, text] of Object.entries(texts)) {
    const bytes = Buffer.from(text)
    const start = process.cpuUsage()
    try {
      readJson(bytes)
    } catch (error) {
      assert.ok(error instanceof ApiError, `${name}: ${error}`)
      assert.ok(error.message.length < 400, name)
      assert.ok((error.faults[0].param ?? '').length < 4_000, name)
    }
    // Some ten milliseconds each; a second is what nothing quadratic keeps to. Of this process alone, whatever else the machine does.
    const { user, system } = process.cpuUsage(start)
    const cpu_ms = (user + system) / 1000
    assert.ok(cpu_ms < 1_000, `${name} took ${cpu_ms} ms`)
  }
})

test('a key given twice is refused, also when it is spelled with escapes, and only within one object', () => {
  assert.deepEqual(faultOf('{"total":1,\n "total":9}'), {
    error: 'The key "total" is given twice (line 2, column 2)',
    code: 'invalid_json',
    param: 'total',
  })
  assert.equal(faultOf('{"items":[{"name":"a"},{"name":"b","n\\u0061me":"c"}]}').param, 'items[1].name')
  faultOf('{"":1,"":2}')
  faultOf('{"1":1,"a":2,"1":3}')
  faultOf('{"toString":1,"toString":2}')
  assert.deepEqual(read('{"a":{"a":1},"b":{"a":1}}'), { a: { a: 1 }, b: { a: 1 } })
})

test('__proto__ is refused, constructor and toString are plain keys, and nothing is polluted', () => {
  assert.equal(faultOf('{"metadata":{"__proto__":{"x":1}}}').param, 'metadata.__proto__')
  faultOf('{"__pr\\u006fto__":1}')
  const value = read('{"constructor":{"prototype":{"x":1}},"toString":2,"hasOwnProperty":3}') as Record<string, JsonValue>
  assert.deepEqual(Object.keys(value), ['constructor', 'toString', 'hasOwnProperty'])
  assert.equal(Object.getPrototypeOf(value), Object.prototype)
  assert.equal(({} as { x?: number }).x, undefined)
})

test('a whole number is held exactly or refused, a fraction at the double nearest to it; -0 is 0', () => {
  for (const text of ['1e400', '-1e309', '12345678901234567890', '9007199254740993', '1e-400']) {
    assert.equal(faultOf(`{"items":[0,{"unit_price":${text}}]}`).param, 'items[1].unit_price')
  }
  for (const text of ['-0', '-0.0', '-0e5', '0e999', '0.000']) assert.ok(Object.is(read(text), 0), text)
  const exact = {
    '1e308': 1e308,
    '5e-324': 5e-324,
    '1e21': 1e21,
    '9007199254740991': 2 ** 53 - 1,
    '999999999999.99': 999999999999.99,
  }
  for (const [text, number] of Object.entries(exact)) assert.equal(read(text), number)
  assert.deepEqual(read('[0.005,1.10,-12.5e1,0.30000000000000004,100E-2]'), [0.005, 1.1, -125, 0.1 + 0.2, 1])
})

test('a refusal says what stands where, by line and column in characters', () => {
  assert.equal(
    faultOf('{"a":"é💰",\n  "b" 1}').error,
    'The body is not valid JSON: "1" stands where a colon is expected (line 2, column 7)',
  )
  assert.equal(
    faultOf('["é💰" x]').error,
    'The body is not valid JSON: "x" stands where a comma or the end of the array is expected (line 1, column 7)',
  )
  assert.equal(
    faultOf('{"a":1').error,
    'The body is not valid JSON: it ends where a comma or the end of the object is expected (line 1, column 7)',
  )
  assert.equal(
    faultOf('"a\nb"').error,
    'The body is not valid JSON: U+000A must be written as an escape in a string (line 1, column 3)',
  )
  assert.equal(faultOf('').error, 'The body is empty, but JSON is expected')
  assert.equal(faultOf('[1e999]').error, 'The number 1e999 is too large (line 1, column 2)')
})

test('one text leaves nothing behind for the next', () => {
  faultOf('{"a":{"b":[1,{"c":"\\ud800')
  assert.equal(faultOf('"\\ud800"').param, undefined)
  assert.deepEqual(read('{"x":[]}'), { x: [] })
})

test('bytes that are a view into a larger buffer are read from their own start to their own end', () => {
  const whole = Buffer.from('xx{"a":1}yy')
  assert.deepEqual(readJson(new Uint8Array(whole.buffer, whole.byteOffset + 2, 7)), { a: 1 })
})
