// Requests made from the declared schemas: values on both sides of every constraint, arbitrary ones, and bodies that are no JSON. Which of them
// satisfy their schemas is for judge.ts to say.
import fc from 'fast-check'
import { type Kind, kindOfId, type Scene, unknownId } from './fixtures.ts'
import type { Schema } from './judge.ts'

/** A value for a declared schema, and what is odd about it. */
export interface Variant {
  label: string
  value: unknown
}

// ── values on both sides of every constraint ────────────────────────────────────────────────────────────────────────────────────────

const OF_ANY_TYPE: readonly unknown[] = [
  ...[null, true, false, 0, 1, -1, 1.5, '', 'x', '0', '1', 'true', 'null', [], {}, [null], [[]], { a: 1 }, [{}]],
  ...[1e308, -1e308, 5e-324, 1e21, 2 ** 53, 2 ** 53 - 1, -(2 ** 53), 1e-7, 0.1, 0.005, 999_999_999_999.999, 999_999_999_999_999],
]

/** Texts that other services stumbled over. */
export const HOSTILE_TEXTS: readonly string[] = [
  ...[
    'a\0b',
    '\ud800',
    'x\udc00',
    '\u2028',
    '\ufeff',
    '\u202e',
    '\u200b',
    '   ',
    '\t\n',
    '\r\nX: y',
    'e\u0301',
    `${'a'.repeat(200)}!`,
  ],
  ...linesOf(String.raw`
    '; DROP TABLE invoices; --
    ' OR '1'='1
    " OR ""="
    %_\'"
    \
    {{1+1}} #{1}
    <script>alert(1)</script>
    <img src=x onerror=alert(1)>
    請求書 فاتورة Łódź é 💰`),
  ...wordsOf(
    '% _ * ? ../../etc/passwd %00 %zz %2e%2e%2f =1+1 NaN Infinity -0 1e400 0x10 1_000 ٥ 12.00 undefined __proto__ constructor',
  ),
]

const DATES = wordsOf(`
  2026-03-01 2024-02-29 9999-12-31 0001-01-01 2026-02-30 2023-02-29 2100-02-29 2024-13-01 2024-00-10 2024-1-5 0000-01-01
  10000-01-01 20240229 2024-02-29T00:00:00Z 2024-02-29Z ٢٠٢٤-٠١-٠١ 2026-04-31 2026/03/01 01.03.2026 +002026-03-01
  -2026-03-01 2026-W10-1 2026-060`)

const MOMENTS = wordsOf(`
  2026-03-01T08:00:00Z 2026-03-01T08:00:00.123Z 2026-03-01T08:00:00.123456789Z 2026-03-01T08:00:00+14:00
  2026-10-25T02:30:00+01:00 0001-01-01T00:00:00Z 9999-12-31T23:59:59.999Z 9999-12-31T23:59:59-01:00
  0001-01-01T00:00:00+01:00 2026-03-01 2026-03-01T08:00Z 2026-03-01T08:00:00 2026-03-01t08:00:00z 2026-03-01T24:00:00Z
  2026-02-30T08:00:00Z 2026-03-01T08:00:60Z 2026-03-01T08:00:00.Z 2026-03-01T08:00:00.1234567890Z
  2026-03-01T08:00:00+24:00 2026-03-01T08:00:00+0100 2026-03-01T08:00:00+01 1772352000 2026-03-01T08:00:00Z[UTC]`)

/** Texts of query parameters that are written as numbers, or nearly. */
const NUMERALS = wordsOf(`
  0 1 2 50 99 100 101 -1 -0 +1 1.0 1.5 1e2 1e400 0x10 01 00 5abc abc ٥ 1_0 1,0 1000000 2147483648 9007199254740991 9007199254740992
  9223372036854775808 ${'1'.repeat(400)} NaN null`).concat('', ' 5', '5 ')

const MOMENT_FILTERS = [...DATES, ...MOMENTS, ...wordsOf('0 -1 1e20 99999999999999 1772352000.5 yesterday 253402300800')]

function wordsOf(text: string): string[] {
  return text.trim().split(/\s+/)
}

function linesOf(text: string): string[] {
  return text.trim().split(/\n +/)
}

/** A value that satisfies the schema; ids are those of the scene. */
export function sampleOf(schema: Schema, scene: Scene): unknown {
  if (schema.anyOf) return sampleOf(schema.anyOf.find((branch) => branch.type !== 'null')!, scene)
  if (schema.enum) return schema.enum[0]
  if (schema.const !== undefined) return schema.const
  const type = [schema.type].flat().find((one) => one !== 'null')
  if (type === 'string') return sampleText(schema, scene)
  if (type === 'boolean') return true
  if (type === 'number' || type === 'integer') return Math.min(Math.max(1, schema.minimum ?? 1), schema.maximum ?? 1)
  if (type === 'array') return schema.items && (schema.maxItems ?? 1) > 0 ? [sampleOf(schema.items, scene)] : []
  const { properties = {}, required = [] } = schema
  return Object.fromEntries(required.map((name) => [name, sampleOf(properties[name]!, scene)]))
}

function sampleText(schema: Schema, scene: Scene): string {
  const kind = kindNamedBy(schema)
  if (kind) return scene[kind]
  if (schema.format === 'date') return DATES[0]!
  if (schema.format === 'date-time') return MOMENTS[0]!
  // The only text of exactly three characters is a currency.
  return schema.maxLength === 3 ? 'EUR' : 'text'
}

/** The kind of object whose id a schema asks for. */
function kindNamedBy(schema: Schema): Kind | undefined {
  const id = schema.examples?.find((example) => typeof example === 'string' && example.endsWith('_…'))
  return id === undefined ? undefined : kindOfId(id as string)
}

/** Values for a place where `schema` is declared: around each of its bounds, of each wrong type, and odd ones. */
export function variantsOf(schema: Schema, scene: Scene, foreign: Scene): Variant[] {
  const found: Variant[] = OF_ANY_TYPE.map((value) => ({ label: `= ${JSON.stringify(value)}`, value }))
  const add = (label: string, value: unknown) => found.push({ label, value })
  for (const branch of schema.anyOf ?? []) found.push(...variantsOf(branch, scene, foreign))
  for (const value of schema.enum ?? []) {
    add(`is ${value}`, value)
    if (typeof value !== 'string') continue
    for (const odd of [value.toUpperCase(), ` ${value}`, `${value} `, `${value},${value}`, value.slice(0, -1)])
      add(`is ${odd}`, odd)
  }
  const types = [schema.type].flat()
  if (types.includes('string') && !schema.enum) addTexts(schema, scene, foreign, add)
  if (types.includes('number') || types.includes('integer')) addNumbers(schema, add)
  if (types.includes('array')) addArrays(schema, scene, foreign, add)
  if (types.includes('object')) addObjects(schema, scene, foreign, add)
  return found
}

type Add = (label: string, value: unknown) => void

function addTexts(schema: Schema, scene: Scene, foreign: Scene, add: Add): void {
  const { minLength = 0, maxLength } = schema
  if (schema.format === 'date') for (const date of DATES) add(`is ${date}`, date)
  else if (schema.format === 'date-time') for (const moment of MOMENTS) add(`is ${moment}`, moment)
  else for (const text of HOSTILE_TEXTS) add(`is ${JSON.stringify(text).slice(0, 40)}`, text)
  for (const length of [
    minLength - 1,
    minLength,
    minLength + 1,
    ...(maxLength === undefined ? [] : [maxLength - 1, maxLength, maxLength + 1]),
  ]) {
    if (length < 0) continue
    add(`has ${length} letters`, 'a'.repeat(length))
    add(`has ${length} code points of two units`, '💰'.repeat(length))
    add(`has ${length} blanks`, ' '.repeat(length))
  }
  if (schema.maxLength === 3) for (const code of ['EUR', 'jpy', 'KWD', 'HUF', 'XYZ', 'XXX', 'eu1', 'ﬁx']) add(`is ${code}`, code)
  const kind = kindNamedBy(schema)
  if (!kind) return
  for (const id of [scene[kind], foreign[kind], unknownId(kind), scene.invoice, scene[kind].toUpperCase(), `${scene[kind]} `])
    add(`is ${id}`, id)
}

function addNumbers(schema: Schema, add: Add): void {
  const step = [schema.type].flat().includes('integer') ? 1 : 0.001
  for (const bound of [schema.minimum, schema.maximum, schema.exclusiveMinimum, schema.exclusiveMaximum]) {
    if (bound === undefined) continue
    for (const number of [bound - step, bound, bound + step, bound - 1, bound + 1, bound + 0.5]) add(`= ${number}`, number)
  }
  for (const places of [3, 6, 7, 20]) add(`has ${places} decimals`, Number(`1e-${places}`))
  for (const noisy of [0.1 + 0.2, 20 / 60, 0.29 * 100]) add(`= ${noisy}`, noisy)
  for (const digits of [14, 15, 16, 17]) {
    add(`has ${digits} digits`, Number('1234567890123456789'.slice(0, digits)))
    add(`has ${digits} digits with decimals`, Number(`${'1234567890123456789'.slice(0, digits - 2)}.25`))
  }
}

function addArrays(schema: Schema, scene: Scene, foreign: Scene, add: Add): void {
  const { items, minItems = 0, maxItems = 20 } = schema
  if (!items) return
  const sample = sampleOf(items, scene)
  for (const length of [minItems - 1, minItems, minItems + 1, maxItems - 1, maxItems, maxItems + 1]) {
    if (length >= 0) add(`has ${length} items`, Array(length).fill(sample))
  }
  add('has two equal items', [sample, sample])
  add('has null behind an item', [sample, null])
  for (const { label, value } of variantsOf(items, scene, foreign)) add(`[0] ${label}`, [value])
}

function addObjects(schema: Schema, scene: Scene, foreign: Scene, add: Add): void {
  const { properties } = schema
  if (!properties) {
    addFreeObjects(schema, add)
    return
  }
  const sample = sampleOf(schema, scene) as Record<string, unknown>
  for (const name of Object.keys(sample)) {
    const { [name]: _, ...without } = sample
    add(`has no ${name}`, without)
  }
  for (const name of ODD_NAMES)
    add(`has the field ${name}`, Object.defineProperty({ ...sample }, name, { value: 1, enumerable: true }))
  for (const [name, property] of Object.entries(properties)) {
    for (const { label, value } of variantsOf(property, scene, foreign)) add(`${name} ${label}`, { ...sample, [name]: value })
  }
}

/** Names that no schema declares. */
export const ODD_NAMES = wordsOf('unknown company_id id __proto__ constructor toString prototype é 0').concat(
  '',
  'a\0',
  'name ',
  'x'.repeat(300),
)

function addFreeObjects(schema: Schema, add: Add): void {
  const most = schema['x-maxBytes']
  if (most !== undefined) {
    const overhead = '{"k":""}'.length
    for (const bytes of [most - 1, most, most + 1]) add(`has ${bytes} bytes`, { k: 'a'.repeat(bytes - overhead) })
    add('has too many bytes, but not too many letters', { k: 'é'.repeat(most / 2) })
  }
  for (const text of HOSTILE_TEXTS) {
    add(`has the text ${JSON.stringify(text).slice(0, 40)}`, { k: text })
    add(`has the key ${JSON.stringify(text).slice(0, 40)}`, Object.defineProperty({}, text, { value: 1, enumerable: true }))
  }
  for (const depth of [10, 30, 31, 32, 33]) {
    let nested: unknown = 1
    for (let level = 0; level < depth; level++) nested = level % 2 ? [nested] : { n: nested }
    add(`is nested ${depth} deep`, { n: nested })
  }
}

/** Texts for a query parameter. */
export function queryVariantsOf(name: string, schema: Schema, scene: Scene, foreign: Scene): string[] {
  const texts = new Set<string>([...HOSTILE_TEXTS, ...NUMERALS, 'true', 'false', 'TRUE', 'a,b', ',', ' '])
  const { maxLength } = schema
  if (maxLength !== undefined)
    for (const length of [maxLength - 1, maxLength, maxLength + 1]) texts.add('a'.repeat(length)).add('é'.repeat(length))
  const values = (schema.enum ?? schema.items?.enum ?? []) as string[]
  for (const value of values)
    for (const text of [value, value.toUpperCase(), ` ${value}`, `${value},`, `${value},${values[0]}`]) texts.add(text)
  if (schema.type === 'array') texts.add(values.join(',')).add(values.join(' , ')).add(Array(1000).fill(values[0]).join(','))
  if (/date|created|from|to|time/.test(name)) for (const text of MOMENT_FILTERS) texts.add(text)
  if (name === 'type')
    for (const text of ['invoice.*', '*', '*.paid', 'invoice', 'invoice*', 'invoice.', '.*', 'Invoice.paid', 'a'.repeat(5000)])
      texts.add(text)
  for (const id of [...Object.values(scene), ...Object.values(foreign)]) texts.add(id)
  return [...texts]
}

// ── arbitrary bodies ────────────────────────────────────────────────────────────────────────────────────────────────────────────────

/** Arbitrary values that mostly satisfy a schema, ids being any of the scenes given. */
export function arbitraryOf(schema: Schema, scenes: readonly Scene[]): fc.Arbitrary<unknown> {
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((branch) => arbitraryOf(branch, scenes)))
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.const !== undefined) return fc.constant(schema.const)
  return fc.oneof(...[schema.type].flat().map((type) => arbitraryOfType(type as string, schema, scenes)))
}

function arbitraryOfType(type: string, schema: Schema, scenes: readonly Scene[]): fc.Arbitrary<unknown> {
  if (type === 'null') return fc.constant(null)
  if (type === 'boolean') return fc.boolean()
  if (type === 'integer')
    return fc.integer({ min: Math.max(schema.minimum ?? -100, -1e9), max: Math.min(schema.maximum ?? 100, 1e9) })
  if (type === 'number') return arbitraryNumber(schema)
  if (type === 'array') return fc.array(arbitraryOf(schema.items!, scenes), { maxLength: Math.min(schema.maxItems ?? 5, 5) })
  if (type === 'string') return arbitraryText(schema, scenes)
  const { properties, required = [] } = schema
  if (!properties) return fc.dictionary(fc.string({ maxLength: 5 }), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 4 })
  const fields = Object.entries(properties).map(([name, property]) => [name, arbitraryOf(property, scenes)] as const)
  return fc.record(Object.fromEntries(fields), { requiredKeys: required })
}

function arbitraryNumber(schema: Schema): fc.Arbitrary<number> {
  const scaled = (max: number) =>
    fc.tuple(
      fc.integer({ min: Math.max(schema.minimum ?? -max, -max), max: Math.min(schema.maximum ?? max, max) }),
      fc.nat({ max: 4 }),
    )
  return fc.oneof(
    { weight: 8, arbitrary: scaled(10_000).map(([whole, places]) => Number(`${whole}e-${places}`)) },
    { weight: 1, arbitrary: scaled(999_999_999_999).map(([whole]) => whole) },
  )
}

function arbitraryText(schema: Schema, scenes: readonly Scene[]): fc.Arbitrary<string> {
  const kind = kindNamedBy(schema)
  if (kind) return fc.constantFrom(...scenes.map((scene) => scene[kind]))
  if (schema.format === 'date') return fc.oneof(anyDay, fc.constantFrom(...DATES))
  if (schema.format === 'date-time')
    return fc.oneof(
      anyDay.map((day) => `${day}T08:00:00Z`),
      fc.constantFrom(...MOMENTS),
    )
  if (schema.maxLength === 3) return fc.constantFrom('EUR', 'USD', 'JPY', 'KWD', 'HUF', 'CLF', 'chf', 'XYZ')
  return fc.oneof(
    fc.string({ minLength: 1, maxLength: 20 }),
    fc.string({ unit: 'binary', maxLength: 12 }),
    fc.constantFrom(...HOSTILE_TEXTS),
  )
}

const anyDay = fc.integer({ min: 0, max: 1500 }).map((days) => Temporal.PlainDate.from('2024-01-01').add({ days }).toString())

/** One change of a body: at one of its places, counted in the order of writing. */
export interface Mutation {
  place: number
  change: 'delete' | 'replace' | 'wrap' | 'copy' | 'rename'
  value: unknown
}

export const anyMutation: fc.Arbitrary<Mutation> = fc.record({
  place: fc.nat({ max: 200 }),
  change: fc.constantFrom('delete', 'replace', 'replace', 'replace', 'wrap', 'copy', 'rename'),
  value: fc.oneof(
    fc.constantFrom(...OF_ANY_TYPE),
    fc.constantFrom(...HOSTILE_TEXTS),
    fc.jsonValue({ maxDepth: 3, stringUnit: 'binary' }),
  ),
})

/** The body after a change. */
export function mutate(body: unknown, { place, change, value }: Mutation): unknown {
  const copy = structuredClone(body)
  const places: [parent: Record<string, unknown>, key: string][] = []
  const visit = (part: unknown) => {
    if (typeof part !== 'object' || part === null) return
    for (const key of Object.keys(part)) {
      places.push([part as Record<string, unknown>, key])
      visit((part as Record<string, unknown>)[key])
    }
  }
  visit(copy)
  const found = places[place % Math.max(1, places.length)]
  if (!found) return change === 'replace' ? value : { x: value }
  const [parent, key] = found
  if (change === 'delete') delete parent[key]
  else if (change === 'replace') parent[key] = value
  else if (change === 'wrap') parent[key] = [parent[key]]
  else if (change === 'copy') parent[`${key}2`] = parent[key]
  else {
    parent[key.toUpperCase()] = parent[key]
    delete parent[key]
  }
  return copy
}

/** Bodies that are no JSON objects, or that other readers read as something else than they say. */
export function hostileBodies(valid: string): { label: string; body: string | Buffer }[] {
  const bytes = Buffer.from(valid)
  const inserted = valid.replace(/^\{/, '')
  const texts: Record<string, string> = {
    'a second value': `${valid}{}`,
    'a trailing comma': `${valid.slice(0, -1)},}`,
    'a trailing bracket': `${valid}]`,
    'a comment': `/* */${valid}`,
    'a line comment': `${valid}//`,
    'single quotes': valid.replaceAll('"', "'") + "'",
    'a key twice': `{"x":1,"x":2,${inserted}`,
    'an escaped key twice': `{"x":1,"\\u0078":2,${inserted}`,
    'a key __proto__': `{"__proto__":{"polluted":true},${inserted}`,
    'an escaped key __proto__': `{"\\u005f_proto__":{"polluted":true},${inserted}`,
    'constructor.prototype': `{"constructor":{"prototype":{"polluted":true}},${inserted}`,
    'an array around it': `[${valid}]`,
    'a text': JSON.stringify(valid),
    null: 'null',
    true: 'true',
    'a number': '1',
    'an empty text': '""',
    'an empty array': '[]',
    blanks: '  \n ',
    'a form': 'name=x&amount=1',
    xml: '<?xml version="1.0"?><a/>',
    'depth 33': `{"x":${'['.repeat(32)}${']'.repeat(32)},${inserted}`,
    'depth 100,000': '['.repeat(100_000),
    'depth 100,000 of objects': '{"a":'.repeat(100_000),
    '60,000 keys': `{${Array.from({ length: 60_000 }, (_, index) => `"k${index}":1`).join(',')}}`,
    '60,000 values': `{"x":[${'1,'.repeat(60_000)}1],${inserted}`,
    'a long text': `{"x":"${'a'.repeat(1_000_000)}"}`,
    'a long number': `{"x":${'9'.repeat(100_000)},${inserted}`,
    'a long key': `{"${'k'.repeat(100_000)}":1,${inserted}`,
  }
  for (const value of [
    'NaN',
    'Infinity',
    '-Infinity',
    'undefined',
    '01',
    '1.',
    '.5',
    '+1',
    '1e',
    '0x1',
    '1e400',
    '-1e400',
    "'a'",
    'tru',
    'nulll',
  ])
    texts[`the value ${value}`] = `{"x":${value},${inserted}`
  for (const text of ['\\u0000', '\\ud800', '\\udc00', '\\ud800\\u0041', '\\x41', '\\u12', '\t', '\n'])
    texts[`the text ${JSON.stringify(text)}`] = `{"x":"${text}",${inserted}`
  const found: { label: string; body: string | Buffer }[] = Object.entries(texts).map(([label, body]) => ({ label, body }))
  const raw: Record<string, Buffer> = {
    'a byte order mark': Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), bytes]),
    'UTF-16': Buffer.from(valid, 'utf16le'),
    'Latin-1': Buffer.from(`{"x":"é",${inserted}`, 'latin1'),
    'an overlong sequence': Buffer.concat([Buffer.from('{"x":"'), Buffer.from([0xc0, 0xaf]), Buffer.from(`",${inserted}`)]),
    'an encoded surrogate': Buffer.concat([Buffer.from('{"x":"'), Buffer.from([0xed, 0xa0, 0x80]), Buffer.from(`",${inserted}`)]),
    'a NUL byte': Buffer.concat([bytes, Buffer.from([0])]),
    'a gzip body': Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0]),
  }
  for (const [label, body] of Object.entries(raw)) found.push({ label, body })
  for (let end = 1; end < bytes.length; end += Math.ceil(bytes.length / 40))
    found.push({ label: `cut at ${end}`, body: bytes.subarray(0, end) })
  return found
}
