/** The top of an axis that has room for `most`: 1, 2, 2.5 or 5 times a power of ten, so that its half is a round number too. */
export function axisTop(most: number): number {
  if (!(most > 0)) return 1
  const power = 10 ** Math.floor(Math.log10(most))
  const step = [1, 2, 2.5, 5, 10].find((one) => one * power >= most) ?? 10
  // 2.5 × 0.1 and the like: what binary fractions add at the end is no part of the number.
  return Number((step * power).toPrecision(3))
}

/**
 * The values of an axis from its bottom to its top, evenly spaced, 0 among them: three where no amount is below 0, as a month of more refunds
 * than payments is.
 */
export function axisLines(amounts: readonly number[]): number[] {
  const most = Math.max(0, ...amounts)
  const least = Math.min(0, ...amounts)
  const step = axisTop(Math.max(most, -least)) / 2
  const below = Math.ceil(-least / step)
  const above = most > 0 ? Math.ceil(most / step) : below > 0 ? 0 : 2
  return Array.from({ length: below + above + 1 }, (_, index) => (index - below) * step)
}
