// Guessing passwords is slow, and locks nobody out.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { addMember, auth, PASSWORD } from '../../test/support/dashboard.ts'
import { startTestApp } from '../../test/support/test-app.ts'

describe('X09: guessing', () => {
  test('an address waits longer after each failure; the owner gets in from another, and from this one after the wait', async () => {
    const service = await startTestApp()
    const { email } = await addMember(service, 'owner')
    const guess = (address: string, password = 'wrong horse battery') =>
      auth(service, 'sign-in/email', { email, password }, { address })
    for (let number = 0; number < 5; number++) assert.equal((await guess('203.0.113.7')).status, 401)
    const waits: number[] = []
    for (let number = 0; number < 12; number++) {
      const refused = await guess('203.0.113.7', PASSWORD)
      assert.deepEqual([refused.status, refused.body.code], [429, 'too_many_attempts'])
      const wait_s = Number(refused.headers['retry-after'])
      waits.push(wait_s)
      service.pass(wait_s * 1000)
      assert.equal((await guess('203.0.113.7')).status, 401)
    }
    assert.deepEqual(waits, [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900])
    assert.equal((await guess('203.0.113.7', PASSWORD)).status, 429)
    assert.equal((await guess('198.51.100.9', PASSWORD)).status, 200)
    service.pass(900_000)
    assert.equal((await guess('203.0.113.7', PASSWORD)).status, 200)
    await service.close()
  })

  test('an address that tries many accounts waits too; others do not', async () => {
    const service = await startTestApp()
    const { email } = await addMember(service, 'owner')
    for (let number = 0; number < 20; number++) {
      const body = { email: `somebody${number}@example.com`, password: PASSWORD }
      assert.equal((await auth(service, 'sign-in/email', body, { address: '2001:db8:1:2::1' })).status, 401)
    }
    const right = { email, password: PASSWORD }
    assert.equal((await auth(service, 'sign-in/email', right, { address: '2001:db8:1:2:3::4' })).status, 429)
    assert.equal((await auth(service, 'sign-in/email', right, { address: '2001:db8:1:3::1' })).status, 200)
    await service.close()
  })
})

test('behind a proxy each client waits for itself; far from one nobody is believed who they are', async () => {
  const service = await startTestApp()
  const { email } = await addMember(service, 'owner')
  const guess = (forwarded: string, address: string, password = 'wrong horse battery') =>
    auth(service, 'sign-in/email', { email, password }, { address, headers: { 'x-forwarded-for': forwarded } })
  for (let number = 0; number < 5; number++)
    assert.equal((await guess(`198.51.100.${number}, 203.0.113.7`, '10.0.0.2')).status, 401)
  assert.equal((await guess('198.51.100.9, 203.0.113.7', '10.0.0.2')).status, 429)
  assert.equal((await guess('203.0.113.8', '10.0.0.2', PASSWORD)).status, 200)
  for (let number = 0; number < 5; number++) assert.equal((await guess(`198.51.100.${number}`, '203.0.113.9')).status, 401)
  assert.equal((await guess('198.51.100.9', '203.0.113.9', PASSWORD)).status, 429)
  await service.close()
})
