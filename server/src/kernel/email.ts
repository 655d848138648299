// The one form in which addresses of e-mail are stored and compared.

/**
 * Folds an address for storing and comparing: A to Z become a to z, and nothing else changes. Two addresses that a mail server may tell apart
 * by a letter beyond ASCII stay two: Unicode's lower case turns U+212A (the sign of Kelvin) into `k`, so that the owner of one address would get
 * the account of another. The engines compare texts byte by byte and never fold: so both agree.
 */
export function foldEmail(email: string): string {
  return email.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
}

/** Whether a text can be an address as far as blanks go: one with a blank, line break or control character would be two headers of a mail, or two addresses. */
export function hasNoBlanks(email: string): boolean {
  return !/[\p{White_Space}\p{Cc}]/u.test(email)
}

/** The same of what a person typed: blanks of ASCII around it are no part of it. */
export function readEmail(typed: string): string {
  return foldEmail(typed.replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, ''))
}
