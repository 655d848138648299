import { defineJob } from '../../jobs/job-kind.ts'
import type { CompanyId } from '../../kernel/ids.ts'
import type { Database } from '../../sql/database.ts'
import { sweepDue } from '../documents/sweep.ts'
import { quoteExpired } from './events.ts'
import { quoteStore } from './repository.ts'
import { presentQuote } from './schema.ts'

/** Lets sent and viewed quotes expire whose validity has ended; those that were decided on are never touched (`sweepDue`). */
export const sweepExpiredQuotes = (database: Database, now_ms: number, only?: CompanyId): Promise<number> =>
  sweepDue(database, now_ms, quoteStore, 'expired', (after) => quoteExpired(presentQuote(after)), only)

/** The job that does it. */
export const sweepExpired = defineJob({
  kind: 'quotes.expired',
  // Days begin at a quarter of an hour of UTC, whatever the time zone.
  every: 'quarter',
  run: async ({ database, now_ms }) => ({ changed: await sweepExpiredQuotes(database, now_ms) }),
})
