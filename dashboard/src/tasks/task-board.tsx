// Tasks as cards in columns. A card moves by drag, and by keyboard: Shift and the arrows to the left and right.

import { useLayoutEffect, useRef, useState } from 'react'
import { messageOf } from '../app/api.ts'
import { useChange, useMay } from '../app/session.ts'
import { Person } from '../projects/person.tsx'
import { Badge, Status } from '../ui/badge.tsx'
import { DueDate } from '../ui/due-date.tsx'
import { words } from '../ui/format.ts'
import { useRowKeys } from '../ui/hotkeys.ts'
import { Trouble } from '../ui/states.tsx'
import { toast } from '../ui/toast.tsx'
import { type BoardFilters, useBoardColumns } from './board-columns.ts'
import { type BoardColumn, type Card, withMoves } from './board-moves.ts'
import { isDone, type TaskStatus } from './task-statuses.ts'

interface BoardProps {
  /** Absent: the tasks of all projects. */
  project_id?: string
  filters?: BoardFilters
  onOpen: (task: Card) => void
}

/** The board of a project, or of all. */
export function TaskBoard({ project_id, filters = {}, onOpen }: BoardProps) {
  const may_write = useMay('write')
  const [moved, setMoved] = useState<readonly Card[]>([])
  const [over, setOver] = useState<TaskStatus>()
  const { columns: asked, failed } = useBoardColumns(project_id, filters)
  useRowKeys()
  const move = useChange(
    (send, { task, status }: { task: Card; status: TaskStatus }) =>
      send.patch('/v1/projects/{id}/tasks/{taskId}', { path: { id: task.project_id, taskId: task.id }, body: { status } }),
    undefined,
    { repeats: true },
  )
  const last = useRef<Promise<unknown>>(Promise.resolve())
  /** The card that goes by keyboard: in another column it is another element, which has to get the focus. */
  const held = useRef<string>(undefined)
  useLayoutEffect(() => {
    if (held.current !== undefined && document.activeElement === document.body) {
      document.querySelector<HTMLElement>(`[data-task="${held.current}"]`)?.focus()
    }
    if (moved.length === 0) held.current = undefined
  })
  if (failed) return <Trouble error={failed.error} onRetry={() => void failed.refetch()} />
  if (asked.some((column) => !column.cards)) return <Coming />
  const columns = withMoves(asked, moved).filter((column) => column.status !== 'cancelled' || column.total > 0)

  const put = async (task: Card, status: TaskStatus | undefined) => {
    if (!status || status === task.status) return
    // The card moves at once, and stays there until the columns have been asked for anew; when the service refuses it goes back.
    const card = { ...task, status }
    setMoved((before) => [...before.filter((one) => one.id !== task.id), card])
    // One after the other: of two moves of a card the later one has to be the last that the service hears of.
    const done = last.current.then(() => move.mutateAsync({ task, status }))
    last.current = done.catch(() => {})
    try {
      await done
      toast(`${task.public_id}: ${words(status).toLowerCase()}`)
    } catch (error) {
      toast(messageOf(error), 'error')
    }
    // Unless it has been moved again meanwhile.
    setMoved((before) => before.filter((one) => one !== card))
  }
  const step = (task: Card, by: 1 | -1) => {
    held.current = task.id
    void put(task, columns[columns.findIndex((column) => column.status === task.status) + by]?.status)
  }
  return (
    <>
      <p className="sr-only">Cards open with Enter, and move with Shift and the arrow keys to the left and right.</p>
      <section
        className="-mx-4 grid auto-cols-[minmax(176px,1fr)] grid-flow-col gap-3 overflow-x-auto px-4 pb-3"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        aria-label="Board"
        onFocus={({ target }) => {
          if (target.dataset['task'] !== held.current) held.current = undefined
        }}
      >
        {columns.map((column) => (
          // The drop is the mouse's way; the keyboard's is on the cards.
          <section
            key={column.status}
            aria-label={words(column.status)}
            className={`flex min-h-64 flex-col rounded-[10px] bg-sunken p-2 ${over === column.status ? 'outline-2 -outline-offset-2 outline-accent' : ''}`}
            onDragOver={(event) => {
              event.preventDefault()
              setOver(column.status)
            }}
            onDragLeave={() => setOver(undefined)}
            onDrop={(event) => {
              setOver(undefined)
              const id = event.dataTransfer.getData('text/plain')
              const task = columns.flatMap((one) => one.cards ?? []).find((one) => one.id === id)
              if (task) void put(task, column.status)
            }}
          >
            <h2 className="mb-2 flex justify-between px-1.5 text-[13px] font-medium">
              {words(column.status)}
              <span className="figures text-soft">{column.total}</span>
            </h2>
            <Cards column={column} may_move={may_write} onOpen={onOpen} onStep={step} />
          </section>
        ))}
      </section>
    </>
  )
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
  may_move: boolean
  onOpen: (task: Card) => void
  onStep: (task: Card, by: 1 | -1) => void
}

function Cards({ column, may_move, onOpen, onStep }: CardsProps) {
  const { cards = [] } = column
  return (
    <>
      <ul className="space-y-2">
        {cards.map((task) => (
          <li key={task.id}>
            <button
              type="button"
              data-row
              data-task={task.id}
              draggable={may_move}
              aria-keyshortcuts={may_move ? 'Shift+ArrowLeft Shift+ArrowRight' : undefined}
              onDragStart={(event) => event.dataTransfer.setData('text/plain', task.id)}
              onClick={() => onOpen(task)}
              onKeyDown={(event) => {
                if (!may_move || !event.shiftKey || !['ArrowLeft', 'ArrowRight'].includes(event.key)) return
                event.preventDefault()
                onStep(task, event.key === 'ArrowLeft' ? -1 : 1)
              }}
              className="card w-full space-y-1.5 p-3 text-left shadow-xs hover:border-line-strong"
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
