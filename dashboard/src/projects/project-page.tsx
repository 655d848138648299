import { Link, useParams } from '@tanstack/react-router'
import { Pencil, Play, Plus, ReceiptText } from 'lucide-react'
import type { components } from '../../../sdk/src/api.ts'
import { messageOf } from '../app/api.ts'
import { usePageSearch } from '../app/search.ts'
import { useApi, useChange, useCompanyDashboard, useDesk, useMay } from '../app/session.ts'
import { TaskBoard } from '../tasks/task-board.tsx'
import { TaskDialog } from '../tasks/task-dialog.tsx'
import { TaskList } from '../tasks/task-list.tsx'
import { stopTimer } from '../time-entries/stop-timer.ts'
import { TimeDialog } from '../time-entries/time-dialog.tsx'
import { TimeList } from '../time-entries/time-list.tsx'
import { Status } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { DueDate } from '../ui/due-date.tsx'
import { money } from '../ui/format.ts'
import { useHotkey } from '../ui/hotkeys.ts'
import { PageHeader } from '../ui/list.tsx'
import { useLock } from '../ui/lock.ts'
import { Bones, Trouble } from '../ui/states.tsx'
import { toast } from '../ui/toast.tsx'
import { BillDoubt, useBilling } from './bill-time.tsx'
import { ProjectDialog } from './project-dialog.tsx'
import { Budget, isOver } from './projects-page.tsx'

type Project = components['schemas']['Project']

const VIEWS = [
  ['board', 'Board'],
  ['list', 'Tasks'],
  ['time', 'Time'],
] as const

/** One project: its figures, its tasks as a board or a list, its time. */
export function ProjectPage() {
  const { id = '' } = useParams({ strict: false })
  const [search, change] = usePageSearch()
  const may_write = useMay('write')
  const project = useApi('/v1/projects/{id}', { path: { id } })
  const view = VIEWS.find(([key]) => key === search.view)?.[0] ?? 'board'
  useHotkey('c', () => change({ dialog: view === 'time' ? 'time' : 'task' }), may_write)
  if (project.error) return <Trouble error={project.error} onRetry={() => void project.refetch()} />
  if (!project.data) return <Bones lines={10} />
  const one = project.data
  const close = () => change({ dialog: undefined, open: undefined })
  return (
    <>
      <PageHeader title={one.title} detail={<Status value={one.status} />}>
        {may_write && <Actions project={one} />}
      </PageHeader>
      <Figures project={one} />
      <nav aria-label="Views of the project" className="mt-6 mb-4 flex flex-wrap items-center gap-1 border-b border-line">
        {VIEWS.map(([key, title]) => (
          <Link
            key={key}
            to="/projects/$id"
            params={{ id }}
            search={{ view: key }}
            activeOptions={{ includeSearch: true }}
            data-current={key === view || undefined}
            className="-mb-px border-b-2 border-transparent px-2 py-2 sm:px-3 font-medium text-soft hover:text-ink data-current:border-accent data-current:text-ink"
          >
            {title}
          </Link>
        ))}
        {may_write && (
          <Button className="mb-1 ml-auto" onClick={() => change({ dialog: view === 'time' ? 'time' : 'task' })}>
            <Plus size={15} aria-hidden />
            {view === 'time' ? 'Record time' : 'New task'}
          </Button>
        )}
      </nav>
      {view === 'board' && <TaskBoard project_id={id} onOpen={(task) => change({ open: task.id })} />}
      {view === 'list' && <TaskList project_id={id} />}
      {view === 'time' && <TimeList project_id={id} />}
      {search.dialog === 'edit' && <ProjectDialog project={one} onClose={close} />}
      {search.dialog === 'task' && <TaskDialog project_id={id} onClose={close} />}
      {search.dialog === 'time' && <TimeDialog project_id={id} onClose={close} />}
      {search.open?.startsWith('tsk_') && <TaskDialog key={search.open} project_id={id} task_id={search.open} onClose={close} />}
      {search.open?.startsWith('tme_') && <TimeDialog key={search.open} project_id={id} entry_id={search.open} onClose={close} />}
    </>
  )
}

function Actions({ project }: { project: Project }) {
  const path = { id: project.id }
  const [, change] = usePageSearch()
  const timer = useCompanyDashboard('/dashboard/api/timer')
  const running = timer.data?.time_entry
  const start = useChange(
    async (send) => {
      // One timer a person and company: the one that runs elsewhere is stopped first, as the button says.
      if (running) await stopTimer(send, running)
      return send.post('/v1/projects/{id}/time-entries', { path, body: {} })
    },
    () => toast(running ? 'The other time is recorded; the timer runs here' : 'The timer runs'),
    { repeats: true },
  )
  const billing = useBilling(project)
  useHotkey('e', () => change({ dialog: 'edit' }))
  const is_locked = useLock(start.isPending || billing.is_busy)
  const error = start.error ?? billing.error
  return (
    <>
      <fieldset disabled={is_locked} className="contents">
        <legend className="sr-only">What can be done</legend>
        <Button onClick={() => change({ dialog: 'edit' })}>
          <Pencil size={15} aria-hidden />
          Edit
        </Button>
        <Button is_busy={billing.is_busy} onClick={billing.begin}>
          <ReceiptText size={15} aria-hidden />
          Bill the time
        </Button>
        {running?.project_id !== project.id && (
          <Button look="primary" is_busy={start.isPending} disabled={timer.isPending} onClick={() => start.mutate(undefined)}>
            <Play size={14} aria-hidden />
            {running ? 'Stop the other timer, start here' : 'Start timer'}
          </Button>
        )}
      </fieldset>
      <BillDoubt project={project} billing={billing} />
      {error && (
        <p role="alert" className="w-0 min-w-full text-[13px] text-danger sm:text-right">
          {messageOf(error)}
        </p>
      )}
    </>
  )
}

function Figures({ project }: { project: Project }) {
  const { company } = useDesk()
  const amount = (value: number) => money(value, company.currency)
  const is_over = project.budget_amount !== null && project.total_revenue > project.budget_amount
  return (
    <dl className="card figures grid grid-cols-2 gap-x-6 gap-y-4 p-5 sm:grid-cols-4 lg:grid-cols-7">
      {(
        [
          [
            'Customer',
            project.customer_id ? (
              <Link
                key="customer"
                to="/customers/$id"
                params={{ id: project.customer_id }}
                className="text-accent hover:underline"
              >
                {project.customer_name}
              </Link>
            ) : (
              '—'
            ),
          ],
          ['Hours', <Budget key="hours" used={project.total_hours} budget={project.budget_hours} />],
          [
            'Worth',
            <span key="worth" className={is_over ? 'text-danger' : ''}>
              {amount(project.total_revenue)}
              {project.budget_amount !== null && (
                <span className="block text-[13px] font-normal text-soft">of {amount(project.budget_amount)}</span>
              )}
            </span>,
          ],
          ['Rate per hour', project.hourly_rate === null ? '—' : amount(project.hourly_rate)],
          ['Profit', amount(project.profit)],
          ['Tasks done', `${project.completed_tasks} of ${project.tasks_count}`],
          ['Due date', <DueDate key="due" day={project.due_date} is_done={isOver(project)} />],
        ] as const
      ).map(([name, value]) => (
        <div key={name} className="min-w-0">
          <dt className="text-[13px] text-soft">{name}</dt>
          <dd className="font-medium wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
