// Lists of what a company has, as far as they are asked for.
import { wholeNumber } from './numbers.ts'

export const DEFAULT_LIMIT = 20
export const LARGEST_LIMIT = 10_000

/** Reads the value of `--limit`. Throws InvalidArgumentError. */
export const readLimit = wholeNumber(LARGEST_LIMIT)

/** The first `count` of a list; no page after these is asked for. */
export async function firstOf<T>(list: AsyncIterable<T>, count: number): Promise<T[]> {
  const first: T[] = []
  for await (const item of list) if (first.push(item) >= count) break
  return first
}
