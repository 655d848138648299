// Quotes: the only place where their rules and IO meet.
import { getCompany } from '../../access/companies/service.ts'
import type { Context } from '../../http/context.ts'
import { conflict, notFound } from '../../kernel/errors.ts'
import { type CompanyId, type InvoiceId, isId, newId, randomToken } from '../../kernel/ids.ts'
import { recordEvents } from '../../record/events/record.ts'
import type { Tx } from '../../sql/database.ts'
import { namedCustomer } from '../customers/service.ts'
import { needsCustomer } from '../documents/customer.ts'
import { numberOf, takeCount } from '../documents/numbering.ts'
import type { Invoice } from '../invoices/schema.ts'
import { createInvoiceIn } from '../invoices/service.ts'
import { quoteCreated, quoteDeleted, quoteUpdated } from './events.ts'
import { draftQuote, invoiceFromQuote, isConverted, refuseIfNotConvertible, reviseQuote } from './quote.ts'
import { findQuote, insertQuote, listQuotes as listRows, type QuoteQuery, removeQuote, saveQuote } from './repository.ts'
import {
  type ConvertQuote,
  type CreateQuote,
  presentQuote,
  presentQuoteSummary,
  type Quote,
  type QuoteRecord,
  type UpdateQuote,
} from './schema.ts'

/** 190 random bits: a public link can't be guessed. */
const PUBLIC_TOKEN_LENGTH = 32

/** Lists quotes in the order asked for, newest first if in none. */
export function listQuotes(context: Context, query: QuoteQuery) {
  return context.read(async (tx) => {
    const { rows, total } = await listRows(tx, context.company_id, query)
    return { quotes: rows.map(presentQuoteSummary), pagination: { total, limit: query.limit, offset: query.offset } }
  })
}

export function getQuote(context: Context, id: string): Promise<Quote> {
  return context.read(async (tx) => {
    const record = isId('quote', id) ? await findQuote(tx, context.company_id, id) : undefined
    if (!record) throw notFound()
    return presentQuote(record)
  })
}

/** Makes a draft. Throws 400 for an unknown customer and for content that can't be; a refused one uses up no number. */
export function createQuote(context: Context, input: CreateQuote): Promise<Quote> {
  return context.transaction(async (tx) => {
    const { company_id, now, now_ms, today } = context
    // Asked at once. The number is given back with everything else when the content is refused.
    const [company, customer, count] = await Promise.all([
      getCompany(tx, company_id),
      namedCustomer(tx, company_id, input.customer_id),
      takeCount(tx, company_id, 'quote', input.issue_date ?? today),
    ])
    const id = newId('quote', now_ms)
    const public_token = randomToken(PUBLIC_TOKEN_LENGTH)
    const draft = draftQuote(input, { company_id, id, public_token, customer, currency: company.currency, now, now_ms, today })
    const record = { ...draft, quote_number: numberOf(company.quote_prefix, draft.issue_date, count) }
    const quote = presentQuote(record)
    await Promise.all([insertQuote(tx, record), recordEvents(tx, context, quoteCreated(quote))])
    return quote
  })
}

/** Changes a quote: every field in every status. */
export function updateQuote(context: Context, id: string, given: UpdateQuote): Promise<Quote> {
  return context.transaction(async (tx) => {
    const before = await loadQuote(tx, context.company_id, id)
    const changes = context.changesOf(presentQuote(before), given)
    const { now, now_ms } = context
    const customer_id = changes.customer_id ?? before.customer_id
    const customer = needsCustomer(before, changes) ? await namedCustomer(tx, before.company_id, customer_id) : undefined
    const { after, are_items_changed } = reviseQuote(before, changes, { customer, now, now_ms })
    const quote = presentQuote(after)
    if (after === before) return quote
    await saveQuote(tx, before, after, are_items_changed)
    await recordEvents(tx, context, quoteUpdated(before.status, quote))
    return quote
  })
}

/** Deletes a quote. Throws 409 `quote_already_converted` for one that became an invoice. */
export function deleteQuote(context: Context, id: string): Promise<{ deleted: true }> {
  return context.transaction(async (tx) => {
    const record = await loadQuote(tx, context.company_id, id)
    const quote = presentQuote(record)
    context.requireMatch(quote)
    if (isConverted(record)) {
      throw conflict('quote_already_converted', 'This quote was converted to an invoice: it stays as what was agreed on')
    }
    await removeQuote(tx, record, context.now)
    await recordEvents(tx, context, quoteDeleted(quote))
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
    await saveQuote(tx, before, convert(invoice.id as InvoiceId), false)
    return invoice
  })
}

async function loadQuote(tx: Tx, company_id: CompanyId, id: string): Promise<QuoteRecord> {
  const record = isId('quote', id) ? await findQuote(tx, company_id, id) : undefined
  if (!record) throw notFound()
  return record
}
