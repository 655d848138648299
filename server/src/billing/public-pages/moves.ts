// Pure: what was paid on an invoice, credited of it and paid back, as pages list it.
import type { Formats } from '../../kernel/formats.ts'
import type { Minor } from '../../kernel/money.ts'

/** An amount and its day. */
export interface Move {
  date: string
  /** In minor units. */
  amount: Minor
}

/** The newest moves of a document; of each kind at most `MOST_MOVES`. */
export interface Moves {
  payments: readonly Move[]
  credits: readonly (Move & { number: string })[]
  refunds: readonly Move[]
}

export const NO_MOVES: Moves = { payments: [], credits: [], refunds: [] }
export const MOST_MOVES = 50

/** A move in the words of a page. */
export interface MoveRow {
  label: string
  date: string
  amount: string
}

/** The moves of one kind, with what they add up to, those that are not among them included. */
interface Kind {
  moves: readonly (Move & { number?: string })[]
  sum: Minor
  label: string
}

/** The rows of a page, oldest first. What came before those that are shown is one row of its kind. */
export function moveRows(kinds: readonly Kind[], formats: Formats, earlier: string): MoveRow[] {
  const before = kinds.flatMap(({ moves, sum, label }) => {
    const amount = sum - moves.reduce((shown, move) => shown + move.amount, 0)
    return amount > 0 ? [{ label, date: earlier, amount: formats.money(amount) }] : []
  })
  const shown = kinds.flatMap(({ moves, label }) => moves.map((move) => ({ ...move, label })))
  const rows = shown
    .sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0))
    .map(({ label, number, date, amount }) => ({
      label: number === undefined ? label : `${label} ${number}`,
      date: formats.date(date),
      amount: formats.money(amount),
    }))
  return [...before, ...rows]
}
