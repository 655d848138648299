// Guessing passwords is slow, and locks nobody out.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { addMember, auth, PASSWORD } from '../../../test/support/dashboard.ts'
import { select } from '../../../test/support/fixtures.ts'
import { startTestApp, type TestApp } from '../../../test/support/test-app.ts'
import { ApiError } from '../../kernel/errors.ts'
import { type BackOff, createBackOff } from './back-off.ts'

const WRONG = 'wrong horse battery'

describe('guessing', () => {
  test('an address waits longer after each failure; the owner gets in from another, and from this one after the wait', async () => {
    const service = await startTestApp()
    const { email } = await addMember(service, 'owner')
    const guess = (address: string, password = WRONG) => auth(service, 'sign-in/email', { email, password }, { address })
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

  test('of 1,000 wrong passwords from one address, half of them at once, five are looked at; the owner gets in meanwhile', async () => {
    const service = await startTestApp()
    const { email } = await addMember(service, 'owner')
    const guess = () => auth(service, 'sign-in/email', { email, password: WRONG }, { address: '203.0.113.7' })
    const statuses = (await Promise.all(Array.from({ length: 500 }, guess))).map(({ status }) => status)
    assert.equal((await auth(service, 'sign-in/email', { email, password: PASSWORD }, { address: '198.51.100.9' })).status, 200)
    for (let number = 0; number < 500; number++) statuses.push((await guess()).status)
    const count = (wanted: number) => statuses.filter((status) => status === wanted).length
    assert.deepEqual([count(401), count(429)], [5, 995])
    await service.close()
  })

  test('a session of his own does not help who guesses', async () => {
    const service = await startTestApp()
    const victim = await addMember(service, 'owner')
    const { email } = await addMember(service, 'member')
    const address = '203.0.113.7'
    const signed = await auth(service, 'sign-in/email', { email, password: PASSWORD }, { address })
    const cookie = signed.set[0]!.split(';')[0]!
    const guess = () => auth(service, 'sign-in/email', { email: victim.email, password: WRONG }, { address, cookie })
    for (let number = 0; number < 5; number++) assert.equal((await guess()).status, 401)
    assert.equal((await guess()).status, 429)
    await service.close()
  })
})

/** A back-off whose waits are noted and not waited for. */
function backOffOn(service: TestApp): { backOff: BackOff; delays: number[] } {
  const delays: number[] = []
  const pause = async (ms: number) => void delays.push(ms)
  return { backOff: createBackOff(service.database, { now_ms: () => service.now_ms() }, pause), delays }
}

/** Tries, and gives whether it was looked at. */
async function tries(backOff: BackOff, address: string, is_right = false, account = 'ada@example.com'): Promise<boolean> {
  try {
    return await backOff.attempt({ account, address }, async () => ({ result: true, outcome: is_right ? 'in' : 'failed' }))
  } catch (error) {
    if (error instanceof ApiError && error.status === 429) return false
    throw error
  }
}

describe('the count of failures', () => {
  test('of 1,000 addresses that guess at one account each takes a little longer, and the account stays open', async () => {
    const service = await startTestApp()
    const { backOff, delays } = backOffOn(service)
    for (let number = 0; number < 1_000; number++) {
      assert.ok(await tries(backOff, `10.0.${number >> 8}.${number & 255}`), `address ${number}`)
    }
    // The first twenty cost nothing.
    assert.equal(delays.length, 980)
    assert.deepEqual([delays[0], delays[9], delays.at(-1)], [50, 500, 1_000])
    assert.ok(await tries(backOff, '198.51.100.9', true))
    assert.equal(delays.at(-1), 1_000)
    // The right password makes it quick again.
    assert.ok(await tries(backOff, '198.51.100.9', true))
    assert.equal(delays.length, 981)
    await service.close()
  })

  test('is one for all processes, and goes on after a new start', async () => {
    const service = await startTestApp()
    const [one, two] = [backOffOn(service).backOff, backOffOn(service).backOff]
    const looked_at = await Promise.all(
      Array.from({ length: 20 }, (_, number) => tries(number % 2 === 0 ? one : two, '203.0.113.7')),
    )
    assert.equal(looked_at.filter(Boolean).length, 5)
    assert.equal(await tries(backOffOn(service).backOff, '203.0.113.7'), false)
    // The same by the whole service, twice on one database.
    const other = await startTestApp({ beside: service })
    const { email } = await addMember(service, 'owner')
    const guess = (at: TestApp, password = WRONG) => auth(at, 'sign-in/email', { email, password }, { address: '203.0.113.9' })
    for (const at of [service, other, service, other, service]) assert.equal((await guess(at)).status, 401)
    for (const at of [service, other]) assert.equal((await guess(at, PASSWORD)).status, 429)
    await other.close()
    await service.close()
  })

  test('is forgotten after an hour, and removed then', async () => {
    const service = await startTestApp()
    const { backOff } = backOffOn(service)
    const rows = () => select(service, 'SELECT count, last_ms FROM sign_in_failures')
    for (let number = 0; number < 6; number++) await tries(backOff, '203.0.113.7')
    service.pass(59 * 60 * 1000)
    await service.sweep()
    assert.equal((await rows()).length, 3)
    service.pass(60 * 1000)
    for (let number = 0; number < 5; number++) assert.ok(await tries(backOff, '203.0.113.7'))
    assert.equal(await tries(backOff, '203.0.113.7'), false)
    service.pass(60 * 60 * 1000)
    await service.sweep()
    assert.deepEqual(await rows(), [])
    await service.close()
  })

  test('of an address is not undone by an account of one who guesses at others', async () => {
    const service = await startTestApp()
    const { backOff } = backOffOn(service)
    for (let number = 0; number < 19; number++) {
      assert.ok(await tries(backOff, '203.0.113.7', false, `somebody${number}`))
      assert.ok(await tries(backOff, '203.0.113.7', true, 'his own'))
    }
    assert.ok(await tries(backOff, '203.0.113.7', false, 'another'))
    assert.equal(await tries(backOff, '203.0.113.7', true, 'his own'), false)
    await service.close()
  })

  test('keeps neither addresses nor what was typed for one', async () => {
    const service = await startTestApp()
    await tries(backOffOn(service).backOff, '203.0.113.7', false, 'hunter2 typed into the wrong field')
    for (const { name } of await select(service, 'SELECT name FROM sign_in_failures')) assert.match(name, /^[0-9a-f]{64}$/)
    await service.close()
  })
})

test('behind a trusted proxy each client waits for itself; from elsewhere the header does not count', async () => {
  const service = await startTestApp({ trusted_proxies: ['10.0.0.2'] })
  const { email } = await addMember(service, 'owner')
  const guess = (forwarded: string, address: string, password = WRONG) =>
    auth(service, 'sign-in/email', { email, password }, { address, headers: { 'x-forwarded-for': forwarded } })
  for (let number = 0; number < 5; number++)
    assert.equal((await guess(`198.51.100.${number}, 203.0.113.7`, '10.0.0.2')).status, 401)
  assert.equal((await guess('198.51.100.9, 203.0.113.7', '10.0.0.2')).status, 429)
  assert.equal((await guess('203.0.113.8', '10.0.0.2', PASSWORD)).status, 200)
  for (let number = 0; number < 5; number++) assert.equal((await guess(`198.51.100.${number}`, '203.0.113.9')).status, 401)
  assert.equal((await guess('198.51.100.9', '203.0.113.9', PASSWORD)).status, 429)
  await service.close()
})
