// Pure: the positions that put a task between two others. Lists go by position, then oldest first (task.ts, `compareTasks`).
import type { TaskId } from '../../kernel/ids.ts'
import { LARGEST_POSITION, type TaskRecord } from './schema.ts'
import { compareTasks } from './task.ts'

/** What determines the order of a task in the list of its project. */
export type PlacedTask = Pick<TaskRecord, 'id' | 'position' | 'created_at'>

/** Tasks next to a task in the list, the nearest first: at most as many as were requested on each side. */
export interface Surroundings {
  before: readonly PlacedTask[]
  after: readonly PlacedTask[]
}

/** The positions that change, by task. */
export type Positions = ReadonlyMap<TaskId, number>

/** Tasks that are renumbered at most so that no two have the same position. Each of them is an event, and a new version of the task. */
const MOST_RENUMBERED_TO_DIFFER = 20
/** Tasks that nearly every move does with. */
export const FEW_RENUMBERED = 50
/** Tasks that one move renumbers at most. */
export const MOST_RENUMBERED = 1_000

/**
 * The new positions that put `moved` between its neighbours; none if it is there already. Undefined if more than `most` tasks
 * would have to change.
 *
 * A free number between the neighbours is taken. Without one the neighbours on the side that needs fewer changes make room: with different
 * positions if few have to change, else with equal ones where the age of the tasks puts them in order.
 * `around` has `most + 1` tasks on each side, or all that there are; never `moved` itself.
 */
export function positionsBetween(moved: PlacedTask, around: Surroundings, most: number): Positions | undefined {
  const [previous] = around.before
  const [next] = around.after
  if ((!previous || compareTasks(previous, moved) < 0) && (!next || compareTasks(moved, next) < 0)) return new Map()
  const free = freePosition(previous?.position, next?.position)
  if (free !== undefined) return new Map([[moved.id, free]])
  return (
    fewest(
      [1, -1].map((side) =>
        makeRoom(moved, around, side, { may_be_equal: false, most: Math.min(most, MOST_RENUMBERED_TO_DIFFER) }),
      ),
    ) ?? fewest([1, -1].map((side) => makeRoom(moved, around, side, { may_be_equal: true, most })))
  )
}

/** A whole number between two that are not next to each other, in the middle; beyond the last or the first the nearest. */
function freePosition(low: number | undefined, high: number | undefined): number | undefined {
  const from = low ?? (high === undefined ? 0 : high - 2)
  const to = high ?? from + 2
  const middle = from + Math.floor((to - from) / 2)
  return to - from >= 2 && Math.abs(middle) <= LARGEST_POSITION ? middle : undefined
}

/**
 * Puts `moved` right after its neighbour, and shifts those on the other side (`side` 1: the later ones) until there is room, each by
 * as little as possible. Undefined if more than `most` would have to change.
 */
function makeRoom(
  moved: PlacedTask,
  { before, after }: Surroundings,
  side: number,
  { may_be_equal, most }: { may_be_equal: boolean; most: number },
): Positions | undefined {
  const [still, pushed] = side === 1 ? [before[0], after] : [after[0], before]
  const positions = new Map<TaskId, number>()
  let last = still
  for (const task of [moved, ...pushed]) {
    const is_in_order = last && side * compareTasks(last, task) < 0 && (may_be_equal || last.position !== task.position)
    if (is_in_order && task !== moved) return positions
    const position = last ? nextPosition(last, task, side, may_be_equal) : -side * LARGEST_POSITION
    if (positions.size === most || Math.abs(position) > LARGEST_POSITION) return undefined
    positions.set(task.id, position)
    last = { ...task, position }
  }
  return positions
}

/** The nearest position at which a task comes after `last` in the direction of `side`. */
function nextPosition(last: PlacedTask, task: PlacedTask, side: number, may_be_equal: boolean): number {
  const is_ordered_by_age = side * compareTasks(last, { ...task, position: last.position }) < 0
  return may_be_equal && is_ordered_by_age ? last.position : last.position + side
}

function fewest(found: readonly (Positions | undefined)[]): Positions | undefined {
  return found.filter((one) => one !== undefined).sort((a, b) => a.size - b.size)[0]
}
