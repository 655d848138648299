// Addresses as the library of the sign-in takes them. It knows fewer than there are: none without a dot in its domain, like that of the first
// owner, and none with letters beyond ASCII. It also lower-cases by Unicode; in these names there is nothing that this could change.
import { foldEmail } from '../../kernel/email.ts'

/** No address of the world ends so (RFC 2606). */
const OURS = '.quoin.invalid'
const HEX = '@hex'
/** Narrower than what the library takes. */
const PLAIN = /^[a-z0-9_+-]+(\.[a-z0-9_+-]+)*@([a-z0-9][a-z0-9-]*\.)+[a-z]{2,}$/

/** What `persons.email` has for a member's address: that itself, nearly always. Two addresses never have the same. */
export function loginNameOf(email: string): string {
  const address = foldEmail(email)
  if (PLAIN.test(address) && !address.endsWith(OURS)) return address
  if (PLAIN.test(address + OURS) && !address.endsWith(HEX)) return address + OURS
  return Buffer.from(address).toString('hex') + HEX + OURS
}

/** The address that a login name stands for. */
export function addressOf(login_name: string): string {
  if (!login_name.endsWith(OURS)) return login_name
  const name = login_name.slice(0, -OURS.length)
  return name.endsWith(HEX) ? Buffer.from(name.slice(0, -HEX.length), 'hex').toString() : name
}
