// What the home page shows of quotes. The keys of the sums are those of `shareOfQuote`.

import { readSums } from '../../figures/sums.ts'
import type { CompanyId } from '../../kernel/ids.ts'
import type { Tx } from '../../sql/database.ts'

/** The quotes that were sent and wait for an answer: how many, and their totals in minor units, by currency. */
export async function readWaitingQuotes(tx: Tx, company_id: CompanyId) {
  const sums = await readSums(tx, company_id, 'quotes_waiting')
  return sums.map(({ key, count, amount }) => ({ currency: key, count, amount }))
}
