import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { FastifyRequest } from 'fastify'
import { ApiError } from '../kernel/errors.ts'
import type { OrganizationId } from '../kernel/ids.ts'
import { type Budget, type BudgetLimits, createBudget, type Slot } from './budget.ts'

const requestOf = (key: string, method = 'GET') =>
  ({
    method,
    headers: { authorization: `Bearer ${key}` },
    state: { ip_address: `address of ${key}` },
  }) as unknown as FastifyRequest
const turn = () => new Promise((resolve) => setImmediate(resolve))
const turns = async (count = 5) => {
  for (let index = 0; index < count; index++) await turn()
}

/** Sends requests and writes down in which order they go on. */
function scene(limits?: Partial<BudgetLimits>) {
  const budget: Budget = createBudget(limits)
  const order: string[] = []
  const slots: Slot[] = []
  const send = (key: string, count: number, kind = 'get', method = 'GET') => {
    for (let index = 0; index < count; index++) {
      budget.enter(requestOf(key, method), kind).then(
        (slot) => {
          order.push(key)
          slots.push(slot)
        },
        () => {},
      )
    }
  }
  return { budget, order, slots, send }
}

describe('the budget of an organization', () => {
  test('a request is not behind those of another organization that came before it', async () => {
    const { order, send } = scene()
    send('hostile', 100, 'post', 'POST')
    send('neighbour', 1, 'post', 'POST')
    await turn()
    assert.ok(order.indexOf('neighbour') >= 0)
    assert.ok(order.length <= 32)
  })

  test('so many are under way at once; the next goes on when one has left, in the order they came', async () => {
    const { order, slots, send } = scene({ running: 3 })
    send('a', 5, 'post', 'POST')
    await turns()
    assert.equal(order.length, 3)
    send('b', 1, 'post', 'POST')
    await turns()
    assert.deepEqual(order.slice(3), ['b'])
    slots[0]!.leave()
    slots[0]!.leave()
    await turns()
    assert.deepEqual(order.slice(4), ['a'])
  })

  test('keys of one organization share its budget once they are known, from whichever address', async () => {
    const { order, slots, send } = scene({ running: 2 })
    for (const key of ['first', 'second', 'third']) send(key, 1)
    await turns()
    assert.equal(order.length, 3)
    for (const slot of slots) {
      slot.belongsTo('org_1' as OrganizationId)
      slot.leave()
    }
    for (const key of ['first', 'second', 'third']) send(key, 1)
    await turns()
    assert.equal(order.length, 5)
  })

  test('answers that are not taken keep further large ones back, and nothing else', async () => {
    const { order, slots, send } = scene({ bytes: 4_000_000 })
    send('a', 1, 'page')
    await turns()
    slots[0]!.answered(3_000_000)
    slots[0]!.leave()
    send('a', 20, 'page')
    await turns(30)
    assert.equal(order.length, 2, 'two would be too large together')
    slots[1]!.answered(3_000_000)
    await turns(30)
    assert.equal(order.length, 2)
    send('b', 1, 'page')
    await turns(30)
    assert.equal(order.length, 3)
    slots[1]!.leave()
    await turns(30)
    assert.equal(order.length, 4)
  })

  test('a large answer that is made for long keeps back others like it, and no small ones, though they came later', async () => {
    const { order, slots, send } = scene({ bytes: 4_000_000 })
    for (const [kind, bytes] of [
      ['file', 30_000_000],
      ['list', 100_000],
    ] as const) {
      send(kind, 1, kind)
      await turns()
      slots.at(-1)!.answered(bytes)
      slots.at(-1)!.leave()
      send('a', 1, kind)
      await turns()
      slots.at(-1)!.answered(bytes)
      slots.at(-1)!.leave()
    }
    order.length = 0
    send('a', 3, 'file')
    await turns(30)
    assert.equal(order.length, 1, 'one file is made')
    send('a', 5, 'list')
    await turns(30)
    assert.equal(order.length, 6, 'lists go on')
    const file = slots.at(-6)!
    file.answered(30_000_000)
    send('a', 1, 'list')
    await turns(30)
    assert.equal(order.length, 6, 'until it is there and not taken')
    for (const slot of slots.slice(-6)) slot.leave()
    await turns(30)
    assert.equal(order.length, 8, 'the next file and the list')
  })

  test('429 with Retry-After when too many wait', async () => {
    const { budget, send } = scene({ running: 1, waiting: 3 })
    send('a', 3)
    assert.throws(
      () => budget.enter(requestOf('a'), 'get'),
      (error) => error instanceof ApiError && error.status === 429 && error.headers['retry-after'] === '1',
    )
    await budget.enter(requestOf('b'), 'get')
  })

  test('a turn that takes longer than expected says it once of a kind, whatever number of it went on', async (t) => {
    const { budget } = scene()
    let now_ms = 0
    t.mock.method(performance, 'now', () => now_ms)
    let gone = 0
    const get = async () => {
      const slot = await budget.enter(requestOf('a', 'POST'), 'post')
      gone++
      now_ms += 2
      slot.leave()
    }
    const all = Promise.all(Array.from({ length: 50 }, get))
    await turn()
    assert.equal(gone, 5, 'each is taken for 1 ms of the 5 of a turn')
    await turn()
    assert.equal(gone, 5 + 3, 'and now for half of the way to the 2 ms that it took')
    await all
  })

  test('requests whose kind takes long go on one by one, and those of others between them', async () => {
    const { budget, order } = scene()
    const long = async (key: string, ms: number) => {
      await budget.enter(requestOf(key), 'search').then((slot) => {
        order.push(key)
        const until = performance.now() + ms
        while (performance.now() < until);
        slot.leave()
      })
    }
    await long('hostile', 20)
    order.length = 0
    const all = [long('hostile', 8), long('hostile', 8), long('hostile', 8), long('hostile', 8)]
    await turns(1)
    await turn()
    assert.ok(order.length <= 2, order.join())
    await long('neighbour', 0)
    assert.equal(order.at(-1), 'neighbour')
    assert.ok(order.length <= 4, order.join())
    await Promise.all(all)
  })
})
