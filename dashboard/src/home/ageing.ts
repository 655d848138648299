import { currencyDigits } from '../../../server/src/kernel/currencies.ts'
import { fromMinor, sumMinor, toMinor } from '../../../server/src/kernel/money.ts'

/** How many days an invoice is late: the columns of the table. */
export const BUCKETS = ['0–30', '31–60', '61–90', '90+'] as const

/** What is due in one currency: all of it, what is late, and that by `BUCKETS`. */
export interface Ageing {
  currency: string
  outstanding: number
  overdue: number
  by_age: number[]
}

interface Due {
  currency: string
  amount_due: number
  due_date: string
}

/** Sums what is due per currency, in exact minor units. `today` is a date; an invoice is late from the day after its due date. */
export function ageing(invoices: readonly Due[], today: string): Ageing[] {
  const currencies = [...new Set(invoices.map((one) => one.currency))].sort()
  return currencies.map((currency) => {
    const digits = currencyDigits(currency)
    const due = invoices.filter((one) => one.currency === currency)
    const sum = (some: readonly Due[]) =>
      fromMinor(
        sumMinor(
          some.map((one) => toMinor(one.amount_due, digits) ?? 0),
          digits,
        ),
        digits,
      )
    const late = due.filter((one) => one.due_date < today)
    const by_age = BUCKETS.map((_, index) => sum(late.filter((one) => bucketOf(one.due_date, today) === index)))
    return { currency, outstanding: sum(due), overdue: sum(late), by_age }
  })
}

function bucketOf(due_date: string, today: string): number {
  const days = (Date.parse(today) - Date.parse(due_date)) / 86_400_000
  return days <= 30 ? 0 : days <= 60 ? 1 : days <= 90 ? 2 : 3
}
