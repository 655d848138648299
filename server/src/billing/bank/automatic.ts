// Matching without a person looking at it: the first transfers of a statement in its import, the others in a job.
import { Type } from 'typebox'
import { getCompany } from '../../access/companies/service.ts'
import type { CompaniesTable } from '../../access/companies/table.ts'
import type { Context } from '../../http/context.ts'
import { defineJob } from '../../jobs/job-kind.ts'
import { enqueue } from '../../jobs/queue.ts'
import type { BankTransactionId } from '../../kernel/ids.ts'
import type { WriteTx } from '../../sql/database.ts'
import { jobContext } from '../documents/job-context.ts'
import { namedInvoice } from '../invoices/service.ts'
import { listInvoicesByNumber } from './candidates-repository.ts'
import { matchInvoice } from './matching.ts'
import { foldNumber } from './numbers.ts'
import { listUnmatched } from './repository.ts'
import { certainMatch, numbersIn } from './suggest.ts'
import type { BankTransactionsTable } from './table.ts'

/** Transactions that an import looks at itself: each match takes half a millisecond, in which no one else writes to SQLite. */
const LOOKED_AT_IN_IMPORT = 100
/** Transactions that one transaction of the job looks at. */
const LOOKED_AT_ONCE = 50

/** The job that matches the rest of a statement: the transactions after one id, up to another. */
export const automaticMatches = defineJob({
  kind: 'bank.match',
  schema: Type.Object({ after: Type.String(), to: Type.String() }),
  async run({ database, company_id, payload, now_ms, signal }) {
    const to = payload.to as BankTransactionId
    let after = payload.after as BankTransactionId
    let matched = 0
    for (;;) {
      signal.throwIfAborted()
      const rows = await database.write(async (tx) => {
        const company = await getCompany(tx, company_id!)
        if (!company.auto_match) return []
        const found = await listUnmatched(tx, { company_id: company.id, after, to, limit: LOOKED_AT_ONCE })
        return matchCertain(tx, jobContext({ database, now_ms }, company), company, found)
      }, company_id!)
      matched += rows.filter(({ status }) => status === 'matched').length
      if (rows.length < LOOKED_AT_ONCE) return { matched }
      after = rows.at(-1)!.id
    }
  },
})

/**
 * Matches those of a statement's new transactions that are beyond doubt, and gives all as they are then. Of a long statement it matches the first
 * ones; a job, made in the same transaction, matches the others. `rows` are in the order of their ids.
 */
export async function matchNew(
  tx: WriteTx,
  context: Context,
  company: CompaniesTable,
  rows: readonly BankTransactionsTable[],
): Promise<BankTransactionsTable[]> {
  const first = rows.slice(0, LOOKED_AT_IN_IMPORT)
  const rest = rows.slice(LOOKED_AT_IN_IMPORT)
  if (rest.length > 0) {
    const payload = { after: first.at(-1)!.id, to: rest.at(-1)!.id }
    await enqueue(tx, { kind: automaticMatches, company_id: company.id, payload }, context.real_ms)
  }
  return [...(await matchCertain(tx, context, company, first)), ...rest]
}

/** Matches what is beyond doubt, one after the other: two transfers for one invoice are not both certain. */
async function matchCertain(
  tx: WriteTx,
  context: Context,
  company: CompaniesTable,
  rows: readonly BankTransactionsTable[],
): Promise<BankTransactionsTable[]> {
  const named = new Map(rows.filter(({ amount }) => amount > 0).map((row) => [row.id, numbersIn(row, company.invoice_prefix)]))
  const numbers = [...named.values()].flat().map(({ folded }) => folded)
  const candidates = await listInvoicesByNumber(tx, context.company_id, numbers)
  const by_number = Map.groupBy(candidates, ({ number }) => foldNumber(number))
  const after: BankTransactionsTable[] = []
  for (const row of rows) {
    const of_row = named.get(row.id) ?? []
    const found = of_row.flatMap(({ folded }) => by_number.get(folded) ?? [])
    const certain = certainMatch(row, of_row, found)
    if (!certain) {
      after.push(row)
      continue
    }
    const { invoice, reason } = certain
    const record = await namedInvoice(tx, context.company_id, invoice.id)
    after.push(await matchInvoice(tx, context, row, record, {}, { reason }))
    Object.assign(invoice, { amount_due: 0, status: 'paid' })
  }
  return after
}
