import { Plus } from 'lucide-react'
import type { components } from '../../../sdk/src/api.ts'
import { usePageSearch } from '../app/search.ts'
import { useApi, useDesk, useMay } from '../app/session.ts'
import { Status } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { DueDate } from '../ui/due-date.tsx'
import { ChoiceFilter, Filters, SearchFilter } from '../ui/filters.tsx'
import { money, number, words } from '../ui/format.ts'
import { useHotkey } from '../ui/hotkeys.ts'
import { type Column, DataTable, PAGE_SIZE, PageHeader, Pager, RowTitle } from '../ui/list.tsx'
import { RowLink } from '../ui/row-link.tsx'
import { SortFilter } from '../ui/sort-filter.tsx'
import { sortOf } from '../ui/sort-order.ts'
import { Empty } from '../ui/states.tsx'
import { ProjectDialog } from './project-dialog.tsx'

type Project = components['schemas']['Project']

const STATUSES = ['draft', 'in_progress', 'on_hold', 'review', 'completed', 'cancelled'] as const
const PRIORITIES = ['low', 'medium', 'high', 'urgent'] as const
const SORTS = ['created_at', 'title', 'due_date'] as const
const STANDARD_SORT = '-created_at'

/** All projects of the company that are not archived. */
export function ProjectsPage() {
  const [search, change] = usePageSearch()
  const may_write = useMay('write')
  const status = STATUSES.find((one) => one === search.status)
  const priority = PRIORITIES.find((one) => one === search.priority)
  const is_archived = search.view === 'archived'
  const list = useApi(
    '/v1/projects',
    {
      query: {
        search: search.q,
        status: status && [status],
        priority: priority && [priority],
        is_archived,
        customer_id: search.customer,
        sort: sortOf(search.sort, SORTS),
        limit: PAGE_SIZE,
        offset: Number(search.offset ?? 0),
      },
    },
    { keeps_previous: true },
  )
  const openNew = () => change({ dialog: 'new' })
  useHotkey('c', openNew, may_write)
  const is_filtered = search.q || status || priority || is_archived || search.customer
  return (
    <>
      <PageHeader title="Projects">
        {may_write && (
          <Button look="primary" onClick={openNew}>
            <Plus size={16} aria-hidden />
            New project
          </Button>
        )}
      </PageHeader>
      <Filters>
        <SearchFilter label="Search projects" />
        <ChoiceFilter
          label="Status"
          value={status}
          onChange={(value) => change({ status: value })}
          choices={STATUSES.map((one) => [one, words(one)])}
        />
        <ChoiceFilter
          label="Priority"
          value={priority}
          onChange={(value) => change({ priority: value })}
          choices={PRIORITIES.map((one) => [one, words(one)])}
        />
        <Button
          aria-pressed={is_archived}
          onClick={() => change({ view: is_archived ? undefined : 'archived' })}
          className="aria-pressed:bg-sunken"
        >
          Archived
        </Button>
        <SortFilter columns={COLUMNS} standard={STANDARD_SORT} />
      </Filters>
      <DataTable
        label="Projects"
        standard_sort={STANDARD_SORT}
        columns={COLUMNS}
        rows={list.data?.projects}
        error={list.error}
        onRetry={() => void list.refetch()}
        is_stale={list.isPlaceholderData}
        link={(project, content) => (
          <RowLink to="/projects/$id" id={project.id}>
            {content}
          </RowLink>
        )}
        empty={
          is_filtered ? (
            <Empty
              title="No project like this"
              action={
                <Button
                  onClick={() =>
                    change({ q: undefined, status: undefined, priority: undefined, view: undefined, customer: undefined })
                  }
                >
                  Show all projects
                </Button>
              }
            >
              No project fits these filters.
            </Empty>
          ) : (
            <Empty
              title="No projects yet"
              action={
                may_write && (
                  <Button look="primary" onClick={openNew}>
                    Begin the first project
                  </Button>
                )
              }
            >
              A project holds tasks and time, watches its budget, and bills the work as an invoice.
            </Empty>
          )
        }
      />
      <Pager total={list.data?.pagination.total} />
      {search.dialog === 'new' && <ProjectDialog onClose={() => change({ dialog: undefined })} />}
    </>
  )
}

const COLUMNS: readonly Column<Project>[] = [
  {
    title: 'Project',
    sort: 'title',
    cell: (project) => (
      <RowTitle title={project.title} detail={[project.public_id, project.customer_name].filter(Boolean).join(' · ')} />
    ),
  },
  { title: 'Status', cell: (project) => <Status value={project.status} /> },
  { title: 'Tasks', from: 'md', align: 'right', cell: (project) => `${project.completed_tasks} of ${project.tasks_count}` },
  {
    title: 'Hours',
    from: 'sm',
    align: 'right',
    cell: (project) => <Budget used={project.total_hours} budget={project.budget_hours} />,
  },
  {
    title: 'Due date',
    from: 'lg',
    align: 'right',
    sort: 'due_date',
    cell: (project) => <DueDate day={project.due_date} is_done={isOver(project)} />,
  },
  { title: 'Worth', from: 'md', align: 'right', cell: (project) => <Worth amount={project.total_revenue} /> },
]

/** Whether a project is finished. */
export function isOver({ status }: Pick<Project, 'status'>): boolean {
  return status === 'completed' || status === 'cancelled'
}

function Worth({ amount }: { amount: number }) {
  const { company } = useDesk()
  return money(amount, company.currency)
}

/** Hours worked, and of how many; over the budget they are red, and say so. */
export function Budget({ used, budget }: { used: number; budget: number | null }) {
  if (budget === null) return number(used)
  const is_over = used > budget
  return (
    <span className={is_over ? 'font-medium text-danger' : ''}>
      {number(used)} of {number(budget)}
      {is_over && <span className="sr-only"> (over the budget)</span>}
    </span>
  )
}
