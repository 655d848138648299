// The booking batch of a period: everything that was issued, came in and was paid back.
import { setImmediate } from 'node:timers/promises'
import { datevOf } from '../../access/companies/datev.ts'
import { getCompany } from '../../access/companies/service.ts'
import { readCreditNotes, readRefunds } from '../../billing/credit-notes/export.ts'
import { findExternalIds } from '../../billing/customers/service.ts'
import { readInvoices } from '../../billing/invoices/export.ts'
import { readPaymentsOfCompany } from '../../billing/invoices/received.ts'
import type { Context } from '../../http/context.ts'
import type { Download } from '../../http/endpoint.ts'
import { addDays } from '../../kernel/dates.ts'
import { conflict, invalid } from '../../kernel/errors.ts'
import type { CustomerId } from '../../kernel/ids.ts'
import type { TaxCategory } from '../../kernel/tax-categories.ts'
import type { Tx } from '../../sql/database.ts'
import type { ReadExport } from '../../sql/export-page.ts'
import { type BookedDocument, type Booking, bookDocument, bookMoney, datevFile, fiscalYearOf, NoAccount } from './datev.ts'

/** The format takes no more bookings in one file. */
const MOST_BOOKINGS = 99_999

/**
 * The file of a period: by default the month before this one. All bookings are read before the first part, so that the file is refused as a whole.
 * Invoices are booked when they are issued; drafts, and invoices that were cancelled without a credit note, are not. Throws 400 for a period that is the wrong way round or in two fiscal years, and 409 `datev_not_configured`,
 * `datev_account_missing`, `datev_currency_unknown` for another currency than EUR, and `datev_too_large`.
 */
export async function exportDatev(
  context: Context,
  period: { from?: string | undefined; to?: string | undefined },
): Promise<Download> {
  const { from, to } = usualPeriod(context.today, period)
  if (to < from) throw invalid('to', 'to must not be before from')
  const datev = await context.read(async (tx) => datevOf(await getCompany(tx, context.company_id)))
  if (datev === null) throw conflict('datev_not_configured', 'The company has no settings for DATEV: set its field datev')
  if (fiscalYearOf(datev, from) !== fiscalYearOf(datev, to)) {
    throw invalid('to', 'to must be in the same fiscal year as from (datev.fiscal_year_begins): a file has bookings of one')
  }
  const bookings: Booking[] = []
  const customers = new Customers(context)
  const scope = { company_id: context.company_id, from, to }
  const each = async <Row extends { currency: string; customer_id: string }>(
    read: ReadExport<Row>,
    numberOf: (row: Row) => string,
    book: (row: Row, external_id: string | null) => Booking[],
  ) => {
    let after: readonly string[] | undefined
    do {
      const place = after
      const page = await context.read(async (tx) => {
        const { rows: found, after: next } = await read(tx, scope, place)
        const rows = [...found]
        await customers.read(tx, rows)
        return { rows, after: next }
      })
      for (const row of page.rows) {
        const made = book(row, customers.externalIdOf(row))
        if (made.length > 0 && row.currency !== 'EUR') throw isForeign(numberOf(row), row.currency)
        bookings.push(...made)
      }
      if (bookings.length > MOST_BOOKINGS) throw isTooLarge()
      after = page.after
      await setImmediate()
    } while (after !== undefined)
  }
  try {
    await each(
      readInvoices,
      ({ invoice_number }) => invoice_number,
      (invoice, external_id) => {
        const { status, amount_credited, invoice_number: number } = invoice
        const is_void = status === 'draft' || (status === 'cancelled' && amount_credited === 0)
        return is_void ? [] : bookDocument(datev, { ...bookedOf('invoice', invoice, number), customer_external_id: external_id })
      },
    )
    await each(
      readCreditNotes,
      ({ credit_note_number }) => credit_note_number,
      (note, external_id) =>
        bookDocument(datev, { ...bookedOf('credit_note', note, note.credit_note_number), customer_external_id: external_id }),
    )
  } catch (error) {
    throw error instanceof NoAccount ? hasNoAccount(error) : error
  }
  await each(
    readPaymentsOfCompany,
    ({ invoice_number }) => invoice_number,
    ({ invoice_number: number, paid_at: date, amount, customer_name }, customer_external_id) => [
      bookMoney(datev, { kind: 'payment', number, date, amount, customer_name, customer_external_id }),
    ],
  )
  await each(
    readRefunds,
    ({ credit_note_number }) => credit_note_number,
    ({ credit_note_number: number, paid_at: date, amount, customer_name }, customer_external_id) => [
      bookMoney(datev, { kind: 'refund', number, date, amount, customer_name, customer_external_id }),
    ],
  )
  return {
    content_type: 'text/csv',
    charset: 'windows-1252',
    filename: `EXTF_Buchungsstapel_${from}_${to}.csv`,
    parts: withTurns(datevFile(datev, { from, to, created: context.now }, bookings)),
  }
}

/** The parts, with a turn of everybody else after each. */
async function* withTurns(parts: Iterable<Buffer>): AsyncGenerator<Buffer> {
  for (const part of parts) {
    yield part
    await setImmediate()
  }
}

/** The month before this one, or what is missing of a period from its other end. */
function usualPeriod(today: string, { from, to }: { from?: string | undefined; to?: string | undefined }) {
  const last = addDays(`${today.slice(0, 8)}01`, -1)!
  const end = to ?? (from !== undefined && from > last ? from : last)
  return { from: from ?? `${end.slice(0, 8)}01`, to: end }
}

interface Taxed {
  issue_date: string
  total: number
  tax_rate: number
  tax_category: TaxCategory | null
  tax_breakdown: readonly { tax_category: TaxCategory; tax_rate: number; taxable_amount: number; tax_amount: number }[] | null
  customer: { name: string; billing: { vat_id: string } }
}

/** Figures that were set by hand have no groups: the whole is booked with the tax of the document. */
function bookedOf(kind: BookedDocument['kind'], document: Taxed, number: string): Omit<BookedDocument, 'customer_external_id'> {
  const { issue_date, customer, tax_rate, total } = document
  const tax_category = document.tax_category ?? (tax_rate > 0 ? 'standard' : 'zero')
  const groups = document.tax_breakdown?.map((group) => {
    // Both have two digits at most: the sum is right once it is rounded to them.
    const gross = Math.round((group.taxable_amount + group.tax_amount) * 100) / 100
    return { tax_category: group.tax_category, tax_rate: group.tax_rate, gross }
  })
  return {
    kind,
    number,
    issue_date,
    customer_name: customer.name,
    customer_vat_id: customer.billing.vat_id,
    groups: groups ?? [{ tax_category, tax_rate, gross: total }],
  }
}

/** The ids that customers have elsewhere, each looked up once: those of a page together. */
class Customers {
  private readonly ids = new Map<string, string | null>()
  private readonly context: Context

  constructor(context: Context) {
    this.context = context
  }

  async read(tx: Tx, rows: readonly { customer_id: string }[]): Promise<void> {
    const unknown = rows.map(({ customer_id }) => customer_id).filter((id) => !this.ids.has(id))
    const found = await findExternalIds(tx, this.context.company_id, unknown as CustomerId[])
    for (const [id, external_id] of found) this.ids.set(id, external_id)
  }

  externalIdOf({ customer_id }: { customer_id: string }): string | null {
    return this.ids.get(customer_id) ?? null
  }
}

const isForeign = (number: string, currency: string) =>
  conflict(
    'datev_currency_unknown',
    `${number} is in ${currency}: a booking batch has EUR alone, so this period is booked by hand`,
  )

const hasNoAccount = ({ number, tax_category, tax_rate }: NoAccount) =>
  conflict(
    'datev_account_missing',
    `${number} has the tax ${tax_category} at ${tax_rate} %, for which no account is known: add it to datev.revenue_accounts of the company`,
  )

const isTooLarge = () =>
  conflict(
    'datev_too_large',
    `The period has more than ${MOST_BOOKINGS.toLocaleString('en')} bookings, which is all that a file may have: choose a shorter one`,
  )
