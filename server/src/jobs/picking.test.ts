import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import type { CompanyId } from '../kernel/ids.ts'
import { MOST_OF_COMPANY, MOST_RUNNING, pickJobs } from './picking.ts'

const job = (company: string, kind: string, due_at_ms: number) => ({ company_id: company as CompanyId, kind, due_at_ms })
const two = () => 2

describe('picking jobs', () => {
  test('a company with many leaves room to the others, whose jobs are newer', () => {
    const due = [1, 2, 3, 4, 5].map((at) => job('a', 'mail', at)).concat(job('b', 'print', 90), job('c', 'print', 99))
    const picked = pickJobs(due, [], two).map(({ company_id, due_at_ms }) => `${company_id} ${due_at_ms}`)
    assert.deepEqual(picked, ['a 1', 'b 90', 'c 99', 'a 2'])
  })

  test('a kind that is slow takes no more than its share', () => {
    const due = ['a', 'b', 'c', 'd', 'e'].map((company, at) => job(company, 'slow', at)).concat(job('f', 'quick', 99))
    assert.deepEqual(
      pickJobs(due, [], two)
        .map(({ kind }) => kind)
        .sort(),
      ['quick', 'slow', 'slow'],
    )
  })

  test('never more than the bounds, and never fewer than they allow', () => {
    const arbitrary = fc.record({
      company: fc.constantFrom('a', 'b', 'c', 'd'),
      kind: fc.constantFrom('k', 'l', 'm'),
      at: fc.integer({ min: 0, max: 9 }),
    })
    fc.assert(
      fc.property(fc.array(arbitrary, { maxLength: 20 }), (given) => {
        const due = given.map(({ company, kind, at }) => job(company, kind, at))
        const before = pickJobs(due.slice(0, 3), [], two)
        const left = due.slice(3)
        const all = [...before, ...pickJobs(left, before, two)]
        assert.ok(all.length <= MOST_RUNNING)
        const count = (key: 'company_id' | 'kind', value: string) => all.filter((one) => one[key] === value).length
        for (const one of all) {
          assert.ok(count('company_id', one.company_id) <= MOST_OF_COMPANY)
          assert.ok(count('kind', one.kind) <= 2)
        }
        const fits = (one: (typeof due)[number]) =>
          count('company_id', one.company_id) < MOST_OF_COMPANY && count('kind', one.kind) < 2
        if (all.length < MOST_RUNNING) assert.ok(!left.some((one) => !all.includes(one) && fits(one)))
      }),
    )
  })
})
