import { Link, useParams, useSearch } from '@tanstack/react-router'
import { Play, Square } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { PageSearch } from '../app/search.ts'
import { useChange, useCompanyDashboard, useMay } from '../app/session.ts'
import { Button } from '../ui/button.tsx'
import { nowMs } from '../ui/clock.ts'
import { toast } from '../ui/toast.tsx'
import { stopTimer } from './stop-timer.ts'
import { TimerDialog } from './timer-dialog.tsx'

/** A timer that was started elsewhere is shown after this time at the latest. */
const REFETCH_MS = 60_000

/** The person's running timer with its time and the button that stops it; or the button that starts one. */
export function RunningTimer() {
  const may_write = useMay('write')
  const timer = useCompanyDashboard('/dashboard/api/timer', {}, { refetch_ms: REFETCH_MS })
  const [is_starting, setStarting] = useState(false)
  const { id } = useParams({ strict: false })
  const { project } = useSearch({ strict: false }) as PageSearch
  /** The project that the page is about. */
  const of = id?.startsWith('pro_') ? id : project
  const entry = timer.data?.time_entry
  const stop = useChange(stopTimer, () => toast('The time is recorded'))
  // Its space is reserved while it loads: what is next to it must not move.
  if (timer.isPending) return <span className="h-9 w-9.5 sm:w-33" />
  if (!timer.data || (!entry && !may_write)) return null
  if (!entry) {
    return (
      <>
        <Button look="quiet" onClick={() => setStarting(true)} aria-label="Start timer" className="px-2.5 sm:w-33">
          <Play size={15} aria-hidden />
          <span className="hidden sm:inline">Start timer</span>
        </Button>
        {is_starting && <TimerDialog of={of} onClose={() => setStarting(false)} />}
      </>
    )
  }
  return (
    <div className="flex min-w-0 items-center gap-1 rounded-full border border-line bg-surface py-0.5 pr-0.5 pl-3">
      <Link
        to="/projects/$id"
        params={{ id: entry.project_id }}
        search={{ view: 'time' }}
        className="flex min-w-0 items-baseline gap-2 hover:underline"
      >
        <span className="sr-only">Timer of </span>
        <span className="hidden max-w-48 truncate text-soft md:inline">
          {entry.description || entry.task_title || entry.project.title}
        </span>
        <span className="figures font-medium">
          <Clock since={entry.start_time} />
        </span>
      </Link>
      <Button
        look="quiet"
        size="icon"
        aria-label="Stop the timer"
        title="Stop the timer"
        is_busy={stop.isPending}
        onClick={() => stop.mutate(entry)}
        className="size-8 rounded-full"
      >
        <Square size={13} fill="currentColor" aria-hidden />
      </Button>
    </div>
  )
}

function Clock({ since }: { since: string }) {
  const [now, setNow] = useState(nowMs)
  useEffect(() => {
    const timer = setInterval(() => setNow(nowMs()), 1_000)
    return () => clearInterval(timer)
  }, [])
  const seconds = Math.max(0, Math.floor((now - new Date(since).getTime()) / 1_000))
  const two = (n: number) => String(n).padStart(2, '0')
  return `${Math.floor(seconds / 3_600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
}
