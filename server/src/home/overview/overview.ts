// Pure: the figures of the home page from sums that are exact, in minor units. No two currencies are ever added.
import { currencyDigits } from '../../kernel/currencies.ts'
import { fromMinorSum } from '../../kernel/money.ts'
import type { Overview } from './schema.ts'

const MONTHS = 12
const DAY_MS = 86_400_000
/** The last day of each age but the highest. */
const AGES = [30, 60, 90] as const

/** What is due, by the day that it is due on, and what was paid, by month. */
export interface MoneyByDay {
  open: readonly { currency: string; due_date: string; amount: bigint }[]
  paid: readonly { currency: string; month: string; amount: bigint }[]
}

/**
 * What is outstanding, overdue by age, and was paid in the last 12 months, in each currency that has any of it: `own` first, always there, the
 * others by their codes. What is due today is not overdue. `today` is a date.
 */
export function currencyFigures({ open, paid }: MoneyByDay, own: string, today: string): Overview['currencies'] {
  const months = lastMonths(today)
  const [first] = months
  // A month to come is none of the last 12.
  const shown = paid.filter(({ month }) => month >= first! && month <= months.at(-1)!)
  return currenciesOf([...open, ...shown], own).map((currency) => {
    const digits = currencyDigits(currency)
    const due = open.filter((one) => one.currency === currency)
    const late = due.filter(({ due_date }) => due_date < today)
    const figure = (some: readonly { amount: bigint }[]) => fromMinorSum(sumOf(some), digits)
    return {
      currency,
      outstanding: figure(due),
      overdue: figure(late),
      overdue_by_age: [...AGES, Number.POSITIVE_INFINITY].map((_, age) =>
        figure(late.filter(({ due_date }) => ageOf(due_date, today) === age)),
      ),
      paid_by_month: months.map((month) => ({
        month,
        amount: figure(shown.filter((one) => one.currency === currency && one.month === month)),
      })),
    }
  })
}

/** How many documents there are, and what they come to in each currency, `own` first. */
export function countAndAmounts(sums: readonly { currency: string; count: number; amount: bigint }[], own: string) {
  const amounts = currenciesOf(sums, own)
    .map((currency) => ({ currency, sums: sums.filter((one) => one.currency === currency) }))
    .filter(({ sums }) => sums.length > 0)
    .map(({ currency, sums }) => ({ currency, amount: fromMinorSum(sumOf(sums), currencyDigits(currency)) }))
  return { count: sums.reduce((count, one) => count + one.count, 0), amounts }
}

function currenciesOf(sums: readonly { currency: string }[], own: string): string[] {
  const others = new Set(sums.map(({ currency }) => currency).filter((currency) => currency !== own))
  return [own, ...[...others].sort()]
}

const sumOf = (sums: readonly { amount: bigint }[]) => sums.reduce((sum, { amount }) => sum + amount, 0n)

/** The place of what was due on `due_date` among the ages. */
function ageOf(due_date: string, today: string): number {
  const days = (Date.parse(today) - Date.parse(due_date)) / DAY_MS
  const age = AGES.findIndex((last) => days <= last)
  return age < 0 ? AGES.length : age
}

/** The month of `today` and those before it, the oldest first: YYYY-MM. */
function lastMonths(today: string): string[] {
  const [year, month] = today.split('-').map(Number)
  return Array.from({ length: MONTHS }, (_, index) => {
    const count = year! * 12 + month! - MONTHS + index
    return `${String(Math.floor(count / 12)).padStart(4, '0')}-${String((count % 12) + 1).padStart(2, '0')}`
  })
}
