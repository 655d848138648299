import { Link } from '@tanstack/react-router'
import { Square } from 'lucide-react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { api, currentCompany, RequestFailed } from '../app/api.ts'
import { useApi, useChange } from '../app/session.ts'
import { Button } from '../ui/button.tsx'
import { toast } from '../ui/toast.tsx'

interface Running {
  project_id: string
  entry_id: string
}

const listeners = new Set<() => void>()
const keyOf = () => `quoin.timer.${currentCompany()}`

/** Remembers the timer that this browser started, so that the header shows it on every page; null when it was stopped. */
export function rememberTimer(running: Running | null): void {
  if (running) localStorage.setItem(keyOf(), `${running.project_id} ${running.entry_id}`)
  else localStorage.removeItem(keyOf())
  for (const listener of listeners) listener()
}

/** The running timer with its time, and the button that stops it. Nothing when none runs. */
export function RunningTimer() {
  const kept = useSyncExternalStore(subscribe, () => localStorage.getItem(keyOf()) ?? '')
  const [project_id = '', entry_id = ''] = kept.split(' ')
  const path = { id: project_id, entryId: entry_id }
  const entry = useApi('/v1/projects/{id}/time-entries/{entryId}', { path }, { is_enabled: kept !== '' })
  const is_gone = (entry.error instanceof RequestFailed && entry.error.status === 404) || entry.data?.is_running === false
  useEffect(() => {
    if (kept && is_gone) rememberTimer(null)
  }, [kept, is_gone])
  const stop = useChange(
    () => api.patch('/v1/projects/{id}/time-entries/{entryId}', { path, body: { end_time: new Date().toISOString() } }),
    () => {
      rememberTimer(null)
      toast('The time is recorded')
    },
  )
  if (!kept || !entry.data?.is_running) return null
  return (
    <div className="flex items-center gap-1 rounded-full border border-line bg-surface py-0.5 pr-0.5 pl-3">
      <Link to="/projects/$id" params={{ id: project_id }} className="figures font-medium hover:underline">
        <span className="sr-only">Timer of </span>
        <Clock since={entry.data.start_time} />
      </Link>
      <Button
        look="quiet"
        size="icon"
        aria-label="Stop the timer"
        title="Stop the timer"
        is_busy={stop.isPending}
        onClick={() => stop.mutate(undefined)}
        className="size-8 rounded-full"
      >
        <Square size={13} fill="currentColor" aria-hidden />
      </Button>
    </div>
  )
}

function Clock({ since }: { since: string }) {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  const seconds = Math.max(0, Math.floor((now - new Date(since).getTime()) / 1_000))
  const two = (n: number) => String(n).padStart(2, '0')
  return `${Math.floor(seconds / 3_600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
