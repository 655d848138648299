// Random numbers from a seed, so that the sample data is always the same except for ids and dates.

/** A source of random choices. */
export class Random {
  private state: number

  constructor(seed: number) {
    this.state = seed
  }

  /** A number from 0 up to, not including, 1 (mulberry32). */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  /** A whole number, both ends included. */
  between(from: number, to: number): number {
    return from + Math.floor(this.next() * (to - from + 1))
  }

  pick<T>(values: readonly T[]): T {
    return values[this.between(0, values.length - 1)]!
  }

  /** Whether something happens that happens with this probability. */
  happens(probability: number): boolean {
    return this.next() < probability
  }
}
