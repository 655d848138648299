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
