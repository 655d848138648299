// Bills the time of a project, and asks first where an invoice would come out that is worth nothing: it uses up a number and closes the hours.

import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { components } from '../../../sdk/src/api.ts'
import { api, messageOf, RequestFailed } from '../app/api.ts'
import { useChangeSearch } from '../app/search.ts'
import { useChange, useCompanyDashboard, useDesk } from '../app/session.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { FormError } from '../ui/field.tsx'
import { hours, money } from '../ui/format.ts'
import { toast } from '../ui/toast.tsx'
import { type Worth, worthOf } from './worth.ts'

type Project = components['schemas']['Project']

const PAGE = 100
/** The most entries and tasks that are checked before the question; beyond that nothing is asked. */
const MOST_PAGES = 5

/** What `Bill the time` does, and what it asks or reports. */
export function useBilling(project: Project) {
  const navigate = useNavigate()
  const { company } = useDesk()
  const path = { id: project.id }
  const timer = useCompanyDashboard('/dashboard/api/timer')
  const bill = useChange(
    (send) => send.post('/v1/projects/{id}/invoice', { path, body: {} }),
    (invoice) => {
      toast(`${invoice.invoice_number} is a draft`, 'done', { about: invoice.id })
      void navigate({ to: '/invoices/$id', params: { id: invoice.id } })
    },
  )
  const look = useMutation({
    mutationFn: () => readWorth(project, company.currency),
    onSuccess: (worth) => {
      if (!worth || (!worth.is_nothing && worth.unrated_minutes === 0)) bill.mutate(undefined)
    },
  })
  // A message about a timer is outdated once it is stopped, or another one runs.
  const running = timer.data?.time_entry?.id
  const { reset: resetBill } = bill
  const { reset: resetLook } = look
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the change of the timer that ends it
  useEffect(() => {
    resetBill()
    resetLook()
  }, [running, resetBill, resetLook])
  const has_doubt = look.data !== undefined && (look.data.is_nothing || look.data.unrated_minutes > 0)
  return {
    is_busy: look.isPending || bill.isPending,
    error: look.error ?? bill.error,
    begin: () => {
      bill.reset()
      look.mutate()
    },
    /** Why to ask first; undefined if there is no reason. */
    doubt: has_doubt ? look.data : undefined,
    go: () => bill.mutate(undefined),
    stop: () => {
      look.reset()
      bill.reset()
    },
  }
}

/** Asks whether to bill time although it, or some of it, is worth nothing, and shows how to set a rate. */
export function BillDoubt({ project, billing }: { project: Project; billing: ReturnType<typeof useBilling> }) {
  const change = useChangeSearch()
  const { company } = useDesk()
  const { doubt } = billing
  if (!doubt) return null
  const nothing = money(0, company.currency)
  const is_all = doubt.is_nothing
  return (
    <Dialog title={is_all ? `An invoice of ${nothing}?` : 'Some of the time has no rate'} onClose={billing.stop}>
      <p className="text-soft">
        {doubt.unrated_minutes === 0
          ? `What can be billed is ${hours(doubt.minutes)} h: the invoice would be ${nothing}.`
          : is_all
            ? `This project has no hourly rate: the invoice would be ${nothing}. Set one first.`
            : `${hours(doubt.unrated_minutes)} of ${hours(doubt.minutes)} h have no hourly rate, and would be billed at ${nothing}. Set one first.`}
        {' An invoice uses up a number, and hours that are on one can not be changed.'}
      </p>
      {billing.error && (
        <div className="mt-3">
          <FormError>{messageOf(billing.error)}</FormError>
        </div>
      )}
      <div className="mt-5 flex flex-wrap justify-end gap-2">
        <Button onClick={billing.stop}>Cancel</Button>
        <Button is_busy={billing.is_busy} onClick={billing.go}>
          Bill it all the same
        </Button>
        {doubt.unrated_minutes > 0 && (
          <Button
            look="primary"
            onClick={() => {
              billing.stop()
              change({ dialog: 'edit' })
            }}
          >
            {project.hourly_rate === null ? 'Set a rate' : 'Edit the project'}
          </Button>
        )}
      </div>
    </Dialog>
  )
}

/** The worth of the time to be billed; undefined if the service will refuse anyway, and says why. Throws if there is only a running timer. */
async function readWorth(project: Project, currency: string): Promise<Worth | undefined> {
  if (project.customer_id === null) return undefined
  const path = { id: project.id }
  const read = (page: number) =>
    api.get('/v1/projects/{id}/time-entries', {
      path,
      query: { invoiced: false, is_billable: true, limit: PAGE, offset: page * PAGE },
    })
  const entries = await readAll(async (page) => (await read(page)).time_entries)
  const stopped = entries.filter((entry) => !entry.is_running)
  if (stopped.length === 0) {
    if (entries.length === 0) return undefined
    throw new RequestFailed(409, 'timer_runs', 'Only a running timer has time to be billed: stop the timer first.')
  }
  const has_tasks = stopped.some((entry) => entry.task_id !== null && entry.hourly_rate === null)
  const tasks = has_tasks
    ? await readAll(
        async (page) => (await api.get('/v1/projects/{id}/tasks', { path, query: { limit: PAGE, offset: page * PAGE } })).tasks,
      )
    : []
  return worthOf({ ...project, currency }, stopped, new Map(tasks.map((task) => [task.id, task.hourly_rate])))
}

async function readAll<T>(read: (page: number) => Promise<T[]>): Promise<T[]> {
  const all: T[] = []
  for (let page = 0; page < MOST_PAGES; page++) {
    const some = await read(page)
    all.push(...some)
    if (some.length < PAGE) break
  }
  return all
}
