// The few figures that the rounds of a benchmark are summed up in.

/** The middle value; of an even number of them the mean of the two middle ones. Throws on none. */
export function median(values: readonly number[]): number {
  if (values.length === 0) throw new Error('There is no median of no values')
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

/** The spread of the rounds, as a share of their median: (largest − smallest) / median. */
export function spread(values: readonly number[]): number {
  return (Math.max(...values) - Math.min(...values)) / median(values)
}

/** The smallest value that at least `share` (0–1) of the values don't exceed. `sorted` goes from small to large. */
export function percentile(sorted: ArrayLike<number>, share: number): number {
  if (sorted.length === 0) throw new Error('There is no percentile of no values')
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)]!
}
