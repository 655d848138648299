// Moves of the board's cards: shown at once, sent one after the other, taken back when they are refused.

import { useRef, useState } from 'react'
import { currentCompany, messageOf, RequestFailed } from '../app/api.ts'
import { queries, useChange } from '../app/session.ts'
import { words } from '../ui/format.ts'
import { toast } from '../ui/toast.tsx'
import type { Card, Move, Spot } from './board-moves.ts'

/** The moves that are not in the columns yet, and how a card is moved. */
export function useMoves(): { moves: readonly Move[]; move: (task: Card, to: Spot) => Promise<void> } {
  const [moves, setMoves] = useState<readonly Move[]>([])
  const queue = useRef<Move[]>([])
  const last = useRef<Promise<unknown>>(Promise.resolve())
  const count = useRef(0)
  // `nth`: the same move may be meant again at once, back and forth by keyboard.
  const change = useChange(
    (send, { task, to }: Move & { nth: number }) =>
      send.dashboard('POST', `/projects/${task.project_id}/tasks/${task.id}/move`, {
        query: { company_id: currentCompany() },
        body: to,
      }),
    undefined,
    { repeats: true },
  )
  const move = async (task: Card, to: Spot) => {
    const one: Move = { task, to }
    setMoves((before) => [...before, one])
    queue.current.push(one)
    // One after the other: of two moves of a card the later one must reach the service last.
    const sent = last.current.then(async () => {
      queue.current.shift()
      // The card was moved on before this was sent: the position in between does not matter.
      const [next] = queue.current
      if (next?.task.id === task.id && (next.to.after_task_id || next.to.before_task_id)) return false
      await change.mutateAsync({ ...one, nth: ++count.current })
      return true
    })
    last.current = sent.catch(() => {})
    try {
      if ((await sent) && to.status !== task.status) toast(`${task.public_id}: ${words(to.status).toLowerCase()}`)
    } catch (error) {
      toast(
        isNeighbourGone(error) ? `${task.public_id} is back: the card beside it was moved meanwhile.` : messageOf(error),
        'error',
      )
      void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[1] === 'board' })
    }
    setMoves((before) => before.filter((other) => other !== one))
  }
  return { moves, move }
}

function isNeighbourGone(error: unknown): boolean {
  return error instanceof RequestFailed && error.status === 400 && /^(after|before)_task_id$/.test(error.faults[0]?.param ?? '')
}
