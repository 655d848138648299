import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { CompanyId, ProjectId, TaskId, TimeEntryId, UserId } from '../../kernel/ids.ts'
import type { TasksTable } from '../tasks/table.ts'
import type { CreateTimeEntry, UpdateTimeEntry } from './schema.ts'
import type { TimeEntriesTable } from './table.ts'
import { draftTimeEntry, readPeriod, reviseTimeEntry } from './time-entry.ts'

const NOW = '2026-05-04T09:00:00.000Z'
const LATER = '2026-05-04T12:00:00.000Z'
const draft = (input: CreateTimeEntry, task?: TasksTable) =>
  draftTimeEntry(input, {
    company_id: 'com_1' as CompanyId,
    project_id: 'pro_1' as ProjectId,
    id: 'tme_1' as TimeEntryId,
    user_id: 'usr_1' as UserId,
    task,
    now: NOW,
  })
const revise = (before: TimeEntriesTable, changes: UpdateTimeEntry, task?: TasksTable | null) =>
  reviseTimeEntry(before, changes, { task, now: LATER })
const times = ({ start_time, end_time, duration_minutes, is_running }: TimeEntriesTable) => [
  start_time,
  end_time,
  duration_minutes,
  is_running,
]
/** `param code` of the first fault. */
const faultOf = (work: () => unknown): string => {
  try {
    work()
    return 'none'
  } catch (error) {
    const [fault] = (error as { faults: { param: string; code: string }[] }).faults
    return `${fault!.param} ${fault!.code}`
  }
}
const eight = '2026-05-04T08:00:00.000Z'
const [nine, ten, eleven] = ['2026-05-04T09:00:00.000Z', '2026-05-04T10:00:00.000Z', '2026-05-04T11:00:00.000Z'] as const

describe('a new time entry', () => {
  test('with an end has the whole minutes up to it', () => {
    assert.deepEqual(times(draft({ start_time: ten, end_time: '2026-05-04T10:59:59.999Z' })), [
      ten,
      '2026-05-04T10:59:59.999Z',
      59,
      false,
    ])
    assert.equal(draft({ start_time: ten, end_time: '2026-05-04T10:00:00.001Z' }).duration_minutes, 0)
  })

  test('with a duration ends that long after its start', () => {
    assert.deepEqual(times(draft({ start_time: ten, duration_minutes: 60 })), [ten, eleven, 60, false])
  })

  test('with neither runs, from now on or from the start given', () => {
    assert.deepEqual(times(draft({})), [NOW, null, 0, true])
    assert.deepEqual(times(draft({ start_time: nine })), [nine, null, 0, true])
    assert.deepEqual(times(draft({ start_time: eight, end_time: null })), [eight, null, 0, true])
  })

  test('counts elapsed time, whatever the clocks on the wall did', () => {
    const over_the_end_of_summer = { start_time: '2026-10-25T02:30:00+02:00', end_time: '2026-10-25T03:15:00+01:00' }
    assert.deepEqual(times(draft(over_the_end_of_summer)), ['2026-10-25T00:30:00.000Z', '2026-10-25T02:15:00.000Z', 105, false])
  })

  test('none that runs begins in the future, but for the minute that a clock may be ahead', () => {
    assert.deepEqual(times(draft({ start_time: '2026-05-04T09:01:00Z' })).slice(1), [null, 0, true])
    assert.equal(
      faultOf(() => draft({ start_time: '2026-05-04T09:01:00.001Z' })),
      'start_time parameter_invalid',
    )
    const runs = draft({})
    assert.equal(
      faultOf(() => revise(runs, { start_time: '2026-05-04T12:02:00Z' })),
      'start_time parameter_invalid',
    )
    assert.equal(draft({ start_time: eleven, duration_minutes: 5 }).is_running, false)
  })

  test('one that was stored with a start in the future can still be given other words', () => {
    const early = { ...draft({}), start_time: '2026-05-05T00:00:00.000Z' }
    assert.equal(revise(early, { description: 'x' }).description, 'x')
  })

  test('is billable as its task is, unless it says so itself', () => {
    const task = { id: 'tsk_1' as TaskId, is_billable: false } as TasksTable
    assert.equal(draft({}).is_billable, true)
    assert.equal(draft({}, task).is_billable, false)
    assert.equal(draft({ is_billable: true }, task).is_billable, true)
    assert.equal(draft({}, task).task_id, 'tsk_1')
  })

  test('400 when end and start contradict, or one is missing', () => {
    assert.equal(
      faultOf(() => draft({ start_time: ten, end_time: ten })),
      'end_time parameter_invalid',
    )
    assert.equal(
      faultOf(() => draft({ start_time: ten, end_time: nine })),
      'end_time parameter_invalid',
    )
    assert.equal(
      faultOf(() => draft({ start_time: nine, end_time: ten, duration_minutes: 60 })),
      'duration_minutes parameter_invalid',
    )
    assert.equal(
      faultOf(() => draft({ end_time: ten })),
      'start_time parameter_missing',
    )
    assert.equal(
      faultOf(() => draft({ duration_minutes: 5 })),
      'start_time parameter_missing',
    )
    const last = { start_time: '9999-12-31T23:59:00Z', duration_minutes: 1 }
    assert.equal(
      faultOf(() => draft(last)),
      'duration_minutes parameter_invalid',
    )
  })
})

describe('a revised time entry', () => {
  const stopped = draft({ start_time: ten, end_time: '2026-05-04T11:00:30.000Z', description: 'x', hourly_rate: 80 })
  const runs = draft({ start_time: nine })

  test('stops when it is given an end or a duration', () => {
    assert.deepEqual(times(revise(runs, { end_time: ten })), [nine, ten, 60, false])
    assert.deepEqual(times(revise(runs, { duration_minutes: 120 })), [nine, eleven, 120, false])
  })

  test('has other minutes when its start or end moves', () => {
    assert.equal(revise(stopped, { start_time: '2026-05-04T10:30:00Z' }).duration_minutes, 30)
    assert.deepEqual(times(revise(stopped, { end_time: '2026-05-04T10:20:00Z' })).slice(1, 3), ['2026-05-04T10:20:00.000Z', 20])
    assert.deepEqual(times(revise(stopped, { start_time: nine, duration_minutes: 60 })), [nine, ten, 60, false])
    assert.deepEqual(times(revise(runs, { start_time: ten })), [ten, null, 0, true])
  })

  test('is the very same record when nothing changes', () => {
    const same = {
      start_time: '2026-05-04T12:00:00+02:00',
      duration_minutes: 60,
      description: 'x',
      hourly_rate: 80,
      metadata: {},
    }
    assert.equal(revise(stopped, {}), stopped)
    assert.equal(revise(stopped, same), stopped)
    assert.equal(revise(runs, { end_time: null }), runs)
  })

  test('null clears, absent fields are left alone', () => {
    const after = revise(stopped, { description: null, hourly_rate: null })
    assert.deepEqual([after.description, after.hourly_rate, after.end_time], ['', null, stopped.end_time])
    const task = { id: 'tsk_1' as TaskId } as TasksTable
    assert.equal(revise(stopped, { task_id: 'tsk_1' }, task).task_id, 'tsk_1')
    assert.equal(revise(revise(stopped, { task_id: 'tsk_1' }, task), { task_id: null }, null).task_id, null)
  })

  test('400 when it would end before it starts, or run again', () => {
    assert.equal(
      faultOf(() => revise(stopped, { end_time: nine })),
      'end_time parameter_invalid',
    )
    assert.equal(
      faultOf(() => revise(stopped, { start_time: '2026-05-04T12:00:00Z' })),
      'start_time parameter_invalid',
    )
    assert.equal(
      faultOf(() => revise(runs, { end_time: nine })),
      'end_time parameter_invalid',
    )
    assert.equal(
      faultOf(() => revise(stopped, { end_time: null })),
      'end_time parameter_invalid',
    )
    assert.equal(
      faultOf(() => revise(stopped, { end_time: eleven, duration_minutes: 60 })),
      'duration_minutes parameter_invalid',
    )
  })
})

describe('a period', () => {
  test('takes days whole and moments as they are', () => {
    assert.deepEqual(readPeriod({ from: '2026-05-04', to: '2026-05-04' }), {
      from: '2026-05-04T00:00:00.000Z',
      to: '2026-05-04T23:59:59.999Z',
    })
    assert.equal(readPeriod({ from: '2026-05-04T12:00:00+02:00' }).from, ten)
    assert.deepEqual(readPeriod({}), { from: '0001-01-01T00:00:00.000Z', to: '9999-12-31T23:59:59.999Z' })
  })

  test('400 for what is neither a day that exists nor a moment', () => {
    assert.equal(
      faultOf(() => readPeriod({ from: '2026-02-30' })),
      'from parameter_invalid',
    )
    assert.equal(readPeriod({ to: '1780000000' }).to, '2026-05-28T20:26:40.999Z')
    assert.equal(
      faultOf(() => readPeriod({ to: '' })),
      'to parameter_invalid',
    )
  })
})
