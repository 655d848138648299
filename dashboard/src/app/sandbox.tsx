// The clock of a sandbox: in the header of every page, with a dialog that moves it.

import { useQueryClient } from '@tanstack/react-query'
import { FlaskConical } from 'lucide-react'
import { type FormEvent, useEffect, useState } from 'react'
import type { components } from '../../../sdk/src/api.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { FormError, TextField } from '../ui/field.tsx'
import { date } from '../ui/format.ts'
import { toast } from '../ui/toast.tsx'
import { currentCompany, fieldErrors } from './api.ts'
import { useApi, useChange, useDesk, useMay, useToday } from './session.ts'

/** The clock of a sandbox; nothing for other companies. */
export function SandboxClock() {
  const { company } = useDesk()
  return company.clock_ahead_ms === null ? null : <Clock />
}

function Clock() {
  const today = useToday()
  const may = useMay('write')
  const [is_open, setOpen] = useState(false)
  const text = (
    <>
      <FlaskConical size={15} aria-hidden />
      <span className="hidden sm:inline">Sandbox ·</span>
      <span className="whitespace-nowrap">{date(today)}</span>
    </>
  )
  if (!may) return <span className="flex items-center gap-1.5 px-2 text-[13px] text-warn">{text}</span>
  return (
    <>
      <Button look="quiet" className="text-warn" title="Move the clock of this sandbox" onClick={() => setOpen(true)}>
        {text}
      </Button>
      {is_open && <MoveClock today={today} onClose={() => setOpen(false)} />}
    </>
  )
}

type Sandbox = components['schemas']['Sandbox']

const LOOKED_EVERY_MS = 500
const STEPS = [
  { days: 1, label: 'A day' },
  { days: 7, label: 'A week' },
  { days: 30, label: '30 days' },
] as const

/** Moves the clock, and waits until it is there: what happens on the way takes its time. */
function MoveClock({ today, onClose }: { today: string; onClose: () => void }) {
  const [is_moving, setMoving] = useState(false)
  const { data } = useApi('/v1/sandbox', undefined, { refetch_ms: is_moving ? LOOKED_EVERY_MS : undefined })
  const cache = useQueryClient()
  const move = useChange(
    (send, body: { days: number } | { to: string }) => send.post('/v1/sandbox/advance', { body }),
    (sandbox) => {
      // What was read before says that the clock is there.
      cache.setQueryData([currentCompany(), '/v1/sandbox', {}], sandbox)
      setMoving(true)
    },
    { repeats: true },
  )
  const is_there = is_moving && data?.advancing_to === null
  useEffect(() => {
    if (!is_there) return
    setMoving(false)
    // Everything that is shown may be another by now, the day of the session too.
    void cache.invalidateQueries()
    toast('The clock is there')
    onClose()
  }, [is_there, cache, onClose])
  const errors = fieldErrors(move.error, (param) => param === 'to')
  const is_busy = move.isPending || is_moving || Boolean(data?.advancing_to)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const to = String(new FormData(event.currentTarget).get('to') ?? '')
    if (to !== '') move.mutate({ to })
  }
  return (
    <Dialog title="Move the clock" onClose={onClose}>
      <div className="space-y-4">
        <p className="text-soft">
          What would happen on the way happens: due dates, mails, retries. {data && <Where sandbox={data} />}
        </p>
        <FormError>{errors['form']}</FormError>
        <div className="flex flex-wrap gap-2">
          {STEPS.map(({ days, label }) => (
            <Button key={days} disabled={is_busy} onClick={() => move.mutate({ days })}>
              {label}
            </Button>
          ))}
        </div>
        <form onSubmit={submit} noValidate className="flex items-end gap-2">
          <TextField className="flex-1" label="Or until the start of" name="to" type="date" min={today} error={errors['to']} />
          <Button type="submit" look="primary" is_busy={is_busy}>
            Move
          </Button>
        </form>
        {data && <Recipients sandbox={data} />}
      </div>
    </Dialog>
  )
}

function Where({ sandbox: { advancing_to } }: { sandbox: Sandbox }) {
  return advancing_to === null ? null : <span className="text-ink">It is on its way to {date(advancing_to.slice(0, 10))}.</span>
}

/** The addresses that mails of the sandbox may go to. */
function Recipients({ sandbox }: { sandbox: Sandbox }) {
  const save = useChange(
    (send, mail_to: string[]) => send.patch('/v1/sandbox', { body: { mail_to } }),
    () => toast('The addresses are saved'),
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
          label="Mails go to"
          name="mail_to"
          defaultValue={sandbox.mail_to.join(', ')}
          placeholder="nobody"
          error={fault ?? errors['form']}
        />
        <Button type="submit" is_busy={save.isPending}>
          Save
        </Button>
      </div>
      <p className="text-[13px] text-soft">Only these addresses get mails. Mails to others count as sent.</p>
    </form>
  )
}
