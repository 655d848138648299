import { usePageSearch } from '../app/search.ts'
import { useApi } from '../app/session.ts'
import { Button } from '../ui/button.tsx'
import { ChoiceFilter, Filters } from '../ui/filters.tsx'
import { DataTable, PAGE_SIZE, Pager, ROW_LINK } from '../ui/list.tsx'
import { Empty } from '../ui/states.tsx'
import { BILLING, billingQuery, TIME_COLUMNS } from './time-columns.tsx'

/** The time of a project, the latest first. */
export function TimeList({ project_id }: { project_id: string }) {
  const [search, change] = usePageSearch()
  const list = useApi(
    '/v1/projects/{id}/time-entries',
    {
      path: { id: project_id },
      query: { ...billingQuery(search.billing), limit: PAGE_SIZE, offset: Number(search.offset ?? 0) },
    },
    { keeps_previous: true },
  )
  return (
    <>
      <Filters>
        <ChoiceFilter label="Billing" value={search.billing} onChange={(billing) => change({ billing })} choices={BILLING} />
      </Filters>
      <DataTable
        label="Time, newest first"
        columns={TIME_COLUMNS}
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
          search.billing ? (
            <Empty
              title="No time like this"
              action={<Button onClick={() => change({ billing: undefined })}>Show all time</Button>}
            >
              No time fits this filter.
            </Empty>
          ) : (
            <Empty title="No time yet">Start the timer when the work begins, or press c to record what was worked.</Empty>
          )
        }
      />
      <Pager total={list.data?.pagination.total} />
    </>
  )
}
