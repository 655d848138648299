// Pure: the codes that an app on a telephone shows (RFC 6238), and the step of time that each is of.
import { createHmac } from 'node:crypto'

const STEP_MS = 30_000
const DIGITS = 6
/** The clocks of telephone and server may differ by so many steps: as the library of the sign-in has it. */
const STEPS_APART = 1

/** The step that `code` is of at `now_ms`, the latest where it is of several; undefined for one that does not count now. */
export function stepOf(secret: string, code: string, now_ms: number): number | undefined {
  const now = Math.floor(now_ms / STEP_MS)
  for (let step = now + STEPS_APART; step >= now - STEPS_APART; step--) {
    if (codeAt(secret, step) === code) return step
  }
  return undefined
}

/** RFC 4226, section 5.3. */
function codeAt(secret: string, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const digest = createHmac('sha1', secret).update(counter).digest()
  const number = digest.readUInt32BE(digest.at(-1)! & 0x0f) & 0x7fffffff
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0')
}
