import { Plus } from 'lucide-react'
import { type PageSearch, usePageSearch } from '../app/search.ts'
import { useCompanyDashboard, useMay } from '../app/session.ts'
import { PersonFilter } from '../projects/person-filter.tsx'
import { ProjectFilter } from '../projects/project-filter.tsx'
import { Button } from '../ui/button.tsx'
import { ChoiceFilter, DaysFilter, Filters } from '../ui/filters.tsx'
import { hours } from '../ui/format.ts'
import { useHotkey } from '../ui/hotkeys.ts'
import { DataTable, PAGE_SIZE, PageHeader, Pager, ROW_LINK } from '../ui/list.tsx'
import { Empty } from '../ui/states.tsx'
import { BILLING, billingQuery, TIME_COLUMNS } from './time-columns.tsx'
import { TimeDialog } from './time-dialog.tsx'

const NOTHING: PageSearch = {
  user: undefined,
  project: undefined,
  task: undefined,
  billing: undefined,
  from: undefined,
  to: undefined,
}

/** The time of all projects, the latest first, and how much it is together. */
export function TimePage() {
  const [search, change] = usePageSearch()
  const may_write = useMay('write')
  const list = useCompanyDashboard(
    '/dashboard/api/time-entries',
    {
      query: {
        ...billingQuery(search.billing),
        project_id: search.project,
        task_id: search.task,
        user_id: search.user,
        from: search.from,
        to: search.to,
        limit: PAGE_SIZE,
        offset: Number(search.offset ?? 0),
      },
    },
    { keeps_previous: true },
  )
  const openNew = () => change({ dialog: 'new' })
  const close = () => change({ open: undefined, of: undefined, dialog: undefined })
  useHotkey('c', openNew, may_write)
  const is_filtered = Object.keys(NOTHING).some((name) => search[name as keyof PageSearch])
  return (
    <>
      <PageHeader
        title="Time"
        detail={
          <output className="figures text-soft" aria-label="Together">
            {list.data ? `${hours(list.data.total_minutes)} h` : ''}
          </output>
        }
      >
        {may_write && (
          <Button look="primary" onClick={openNew}>
            <Plus size={16} aria-hidden />
            Record time
          </Button>
        )}
      </PageHeader>
      <Filters>
        <ChoiceFilter label="Billing" value={search.billing} onChange={(billing) => change({ billing })} choices={BILLING} />
        <PersonFilter label="By" />
        <ProjectFilter />
        <DaysFilter />
      </Filters>
      <DataTable
        label="Time of all projects, newest first"
        columns={TIME_COLUMNS}
        rows={list.data?.time_entries}
        error={list.error}
        onRetry={() => void list.refetch()}
        is_stale={list.isPlaceholderData}
        link={(entry, content) => (
          <button type="button" data-row className={ROW_LINK} onClick={() => change({ open: entry.id, of: entry.project_id })}>
            {content}
          </button>
        )}
        empty={
          is_filtered ? (
            <Empty title="No time like this" action={<Button onClick={() => change(NOTHING)}>Show all time</Button>}>
              No time fits these filters.
            </Empty>
          ) : (
            <Empty title="No time yet">
              Start the timer at the top when the work begins, or press c to record what was worked. What is billable becomes an
              invoice with one click in its project.
            </Empty>
          )
        }
      />
      <Pager total={list.data?.pagination.total} />
      {search.dialog === 'new' && <TimeDialog {...(search.project ? { project_id: search.project } : {})} onClose={close} />}
      {search.open && search.of && <TimeDialog key={search.open} project_id={search.of} entry_id={search.open} onClose={close} />}
    </>
  )
}
