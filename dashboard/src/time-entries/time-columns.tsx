import type { components } from '../../../sdk/src/api.ts'
import { Person } from '../projects/person.tsx'
import { Badge } from '../ui/badge.tsx'
import { dateTime, hours } from '../ui/format.ts'
import { type Column, RowTitle } from '../ui/list.tsx'

/** A time entry; its project is shown in a list of several projects. */
export type ListedTime = components['schemas']['TimeEntry'] & {
  project?: { id: string; title: string; public_id: string }
  task_title?: string | null
}

/** The columns of a list of time. */
export const TIME_COLUMNS: readonly Column<ListedTime>[] = [
  {
    title: 'What',
    cell: (entry) => (
      <RowTitle
        title={entry.description || entry.task_title || 'Time'}
        detail={[dateTime(entry.start_time), entry.project?.title, entry.description ? entry.task_title : undefined]
          .filter(Boolean)
          .join(' · ')}
      />
    ),
  },
  {
    title: 'Person',
    from: 'md',
    cell: (entry) => (
      <span className="block max-w-40 truncate">
        <Person id={entry.user_id} />
      </span>
    ),
  },
  { title: 'Billing', cell: (entry) => <Billing entry={entry} /> },
  {
    title: 'Time',
    align: 'right',
    cell: (entry) => (entry.is_running ? <span className="text-faint">—</span> : hours(entry.duration_minutes)),
  },
]

function Billing({ entry }: { entry: ListedTime }) {
  if (entry.is_running) return <Badge tone="accent">Running</Badge>
  if (entry.invoiced) return <Badge tone="ok">Invoiced</Badge>
  return <Badge>{entry.is_billable ? 'Open' : 'Not billable'}</Badge>
}

/** The filters of a list of time, and their API parameters. */
export const BILLING = [
  ['open', 'To be invoiced'],
  ['invoiced', 'Invoiced'],
  ['free', 'Not billable'],
] as const

/** The query of a choice of `BILLING`. */
export function billingQuery(choice: string | undefined): { invoiced?: boolean; is_billable?: boolean } {
  if (choice === 'open') return { invoiced: false, is_billable: true }
  if (choice === 'invoiced') return { invoiced: true }
  return choice === 'free' ? { is_billable: false } : {}
}
