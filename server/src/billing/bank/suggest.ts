// Pure: which invoices a transaction may be about, and why; and the only ones that are matched without a person.
import { currencyDigits } from '../../kernel/currencies.ts'
import type { BankTransactionId, CreditNoteId, CustomerId, InvoiceId } from '../../kernel/ids.ts'
import { decimalText, fromMinor, type Minor } from '../../kernel/money.ts'
import { foldText } from '../../kernel/text.ts'
import { isOpenInvoice } from '../invoices/table.ts'
import type { CreditNoteCandidate, InvoiceCandidate, ReturnableTransfer } from './candidates-repository.ts'
import { foldNumber, type NamedNumber, namedNumbers, numbersOfReference } from './numbers.ts'
import type { BankTransactionsTable } from './table.ts'
import { amountLeft } from './transaction.ts'

/** What a transaction may be about. Amounts are in minor units. */
export interface FoundSuggestion {
  /** Null where a returned transfer is not of one invoice. */
  invoice_id: InvoiceId | null
  invoice_number: string | null
  credit_note_id: CreditNoteId | null
  credit_note_number: string | null
  /** The transfer that this one returns. */
  returned_transaction_id: BankTransactionId | null
  amount: Minor
  /** From 1 to 100. */
  score: number
  reasons: string[]
}

/** What was found for some transactions, by what they say. */
export interface Candidates {
  by_number: ReadonlyMap<string, readonly InvoiceCandidate[]>
  by_amount: ReadonlyMap<Minor, readonly InvoiceCandidate[]>
  by_customer: ReadonlyMap<CustomerId, readonly InvoiceCandidate[]>
  payers: ReadonlyMap<string, ReadonlySet<CustomerId>>
  credit_notes: ReadonlyMap<string, readonly CreditNoteCandidate[]>
  returnable: ReadonlyMap<string, readonly ReturnableTransfer[]>
}

/** The points of each reason; together at most 100. */
const POINTS = { number: 55, unsure_number: 35, amount: 25, account: 12, name: 8, returned: 90 } as const
const MOST_SUGGESTIONS = 5

/** The numbers that a transaction may name, the surest form of each. */
export function numbersIn({ text, reference }: Pick<BankTransactionsTable, 'text' | 'reference'>, prefix: string): NamedNumber[] {
  const found = new Map<string, NamedNumber>()
  for (const number of [
    ...namedNumbers(text, prefix),
    ...namedNumbers(reference, prefix),
    ...numbersOfReference(reference, prefix),
  ]) {
    const known = found.get(number.folded)
    if (!known || number.is_sure) found.set(number.folded, number)
  }
  return [...found.values()]
}

/** The suggestions for a transaction, the best first; none for one that is not unmatched. `prefix` is that of the company's invoices. */
export function suggest(transaction: BankTransactionsTable, candidates: Candidates, prefixes: Prefixes): FoundSuggestion[] {
  if (transaction.status !== 'unmatched' || amountLeft(transaction) <= 0) return []
  const found = transaction.amount > 0 ? payments(transaction, candidates, prefixes) : outgoing(transaction, candidates, prefixes)
  return found.sort((a, b) => b.score - a.score || compare(a, b)).slice(0, MOST_SUGGESTIONS)
}

/** How the numbers of a company begin. */
export interface Prefixes {
  invoice: string
  credit_note: string
}

const nameOf = (one: FoundSuggestion) => one.invoice_number ?? one.credit_note_number ?? one.returned_transaction_id ?? ''
/** Equal ones in a fixed order. */
const compare = (a: FoundSuggestion, b: FoundSuggestion) => (nameOf(a) < nameOf(b) ? -1 : nameOf(a) > nameOf(b) ? 1 : 0)

function payments(transaction: BankTransactionsTable, candidates: Candidates, prefixes: Prefixes): FoundSuggestion[] {
  const left = amountLeft(transaction)
  const named = numbersIn(transaction, prefixes.invoice)
  const sure = new Set(named.filter(({ is_sure }) => is_sure).map(({ folded }) => folded))
  const payers = candidates.payers.get(transaction.iban) ?? NOBODY
  const all = new Map<InvoiceId, InvoiceCandidate>()
  for (const { folded } of named) for (const one of candidates.by_number.get(folded) ?? []) all.set(one.id, one)
  for (const one of candidates.by_amount.get(left) ?? []) all.set(one.id, one)
  for (const customer of payers) for (const one of candidates.by_customer.get(customer) ?? []) all.set(one.id, one)
  const numbers = new Set(named.map(({ folded }) => folded))
  return [...all.values()]
    .filter((invoice) => isOpenInvoice(invoice) && invoice.currency === transaction.currency)
    .map((invoice): FoundSuggestion => {
      const folded = foldNumber(invoice.number)
      const is_named = numbers.has(folded)
      const is_sure = sure.has(folded)
      const reasons: [points: number, sentence: string][] = []
      if (is_sure) reasons.push([POINTS.number, `The text names ${invoice.number}`])
      else if (is_named)
        reasons.push([POINTS.unsure_number, `The text may name ${invoice.number}, with other characters in or beside it`])
      if (invoice.amount_due === left) reasons.push([POINTS.amount, 'The amount is exactly what is due'])
      if (payers.has(invoice.customer_id))
        reasons.push([POINTS.account, `This account has paid for ${invoice.customer_name} before`])
      if (isAlike(transaction.name, invoice.customer_name))
        reasons.push([POINTS.name, `The name is like ${invoice.customer_name}`])
      return {
        ...NOTHING,
        invoice_id: invoice.id,
        invoice_number: invoice.number,
        amount: Math.min(left, invoice.amount_due),
        score: reasons.reduce((sum, [points]) => sum + points, 0),
        reasons: reasons.map(([, sentence]) => sentence),
      }
    })
}

function outgoing(transaction: BankTransactionsTable, candidates: Candidates, prefixes: Prefixes): FoundSuggestion[] {
  const left = amountLeft(transaction)
  const returned = (candidates.returnable.get(transaction.end_to_end_id) ?? [])
    .filter((one) => one.currency === transaction.currency && one.amount <= left && one.booked_date <= transaction.booked_date)
    .map((one): FoundSuggestion => {
      const because = transaction.return_reason === '' ? '' : ` (${transaction.return_reason})`
      const reasons = [`It returns the transfer of ${one.booked_date}, which has the same end-to-end id${because}`]
      return { ...NOTHING, returned_transaction_id: one.id, amount: one.amount, score: POINTS.returned, reasons }
    })
  const named = numbersIn(transaction, prefixes.credit_note)
  const refunds = named.flatMap(({ folded, is_sure }) =>
    (candidates.credit_notes.get(folded) ?? [])
      .filter((note) => note.refund_due > 0 && note.currency === transaction.currency)
      .map((note): FoundSuggestion => {
        const reasons: [points: number, sentence: string][] = []
        reasons.push([is_sure ? POINTS.number : POINTS.unsure_number, `The text names ${note.number}`])
        if (note.refund_due === left) reasons.push([POINTS.amount, 'The amount is exactly the refund due'])
        if (isAlike(transaction.name, note.customer_name)) reasons.push([POINTS.name, `The name is like ${note.customer_name}`])
        return {
          ...NOTHING,
          invoice_id: note.invoice_id,
          credit_note_id: note.credit_note_id,
          credit_note_number: note.number,
          amount: Math.min(left, note.refund_due),
          score: reasons.reduce((sum, [points]) => sum + points, 0),
          reasons: reasons.map(([, sentence]) => sentence),
        }
      }),
  )
  return [...returned, ...refunds]
}

const NOBODY: ReadonlySet<CustomerId> = new Set()
const NOTHING = {
  invoice_id: null,
  invoice_number: null,
  credit_note_id: null,
  credit_note_number: null,
  returned_transaction_id: null,
} as const

/** Legal forms and titles say nothing of who it is. */
const FORMS = new Set([
  'gmbh',
  'mbh',
  'ag',
  'kg',
  'ug',
  'ohg',
  'gbr',
  'ltd',
  'limited',
  'inc',
  'llc',
  'bv',
  'nv',
  'sa',
  'sarl',
  'srl',
  'spa',
  'ab',
  'oy',
  'as',
  'co',
  'und',
  'and',
  'the',
  'mr',
  'mrs',
  'herr',
  'frau',
])

/** Whether the words of one name are in the other, case and accents aside. */
function isAlike(a: string, b: string): boolean {
  const [first, second] = [a, b].map(
    (name) =>
      new Set(
        foldText(name)
          .split(/[^\p{L}\p{N}]+/u)
          .filter((word) => word.length > 1 && !FORMS.has(word)),
      ),
  )
  const [few, many] = first!.size <= second!.size ? [first!, second!] : [second!, first!]
  return few.size > 0 && [...few].every((word) => many.has(word))
}

/** An invoice that a transfer pays beyond doubt, and why. */
export interface CertainMatch {
  invoice: InvoiceCandidate
  reason: string
}

/**
 * The invoice that a transfer pays without a person looking at it: the only invoice whose number the text names, for sure, in the currency of the
 * transfer, open, with exactly its amount due. `named` are the numbers in the text, `found` the invoices that have one of them.
 */
export function certainMatch(
  transaction: Pick<BankTransactionsTable, 'amount' | 'currency'>,
  named: readonly NamedNumber[],
  found: readonly InvoiceCandidate[],
): CertainMatch | undefined {
  const [invoice, ...others] = found
  if (!invoice || others.length > 0 || transaction.amount <= 0) return undefined
  const own = named.find(({ folded }) => folded === foldNumber(invoice.number))
  if (!own?.is_sure || !isOpenInvoice(invoice)) return undefined
  // Another number of the same form that is of no invoice: a mistyped one, or one of another seller. With a word before it, it is this one:
  // "Invoice INV-2026-000001".
  const prefix = own.folded.replace(/\d+$/, '')
  if (!named.every(({ folded }) => folded.endsWith(own.folded) || !folded.startsWith(prefix))) return undefined
  if (invoice.currency !== transaction.currency || invoice.amount_due !== transaction.amount) return undefined
  const shown = `${decimalText(fromMinor(transaction.amount, currencyDigits(transaction.currency)))} ${transaction.currency}`
  return { invoice, reason: `The text names ${invoice.number} and no other invoice, and ${shown} is exactly what was due on it` }
}
