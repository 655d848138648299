// Pure: the number of a document as it is written, and as people type it, `7`, `2026-7`, `inv-2026-000007`.

/** The number that a count is written as. */
export function numberOf(prefix: string, date: string, count: number): string {
  return `${prefix}-${date.slice(0, 4)}-${String(count).padStart(6, '0')}`
}

/** The parts of a typed number; prefix and year may be missing. */
export interface TypedNumber {
  prefix?: string
  year?: string
  count: number
}

const TYPED = /^(?:([A-Za-z0-9_-]*?[A-Za-z_][A-Za-z0-9_-]*?)-)?(?:(\d{4})-)?(\d{1,12})$/

/** Reads it; undefined if it can't be the number of a document. */
export function readTypedNumber(text: string): TypedNumber | undefined {
  const [, prefix, year, digits] = TYPED.exec(text) ?? []
  const count = Number(digits ?? 0)
  if (count === 0) return undefined
  return { ...(prefix ? { prefix } : {}), ...(year ? { year } : {}), count }
}

/** The numbers that it may mean, the first years first: with the company's `prefix` and the `years`, unless the text has its own. */
export function numbersMeant(typed: TypedNumber, prefix: string, years: readonly string[]): string[] {
  const prefixes = typed.prefix ? [typed.prefix, typed.prefix.toUpperCase(), typed.prefix.toLowerCase()] : [prefix]
  const meant = (typed.year ? [typed.year] : years).flatMap((year) => prefixes.map((one) => numberOf(one, year, typed.count)))
  return [...new Set(meant)]
}
