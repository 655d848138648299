// Whether an address has an account here can not be told by how long a wrong password takes.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addMember, auth } from '../../../test/support/dashboard.ts'
import { hashAtFullCost } from '../../../test/support/quick-passwords.ts'
import { startTestApp } from '../../../test/support/test-app.ts'

/** For each kind of address. The long run takes the number that timing attacks over a network are judged by. */
const SAMPLES = process.env['QUOIN_TEST_LONG'] ? 20_000 : 40
/** The first ones load the library and warm everything up. */
const WARMING = 10
/** Above this, two means differ by more than chance (Welch's t). */
const LARGEST_T = 4.5

hashAtFullCost()

test(`a wrong password takes as long for an unknown address as for a member's (|t| < ${LARGEST_T})`, async () => {
  const service = await startTestApp()
  const kinds = ['member', 'unknown'] as const
  const samples: Record<(typeof kinds)[number], number[]> = { member: [], unknown: [] }
  for (let number = -WARMING; number < SAMPLES; number++) {
    const { email } = await addMember(service, 'member')
    // By turns which comes first: what the one leaves to be done is then as often paid for by the other.
    for (const kind of number % 2 === 0 ? kinds : [...kinds].reverse()) {
      // The same letters, as long as each other; each from an address of its own and once, so that nobody is made to wait.
      const body = { email: kind === 'member' ? email : email.replace('member', 'nobody'), password: 'wrong horse battery' }
      const address = `10.${kinds.indexOf(kind)}.${(number + WARMING) >> 8}.${(number + WARMING) & 255}`
      // The processor's time: what else the machine does in the meantime is no part of it.
      const begun = process.cpuUsage()
      const { status } = await auth(service, 'sign-in/email', body, { address })
      const { user, system } = process.cpuUsage(begun)
      assert.equal(status, 401)
      if (number >= 0) samples[kind].push((user + system) / 1000)
    }
    // What is written a moment later belongs to neither.
    await service.flush()
  }
  const t = welch(samples.member, samples.unknown)
  assert.ok(
    Math.abs(t) < LARGEST_T,
    `t = ${t.toFixed(2)} for ${mean(samples.member).toFixed(2)} ms and ${mean(samples.unknown).toFixed(2)} ms`,
  )
  await service.close()
})

test('the measure tells two that differ by a hundredth of what a password takes', () => {
  // Random numbers that are the same each time.
  let seed = 1
  const random = () => {
    seed = (seed * 16807) % 2147483647
    return seed / 2147483647
  }
  const around = (middle: number) => Array.from({ length: 20_000 }, () => middle + (random() - 0.5) * 20)
  assert.ok(Math.abs(welch(around(50), around(50))) < LARGEST_T)
  assert.ok(Math.abs(welch(around(50), around(50.5))) > LARGEST_T)
})

/** How far the means of two samples are apart, measured by what chance would bring about. */
function welch(one: readonly number[], two: readonly number[]): number {
  return (mean(one) - mean(two)) / Math.sqrt(variance(one) / one.length + variance(two) / two.length)
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

function variance(values: readonly number[]): number {
  const middle = mean(values)
  return values.reduce((sum, value) => sum + (value - middle) ** 2, 0) / (values.length - 1)
}
