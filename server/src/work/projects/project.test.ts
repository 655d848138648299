import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { CustomersTable } from '../../billing/customers/table.ts'
import type { CompanyId, CustomerId, ProjectId, UserId } from '../../kernel/ids.ts'
import { listParams, listValues } from '../../sql/value-lists.ts'
import { repeatedFaults } from './changes.ts'
import { draftProject, reviseProject } from './project.ts'
import type { CreateProject, UpdateProject } from './schema.ts'

const customer = { id: 'cus_1' as CustomerId, name: 'Lindqvist' } as CustomersTable
const draft = (input: Partial<CreateProject> = {}, whom?: CustomersTable) =>
  draftProject(
    { title: 'Web shop', ...input },
    {
      company_id: 'com_1' as CompanyId,
      id: 'pro_1' as ProjectId,
      public_id: 'PRO-2026-000001',
      public_token: 'token',
      customer: whom,
      currency: 'EUR',
      created_by: 'usr_1' as UserId,
      now: 'T1',
    },
  )
const revise = (before: ReturnType<typeof draft>, changes: UpdateProject, now = 'T2', whom?: CustomersTable | null) =>
  reviseProject(before, changes, { customer: whom, now })

describe('a new project', () => {
  test('is a draft of medium priority, billed by time, without progress, for nobody', () => {
    const project = draft()
    assert.deepEqual([project.status, project.priority, project.billing_type], ['draft', 'medium', 'time_based'])
    assert.deepEqual([project.progress_percentage, project.is_archived, project.customer_id], [0, false, null])
    assert.deepEqual([project.assigned_to, project.metadata, project.completed_at], ['[]', '{}', null])
    assert.deepEqual([project.created_at, project.updated_at, project.created_by], ['T1', 'T1', 'usr_1'])
  })

  test('is found by title and public id, folded', () => {
    assert.equal(draft({ title: 'Müller' }).search_text, 'muller\npro-2026-000001')
  })

  test('is completed now when that is how it begins', () => {
    assert.equal(draft({ status: 'completed' }).completed_at, 'T1')
  })

  test('keeps decimals exactly as they were given', () => {
    const project = draft({ hourly_rate: 0.000001, budget_hours: 1e-6, budget_amount: 999_999_999_999.999 })
    assert.deepEqual(
      [project.hourly_rate, project.budget_hours, project.budget_amount],
      ['0.000001', '0.000001', '999999999999.999'],
    )
  })
})

describe('a revised project', () => {
  const before = draft({ due_date: '2026-07-01', hourly_rate: 90, metadata: { a: 1 }, assigned_to: ['usr_1'] }, customer)

  test('absent fields are left alone, null clears', () => {
    const after = revise(before, { due_date: null, hourly_rate: null, metadata: null, assigned_to: null, description: null })
    assert.deepEqual([after.due_date, after.hourly_rate, after.metadata, after.assigned_to], [null, null, '{}', '[]'])
    assert.deepEqual([after.title, after.customer_id, after.updated_at], ['Web shop', 'cus_1', 'T2'])
  })

  test('is the very same record when nothing changes', () => {
    assert.equal(revise(before, {}), before)
    const same = { title: 'Web shop', hourly_rate: 90, metadata: { a: 1 }, assigned_to: ['usr_1'], due_date: '2026-07-01' }
    assert.equal(revise(before, same, 'T2', customer), before)
  })

  test('takes another customer, or none', () => {
    const other = { id: 'cus_2' as CustomerId, name: 'Other' } as CustomersTable
    const after = revise(before, { customer_id: 'cus_2' }, 'T2', other)
    assert.deepEqual([after.customer_id, after.customer_name], ['cus_2', 'Other'])
    const cleared = revise(before, { customer_id: null }, 'T2', null)
    assert.deepEqual([cleared.customer_id, cleared.customer_name], [null, null])
  })

  test('completed_at is set on entering, kept while it stays, cleared on leaving', () => {
    const completed = revise(before, { status: 'completed' }, 'T2')
    assert.equal(completed.completed_at, 'T2')
    const renamed = revise(completed, { status: 'completed', title: 'Other' }, 'T3')
    assert.deepEqual([renamed.completed_at, renamed.updated_at], ['T2', 'T3'])
    for (const status of ['draft', 'in_progress', 'on_hold', 'review', 'cancelled'] as const) {
      assert.equal(revise(renamed, { status }, 'T4').completed_at, null)
    }
  })
})

test('an id that is in a list twice is a fault where it stands again', () => {
  assert.deepEqual(repeatedFaults('assigned_to', ['a', 'b']), [])
  assert.deepEqual(
    repeatedFaults('assigned_to', ['a', 'b', 'a', 'a']).map((fault) => fault.param),
    ['assigned_to[2]', 'assigned_to[3]'],
  )
})

test('places of a list: the last value fills those left over', () => {
  const filled = listParams('status', ['a', 'b'], 4)
  assert.deepEqual(listValues(filled, 'status', 4), ['a', 'b', 'b', 'b'])
  assert.throws(() => listParams('status', [], 4))
  assert.throws(() => listParams('status', ['a', 'b', 'c'], 2))
})
