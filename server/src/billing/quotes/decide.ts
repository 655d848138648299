// The decision of a customer on the public page of a quote, and its evidence for the owner.
import { nowFor, todayFor } from '../../access/companies/time.ts'
import type { Context } from '../../http/context.ts'
import { timestamp } from '../../kernel/clock.ts'
import type { QuoteId } from '../../kernel/ids.ts'
import { recordEvents } from '../../record/events/record.ts'
import type { WriteTx } from '../../sql/database.ts'
import type { PublicDocument } from '../documents/service.ts'
import { type Answer, type Circumstances, decidedQuote, isOpen, readDecisions } from './decision.ts'
import { quoteUpdated } from './events.ts'
import { quoteStore } from './repository.ts'
import { type DecisionEvidence, presentEvidence, presentQuote, type QuoteRecord } from './schema.ts'
import { loadQuote } from './service.ts'

/**
 * What became of an answer: `decided` now; `closed`: it was decided before, or the quote does not wait for an answer any more; `changed`: it
 * does not say what the customer saw; `gone`: it is a draft again, or deleted. Only `decided` stores anything.
 */
export type DecisionOutcome = 'decided' | 'closed' | 'changed' | 'gone'

/**
 * Stores the customer's answer to a quote, with its status and events. However often and from however many processes it is sent, one counts:
 * the transactions of a company run one after the other. `isAsShown` says whether the stored quote is still what was shown.
 */
export async function decideQuote(
  tx: WriteTx,
  { company_id, id, ...time }: PublicDocument<QuoteId>,
  answer: Answer,
  given: Omit<Circumstances, 'decided_at' | 'decided_on'> & { now_ms: number },
  isAsShown: (quote: QuoteRecord) => boolean,
): Promise<DecisionOutcome> {
  const before = await quoteStore.find(tx, company_id, id)
  if (!before || before.status === 'draft') return 'gone'
  const { now_ms, ...from } = given
  const decided_on = todayFor(time, now_ms)
  if (!isOpen(before, decided_on)) return 'closed'
  if (!isAsShown(before)) return 'changed'
  const now = timestamp(nowFor(time, now_ms))
  const after = decidedQuote(before, answer, { ...from, decided_at: now, decided_on })
  await quoteStore.save(tx, before, after, false)
  await recordEvents(tx, { company_id, now }, quoteUpdated(before.status, presentQuote(after)))
  return 'decided'
}

/** The decision on a quote with its evidence, and those from before it was opened again, oldest first. Throws 404. */
export function getDecision(
  context: Context,
  id: string,
): Promise<{ decision: DecisionEvidence | null; earlier: DecisionEvidence[] }> {
  return context.read(async (tx) => {
    const { standing, earlier } = readDecisions(await loadQuote(tx, context.company_id, id))
    return { decision: standing && presentEvidence(standing), earlier: earlier.map(presentEvidence) }
  })
}
