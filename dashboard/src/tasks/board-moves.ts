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

/** The columns with cards put where they were moved to, before the service has said so. */
export function withMoves(columns: readonly BoardColumn[], moved: Readonly<Record<string, TaskStatus>>): BoardColumn[] {
  const known = columns.flatMap((column) => column.cards ?? [])
  const away = known.filter((card) => moved[card.id] !== undefined && moved[card.id] !== card.status)
  return columns.map((column) => {
    const come = away.filter((card) => moved[card.id] === column.status).map((card) => ({ ...card, status: column.status }))
    const stay = column.cards?.filter((card) => !away.includes(card))
    const gone = (column.cards?.length ?? 0) - (stay?.length ?? 0)
    return { ...column, cards: stay && [...come, ...stay], total: column.total + come.length - gone }
  })
}
