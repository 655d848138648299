// Pure: the texts of the two QR codes that banking apps read, by the published rules, and the dots of a QR code.
//
// EPC069-12 v2.1 (SEPA credit transfers), Swiss Implementation Guidelines QR-bill v2.3.
import { encode } from 'uqr'
import { decimalText, fromMinor, type Minor } from '../../kernel/money.ts'

/** The most that a credit transfer of either kind carries: 999,999,999.99. */
const MOST_MINOR = 99_999_999_999

export interface CreditTransfer {
  iban: string
  bic: string
  /** Who is paid. */
  name: string
  amount_minor: Minor
  /** What the payer's bank passes on, as the number of the invoice. */
  message: string
}

/**
 * The text of an EPC QR code (error correction M, version 13 at most). Undefined for what the rules do not allow: no name or IBAN, an amount
 * that is not above 0 or above 999,999,999.99.
 */
export function epcPayload(transfer: CreditTransfer): string | undefined {
  const name = oneLine(transfer.name, 70)
  const iban = compactIban(transfer.iban)
  if (name === '' || !isIban(iban) || !isPayable(transfer.amount_minor)) return undefined
  const bic = transfer.bic.replaceAll(' ', '').toUpperCase()
  const amount = `EUR${decimalText(fromMinor(transfer.amount_minor, 2))}`
  const lines = ['BCD', '002', '1', 'SCT', isBic(bic) ? bic : '', name, iban, amount, '', '', oneLine(transfer.message, 140)]
  const payload = lines.join('\n').trimEnd()
  // 331 bytes is what version 13 holds; only names and messages of long characters come near it.
  return Buffer.byteLength(payload) <= MOST_EPC_BYTES ? payload : undefined
}

const MOST_EPC_BYTES = 331

/** Somebody on a Swiss QR-bill: an address in its parts, which is all that the rules allow since November 2025. */
export interface BillParty {
  name: string
  /** The street with the number. */
  street: string
  zipcode: string
  city: string
  /** ISO 3166-1 alpha-2. */
  country: string
}

export interface SwissBill {
  iban: string
  creditor: BillParty
  /** Undefined when the address is not known in its parts: the payer writes it by hand. */
  debtor: BillParty | undefined
  amount_minor: Minor
  currency: 'CHF' | 'EUR'
  /** 27 digits for a QR-IBAN; empty otherwise. */
  reference: string
  message: string
}

/**
 * A Swiss QR-bill for a Swiss or Liechtenstein IBAN, with texts cut to the characters and lengths that the rules allow. The reference is made
 * from the digits of the invoice's number when the IBAN is a QR-IBAN, which takes no payment without one. Undefined when no valid bill can be
 * made: another country's IBAN, a creditor without a whole address, an amount out of range.
 */
export function swissBill(
  bill: Omit<SwissBill, 'reference' | 'debtor' | 'message'> & { debtor: BillParty; number: string },
): SwissBill | undefined {
  const iban = compactIban(bill.iban)
  const creditor = swissParty(bill.creditor)
  if (!/^(CH|LI)/.test(iban) || iban.length !== 21 || !isIban(iban) || !creditor || !isPayable(bill.amount_minor))
    return undefined
  const reference = isQrIban(iban) ? qrReference(bill.number) : ''
  if (reference === undefined) return undefined
  return {
    iban,
    creditor,
    debtor: swissParty(bill.debtor),
    amount_minor: bill.amount_minor,
    currency: bill.currency,
    reference,
    message: swissText(bill.number, 140),
  }
}

/** The text of a Swiss QR code (error correction M, version 25 at most). */
export function swissPayload(bill: SwissBill): string {
  const party = (one: BillParty | undefined) =>
    one ? ['S', one.name, one.street, '', one.zipcode, one.city, one.country] : Array<string>(7).fill('')
  return [
    ...['SPC', '0200', '1', bill.iban],
    ...party(bill.creditor),
    ...party(undefined),
    ...[fromMinor(bill.amount_minor, 2).toFixed(2), bill.currency],
    ...party(bill.debtor),
    ...[bill.reference === '' ? 'NON' : 'QRR', bill.reference, bill.message, 'EPD'],
  ].join('\n')
}

/** The dots of a QR code with error correction M, a text of 0 and 1 for each row, without a quiet zone. */
export function qrRows(text: string): string[] {
  const { data } = encode(text, { ecc: 'M', border: 0 })
  return data.map((row) => row.map((is_dark) => (is_dark ? '1' : '0')).join(''))
}

/** An IBAN without spaces, in capitals. */
function compactIban(iban: string): string {
  return iban.replace(/\s/g, '').toUpperCase()
}

/** An IBAN as it is printed, in groups of four. */
export function groupedIban(iban: string): string {
  return compactIban(iban).replace(/(.{4})(?=.)/g, '$1\u00a0')
}

/** A QR reference as it is printed: two digits, then groups of five. */
export function groupedReference(reference: string): string {
  return reference.replace(/(?<=^\d{2})(?=\d)|(?<=^\d{2}(?:\d{5})+)(?=\d)/g, '\u00a0')
}

/** Whether the check digits of an IBAN fit (ISO 13616, mod 97). */
function isIban(iban: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(iban)) return false
  const digits = `${iban.slice(4)}${iban.slice(0, 4)}`.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55))
  return BigInt(digits) % 97n === 1n
}

function isBic(bic: string): boolean {
  return /^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(bic)
}

function isPayable(minor: Minor): boolean {
  return minor > 0 && minor <= MOST_MINOR
}

/** Institutions 30000 to 31999 stand for accounts that are paid with a QR reference. */
function isQrIban(iban: string): boolean {
  return /^..\d\d3[01]/.test(iban)
}

/** The digits of a number, filled up to 26, and their check digit. Undefined without any digit. */
function qrReference(number: string): string | undefined {
  const digits = number.replace(/\D/g, '')
  if (!/[1-9]/.test(digits) || digits.length > 26) return undefined
  const filled = digits.padStart(26, '0')
  return filled + checkDigit(filled)
}

/** Modulo 10, recursive. */
function checkDigit(digits: string): number {
  let carry = 0
  for (const digit of digits) carry = MODULO_10[(carry + Number(digit)) % 10] as number
  return (10 - carry) % 10
}

const MODULO_10 = [0, 9, 4, 6, 8, 2, 7, 1, 3, 5]

function swissParty(party: BillParty): BillParty | undefined {
  const known = {
    name: swissText(party.name, 70),
    street: swissText(party.street, 70),
    zipcode: swissText(party.zipcode, 16),
    city: swissText(party.city, 35),
    country: party.country,
  }
  const is_whole = known.name !== '' && known.zipcode !== '' && known.city !== '' && /^[A-Z]{2}$/.test(known.country)
  return is_whole ? known : undefined
}

/** Only these characters are allowed; a letter with an accent that is not loses it, anything else becomes a space. */
function swissText(text: string, most: number): string {
  const allowed = Array.from(text.normalize('NFC'), (character) =>
    SWISS_CHARACTER.test(character) ? character : character.normalize('NFD').replace(/[^\x20-\x7e]/g, '') || ' ',
  )
  return oneLine(allowed.join(''), most)
}

/** Basic Latin, Latin-1 Supplement, Latin Extended-A, Ș ș Ț ț and €. */
const SWISS_CHARACTER = /^[\x20-\x7e\u00a0-\u017f\u0218-\u021b\u20ac]$/u

function oneLine(text: string, most: number): string {
  return Array.from(text.replace(/\s+/g, ' ').trim()).slice(0, most).join('').trim()
}
