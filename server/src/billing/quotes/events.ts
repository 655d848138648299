// The event types of quotes, and which of them a change stores.
import type { EventDraft } from '../../record/events/event-type.ts'
import { documentEvents } from '../documents/events.ts'
import { type Quote, quoteExample } from './schema.ts'
import type { QuoteStatus } from './table.ts'

const events = documentEvents<Quote>(
  'quote',
  quoteExample,
  {
    created: ['Quote created', 'A draft was made.'],
    updated: ['Quote updated', 'A field of a quote changed; the event of its status follows.'],
    deleted: ['Quote deleted', 'A quote was deleted; `data` is its last state. Its number is never reused.'],
  },
  {
    sent: ['sent', 'Quote sent', 'The status became `sent`.'],
    viewed: ['viewed', 'Quote viewed', 'The status became `viewed`.'],
    approved: ['approved', 'Quote approved', 'The status became `approved`.'],
    rejected: ['rejected', 'Quote rejected', 'The status became `rejected`.'],
    expired: ['expired', 'Quote expired', 'The status became `expired`: its validity has ended.'],
    converted: [
      'converted',
      'Quote converted',
      'The status became `converted`; `invoice_id` names the invoice that was made from it; null when it was only marked.',
      { invoice_id: 'inv_01kb3m8q5s7v9x2z4b6d8f1h3k' },
    ],
  },
)

export const quoteEventTypes = events.types
export const quoteCreated = events.created
export const quoteDeleted = events.deleted
/** The event of the sweep: only the status changed, and no request asked for it. */
export const quoteExpired = (quote: Quote): EventDraft[] => events.entered(quote)

/** The event of the first look at the public page, which changed nothing but the status. */
export const quoteViewed = (quote: Quote): EventDraft[] => events.entered(quote)

/** The events of a change: quote.updated, then the status entered. */
export const quoteUpdated = (before: QuoteStatus, quote: Quote): EventDraft[] => [
  events.updated(quote),
  ...events.entered(quote, before),
]
