// Exact numbers of electronic invoices, from the texts of a file.

/** A decimal number: `units` / 10^`scale`. */
export interface Decimal {
  units: bigint
  scale: number
}

export const ZERO: Decimal = { units: 0n, scale: 0 }
export const ONE: Decimal = { units: 1n, scale: 0 }
const HUNDRED: Decimal = { units: 100n, scale: 0 }

const LEXICAL = /^[+-]?(\d+(\.\d*)?|\.\d+)$/
/** Longer numbers are not amounts, and would make arithmetic slow. */
const LONGEST = 100

/** Whether a text is a decimal number as XML Schema writes one: no exponent, no separators. */
export const isDecimal = (text: string): boolean => text.length <= LONGEST && LEXICAL.test(text.trim())

/** The number that a text says; undefined when there is none or it is no number, which is a rule of its own (`FORMAT-NUMBER`). */
export function decimalOf(text: string | undefined): Decimal | undefined {
  if (text === undefined || !isDecimal(text)) return undefined
  const [whole = '', fraction = ''] = text.trim().replace('+', '').split('.')
  return { units: BigInt(`${whole}${fraction}`), scale: fraction.length }
}

/** How many digits a text has after its decimal point. */
export function fractionDigits(text = ''): number {
  const point = text.indexOf('.')
  if (point < 0) return 0
  const end = text.indexOf('.', point + 1)
  return text.slice(point + 1, end < 0 ? undefined : end).trim().length
}

function aligned(a: Decimal, b: Decimal): { a: bigint; b: bigint; scale: number } {
  const scale = Math.max(a.scale, b.scale)
  return { a: a.units * 10n ** BigInt(scale - a.scale), b: b.units * 10n ** BigInt(scale - b.scale), scale }
}

/** Exact, as all of these: the scale is the larger one. */
export function add(a: Decimal, b: Decimal): Decimal {
  const both = aligned(a, b)
  return { units: both.a + both.b, scale: both.scale }
}

const negated = ({ units, scale }: Decimal): Decimal => ({ units: -units, scale })
export const subtract = (a: Decimal, b: Decimal): Decimal => add(a, negated(b))
const multiply = (a: Decimal, b: Decimal): Decimal => ({ units: a.units * b.units, scale: a.scale + b.scale })
export const absolute = ({ units, scale }: Decimal): Decimal => ({ units: units < 0n ? -units : units, scale })
/** The sum of those that are there. */
export const sum = (numbers: Iterable<Decimal | undefined>): Decimal => {
  let total = ZERO
  for (const number of numbers) if (number) total = add(total, number)
  return total
}

/** Below 0 when a < b, 0 when they are equal, above 0 when a > b. */
export function compare(a: Decimal, b: Decimal): number {
  const both = aligned(a, b)
  return both.a < both.b ? -1 : both.a > both.b ? 1 : 0
}

/** The same text for equal numbers. */
export function keyOf(number: Decimal | undefined): string | undefined {
  if (!number) return undefined
  let { units, scale } = number
  while (scale > 0 && units % 10n === 0n) {
    units /= 10n
    scale -= 1
  }
  return `${units}e-${scale}`
}

/** Whether both are there and have the same value, whatever their scale. */
export const isEqual = (a: Decimal | undefined, b: Decimal | undefined): boolean => !!a && !!b && compare(a, b) === 0

/** Rounded to `digits` decimal places as XPath rounds: half up, so that -2.5 becomes -2. */
export function rounded({ units, scale }: Decimal, digits: number): Decimal {
  if (scale <= digits) return { units, scale }
  const divisor = 10n ** BigInt(scale - digits)
  const doubled = 2n * units + divisor
  const quotient = doubled / (2n * divisor)
  const is_floored = doubled >= 0n || doubled % (2n * divisor) === 0n
  return { units: is_floored ? quotient : quotient - 1n, scale: digits }
}

/** `percent` per cent of an amount, rounded to two digits. */
export const percentage = (amount: Decimal, percent: Decimal): Decimal =>
  rounded({ units: amount.units * percent.units, scale: amount.scale + percent.scale + 2 }, 2)

/** Whether a differs from b by less than `slack`, or by exactly as much when `is_inclusive`. */
export function isNear(a: Decimal, b: Decimal, slack: Decimal, is_inclusive: boolean): boolean {
  const order = compare(absolute(subtract(a, b)), slack)
  return is_inclusive ? order <= 0 : order < 0
}

/** Whether quantity × price / base is within `slack` of what is left when `others` is taken from the amount. */
export function isProduct(
  { amount, quantity, price, base }: { amount: Decimal; quantity: Decimal; price: Decimal; base: Decimal },
  slack: Decimal,
): boolean {
  const difference = subtract(multiply(amount, base), multiply(quantity, price))
  return compare(absolute(difference), absolute(multiply(slack, base))) <= 0
}

/** Whether a per cent of b is within `slack` of an amount. */
export const isPercentage = (amount: Decimal, base: Decimal, percent: Decimal, slack: Decimal): boolean =>
  isProduct({ amount, quantity: base, price: percent, base: HUNDRED }, slack)
