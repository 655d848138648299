// Pure: what was paid on an invoice, credited of it and paid back, as its public page lists it.
import type { Formats } from '../../kernel/formats.ts'
import type { Minor } from '../../kernel/money.ts'

/** An amount of money and its day. */
export interface DatedAmount {
  date: string
  /** In minor units. */
  amount: Minor
  /** The number of a credit note. */
  number?: string
}

/** What happened to the money of a document: the newest of each kind, at most `MOST_SHOWN`. */
export interface MoneyHistory {
  payments: readonly DatedAmount[]
  credits: readonly DatedAmount[]
  refunds: readonly DatedAmount[]
}

export const NO_HISTORY: MoneyHistory = { payments: [], credits: [], refunds: [] }
export const MOST_SHOWN = 50

/** One of these amounts as a page shows it. */
export interface HistoryRow {
  label: string
  date: string
  amount: string
}

/** The amounts of one kind, and what they add up to with those that are not shown. */
interface Kind {
  label: string
  shown: readonly DatedAmount[]
  sum: Minor
}

/** The rows of a page, oldest first. The amounts of a kind that are not shown are one row before them, dated `earlier`. */
export function historyRows(kinds: readonly Kind[], formats: Formats, earlier: string): HistoryRow[] {
  const before = kinds.flatMap(({ label, shown, sum }) => {
    const amount = sum - shown.reduce((total, one) => total + one.amount, 0)
    return amount > 0 ? [{ label, date: earlier, amount: formats.money(amount) }] : []
  })
  const dated = kinds.flatMap(({ label, shown }) => shown.map((one) => ({ ...one, label })))
  const rows = dated
    .sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0))
    .map(({ label, number, date, amount }) => ({
      label: number === undefined ? label : `${label} ${number}`,
      date: formats.date(date),
      amount: formats.money(amount),
    }))
  return [...before, ...rows]
}
