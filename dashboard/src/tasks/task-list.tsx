import { usePageSearch } from '../app/search.ts'
import { useApi } from '../app/session.ts'
import { Button } from '../ui/button.tsx'
import { ChoiceFilter, Filters, SearchFilter } from '../ui/filters.tsx'
import { words } from '../ui/format.ts'
import { DataTable, PAGE_SIZE, Pager, ROW_LINK } from '../ui/list.tsx'
import { Empty } from '../ui/states.tsx'
import { taskColumns } from './task-columns.tsx'
import { TASK_STATUSES } from './task-statuses.ts'

/** The tasks of a project as a list, with search and filter. */
export function TaskList({ project_id }: { project_id: string }) {
  const [search, change] = usePageSearch()
  const status = TASK_STATUSES.find((one) => one === search.status)
  const list = useApi(
    '/v1/projects/{id}/tasks',
    {
      path: { id: project_id },
      query: { search: search.q, status: status && [status], limit: PAGE_SIZE, offset: Number(search.offset ?? 0) },
    },
    { keeps_previous: true },
  )
  return (
    <>
      <Filters>
        <SearchFilter label="Search tasks" />
        <ChoiceFilter
          label="Status"
          value={status}
          onChange={(value) => change({ status: value })}
          choices={TASK_STATUSES.map((one) => [one, words(one)])}
        />
      </Filters>
      <DataTable
        label="Tasks by position"
        columns={COLUMNS}
        rows={list.data?.tasks}
        error={list.error}
        onRetry={() => void list.refetch()}
        is_stale={list.isPlaceholderData}
        link={(task, content) => (
          <button type="button" data-row className={ROW_LINK} onClick={() => change({ open: task.id })}>
            {content}
          </button>
        )}
        empty={
          search.q || status ? (
            <Empty
              title="No task like this"
              action={<Button onClick={() => change({ q: undefined, status: undefined })}>Show all tasks</Button>}
            >
              No task fits these filters.
            </Empty>
          ) : (
            <Empty title="No tasks yet">Press c to add the first one.</Empty>
          )
        }
      />
      <Pager total={list.data?.pagination.total} />
    </>
  )
}

const COLUMNS = taskColumns(false)
