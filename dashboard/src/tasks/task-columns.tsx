import { Person } from '../projects/person.tsx'
import { Status } from '../ui/badge.tsx'
import { DueDate } from '../ui/due-date.tsx'
import { number, words } from '../ui/format.ts'
import { type Column, RowTitle } from '../ui/list.tsx'
import type { Card } from './board-moves.ts'
import { isDone } from './task-statuses.ts'

/** The columns of a list of tasks; `is_sorted` where the list's endpoint can sort. */
export function taskColumns(is_sorted: boolean): readonly Column<Card>[] {
  return [
    {
      title: 'Task',
      cell: (task) => <RowTitle title={task.title} detail={[task.public_id, task.project?.title].filter(Boolean).join(' · ')} />,
      ...(is_sorted ? { sort: 'created_at' } : {}),
    },
    { title: 'Status', cell: (task) => <Status value={task.status} /> },
    {
      title: 'Assigned to',
      from: 'lg',
      cell: (task) => (
        <span className="block max-w-40 truncate">
          <Person id={task.assigned_to} />
        </span>
      ),
    },
    {
      title: 'Priority',
      from: 'md',
      cell: (task) => words(task.priority),
      ...(is_sorted ? { sort: 'priority' } : {}),
    },
    {
      title: 'Estimate',
      from: 'lg',
      align: 'right',
      cell: (task) =>
        task.estimated_hours === null ? <span className="text-faint">—</span> : `${number(task.estimated_hours)} h`,
    },
    {
      title: 'Due date',
      from: 'sm',
      align: 'right',
      cell: (task) => <DueDate day={task.due_date} is_done={isDone(task)} />,
      ...(is_sorted ? { sort: 'due_date' } : {}),
    },
  ]
}
