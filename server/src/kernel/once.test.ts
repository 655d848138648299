import assert from 'node:assert/strict'
import { test } from 'node:test'
import { once } from './once.ts'

test('what is made once is made by the first call, for all', async () => {
  let made = 0
  const get = once(async () => ({ made: ++made }))
  const [first, second] = await Promise.all([get(), get()])
  assert.equal(first, second)
  assert.equal(await get(), first)
  assert.equal(made, 1)
})

test('a failure is given to those who waited, and the next call tries again', async () => {
  let tries = 0
  const get = once(async () => {
    if (++tries === 1) throw new Error('no descriptor')
    return tries
  })
  const outcomes = await Promise.allSettled([get(), get()])
  assert.deepEqual(
    outcomes.map(({ status }) => status),
    ['rejected', 'rejected'],
  )
  assert.equal(await get(), 2)
  assert.equal(await get(), 2)
})
