// Pure: a customer's decision on a quote. Rules: docs/public-pages.md.
import { isBlank, isCleanText } from '../../kernel/text.ts'
import type { QuoteStatus, QuotesTable } from './table.ts'

/** The most characters of a name and of a reason. */
export const LONGEST_NAME = 200
export const LONGEST_REASON = 2_000
const LONGEST_AGENT = 512

/** A decision as answers show it. */
interface ShownDecision {
  decided_at: string
  /** As typed by the person who accepted; null when it was declined. */
  name: string | null
  /** Null when it was accepted. */
  reason: string | null
  /** Of the PDF that was shown. */
  document_sha256: string
}

/** A decision with what shows that it was made. */
export interface Decision extends ShownDecision {
  /** The day of it in the time zone of the company. */
  decided_on: string
  document_version: number
  ip_address: string
  user_agent: string | null
}

/** What the customer typed. */
export type Answer = { is_accepted: true; name: string } | { is_accepted: false; reason: string }

/** When, from where and on which document it was given. */
export type Circumstances = Omit<Decision, 'name' | 'reason'>

type Decisions = Pick<QuotesTable, 'decision' | 'decisions'>

/** The columns of a quote that nobody has decided on. */
export const UNDECIDED: Decisions = { decision: null, decisions: '[]' }

/** The statuses in which a quote waits for a decision. */
const OPEN: readonly QuoteStatus[] = ['sent', 'viewed']
const UNANSWERED: readonly QuoteStatus[] = ['draft', ...OPEN]

export const isAcceptance = ({ name }: Pick<ShownDecision, 'name'>): boolean => name !== null

/** The decision that stands, and those from before the quote was opened again, oldest first. */
export function readDecisions({ decision, decisions }: Decisions): { standing: Decision | null; earlier: Decision[] } {
  const all = JSON.parse(decisions) as Decision[]
  return decision === null ? { standing: null, earlier: all } : { standing: all.at(-1) ?? null, earlier: all.slice(0, -1) }
}

/** Whether the customer can decide on a quote on the day `today` of its company. */
export function isOpen(quote: Pick<QuotesTable, 'status' | 'valid_until' | 'decision'>, today: string): boolean {
  return quote.decision === null && OPEN.includes(quote.status) && quote.valid_until >= today
}

/**
 * The decision that stands when a quote gets a status. A quote that is a draft, sent or viewed again is open for a new decision: the old one
 * stands no more, and is kept with its evidence in `decisions`.
 */
export function decisionAfter(before: Decisions, status: QuoteStatus): string | null {
  return UNANSWERED.includes(status) ? null : before.decision
}

/** A quote after its customer decided on it. */
export function decidedQuote<Q extends QuotesTable>(before: Q, answer: Answer, circumstances: Circumstances): Q {
  const { decided_at, decided_on, document_sha256, document_version, ip_address } = circumstances
  const given = answer.is_accepted ? { name: answer.name, reason: null } : { name: null, reason: answer.reason }
  const shown: ShownDecision = { decided_at, ...given, document_sha256 }
  const user_agent = circumstances.user_agent?.slice(0, LONGEST_AGENT).toWellFormed() ?? null
  const decision: Decision = { ...shown, decided_on, document_version, ip_address, user_agent }
  return {
    ...before,
    status: answer.is_accepted ? 'approved' : 'rejected',
    decision: JSON.stringify(shown),
    decisions: JSON.stringify([...(JSON.parse(before.decisions) as Decision[]), decision]),
    updated_at: decided_at,
  }
}

/** A typed name as it is kept: one line without blanks around it. Undefined when nothing is left of it, or nothing that can be stored. */
export function readName(typed: string): string | undefined {
  return readable(typed.replace(/[\s\p{Cc}]+/gu, ' ').trim())
}

/** The same for a typed reason, which may have several lines. */
export function readReason(typed: string): string | undefined {
  return readable(typed.replace(/\r\n?/g, '\n').trim())
}

const readable = (text: string) => (isBlank(text) || !isCleanText(text) ? undefined : text)
