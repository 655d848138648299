// Reads what transactions may be about: a bounded number of look-ups for a page of them, however many invoices there are.
import { getCompany } from '../../access/companies/service.ts'
import type { CompanyId } from '../../kernel/ids.ts'
import type { Tx } from '../../sql/database.ts'
import {
  listCreditNotesByNumber,
  listInvoicesByAmount,
  listInvoicesByNumber,
  listInvoicesOfCustomers,
  listPayers,
  listReturnable,
} from './candidates-repository.ts'
import { foldNumber } from './numbers.ts'
import { type Candidates, type FoundSuggestion, numbersIn, type Prefixes, suggest } from './suggest.ts'
import type { BankTransactionsTable } from './table.ts'
import { amountLeft } from './transaction.ts'

/** The suggestions for each of some transactions, by their place. */
export async function suggestionsFor(
  tx: Tx,
  company_id: CompanyId,
  transactions: readonly BankTransactionsTable[],
): Promise<FoundSuggestion[][]> {
  const waiting = transactions.filter(({ status }) => status === 'unmatched')
  if (waiting.length === 0) return transactions.map(() => [])
  const { invoice_prefix, credit_note_prefix } = await getCompany(tx, company_id)
  const prefixes = { invoice: invoice_prefix, credit_note: credit_note_prefix }
  const candidates = await candidatesFor(tx, company_id, waiting, prefixes)
  return transactions.map((transaction) => suggest(transaction, candidates, prefixes))
}

async function candidatesFor(
  tx: Tx,
  company_id: CompanyId,
  waiting: readonly BankTransactionsTable[],
  prefixes: Prefixes,
): Promise<Candidates> {
  const incoming = waiting.filter(({ amount }) => amount > 0)
  const outgoing = waiting.filter(({ amount }) => amount < 0)
  const numbersOf = (some: readonly BankTransactionsTable[], prefix: string) =>
    some.flatMap((one) => numbersIn(one, prefix).map(({ folded }) => folded))
  const ibans = incoming.map(({ iban }) => iban).filter((iban) => iban !== '')
  const ids = outgoing.map(({ end_to_end_id }) => end_to_end_id).filter((id) => id !== '')
  const payers = await listPayers(tx, company_id, ibans)
  const customers = payers.map(({ customer_id }) => customer_id)
  const [by_number, by_amount, of_customers, credit_notes, returnable] = await Promise.all([
    listInvoicesByNumber(tx, company_id, numbersOf(incoming, prefixes.invoice)),
    listInvoicesByAmount(tx, company_id, incoming.map(amountLeft)),
    listInvoicesOfCustomers(tx, company_id, customers),
    listCreditNotesByNumber(tx, company_id, numbersOf(outgoing, prefixes.credit_note)),
    listReturnable(tx, company_id, ids),
  ])
  return {
    by_number: Map.groupBy(by_number, ({ number }) => foldNumber(number)),
    by_amount: Map.groupBy(by_amount, ({ amount_due }) => amount_due),
    by_customer: Map.groupBy(of_customers, ({ customer_id }) => customer_id),
    payers: new Map(
      [...Map.groupBy(payers, ({ iban }) => iban)].map(([iban, all]) => [iban, new Set(all.map((one) => one.customer_id))]),
    ),
    credit_notes: Map.groupBy(credit_notes, ({ number }) => foldNumber(number)),
    returnable: Map.groupBy(returnable, ({ end_to_end_id }) => end_to_end_id),
  }
}
