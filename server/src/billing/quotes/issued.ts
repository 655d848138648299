import { issuedDocuments } from '../documents/issued.ts'
import type { OwnFields } from '../documents/record.ts'
import { isAcceptance, readDecisions } from './decision.ts'
import { quoteUpdated, quoteViewed } from './events.ts'
import { isQuoteChanged } from './quote.ts'
import { quoteStore } from './repository.ts'
import { CreateQuote, presentQuote, Quote, type QuoteRecord, quoteExample } from './schema.ts'
import { changeQuoteIn, draftQuoteToSee } from './service.ts'

/** Quotes on their way to the customer, besides the decision. */
export const issuedQuotes = issuedDocuments<QuoteRecord, Quote, QuoteRecord['id']>({
  kind: 'quote',
  store: quoteStore,
  schema: Quote,
  example: quoteExample,
  present: presentQuote,
  own,
  changed: (before, after) => quoteUpdated(before.status, presentQuote(after)),
  drafts: {
    create: CreateQuote,
    isChanged: isQuoteChanged,
    viewed: (after) => quoteViewed(presentQuote(after)),
    issue: (tx, context, before) => changeQuoteIn(tx, context, before, { status: 'sent' }),
    draftToSee: draftQuoteToSee,
  },
})

function own(quote: QuoteRecord): OwnFields {
  const { standing } = readDecisions(quote)
  const decision = standing && {
    is_accepted: isAcceptance(standing),
    name: standing.name ?? '',
    reason: standing.reason,
    decided_on: standing.decided_on,
  }
  return { number: quote.quote_number, valid_until: quote.valid_until, decision }
}
