/** The top of an axis that has room for `most`: 1, 2, 2.5 or 5 times a power of ten, so that its half is a round number too. */
export function axisTop(most: number): number {
  if (!(most > 0)) return 1
  const power = 10 ** Math.floor(Math.log10(most))
  const step = [1, 2, 2.5, 5, 10].find((one) => one * power >= most) ?? 10
  // 2.5 × 0.1 and the like: what binary fractions add at the end is no part of the number.
  return Number((step * power).toPrecision(3))
}
