// A booking batch for DATEV (EXTF, Buchungsstapel, format version 13): a file of fixed columns in Windows-1252. Pure.
import { bankAccount, type Datev, debtorAccount, revenueAccount } from '../../access/companies/datev.ts'
import type { TaxCategory } from '../../kernel/tax-categories.ts'

/** A document as far as it is booked. Amounts are those that the API shows. */
export interface BookedDocument {
  kind: 'invoice' | 'credit_note'
  number: string
  issue_date: string
  customer_name: string
  customer_external_id: string | null
  customer_vat_id: string
  groups: readonly { tax_category: TaxCategory; tax_rate: number; gross: number }[]
}

/** Money that came in, or was paid back. */
export interface BookedMoney {
  kind: 'payment' | 'refund'
  number: string
  date: string
  customer_name: string
  customer_external_id: string | null
  amount: number
}

/** A booking: the account is debited unless `is_credit`. */
interface Booking {
  amount: number
  is_credit: boolean
  account: string
  contra_account: string
  date: string
  number: string
  text: string
  vat_id?: string
}

/** Thrown where a document has a tax that no account is known for. */
export class NoAccount extends Error {
  readonly number: string
  readonly tax_category: TaxCategory
  readonly tax_rate: number
  constructor(number: string, { tax_category, tax_rate }: { tax_category: TaxCategory; tax_rate: number }) {
    super(`${number} has the tax ${tax_category} ${tax_rate}, for which no account is known`)
    this.number = number
    this.tax_category = tax_category
    this.tax_rate = tax_rate
  }
}

/** The categories whose bookings name the VAT id of the customer, for the report of sales within the EU. */
const WITH_VAT_ID: readonly TaxCategory[] = ['intra_community', 'reverse_charge']

/** The bookings of a document: one for each tax, gross; the account of the revenue knows the tax. Throws NoAccount. */
export function bookDocument(datev: Datev, document: BookedDocument): Booking[] {
  const account = debtorAccount(datev, document.customer_external_id)
  return document.groups.flatMap((group) => {
    if (group.gross === 0) return []
    const contra_account = revenueAccount(datev, group.tax_category, group.tax_rate)
    if (contra_account === undefined) throw new NoAccount(document.number, group)
    const is_less = group.gross < 0
    return {
      amount: Math.abs(group.gross),
      is_credit: (document.kind === 'credit_note') !== is_less,
      account,
      contra_account,
      date: document.issue_date,
      number: document.number,
      text: document.customer_name,
      ...(WITH_VAT_ID.includes(group.tax_category) && { vat_id: document.customer_vat_id }),
    }
  })
}

/** The booking of money: the bank against the account of the customer. */
export const bookMoney = (datev: Datev, money: BookedMoney): Booking => ({
  amount: money.amount,
  is_credit: money.kind === 'refund',
  account: bankAccount(datev),
  contra_account: debtorAccount(datev, money.customer_external_id),
  date: money.date,
  number: money.number,
  text: money.customer_name,
})

/** The first day of the fiscal year of a day. */
export function fiscalYearOf({ fiscal_year_begins }: Pick<Datev, 'fiscal_year_begins'>, day: string): string {
  const [year, month] = day.split('-').map(Number) as [number, number]
  return `${month < fiscal_year_begins ? year - 1 : year}-${String(fiscal_year_begins).padStart(2, '0')}-01`
}

/** The file of bookings of a period within one fiscal year, by day and number. `created` is the moment as a timestamp. */
export function datevFile(
  datev: Datev,
  { from, to, created }: { from: string; to: string; created: string },
  bookings: readonly Booking[],
): Buffer {
  const day = (date: string) => date.replaceAll('-', '')
  const head = [
    quoted('EXTF'),
    700,
    21,
    quoted('Buchungsstapel'),
    13,
    created.replace(/\D/g, '').slice(0, 17),
    '',
    quoted('QN'),
    quoted(''),
    quoted(''),
    datev.consultant_number,
    datev.client_number,
    day(fiscalYearOf(datev, from)),
    datev.account_length,
    day(from),
    day(to),
    quoted(`Quoin ${from.slice(0, 7)}`),
    quoted(''),
    1,
    0,
    0,
    quoted('EUR'),
    '',
    quoted(''),
    '',
    '',
    quoted(datev.chart.slice(-2)),
    '',
    '',
    quoted(''),
    quoted(''),
  ]
  const place = ({ date, number }: Booking) => `${date} ${number}`
  const in_order = [...bookings].sort((a, b) => (place(a) < place(b) ? -1 : place(a) > place(b) ? 1 : 0))
  const lines = [head.join(';'), COLUMNS.join(';'), ...in_order.map(lineOf)]
  return inWindows1252(lines.map((line) => `${line}\r\n`).join(''))
}

const LONGEST_NUMBER = 36
const LONGEST_TEXT = 60

function lineOf({ amount, is_credit, account, contra_account, date, number, text, vat_id }: Booking): string {
  const cells: string[] = [...EMPTY_LINE]
  const set = (column: number, value: string) => {
    cells[column - 1] = value
  }
  set(1, amount.toFixed(2).replace('.', ','))
  set(2, quoted(is_credit ? 'H' : 'S'))
  set(3, quoted('EUR'))
  set(7, account)
  set(8, contra_account)
  set(10, date.slice(8, 10) + date.slice(5, 7))
  set(11, quoted(number.replace(/[^A-Za-z0-9$&%*+/-]/g, '').slice(0, LONGEST_NUMBER)))
  set(14, quoted(text.slice(0, LONGEST_TEXT)))
  if (vat_id) set(40, quoted(vat_id.replace(/[^A-Za-z0-9]/g, '').slice(0, 15)))
  return cells.join(';')
}

/** A text in quotes. No line break or control character may be in one. */
const quoted = (text: string) =>
  `"${text
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .replaceAll('"', '""')}"`

/** What Windows-1252 has between 0x80 and 0x9f. */
const UPPER = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'

/** Letters whose strokes Unicode does not take for marks. */
const STRUCK: Readonly<Record<string, string>> = { Ł: 'L', ł: 'l', Đ: 'D', đ: 'd', Ħ: 'H', ħ: 'h', ı: 'i' }

/** A letter that the encoding lacks loses its marks; what is still not in it is a question mark. */
function inWindows1252(text: string): Buffer {
  const bytes: number[] = []
  for (const character of text) {
    const byte = byteOf(character)
    if (byte !== undefined) bytes.push(byte)
    else {
      const plain = STRUCK[character] ?? character.normalize('NFD').replace(/\p{M}/gu, '')
      for (const letter of plain) bytes.push(byteOf(letter) ?? 0x3f)
    }
  }
  return Buffer.from(bytes)
}

function byteOf(character: string): number | undefined {
  const code = character.codePointAt(0)!
  if (code < 0x80 || (code >= 0xa0 && code <= 0xff)) return code
  const place = UPPER.indexOf(character)
  return place < 0 ? undefined : 0x80 + place
}

const twenty = Array.from({ length: 20 }, (_, index) => index + 1)
const eight = twenty.slice(0, 8)

/** The columns of the format, in its words. */
const COLUMNS = [
  ...['Umsatz (ohne Soll/Haben-Kz)', 'Soll/Haben-Kennzeichen', 'WKZ Umsatz', 'Kurs', 'Basis-Umsatz', 'WKZ Basis-Umsatz'],
  ...['Konto', 'Gegenkonto (ohne BU-Schlüssel)', 'BU-Schlüssel', 'Belegdatum', 'Belegfeld 1', 'Belegfeld 2', 'Skonto'],
  ...['Buchungstext', 'Postensperre', 'Diverse Adressnummer', 'Geschäftspartnerbank', 'Sachverhalt', 'Zinssperre', 'Beleglink'],
  ...eight.flatMap((number) => [`Beleginfo - Art ${number}`, `Beleginfo - Inhalt ${number}`]),
  ...['KOST1 - Kostenstelle', 'KOST2 - Kostenstelle', 'Kost-Menge', 'EU-Land u. UStID (Bestimmung)'],
  ...['EU-Steuersatz (Bestimmung)', 'Abw. Versteuerungsart', 'Sachverhalt L+L', 'Funktionsergänzung L+L'],
  ...['BU 49 Hauptfunktionstyp', 'BU 49 Hauptfunktionsnummer', 'BU 49 Funktionsergänzung'],
  ...twenty.flatMap((number) => [`Zusatzinformation - Art ${number}`, `Zusatzinformation- Inhalt ${number}`]),
  ...['Stück', 'Gewicht', 'Zahlweise', 'Forderungsart', 'Veranlagungsjahr', 'Zugeordnete Fälligkeit', 'Skontotyp'],
  ...['Auftragsnummer', 'Buchungstyp', 'USt-Schlüssel (Anzahlungen)', 'EU-Land (Anzahlungen)'],
  ...['Sachverhalt L+L (Anzahlungen)', 'EU-Steuersatz (Anzahlungen)', 'Erlöskonto (Anzahlungen)', 'Herkunft-Kz'],
  ...['Buchungs GUID', 'KOST-Datum', 'SEPA-Mandatsreferenz', 'Skontosperre', 'Gesellschaftername', 'Beteiligtennummer'],
  ...['Identifikationsnummer', 'Zeichnernummer', 'Postensperre bis', 'Bezeichnung SoBil-Sachverhalt'],
  ...['Kennzeichen SoBil-Buchung', 'Festschreibung', 'Leistungsdatum', 'Datum Zuord. Steuerperiode', 'Fälligkeit'],
  ...['Generalumkehr (GU)', 'Steuersatz', 'Land', 'Abrechnungsreferenz', 'BVV-Position', 'EU-Land u. UStID (Ursprung)'],
  ...['EU-Steuersatz (Ursprung)', 'Abw. Skontokonto'],
]

/** The columns that are texts, from 1: empty ones are a pair of quotes. */
const TEXTS = new Set([
  ...[2, 3, 6, 9, 11, 12, 14, 16, 20, 37, 38, 40, 42, 91, 95, 96, 98, 102, 103, 105, 107, 109, 110, 112, 118, 120, 121, 123],
  ...Array.from({ length: 16 }, (_, index) => 21 + index),
  ...Array.from({ length: 40 }, (_, index) => 48 + index),
])
const EMPTY_LINE = COLUMNS.map((_, index) => (TEXTS.has(index + 1) ? '""' : ''))
