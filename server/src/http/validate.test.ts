import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type TSchema, Type } from 'typebox'
import type { Fault } from '../kernel/errors.ts'
import { DateString, Decimal, Id, List, Metadata, Name, Nullable, StringEnum, Text, Timestamp } from './schema.ts'
import { compileBody, explain, MOST_FAULTS, readSchema } from './validate.ts'

const closed = { additionalProperties: false }
const Line = Type.Object(
  {
    name: Name(),
    quantity: Type.Optional(Decimal({})),
    unit_price: Decimal({ minimum: -1000, maximum: 1000 }),
  },
  { ...closed, title: 'Line' },
)
const Body = Type.Object(
  {
    customer_id: Id('cus'),
    title: Type.Optional(Name()),
    notes: Type.Optional(Nullable(Text(10))),
    currency: Type.Optional(Type.String({ minLength: 3, maxLength: 3 })),
    issue_date: Type.Optional(DateString()),
    due_date: Type.Optional(Nullable(DateString())),
    start_time: Type.Optional(Timestamp()),
    status: Type.Optional(StringEnum(['draft', 'sent'])),
    discount_type: Type.Optional(Nullable(StringEnum(['percentage', 'fixed']))),
    kind: Type.Optional(Type.Union([Type.Literal('a'), Type.Literal('b'), Type.Null()])),
    level: Type.Optional(Type.Enum(['read', 'write'])),
    note: Type.Optional(Type.Union([Text(10), Type.Null()])),
    either: Type.Optional(Type.Union([Type.Integer({ minimum: 1 }), Text(3), Type.Null()])),
    discount_value: Type.Optional(Nullable(Decimal({ minimum: 0 }))),
    rate: Type.Optional(Type.Number({ exclusiveMinimum: 0, exclusiveMaximum: 5 })),
    progress: Type.Optional(Type.Integer({ minimum: 0, maximum: 100 })),
    position: Type.Optional(Type.Integer()),
    is_archived: Type.Optional(Type.Boolean()),
    agreed: Type.Optional(Type.Literal(true)),
    tags: Type.Optional(Type.Array(Text(4), { maxItems: 2 })),
    levels: Type.Optional(List(['read', 'write'], { minItems: 1 })),
    first_line: Type.Optional(Nullable(Line)),
    code: Type.Optional(Type.String({ pattern: '^[A-Z]+$' })),
    prices: Type.Optional(Type.Object({}, { additionalProperties: Type.Number() })),
    anything: Type.Optional(Type.Any()),
    metadata: Type.Optional(Metadata({ 'x-maxBytes': 50 })),
    items: Type.Optional(Type.Array(Line, { maxItems: 3 })),
  },
  closed,
)
const checkBody = compileBody(Body)

/** The faults of a body that is right but for these fields, as `param: sentence [code]`; `parameter_invalid` isn't shown. */
function faults(fields: object): string[] {
  return checkBody({ customer_id: 'cus_1', ...fields }).map(({ error, code, param }: Fault) =>
    code === 'parameter_invalid' ? `${param}: ${error}` : `${param}: ${error} [${code}]`,
  )
}

function fault(fields: object): string {
  const all = faults(fields)
  assert.equal(all.length, 1, JSON.stringify(all))
  const [one = ''] = all
  const end = one.indexOf(': ')
  // The sentence begins with what the param says.
  assert.ok(one.slice(end + 2).startsWith(one.slice(0, end)) || one.includes('There is no'), one)
  return one.slice(end + 2)
}

test('a right body has no faults and is not changed', () => {
  const body = {
    ...{
      customer_id: 'x',
      title: 'T',
      notes: null,
      currency: 'EUR',
      issue_date: '2028-02-29',
      due_date: null,
      status: 'sent',
      kind: null,
    },
    ...{
      start_time: '2026-03-01T12:00:00+02:00',
      discount_type: null,
      level: 'read',
      note: 'n',
      either: 5,
      discount_value: 12.34,
      rate: 0.1,
    },
    ...{
      progress: 100,
      position: -3,
      is_archived: false,
      agreed: true,
      tags: ['💰💰💰💰', ''],
      levels: ['read'],
      code: 'AB',
      prices: { a: 1 },
    },
    ...{
      first_line: null,
      metadata: { free: ['form', { x: null }] },
      items: [{ name: 'n', unit_price: -0.000001 }],
      anything: [1],
    },
  }
  const before = structuredClone(body)
  assert.deepEqual(checkBody(body), [])
  assert.deepEqual(body, before)
})

test('each missing, unknown and null field is named with its code', () => {
  assert.deepEqual(compileBody(Body)({}), [{ error: 'customer_id is required', code: 'parameter_missing', param: 'customer_id' }])
  assert.deepEqual(faults({ items: [{}] }), [
    'items[0].name: items[0].name is required [parameter_missing]',
    'items[0].unit_price: items[0].unit_price is required [parameter_missing]',
  ])
  assert.match(
    faults({ total: 5 })[0]!,
    /^total: There is no field total\. Allowed: customer_id, title, .*, items \[parameter_unknown\]$/,
  )
  for (const field of Object.keys(Body.properties)) {
    const found = faults({ [field]: null })
    const may_be_null = [
      'notes',
      'due_date',
      'discount_type',
      'kind',
      'note',
      'either',
      'discount_value',
      'first_line',
      'anything',
    ]
    assert.deepEqual(found, may_be_null.includes(field) ? [] : [`${field}: ${field} may not be null`])
  }
})

test('a name that is almost a field is answered with the field', () => {
  const asked = (name: string) => /did you mean (\w+)\?/.exec(fault({ [name]: 1 }))?.[1]
  assert.equal(asked('custmer_id'), 'customer_id')
  assert.equal(asked('customerId'), 'customer_id')
  assert.equal(asked('Customer-ID'), 'customer_id')
  assert.equal(asked('itmes'), 'items')
  assert.equal(asked('dueDate'), 'due_date')
  assert.equal(asked('item'), 'items')
  assert.equal(asked('x'), undefined)
  assert.equal(asked('subtotal'), undefined)
  assert.match(
    fault({ items: [{ name: 'n', unit_price: 1, qantity: 2 }] }),
    /^There is no field qantity; did you mean quantity\? Allowed: name, quantity, unit_price \[parameter_unknown\]$/,
  )
})

test('more than 30 allowed names are not listed', () => {
  const fields = Object.fromEntries(
    Array.from({ length: 31 }, (_, index) => [`field_number_${index}`, Type.Optional(Type.Any())]),
  )
  const [one] = compileBody(Type.Object(fields, closed))({ other: 1 })
  assert.equal(one!.error, 'There is no field other')
})

test('a long or strange unknown name is shown cut and quoted', () => {
  const [one] = checkBody({ customer_id: 'x', [`${'k'.repeat(500_000)}`]: 1 })
  assert.ok(one!.error.length < 600)
  assert.equal(one!.param!.length, 101)
  assert.match(fault({ 'a b\n': 1 }), /^There is no field "a b\\n"\./)
  for (const name of ['constructor', 'toString', 'hasOwnProperty'])
    assert.match(fault({ [name]: 1 }), new RegExp(`no field ${name}`))
})

test('a sentence names the rule that is broken', () => {
  assert.equal(fault({ title: 5 }), 'title must be a string, not a number')
  assert.equal(fault({ title: '' }), 'title may not be empty')
  assert.equal(fault({ title: ' \u200b' }), 'title may not be blank')
  assert.equal(fault({ title: 'x'.repeat(256) }), 'title may have at most 255 characters, not 256')
  assert.equal(fault({ currency: 'EURO' }), 'currency must have exactly 3 characters, not 4')
  assert.equal(fault({ currency: '' }), 'currency may not be empty')
  assert.equal(
    fault({ start_time: '2026-03-01T12:00:00' }),
    'start_time must be a moment with its offset, written like 2026-03-01T12:00:00Z',
  )
  assert.equal(fault({ progress: 101 }), 'progress must be an integer between 0 and 100')
  assert.equal(fault({ progress: 1.5 }), 'progress must be an integer, not 1.5')
  assert.equal(fault({ progress: '5' }), 'progress must be an integer, not a string')
  assert.equal(fault({ rate: 0 }), 'rate must be above 0 and below 5')
  assert.equal(fault({ is_archived: 'true' }), 'is_archived must be true or false, not a string')
  assert.equal(fault({ agreed: false }), 'agreed must be true, not false')
  assert.equal(fault({ tags: 'a,b' }), 'tags must be an array, not a string')
  assert.equal(fault({ tags: ['a', 'b', 'c'] }), 'tags may have at most 2 items, not 3')
  assert.equal(fault({ tags: ['a', 5] }), 'tags[1] must be a string, not a number')
  assert.equal(fault({ levels: [] }), 'levels must have at least 1 item')
  assert.equal(fault({ metadata: [] }), 'metadata must be an object, not an array')
  assert.equal(fault({ metadata: 'x' }), 'metadata must be an object, not a string')
  assert.equal(fault({ metadata: { k: 'é'.repeat(25) } }), 'metadata may have at most 50 bytes as JSON text')
  assert.equal(fault({ code: 'a' }), 'code must match ^[A-Z]+$')
  assert.equal(fault({ prices: { a: 'x' } }), 'prices.a must be a number, not a string')
  assert.equal(fault({ items: [{ name: 'n', unit_price: 1 }, 5] }), 'items[1] must be an object, not a number')
})

test('a value that may be null is told its own rule, not that it matches nothing', () => {
  assert.equal(fault({ notes: 5 }), 'notes must be a string, not a number')
  assert.equal(fault({ note: 'x'.repeat(11) }), 'note may have at most 10 characters, not 11')
  assert.equal(fault({ due_date: '2026-02-30' }), 'due_date must be a day that exists, written as YYYY-MM-DD')
  assert.equal(fault({ discount_value: -1 }), 'discount_value must be between 0 and 999999999999.999')
  assert.equal(fault({ first_line: { name: 'n' } }).replace(/ is.*/, ''), 'first_line.unit_price')
  assert.equal(fault({ either: 0 }), 'either must be an integer, at least 1')
  assert.equal(fault({ either: 'abcd' }), 'either may have at most 3 characters, not 4')
  assert.equal(fault({ either: [] }), 'either must be an integer or a string')
})

test('a value outside of a closed list is answered with the list', () => {
  for (const value of ['Draft', 'draft ', 'nope', '']) {
    assert.equal(fault({ status: value }), `status must be one of draft, sent, not "${value}"`)
  }
  assert.equal(fault({ status: 1 }), 'status must be one of draft, sent, not a number')
  assert.equal(fault({ discount_type: 'Fixed' }), 'discount_type must be one of percentage, fixed or null, not "Fixed"')
  assert.equal(fault({ kind: 'c' }), 'kind must be one of a, b or null, not "c"')
  assert.equal(fault({ level: 'x' }), 'level must be one of read, write, not "x"')
})

test('a day that does not exist is refused', () => {
  for (const date of ['2026-02-30', '2026-04-31', '2024-1-5', '', '2026-03-01T00:00:00Z', '20240229']) {
    assert.equal(fault({ issue_date: date }), 'issue_date must be a day that exists, written as YYYY-MM-DD')
  }
})

test('a figure is any number up to the largest amount, never a text or true', () => {
  const price = (unit_price: unknown) => faults({ items: [{ name: 'n', quantity: unit_price, unit_price: 1 }] })
  for (const fine of [0, -1, 0.1, 0.1 + 0.2, 1e-7, 999_999_999_999.999, -999_999_999_999.999, 5e-324])
    assert.deepEqual(price(fine), [])
  for (const bad of [1e21, 1e308, 1e12, -1e12, 2 ** 53]) {
    const sentence = 'items[0].quantity must be between -999999999999.999 and 999999999999.999'
    assert.deepEqual(price(bad), [`items[0].quantity: ${sentence} [amount_too_large]`])
  }
  for (const bad of ['12.00', true, [], {}]) assert.equal(price(bad).length, 1)
})

test('numbers are taken at 15 significant digits before they are judged, those in lists and whole ones too', () => {
  const body = { customer_id: 'c', discount_value: 0.1 + 0.2, progress: 0.29 * 100, items: [{ name: 'n', unit_price: 20 / 60 }] }
  assert.deepEqual(checkBody(body), [])
  assert.deepEqual(body, {
    customer_id: 'c',
    discount_value: 0.3,
    progress: 29,
    items: [{ name: 'n', unit_price: 0.333333333333333 }],
  })
  const free = { customer_id: 'c', metadata: { n: 0.1 + 0.2, a: [20 / 60] } }
  assert.deepEqual(checkBody(structuredClone(free)), [])
  checkBody(free)
  assert.deepEqual(free, { customer_id: 'c', metadata: { n: 0.1 + 0.2, a: [20 / 60] } })
})

test('null is absent in the objects of a list, and in a whole body that creates', () => {
  const body = () => ({ customer_id: 'c', notes: null, title: null, items: [{ name: 'n', quantity: null, unit_price: 1 }] })
  assert.deepEqual(
    checkBody(body()).map(({ param }) => param),
    ['title'],
  )
  const created = body()
  assert.deepEqual(compileBody(Body, { is_null_absent: true })(created), [])
  assert.deepEqual(created, { customer_id: 'c', items: [{ name: 'n', unit_price: 1 }] })
  assert.deepEqual(
    compileBody(Body, { is_null_absent: true })({ customer_id: null }).map(({ param, code }) => [param, code]),
    [['customer_id', 'parameter_missing']],
  )
})

test('fields that their reader judges are taken with any value, and no unknown field is said to mean one', () => {
  const check = compileBody(Body, { also: ['created_at'] })
  for (const value of [null, 5, 'x', { a: [1] }]) assert.deepEqual(check({ customer_id: 'c', created_at: value }), [])
  assert.equal(check({ customer_id: 'c', created_att: 1 })[0]?.error.includes('created_at;'), false)
})

test('length is counted in code points', () => {
  assert.deepEqual(faults({ title: '💰'.repeat(255) }), [])
  assert.equal(fault({ title: '💰'.repeat(256) }), 'title may have at most 255 characters, not 256')
})

test('a body that is not an object is refused without a param', () => {
  for (const [body, name] of [
    [null, 'null'],
    [[], 'an array'],
    ['x', 'a string'],
    [5, 'a number'],
    [true, 'true'],
  ]) {
    assert.deepEqual(checkBody(body), [{ error: `The body must be a JSON object, not ${name}`, code: 'parameter_invalid' }])
  }
})

test('faults come in the order of the schema, unknown fields last, at most 20 of them', () => {
  const found = checkBody({ nope: 1, progress: -1, title: '' })
  assert.deepEqual(
    found.map(({ param }) => param),
    ['customer_id', 'title', 'progress', 'nope'],
  )
  const many = Object.fromEntries(Array.from({ length: 45_000 }, (_, index) => [`k${index}`, index]))
  assert.equal(checkBody(many).length, MOST_FAULTS)
  const List2000 = compileBody(Type.Object({ items: Type.Array(Line, { maxItems: 2_000 }) }, closed))
  assert.equal(List2000({ items: Array.from({ length: 2_000 }, () => ({ x: 1 })) }).length, MOST_FAULTS)
  assert.equal(List2000({ items: Array.from({ length: 2_001 }, () => ({ x: 1 })) }).length, 1)
})

test('a body is refused exactly when a fault is found', () => {
  const values = [
    null,
    true,
    false,
    0,
    -1,
    1,
    1.5,
    0.123,
    101,
    1e21,
    '',
    ' ',
    'a',
    'AB',
    'EUR',
    'draft',
    'fixed',
    'read',
    '💰💰💰💰💰',
  ]
  const more = [
    '2026-02-30',
    '2028-02-29',
    '2026-03-01T12:00:00Z',
    [],
    [1],
    ['read'],
    ['a', 'b', 'c'],
    {},
    { a: 1 },
    { k: 'x'.repeat(60) },
  ]
  const line = { name: 'n', unit_price: 1 }
  const lines = [
    [line],
    line,
    [line, line, line, line],
    [{ ...line, x: 1 }],
    [{ ...line, quantity: null }],
    [{ name: ' ', unit_price: 1 }],
  ]
  const value = fc.oneof(fc.constantFrom<unknown>(...values, ...more, ...lines), fc.jsonValue())
  const field = fc.constantFrom(...Object.keys(Body.properties), 'nope')
  const rules = readSchema(Body)
  fc.assert(
    fc.property(fc.dictionary(field, value, { maxKeys: 3, noNullPrototype: true }), fc.boolean(), (fields, has_customer) => {
      const body = has_customer ? { customer_id: 'cus_1', ...fields } : fields
      // Throws when Ajv refuses what `explain` finds no fault in. It reads the body in place, so it goes first.
      const judged = checkBody(body)
      const found: Fault[] = []
      explain(rules, body, '', found)
      assert.deepEqual(judged, found)
    }),
    { numRuns: 5_000 },
  )
})

test('a schema with a keyword or format that nobody explains is refused at the start', () => {
  const refused = [
    Type.String({ format: 'email' }),
    Type.Number({ multipleOf: 2 }),
    Type.Array(Type.String(), { uniqueItems: true }),
    Type.Record(Type.String(), Type.Number()),
    Type.Intersect([Type.Object({}), Type.Object({})]),
  ]
  for (const schema of refused) assert.throws(() => compileBody(Type.Object({ a: Type.Array(schema) })), /known|Unknown/)
  compileBody(Type.Object({ a: Type.String({ 'x-note': 'for readers', description: 'd', examples: ['e'] }) }))
})

test('the building blocks are plain JSON Schema', () => {
  const plain = (schema: TSchema) => JSON.parse(JSON.stringify(schema))
  assert.deepEqual(plain(Nullable(Text(10, { description: 'd' }))), { type: ['string', 'null'], maxLength: 10, description: 'd' })
  assert.deepEqual(plain(Nullable(StringEnum(['a', 'b']))), { type: ['string', 'null'], enum: ['a', 'b', null] })
  assert.deepEqual(plain(Nullable(Line)), { anyOf: [plain(Line), { type: 'null' }] })
  assert.deepEqual(plain(Decimal({ minimum: 0 })), { type: 'number', minimum: 0, maximum: 999_999_999_999.999 })
  assert.deepEqual(plain(Metadata()), { type: 'object', additionalProperties: true, 'x-maxBytes': 65_536 })
  assert.deepEqual(plain(Name()), { type: 'string', minLength: 1, maxLength: 255, 'x-notBlank': true })
  assert.deepEqual(plain(List(['a'])), { type: 'array', items: { type: 'string', enum: ['a'] } })
  assert.deepEqual(plain(DateString()), { type: 'string', format: 'date' })
  assert.deepEqual(plain(Timestamp()), { type: 'string', format: 'date-time' })
  assert.deepEqual(plain(Id('cus')), { type: 'string', minLength: 1, maxLength: 255, examples: ['cus_…'] })
})
