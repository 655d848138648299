import { date, today } from './format.ts'

/** The day that something is due, or a dash; one that has passed, of what is not done, looks and reads like it. */
export function DueDate({ day, is_done }: { day: string | null; is_done: boolean }) {
  if (!day) return <span className="text-faint">—</span>
  if (is_done || day >= today()) return date(day)
  return (
    <span className="font-medium text-danger">
      {date(day)}
      <span className="sr-only"> (overdue)</span>
    </span>
  )
}
