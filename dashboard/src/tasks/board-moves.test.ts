import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type BoardColumn, type Card, withMoves } from './board-moves.ts'

const card = (id: string, status: Card['status']) => ({ id, status }) as Card
const columns: BoardColumn[] = [
  { status: 'todo', cards: [card('a', 'todo'), card('b', 'todo')], total: 70 },
  { status: 'in_progress', cards: [card('c', 'in_progress')], total: 1 },
  { status: 'completed', cards: undefined, total: 0 },
]

const shown = (moved: readonly Card[]) => withMoves(columns, moved).map(({ cards, total }) => [cards?.map(({ id }) => id), total])

test('a card that was moved stands in its new column at once, and is counted there', () => {
  assert.deepEqual(shown([card('b', 'in_progress')]), [
    [['a'], 69],
    [['b', 'c'], 2],
    [undefined, 0],
  ])
})

test('a card that the service already moved is not counted twice, and keeps its place', () => {
  assert.deepEqual(withMoves(columns, [card('c', 'in_progress'), card('b', 'todo')]), columns)
})

test('a card that left its old column before the new one was asked for is there nevertheless', () => {
  assert.deepEqual(shown([card('between', 'in_progress')])[1], [['between', 'c'], 2])
})

test('a card that is in both columns is shown in the new one', () => {
  const both: BoardColumn[] = [columns[0]!, { status: 'in_progress', cards: [card('b', 'in_progress')], total: 1 }]
  const [todo, doing] = withMoves(both, [card('b', 'in_progress')])
  assert.deepEqual([todo?.total, doing?.total, doing?.cards?.length], [69, 1, 1])
})

test('a column that still loads shows nothing that was not loaded', () => {
  assert.equal(withMoves(columns, [card('a', 'completed')])[2]?.cards, undefined)
})
