// Tasks as cards in columns. A card moves by drag, and by keyboard: Shift and the arrows to the left and right.

import { useState } from 'react'
import type { components } from '../../../sdk/src/api.ts'
import { api, messageOf } from '../app/api.ts'
import { usePageSearch } from '../app/search.ts'
import { useApi, useChange, useMay } from '../app/session.ts'
import { Badge, Status } from '../ui/badge.tsx'
import { date, words } from '../ui/format.ts'
import { Bone, Trouble } from '../ui/states.tsx'
import { toast } from '../ui/toast.tsx'
import { TASK_STATUSES, type TaskStatus } from './task-statuses.ts'

type Task = components['schemas']['Task']

/** Tasks on a board; a project with more shows the rest in the list. */
const MOST_CARDS = 100

/** The board of a project. */
export function TaskBoard({ project_id }: { project_id: string }) {
  const may_write = useMay('write')
  const [, change] = usePageSearch()
  const [moved, setMoved] = useState<Readonly<Record<string, TaskStatus>>>({})
  const [over, setOver] = useState<TaskStatus>()
  const list = useApi('/v1/projects/{id}/tasks', { path: { id: project_id }, query: { limit: MOST_CARDS } })
  const move = useChange(({ task, status }: { task: Task; status: TaskStatus }) =>
    api.patch('/v1/projects/{id}/tasks/{taskId}', { path: { id: project_id, taskId: task.id }, body: { status } }),
  )
  if (list.error) return <Trouble error={list.error} onRetry={() => void list.refetch()} />
  const tasks = list.data?.tasks.map((task) => ({ ...task, status: moved[task.id] ?? task.status }))

  const put = (task: Task, status: TaskStatus | undefined) => {
    if (!status || status === task.status) return
    // The card moves at once; when the server refuses it goes back.
    setMoved((before) => ({ ...before, [task.id]: status }))
    const settle = () => setMoved(({ [task.id]: _, ...rest }) => rest)
    move.mutate(
      { task, status },
      {
        onSuccess: () => setTimeout(settle, 1_000),
        onError: (error) => {
          settle()
          toast(messageOf(error), 'error')
        },
      },
    )
  }
  const columns = TASK_STATUSES.filter((status) => status !== 'cancelled' || tasks?.some((task) => task.status === 'cancelled'))
  return (
    <>
      <p className="sr-only">Cards open with Enter, and move with Shift and the arrow keys to the left and right.</p>
      <section
        className="-mx-4 grid auto-cols-[minmax(190px,1fr)] grid-flow-col gap-3 overflow-x-auto px-4 pb-3"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        aria-label="Board"
      >
        {columns.map((status) => {
          const cards = tasks?.filter((task) => task.status === status)
          return (
            // The drop is the mouse's way; the keyboard's is on the cards.
            <section
              key={status}
              aria-label={words(status)}
              className={`flex min-h-64 flex-col rounded-[10px] bg-sunken p-2 ${over === status ? 'outline-2 -outline-offset-2 outline-accent' : ''}`}
              onDragOver={(event) => {
                event.preventDefault()
                setOver(status)
              }}
              onDragLeave={() => setOver(undefined)}
              onDrop={(event) => {
                setOver(undefined)
                const task = tasks?.find((one) => one.id === event.dataTransfer.getData('text/plain'))
                if (task) put(task, status)
              }}
            >
              <h2 className="mb-2 flex justify-between px-1.5 text-[13px] font-medium">
                {words(status)}
                <span className="figures text-soft">{cards?.length}</span>
              </h2>
              <ul className="space-y-2">
                {cards?.map((task) => (
                  <li key={task.id}>
                    <button
                      type="button"
                      data-row
                      draggable={may_write}
                      aria-keyshortcuts="Shift+ArrowLeft Shift+ArrowRight"
                      onDragStart={(event) => event.dataTransfer.setData('text/plain', task.id)}
                      onClick={() => change({ open: task.id })}
                      onKeyDown={(event) => {
                        if (!may_write || !event.shiftKey || !['ArrowLeft', 'ArrowRight'].includes(event.key)) return
                        event.preventDefault()
                        put(task, columns[columns.indexOf(status) + (event.key === 'ArrowLeft' ? -1 : 1)])
                        requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-task="${task.id}"]`)?.focus())
                      }}
                      data-task={task.id}
                      className="card w-full space-y-1.5 p-3 text-left shadow-xs hover:border-line-strong"
                    >
                      <span className="block font-medium break-words">{task.title}</span>
                      <span className="flex flex-wrap items-center gap-1.5 text-[13px] text-soft">
                        <span className="figures">{task.public_id}</span>
                        {task.due_date && <span>{date(task.due_date)}</span>}
                        {(task.priority === 'high' || task.priority === 'urgent') && <Status value={task.priority} />}
                        {task.tags.slice(0, 2).map((tag) => (
                          <Badge key={tag}>{tag}</Badge>
                        ))}
                      </span>
                    </button>
                  </li>
                ))}
                {!tasks && (
                  <li className="card p-3">
                    <Bone />
                  </li>
                )}
              </ul>
            </section>
          )
        })}
      </section>
      {list.data && list.data.pagination.total > MOST_CARDS && (
        <p className="mt-2 text-soft">
          The first {MOST_CARDS} of {list.data.pagination.total} tasks; the list shows all.
        </p>
      )}
    </>
  )
}
