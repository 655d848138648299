// A second, slow and plain telling of the money rules, in fractions of BigInt. Tests compare the service with it, so it must share no code
// with kernel/money.ts or documents/.

/** An exact fraction; `under` is above 0. */
export interface Rational {
  readonly over: bigint
  readonly under: bigint
}

/** The exact value of a decimal as it is written: the shortest text of a number, or a text. */
export function rational(decimal: number | string): Rational {
  const match = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(decimal))
  if (!match) throw new Error(`Not a decimal: ${decimal}`)
  const [, sign, whole = '', part = '', exponent = '0'] = match
  const digits = BigInt(sign + whole + part)
  const shift = Number(exponent) - part.length
  return shift >= 0 ? { over: digits * 10n ** BigInt(shift), under: 1n } : { over: digits, under: 10n ** BigInt(-shift) }
}

/** a × b. */
export function times(a: Rational, b: Rational): Rational {
  return { over: a.over * b.over, under: a.under * b.under }
}

/** a / n for a whole n above 0. */
export function dividedBy(a: Rational, n: bigint): Rational {
  return { over: a.over, under: a.under * n }
}

/** The value in units of 10^-digits, a half going away from zero: add half a unit to the size and cut. */
export function roundHalfAway(value: Rational, digits: number): bigint {
  const scaled = value.over * 10n ** BigInt(digits)
  const size = scaled < 0n ? -scaled : scaled
  const rounded = (2n * size + value.under) / (2n * value.under)
  return scaled < 0n ? -rounded : rounded
}

/** Whether Quoin promises to hold that many minor units: at most 999,999,999,999.999, and at most 15 digits. */
export function canBeHeld(minor: bigint, digits: number): boolean {
  const size = minor < 0n ? -minor : minor
  return size <= 999_999_999_999_999n && size * 1000n <= 999_999_999_999_999n * 10n ** BigInt(digits)
}

/** A document as a request describes it. */
export interface ModelDocument {
  lines: { quantity: number; unit_price: number }[]
  discount_type: 'percentage' | 'fixed'
  discount_value: number
  tax_rate: number
}

/** The amounts of a document in minor units, in the order subtotal, discount_amount, subtotal_after_discount, tax_amount, total. */
export type ModelAmounts = readonly [bigint, bigint, bigint, bigint, bigint]

/** The result of the rules for a well-formed document: its amounts, or the field that they refuse. */
export function modelTotals(
  document: ModelDocument,
  digits: number,
): { amounts: ModelAmounts; lines: bigint[] } | { refused: string } {
  const lines = document.lines.map((line) => roundHalfAway(times(rational(line.quantity), rational(line.unit_price)), digits))
  const large = lines.findIndex((line, index) => !canBeHeld(line, digits) || isAboveAll(document.lines[index]?.unit_price ?? 0))
  if (large >= 0) return { refused: `items[${large}]` }
  const subtotal = lines.reduce((sum, line) => sum + line, 0n)
  if (subtotal < 0n || !canBeHeld(subtotal, digits)) return { refused: 'items' }

  const exact_subtotal = { over: subtotal, under: 10n ** BigInt(digits) }
  const value = rational(document.discount_value)
  if (
    document.discount_type === 'fixed' &&
    subtotal > 0n &&
    value.over * exact_subtotal.under > exact_subtotal.over * value.under
  ) {
    return { refused: 'discount_value' }
  }
  const exact_discount = document.discount_type === 'percentage' ? dividedBy(times(exact_subtotal, value), 100n) : value
  const discount = subtotal === 0n ? 0n : roundHalfAway(exact_discount, digits)
  const after = subtotal - discount
  const tax = roundHalfAway(
    dividedBy(times({ over: after, under: exact_subtotal.under }, rational(document.tax_rate)), 100n),
    digits,
  )
  const total = after + tax
  if (!canBeHeld(total, digits)) return { refused: 'items' }
  return { amounts: [subtotal, discount, after, tax, total], lines }
}

/** No unit price may be above the largest amount, whatever its quantity. */
function isAboveAll(unit_price: number): boolean {
  const { over, under } = rational(unit_price)
  return (over < 0n ? -over : over) * 1000n > 999_999_999_999_999n * under
}
