// The clock of a sandbox: in the header of every page, with a dialog that moves it.

import { useQueryClient } from '@tanstack/react-query'
import { FlaskConical } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { components } from '../../../sdk/src/api.ts'
import { useSaved } from '../ui/around.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { FormError, TextField } from '../ui/field.tsx'
import { date, today } from '../ui/format.ts'
import { toast } from '../ui/toast.tsx'
import { currentCompany, fieldErrors } from './api.ts'
import { useApi, useChange, useDesk, useMay, useToday } from './session.ts'

type Sandbox = components['schemas']['Sandbox']

const LOOKED_EVERY_MS = 500

/** The clock of a sandbox; nothing for other companies. */
export function SandboxClock() {
  const { company } = useDesk()
  return company.clock_ahead_ms === null ? null : <Clock />
}

/** The day that it is. While the clock moves it is read again and again: by this component alone, so that nothing else is drawn again. */
function Clock() {
  const known = useToday()
  const may = useMay('write')
  const [is_open, setOpen] = useState(false)
  const { data } = useApi('/v1/sandbox', undefined, {
    refetch_ms: (latest) => (latest?.advancing_to ? LOOKED_EVERY_MS : undefined),
  })
  useArrival(data)
  // The later one: the session is not read again while the clock moves.
  const day = date(data && data.today > known ? data.today : known)
  const text = (
    <>
      <FlaskConical size={15} aria-hidden />
      <span className="hidden sm:inline">Sandbox ·</span>
      <span className="whitespace-nowrap">{day}</span>
    </>
  )
  if (!may) return <span className="flex items-center gap-1.5 px-2 text-[13px] text-warn">{text}</span>
  return (
    <>
      <Button look="quiet" className="text-warn" title="Move the sandbox clock" onClick={() => setOpen(true)}>
        {text}
      </Button>
      {is_open && <MoveClock sandbox={data} onClose={() => setOpen(false)} />}
    </>
  )
}

/** Loads everything again once a clock that moved has arrived, and says so. */
function useArrival(sandbox: Sandbox | undefined): void {
  const cache = useQueryClient()
  const was_moving = useRef(false)
  const is_moving = sandbox && sandbox.advancing_to !== null
  const day = sandbox?.today
  useEffect(() => {
    if (is_moving === undefined) return
    const is_there = was_moving.current && !is_moving
    was_moving.current = is_moving
    if (!is_there) return
    // Everything that is shown may be another by now, the day of the session too.
    void cache.invalidateQueries()
    toast(`The sandbox clock is at ${date(day!)}`)
  }, [is_moving, day, cache])
}

const STEPS = [
  { days: 1, label: '1 day' },
  { days: 7, label: '1 week' },
  { days: 30, label: '30 days' },
] as const

/** Moves the clock. It closes when the clock is there; closed before that, the clock moves on. */
function MoveClock({ sandbox, onClose }: { sandbox: Sandbox | undefined; onClose: () => void }) {
  const { time_zone } = useDesk().company
  const first_day = useToday()
  const cache = useQueryClient()
  const was_moved = useRef(false)
  const move = useChange(
    (send, body: { days: number } | { to: string }) => send.post('/v1/sandbox/advance', { body }),
    (answer) => {
      was_moved.current = true
      // From here on the clock in the header reads it again.
      cache.setQueryData([currentCompany(), '/v1/sandbox', {}], answer)
    },
    { repeats: true },
  )
  const goal = sandbox?.advancing_to ?? null
  const is_moving = goal !== null
  useEffect(() => {
    if (was_moved.current && !is_moving) onClose()
  }, [is_moving, onClose])
  const errors = fieldErrors(move.error, (param) => param === 'to')
  const is_busy = move.isPending || is_moving
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const to = String(new FormData(event.currentTarget).get('to') ?? '')
    if (to !== '') move.mutate({ to })
  }
  return (
    <Dialog title="Move the sandbox clock" onClose={onClose}>
      <div className="space-y-4">
        <p className="text-soft">
          Everything due in between takes place: invoices become overdue, recurring invoices are created, reminders and webhooks
          are sent.
        </p>
        {goal !== null && <p role="status">Moving to {date(today(new Date(goal), time_zone))}…</p>}
        <FormError>{errors['form']}</FormError>
        <div className="flex flex-wrap gap-2">
          {STEPS.map(({ days, label }) => (
            <Button key={days} disabled={is_busy} onClick={() => move.mutate({ days })}>
              {label}
            </Button>
          ))}
        </div>
        <form onSubmit={submit} noValidate className="flex items-end gap-2">
          <TextField
            className="flex-1"
            label="Or to the start of a day"
            name="to"
            type="date"
            min={first_day}
            error={errors['to']}
          />
          <Button type="submit" look="primary" is_busy={is_busy}>
            Move
          </Button>
        </form>
        {sandbox && <Recipients sandbox={sandbox} />}
      </div>
    </Dialog>
  )
}

/** The addresses that emails of the sandbox may go to. */
function Recipients({ sandbox }: { sandbox: Sandbox }) {
  const saved = useSaved()
  const save = useChange(
    (send, mail_to: string[]) => send.patch('/v1/sandbox', { body: { mail_to } }),
    () => {
      saved()
      toast('Email addresses saved')
    },
    { repeats: true },
  )
  const errors = fieldErrors(save.error, (param) => param.startsWith('mail_to'))
  const fault = Object.entries(errors).find(([name]) => name.startsWith('mail_to'))?.[1]
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const text = String(new FormData(event.currentTarget).get('mail_to') ?? '')
    save.mutate(text.split(/[\s,;]+/).filter((address) => address !== ''))
  }
  return (
    <form onSubmit={submit} noValidate className="space-y-2 border-t border-line pt-4">
      <div className="flex items-end gap-2">
        <TextField
          className="flex-1"
          label="Send emails to"
          name="mail_to"
          defaultValue={sandbox.mail_to.join(', ')}
          placeholder="No one"
          error={fault ?? errors['form']}
        />
        <Button type="submit" is_busy={save.isPending}>
          Save
        </Button>
      </div>
      <p className="text-[13px] text-soft">
        Only these addresses receive emails. Emails to others are shown as sent, but not delivered.
      </p>
    </form>
  )
}
