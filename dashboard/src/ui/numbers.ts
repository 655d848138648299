// Numbers as people type them. What could mean two numbers is refused with both of them, and never guessed.

/** The result of a typed number: its value, undefined for an empty field; or why it can't be read. */
export type TypedNumber = { value: number | undefined; fault?: never } | { value?: never; fault: string }

/** A double holds so many digits of any number. */
const MOST_DIGITS = 15
/** Between thousands: spaces of every width, and the apostrophe in both of its shapes. */
const GROUPING = /[\s'\u2019]/
const PLAIN = /^\d*$/
const PAIRED = /^\d{1,2}(,\d{2})*,\d{3}(\.\d*)?$/
const ONE_SEPARATOR = /^(\d*)([.,])(\d*)$/
const GROUPED = /^\d{1,3}(?:([.,\s'\u2019])\d{3})(?:\1\d{3})*(?:([.,])(\d*))?$/

/** The separators of thousands and decimals of a language. */
export interface Separators {
  group: string
  decimal: string
  /** Above the thousand in twos, as in India: `12,34,567`. */
  has_pairs: boolean
}

/** The separators of a language; of the browser's own unless said otherwise. */
export function separatorsOf(language?: string): Separators {
  const parts = new Intl.NumberFormat(language, { numberingSystem: 'latn', useGrouping: 'always' }).formatToParts(1234567.8)
  const find = (type: string) => parts.find((part) => part.type === type)?.value
  return {
    group: find('group') ?? '',
    decimal: find('decimal') ?? '.',
    has_pairs: parts.some(({ type, value }) => type === 'integer' && value.length === 2),
  }
}

const OWN = separatorsOf()

/**
 * Reads a number as the reader's language writes it, `1.000` and `2.439,10` in German, `1,000.5` in English; and as others write it if that
 * is unambiguous: `12,50`, `1 000`, `1,413.13`, `1,000,000`.
 *
 * The decimal separator of the reader's language, followed by exactly three digits, means a decimal to them and a thousand to others: it is
 * refused, and so is a separator that the language does not have. So are currencies, per cent signs, exponents, and too many digits.
 */
export function readTyped(text: string, own: Separators = OWN): TypedNumber {
  const trimmed = text.trim()
  if (trimmed === '') return { value: undefined }
  const [, minus = '', digits = ''] = /^([-\u2212]?)(.*)$/s.exec(trimmed) ?? []
  if (/[\p{Sc}%]/u.test(digits)) return { fault: 'Write the number alone, without a sign for the currency or per cent' }
  const plain = plainOf(digits, own)
  if (typeof plain !== 'string') return plain
  if (plain.replace('.', '').replace(/^0+/, '').length > MOST_DIGITS)
    return { fault: `A number has at most ${MOST_DIGITS} digits` }
  return { value: Number(`${minus ? '-' : ''}${plain}`) }
}

/** The number as JavaScript writes it, or the fault. */
function plainOf(digits: string, own: Separators): string | { fault: string } {
  const none = { fault: `Enter a number, like 1234${own.decimal}50` }
  if (!/\d/.test(digits)) return none
  if (PLAIN.test(digits)) return digits
  if (own.has_pairs && PAIRED.test(digits)) return digits.replaceAll(',', '')
  const single = ONE_SEPARATOR.exec(digits)
  if (single) {
    const [, whole = '', separator = '', decimals = ''] = single
    // Nobody groups a number that starts with zero, nor with four digits before a group.
    const may_be_group = decimals.length === 3 && /^\d{1,3}$/.test(whole) && !/^0+$/.test(whole)
    if (may_be_group && separator === own.group) return whole + decimals
    if (may_be_group) return { fault: `Write ${Number(whole + decimals)} or ${unmistakable(whole, decimals, own)}` }
    return `${whole || '0'}.${decimals || '0'}`
  }
  const grouped = GROUPED.exec(digits)
  // `1,000,00`: a group separator can't also separate the decimals.
  if (!grouped || grouped[1] === grouped[2]) return none
  const [, group = '', separator = '', decimals = ''] = grouped
  const whole = separator ? digits.slice(0, digits.lastIndexOf(separator)) : digits
  if (!GROUPING.test(group) && !separator && whole.split(group).length === 2) return none
  return `${whole.replaceAll(group, '')}.${decimals || '0'}`
}

/**
 * The initial text of a number field, as the reader's language writes it, with at least `digits` decimals, so that `readTyped` returns the number:
 * 95.555 as `95.5550`.
 */
export function spellNumber(value: number | null | undefined, digits = 0, language?: string): string {
  if (value === null || value === undefined) return ''
  const decimals = /\.(\d+)$/.exec(String(value))?.[1]?.length ?? 0
  const shown = Math.max(digits, decimals)
  return new Intl.NumberFormat(language, {
    numberingSystem: 'latn',
    minimumFractionDigits: shown === 3 ? 4 : shown,
    maximumFractionDigits: 20,
  })
    .format(value)
    .replace(/[\u061C\u200E\u200F]/g, '')
}

function unmistakable(whole: string, decimals: string, { decimal }: Separators): string {
  const short = decimals.replace(/0+$/, '').padEnd(2, '0')
  return `${Number(whole)}${decimal}${short.length === 3 ? `${short}0` : short}`
}

/** A number as it was typed; `empty` when nothing was, NaN when it can't be read. */
export function readNumber(text: string, empty: number): number {
  const typed = readTyped(text)
  return typed.fault === undefined ? (typed.value ?? empty) : Number.NaN
}

/** The numbers of a form, none of them below 0, by field, null for empty ones, and the faults by field; `faults` is empty if all could be read. */
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
  // An ambiguous number, `1,000`, gets the same message as everywhere.
  if (typed.fault !== undefined) return typed.fault.startsWith('Write ') && !/[:\p{Sc}%]/u.test(text) ? typed : NO_DURATION
  if (typed.value === undefined) return typed
  const minutes = Math.round(typed.value * 60)
  return minutes < 1 ? { fault: 'It must be more than 0: write hours and minutes, like 1:30' } : { value: minutes }
}
