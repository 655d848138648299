import type { Sender } from '../app/api.ts'
import { nowMs } from '../ui/clock.ts'

/** Stops a running timer now: its time is recorded. */
export function stopTimer(send: Sender, running: { id: string; project_id: string }) {
  return send.patch('/v1/projects/{id}/time-entries/{entryId}', {
    path: { id: running.project_id, entryId: running.id },
    body: { end_time: new Date(nowMs()).toISOString() },
  })
}
