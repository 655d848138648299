// The hash of passwords, a few at a time. One takes 16 MiB and a thread of the pool that files and names are looked up by as well: a flood of
// sign-ins must leave some of it. It is never made inside a transaction: the one writer of the embedded database would wait for it.
import { hashPassword as hash, isPasswordOf as verify } from '../../kernel/crypto.ts'
import { unavailable } from '../../kernel/errors.ts'

/** Of the pool's four threads. */
const MOST_AT_ONCE = 2
const MOST_WAITING = 200

let running = 0
const waiting: (() => void)[] = []

/** Throws 503 with Retry-After while as many hashes wait as may: call it before anything is kept of an attempt. */
export function refuseWhileFull(): void {
  if (waiting.length >= MOST_WAITING) throw unavailable()
}

/** Hashes a new password, in its turn. */
export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(password))

/** Whether a password is that of a hash, in its turn. */
export const isPasswordOf = (hashed: string, password: string): Promise<boolean> => inTurn(() => verify(hashed, password))

async function inTurn<T>(run: () => Promise<T>): Promise<T> {
  if (running >= MOST_AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve))
  else running++
  try {
    return await run()
  } finally {
    // The place goes straight to the next one.
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}
