import { InvalidArgumentError } from 'commander'

/**
 * A reader of the ids of one kind of object, `what` with its article: it throws InvalidArgumentError for any other text. Ids are told apart by
 * their form, so that the wrong one can be named before anything is requested.
 */
export const idReader =
  (prefix: string, what: string) =>
  (text: string): string => {
    if (text.startsWith(`${prefix}_`) && /^[a-z]+_[0-9a-z]{26}$/.test(text)) return text
    throw new InvalidArgumentError(`The id of ${what} is ${prefix}_ and 26 letters and digits.`)
  }
