// Public pages: the document that a token opens, its first view, and the customer's decision on a quote.
import { nowFor, todayFor } from '../../access/companies/time.ts'
import { type Clock, timestamp } from '../../kernel/clock.ts'
import type { QuoteId } from '../../kernel/ids.ts'
import type { Database, Tx } from '../../sql/database.ts'
import { latestCredits, latestRefunds } from '../credit-notes/service.ts'
import { companyToPrint, type IssuedCompany } from '../documents/company.ts'
import type { DocumentKind } from '../documents/kinds.ts'
import type { PublicDocument } from '../documents/service.ts'
import { latestPayments } from '../invoices/payments.ts'
import { contentOf, hashOf } from '../papers/content.ts'
import { ISSUED, type PrintedRecord } from '../papers/kinds.ts'
import type { Papers } from '../papers/service.ts'
import { type DecisionOutcome, decideQuote } from '../quotes/decide.ts'
import type { Answer } from '../quotes/decision.ts'
import type { QuoteRecord } from '../quotes/schema.ts'
import { MOST_SHOWN, type MoneyHistory, NO_HISTORY } from './history.ts'
import type { Shown } from './page.ts'

/** Gives the PDF of a document as it is now. */
export type PdfOf = Papers['current']

/** A document that was found by its token, with what its page shows. */
export interface Found extends Shown {
  at: PublicDocument
  company: IssuedCompany
}

/** 32 letters and digits; nothing else is asked of the database, which takes neither NUL nor texts of any length. */
const TOKEN = /^[0-9A-Za-z]{32}$/
/** Looked up instead, so that a text of another form takes as much time as a wrong token. */
const NO_TOKEN = ''

/** The issued document of a kind with this token; undefined for any other token, whatever its form. */
export async function findDocument(
  database: Database,
  kind: DocumentKind,
  token: string,
  now_ms: number,
): Promise<Found | undefined> {
  const { find, findByToken } = ISSUED[kind]
  const at = await database.readOne((tx) => findByToken(tx, TOKEN.test(token) ? token : NO_TOKEN))
  if (!at) return undefined
  return database.read(async (tx) => {
    const record = await find(tx, at.company_id, at.id)
    // It was deleted, made a draft or given another link since.
    if (!record || record.status === 'draft' || record.public_token !== token) return undefined
    const company = await companyToPrint(tx, at.company_id, record)
    const history = await historyOf(tx, record)
    const content = contentOf(ISSUED[kind], record, company)
    return { kind, at, company, record, content, today: todayFor(at, now_ms), history }
  }, at.organization_id)
}

/** What was paid, credited and paid back because of a document, as far as its sums say that there is any. */
async function historyOf(tx: Tx, record: PrintedRecord): Promise<MoneyHistory> {
  const { company_id } = record
  if ('due_date' in record) {
    const { id, amount_paid, amount_credited } = record
    const payments = amount_paid > 0 ? await latestPayments(tx, company_id, id, MOST_SHOWN) : []
    const credited = amount_credited > 0 ? await latestCredits(tx, company_id, id, MOST_SHOWN) : {}
    return { ...NO_HISTORY, payments, ...credited }
  }
  if (!('amount_refunded' in record) || record.amount_refunded === 0) return NO_HISTORY
  return { ...NO_HISTORY, refunds: await latestRefunds(tx, company_id, record.id, MOST_SHOWN) }
}

/** Makes a `sent` document `viewed` when somebody outside opens it for the first time; later views change nothing. */
export async function noteView(database: Database, { kind, at, record }: Found, clock: Clock): Promise<void> {
  if (record.status !== 'sent') return
  const { company_id, id, organization_id } = at
  const now = timestamp(nowFor(at, clock.now_ms()))
  await database.write((tx) => ISSUED[kind].markViewed(tx, { company_id, id, now }), company_id, organization_id)
}

/** Where an answer came from. */
export interface Sender {
  ip_address: string
  user_agent: string | null
}

/**
 * Stores the answer to a quote that was found, if it is still the document that the customer saw: the PDF with the hash that the page had, and
 * nothing that it shows has changed since it was read.
 */
export async function answerQuote(
  database: Database,
  found: Found,
  pdfOf: PdfOf,
  { answer, document_sha256, sender, now_ms }: { answer: Answer; document_sha256: string; sender: Sender; now_ms: number },
): Promise<DecisionOutcome> {
  const at = found.at as PublicDocument<QuoteId>
  const { company_id, organization_id, id } = at
  const { sha256, version } = await pdfOf(company_id, 'quote', id, organization_id)
  if (sha256 !== document_sha256) return 'changed'
  const hash = hashOf(found.content)
  const isAsShown = (quote: QuoteRecord) => hashOf(contentOf(ISSUED.quote, quote, found.company)) === hash
  const given = { ...sender, document_sha256: sha256, document_version: version, now_ms }
  const { outcome } = await database.write(
    async (tx) => ({ outcome: await decideQuote(tx, at, answer, given, isAsShown) }),
    company_id,
    organization_id,
  )
  return outcome
}
