import { Link } from '@tanstack/react-router'
import { Kanban, List, Plus } from 'lucide-react'
import { type PageSearch, usePageSearch } from '../app/search.ts'
import { useCompanyDashboard, useDesk, useMay } from '../app/session.ts'
import { PersonFilter } from '../projects/person-filter.tsx'
import { ProjectFilter } from '../projects/project-filter.tsx'
import { Button } from '../ui/button.tsx'
import { ChoiceFilter, Filters, SearchFilter } from '../ui/filters.tsx'
import { words } from '../ui/format.ts'
import { useHotkey } from '../ui/hotkeys.ts'
import { DataTable, PAGE_SIZE, PageHeader, Pager, ROW_LINK } from '../ui/list.tsx'
import { SortFilter } from '../ui/sort-filter.tsx'
import { sortOf } from '../ui/sort-order.ts'
import { Empty } from '../ui/states.tsx'
import type { Card } from './board-moves.ts'
import { TaskBoard } from './task-board.tsx'
import { taskColumns } from './task-columns.tsx'
import { TaskDialog } from './task-dialog.tsx'
import { PRIORITIES, TASK_STATUSES } from './task-statuses.ts'

const SORTS = ['created_at', 'due_date', 'priority'] as const
const STANDARD_SORT = '-created_at'
const NOTHING: PageSearch = { q: undefined, status: undefined, priority: undefined, user: undefined, project: undefined }

/** The tasks of all projects, as a list or as a board. */
export function TasksPage() {
  const [search, change] = usePageSearch()
  const may_write = useMay('write')
  const is_board = search.view === 'board'
  const priority = PRIORITIES.find((one) => one === search.priority)
  const { session } = useDesk()
  const filters = { search: search.q, priority, assigned_to: search.user === 'me' ? session.user.id : search.user }
  const openTask = (task: Card) => change({ open: task.id, of: task.project_id })
  const openNew = () => change({ dialog: 'new' })
  const close = () => change({ open: undefined, of: undefined, dialog: undefined })
  useHotkey('c', openNew, may_write)
  useHotkey('b', () => change({ view: is_board ? undefined : 'board' }))
  return (
    <>
      <PageHeader title="Tasks">
        <ViewSwitch is_board={is_board} />
        {may_write && (
          <Button look="primary" onClick={openNew}>
            <Plus size={16} aria-hidden />
            New task
          </Button>
        )}
      </PageHeader>
      <Filters>
        <SearchFilter label="Search tasks" />
        {!is_board && (
          <ChoiceFilter
            label="Status"
            value={search.status}
            onChange={(value) => change({ status: value })}
            choices={TASK_STATUSES.map((one) => [one, words(one)])}
          />
        )}
        <ChoiceFilter
          label="Priority"
          value={priority}
          onChange={(value) => change({ priority: value })}
          choices={PRIORITIES.map((one) => [one, words(one)])}
        />
        <PersonFilter label="Assignee" />
        <ProjectFilter />
        {!is_board && <SortFilter columns={COLUMNS} standard={STANDARD_SORT} />}
      </Filters>
      {is_board ? (
        <TaskBoard {...(search.project ? { project_id: search.project } : {})} filters={filters} onOpen={openTask} />
      ) : (
        <AllTasks filters={filters} onOpen={openTask} />
      )}
      {search.dialog === 'new' && <TaskDialog {...(search.project ? { project_id: search.project } : {})} onClose={close} />}
      {search.open && search.of && <TaskDialog key={search.open} project_id={search.of} task_id={search.open} onClose={close} />}
    </>
  )
}

function AllTasks({
  filters,
  onOpen,
}: {
  filters: { search: string | undefined; priority: Card['priority'] | undefined; assigned_to: string | undefined }
  onOpen: (task: Card) => void
}) {
  const [search, change] = usePageSearch()
  const status = TASK_STATUSES.find((one) => one === search.status)
  const list = useCompanyDashboard(
    '/dashboard/api/tasks',
    {
      query: {
        ...filters,
        status: status && [status],
        priority: filters.priority && [filters.priority],
        project_id: search.project,
        sort: sortOf(search.sort, SORTS),
        limit: PAGE_SIZE,
        offset: Number(search.offset ?? 0),
      },
    },
    { keeps_previous: true },
  )
  const is_filtered = status || Object.values(filters).some(Boolean) || search.project
  return (
    <>
      <DataTable
        label="Tasks of all projects"
        standard_sort={STANDARD_SORT}
        columns={COLUMNS}
        rows={list.data?.tasks}
        error={list.error}
        onRetry={() => void list.refetch()}
        is_stale={list.isPlaceholderData}
        link={(task, content) => (
          <button type="button" data-row className={ROW_LINK} onClick={() => onOpen(task)}>
            {content}
          </button>
        )}
        empty={
          is_filtered ? (
            <Empty title="No task like this" action={<Button onClick={() => change(NOTHING)}>Show all tasks</Button>}>
              No task fits these filters.
            </Empty>
          ) : (
            <Empty title="No tasks yet">
              A task belongs to a project: what is to be done, by whom and until when. Press c to add the first one.
            </Empty>
          )
        }
      />
      <Pager total={list.data?.pagination.total} />
    </>
  )
}

const COLUMNS = taskColumns(true)

function ViewSwitch({ is_board }: { is_board: boolean }) {
  const [search] = usePageSearch()
  return (
    <nav aria-label="View" className="flex h-9 rounded-[7px] border border-line p-0.5">
      {(
        [
          ['List', undefined, List],
          ['Board', 'board', Kanban],
        ] as const
      ).map(([title, view, Icon]) => (
        <Link
          key={title}
          to="/tasks"
          search={{ ...search, view, offset: undefined, status: undefined }}
          aria-current={is_board === (view === 'board') ? 'true' : undefined}
          data-on={is_board === (view === 'board') || undefined}
          className="flex items-center gap-1.5 rounded-[5px] px-2.5 text-[13px] font-medium text-soft hover:text-ink data-on:bg-surface data-on:text-ink data-on:shadow-xs"
        >
          <Icon size={14} aria-hidden />
          {title}
        </Link>
      ))}
    </nav>
  )
}
