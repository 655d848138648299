// The event types of quotes, and which of them a change stores.

import { draftEvent, type EventDraft, type EventType } from '../../record/events/event-type.ts'
import { type Quote, quoteExample } from './schema.ts'
import type { QuoteStatus } from './table.ts'

const of = (verb: string, label: string, description: string, example: Quote = quoteExample): EventType => ({
  type: `quote.${verb}`,
  resource_type: 'quote',
  label,
  description,
  module: null,
  triggers_automations: true,
  example,
})

const created = of('created', 'Quote created', 'A draft was made.')
const updated = of('updated', 'Quote updated', 'A field of a quote changed; the event of its status follows.')
const deleted = of('deleted', 'Quote deleted', 'A quote was deleted; `data` is its last state. Its number is never used again.')
const entered: Partial<Record<QuoteStatus, EventType>> = {
  sent: of('sent', 'Quote sent', 'The status became `sent`.', { ...quoteExample, status: 'sent' }),
  viewed: of('viewed', 'Quote viewed', 'The status became `viewed`.', { ...quoteExample, status: 'viewed' }),
  approved: of('approved', 'Quote approved', 'The status became `approved`.', { ...quoteExample, status: 'approved' }),
  rejected: of('rejected', 'Quote rejected', 'The status became `rejected`.', { ...quoteExample, status: 'rejected' }),
  expired: of('expired', 'Quote expired', 'The status became `expired`: its validity has ended.', {
    ...quoteExample,
    status: 'expired',
  }),
  converted: of(
    'converted',
    'Quote converted',
    'The status became `converted`; `invoice_id` names the invoice that was made from it; null when it was only marked.',
    {
      ...quoteExample,
      status: 'converted',
      invoice_id: 'inv_01kb3m8q5s7v9x2z4b6d8f1h3k',
    },
  ),
}

export const quoteEventTypes: readonly EventType[] = [created, updated, deleted, ...Object.values(entered)]

export const quoteCreated = (quote: Quote): EventDraft[] => [draftEvent(created, quote.id, quote)]
export const quoteDeleted = (quote: Quote): EventDraft[] => [draftEvent(deleted, quote.id, quote)]
/** What the sweep stores: the status alone changed, and no one asked for it. */
export const quoteExpired = (quote: Quote): EventDraft[] => [draftEvent(entered.expired!, quote.id, quote)]

/** The events of a change: quote.updated, then the status entered. */
export function quoteUpdated(before: QuoteStatus, quote: Quote): EventDraft[] {
  const status = quote.status === before ? undefined : entered[quote.status]
  return [draftEvent(updated, quote.id, quote), ...(status ? [draftEvent(status, quote.id, quote)] : [])]
}
