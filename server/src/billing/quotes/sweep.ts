// Letting quotes expire. It runs at startup, at each UTC midnight and every hour.

import { defineJob } from '../../jobs/job-kind.ts'
import { recordEvents } from '../../record/events/record.ts'
import type { Database } from '../../sql/database.ts'
import { sweepByCompany } from '../documents/sweep.ts'
import { quoteExpired } from './events.ts'
import { findQuote, listExpired, saveQuote } from './repository.ts'
import { presentQuote, type QuoteRecord } from './schema.ts'

/**
 * Sets every sent or viewed quote expired whose `valid_until` lies before the UTC day of `now_ms`, with one `quote.expired` event each, in the
 * same transaction. Gives how many. Quotes that were decided on are never touched. Safe to run at any time and twice; see `sweepByCompany` for
 * faults.
 */
export function sweepExpiredQuotes(database: Database, now_ms: number): Promise<number> {
  const now = new Date(now_ms).toISOString()
  const today = now.slice(0, 10)
  return sweepByCompany(
    database,
    (tx, after, limit) => listExpired(tx, today, after, limit),
    async (tx, company_id, id) => {
      const before = await findQuote(tx, company_id, id)
      // It may have been decided on, or swept by another process, since it was listed.
      if (!before || !isExpired(before, today)) return false
      const after = { ...before, status: 'expired' as const, updated_at: now }
      await saveQuote(tx, before, after, false)
      await recordEvents(tx, { company_id, now }, quoteExpired(presentQuote(after)))
      return true
    },
  )
}

/** The condition of `listExpired`, of a row that is locked. */
function isExpired(quote: QuoteRecord, today: string): boolean {
  return quote.valid_until < today && (quote.status === 'sent' || quote.status === 'viewed')
}

/** The job that does it. */
export const sweepExpired = defineJob({
  kind: 'quotes.expired',
  every: 'hour',
  run: async ({ database, now_ms }) => ({ changed: await sweepExpiredQuotes(database, now_ms) }),
})
