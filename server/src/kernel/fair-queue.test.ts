import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { FairQueue } from './fair-queue.ts'

test('owners take turns, each in its own order, whatever another has waiting', () => {
  const queue = new FairQueue<string>()
  for (const item of ['a1', 'a2', 'a3', 'a4']) queue.push('a', item)
  queue.push('b', 'b1')
  queue.push('c', 'c1')
  queue.push('b', 'b2')
  assert.equal(queue.length, 7)
  assert.deepEqual(queue.takeAll(), ['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4'])
  assert.equal(queue.shift(), undefined)
})

test('an owner that may not is passed over, and keeps its place', () => {
  const queue = new FairQueue<string>()
  queue.push('a', 'a1')
  queue.push('b', 'b1')
  assert.equal(
    queue.shift((owner) => owner !== 'a'),
    'b1',
  )
  assert.equal(
    queue.shift(() => false),
    undefined,
  )
  assert.equal(queue.shift(), 'a1')
})

test('nothing is lost, and nobody waits for more than one item of each other owner', () => {
  const step = fc.record({ owner: fc.constantFrom('a', 'b', 'c'), is_push: fc.boolean(), is_removed: fc.boolean() })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
      const queue = new FairQueue<{ owner: string }>()
      const waiting = new Set<{ owner: string }>()
      const passed = new Map<string, Map<string, number>>()
      for (const { owner, is_push, is_removed } of steps) {
        if (is_push) {
          const item = { owner }
          queue.push(owner, item)
          waiting.add(item)
          if (is_removed) {
            queue.remove(owner, item)
            waiting.delete(item)
          }
          continue
        }
        const item = queue.shift()
        assert.equal(item === undefined, waiting.size === 0)
        if (!item) continue
        assert.equal(
          item,
          [...waiting].find((one) => one.owner === item.owner),
        )
        waiting.delete(item)
        passed.delete(item.owner)
        for (const other of new Set([...waiting].map((one) => one.owner))) {
          if (other === item.owner) continue
          const counts: Map<string, number> = passed.get(other) ?? new Map()
          passed.set(other, counts)
          counts.set(item.owner, (counts.get(item.owner) ?? 0) + 1)
          assert.ok(counts.get(item.owner)! <= 1)
        }
        for (const other of passed.keys()) if (![...waiting].some((one) => one.owner === other)) passed.delete(other)
      }
      assert.equal(queue.length, waiting.size)
    }),
  )
})
