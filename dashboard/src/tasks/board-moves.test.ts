import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type BoardColumn, type Card, withMoves } from './board-moves.ts'

const card = (id: string, status: Card['status']) => ({ id, status }) as Card
const columns: BoardColumn[] = [
  { status: 'todo', cards: [card('a', 'todo'), card('b', 'todo')], total: 70 },
  { status: 'in_progress', cards: [card('c', 'in_progress')], total: 1 },
  { status: 'completed', cards: undefined, total: 0 },
]

test('a card that was moved stands in its new column at once, and is counted there', () => {
  const [todo, doing] = withMoves(columns, { b: 'in_progress' })
  assert.deepEqual([todo?.cards?.map((one) => one.id), todo?.total], [['a'], 69])
  assert.deepEqual(
    [doing?.cards?.map((one) => [one.id, one.status]), doing?.total],
    [
      [
        ['b', 'in_progress'],
        ['c', 'in_progress'],
      ],
      2,
    ],
  )
})

test('a card that the service already moved is not counted twice', () => {
  assert.deepEqual(withMoves(columns, { c: 'in_progress', a: 'todo', gone: 'todo' }), columns)
})

test('a column that still loads shows nothing that was not loaded', () => {
  assert.equal(withMoves(columns, { a: 'completed' })[2]?.cards, undefined)
})
