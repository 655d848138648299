// A booking batch for DATEV (EXTF, Buchungsstapel, format version 13): a file of fixed columns in Windows-1252. Pure.
// The format: https://developer.datev.de/datev/platform/en/dtvf/formate/buchungsstapel
import type { Datev } from '../../access/companies/datev.ts'
import type { TaxCategory } from '../../kernel/tax-categories.ts'
import { bankAccount, debtorAccount, revenueAccount } from './datev-accounts.ts'
import { encodeWindows1252, inWindows1252 } from './windows-1252.ts'

/**
 * A document as far as it is booked. Amounts are those that the API shows (decimals of EUR), `gross` with the tax, negative where the lines of a tax
 * are a deduction; `tax_rate` is in percent; the date is `YYYY-MM-DD`. `customer_external_id` may be a personal account, `customer_vat_id` is empty where
 * the customer has none.
 */
export interface BookedDocument {
  kind: 'invoice' | 'credit_note'
  number: string
  issue_date: string
  customer_name: string
  customer_external_id: string | null
  customer_vat_id: string
  groups: readonly { tax_category: TaxCategory; tax_rate: number; gross: number }[]
}

/** Money that came in, or was paid back: a decimal of EUR above 0. `number` is that of the invoice or credit note, the date is `YYYY-MM-DD`. */
export interface BookedMoney {
  kind: 'payment' | 'refund'
  number: string
  date: string
  customer_name: string
  customer_external_id: string | null
  amount: number
}

/** A booking: the account is debited (Soll) with the amount, which is above 0, unless `is_credit` (Haben). */
export interface Booking {
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

/**
 * The bookings of a document: the personal account of the customer against the account of the revenue, once for each tax, gross; groups of 0 have
 * none. No tax key (BU-Schlüssel) is set, because the account of the revenue knows the tax. Throws NoAccount for a tax without an account.
 */
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

/** The booking of money: the account of the bank against the personal account of the customer, debited for a payment, credited for a refund. */
export const bookMoney = (datev: Datev, money: BookedMoney): Booking => ({
  amount: money.amount,
  is_credit: money.kind === 'refund',
  account: bankAccount(datev),
  contra_account: debtorAccount(datev, money.customer_external_id),
  date: money.date,
  number: money.number,
  text: money.customer_name,
})

/** The first day of the fiscal year that a day is in; both are `YYYY-MM-DD`. `fiscal_year_begins` is a month, 1 to 12. */
export function fiscalYearOf({ fiscal_year_begins }: Pick<Datev, 'fiscal_year_begins'>, day: string): string {
  const [year, month] = day.split('-').map(Number) as [number, number]
  return `${month < fiscal_year_begins ? year - 1 : year}-${String(fiscal_year_begins).padStart(2, '0')}-01`
}

/** Bookings that are written at once: about 64 kB, in a thousandth of a second. */
const LINES_AT_ONCE = 200

/**
 * The file of the bookings of a period within one fiscal year, in parts of up to `LINES_AT_ONCE` lines, each made when it is asked for: others may have
 * their turn in between. The lines are in the order of the day, then of the number; those of one document keep their order. `created` is the
 * moment as a timestamp, `from` and `to` are days. A file may have 99,999 bookings, which the caller sees to.
 */
export function* datevFile(
  datev: Datev,
  { from, to, created }: { from: string; to: string; created: string },
  bookings: readonly Booking[],
): Generator<Buffer> {
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
  let lines = [head.join(';'), COLUMNS.join(';')]
  for (const booking of inOrder(bookings)) {
    lines.push(lineOf(booking))
    if (lines.length < LINES_AT_ONCE) continue
    yield asBytes(lines)
    lines = []
  }
  if (lines.length > 0) yield asBytes(lines)
}

const asBytes = (lines: readonly string[]) => encodeWindows1252(lines.map((line) => `${line}\r\n`).join(''))

/** By day, then by number. Each day is sorted when it has its turn: a hundred thousand bookings at once would hold up everyone. */
function* inOrder(bookings: readonly Booking[]): Generator<Booking> {
  const by_day = Map.groupBy(bookings, ({ date }) => date)
  for (const day of [...by_day.keys()].sort()) {
    yield* by_day.get(day)!.sort((a, b) => (a.number < b.number ? -1 : a.number > b.number ? 1 : 0))
  }
}

const LONGEST_NUMBER = 36
const LONGEST_TEXT = 60
const LONGEST_VAT_ID = 15

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
  set(11, quoted(number.replace(/[^A-Za-z0-9$&%*+/-]/g, ''), LONGEST_NUMBER))
  set(14, quoted(text, LONGEST_TEXT))
  if (vat_id) set(40, quoted(vat_id.replace(/[^A-Za-z0-9]/g, ''), LONGEST_VAT_ID))
  return cells.join(';')
}

/** A text in quotes, of `longest` characters at most. The format allows no line break or control character in one. */
const quoted = (text: string, longest?: number) =>
  `"${inWindows1252(text.replace(/\p{Cc}+/gu, ' '))
    .trim()
    .slice(0, longest)
    .trimEnd()
    .replaceAll('"', '""')}"`

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
