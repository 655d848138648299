import type { components } from '../../../sdk/src/api.ts'
import { usePageSearch } from '../app/search.ts'
import { useApi } from '../app/session.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { dateTime, hours } from '../ui/format.ts'
import { ChoiceFilter, type Column, DataTable, Filters, PAGE_SIZE, Pager, ROW_LINK, RowTitle } from '../ui/list.tsx'
import { Empty } from '../ui/states.tsx'
import { TimeDialog } from './time-dialog.tsx'

type TimeEntry = components['schemas']['TimeEntry']

/** The time of a project, the latest first. */
export function TimeList({ project_id }: { project_id: string }) {
  const [search, change] = usePageSearch()
  const invoiced = search.status === 'invoiced' ? true : search.status === 'open' ? false : undefined
  const list = useApi(
    '/v1/projects/{id}/time-entries',
    { path: { id: project_id }, query: { invoiced, limit: PAGE_SIZE, offset: Number(search.offset ?? 0) } },
    { keeps_previous: true },
  )
  const open = list.data?.time_entries.find((entry) => entry.id === search.open)
  return (
    <>
      <Filters>
        <ChoiceFilter
          label="Billing"
          value={search.status}
          onChange={(status) => change({ status })}
          choices={[
            ['open', 'Not invoiced'],
            ['invoiced', 'Invoiced'],
          ]}
        />
      </Filters>
      <DataTable
        label="Time, newest first"
        columns={COLUMNS}
        rows={list.data?.time_entries}
        error={list.error}
        onRetry={() => void list.refetch()}
        is_stale={list.isPlaceholderData}
        link={(entry, content) => (
          <button type="button" data-row className={ROW_LINK} onClick={() => change({ open: entry.id })}>
            {content}
          </button>
        )}
        empty={
          search.status ? (
            <Empty
              title="No time like this"
              action={<Button onClick={() => change({ status: undefined })}>Show all time</Button>}
            >
              No time fits this filter.
            </Empty>
          ) : (
            <Empty title="No time yet">Start the timer when the work begins, or press c to record what was worked.</Empty>
          )
        }
      />
      <Pager total={list.data?.pagination.total} />
      {open && <TimeDialog key={open.id} project_id={project_id} entry={open} onClose={() => change({ open: undefined })} />}
    </>
  )
}

const COLUMNS: readonly Column<TimeEntry>[] = [
  { title: 'What', cell: (entry) => <RowTitle title={entry.description || 'Time'} detail={dateTime(entry.start_time)} /> },
  {
    title: 'Billing',
    cell: (entry) =>
      entry.is_running ? (
        <Badge tone="accent">Running</Badge>
      ) : entry.invoiced ? (
        <Badge tone="ok">Invoiced</Badge>
      ) : entry.is_billable ? (
        <Badge>Open</Badge>
      ) : (
        <Badge>Not billable</Badge>
      ),
  },
  {
    title: 'Time',
    align: 'right',
    cell: (entry) => (entry.is_running ? <span className="text-faint">—</span> : hours(entry.duration_minutes)),
  },
]
