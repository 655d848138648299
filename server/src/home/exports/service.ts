// Exports: everything of a period, whole, in parts that are sent as they are read.
import { setImmediate } from 'node:timers/promises'
import type { TObject } from 'typebox'
import { getCompany } from '../../access/companies/service.ts'
import { readCreditNotes } from '../../billing/credit-notes/export.ts'
import { CreditNote } from '../../billing/credit-notes/schema.ts'
import { readCustomers } from '../../billing/customers/export.ts'
import { Customer } from '../../billing/customers/schema.ts'
import { readInvoices } from '../../billing/invoices/export.ts'
import { readPaymentsOfCompany } from '../../billing/invoices/received.ts'
import { PaymentOfCompany } from '../../billing/invoices/received-schema.ts'
import { Invoice } from '../../billing/invoices/schema.ts'
import type { Context } from '../../http/context.ts'
import type { Download } from '../../http/endpoint.ts'
import { csvLine } from '../../kernel/csv.ts'
import { addDays, timestamp } from '../../kernel/dates.ts'
import { invalid } from '../../kernel/errors.ts'
import { startOfDay } from '../../kernel/time-zones.ts'
import type { ExportScope, ReadExport } from '../../sql/export-page.ts'
import { readTimeEntries } from '../../work/time-entries/export.ts'
import { TimeEntryOfCompany } from '../../work/time-entries/schema.ts'
import { cellOf, columnsOf } from './columns.ts'

/** What can be exported, and by which day it is in a period. */
interface Exported {
  /** The shape of a row: its fields are the columns of the table, in their order. */
  schema: TObject
  /** Reads the rows a page at a time, as the API shows them. */
  read: ReadExport<object>
  /** Whether what is compared is a day; otherwise it is a moment, and the day is that of the company. */
  is_by_day: boolean
  /** The same in words, for the reference. */
  by: string
}

/**
 * The exports by the last part of their path (`/v1/exports/invoices`), in the order of the reference. One more is a line here: its columns follow from
 * the schema of the resource, its path and texts from `routes.ts`. `quoin exports` and the dashboard have lists of their own.
 */
export const EXPORTS = {
  invoices: { schema: Invoice, read: readInvoices, is_by_day: true, by: 'their issue date' },
  'credit-notes': { schema: CreditNote, read: readCreditNotes, is_by_day: true, by: 'their issue date' },
  payments: { schema: PaymentOfCompany, read: readPaymentsOfCompany, is_by_day: true, by: 'the day on which they came in' },
  'time-entries': {
    schema: TimeEntryOfCompany,
    read: readTimeEntries,
    is_by_day: false,
    by: 'the day on which they begin, in the time zone of the company',
  },
  customers: {
    schema: Customer,
    read: readCustomers,
    is_by_day: false,
    by: 'the day on which they were made, in the time zone of the company',
  },
} as const satisfies Record<string, Exported>
export type ExportKind = keyof typeof EXPORTS

export interface ExportQuery {
  from?: string | undefined
  to?: string | undefined
  format?: 'csv' | 'jsonl' | undefined
}

/** The lines of documents have no place in a row, and who has the token can open the public page. */
const LEFT_OUT = ['items', 'public_token']

/** The columns of an export as CSV, in the order of the schema: those of an object inside have both names (`customer_name`). */
export const exportColumns = (kind: ExportKind) => columnsOf(EXPORTS[kind].schema, LEFT_OUT)

/**
 * Everything of a kind whose day is in a period, both ends included; without them everything there is. Each part is read on a snapshot of its own,
 * so what is changed meanwhile is there as it was or as it is. Throws 400 for an end before the beginning.
 */
export async function exportAll(
  context: Context,
  kind: ExportKind,
  { from, to, format = 'csv' }: ExportQuery,
): Promise<Download> {
  if (from !== undefined && to !== undefined && to < from) throw invalid('to', 'to must not be before from')
  const { time_zone } = await context.read((tx) => getCompany(tx, context.company_id))
  const scope = EXPORTS[kind].is_by_day ? daysOf(from, to) : momentsOf(time_zone, from, to)
  const { company_id } = context
  const parts = format === 'csv' ? asCsv(kind) : asJsonLines
  const period = [from, to].filter((day) => day !== undefined).map((day) => `_${day}`)
  return {
    content_type: format === 'csv' ? 'text/csv' : 'application/x-ndjson',
    filename: `${kind}${period.join('')}.${format}`,
    parts: parts(pagesOf(context, EXPORTS[kind].read, { company_id, ...scope })),
  }
}

async function* pagesOf(context: Context, read: ReadExport<object>, scope: ExportScope): AsyncGenerator<Iterable<object>> {
  let after: readonly string[] | undefined
  do {
    const page = await context.read((tx) => read(tx, scope, after))
    yield page.rows
    after = page.after
    // On the embedded database a statement holds up everyone.
    await setImmediate()
  } while (after !== undefined)
}

const asCsv = (kind: ExportKind) =>
  async function* (pages: AsyncGenerator<Iterable<object>>): AsyncGenerator<string> {
    const columns = exportColumns(kind)
    yield csvLine(columns.map(({ name }) => name))
    for await (const rows of pages) {
      for (const row of rows) yield csvLine(columns.map((column) => cellOf(row, column)))
    }
  }

async function* asJsonLines(pages: AsyncGenerator<Iterable<object>>): AsyncGenerator<string> {
  for await (const rows of pages) {
    for (const row of rows) yield `${JSON.stringify(row)}\n`
  }
}

const FIRST_DAY = '0000-00-00'
const LAST_DAY = '9999-99-99'

const daysOf = (from = FIRST_DAY, to = LAST_DAY) => ({ from, to })

/** The earliest day there is begins before the earliest moment in the time zones east of UTC. */
const EARLIEST_DAY = '0001-01-01'

/** From the first to the last moment of days in a time zone, as they are stored. */
function momentsOf(time_zone: string, from: string | undefined, to: string | undefined): { from: string; to: string } {
  const next = to === undefined ? undefined : addDays(to, 1)
  return {
    from: from === undefined || from === EARLIEST_DAY ? FIRST_DAY : startOfDay(time_zone, from),
    to: next === undefined ? LAST_DAY : timestamp(Date.parse(startOfDay(time_zone, next)) - 1),
  }
}
