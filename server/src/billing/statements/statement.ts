// Pure: a customer's statement of account from its documents and the money that moved.

import { csvLine } from '../../kernel/csv.ts'
import { currencyDigits } from '../../kernel/currencies.ts'
import { fromMinorSum, type Minor } from '../../kernel/money.ts'
import type { Ageing, EntryKind, Statement } from './schema.ts'

/** An entry in minor units, as what it adds to the balance. */
export interface Movement {
  date: string
  kind: EntryKind
  number: string
  currency: string
  amount: Minor
}

/** What was open before the period, by currency. */
export interface Opening {
  currency: string
  amount: bigint
}

const ORDER: Readonly<Record<EntryKind, number>> = { invoice: 0, credit_note: 1, payment: 2, refund: 3 }

/** The statement of a period from all of its movements. A currency without any, and with nothing open before, is left out. */
export function statementOf(
  named: Pick<Statement, 'customer_id' | 'from' | 'to'>,
  openings: readonly Opening[],
  movements: readonly Movement[],
): Statement {
  const opening_of = new Map<string, bigint>()
  for (const { currency, amount } of openings) opening_of.set(currency, (opening_of.get(currency) ?? 0n) + amount)
  const by_currency = Map.groupBy(movements, ({ currency }) => currency)
  const currencies = [...new Set([...opening_of.keys(), ...by_currency.keys()])].sort()
  const statements = currencies.flatMap((currency) => {
    const digits = currencyDigits(currency)
    const opening = opening_of.get(currency) ?? 0n
    const sorted = (by_currency.get(currency) ?? []).toSorted(compare)
    if (opening === 0n && sorted.length === 0) return []
    let balance = opening
    const entries = sorted.map(({ date, kind, number, amount }) => {
      balance += BigInt(amount)
      return { date, kind, number, amount: fromMinorSum(BigInt(amount), digits), balance: fromMinorSum(balance, digits) }
    })
    const [opening_balance, closing_balance] = [fromMinorSum(opening, digits), fromMinorSum(balance, digits)]
    return [{ currency, opening_balance, entries, closing_balance }]
  })
  return { ...named, statements }
}

/** By date; on one day documents before money, and by their numbers. */
const compare = (a: Movement, b: Movement): number =>
  compareTexts(a.date, b.date) || ORDER[a.kind] - ORDER[b.kind] || compareTexts(a.number, b.number)

const compareTexts = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

const DAY_MS = 86_400_000
/** The last day of each age but the highest. */
const AGES = ['days_1_30', 'days_31_60', 'days_61_90', 'days_over_90'] as const

/** What is due by age, from what is open by due date. What is due today is not late. */
export function ageingOf(open: readonly { currency: string; due_date: string; amount: bigint }[], today: string): Ageing {
  const ages = [...Map.groupBy(open, ({ currency }) => currency)].map(([currency, due]) => {
    const digits = currencyDigits(currency)
    const sum = (name: string) =>
      fromMinorSum(
        due
          .filter((one) => name === 'total' || ageName(one.due_date, today) === name)
          .reduce((all, { amount }) => all + amount, 0n),
        digits,
      )
    const [current, days_1_30, days_31_60, days_61_90, days_over_90, total] = ['current', ...AGES, 'total'].map(sum) as [
      number,
      number,
      number,
      number,
      number,
      number,
    ]
    return { currency, current, days_1_30, days_31_60, days_61_90, days_over_90, total }
  })
  return { today, ages: ages.sort((a, b) => compareTexts(a.currency, b.currency)) }
}

function ageName(due_date: string, today: string): 'current' | (typeof AGES)[number] {
  const days = (Date.parse(today) - Date.parse(due_date)) / DAY_MS
  if (days <= 0) return 'current'
  return AGES[Math.min(3, Math.floor((days - 1) / 30))]!
}

const COLUMNS = ['currency', 'date', 'kind', 'number', 'amount', 'balance'] as const

/** The statement as CSV: a line for what was open before, one for each entry, and one for what is open at the end. */
export function csvOf({ from, to, statements }: Statement): string {
  const lines = statements.flatMap(({ currency, opening_balance, entries, closing_balance }) => [
    [currency, from ?? '', 'opening_balance', '', '', opening_balance],
    ...entries.map((entry) => [currency, entry.date, entry.kind, entry.number, entry.amount, entry.balance]),
    [currency, to, 'closing_balance', '', '', closing_balance],
  ])
  return [COLUMNS, ...lines].map(csvLine).join('')
}
