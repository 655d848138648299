import type { components } from '../../../sdk/src/api.ts'
import type { TaskStatus } from './task-statuses.ts'

/** A card: a task, and its project if the board shows several. */
export type Card = components['schemas']['Task'] & { project?: { id: string; title: string; public_id: string } }

export interface BoardColumn {
  status: TaskStatus
  /** Undefined while they load. */
  cards: readonly Card[] | undefined
  /** All that have the status: there may be more than are shown. */
  total: number
}

/** Where a card is put: a column, and the card there that it is put right after or before. Without one its place follows from the order. */
export interface Spot {
  status: TaskStatus
  after_task_id?: string
  before_task_id?: string
}

/** A card that was moved, as it was before. */
export interface Move {
  task: Card
  to: Spot
}

/**
 * The columns after moves that the service may not have stored yet. While the columns are loaded again, one after the other, a card may be in
 * none of them or in two: it is shown once, and does not disappear. `is_ordered`: the columns are sorted by position.
 */
export function withMoves(columns: readonly BoardColumn[], moves: readonly Move[], is_ordered = false): BoardColumn[] {
  return moves.reduce((before, move) => before.map((column) => withMove(column, move, is_ordered)), [...columns])
}

function withMove(column: BoardColumn, { task, to }: Move, is_ordered: boolean): BoardColumn {
  const { status, cards, total } = column
  const own = cards?.find((card) => card.id === task.id)
  if (!cards || (status !== to.status && !own)) return column
  const others = cards.filter((card) => card !== own)
  if (status !== to.status) return { status, cards: others, total: total - 1 }
  if (own && !to.after_task_id && !to.before_task_id) return column
  const card = besideNeighbour(own ?? { ...task, status }, others, to)
  const place = to.after_task_id || to.before_task_id || !is_ordered ? placeBeside(others, to) : placeByPosition(others, card)
  return { status, cards: others.toSpliced(place, 0, card), total: own ? total : total + 1 }
}

/** The card with a position next to its neighbour's, so that it keeps its place in the order when it moves on from there. */
function besideNeighbour(card: Card, others: readonly Card[], { after_task_id, before_task_id }: Spot): Card {
  const neighbour = others.find(({ id }) => id === (after_task_id ?? before_task_id))
  return neighbour ? { ...card, position: neighbour.position + (after_task_id ? 0.5 : -0.5) } : card
}

/** Next to its neighbour; at the top if that is not shown, or there is none. */
function placeBeside(others: readonly Card[], { after_task_id, before_task_id }: Spot): number {
  const index = others.findIndex(({ id }) => id === (after_task_id ?? before_task_id))
  return index === -1 ? 0 : after_task_id ? index + 1 : index
}

/** By position, then oldest first. */
function placeByPosition(others: readonly Card[], { position, created_at }: Card): number {
  const order = (other: Card) => other.position - position || (other.created_at > created_at ? 1 : -1)
  const index = others.findIndex((other) => order(other) > 0)
  return index === -1 ? others.length : index
}

/** The spot of a card that is put in front of the one at `index` of a column, or behind the last one. Undefined when it is there already. */
export function spotAt({ status, cards = [] }: BoardColumn, task: Card, index: number): Spot | undefined {
  const others = cards.filter(({ id }) => id !== task.id)
  const place = cards.slice(0, index).filter(({ id }) => id !== task.id).length
  if (cards[place]?.id === task.id) return undefined
  if (place > 0) return { status, after_task_id: others[place - 1]!.id }
  return others[0] ? { status, before_task_id: others[0].id } : { status }
}
