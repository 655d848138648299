import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type BoardColumn, type Card, type Spot, spotAt, withMoves } from './board-moves.ts'

const card = (id: string, status: Card['status']) => ({ id, status }) as Card
const columns: BoardColumn[] = [
  { status: 'todo', cards: [card('a', 'todo'), card('b', 'todo')], total: 70 },
  { status: 'in_progress', cards: [card('c', 'in_progress')], total: 1 },
  { status: 'completed', cards: undefined, total: 0 },
]
const [todo] = columns as [BoardColumn]

const move = (id: string, to: Spot) => ({ task: card(id, 'todo'), to })
const shown = (...moves: ReturnType<typeof move>[]) =>
  withMoves(columns, moves).map(({ cards, total }) => [cards?.map(({ id }) => id), total])

describe('a card that was moved', () => {
  test('is in its new column at once, and is counted there', () => {
    assert.deepEqual(shown(move('b', { status: 'in_progress' })), [
      [['a'], 69],
      [['b', 'c'], 2],
      [undefined, 0],
    ])
    assert.equal(withMoves(columns, [move('b', { status: 'in_progress' })])[1]?.cards?.[0]?.status, 'in_progress')
  })

  test('is right after or before its neighbour, in its own column too', () => {
    assert.deepEqual(shown(move('b', { status: 'in_progress', after_task_id: 'c' }))[1], [['c', 'b'], 2])
    assert.deepEqual(shown(move('b', { status: 'in_progress', before_task_id: 'c' }))[1], [['b', 'c'], 2])
    assert.deepEqual(shown(move('a', { status: 'todo', after_task_id: 'b' }))[0], [['b', 'a'], 70])
  })

  test('goes by its position where columns do and it has no neighbour', () => {
    const cards = [1, 3, 3].map((position, index) => ({ ...card(`${index}`, 'todo'), position, created_at: `T${index}` }))
    const placed = (position: number, created_at: string) => {
      const one = { ...card('x', 'backlog'), position, created_at }
      const moves = [{ task: one, to: { status: 'todo' as const } }]
      return withMoves([{ status: 'todo', cards, total: 3 }], moves, true)[0]?.cards?.findIndex(({ id }) => id === 'x')
    }
    assert.deepEqual([placed(0, 'T9'), placed(2, 'T9'), placed(3, 'T1.5'), placed(3, 'T9'), placed(4, 'T0')], [0, 1, 2, 3, 3])
  })

  test('is where the last of several moves put it', () => {
    const [first, second] = shown(
      move('a', { status: 'in_progress', after_task_id: 'c' }),
      move('b', { status: 'in_progress', before_task_id: 'a' }),
      move('c', { status: 'in_progress', after_task_id: 'a' }),
      move('a', { status: 'todo' }),
    )
    assert.deepEqual(first, [['a'], 69])
    assert.deepEqual(second, [['b', 'c'], 2])
  })

  test('is not counted twice when the service has moved it already, and keeps its place', () => {
    assert.deepEqual(withMoves(columns, [move('c', { status: 'in_progress' }), move('b', { status: 'todo' })]), columns)
    assert.deepEqual(shown(move('b', { status: 'todo', after_task_id: 'a' }))[0], [['a', 'b'], 70])
  })

  test('is there although it left its old column before the new one was asked for, or its neighbour is not shown', () => {
    assert.deepEqual(shown(move('between', { status: 'in_progress' }))[1], [['between', 'c'], 2])
    assert.deepEqual(shown(move('a', { status: 'in_progress', after_task_id: 'gone' }))[1], [['a', 'c'], 2])
  })

  test('is shown in the new column when it is in both', () => {
    const both: BoardColumn[] = [todo, { status: 'in_progress', cards: [card('b', 'in_progress')], total: 1 }]
    const [first, second] = withMoves(both, [move('b', { status: 'in_progress' })])
    assert.deepEqual([first?.total, second?.total, second?.cards?.length], [69, 1, 1])
  })

  test('is not shown in a column that still loads', () => {
    assert.equal(withMoves(columns, [move('a', { status: 'completed' })])[2]?.cards, undefined)
  })
})

describe('the spot of a card', () => {
  const [a, b] = todo.cards as [Card, Card]
  const c = card('c', 'in_progress')

  test('is behind the card above it, at the top in front of the first', () => {
    assert.deepEqual(spotAt(todo, c, 1), { status: 'todo', after_task_id: 'a' })
    assert.deepEqual(spotAt(todo, c, 2), { status: 'todo', after_task_id: 'b' })
    assert.deepEqual(spotAt(todo, c, 0), { status: 'todo', before_task_id: 'a' })
    assert.deepEqual(spotAt(todo, b, 0), { status: 'todo', before_task_id: 'a' })
    assert.deepEqual(spotAt(todo, a, 2), { status: 'todo', after_task_id: 'b' })
  })

  test('is none where it is already, above and below itself', () => {
    assert.deepEqual([spotAt(todo, a, 0), spotAt(todo, a, 1), spotAt(todo, b, 1), spotAt(todo, b, 2)], Array(4).fill(undefined))
  })

  test('is the column alone where that is empty', () => {
    assert.deepEqual(spotAt({ status: 'backlog', cards: [], total: 0 }, a, 0), { status: 'backlog' })
  })
})
