// Numbers as people type them. What could be meant in two ways is refused with both of them, and never guessed.

/** What a typed number is: its value, undefined for an empty field; or why it can't be read. */
export type TypedNumber = { value: number | undefined; fault?: never } | { value?: never; fault: string }

/** A double holds so many digits of any number. */
const MOST_DIGITS = 15
/** Between thousands: spaces of every width, and the apostrophe in both of its shapes. */
const GROUPING = /[\s'\u2019]/
const PLAIN = /^\d*$/
const ONE_SEPARATOR = /^(\d*)[.,](\d*)$/
const GROUPED = /^\d{1,3}(?:([.,\s'\u2019])\d{3})(?:\1\d{3})*(?:([.,])(\d*))?$/

/**
 * Reads a number with a point or a comma before its decimals, and grouped thousands where the grouping leaves no doubt: `12,50`, `1 000`,
 * `1,413.13`, `1.413,13`, `1,000,000`.
 *
 * One separator with exactly three digits behind it, `1,000`, is a thousand to some and one to others: it is refused. So are currencies,
 * per cent signs, exponents, and more digits than a number can hold.
 */
export function readTyped(text: string): TypedNumber {
  const trimmed = text.trim()
  if (trimmed === '') return { value: undefined }
  const [, minus = '', digits = ''] = /^([-\u2212]?)(.*)$/s.exec(trimmed) ?? []
  if (/[\p{Sc}%]/u.test(digits)) return { fault: 'Write the number alone, without a sign for the currency or per cent' }
  const plain = plainOf(digits)
  if (typeof plain !== 'string') return plain
  if (plain.replace('.', '').replace(/^0+/, '').length > MOST_DIGITS)
    return { fault: `A number has at most ${MOST_DIGITS} digits` }
  return { value: Number(`${minus ? '-' : ''}${plain}`) }
}

/** The number as JavaScript writes it, or the fault. */
function plainOf(digits: string): string | { fault: string } {
  if (!/\d/.test(digits)) return NONE
  if (PLAIN.test(digits)) return digits
  const single = ONE_SEPARATOR.exec(digits)
  if (single) {
    const [, whole = '', decimals = ''] = single
    // Nobody groups what begins with a nought, nor four digits before a group.
    const is_doubtful = decimals.length === 3 && /^\d{1,3}$/.test(whole) && !/^0+$/.test(whole)
    if (is_doubtful) return { fault: `Write ${Number(whole + decimals)} or ${unmistakable(whole, decimals)}` }
    return `${whole || '0'}.${decimals || '0'}`
  }
  const grouped = GROUPED.exec(digits)
  // `1,000,00`: what groups can't be what separates the decimals, too.
  if (!grouped || grouped[1] === grouped[2]) return NONE
  const [, group = '', separator = '', decimals = ''] = grouped
  const whole = separator ? digits.slice(0, digits.lastIndexOf(separator)) : digits
  if (!GROUPING.test(group) && !separator && whole.split(group).length === 2) return NONE
  return `${whole.replaceAll(group, '')}.${decimals || '0'}`
}

const NONE = { fault: 'Enter a number, like 1234.50' }

/** A number for a field to begin with, spelled so that `readTyped` gives it back: 95.555 as `95.5550`. */
export function spellNumber(value: number | null | undefined): string {
  if (value === null || value === undefined) return ''
  const text = String(value)
  const [whole = '', decimals] = text.split('.')
  return decimals?.length === 3 ? `${whole}.${decimals}0` : text
}

function unmistakable(whole: string, decimals: string): string {
  const short = decimals.replace(/0+$/, '').padEnd(2, '0')
  return `${Number(whole)}.${short.length === 3 ? `${short}0` : short}`
}

/** A number as it was typed; `empty` when nothing was, NaN when it can't be read. */
export function readNumber(text: string, empty: number): number {
  const typed = readTyped(text)
  return typed.fault === undefined ? (typed.value ?? empty) : Number.NaN
}

/** The numbers of a form, none of them below 0, by their fields, null for those that are empty, and the faults by field; none are in `faults` when all could be read. */
export function readNumbers<Name extends string>(
  fields: FormData,
  names: readonly Name[],
): { numbers: Record<Name, number | null>; faults: Partial<Record<Name, string>> } {
  const numbers = {} as Record<Name, number | null>
  const faults: Partial<Record<Name, string>> = {}
  for (const name of names) {
    const typed = readTyped(String(fields.get(name) ?? ''))
    const fault = typed.fault ?? (typed.value !== undefined && typed.value < 0 ? 'It can not be less than 0' : undefined)
    if (fault !== undefined) faults[name] = fault
    numbers[name] = typed.value ?? null
  }
  return { numbers, faults }
}

const NO_DURATION = { fault: 'Write hours and minutes, like 1:30' }

/** Minutes of a duration, at least one: `1:30` and `1.5` are 90; undefined for an empty field. */
export function readDuration(text: string): TypedNumber {
  const clock = /^(\d{1,4}):([0-5]\d)$/.exec(text.trim())
  const typed = clock ? { value: Number(clock[1]) + Number(clock[2]) / 60 } : readTyped(text)
  // What is doubtful, `1,000`, is said as it is for every number.
  if (typed.fault !== undefined) return typed.fault.startsWith('Write ') && !/[:\p{Sc}%]/u.test(text) ? typed : NO_DURATION
  if (typed.value === undefined) return typed
  const minutes = Math.round(typed.value * 60)
  return minutes < 1 ? { fault: 'It must be more than 0: write hours and minutes, like 1:30' } : { value: minutes }
}
