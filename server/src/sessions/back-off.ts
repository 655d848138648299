// Guessing made slow: who fails must wait longer each time, and nobody else has to.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '../kernel/clock.ts'
import { ApiError, unavailable } from '../kernel/errors.ts'

/** Failures that cost nothing: of one account from one address, and of all accounts from one address. */
const FREE_FOR_ACCOUNT = 5
const FREE_FOR_ADDRESS = 20
const LONGEST_WAIT_MS = 15 * 60 * 1000
const FORGOTTEN_MS = 60 * 60 * 1000
/**
 * Many addresses may guess at one account together. It is not closed for that, which would lock its owner out: each attempt only takes a
 * little longer.
 */
const FREE_FOR_ALL = 20
const LONGEST_DELAY_MS = 1_000
/** Names that are remembered at once; the oldest are forgotten first. */
const MOST_NAMES = 20_000
/** Passwords that are checked at once. Each takes 16 MiB and a thread for a twentieth of a second. */
const MOST_AT_ONCE = 4
const MOST_WAITING = 200

interface Failures {
  count: number
  last_ms: number
}

export interface BackOff {
  /**
   * Runs an attempt of `account` from `address`, and remembers whether it failed. Throws 429 `too_many_attempts` with Retry-After, without
   * running it, while the address must wait.
   */
  attempt<T>(who: { account: string; address: string }, run: () => Promise<{ result: T; failed: boolean }>): Promise<T>
}

/** Remembers in this process alone: where there are several, each gives the first attempts. */
export function createBackOff(clock: Clock): BackOff {
  const failures = new Map<string, Failures>()
  let running = 0
  const waiting: (() => void)[] = []

  const countOf = (name: string) => {
    const known = failures.get(name)
    return known && clock.now_ms() - known.last_ms < FORGOTTEN_MS ? known.count : 0
  }
  const waitOf = (name: string, free: number) => {
    const count = countOf(name)
    if (count < free) return 0
    return failures.get(name)!.last_ms + Math.min(LONGEST_WAIT_MS, 1_000 * 2 ** (count - free)) - clock.now_ms()
  }
  const fail = (name: string) => {
    const count = countOf(name) + 1
    // Put in anew, so that the oldest stand first.
    failures.delete(name)
    failures.set(name, { count, last_ms: clock.now_ms() })
    if (failures.size > MOST_NAMES) failures.delete(failures.keys().next().value!)
  }
  return {
    async attempt({ account, address }, run) {
      const from = networkOf(address)
      const [pair, whole, all] = [`${account}\n${from}`, `\n${from}`, account]
      const wait_ms = Math.max(waitOf(pair, FREE_FOR_ACCOUNT), waitOf(whole, FREE_FOR_ADDRESS))
      if (wait_ms > 0) throw tooMany(Math.ceil(wait_ms / 1000))
      if (waiting.length >= MOST_WAITING) throw unavailable()
      // Noted beforehand, so that many attempts at the same moment are not all the first.
      for (const name of [pair, whole, all]) fail(name)
      const delay_ms = Math.min(LONGEST_DELAY_MS, 50 * (countOf(all) - FREE_FOR_ALL))
      if (delay_ms > 0) await sleep(delay_ms)
      if (running >= MOST_AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve))
      running++
      try {
        const { result, failed } = await run()
        if (!failed) {
          failures.delete(pair)
          failures.delete(all)
          forgive(failures, whole)
        }
        return result
      } finally {
        running--
        waiting.shift()?.()
      }
    },
  }
}

/** Takes back one failure: a right password does not make the wrong ones before it undone, as someone with an account of their own could wish. */
function forgive(failures: Map<string, Failures>, name: string): void {
  const known = failures.get(name)
  if (known && known.count > 1) known.count--
  else failures.delete(name)
}

/** Of IPv6 whoever has one address has a whole network of them. */
function networkOf(address: string): string {
  if (!address.includes(':') || address.startsWith('::ffff:')) return address
  const [head = '', tail] = address.split('::')
  const groups = head.split(':')
  if (tail !== undefined) while (groups.length < 4) groups.push('0')
  return groups.slice(0, 4).join(':')
}

function tooMany(wait_s: number): ApiError {
  const sentence = `Too many attempts: wait ${wait_s} s`
  return new ApiError(429, [{ error: sentence, code: 'too_many_attempts' }], { 'retry-after': String(wait_s) })
}
