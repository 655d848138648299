// Pure: the numbers of documents in the text of a transfer. Banks drop hyphens and blanks and break lines inside of numbers; a number inside of
// another one is never found.

/** A number that a text may name, as it is without its hyphens and in upper case: `INV2026000001`. */
export interface NamedNumber {
  folded: string
  /** Whether it stands there as a token of its own, unbroken: what is matched without a person needs that. */
  is_sure: boolean
}

/** A number without its hyphens, in upper case: the form in which numbers are compared. */
export const foldNumber = (number: string): string => number.replace(/[-_]/g, '').toUpperCase()

/** Numbers that are looked for in one text. */
const MOST_NUMBERS = 40
const LONGEST_TEXT = 3_000
/** Letters and digits before the year, as a company's prefix may have. */
const LONGEST_PREFIX = 12
/** A count has six digits, or more from a million on. */
const COUNT_DIGITS = 6
const MOST_COUNT_DIGITS = 9

/**
 * The numbers that a text may name, for a look-up: each is a prefix, a year and a count. `prefix` is the company's own, which is found without a
 * blank before it too.
 */
export function namedNumbers(text: string, prefix: string): NamedNumber[] {
  const squeezed = squeeze(text.slice(0, LONGEST_TEXT))
  const found = new Map<string, boolean>()
  for (const core of coresIn(squeezed)) {
    for (const start of startsBefore(squeezed, core.start, foldNumber(prefix))) {
      const folded = squeezed.text.slice(start.at, core.end)
      const is_sure = core.is_sure && start.is_token
      if (found.size < MOST_NUMBERS || found.has(folded)) found.set(folded, is_sure || (found.get(folded) ?? false))
    }
  }
  return [...found].map(([folded, is_sure]) => ({ folded, is_sure }))
}

/** The numbers that a structured reference stands for: `RF18INV2026000001` (ISO 11649), or a Swiss QR reference. */
export function numbersOfReference(reference: string, prefix: string): NamedNumber[] {
  const text = reference.replace(/\s+/g, '').toUpperCase()
  const [, of_creditor] = /^RF\d\d([A-Z0-9]{1,21})$/.exec(text) ?? []
  if (of_creditor !== undefined && hasCheckDigits(text)) return namedNumbers(of_creditor, prefix)
  const [, digits] = /^0*(\d+)\d$/.exec(text) ?? []
  if (text.length !== 27 || digits === undefined) return []
  // It has the digits of the number only.
  const folded = foldNumber(prefix)
  const own_digits = folded.replace(/\D/g, '')
  if (!digits.startsWith(own_digits)) return []
  const rest = digits.slice(own_digits.length)
  return /^(?:19|20|21)\d\d\d{6,9}$/.test(rest) ? [{ folded: folded + rest, is_sure: true }] : []
}

/** A text without what separates its letters and digits; `gaps` has the places before which something was. */
interface Squeezed {
  text: string
  gaps: ReadonlySet<number>
}

function squeeze(text: string): Squeezed {
  let squeezed = ''
  const gaps = new Set<number>([0])
  for (const character of text.toUpperCase()) {
    if (/[\p{L}\p{N}]/u.test(character)) squeezed += character
    else gaps.add(squeezed.length)
  }
  gaps.add(squeezed.length)
  return { text: squeezed, gaps }
}

/** Year and count of a number. */
interface Core {
  start: number
  end: number
  is_sure: boolean
}

function coresIn({ text, gaps }: Squeezed): Core[] {
  const cores: Core[] = []
  for (const { index: start } of text.matchAll(/(?=(?:19|20|21)\d{8})/g)) {
    const count = start + 4
    const run = /^\d*/.exec(text.slice(count))![0].length
    for (let length = COUNT_DIGITS; length <= Math.min(run, MOST_COUNT_DIGITS); length++) {
      const end = count + length
      // More than six digits never begin with a 0.
      if (length > COUNT_DIGITS && text[count] === '0') break
      const is_followed_by_digit = end < count + run
      if (is_followed_by_digit && !gaps.has(end)) continue
      if (!gaps.has(end)) cores.push({ start, end, is_sure: false })
      else cores.push({ start, end, is_sure: isWhole({ text, gaps }, start, count, end, is_followed_by_digit) })
    }
  }
  return cores
}

/**
 * Whether digits in a text can be no other number: not when they are put together of pieces that could be numbers themselves, nor when the next
 * piece could belong to them. A count that begins with 0 has six digits, so that nothing can be missing of it or added to it.
 */
function isWhole({ text, gaps }: Squeezed, start: number, count: number, end: number, is_followed_by_digit: boolean): boolean {
  const begins_with_zero = text[count] === '0'
  const is_broken =
    [1, 2, 3].some((at) => gaps.has(start + at)) || [...Array(end - count - 1).keys()].some((at) => gaps.has(count + 1 + at))
  return begins_with_zero || !(is_broken || is_followed_by_digit)
}

/** Where the prefix before a year may begin: at tokens, or anywhere for the company's own. */
function startsBefore({ text, gaps }: Squeezed, year: number, prefix: string): { at: number; is_token: boolean }[] {
  const starts: { at: number; is_token: boolean }[] = []
  for (let at = year - 1; at >= Math.max(0, year - LONGEST_PREFIX); at--) {
    const is_own = text.slice(at, year) === prefix
    // So many digits are another number before this one.
    if (gaps.has(at) && (is_own || !/\d{4}/.test(text.slice(at, year)))) starts.push({ at, is_token: true })
    else if (is_own && !/\d/.test(text[at - 1] ?? '')) starts.push({ at, is_token: false })
  }
  return starts
}

/** ISO 11649: the reference, with its first four characters at the end and letters as numbers, leaves 1 when divided by 97. */
function hasCheckDigits(reference: string): boolean {
  const digits = `${reference.slice(4)}${reference.slice(0, 4)}`.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55))
  let rest = 0
  for (const digit of digits) rest = (rest * 10 + Number(digit)) % 97
  return rest === 1
}
