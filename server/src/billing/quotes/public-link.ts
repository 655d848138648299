import type { Context } from '../../http/context.ts'
import { publicLink } from '../documents/public-link.ts'
import { quoteUpdated, quoteViewed } from './events.ts'
import { quoteStore } from './repository.ts'
import { presentQuote, type Quote, type QuoteRecord } from './schema.ts'
import { loadQuote } from './service.ts'

/** What the public page asks of a quote, and changes in it, besides the decision. */
export const quoteLink = publicLink<QuoteRecord, QuoteRecord['id']>({
  store: quoteStore,
  load: loadQuote,
  viewed: (after) => quoteViewed(presentQuote(after)),
  renewed: (before, after) => quoteUpdated(before.status, presentQuote(after)),
})

/** Gives a quote a new link; the old one opens nothing any more. */
export const renewQuoteToken = (context: Context, id: string): Promise<Quote> =>
  context.transaction(async (tx) => presentQuote(await quoteLink.renewIn(tx, context, id)))
