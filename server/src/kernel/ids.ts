// Identifiers: their prefixes, how new ones are made, and the types that keep one kind from being taken for another.
import { randomBytes } from 'node:crypto'

const PREFIXES = {
  organization: 'org',
  company: 'com',
  user: 'usr',
  api_key: 'key',
  customer: 'cus',
  invoice: 'inv',
  quote: 'quo',
  credit_note: 'cn',
  recurring_invoice: 'rec',
  line_item: 'di',
  payment: 'pay',
  refund: 'rfd',
  project: 'pro',
  task: 'tsk',
  time_entry: 'tme',
  event: 'evt',
  webhook_endpoint: 'we',
  delivery: 'dlv',
  email: 'eml',
  bank_transaction: 'btx',
  job: 'job',
  request: 'req',
} as const

/** The kinds of object that have an identifier. */
export type IdKind = keyof typeof PREFIXES

declare const kind: unique symbol
/** An identifier of one kind of object: a string at run time, its own type for the compiler. */
export type Id<Kind extends IdKind> = string & { readonly [kind]: Kind }

export type OrganizationId = Id<'organization'>
export type CompanyId = Id<'company'>
export type UserId = Id<'user'>
export type ApiKeyId = Id<'api_key'>
export type CustomerId = Id<'customer'>
export type InvoiceId = Id<'invoice'>
export type QuoteId = Id<'quote'>
export type CreditNoteId = Id<'credit_note'>
export type RecurringInvoiceId = Id<'recurring_invoice'>
export type LineItemId = Id<'line_item'>
export type PaymentId = Id<'payment'>
export type RefundId = Id<'refund'>
export type ProjectId = Id<'project'>
export type TaskId = Id<'task'>
export type TimeEntryId = Id<'time_entry'>
export type EventId = Id<'event'>
export type WebhookEndpointId = Id<'webhook_endpoint'>
export type DeliveryId = Id<'delivery'>
export type EmailId = Id<'email'>
export type BankTransactionId = Id<'bank_transaction'>
export type JobId = Id<'job'>

/** Crockford's alphabet in lower case: it sorts like the numbers it encodes, and no letter looks like another. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const POOL_BYTES = 8192
let pool = randomBytes(POOL_BYTES)
let used = 0

/** One cryptographically random byte; drawn from a block, because asking the system for each id costs more than the id. */
function randomByte(): number {
  if (used === POOL_BYTES) {
    pool = randomBytes(POOL_BYTES)
    used = 0
  }
  return pool[used++]!
}

/** Writes a whole number ≥ 0 with exactly `length` digits of the id alphabet, so that text order is number order. */
export function sortableDigits(value: number, length: number): string {
  if (!Number.isInteger(value)) throw new Error(`${value} is no whole number`)
  let text = ''
  let rest = value
  for (let place = 0; place < length; place++) {
    text = ALPHABET[rest % 32] + text
    rest = Math.floor(rest / 32)
  }
  if (rest > 0) throw new Error(`${value} does not fit into ${length} digits of base 32`)
  return text
}

/** The number that `sortableDigits` wrote. */
export function digitsValue(digits: string): number {
  let value = 0
  for (const digit of digits) value = value * 32 + ALPHABET.indexOf(digit)
  return value
}

/** `length` random characters of the id alphabet: 5 bits each. */
export function randomDigits(length: number): string {
  let text = ''
  for (let place = 0; place < length; place++) text += ALPHABET[randomByte() & 31]
  return text
}

/** `length` random letters and digits, each of the 62 equally likely (5.95 bits each). For tokens and keys. */
export function randomToken(length: number): string {
  let text = ''
  while (text.length < length) {
    const byte = randomByte() & 63
    // 62 and 63 are drawn again: folding them back would make two letters likelier than the rest.
    if (byte < 62) text += BASE62[byte]
  }
  return text
}

/** The random end of the last identifier, as the numbers of its first 10 and last 6 digits, and the time in it. */
const last = { ms: Number.NaN, high: 0, low: 0 }
const LOW_DIGITS = 6
const LOW_END = 32 ** LOW_DIGITS

/**
 * A new identifier: prefix, creation time (10 digits, so that ids sort by it) and 80 random bits. `now_ms` is the creation time. Of those that a
 * process makes in the same millisecond each is above the one before, by a random step: what one sweep or one request makes is listed in
 * the order in which it was made.
 */
export function newId<Kind extends IdKind>(ofKind: Kind, now_ms: number): Id<Kind> {
  if (now_ms === last.ms) {
    last.low += 1 + randomByte() * 256 + randomByte()
    if (last.low >= LOW_END) {
      last.low -= LOW_END
      last.high++
    }
  } else {
    last.ms = now_ms
    last.high = digitsValue(randomDigits(10))
    last.low = digitsValue(randomDigits(LOW_DIGITS))
  }
  const end = sortableDigits(last.high, 10) + sortableDigits(last.low, LOW_DIGITS)
  return `${PREFIXES[ofKind]}_${sortableDigits(now_ms, 10)}${end}` as Id<Kind>
}

/** Sorts before each id of a kind that is made at `now_ms` or later, and after those made before. */
export const firstIdAt = <Kind extends IdKind>(ofKind: Kind, now_ms: number) =>
  `${PREFIXES[ofKind]}_${sortableDigits(Math.max(0, now_ms), 10)}` as Id<Kind>

/** The time at which an identifier was made, in milliseconds. */
export function idTime(id: Id<IdKind>): number {
  const at = id.indexOf('_') + 1
  return digitsValue(id.slice(at, at + 10))
}

/**
 * Whether `text` has the form of an identifier of that kind. Other texts can't name anything, so no query is made for them
 * and the answer is the same as for an unknown one.
 */
export function isId<Kind extends IdKind>(ofKind: Kind, text: string): text is Id<Kind> {
  const prefix = PREFIXES[ofKind]
  if (text.length !== prefix.length + 27 || !text.startsWith(prefix) || text[prefix.length] !== '_') return false
  return /^[0-9a-hjkmnp-tv-z]{26}$/.test(text.slice(prefix.length + 1))
}

/** All kinds. */
export const ID_KINDS = Object.keys(PREFIXES) as IdKind[]

/** The prefix of a kind, without the underscore. */
export function idPrefix(ofKind: IdKind): string {
  return PREFIXES[ofKind]
}
