import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import fc from 'fast-check'
import {
  addDays,
  dateYear,
  elapsedMinutes,
  isDate,
  isTimestamp,
  normalizeTimestamp,
  readMoment,
  timestamp,
  todayUtc,
  toUtcMilliseconds,
} from './dates.ts'

// No zone that the server is in may move a date.
const { TZ } = process.env
process.env['TZ'] = 'America/New_York'
after(() => {
  if (TZ === undefined) delete process.env['TZ']
  else process.env['TZ'] = TZ
})

const anyDate = fc
  .record({
    year: fc.integer({ min: 1, max: 9999 }),
    month: fc.integer({ min: 1, max: 12 }),
    day: fc.integer({ min: 1, max: 31 }),
  })
  .map((fields) => Temporal.PlainDate.from(fields).toString())

/** What Temporal says of a text as a date in our spelling. */
function isTemporalDate(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false
  try {
    return Temporal.PlainDate.from(text).year >= 1
  } catch {
    return false
  }
}

test('impossible dates are refused, not rolled over', () => {
  for (const text of ['2026-02-30', '2026-04-31', '2026-02-29', '2026-06-31', '2026-01-00', '2026-00-10'])
    assert.equal(isDate(text), false, text)
  assert.equal(isDate('2028-02-29'), true)
})

test('only a real YYYY-MM-DD is a date', () => {
  for (const text of ['2024-02-29', '2000-02-29', '9999-12-31', '0001-01-01', '0004-02-29'])
    assert.equal(isDate(text), true, text)
  const refused = [
    '2024-02-30',
    '2023-02-29',
    '2100-02-29',
    '1900-02-29',
    '0000-01-01',
    '2024-13-01',
    '2024-1-5',
    '2024-01-05T00:00:00Z',
  ]
  refused.push(
    '2024-01-05Z',
    '2024-01-05+02:00',
    '',
    '20240229',
    ' 2024-01-05',
    '2024-01-05 ',
    '2024-01-05\n',
    '+002024-01-05',
    '-2024-01-05',
  )
  refused.push('2024/01/05', '05.01.2024', '2024-W01-5', '2024-005', '٢٠٢٤-٠١-٠٥', '10000-01-01', '2024-01-5\u0000', '2024-O1-05')
  for (const text of refused) assert.equal(isDate(text), false, text)
})

test('a text is a date exactly when Temporal says so', () => {
  const almost = fc.string({ unit: fc.constantFrom(...'0012349-'), minLength: 10, maxLength: 10 })
  const shaped = fc
    .tuple(fc.nat(9999), fc.nat(14), fc.nat(33))
    .map(
      ([year, month, day]) =>
        `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`,
    )
  fc.assert(
    fc.property(fc.oneof(almost, shaped, fc.string()), (text) => assert.equal(isDate(text), isTemporalDate(text), text)),
    { numRuns: 3_000 },
  )
  for (let year = 1; year <= 9999; year++) {
    const text = `${String(year).padStart(4, '0')}-02-29`
    assert.equal(isDate(text), isTemporalDate(text), text)
  }
})

test('adding days is what Temporal adds, and undefined beyond the years 0001 to 9999', () => {
  fc.assert(
    fc.property(
      anyDate,
      fc.oneof(fc.integer({ min: -800, max: 800 }), fc.integer({ min: -4_000_000, max: 4_000_000 })),
      (date, days) => {
        const sum = Temporal.PlainDate.from(date).add({ days })
        assert.equal(addDays(date, days), sum.year >= 1 && sum.year <= 9999 ? sum.toString() : undefined)
      },
    ),
    { numRuns: 3_000 },
  )
  // Each day of 400 years and a bit follows the one before.
  let date = '1999-12-25'
  let expected = Temporal.PlainDate.from(date)
  for (let count = 0; count < 146_200; count++) {
    date = addDays(date, 1)!
    expected = expected.add({ days: 1 })
    assert.equal(date, expected.toString())
  }
  assert.equal(addDays('9999-12-31', 0), '9999-12-31')
  assert.equal(addDays('9999-12-31', 1), undefined)
  assert.equal(addDays('0001-01-01', -1), undefined)
  assert.equal(addDays('2026-01-01', Number.MAX_SAFE_INTEGER), undefined)
  for (const days of [0.5, Number.NaN, Number.POSITIVE_INFINITY]) assert.throws(() => addDays('2026-01-01', days), RangeError)
  assert.throws(() => addDays('2026-02-30', 1), RangeError)
})

test('30 days across February, a leap day and the end of summer time', () => {
  const cases = { '2026-01-30': '2026-03-01', '2028-01-30': '2028-02-29', '2026-10-15': '2026-11-14', '2026-12-15': '2027-01-14' }
  for (const [date, due] of Object.entries(cases)) assert.equal(addDays(date, 30), due)
})

test('today is the UTC day, wherever the server stands', () => {
  assert.equal(todayUtc(Date.parse('2026-03-01T00:00:00.000Z')), '2026-03-01')
  assert.equal(todayUtc(Date.parse('2026-03-01T23:59:59.999Z')), '2026-03-01')
  assert.equal(todayUtc(-1), '1969-12-31')
  assert.equal(dateYear('2026-03-01'), 2026)
  assert.equal(dateYear('0009-12-31T00:00:00.000Z'), 9)
})

test('a timestamp is what Date.prototype.toISOString writes', () => {
  const range = { min: Date.parse('0001-01-01T00:00:00Z'), max: Date.parse('9999-12-31T23:59:59.999Z') }
  fc.assert(
    fc.property(fc.oneof(fc.integer(range), fc.integer({ min: -100_000, max: 100_000 })), (now_ms) => {
      assert.equal(timestamp(now_ms), new Date(now_ms).toISOString())
      assert.equal(todayUtc(now_ms), new Date(now_ms).toISOString().slice(0, 10))
      assert.equal(toUtcMilliseconds(timestamp(now_ms)), now_ms)
    }),
    { numRuns: 2_000 },
  )
  for (const now_ms of [range.min, range.max]) assert.equal(timestamp(now_ms), new Date(now_ms).toISOString())
  for (const now_ms of [range.min - 1, range.max + 1, Number.NaN]) assert.throws(() => timestamp(now_ms), RangeError)
})

const two = (max: number) => fc.nat(max).map((number) => String(number).padStart(2, '0'))
const fraction = fc.option(fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 1, maxLength: 9 }), { nil: '' })
const offset = fc.oneof(
  fc.constant('Z'),
  fc.tuple(fc.constantFrom('+', '-'), two(23), two(59)).map(([sign, hours, minutes]) => `${sign}${hours}:${minutes}`),
)
const anyTimestamp = fc
  .tuple(anyDate, two(23), two(59), two(59), fraction, offset)
  .map(
    ([date, hour, minute, second, decimals, zone]) => `${date}T${hour}:${minute}:${second}${decimals && `.${decimals}`}${zone}`,
  )

test('a moment with any offset is the one that Temporal reads, cut to milliseconds', () => {
  fc.assert(
    fc.property(anyTimestamp, (text) => {
      const instant = Temporal.Instant.from(text).round({ smallestUnit: 'millisecond', roundingMode: 'floor' })
      const { year } = instant.toZonedDateTimeISO('UTC')
      assert.equal(isTimestamp(text), year >= 1 && year <= 9999)
      fc.pre(isTimestamp(text))
      assert.equal(toUtcMilliseconds(text), instant.epochMilliseconds)
      assert.equal(normalizeTimestamp(text), instant.toString({ smallestUnit: 'millisecond' }))
    }),
    { numRuns: 3_000 },
  )
})

test('whatever is taken as a timestamp, Temporal takes too', () => {
  const change = fc.tuple(fc.nat(), fc.nat(2), fc.string({ unit: fc.constantFrom(...'0123456789+-:.TtZz '), maxLength: 2 }))
  fc.assert(
    fc.property(anyTimestamp, change, (text, [at, drop, piece]) => {
      const start = at % text.length
      const changed = text.slice(0, start) + piece + text.slice(start + drop)
      fc.pre(isTimestamp(changed))
      assert.equal(toUtcMilliseconds(changed), Temporal.Instant.from(changed).epochMilliseconds)
    }),
    { numRuns: 3_000 },
  )
})

test('a timestamp has a date, seconds and an offset, all of which exist', () => {
  const taken = [
    '2026-03-01T12:00:00Z',
    '2026-03-01T12:00:00.1Z',
    '2026-03-01T12:00:00.123456789+14:00',
    '2026-03-01T23:59:59-00:00',
  ]
  for (const text of taken) assert.equal(isTimestamp(text), true, text)
  const refused = [
    '2026-03-01',
    '2026-03-01T12:00:00',
    '2026-03-01T12:00Z',
    '2026-03-01t12:00:00z',
    '2026-03-01 12:00:00Z',
    '2026-03-01T12Z',
  ]
  refused.push(
    '2026-03-01T24:00:00Z',
    '2026-03-01T12:60:00Z',
    '2026-12-31T23:59:60Z',
    '2026-02-30T12:00:00Z',
    '2026-03-01T12:00:00+2:00',
  )
  refused.push(
    '2026-03-01T12:00:00+24:00',
    '2026-03-01T12:00:00+02:60',
    '2026-03-01T12:00:00+0200',
    '2026-03-01T12:00:00.Z',
    '2026-03-01T12:00:00,5Z',
  )
  refused.push(
    '2026-03-01T12:00:00.1234567890Z',
    '2026-03-01T12:00:00ZZ',
    '2026-03-01T12:00:00Z\n',
    '2026-03-01T12:00:00[UTC]',
    '',
    'yesterday',
  )
  refused.push(
    '0001-01-01T00:00:00+01:00',
    '9999-12-31T23:59:59-01:00',
    '1772366400',
    '20260301T120000Z',
    '2026-03-01T12:00:00.12٥Z',
  )
  for (const text of refused) assert.equal(isTimestamp(text), false, text)
  assert.throws(() => normalizeTimestamp('2026-03-01'), RangeError)
  assert.equal(normalizeTimestamp('2026-03-01T12:00:00.9999+02:00'), '2026-03-01T10:00:00.999Z')
})

test('minutes are elapsed UTC time, also across the end of summer time', () => {
  assert.equal(elapsedMinutes('2026-10-25T00:30:00Z', '2026-10-25T02:15:00Z'), 105)
  assert.equal(elapsedMinutes('2026-10-25T02:30:00+02:00', '2026-10-25T03:15:00+01:00'), 105)
  assert.equal(elapsedMinutes('2026-03-01T12:00:00.001Z', '2026-03-01T12:01:00.000Z'), 0)
  assert.equal(elapsedMinutes('2026-03-01T12:00:00Z', '2026-03-01T12:01:59.999Z'), 1)
  assert.ok(elapsedMinutes('2026-03-01T12:00:00Z', '2026-03-01T11:59:59Z') < 0)
})

test('a bound of created is a date, a date-time with any offset or none, or unix seconds, and is inclusive as a whole', () => {
  const cases: [string, string, string][] = [
    ['2026-03-01', '2026-03-01T00:00:00.000Z', '2026-03-01T23:59:59.999Z'],
    ['2026-03-01T12:00:00Z', '2026-03-01T12:00:00.000Z', '2026-03-01T12:00:00.999Z'],
    ['2026-03-01T12:00:00+02:00', '2026-03-01T10:00:00.000Z', '2026-03-01T10:00:00.999Z'],
    ['2026-03-01T12:00:00.250-09:30', '2026-03-01T21:30:00.250Z', '2026-03-01T21:30:00.250Z'],
    ['1772366400', '2026-03-01T12:00:00.000Z', '2026-03-01T12:00:00.999Z'],
    ['0', '1970-01-01T00:00:00.000Z', '1970-01-01T00:00:00.999Z'],
    ['253402300799', '9999-12-31T23:59:59.000Z', '9999-12-31T23:59:59.999Z'],
    ['9999-12-31', '9999-12-31T00:00:00.000Z', '9999-12-31T23:59:59.999Z'],
    ['2026-03-01T12:00:00', '2026-03-01T12:00:00.000Z', '2026-03-01T12:00:00.999Z'],
    ['2026-03-01T12:00', '2026-03-01T12:00:00.000Z', '2026-03-01T12:00:59.999Z'],
    ['2026-03-01T12:00Z', '2026-03-01T12:00:00.000Z', '2026-03-01T12:00:59.999Z'],
    ['2026-03-01T12:00:00.25', '2026-03-01T12:00:00.250Z', '2026-03-01T12:00:00.250Z'],
    ['2026-03-01T12:00:00 02:00', '2026-03-01T10:00:00.000Z', '2026-03-01T10:00:00.999Z'],
    ['2026-03-01T12:00-09:30', '2026-03-01T21:30:00.000Z', '2026-03-01T21:30:59.999Z'],
    ['5.5', '1970-01-01T00:00:05.500Z', '1970-01-01T00:00:05.500Z'],
    ['1772366400.123456', '2026-03-01T12:00:00.123Z', '2026-03-01T12:00:00.123Z'],
  ]
  for (const [text, from, until] of cases) {
    assert.equal(readMoment(text, 'from'), from)
    assert.equal(readMoment(text, 'until'), until)
  }
  const refused = [
    '1e20',
    '100000000000000000000',
    '253402300800',
    '1772366400000',
    '-1',
    '+5',
    ' 5',
    '5.',
    '.5',
    '05',
    '٥',
    '',
    'yesterday',
    'null',
  ]
  refused.push('2026-02-30', '2026-02-30T12:00', '2026-03-01T12', '2026-03-01T12:00.5', '2026-03-01 12:00:00', '2026-03-01T24:00')
  refused.push('2026-03-01T12:00:00 0200', '2026-03-01T12:00:00  02:00', '9999-12-31T23:59-01:00', 'NaN', 'Infinity', '0x10')
  for (const text of refused) for (const edge of ['from', 'until'] as const) assert.equal(readMoment(text, edge), undefined, text)
})
