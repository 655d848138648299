import { useToday } from '../app/session.ts'
import { date } from './format.ts'

/** A due date, or a dash; a past one of something unfinished looks and reads as overdue. */
export function DueDate({ day, is_done }: { day: string | null; is_done: boolean }) {
  const today = useToday()
  if (!day) return <span className="text-faint">—</span>
  if (is_done || day >= today) return date(day)
  return (
    <span className="font-medium text-danger">
      {date(day)}
      <span className="sr-only"> (overdue)</span>
    </span>
  )
}
