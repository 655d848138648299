import type { components } from '../../../sdk/src/api.ts'
import { currentCompany, messageOf } from '../app/api.ts'
import { usePageSearch } from '../app/search.ts'
import { readCompanyDashboard, useChange } from '../app/session.ts'
import { Ago } from '../ui/ago.tsx'
import { Status } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Code, CopyField } from '../ui/copy.tsx'
import { useCursorPages } from '../ui/cursor-pages.ts'
import { Dialog } from '../ui/dialog.tsx'
import { ChoiceFilter, Filters } from '../ui/filters.tsx'
import { exactTime, number, words } from '../ui/format.ts'
import { type Column, DataTable, Facts, PAGE_SIZE, PageHeader, ROW_LINK, ShowOlder } from '../ui/list.tsx'
import { Empty } from '../ui/states.tsx'
import { toast } from '../ui/toast.tsx'

type Job = components['schemas']['Job']

const STATES = ['pending', 'running', 'done', 'failed'] as const

/** Background work of the company or of the installation, with a retry of failed jobs. */
export function JobsPage() {
  const [search, change] = usePageSearch()
  const state = STATES.find((one) => one === search.status)
  const of = search.view === 'installation' ? 'installation' : 'company'
  const { pages, rows: jobs } = useCursorPages(
    [currentCompany(), '/dashboard/api/jobs', of, state],
    'jobs',
    (starting_after, signal) =>
      readCompanyDashboard('/dashboard/api/jobs', { query: { of, state, limit: PAGE_SIZE, starting_after } }, signal),
    5_000,
  )
  const open = jobs?.find((job) => job.id === search.open)
  return (
    <>
      <PageHeader title="Jobs" />
      <Filters>
        <ChoiceFilter
          label="State"
          value={state}
          onChange={(value) => change({ status: value })}
          choices={STATES.map((value) => [value, words(value)])}
        />
        {pages.data?.pages[0]?.sees_installation && (
          <ChoiceFilter
            label="Of"
            value={search.view}
            onChange={(value) => change({ view: value })}
            choices={[['installation', 'the installation']]}
          />
        )}
      </Filters>
      <DataTable
        label="Jobs, newest first"
        columns={COLUMNS}
        rows={jobs}
        error={pages.error}
        onRetry={() => void pages.refetch()}
        link={(job, content) => (
          <button type="button" data-row className={ROW_LINK} onClick={() => change({ open: job.id })}>
            {content}
          </button>
        )}
        empty={
          <Empty title="No jobs">
            {state ? 'None is in this state.' : 'What Quoin does later, without a request that waits for it, is listed here.'}
          </Empty>
        }
      />
      <ShowOlder pages={pages} />
      {open && <JobDetails job={open} onClose={() => change({ open: undefined })} />}
    </>
  )
}

const COLUMNS: readonly Column<Job>[] = [
  { title: 'Kind', cell: (job) => <span className="block truncate font-mono text-[13px] font-medium">{job.kind}</span> },
  { title: 'State', cell: (job) => <Status value={job.state} /> },
  { title: 'Attempts', from: 'sm', align: 'right', cell: (job) => number(job.attempts) },
  {
    title: 'Error',
    from: 'lg',
    cell: (job) => (
      <span className="block max-w-[28vw] truncate text-soft" title={job.last_error ?? undefined}>
        {job.last_error}
      </span>
    ),
  },
  {
    title: 'Due',
    from: 'sm',
    align: 'right',
    cell: (job) => (job.due_at ? <Ago moment={job.due_at} /> : <span className="text-faint">—</span>),
  },
]

function JobDetails({ job, onClose }: { job: Job; onClose: () => void }) {
  const retry = useChange(
    (send) => send.dashboard<Job>('POST', `/jobs/${job.id}/retry`, { query: { company_id: currentCompany() }, body: {} }),
    () => toast('The job is due now'),
    { repeats: true },
  )
  const may_retry = job.state === 'failed' || job.state === 'pending'
  return (
    <Dialog kind="side" title={job.kind} onClose={onClose}>
      <div className="space-y-5">
        <div className="flex items-center justify-between">
          <Status value={job.state} />
          {may_retry && (
            <Button is_busy={retry.isPending} onClick={() => retry.mutate(undefined)}>
              {job.state === 'failed' ? 'Retry' : 'Run now'}
            </Button>
          )}
        </div>
        {retry.error && (
          <p role="alert" className="text-danger">
            {messageOf(retry.error)}
          </p>
        )}
        <Facts
          facts={[
            ['Attempts', number(job.attempts)],
            ['Due', job.due_at && exactTime(job.due_at)],
            ['Made', exactTime(job.created_at)],
            ['Last begun', job.started_at && exactTime(job.started_at)],
            ['Last ended', job.finished_at && exactTime(job.finished_at)],
          ]}
        />
        {job.last_error && <Code label="the last error">{job.last_error}</Code>}
        {job.result && <Code label="the result">{job.result}</Code>}
        <div>
          <p className="mb-1 text-[13px] font-medium">Job id</p>
          <CopyField value={job.id} label="the job id" />
        </div>
      </div>
    </Dialog>
  )
}
