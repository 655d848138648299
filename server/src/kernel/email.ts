// The one form in which e-mail addresses are stored and compared.

/**
 * Folds an address for storing and comparing: A to Z become a to z, and nothing else changes. Addresses that differ in a letter beyond ASCII
 * stay different: Unicode's lower case turns U+212A (the Kelvin sign) into `k`, which would give the owner of one address the account of
 * another. The engines compare texts byte by byte and never fold, so both agree.
 */
export function foldEmail(email: string): string {
  return email.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
}

/** Whether a text can be an address as far as blanks go: one with a blank, line break or control character would be two headers of a mail, or two addresses. */
export function hasNoBlanks(email: string): boolean {
  return !/[\p{White_Space}\p{Cc}]/u.test(email)
}

/** Whether a text is one address, `name@host`, that can be in a header of a mail as it is. */
export function isEmail(email: string): boolean {
  return email.length <= 254 && hasNoBlanks(email) && /^[^@,;:<>()[\]"\\]+@[^@,;:<>()[\]"\\]+$/.test(email)
}

/** The same for typed text: ASCII whitespace around it is ignored. */
export function readEmail(typed: string): string {
  return foldEmail(typed.replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, ''))
}

/** The longest address that can be in an SMTP command (RFC 5321, errata 1690). */
const LONGEST_ADDRESS = 254
const LONGEST_LOCAL_PART = 64
/** What would need quotes, or ends an address in a header or a command. */
const LOCAL_PART = /^[^\s\p{Cc}\p{Cf}()<>[\]\\,;:"@.]+(\.[^\s\p{Cc}\p{Cf}()<>[\]\\,;:"@.]+)*$/u
const LABEL = /^[\p{L}\p{N}\p{M}]([\p{L}\p{N}\p{M}-]{0,61}[\p{L}\p{N}\p{M}])?$/u

/**
 * Whether a mail can be sent to an address: one `name@domain` without quotes, comments, blanks or an IP address, of which nothing can be read as a
 * second address, a header or an SMTP command. Letters beyond ASCII are allowed. Whether the mailbox exists, only its server knows.
 */
export function isMailAddress(address: string): boolean {
  if (bytesOf(address) > LONGEST_ADDRESS) return false
  const at = address.lastIndexOf('@')
  const [local, domain] = [address.slice(0, at), address.slice(at + 1)]
  if (at < 1 || bytesOf(local) > LONGEST_LOCAL_PART || !LOCAL_PART.test(local)) return false
  const labels = domain.split('.')
  return labels.every((label) => LABEL.test(label)) && !/^\d+$/.test(labels.at(-1)!)
}

const encoder = new TextEncoder()
const bytesOf = (text: string) => encoder.encode(text).length
