// Pure: what the public page of a document says on a day, in addition to what is printed on its paper.
import { type Formats, formatsFor } from '../../kernel/formats.ts'
import type { Language } from '../../kernel/languages.ts'
import type { Minor } from '../../kernel/money.ts'
import { fillIn } from '../../kernel/text.ts'
import type { CreditNoteRecord } from '../credit-notes/schema.ts'
import type { DocumentKind } from '../documents/kinds.ts'
import type { InvoiceRecord } from '../invoices/schema.ts'
import { refundDue } from '../invoices/settlement.ts'
import type { PaperContent } from '../papers/content.ts'
import type { PrintedRecord } from '../papers/kinds.ts'
import type { Paper } from '../printing/paper.ts'
import { paperOf } from '../printing/paper-of.ts'
import { WORDINGS } from '../printing/wording/wordings.ts'
import { type Decision, isAcceptance, isOpen, readDecisions } from '../quotes/decision.ts'
import type { QuoteRecord } from '../quotes/schema.ts'
import { type HistoryRow, historyRows, type MoneyHistory } from './history.ts'
import { WORDS } from './wording/all-words.ts'
import type { Words } from './wording/words.ts'

/** What has become of the document: `good` and `bad` are colours, the text says it. */
export interface Badge {
  tone: 'good' | 'warn' | 'bad'
  text: string
}

export interface PublicPage {
  paper: Paper
  words: Words
  /** The amount at the top, with what it is. */
  amount: { label: string; value: string; detail: string; is_void: boolean }
  badge: Badge | null
  /** What follows from that, in sentences. */
  notes: string[]
  /** What was paid, credited and paid back, oldest first. */
  history: HistoryRow[]
  /** The picture of the company, on this service. */
  logo_url: string | null
  contact_email: string | null
  /** Whether the customer can accept or decline it now. */
  is_open: boolean
}

export interface Shown {
  kind: DocumentKind
  record: PrintedRecord
  /** What it is printed from. */
  content: PaperContent
  /** The day that it is for the company. */
  today: string
  history: MoneyHistory
}

/** The page of an issued document. Unlike the paper it says what was paid, credited and paid back, and what is due now. */
export function pageOf({ record, content, today, history }: Shown): PublicPage {
  const { document, company, customer, logo_url } = content
  const money = 'due_date' in record ? moneyOf(record) : {}
  const paper = paperOf({ ...document, ...money, decision: null }, company, customer, null)
  const words = WORDS[paper.language]
  const formats = formatsFor(paper.language, company.country ?? '', record.currency)
  const page = { paper, words, logo_url: ownPicture(logo_url), contact_email: company.contact_email || null, is_open: false }
  const amount = { ...paper.highlight, is_void: false }
  if ('valid_until' in record) return { ...page, amount, history: [], ...quoteState(record, words, formats, today) }
  const saying = { paper, words, formats, history }
  if ('due_date' in record) return { ...page, amount, ...invoiceState(record, saying, today) }
  return { ...page, amount, ...creditNoteState(record, saying) }
}

const moneyOf = ({ amount_paid, amount_credited, amount_due }: InvoiceRecord) => ({ amount_paid, amount_credited, amount_due })

/** What the sentences about an invoice or credit note are made from. */
interface Saying {
  paper: Paper
  words: Words
  formats: Formats
  history: MoneyHistory
}

type State = Pick<PublicPage, 'badge' | 'notes' | 'history'> & Partial<Pick<PublicPage, 'amount'>>

function invoiceState(record: InvoiceRecord, saying: Saying, today: string): State {
  const { status, total, amount_due, amount_paid, amount_credited, amount_refunded } = record
  const { paper, words, formats } = saying
  const { payments, credits, refunds } = saying.history
  const { label, value } = paper.totals.find(({ kind }) => kind === 'total')!
  const whole = { label, value, detail: '', is_void: false }
  const kinds = [
    { label: words.payment, shown: payments, sum: amount_paid },
    { label: WORDINGS[paper.language].credit_note, shown: credits, sum: amount_credited },
    { label: words.refund, shown: refunds, sum: amount_refunded },
  ]
  const history = historyRows(kinds, formats, words.earlier)
  const refund = refundNotes(record.invoice_number, refundDue(record), saying)
  if (amount_credited > 0 && amount_credited === total) {
    const notes = refund.length > 0 ? refund : [words.nothing_due]
    return { amount: { ...whole, is_void: true }, badge: { tone: 'good', text: words.credited }, notes, history }
  }
  if (status === 'cancelled') {
    const badge: Badge = { tone: 'bad', text: words.cancelled }
    return { amount: { ...whole, is_void: true }, badge, notes: [words.cancelled_note, ...refund], history }
  }
  if (amount_due === 0 && (status === 'paid' || amount_paid > 0)) {
    const last_day = payments
      .map(({ date }) => date)
      .sort()
      .at(-1)
    const text = last_day ? fillIn(words.paid_on, { date: formats.date(last_day) }) : words.paid
    return { amount: whole, badge: { tone: 'good', text }, notes: refund, history }
  }
  const left = { due: formats.money(amount_due), total: value }
  const notes = amount_paid + amount_credited > 0 ? [fillIn(words.left_to_pay, left)] : []
  const is_overdue = amount_due > 0 && (status === 'overdue' || record.due_date < today)
  const badge: Badge | null = is_overdue
    ? { tone: 'bad', text: words.overdue }
    : amount_paid > 0
      ? { tone: 'warn', text: words.partly_paid }
      : null
  return { badge, notes, history }
}

function creditNoteState({ amount_refunded, refund_due, invoice_number }: CreditNoteRecord, saying: Saying): State {
  const { words, formats } = saying
  const kind = { label: words.refund, shown: saying.history.refunds, sum: amount_refunded }
  const history = historyRows([kind], formats, words.earlier)
  const notes = refundNotes(invoice_number, refund_due, saying)
  if (refund_due > 0) return { badge: { tone: 'warn', text: words.refund_due }, notes, history }
  return { badge: amount_refunded > 0 ? { tone: 'good', text: words.refunded } : null, notes, history }
}

/** What is left to pay back of an invoice: the same on its page and on those of its credit notes. */
function refundNotes(number: string, refund_due: Minor, { words, formats }: Saying): string[] {
  return refund_due > 0 ? [fillIn(words.refund_left, { amount: formats.money(refund_due), number })] : []
}

function quoteState(
  quote: QuoteRecord,
  words: Words,
  formats: Formats,
  today: string,
): Pick<PublicPage, 'badge' | 'notes' | 'is_open'> {
  const { standing } = readDecisions(quote)
  const is_open = isOpen(quote, today)
  const said = (tone: Badge['tone'], text: string, ...notes: string[]) => ({ badge: { tone, text }, notes, is_open })
  const decided = standing ? decisionInWords(standing, quote.language, formats) : []
  if (quote.status === 'converted') return said('good', words.invoiced, ...decided, words.invoiced_note)
  if (standing) return isAcceptance(standing) ? said('good', words.accepted, ...decided) : said('bad', words.declined, ...decided)
  if (quote.status === 'approved') return said('good', words.accepted)
  if (quote.status === 'rejected') return said('bad', words.declined)
  if (is_open) return { badge: null, notes: [], is_open }
  return said('warn', words.expired, fillIn(words.expired_note, { date: formats.date(quote.valid_until) }))
}

function decisionInWords(decision: Decision, language: Language, formats: Formats): string[] {
  const { accepted, rejected } = WORDINGS[language]
  const values = { name: decision.name ?? '', date: formats.date(decision.decided_on) }
  const sentence = fillIn(isAcceptance(decision) ? accepted : rejected, values)
  return decision.reason === null ? [sentence] : [sentence, decision.reason]
}

/** Pictures of other servers are not loaded: they would see who reads the page. Relative, as all addresses of the page. */
function ownPicture(logo_url: string | null): string | null {
  return logo_url !== null && /^\/logos\/[0-9a-f]{64}\.(png|jpg|webp)$/.test(logo_url) ? `..${logo_url}` : null
}
