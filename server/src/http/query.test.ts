import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { Type } from 'typebox'
import { ApiError, type Fault } from '../kernel/errors.ts'
import { CursorQuery, PaginationQuery } from './pagination.ts'
import { compileQuery, parseQuery } from './query.ts'
import { DateString, List, StringEnum } from './schema.ts'

const readQuery = compileQuery(
  Type.Object(
    {
      company_id: Type.String(),
      ...PaginationQuery,
      status: Type.Optional(List(['backlog', 'todo', 'in_progress'])),
      kind: Type.Optional(StringEnum(['a', 'b'])),
      search: Type.Optional(Type.String({ maxLength: 5 })),
      from: Type.Optional(DateString()),
      is_billable: Type.Optional(Type.Boolean()),
      'created[gte]': Type.Optional(Type.String()),
    },
    { additionalProperties: false },
  ),
)

function valuesOf(text: string) {
  const { value, faults } = readQuery(parseQuery(`company_id=com_1&${text}`))
  assert.deepEqual(faults, [])
  return value
}

function faultsOf(text: string): Fault[] {
  return readQuery(parseQuery(`company_id=com_1&${text}`)).faults
}

function faultOf(text: string): string {
  const faults = faultsOf(text)
  assert.equal(faults.length, 1, JSON.stringify(faults))
  return `${faults[0]!.code} ${faults[0]!.param}: ${faults[0]!.error}`
}

function refusalOf(raw: string): readonly Fault[] {
  try {
    parseQuery(raw)
  } catch (error) {
    assert.ok(error instanceof ApiError, String(error))
    assert.equal(error.status, 400)
    for (const { code } of error.faults) assert.equal(code, 'parameter_invalid')
    return error.faults
  }
  assert.fail(`read: ${raw}`)
}

test('any names and values that are percent-encoded come back as they were', () => {
  const text = fc.string({ unit: 'binary' }).filter((value) => !value.includes('\0'))
  fc.assert(
    fc.property(fc.uniqueArray(fc.tuple(text, text), { selector: ([name]) => name }), (pairs) => {
      const raw = pairs.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&')
      assert.deepEqual([...parseQuery(raw)], pairs)
      assert.deepEqual([...parseQuery(new URLSearchParams(pairs).toString())], pairs)
    }),
  )
})

test('any text at all is read or refused as ApiError', () => {
  const piece = fc.constantFrom(
    ...'%&=+;[]#? \0é\xff\x80aA0',
    '%00',
    '%zz',
    '%c3%a9',
    '%ed%a0%80',
    '%c0%af',
    '\ud800',
    '__proto__',
    'limit=',
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      try {
        readQuery(parseQuery(pieces.join('')))
      } catch (error) {
        assert.ok(error instanceof ApiError, String(error))
      }
    }),
    { numRuns: 3_000 },
  )
})

test('a query string is split at & and the first =, + is a space', () => {
  assert.deepEqual([...parseQuery('')], [])
  assert.deepEqual(
    [...parseQuery('&a=1&&b&c=d=e&')],
    [
      ['a', '1'],
      ['b', ''],
      ['c', 'd=e'],
    ],
  )
  assert.deepEqual(
    [...parseQuery('search=a+b%2Bc&created[gte]=1&created%5Blte%5D=2')],
    [
      ['search', 'a b+c'],
      ['created[gte]', '1'],
      ['created[lte]', '2'],
    ],
  )
  assert.deepEqual([...parseQuery('search=%D9%A5')], [['search', '٥']])
})

test('bytes of UTF-8 that a client did not encode are read as UTF-8', () => {
  assert.equal(parseQuery(`search=${Buffer.from('Müller 💰'.replace(' ', '+')).toString('latin1')}`).get('search'), 'Müller 💰')
  assert.equal(refusalOf('search=\xfc')[0]!.param, 'search')
})

test('what does not decode to clean UTF-8 is refused', () => {
  for (const value of ['%zz', '%', '%4', '%00', '%ff', '%c0%af', '%ed%a0%80', '%u0041', 'a%0', 'x%00y', '\ud800', '\0']) {
    assert.deepEqual(refusalOf(`search=${value}`), [
      {
        error: 'The query parameter search must be percent-encoded UTF-8 without NUL',
        code: 'parameter_invalid',
        param: 'search',
      },
    ])
  }
  assert.equal(refusalOf('%zz=1')[0]!.param, undefined)
})

test('a parameter that is given twice is refused, however its name is written', () => {
  assert.deepEqual(refusalOf('limit=1&limit=2'), [
    { error: 'The query parameter limit is given more than once', code: 'parameter_invalid', param: 'limit' },
  ])
  assert.equal(refusalOf('company_id=com_1&company%5Fid=com_2')[0]!.param, 'company_id')
  assert.deepEqual(
    refusalOf('a=1&b=1&a=1&b=1&a=1').map(({ param }) => param),
    ['a', 'b'],
  )
})

test('an array-like key is an unknown parameter', () => {
  assert.match(
    faultOf('status[]=todo'),
    /^parameter_unknown status\[\]: There is no query parameter status\[\]; did you mean status\?/,
  )
})

test('a company_id that is missing, empty or spelled otherwise is missing', () => {
  for (const raw of ['', 'company_id', 'company_id=', 'Company_Id=com_1', 'company_id[]=com_1']) {
    const [first] = readQuery(parseQuery(raw)).faults
    assert.deepEqual(first, {
      error: 'The query parameter company_id is required',
      code: 'parameter_missing',
      param: 'company_id',
    })
  }
  assert.match(readQuery(parseQuery('company_id=c&companyId=d')).faults[0]!.error, /did you mean company_id\?/)
})

test('limit and offset are digits within their range and nothing else', () => {
  assert.deepEqual(valuesOf(''), { company_id: 'com_1', limit: 50, offset: 0 })
  assert.deepEqual(valuesOf('limit=100&offset=9007199254740991'), { company_id: 'com_1', limit: 100, offset: 2 ** 53 - 1 })
  for (const offset of [0, 10 ** 6, 2 ** 31]) assert.equal(valuesOf(`offset=${offset}`).offset, offset)
  for (const text of [
    '0',
    '-1',
    '101',
    '1.5',
    'abc',
    '',
    '1e1',
    '%2B5',
    '+5',
    '%205',
    '5abc',
    '%D9%A5',
    '0x10',
    'null',
    '5,6',
    'NaN',
  ]) {
    assert.equal(faultOf(`limit=${text}`), 'parameter_invalid limit: limit must be an integer between 1 and 100')
  }
  for (const text of ['-1', 'abc', '', '9007199254740992', '9223372036854775808', '1e3', '1e20', '99999999999999999999999']) {
    assert.equal(faultOf(`offset=${text}`), 'parameter_invalid offset: offset must be an integer, at least 0')
  }
})

test('items of a list are trimmed, and one that is unknown, of other case or empty refuses the request', () => {
  assert.deepEqual(valuesOf('status=todo,%20in_progress+,backlog').status, ['todo', 'in_progress', 'backlog'])
  assert.deepEqual(valuesOf('status=todo,todo').status, ['todo'])
  const allowed = 'must be one of backlog, todo, in_progress'
  assert.equal(faultOf('status=Todo'), `parameter_invalid status: status ${allowed}, not "Todo"`)
  assert.equal(faultOf('status=todo,nope,nah'), `parameter_invalid status: status ${allowed}, not "nope"`)
  assert.equal(faultOf('status=%20'), 'parameter_invalid status: status may not be empty')
  assert.equal(faultOf('status=todo,,backlog'), 'parameter_invalid status: status has an empty item between its commas')
  assert.equal(faultOf('status=todo,'), 'parameter_invalid status: status has an empty item between its commas')
  assert.equal(faultOf(`status=${'x,'.repeat(1_000)}`), `parameter_invalid status: status ${allowed}, not "x"`)
  for (const value of ['A', 'a ', 'c', '1'])
    assert.match(faultOf(`kind=${value}`), /^parameter_invalid kind: kind must be one of a, b/)
})

test('an empty filter is an absent one; what says where a page begins and ends is never empty', () => {
  for (const name of ['status', 'search', 'is_billable', 'from', 'created[gte]'])
    assert.equal(name in valuesOf(`${name}=`), false, name)
  assert.equal(faultOf('limit='), 'parameter_invalid limit: limit must be an integer between 1 and 100')
  const { value, faults } = compileQuery(Type.Object(CursorQuery))(parseQuery('starting_after='))
  assert.deepEqual([value.starting_after, faults[0]?.param], ['', 'starting_after'])
})

test('texts keep their form, booleans are true or false, dates exist', () => {
  assert.equal(valuesOf('search=%25_%5C').search, '%_\\')
  assert.equal(faultOf('search=abcdef'), 'parameter_invalid search: search may have at most 5 characters, not 6')
  assert.equal(valuesOf('is_billable=true').is_billable, true)
  assert.equal(valuesOf('is_billable=false').is_billable, false)
  for (const text of ['1', ' ', 'True', 'yes'])
    assert.equal(faultOf(`is_billable=${text}`), 'parameter_invalid is_billable: is_billable must be true or false')
  assert.equal(faultOf('from=2026-02-30'), 'parameter_invalid from: from must be a day that exists, written as YYYY-MM-DD')
  assert.equal(valuesOf('created[gte]=x')['created[gte]'], 'x')
})

test('all faults of a query are reported together, in the order of the schema, unknown parameters last, at most 20', () => {
  const { faults } = readQuery(parseQuery('__proto__=1&toString=1&offset=x&limit=0'))
  assert.deepEqual(
    faults.map(({ code, param }) => `${code} ${param}`),
    [
      'parameter_missing company_id',
      'parameter_invalid limit',
      'parameter_invalid offset',
      'parameter_unknown __proto__',
      'parameter_unknown toString',
    ],
  )
  assert.equal(faultsOf(Array.from({ length: 100 }, (_, index) => `k${index}=`).join('&')).length, 20)
})

test('a query schema of shapes that no text can be read as is refused at the start', () => {
  assert.throws(() => compileQuery(Type.Object({ a: Type.Object({}) })), /no readable type/)
  assert.throws(() => compileQuery(Type.Object({ a: Type.Number() })), /no readable type/)
  assert.throws(() => compileQuery(Type.Object({ a: Type.Union([Type.String(), Type.Null()]) })), /no readable type/)
})
