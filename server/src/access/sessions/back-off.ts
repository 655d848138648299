// Slows down guessing, with one count for every way in: after a failure the next attempt must wait longer, and nobody else has to. Failures are
// stored in the database, so that they count for all processes and after a restart.
import { setTimeout as sleep } from 'node:timers/promises'
import { defineJob } from '../../jobs/job-kind.ts'
import type { Clock } from '../../kernel/clock.ts'
import { sha256 } from '../../kernel/crypto.ts'
import { ApiError } from '../../kernel/errors.ts'
import type { Database } from '../../sql/database.ts'
import {
  type Counted,
  findCount,
  listFailures,
  lockCount,
  lockFailures,
  removeFailures,
  removeFailuresUntil,
  removeOldestFailures,
  saveFailures,
  takeBackFailure,
} from './back-off-repository.ts'
import { refuseWhileFull } from './hashing.ts'
import type { SignInFailuresTable } from './table.ts'

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
/**
 * What is allowed in a row from one address without any proof, and how often one more: started sign-ins, each of which keeps a row until it
 * is finished or too old, and links that do not work. An office behind one address has fewer.
 */
const MOST_IN_A_ROW = 30
const ONE_MORE_EVERY_MS = 2_000
/**
 * The most rows that are kept, however many accounts and addresses strangers try. The oldest are removed first: they belong to
 * clients that have stopped trying.
 */
const MOST_KEPT = 100_000
/** How many attempts a process counts until it looks whether there are more. */
const TRIMMED_EVERY = 1_000

/** Who tries: `account` is a person's id, or a hash of the name if there is no such person. The same for all ways in. */
export interface Attempting {
  account: string
  address: string
}

/** The result of an attempt: signed in, proved the first of two factors, or failed. */
export type AttemptOutcome = 'in' | 'half' | 'failed'

export interface BackOff {
  /**
   * Runs an attempt of `account` from `address`, and stores its result: an exception is a failure, and a first factor alone resets no earlier
   * failures (the password alone must not allow new guesses at the code). Throws 429 `too_many_attempts` with Retry-After, without running
   * it, while the address must wait, and 503 while too many passwords wait to be hashed.
   */
  attempt<T>(who: Attempting, run: () => Promise<{ result: T; outcome: AttemptOutcome }>): Promise<T>
  /** Counts a sign-in started from `address`, with nothing proven yet. Throws 429 like `attempt` for too many. */
  begin(address: string): Promise<void>
  /** Counts a one-time link that does not work, in the same way. */
  miss(address: string): Promise<void>
}

/** Remembers in `database`. `pause` waits for the milliseconds given. */
export function createBackOff(
  database: Database,
  clock: Clock,
  pause: (ms: number) => Promise<unknown> = sleep,
  { most_kept = MOST_KEPT, trimmed_every = TRIMMED_EVERY } = {},
): BackOff {
  let noted = 0
  const trim = async () => {
    if (++noted % trimmed_every === 0) await database.write(async (tx) => removeOldestFailures(tx, most_kept))
  }

  /** Counts the attempt as a failure, and gives how long it has to take. */
  const note = (names: Counted<string>) =>
    database.write(async (tx) => {
      const now_ms = clock.now_ms()
      const known = await lockFailures(tx, names, now_ms)
      refuseEarly(names, known, now_ms)
      let delay_ms = 0
      for (const name of Object.values(names)) {
        const count = countOf(known, name, now_ms) + 1
        saveFailures(tx, name, count, now_ms)
        if (name === names.account) delay_ms = Math.min(LONGEST_DELAY_MS, 50 * (count - FREE_FOR_ALL))
      }
      return { delay_ms }
    })

  const count = async (what: 'begun' | 'missed', address: string) => {
    const name = sha256(`${what}\n${networkOf(address)}`)
    refuseTooMany(await database.readOne((tx) => findCount(tx, name)), clock.now_ms())
    await database.write(async (tx) => {
      const now_ms = clock.now_ms()
      const { count, last_ms } = refuseTooMany(await lockCount(tx, name, now_ms), now_ms)
      saveFailures(tx, name, count + 1, last_ms)
    })
    await trim()
  }

  return {
    async attempt({ account, address }, run) {
      const from = networkOf(address)
      const names = { pair: sha256(`${account}\n${from}`), address: sha256(`\n${from}`), account: sha256(account) }
      // Without a transaction, which is more expensive: most of a guesser's attempts end here.
      refuseEarly(names, await database.readOne((tx) => listFailures(tx, names)), clock.now_ms())
      refuseWhileFull()
      // Noted beforehand, so that many attempts at the same moment are not all the first.
      const { delay_ms } = await note(names)
      await trim()
      if (delay_ms > 0) await pause(delay_ms)
      const { result, outcome } = await run()
      if (outcome !== 'failed') {
        const settle = outcome === 'in' ? removeFailures : takeBackFailure
        await database.write(async (tx) => {
          settle(tx, names.pair)
          settle(tx, names.account)
          // Only its own: a right password does not reset the wrong ones before it, or someone with an account could reset an address.
          takeBackFailure(tx, names.address)
        })
      }
      return result
    },
    begin: (address) => count('begun', address),
    miss: (address) => count('missed', address),
  }
}

/** How many still count at `now_ms`, and since when; throws 429 where those are as many as there may be. */
function refuseTooMany(known: Pick<SignInFailuresTable, 'count' | 'last_ms'> | undefined, now_ms: number) {
  const { count, last_ms } = known ?? { count: 0, last_ms: now_ms }
  const over = Math.max(0, Math.floor((now_ms - last_ms) / ONE_MORE_EVERY_MS))
  const left = { count: Math.max(0, count - over), last_ms: over >= count ? now_ms : last_ms + over * ONE_MORE_EVERY_MS }
  if (left.count >= MOST_IN_A_ROW) throw tooManyAttempts(left.last_ms + ONE_MORE_EVERY_MS - now_ms)
  return left
}

/** Forgets guesses that are long ago. */
export const sweepFailures = defineJob({
  kind: 'sign-in.retention',
  every: 'hour',
  change: async (tx, { now_ms }) => removeFailuresUntil(tx, now_ms - FORGOTTEN_MS),
})

/** Throws 429 while the address must wait. */
function refuseEarly(names: Counted<string>, known: readonly SignInFailuresTable[], now_ms: number): void {
  const waitOf = (name: string, free: number) => {
    const count = countOf(known, name, now_ms)
    if (count < free) return 0
    const { last_ms } = known.find((row) => row.name === name)!
    return last_ms + Math.min(LONGEST_WAIT_MS, 1_000 * 2 ** (count - free)) - now_ms
  }
  const wait_ms = Math.max(waitOf(names.pair, FREE_FOR_ACCOUNT), waitOf(names.address, FREE_FOR_ADDRESS))
  if (wait_ms > 0) throw tooManyAttempts(wait_ms)
}

function tooManyAttempts(wait_ms: number): ApiError {
  const wait_s = Math.ceil(wait_ms / 1000)
  const sentence = `Too many attempts: wait ${wait_s} s`
  return new ApiError(429, [{ error: sentence, code: 'too_many_attempts' }], { 'retry-after': String(wait_s) })
}

function countOf(known: readonly SignInFailuresTable[], name: string, now_ms: number): number {
  const row = known.find((one) => one.name === name)
  return row && now_ms - row.last_ms < FORGOTTEN_MS ? row.count : 0
}

/** For IPv6 the network: anyone who has one address has a whole network of them. */
function networkOf(address: string): string {
  if (!address.includes(':') || address.startsWith('::ffff:')) return address
  const [head = '', tail] = address.split('::')
  const groups = head.split(':')
  if (tail !== undefined) while (groups.length < 4) groups.push('0')
  return groups.slice(0, 4).join(':')
}
