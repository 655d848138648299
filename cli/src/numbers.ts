import { InvalidArgumentError } from 'commander'

/** A reader of whole numbers from 1 to `most`, for options such as `--limit`: it throws InvalidArgumentError for any other text. */
export const wholeNumber =
  (most: number) =>
  (text: string): number => {
    const count = /^\d+$/.test(text) ? Number(text) : 0
    if (count >= 1 && count <= most) return count
    throw new InvalidArgumentError(`It must be a whole number from 1 to ${most}.`)
  }
