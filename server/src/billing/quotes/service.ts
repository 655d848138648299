// Quotes: where their rules and IO meet.
import type { Context } from '../../http/context.ts'
import { readPage } from '../../http/pagination.ts'
import { conflict } from '../../kernel/errors.ts'
import type { CompanyId, InvoiceId, QuoteId } from '../../kernel/ids.ts'
import { recordEvents } from '../../record/events/record.ts'
import type { Tx, WriteTx } from '../../sql/database.ts'
import { customerOfChange, draftToSee, lineIdsOf, loadDocument, numberedDraft, refuseTakenId } from '../documents/service.ts'
import type { Invoice } from '../invoices/schema.ts'
import { createInvoiceIn } from '../invoices/service.ts'
import { quoteCreated, quoteDeleted, quoteUpdated } from './events.ts'
import { draftQuote, invoiceFromQuote, isConverted, refuseIfNotConvertible, reviseQuote } from './quote.ts'
import { type QuoteQuery, quoteStore } from './repository.ts'
import {
  type ConvertQuote,
  type CreateQuote,
  presentQuote,
  presentQuoteSummary,
  type Quote,
  type QuoteRecord,
  type UpdateQuote,
} from './schema.ts'

/** Lists quotes in the order asked for, newest first if in none. */
export function listQuotes(context: Context, query: QuoteQuery) {
  return context.read(async (tx) => {
    const { rows, pagination } = await readPage(query, () => quoteStore.page(tx, context.company_id, query))
    return { quotes: rows.map(presentQuoteSummary), pagination }
  })
}

export function getQuote(context: Context, id: string): Promise<Quote> {
  return context.read(async (tx) => presentQuote(await loadQuote(tx, context.company_id, id)))
}

/** Makes a draft. Throws 400 for an unknown customer and for content that can't be; a refused one uses up no number. */
export function createQuote(context: Context, input: CreateQuote): Promise<Quote> {
  return context.transaction(async (tx) => {
    const draft = await numberedDraft(tx, context, { kind: 'quote', input, draft: (made) => draftQuote(input, made) })
    const record = { ...draft.record, quote_number: draft.number }
    await refuseTakenId(tx, record, quoteStore.findByExternalId)
    const quote = presentQuote(record)
    await Promise.all([quoteStore.insert(tx, record), recordEvents(tx, context, quoteCreated(quote))])
    return quote
  })
}

/** The draft that `createQuote` would make, to be looked at. Throws 400 as that does. */
export async function draftQuoteToSee(tx: Tx, context: Context, input: CreateQuote): Promise<QuoteRecord> {
  const { record, number } = await draftToSee(tx, context, { kind: 'quote', input, draft: (made) => draftQuote(input, made) })
  return { ...record, quote_number: number }
}

/** Changes a quote: every field in every status. */
export function updateQuote(context: Context, id: string, given: UpdateQuote): Promise<Quote> {
  return context.transaction(async (tx) => {
    const before = await loadQuote(tx, context.company_id, id)
    return presentQuote(await changeQuoteIn(tx, context, before, context.changesOf(presentQuote(before), given)))
  })
}

/** The same inside a larger transaction: sending a quote. */
export async function changeQuoteIn(
  tx: WriteTx,
  context: Context,
  before: QuoteRecord,
  changes: UpdateQuote,
): Promise<QuoteRecord> {
  const customer = await customerOfChange(tx, before, changes)
  const revised = reviseQuote(before, changes, { customer, now: context.now, newLineId: lineIdsOf(context) })
  const { after, are_items_changed } = revised
  if (after === before) return after
  if (after.external_id !== before.external_id) await refuseTakenId(tx, after, quoteStore.findByExternalId)
  await quoteStore.save(tx, before, after, are_items_changed)
  await recordEvents(tx, context, quoteUpdated(before.status, presentQuote(after)))
  return after
}

/** Runs when a quote is deleted: passed in by rooms that keep something of it. */
export type OnQuoteDeleted = (tx: WriteTx, context: Context, id: QuoteId) => Promise<void>

/** Deletes a quote. Throws 409 `quote_already_converted` for one that became an invoice. */
export function deleteQuote(context: Context, id: string, onDeleted: OnQuoteDeleted): Promise<{ deleted: true }> {
  return context.transaction(async (tx) => {
    const record = await loadQuote(tx, context.company_id, id)
    const quote = presentQuote(record)
    context.requireMatch(quote)
    if (isConverted(record)) {
      throw conflict('quote_already_converted', 'This quote was converted to an invoice: it stays as what was agreed on')
    }
    await quoteStore.remove(tx, record, context.now)
    await recordEvents(tx, context, quoteDeleted(quote))
    await onDeleted(tx, context, record.id)
    return { deleted: true as const }
  })
}

/**
 * Converts a quote to one draft invoice with the same figures, and gives the invoice. Twice or at once makes exactly one: the quote is taken
 * for the transaction. Throws 409 `quote_already_converted` or `quote_not_convertible`.
 */
export function convertQuote(context: Context, id: string, dates: ConvertQuote): Promise<Invoice> {
  return context.transaction(async (tx) => {
    const before = await loadQuote(tx, context.company_id, id)
    refuseIfNotConvertible(before)
    const convert = (invoice_id: InvoiceId): QuoteRecord => ({
      ...before,
      status: 'converted',
      invoice_id,
      updated_at: context.now,
    })
    const invoice = await createInvoiceIn(tx, context, invoiceFromQuote(before, dates), {
      figures: before,
      prelude: (made) => quoteUpdated(before.status, presentQuote(convert(made.id as InvoiceId))),
    })
    await quoteStore.save(tx, before, convert(invoice.id as InvoiceId), false)
    return invoice
  })
}

/** A living quote; throws 404. */
export const loadQuote = (tx: Tx, company_id: CompanyId, id: string): Promise<QuoteRecord> =>
  loadDocument(tx, company_id, 'quote', id, quoteStore.find)
