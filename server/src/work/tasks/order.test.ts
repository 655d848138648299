import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import type { TaskId } from '../../kernel/ids.ts'
import { type PlacedTask, positionsBetween } from './order.ts'
import { LARGEST_POSITION } from './schema.ts'
import { compareTasks } from './task.ts'

/** Tasks at these positions, in the order of the list: the age is given by the letters of their ids. */
const listOf = (...tasks: [id: string, position: number][]): PlacedTask[] =>
  tasks.map(([id, position]) => ({ id: id as TaskId, position, created_at: 'T1' })).sort(compareTasks)

/** Moves the task to the place that it would have among the others, and gives what changes. */
function move(list: readonly PlacedTask[], id: string, place: number, most = 1_000) {
  const moved = list.find((task) => task.id === id)!
  const others = list.filter((task) => task !== moved)
  const before = others.slice(0, place).reverse()
  const after = others.slice(place)
  const around = { before: before.slice(0, most + 1), after: after.slice(0, most + 1) }
  return { changed: positionsBetween(moved, around, most), wanted: others.toSpliced(place, 0, moved) }
}

const after = (list: readonly PlacedTask[], changed: ReadonlyMap<TaskId, number>) =>
  list.map((task) => ({ ...task, position: changed.get(task.id) ?? task.position })).sort(compareTasks)
const idsOf = (list: readonly PlacedTask[]) => list.map(({ id }) => id)
const changes = (found: ReturnType<typeof move>) => found.changed && Object.fromEntries(found.changed)

describe('a task that is put between two others', () => {
  const dense = listOf(['a', 0], ['b', 1], ['c', 2], ['d', 3])

  test('gets a free number between them, and nothing else changes', () => {
    assert.deepEqual(changes(move(listOf(['a', 0], ['b', 10], ['c', 20]), 'c', 1)), { c: 5 })
    assert.deepEqual(changes(move(dense, 'c', 0)), { c: -1 })
    assert.deepEqual(changes(move(dense, 'b', 3)), { b: 4 })
  })

  test('changes places with its neighbour where no number is free', () => {
    const seven = listOf(...[...'abcdefg'].map((id, index): [string, number] => [id, index]))
    assert.deepEqual(changes(move(seven, 'd', 4)), { d: 4, e: 3 })
    assert.deepEqual(changes(move(seven, 'd', 2)), { c: 3, d: 2 })
  })

  test('changes nothing when it is there already, or alone', () => {
    assert.deepEqual(changes(move(dense, 'c', 2)), {})
    assert.deepEqual(changes(move(listOf(['a', 7]), 'a', 0)), {})
  })

  test('pushes at the ends of the range only inwards', () => {
    const ends = listOf(['a', -LARGEST_POSITION], ['b', 0], ['c', LARGEST_POSITION])
    assert.deepEqual(changes(move(ends, 'b', 0)), { a: 1 - LARGEST_POSITION, b: -LARGEST_POSITION })
    assert.deepEqual(changes(move(ends, 'b', 2)), { b: LARGEST_POSITION, c: LARGEST_POSITION - 1 })
  })

  test('takes the position of a neighbour where many would have to change to differ, and its age puts it right', () => {
    const many = listOf(...Array.from({ length: 200 }, (_, index): [string, number] => [String(1000 + index), index]))
    assert.deepEqual(changes(move(many, '1190', 100)), { 1190: 99 })
    assert.deepEqual(changes(move(many, '1010', 100)), { 1010: 101 })
  })

  test('is refused where more would have to change than may', () => {
    const equal = listOf(...Array.from({ length: 30 }, (_, index): [string, number] => [String(10 + index), 0]))
    assert.equal(move(equal, '39', 15, 10).changed, undefined)
    assert.equal(move(equal, '39', 15, 20).changed?.size, 15)
  })

  test('is there afterwards and all others are in their order, whatever the positions and ages', () => {
    fc.assert(
      fc.property(anyList(), fc.nat(), fc.nat(), (list, which, place) => {
        const found = move(list, list[which % list.length]!.id, place % list.length)
        assert.ok(found.changed)
        assert.deepEqual(idsOf(after(list, found.changed)), idsOf(found.wanted))
      }),
    )
  })

  test('differs from all others where they differ, and no way to do so changes fewer of them', () => {
    const distinct = anyList().map((list) => list.filter(({ position }, at) => list[at - 1]?.position !== position))
    fc.assert(
      fc.property(distinct, fc.nat(), fc.nat(), (list, which, place) => {
        const { id } = list[which % list.length]!
        const found = move(list, id, place % list.length)
        const result = after(list, found.changed!)
        assert.equal(new Set(result.map(({ position }) => position)).size, list.length)
        assert.equal([...found.changed!.keys()].filter((one) => one !== id).length, fewestOthers(found.wanted, id))
      }),
    )
  })
})

/** Up to nine tasks, close together, of any ages. */
function anyList() {
  const letters = fc.shuffledSubarray([...'abcdefghi'], { minLength: 1 })
  const positions = fc.array(fc.integer({ min: -4, max: 6 }), { minLength: 9, maxLength: 9 })
  return fc.tuple(letters, positions).map(([ids, at]) => listOf(...ids.map((id, index): [string, number] => [id, at[index]!])))
}

/** How many tasks besides `moved` must change at least so that the positions rise in the wanted order: by trying all sets that stay. */
function fewestOthers(wanted: readonly PlacedTask[], moved: TaskId): number {
  const others = wanted.filter(({ id }) => id !== moved)
  let fewest = others.length
  for (let set = 0; set < 2 ** others.length; set++) {
    const staying = others.filter((_, index) => set & (1 << index))
    const fits = staying.every((task, index) => {
      const next = staying[index + 1]
      return !next || next.position - task.position >= wanted.indexOf(next) - wanted.indexOf(task)
    })
    if (fits) fewest = Math.min(fewest, others.length - staying.length)
  }
  return fewest
}
