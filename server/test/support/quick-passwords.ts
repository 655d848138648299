// In the process that imports this, passwords are hashed with a thousandth of the work: sign-ins would take most of the suite's time.
// The real cost is tested by the files that ask for it, and by every server that runs as a process.
import crypto, { type BinaryLike, type ScryptOptions } from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

const QUICK_N = 16
const { scrypt } = crypto

setScrypt(((password: BinaryLike, salt: BinaryLike, length: number, options: ScryptOptions, done: () => void) =>
  scrypt(password, salt, length, { ...options, N: QUICK_N }, done)) as typeof scrypt)

/** For files about the cost itself: hashes as the service does. Call it before the first hash. */
export function hashAtFullCost(): void {
  setScrypt(scrypt)
}

function setScrypt(replacement: typeof scrypt): void {
  crypto.scrypt = replacement
  syncBuiltinESMExports()
}
