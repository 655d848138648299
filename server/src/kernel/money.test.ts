import assert from 'node:assert/strict'
import { test } from 'node:test'
import Big from 'big.js'
import fc from 'fast-check'
import { canBeHeld, dividedBy, rational, roundHalfAway, times } from '../../test/support/rational-model.ts'
import {
  AmountTooLarge,
  addDecimal,
  atFifteenDigits,
  convertDigits,
  decimalPlaces,
  decimalText,
  fromDecimalText,
  fromMinor,
  hoursFromMinutes,
  isAbove,
  maxAmount,
  multiplyDecimal,
  multiplyToMinor,
  percentOf,
  perHour,
  roundToMinor,
  shownNumber,
  sumMinor,
} from './money.ts'

const anyDigits = fc.integer({ min: 0, max: 4 })
// Decimals of up to 15 significant digits and 6 places, small ones and those at the limits alike.
const decimal = fc
  .tuple(fc.integer({ min: 0, max: 15 }), fc.maxSafeNat(), fc.integer({ min: 0, max: 6 }), fc.boolean())
  .map(([length, seed, places, is_negative]) => (is_negative ? -1 : 1) * Number(`${seed % 10 ** length}e-${places}`))
const rate = fc
  .tuple(fc.integer({ min: 0, max: 100_000_000 }), fc.integer({ min: 6, max: 8 }))
  .map(([n, p]) => Number(`${n}e-${p}`))
const minorUnits = fc.integer({ min: -999_999_999_999_999, max: 999_999_999_999_999 })

function heldOrTooLarge(compute: () => number): number | 'too large' {
  try {
    return compute()
  } catch (error) {
    if (error instanceof AmountTooLarge) return 'too large'
    throw error
  }
}

test('any number is taken at 15 significant digits', () => {
  const cases: [number, number][] = [
    [0.1 + 0.2, 0.3],
    [20 / 60, 0.333333333333333],
    [200 / 3, 66.6666666666667],
    [-1.1 * 3, -3.3],
    [8769.6, 8769.6],
    [1e-7, 1e-7],
    [-1.000000000000006, -1.00000000000001],
    [9_007_199_254_740_992, 9_007_199_254_740_990],
    [5e-324, 5e-324],
    [-0, 0],
  ]
  for (const [number, taken] of cases) assert.ok(Object.is(atFifteenDigits(number), taken), `${number}`)
})

test('a number at 15 digits is the decimal that is nearest to it, and stays what it is from then on', () => {
  const anyNumber = fc.oneof(decimal, fc.double({ noNaN: true, noDefaultInfinity: true, min: 1e-250, max: 1e290 }))
  fc.assert(
    fc.property(anyNumber, fc.boolean(), (size, is_negative) => {
      const number = is_negative ? -size : size
      const taken = atFifteenDigits(number)
      assert.equal(atFifteenDigits(taken), taken)
      if (number === 0) return
      // In fractions: half a unit of the fifteenth digit off at most.
      const [exact, near] = [fractionOf(Math.abs(number)), rational(String(Math.abs(taken)))]
      const digits = String(near.over).replace(/0+$/, '').length
      assert.ok(digits <= 15, `${taken}`)
      const gap = near.over * exact.under - exact.over * near.under
      const allowed = exact.over * near.under
      assert.ok((gap < 0n ? -gap : gap) * 2n * 10n ** 14n <= allowed, `${number} was taken as ${taken}`)
    }),
    { numRuns: 3000 },
  )
})

/** What a double is, exactly. */
function fractionOf(number: number): { over: bigint; under: bigint } {
  let [over, under] = [number, 1n]
  while (!Number.isInteger(over)) [over, under] = [over * 2, under * 2n]
  return { over: BigInt(over), under }
}

test('a stored decimal is shown in plain digits, however small it is', () => {
  fc.assert(
    fc.property(decimal, fc.integer({ min: 0, max: 40 }), (n, places) => {
      const number = atFifteenDigits(n / 10 ** places)
      const text = JSON.stringify(fromDecimalText(decimalText(number)))
      assert.match(text, /^-?\d+(\.\d+)?$/)
      assert.ok(Object.is(JSON.parse(text), number), text)
      assert.equal(shownNumber(fromDecimalText(decimalText(number))), number)
    }),
  )
})

test('zero is never negative', () => {
  const zeros = [
    atFifteenDigits(-0),
    fromMinor(-0, 2),
    roundToMinor('-0.001', 2),
    roundToMinor(-0, 2),
    multiplyToMinor(-1, 0, 2),
    multiplyToMinor(-0.001, 0.001, 2),
    percentOf(-1, 1),
    percentOf(0, 19),
    convertDigits(-1, 2, 0),
    sumMinor([-0], 2),
    perHour('-0.1', 2),
    hoursFromMinutes(-0),
  ]
  for (const zero of zeros) assert.ok(Object.is(zero, 0), String(zero))
  assert.equal(decimalText(-0), '0')
})

test('every amount that can be held goes to JSON and back unchanged, in plain digits and no more than its currency has', () => {
  fc.assert(
    fc.property(minorUnits, anyDigits, (minor, digits) => {
      fc.pre(canBeHeld(BigInt(minor), digits))
      const text = JSON.stringify(fromMinor(minor, digits))
      assert.match(text, /^-?\d+(\.\d+)?$/)
      assert.ok((text.split('.')[1] ?? '').length <= digits, text)
      assert.equal(roundHalfAway(rational(text), digits), BigInt(minor))
      assert.equal(roundToMinor(JSON.parse(text), digits), minor)
    }),
    { numRuns: 5000 },
  )
})

test('the largest amount is in, the next one is out, for every number of digits', () => {
  assert.deepEqual(
    [0, 1, 2, 3, 4].map(maxAmount),
    [999_999_999_999, 999_999_999_999.9, 999_999_999_999.99, 999_999_999_999.999, 99_999_999_999.9999],
  )
  for (const digits of [0, 1, 2, 3, 4]) {
    const most = roundToMinor(maxAmount(digits), digits)
    assert.ok(canBeHeld(BigInt(most), digits) && !canBeHeld(BigInt(most) + 1n, digits))
    assert.equal(sumMinor([most], digits), most)
    assert.throws(() => sumMinor([most, 1], digits), AmountTooLarge)
    assert.throws(() => sumMinor([-most, -1], digits), AmountTooLarge)
  }
  assert.throws(() => maxAmount(5), /No currency has 5 digits/)
})

test('halves are rounded away from zero, on both sides', () => {
  assert.equal(roundToMinor('44.925', 2), 4493)
  assert.equal(roundToMinor(44.925, 2), 4493)
  assert.equal(roundToMinor('-12.345', 2), -1235)
  assert.equal(roundToMinor('12.3449999999999999999999999', 2), 1234)
  assert.equal(multiplyToMinor(-1, 12.345, 2), -1235)
  assert.equal(multiplyToMinor(1, 0.5, 0), 1)
  assert.equal(multiplyToMinor(1, -0.5, 0), -1)
  assert.equal(percentOf(-50, 1), -1)
  assert.equal(percentOf(49, 1), 0)
  assert.equal(convertDigits(3150, 2, 0), 32)
  assert.equal(convertDigits(-3150, 2, 0), -32)
  assert.equal(convertDigits(3149, 2, 0), 31)
  assert.equal(convertDigits(32, 0, 3), 32_000)
})

test('multiplyToMinor equals big.js, and a model in fractions, where both factors are small and where they are not', () => {
  fc.assert(
    fc.property(decimal, decimal, anyDigits, (quantity, unit_price, digits) => {
      const result = heldOrTooLarge(() => multiplyToMinor(quantity, unit_price, digits))
      const by_big = new Big(quantity)
        .times(unit_price)
        .round(digits, Big.roundHalfUp)
        .times(10 ** digits)
      const by_model = roundHalfAway(times(rational(quantity), rational(unit_price)), digits)
      assert.equal(by_big.toFixed(), String(by_model))
      assert.equal(String(result), canBeHeld(by_model, digits) ? String(by_model) : 'too large')
    }),
    { numRuns: 20_000 },
  )
})

test('factors of more places than a request may have are still multiplied exactly', () => {
  assert.equal(multiplyToMinor(0.12345678, 1000, 4), 1_234_568)
  assert.equal(percentOf(1_000_000_000, 0.12345678), 1_234_568)
  assert.equal(multiplyToMinor(1e-7, 5e6, 0), 1)
  assert.equal(multiplyToMinor(1e20, 1e-20, 2), 100)
})

test('percentOf equals big.js and the model, and is never above the amount', () => {
  fc.assert(
    fc.property(minorUnits, rate, (minor, per_cent) => {
      const result = percentOf(minor, per_cent)
      assert.equal(BigInt(result), roundHalfAway(dividedBy(times(rational(minor), rational(per_cent)), 100n), 0))
      assert.equal(String(result), new Big(minor).times(per_cent).times('0.01').round(0, Big.roundHalfUp).toFixed())
      assert.ok(Math.abs(result) <= Math.abs(minor))
    }),
    { numRuns: 20_000 },
  )
  assert.throws(() => percentOf(999_999_999_999_999, 101), AmountTooLarge)
  assert.throws(() => percentOf(9e14, 1e6), AmountTooLarge)
})

test('roundToMinor and convertDigits equal the model', () => {
  fc.assert(
    fc.property(decimal, anyDigits, anyDigits, (amount, from_digits, to_digits) => {
      const by_model = roundHalfAway(rational(amount), from_digits)
      const minor = heldOrTooLarge(() => roundToMinor(amount, from_digits))
      assert.equal(minor, canBeHeld(by_model, from_digits) ? Number(by_model) : 'too large')
      assert.equal(
        heldOrTooLarge(() => roundToMinor(decimalText(amount), from_digits)),
        minor,
      )
      if (minor === 'too large') return
      const converted = roundHalfAway({ over: by_model, under: 10n ** BigInt(from_digits) }, to_digits)
      assert.equal(
        heldOrTooLarge(() => convertDigits(minor, from_digits, to_digits)),
        canBeHeld(converted, to_digits) ? Number(converted) : 'too large',
      )
    }),
    { numRuns: 5000 },
  )
  assert.throws(() => roundToMinor('1e400', 2), AmountTooLarge)
})

test('a sum is exact even where it is above 2^53 on the way', () => {
  const most = 999_999_999_999_999
  const up = Array.from({ length: 50 }, () => most)
  const down = up.map((amount) => -amount)
  assert.equal(sumMinor([1, ...up, ...down], 3), 1)
  assert.equal(sumMinor([...up, ...down, 1, 1], 3), 2)
  assert.throws(() => sumMinor(up, 3), AmountTooLarge)
  assert.equal(sumMinor([], 2), 0)
})

test('isAbove compares before rounding', () => {
  assert.equal(isAbove(10.001, 1000, 2), true)
  assert.equal(isAbove(10, 1000, 2), false)
  assert.equal(isAbove(9.999999, 1000, 2), false)
  fc.assert(
    fc.property(decimal, minorUnits, anyDigits, (amount, minor, digits) => {
      fc.pre(canBeHeld(BigInt(minor), digits))
      const { over, under } = rational(amount)
      assert.equal(isAbove(amount, minor, digits), over * 10n ** BigInt(digits) > BigInt(minor) * under)
    }),
  )
})

test('decimalPlaces reads the shortest text', () => {
  const anyNumber = fc.oneof(decimal, fc.double({ noNaN: true, noDefaultInfinity: true }), fc.integer())
  fc.assert(
    fc.property(anyNumber, (n) => {
      const { under } = rational(n === 0 ? 0 : n)
      assert.equal(decimalPlaces(n), String(under).length - 1)
    }),
    { numRuns: 5000 },
  )
  assert.equal(decimalPlaces(1e-7), 7)
  assert.equal(decimalPlaces(1.5e-7), 8)
  assert.equal(decimalPlaces(1e21), 0)
  assert.throws(() => decimalPlaces(Number.NaN))
})

test('decimalText is plain, and its number is the same number', () => {
  assert.equal(decimalText(1e-7), '0.0000001')
  assert.equal(decimalText(-1.5e-7), '-0.00000015')
  assert.equal(decimalText(1e21), '1000000000000000000000')
  assert.equal(decimalText(0.1648), '0.1648')
  assert.equal(decimalText(-7000), '-7000')
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (n) => {
      assert.match(decimalText(n), /^-?\d+(\.\d+)?$/)
      assert.equal(Number(decimalText(n)), n === 0 ? 0 : n)
    }),
  )
  assert.throws(() => decimalText(Number.NaN))
  assert.throws(() => decimalText(Number.POSITIVE_INFINITY))
})

test('decimal texts add and multiply exactly, however long they become', () => {
  assert.equal(addDecimal('0.1', '0.2'), '0.3')
  assert.equal(addDecimal('999999999999999', '0.000001'), '999999999999999.000001')
  assert.equal(addDecimal('-1', '1'), '0')
  assert.equal(multiplyDecimal('105', '33.333333'), '3499.999965')
  assert.equal(multiplyDecimal('0.000001', '0.000001'), '0.000000000001')
  assert.equal(multiplyDecimal('1440', '1e21'), '1440000000000000000000000')
})

test('money by the hour: entries are summed exactly and rounded once', () => {
  // Three entries of 20 minutes at 0.10 an hour are 0.10; each alone would round to 0.03.
  const entry = multiplyDecimal('20', '0.1')
  assert.equal(perHour(addDecimal(addDecimal(entry, entry), entry), 2), 10)
  assert.equal(perHour('0', 2), 0)
  assert.equal(perHour('30', 0), 1)
  assert.equal(perHour('29.999999999999999999999999', 0), 0)
  assert.equal(perHour('-30', 0), -1)
  assert.throws(() => perHour('60000000000000', 0), AmountTooLarge)
  const sum = fc.tuple(fc.nat({ max: 1e9 }), fc.nat({ max: 1e9 }), fc.integer({ min: 0, max: 6 }))
  fc.assert(
    fc.property(sum, anyDigits, ([minutes, scaled_rate, places], digits) => {
      const exact = multiplyDecimal(String(minutes), decimalText(Number(`${scaled_rate}e-${places}`)))
      const by_model = roundHalfAway(dividedBy(rational(exact), 60n), digits)
      assert.equal(
        heldOrTooLarge(() => perHour(exact, digits)),
        canBeHeld(by_model, digits) ? Number(by_model) : 'too large',
      )
    }),
    { numRuns: 5000 },
  )
})

test('hours from minutes have two decimals, halves away from zero', () => {
  for (const [minutes, hours] of [
    [0, 0],
    [60, 1],
    [90, 1.5],
    [100, 1.67],
    [20, 0.33],
    [105, 1.75],
    [27, 0.45],
    [3, 0.05],
    [-100, -1.67],
  ] as const) {
    assert.equal(hoursFromMinutes(minutes), hours)
  }
})
