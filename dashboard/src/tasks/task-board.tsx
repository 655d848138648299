// Tasks as cards in columns. A card moves by drag, and by keyboard: Shift and the arrows.

import { type DragEvent, type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import { useMay } from '../app/session.ts'
import { Person } from '../projects/person.tsx'
import { Badge, Status } from '../ui/badge.tsx'
import { DueDate } from '../ui/due-date.tsx'
import { words } from '../ui/format.ts'
import { useRowKeys } from '../ui/hotkeys.ts'
import { Trouble } from '../ui/states.tsx'
import { toast } from '../ui/toast.tsx'
import { type BoardFilters, useBoardColumns } from './board-columns.ts'
import { type BoardColumn, type Card, type Spot, spotAt, withMoves } from './board-moves.ts'
import { isDone, type TaskStatus } from './task-statuses.ts'
import { useMoves } from './use-moves.ts'

interface BoardProps {
  /** Absent: the tasks of all projects. */
  project_id?: string
  filters?: BoardFilters
  onOpen: (task: Card) => void
}

/** Where a dragged card would go: `index` is that of the card it would be in front of. */
interface Landing {
  status: TaskStatus
  index: number
}

const NO_ORDER = 'The cards of several projects have no order of their own. Choose one project to put them in order.'

/** The board of a project, or of all. In that of a project cards have an order, which a move can change. */
export function TaskBoard({ project_id, filters = {}, onOpen }: BoardProps) {
  const may_write = useMay('write')
  const is_ordered = project_id !== undefined
  const { moves, move } = useMoves()
  const [dragged, setDragged] = useState<Card>()
  const [landing, setLanding] = useState<Landing>()
  const [said, setSaid] = useState('')
  const { columns: asked, failed } = useBoardColumns(project_id, filters)
  useRowKeys()
  /** The card that is moved by keyboard: in another column it may be another element, which has to get the focus. */
  const held = useRef<string>(undefined)
  useLayoutEffect(() => {
    if (held.current !== undefined && document.activeElement === document.body) {
      document.querySelector<HTMLElement>(`[data-task="${held.current}"]`)?.focus()
    }
    if (moves.length === 0) held.current = undefined
  })
  if (failed) return <Trouble error={failed.error} onRetry={() => void failed.refetch()} />
  if (asked.some((column) => !column.cards)) return <Coming />
  const columns = withMoves(asked, moves, is_ordered).filter((column) => column.status !== 'cancelled' || column.total > 0)

  /** The target in front of the card at `index`: without an order of its own a column is one target. */
  const spotIn = (column: BoardColumn, task: Card, index: number): Spot | undefined => {
    if (is_ordered) return spotAt(column, task, index)
    return column.status === task.status ? undefined : { status: column.status }
  }
  const drop = (column: BoardColumn, task: Card, index: number) => {
    const spot = spotIn(column, task, index)
    if (spot) void move(task, spot)
    else if (!is_ordered) toast(NO_ORDER, 'done', { about: 'order' })
  }
  const stepAside = (task: Card, by: 1 | -1) => {
    const next = columns[columns.findIndex((column) => column.status === task.status) + by]
    if (!next) return
    held.current = task.id
    void move(task, { status: next.status })
  }
  const stepAlong = (task: Card, by: 1 | -1) => {
    if (!is_ordered) return toast(NO_ORDER, 'done', { about: 'order' })
    const column = columns.find(({ status }) => status === task.status)
    const place = column?.cards?.findIndex(({ id }) => id === task.id) ?? -1
    const to = place + by
    if (!column?.cards || place === -1 || to < 0 || to >= column.cards.length) return
    const spot = spotAt(column, task, by === 1 ? to + 1 : to)
    if (!spot) return
    held.current = task.id
    setSaid(`${task.public_id}: ${words(column.status)}, place ${to + 1} of ${column.total}`)
    void move(task, spot)
  }
  const endDrag = () => {
    setDragged(undefined)
    setLanding(undefined)
  }
  return (
    <>
      <p className="sr-only">
        Cards open with Enter, and move with Shift and the arrow keys{is_ordered ? '' : ' to the left and right'}.
      </p>
      <p className="sr-only" role="status">
        {said}
      </p>
      <section
        className="-mx-4 grid auto-cols-[minmax(176px,1fr)] grid-flow-col gap-3 overflow-x-auto px-4 pb-3"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        aria-label="Board"
        onFocus={({ target }) => {
          if (target.dataset['task'] !== held.current) held.current = undefined
        }}
      >
        {columns.map((column) => {
          const is_over = landing?.status === column.status && dragged && spotIn(column, dragged, landing.index)
          return (
            // The drop is the mouse's way; the keyboard's is on the cards.
            <section
              key={column.status}
              aria-label={words(column.status)}
              className={`flex min-h-64 flex-col rounded-[10px] bg-sunken p-2 ${is_over ? 'outline-2 -outline-offset-2 outline-accent' : ''}`}
              onDragOver={(event) => {
                if (!dragged) return
                event.preventDefault()
                const index = indexUnder(event)
                if (landing?.status !== column.status || landing.index !== index) setLanding({ status: column.status, index })
              }}
              onDragLeave={({ currentTarget, relatedTarget }) => {
                if (!currentTarget.contains(relatedTarget as Node | null)) setLanding(undefined)
              }}
              onDrop={(event) => {
                event.preventDefault()
                if (dragged) drop(column, dragged, indexUnder(event))
                endDrag()
              }}
            >
              <h2 className="mb-2 flex justify-between px-1.5 text-[13px] font-medium">
                {words(column.status)}
                <span className="figures text-soft">{column.total}</span>
              </h2>
              <Cards
                column={column}
                line={is_over && is_ordered ? landing.index : undefined}
                may_move={may_write}
                is_ordered={is_ordered}
                dragged_id={dragged?.id}
                onOpen={onOpen}
                onAside={stepAside}
                onAlong={stepAlong}
                onDrag={setDragged}
                onDragEnd={endDrag}
              />
            </section>
          )
        })}
      </section>
    </>
  )
}

/** The card that the mouse is in front of, in a column: above its middle; after the last one it is their number. */
function indexUnder({ currentTarget, clientY }: DragEvent): number {
  const cards = [...currentTarget.querySelectorAll('li')]
  const index = cards.findIndex((card) => {
    const { top, height } = card.getBoundingClientRect()
    return clientY < top + height / 2
  })
  return index === -1 ? cards.length : index
}

/** The board while it loads: how many columns it will have is not known yet. */
function Coming() {
  return (
    <div className="grid auto-cols-[minmax(176px,1fr)] grid-flow-col gap-3 overflow-hidden" role="status" aria-label="Loading">
      {['a', 'b', 'c', 'd', 'e'].map((column) => (
        <div key={column} className="min-h-64 rounded-[10px] bg-sunken" />
      ))}
    </div>
  )
}

interface CardsProps {
  column: BoardColumn
  /** The card in front of which a line shows the drop position. */
  line: number | undefined
  may_move: boolean
  is_ordered: boolean
  dragged_id: string | undefined
  onOpen: (task: Card) => void
  /** Moves a card to the next column. */
  onAside: (task: Card, by: 1 | -1) => void
  /** Moves a card past the one below or above. */
  onAlong: (task: Card, by: 1 | -1) => void
  onDrag: (task: Card) => void
  onDragEnd: () => void
}

const LINE = 'before:absolute before:inset-x-1 before:-top-[5px] before:h-0.5 before:rounded-full before:bg-accent'
const LINE_BELOW = 'after:absolute after:inset-x-1 after:-bottom-[5px] after:h-0.5 after:rounded-full after:bg-accent'

function Cards({ column, line, may_move, is_ordered, dragged_id, onOpen, onAside, onAlong, onDrag, onDragEnd }: CardsProps) {
  const { cards = [] } = column
  const onKeyDown = (event: KeyboardEvent, task: Card) => {
    if (!may_move) return
    // Alt with the arrows to the sides is the browser's own way back.
    const is_along = (event.shiftKey || event.altKey) && (event.key === 'ArrowUp' || event.key === 'ArrowDown')
    const is_aside = event.shiftKey && (event.key === 'ArrowLeft' || event.key === 'ArrowRight')
    if (!is_along && !is_aside) return
    event.preventDefault()
    const by = event.key === 'ArrowUp' || event.key === 'ArrowLeft' ? -1 : 1
    if (is_along) onAlong(task, by)
    else onAside(task, by)
  }
  const keys = `Shift+ArrowLeft Shift+ArrowRight${is_ordered ? ' Shift+ArrowUp Shift+ArrowDown Alt+ArrowUp Alt+ArrowDown' : ''}`
  return (
    <>
      <ul className="space-y-2">
        {cards.map((task, index) => (
          <li
            key={task.id}
            data-line={line === index ? 'above' : line === index + 1 && line === cards.length ? 'below' : undefined}
            className={`relative ${line === index ? LINE : ''} ${line === index + 1 && line === cards.length ? LINE_BELOW : ''}`}
          >
            <button
              type="button"
              data-row
              data-task={task.id}
              draggable={may_move}
              aria-keyshortcuts={may_move ? keys : undefined}
              onDragStart={(event) => {
                event.dataTransfer.setData('text/plain', task.public_id)
                event.dataTransfer.effectAllowed = 'move'
                onDrag(task)
              }}
              onDragEnd={onDragEnd}
              onClick={() => onOpen(task)}
              onKeyDown={(event) => onKeyDown(event, task)}
              className={`card w-full space-y-1.5 p-3 text-left shadow-xs hover:border-line-strong ${dragged_id === task.id ? 'opacity-50' : ''}`}
            >
              {task.project && <span className="block truncate text-[13px] text-soft">{task.project.title}</span>}
              <span className="block font-medium wrap-anywhere">{task.title}</span>
              <span className="flex flex-wrap items-center gap-1.5 text-[13px] text-soft">
                <span className="figures">{task.public_id}</span>
                {task.due_date && <DueDate day={task.due_date} is_done={isDone(task)} />}
                {(task.priority === 'high' || task.priority === 'urgent') && <Status value={task.priority} />}
                {task.tags.slice(0, 2).map((tag) => (
                  <Badge key={tag}>{tag}</Badge>
                ))}
                {task.assigned_to && (
                  <span className="ml-auto max-w-full truncate">
                    <span className="sr-only">Assigned to </span>
                    <Person id={task.assigned_to} />
                  </span>
                )}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {column.total > cards.length && (
        <p className="mt-2 px-1.5 text-[13px] text-soft">and {column.total - cards.length} more in the list</p>
      )}
    </>
  )
}
