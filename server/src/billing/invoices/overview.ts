// What the home page shows of invoices and their payments. The keys of the sums are those of the rooms' `kept-figures.ts`.

import { type KeptSum, readSums } from '../../figures/sums.ts'
import type { CompanyId } from '../../kernel/ids.ts'
import type { Tx } from '../../sql/database.ts'
import { listLongestOverdue } from './repository.ts'
import { type InvoiceSummary, presentInvoiceSummary } from './schema.ts'

/** Amounts are exact, in minor units of their currency. */
export interface InvoiceAmounts {
  /** Of drafts, with their number. */
  drafts: { currency: string; count: number; amount: bigint }[]
  /** What is due on sent, viewed, partial and overdue invoices, by the day that it is due on. */
  open: { currency: string; due_date: string; amount: bigint }[]
  /** What was paid less what was paid back, by month (YYYY-MM). */
  paid: { currency: string; month: string; amount: bigint }[]
}

/** Reads the sums: how much it takes follows the number of days and months that there are, and not of invoices. */
export async function readInvoiceAmounts(tx: Tx, company_id: CompanyId): Promise<InvoiceAmounts> {
  const [drafts, open, paid, refunded] = await Promise.all([
    readSums(tx, company_id, 'drafts'),
    readSums(tx, company_id, 'open'),
    readSums(tx, company_id, 'paid'),
    readSums(tx, company_id, 'refunded'),
  ])
  return {
    drafts: drafts.map(({ key, count, amount }) => ({ currency: key, count, amount })),
    open: open.map(({ key, amount }) => ({ currency: key.slice(0, 3), due_date: key.slice(4), amount })),
    paid: without(paid, refunded).map(({ key, amount }) => ({ currency: key.slice(0, 3), month: key.slice(4), amount })),
  }
}

/** The sums less others by their keys, in the order of the keys. */
function without(sums: readonly KeptSum[], others: readonly KeptSum[]): { key: string; amount: bigint }[] {
  const amounts = new Map(sums.map(({ key, amount }) => [key, amount]))
  for (const { key, amount } of others) amounts.set(key, (amounts.get(key) ?? 0n) - amount)
  return [...amounts].map(([key, amount]) => ({ key, amount })).sort((a, b) => (a.key < b.key ? -1 : 1))
}

/** The invoices on which money has been due the longest before `today`, the longest first. */
export async function longestOverdue(tx: Tx, company_id: CompanyId, today: string, limit: number): Promise<InvoiceSummary[]> {
  return (await listLongestOverdue(tx, company_id, today, limit)).map(presentInvoiceSummary)
}
