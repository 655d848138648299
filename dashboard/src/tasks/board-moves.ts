import type { components } from '../../../sdk/src/api.ts'
import type { TaskStatus } from './task-statuses.ts'

/** A card: a task, and of which project it is where the board shows several. */
export type Card = components['schemas']['Task'] & { project?: { id: string; title: string; public_id: string } }

export interface BoardColumn {
  status: TaskStatus
  /** Undefined while they load. */
  cards: readonly Card[] | undefined
  /** All that have the status: there may be more than are shown. */
  total: number
}

/**
 * The columns with cards put where they were moved to (`moved`: as they are there), before the service has said so. While the columns are asked
 * for anew, one after the other, the card may be in none of them or in two: it is shown once, and does not go away.
 */
export function withMoves(columns: readonly BoardColumn[], moved: readonly Card[]): BoardColumn[] {
  return columns.map((column) => {
    const { status, cards, total } = column
    if (!cards) return column
    const stay = cards.filter((card) => !moved.some((one) => one.id === card.id && one.status !== status))
    const come = moved.filter((one) => one.status === status && !cards.some((card) => card.id === one.id))
    return { status, cards: [...come, ...stay], total: total + come.length - (cards.length - stay.length) }
  })
}
