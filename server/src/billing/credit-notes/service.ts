// Credit notes and their refunds: where their rules and IO meet.
import { getCompany } from '../../access/companies/service.ts'
import type { Context } from '../../http/context.ts'
import { readPage } from '../../http/pagination.ts'
import { currencyDigits } from '../../kernel/currencies.ts'
import { invalid } from '../../kernel/errors.ts'
import { type CompanyId, type CreditNoteId, type InvoiceId, isId, newId } from '../../kernel/ids.ts'
import type { Tx, WriteTx } from '../../sql/database.ts'
import type { PageQuery } from '../../sql/list-order.ts'
import { nextCount, takeCount } from '../documents/numbering.ts'
import { lineIdsOf, loadDocument, newPublicToken } from '../documents/service.ts'
import { numberOf } from '../documents/typed-number.ts'
import type { InvoiceRecord } from '../invoices/schema.ts'
import { namedInvoice, saveSettled } from '../invoices/service.ts'
import { refundAmount, refundDue, withCredit, withRefund } from '../invoices/settlement.ts'
import { type CreditedWhole, creditedWhole, draftCreditNote, quantitiesOf } from './credit-note.ts'
import { creditNoteCreated, creditNoteRefunded } from './events.ts'
import {
  type CreditNoteQuery,
  creditNoteStore,
  insertRefund,
  listCredits,
  listNewestRefunds,
  listRefundPage,
  listRefundsOfInvoice,
  sumCredited,
} from './repository.ts'
import {
  type CreateCreditNote,
  type CreateRefund,
  type CreditNote,
  type CreditNoteRecord,
  presentCreditNote,
  presentCreditNoteSummary,
  presentRefund,
  type Refund,
} from './schema.ts'
import { type Credited, withNote } from './shares.ts'
import type { RefundsTable } from './table.ts'

/** Lists credit notes, newest first. */
export function listCreditNotes(context: Context, query: CreditNoteQuery) {
  return context.read(async (tx) => {
    const { rows, pagination } = await readPage(query, () => creditNoteStore.page(tx, context.company_id, query))
    return { credit_notes: rows.map(presentCreditNoteSummary), pagination }
  })
}

export function getCreditNote(context: Context, id: string): Promise<CreditNote> {
  return context.read(async (tx) => presentCreditNote(await loadCreditNote(tx, context.company_id, id)))
}

/** Runs when a credit note is made: passed in by rooms that refer to lines of invoices (billed time becomes free again). */
export type OnCredited = (tx: WriteTx, context: Context, whole: CreditedWhole) => Promise<void>

/**
 * Issues a credit note of an invoice, which owes less from then on. Throws 400 for an unknown invoice, for lines that are not its own and for
 * more than is left of them (`credit_exceeds_invoice`), and 409 `invoice_is_draft`. Requests at once credit no more than there is: the
 * transactions of a company run one after the other.
 */
export function createCreditNote(context: Context, input: CreateCreditNote, onCredited: OnCredited): Promise<CreditNote> {
  return context.transaction(async (tx) => {
    const drafted = await draft(tx, context, input, newPublicToken(), (date) =>
      takeCount(tx, context.company_id, 'credit_note', date),
    )
    const { record, invoice, after, credited } = drafted
    const shown = presentCreditNote(record)
    await creditNoteStore.insert(tx, record)
    await saveSettled(tx, context, { before: invoice, after }, creditNoteCreated(shown))
    await onCredited(tx, context, creditedWhole(after, credited))
    return shown
  })
}

/**
 * The credit note that `createCreditNote` would make, with the number that it would get now. Nothing of it is stored; it is a transaction, so
 * that an Idempotency-Key is kept as of every POST. Throws as that does.
 */
export function previewCreditNote(context: Context, input: CreateCreditNote): Promise<CreditNote> {
  return context.transaction(async (tx) => {
    const drafted = await draft(tx, context, input, '', (date) => nextCount(tx, context.company_id, 'credit_note', date))
    return presentCreditNote(drafted.record)
  })
}

/** A new credit note, the invoice before and after it, and what is credited then. */
interface Drafted {
  record: CreditNoteRecord
  invoice: InvoiceRecord
  after: InvoiceRecord
  credited: Credited
}

async function draft(
  tx: Tx,
  context: Context,
  input: CreateCreditNote,
  public_token: string,
  countOf: (date: string) => Promise<number>,
): Promise<Drafted> {
  const { company_id, now, now_ms, today } = context
  const invoice = await namedInvoice(tx, company_id, input.invoice_id)
  const credited: Credited = {
    quantities: await sumCredited(tx, company_id, invoice.id),
    has_notes: invoice.amount_credited > 0,
  }
  const quantities = quantitiesOf(invoice, input, credited)
  const newLineId = lineIdsOf(context)
  const made = { id: newId('credit_note', now_ms), credit_note_number: '', public_token, now, today, newLineId }
  const unnumbered = draftCreditNote(invoice, input, { quantities, credited }, made)
  const { credit_note_prefix } = await getCompany(tx, company_id)
  const { issue_date, total } = unnumbered
  const after = withCredit(invoice, total, now)
  const record = {
    ...unnumbered,
    credit_note_number: numberOf(credit_note_prefix, issue_date, await countOf(issue_date)),
    refund_due: refundDue(after),
  }
  return { record, invoice, after, credited: withNote(credited, quantities) }
}

/** Records that money was paid back. Throws 400 if it is more than the refund that is due. */
export function recordRefund(context: Context, credit_note_id: string, input: CreateRefund): Promise<Refund> {
  return context.transaction(async (tx) => {
    const before = await loadCreditNote(tx, context.company_id, credit_note_id)
    const row = await recordRefundIn(tx, context, before, input)
    return presentRefund(row, before.currency, currencyDigits(before.currency))
  })
}

/** The same inside a larger transaction: matching what went out of the bank account. */
export async function recordRefundIn(
  tx: WriteTx,
  context: Context,
  before: CreditNoteRecord,
  input: CreateRefund,
): Promise<RefundsTable> {
  const invoice = await namedInvoice(tx, before.company_id, before.invoice_id)
  const amount = refundAmount(invoice, input.amount)
  const row = {
    company_id: before.company_id,
    credit_note_id: before.id,
    id: newId('refund', context.now_ms),
    amount,
    paid_at: input.paid_at ?? context.today,
    method: input.method ?? '',
    reference: input.reference ?? '',
    created_at: context.now,
    deleted_at: null,
  }
  const refunded = withRefund(invoice, amount, context.now)
  const amount_refunded = before.amount_refunded + amount
  const after = { ...before, amount_refunded, refund_due: refundDue(refunded), updated_at: context.now }
  await insertRefund(tx, row, before.currency)
  await creditNoteStore.save(tx, before, after, false)
  await saveSettled(tx, context, { before: invoice, after: refunded }, creditNoteRefunded(presentCreditNote(after)))
  return row
}

/** The newest refunds of a credit note. */
export const refundsOf = (tx: Tx, { company_id, id }: CreditNoteRecord, limit: number) =>
  listNewestRefunds(tx, { company_id, credit_note_id: id }, limit)

/** The credit note of a request's `credit_note_id`. Throws 400 if the company has none with that id. */
export async function namedCreditNote(tx: Tx, company_id: CompanyId, id: string): Promise<CreditNoteRecord> {
  const record = isId('credit_note', id) ? await creditNoteStore.find(tx, company_id, id) : undefined
  if (!record)
    throw invalid('credit_note_id', 'credit_note_id must be the id of a credit note of this company (GET /v1/credit-notes)')
  return record
}

/** Lists the refunds of a credit note, newest first. */
export function listRefunds(context: Context, credit_note_id: string, query: PageQuery) {
  return context.read(async (tx) => {
    const { rows: refunds, pagination } = await readPage(query, async () => {
      const { company_id, id, currency } = await loadCreditNote(tx, context.company_id, credit_note_id)
      const page = await listRefundPage(tx, { company_id, credit_note_id: id }, query)
      const digits = currencyDigits(currency)
      return { ...page, rows: page.rows.map((row) => presentRefund(row, currency, digits)) }
    })
    return { refunds, pagination }
  })
}

/** The newest `limit` credit notes of an invoice, and of its refunds: days, amounts in minor units, and the numbers of credit notes. */
export async function latestCredits(tx: Tx, company_id: CompanyId, invoice_id: InvoiceId, limit: number) {
  const of = { company_id, invoice_id }
  return { credits: await listCredits(tx, of, limit), refunds: await listRefundsOfInvoice(tx, of, limit) }
}

/** The days and amounts (in minor units) of a credit note's refunds, the newest `limit` of them. */
export async function latestRefunds(tx: Tx, company_id: CompanyId, credit_note_id: CreditNoteId, limit: number) {
  const rows = await listNewestRefunds(tx, { company_id, credit_note_id }, limit)
  return rows.map(({ paid_at, amount }) => ({ date: paid_at, amount }))
}

/** A credit note; throws 404. */
const loadCreditNote = (tx: Tx, company_id: CompanyId, id: string): Promise<CreditNoteRecord> =>
  loadDocument(tx, company_id, 'credit_note', id, creditNoteStore.find)
