// The only file that knows about decimals. All other code adds and compares whole minor units, or passes numbers and decimal texts to it.
//
// Why binary numbers are exact here: two decimals of at most 15 significant digits never share a double, so such a
// decimal survives JSON text → number → JSON text, and `minor / 10 ** digits`, rounded to the nearest double, prints as that decimal.
// Integers up to 2^53 add, multiply and divide with remainder exactly. Everything else goes through big.js.

import Big from 'big.js'

/** An amount of money as a whole number of minor units of its currency (USD 12.34 is 1234, JPY 12 is 12): safe to add, compare and store. */
export type Minor = number

/** A figure is larger than Quoin can hold exactly: above 999,999,999,999.999, or above 15 digits in minor units. */
export class AmountTooLarge extends Error {
  constructor() {
    super('An amount is above 999,999,999,999.999')
    this.name = 'AmountTooLarge'
  }
}

// Powers of ten up to 10^15 are exact doubles. 12 places after quantity × price, and 6 after a rate and its per cent, stay below that.
const POWERS = Array.from({ length: 16 }, (_, exponent) => 10 ** exponent) as readonly number[]

// The most minor units for 0, 1, 2, 3 and 4 digits: at most 999,999,999,999.999 and at most 15 digits, so every amount prints exactly.
const MOST_MINOR = [999_999_999_999, 9_999_999_999_999, 99_999_999_999_999, 999_999_999_999_999, 999_999_999_999_999] as const

// The digits that allow the most minor units, for amounts whose currency is not at hand.
const WIDEST_DIGITS = 4

const MOST_SCALED = 999_999_999_999_999
const MOST_SCALED_SUM = BigInt(MOST_SCALED)
const MOST_PLACES = 6

/** The largest amount that a request may name. */
export const MOST_AMOUNT = 999_999_999_999.999

/**
 * A number of a request at the 15 significant digits that a double holds for sure, the nearest of them: 0.1 + 0.2 is 0.3, 20 / 60 is
 * 0.333333333333333. Numbers from outside are taken so, once, before anything looks at them; then they are exact decimals.
 */
export function atFifteenDigits(n: number): number {
  if (n === 0 || fewPlaces(n) >= 0) return withoutNegativeZero(n)
  return Number(n.toPrecision(15))
}

/** The amount as the number that JSON writes in its shortest exact form: 876960 with 2 digits is 8769.6. Never -0. */
export function fromMinor(minor: Minor, digits: number): number {
  return withoutNegativeZero(minor / power(digits))
}

/** The largest amount that a currency of that many digits can hold: 999,999,999,999.99 for 2, and 99,999,999,999.9999 for 4. */
export function maxAmount(digits: number): number {
  return mostMinor(digits) / power(digits)
}

/**
 * Whether an amount as it came from JSON is above an amount in minor units, compared before any rounding.
 * `amount` must have at most 15 significant digits (`atFifteenDigits`).
 */
export function isAbove(amount: number, minor: Minor, digits: number): boolean {
  // Both sides have at most 15 significant digits: doubles keep their order and never make two of them equal.
  return amount > fromMinor(minor, digits)
}

/** Minor units of a decimal number or text, rounded half away from zero. Throws AmountTooLarge. */
export function roundToMinor(decimal: string | number, digits: number): Minor {
  return held(new Big(decimal).times(power(digits)).round(0, Big.roundHalfUp).toNumber(), digits)
}

/**
 * quantity × unit_price × (1 − percent_off / 100) in minor units, rounded once, half away from zero. `percent_off` is from 0 to 100.
 * Throws AmountTooLarge.
 */
export function multiplyToMinor(quantity: number, unit_price: number, digits: number, percent_off = 0): Minor {
  const quantity_places = fewPlaces(quantity)
  const price_places = fewPlaces(unit_price)
  const percent_places = fewPlaces(percent_off)
  // As a factor, what is left of 100 has two places more.
  const rest_places = percent_off === 0 ? 0 : percent_places + 2
  const places = quantity_places + price_places + rest_places
  if (quantity_places >= 0 && price_places >= 0 && percent_places >= 0 && places < POWERS.length) {
    const rest = percent_off === 0 ? 1 : power(rest_places) - scaled(percent_off, percent_places)
    const product = scaled(quantity, quantity_places) * scaled(unit_price, price_places) * rest
    // A rounded product is never below 2^53 when the exact one is above: at most MAX_SAFE_INTEGER means exact.
    if (Math.abs(product) <= Number.MAX_SAFE_INTEGER) return held(rescale(product, places, digits), digits)
  }
  const rest = new Big(100).minus(percent_off).times('0.01')
  return roundToMinor(new Big(quantity).times(unit_price).times(rest).toFixed(), digits)
}

/**
 * `rate` per cent of an amount (16 means 16 %), in the same minor units, rounded once, half away from zero.
 * With a rate of 0 to 100 the result is never larger than the amount. Throws AmountTooLarge above 15 digits.
 */
export function percentOf(minor: Minor, rate: number): Minor {
  const rate_places = fewPlaces(rate)
  if (rate_places >= 0) {
    const product = minor * scaled(rate, rate_places)
    if (Math.abs(product) <= Number.MAX_SAFE_INTEGER) return held(rescale(product, rate_places + 2, 0), WIDEST_DIGITS)
  }
  // Times 0.01, since big.js cuts quotients at 20 decimals but never products.
  return held(new Big(minor).times(rate).times('0.01').round(0, Big.roundHalfUp).toNumber(), WIDEST_DIGITS)
}

/** The same amount in a currency of other digits, rounded half away from zero: 3150 with 2 digits is 32 with 0. Throws AmountTooLarge. */
export function convertDigits(minor: Minor, from_digits: number, to_digits: number): Minor {
  return held(rescale(minor, from_digits, to_digits), to_digits)
}

/** The exact sum of amounts of one currency, however large it is on the way. Throws AmountTooLarge when the sum itself is. */
export function sumMinor(amounts: readonly Minor[], digits: number): Minor {
  let sum = 0
  for (const amount of amounts) {
    sum += amount
    if (!Number.isSafeInteger(sum)) return held(Number(amounts.reduce((total, one) => total + BigInt(one), 0n)), digits)
  }
  return held(sum, digits)
}

/**
 * An amount divided in proportion to `shares`, none of them below 0, so that the parts add up to it: each part is cut to whole minor units, and
 * the units that are left go to the largest remainders, among equal ones to the first. A negative amount is divided like its size. Without any
 * share above 0, all of it is the first part's.
 */
export function splitMinor(amount: Minor, shares: readonly Minor[]): Minor[] {
  const size = BigInt(Math.abs(amount))
  const whole = shares.reduce((sum, share) => sum + BigInt(share), 0n)
  if (whole === 0n) return shares.map((_, index) => (index === 0 ? amount : 0))
  const products = shares.map((share) => size * BigInt(share))
  const parts = products.map((product) => Number(product / whole))
  const remainders = products.map((product) => product % whole)
  const left = Math.abs(amount) - parts.reduce((sum, part) => sum + part, 0)
  const order = remainders
    .map((_, index) => index)
    .sort((a, b) => Number(remainders[b]! > remainders[a]!) - Number(remainders[b]! < remainders[a]!) || a - b)
  for (const index of order.slice(0, left)) parts[index]!++
  return parts.map((part) => withoutNegativeZero(amount < 0 ? -part : part))
}

/** How many decimals the shortest text of `n` has: 0 for 12, 4 for 0.1648. Throws on NaN and infinities. */
export function decimalPlaces(n: number): number {
  const places = fewPlaces(n)
  if (places >= 0) return places
  const { c, e } = new Big(n)
  return Math.max(0, c.length - 1 - e)
}

/** `n` as plain decimal text without an exponent, for storage; `Number(text)` gives `n` back. "0" for -0. Throws on NaN and infinities. */
export function decimalText(n: number): string {
  const text = String(withoutNegativeZero(n))
  return text.includes('e') || !Number.isFinite(n) ? new Big(n).toFixed() : text
}

/**
 * A stored decimal as the number that answers have: JSON text never has an exponent (0.0000001, not 1e-7), which is why a number that small is
 * given as its text, in the form that `JSON.stringify` writes as it is.
 */
export function fromDecimalText(text: string): number {
  const n = Number(text)
  return Math.abs(n) >= SMALLEST_WITHOUT_EXPONENT || n === 0 ? n : (raw.rawJSON(text) as unknown as number)
}

/** The number shown in an answer for a result of `fromDecimalText`. */
export function shownNumber(shown: unknown): unknown {
  return raw.isRawJSON(shown) ? Number((shown as { rawJSON: string }).rawJSON) : shown
}

/** TypeScript does not know them yet (ECMAScript 2026). */
const raw = JSON as unknown as { rawJSON(text: string): object; isRawJSON(value: unknown): boolean }
/** JavaScript writes smaller ones with an exponent. */
const SMALLEST_WITHOUT_EXPONENT = 1e-6

/** a + b of decimal texts, exact, as decimal text. */
export function addDecimal(a: string, b: string): string {
  return new Big(a).plus(b).toFixed()
}

/** Below 0 when a < b, 0 when they are equal, above 0 when a > b, of decimal texts. */
export function compareDecimals(a: string, b: string): number {
  return new Big(a).cmp(b)
}

/** amount × part / whole of decimal texts, in minor units, rounded once, half away from zero; 0 when the whole is 0. Throws AmountTooLarge. */
export function partOf(amount: Minor, part: string, whole: string): Minor {
  const divisor = new Big(whole)
  if (divisor.eq(0)) return 0
  return held(new WholeQuotient(amount).times(part).div(divisor).toNumber(), WIDEST_DIGITS)
}

/** a × b of decimal texts, exact, as decimal text. */
export function multiplyDecimal(a: string, b: string): string {
  return new Big(a).times(b).toFixed()
}

/** Money earned by the hour from an exact sum of minutes × hourly rate: the sum / 60 in minor units, rounded once. Throws AmountTooLarge. */
export function perHour(minute_money_sum: string, digits: number): Minor {
  return held(new WholeQuotient(minute_money_sum).times(power(digits)).div(60).toNumber(), digits)
}

/** The same of more than one project together, however much that is: as JSON writes it, the number nearest to it above 15 digits. */
export function perHourOfMany(minute_money_sum: string, digits: number): number {
  return fromMinorSum(BigInt(new WholeQuotient(minute_money_sum).times(power(digits)).div(60).toFixed()), digits)
}

/** The sum of any number of amounts, in minor units, as JSON writes it: exact up to 15 digits, above that the nearest number. */
export function fromMinorSum(sum: bigint, digits: number): number {
  if (sum >= -MOST_SCALED_SUM && sum <= MOST_SCALED_SUM) return fromMinor(Number(sum), digits)
  return Number(new Big(String(sum)).times(`1e-${digits}`).toFixed())
}

/** Whole minutes in hours with 2 decimals, rounded half away from zero: 100 minutes are 1.67 hours. */
export function hoursFromMinutes(minutes: number): number {
  return fromMinor(divideRounded(minutes * 100, 60), 2)
}

// A quotient of 60 may never end. Cutting it at some decimal and rounding that would round twice; this Big divides to whole numbers at once.
const WholeQuotient = Big()
WholeQuotient.DP = 0
WholeQuotient.RM = Big.roundHalfUp

/** The decimals that `n` has, 0 to 6, when `n` without its decimal point is a whole number of at most 15 digits; else -1. */
function fewPlaces(n: number): number {
  for (let places = 0; places <= MOST_PLACES; places++) {
    const whole = scaled(n, places)
    if (Math.abs(whole) > MOST_SCALED) return -1
    if (whole / power(places) === n) return places
  }
  return -1
}

function scaled(n: number, places: number): number {
  return Math.round(n * power(places))
}

function rescale(whole: number, from_places: number, to_places: number): number {
  if (from_places <= to_places) return whole * power(to_places - from_places)
  return divideRounded(whole, power(from_places - to_places))
}

/** whole / divisor to the nearest whole number, half away from zero; by the remainder, since the quotient itself may not be a double. */
function divideRounded(whole: number, divisor: number): number {
  const size = Math.abs(whole)
  const remainder = size % divisor
  const quotient = (size - remainder) / divisor + (remainder * 2 >= divisor ? 1 : 0)
  return whole < 0 ? -quotient : quotient
}

function held(minor: number, digits: number): Minor {
  // Written so that NaN, too, is refused.
  if (!(Math.abs(minor) <= mostMinor(digits))) throw new AmountTooLarge()
  return withoutNegativeZero(minor)
}

function mostMinor(digits: number): number {
  const most = MOST_MINOR[digits]
  if (most === undefined) throw new Error(`No currency has ${digits} digits`)
  return most
}

function power(exponent: number): number {
  return POWERS[exponent] as number
}

function withoutNegativeZero(n: number): number {
  return n === 0 ? 0 : n
}
