import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { CompanyId, ProjectId, TaskId, UserId } from '../../kernel/ids.ts'
import { type CreateTask, LARGEST_POSITION } from './schema.ts'
import { compareTasks, draftTask, reviseTask, withoutTask } from './task.ts'

const draft = (input: Partial<CreateTask> = {}, last_position?: number, id = 'tsk_1') =>
  draftTask(
    { title: 'Checkout', ...input },
    {
      company_id: 'com_1' as CompanyId,
      project_id: 'pro_1' as ProjectId,
      id: id as TaskId,
      public_id: 'TSK-2026-000001',
      created_by: 'usr_1' as UserId,
      last_position,
      now: 'T1',
    },
  )

describe('a new task', () => {
  test('is in the backlog, of medium priority, billable, at the root', () => {
    const task = draft()
    assert.deepEqual([task.status, task.priority, task.is_billable, task.parent_task_id], ['backlog', 'medium', true, null])
    assert.deepEqual([task.depends_on, task.tags, task.metadata, task.unrated_minutes], [[], '[]', '{}', 0])
  })

  test('lies behind the last one, at 0 when it is the first, where it was put else', () => {
    assert.equal(draft().position, 0)
    assert.equal(draft({}, 4).position, 5)
    assert.equal(draft({}, -3).position, -2)
    assert.equal(draft({ position: 2 }, 4).position, 2)
    assert.equal(draft({}, LARGEST_POSITION).position, LARGEST_POSITION)
  })

  test('is completed now when that is how it begins', () => {
    assert.equal(draft({ status: 'completed' }).completed_at, 'T1')
  })
})

describe('a revised task', () => {
  const before = draft({
    due_date: '2026-07-01',
    assigned_to: 'usr_2',
    parent_task_id: 'tsk_9',
    depends_on: ['tsk_8', 'tsk_7'],
    tags: ['a'],
    hourly_rate: 110,
  })

  test('null clears just that field', () => {
    for (const field of ['due_date', 'assigned_to', 'parent_task_id', 'hourly_rate'] as const) {
      const after = reviseTask(before, { [field]: null }, 'T2')
      assert.deepEqual({ ...after, updated_at: 'T1', [field]: before[field] }, before)
      assert.equal(after[field], null)
    }
    const emptied = reviseTask(before, { depends_on: null, tags: null }, 'T2')
    assert.deepEqual([emptied.depends_on, emptied.tags], [[], '[]'])
  })

  test('is the very same record when nothing changes', () => {
    assert.equal(reviseTask(before, {}, 'T2'), before)
    const same = { depends_on: ['tsk_8', 'tsk_7'], tags: ['a'], hourly_rate: 110, parent_task_id: 'tsk_9', title: 'Checkout' }
    assert.equal(reviseTask(before, same, 'T2'), before)
  })

  test('has changed when the order of what it depends on has', () => {
    assert.deepEqual(reviseTask(before, { depends_on: ['tsk_7', 'tsk_8'] }, 'T2').depends_on, ['tsk_7', 'tsk_8'])
  })

  test('set; null; new time; unchanged time; null', () => {
    const steps = [
      { status: 'completed' as const },
      { status: 'in_progress' as const },
      { status: 'completed' as const },
      { status: 'completed' as const, title: 'Other' },
      { status: 'cancelled' as const },
    ]
    let task = before
    const times = steps.map((changes, index) => {
      task = reviseTask(task, changes, `S${index}`)
      return task.completed_at
    })
    assert.deepEqual(times, ['S0', null, 'S2', 'S2', null])
  })
})

test('after a task was deleted its children hang on its parent, and nothing depends on it', () => {
  const deleted = draft({ parent_task_id: 'tsk_0' }, 0, 'tsk_5')
  const child = withoutTask(draft({ parent_task_id: 'tsk_5', depends_on: ['tsk_8'] }), deleted, 'T2')
  assert.deepEqual([child.parent_task_id, child.depends_on, child.updated_at], ['tsk_0', ['tsk_8'], 'T2'])
  const dependent = withoutTask(draft({ parent_task_id: 'tsk_3', depends_on: ['tsk_8', 'tsk_5', 'tsk_7'] }), deleted, 'T2')
  assert.deepEqual([dependent.parent_task_id, dependent.depends_on], ['tsk_3', ['tsk_8', 'tsk_7']])
})

test('tasks go by position, then oldest first, then by id', () => {
  const at = (position: number, created_at: string, id: string) => ({ position, created_at, id: id as TaskId })
  const sorted = [at(-1, 'T9', 'z'), at(0, 'T1', 'b'), at(0, 'T1', 'c'), at(0, 'T2', 'a'), at(10, 'T0', 'd')]
  assert.deepEqual(sorted.toReversed().sort(compareTasks), sorted)
  assert.equal(compareTasks(sorted[0]!, sorted[0]!), 0)
})
