// A histogram that costs a few nanoseconds: what is counted at each request and commit must not be noticed there.

/** One series of values as they are shown: with labels, and under a name that may end in `_bucket`. */
export interface Value {
  value: number
  labels?: Record<string, string | number>
  metricName?: string
}

/** Counts values by buckets, with their sum. */
export class Timing {
  private readonly bounds: readonly number[]
  /** One more than there are bounds: the last counts what is above all of them. */
  private readonly counts: Float64Array
  private sum = 0

  constructor(bounds: readonly number[]) {
    this.bounds = bounds
    this.counts = new Float64Array(bounds.length + 1)
  }

  observe(value: number): void {
    const { bounds, counts } = this
    let index = 0
    while (index < bounds.length && value > bounds[index]!) index++
    counts[index]!++
    this.sum += value
  }

  /** What a histogram of this name shows of it. */
  values(name: string, labels: Record<string, string> = {}): Value[] {
    let count = 0
    const values: Value[] = this.bounds.map((bound, index) => {
      count += this.counts[index]!
      return { metricName: `${name}_bucket`, labels: { ...labels, le: bound }, value: count }
    })
    count += this.counts.at(-1)!
    values.push({ metricName: `${name}_bucket`, labels: { ...labels, le: '+Inf' }, value: count })
    values.push({ metricName: `${name}_sum`, labels, value: this.sum })
    values.push({ metricName: `${name}_count`, labels, value: count })
    return values
  }
}
