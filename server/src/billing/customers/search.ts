// Finds customers by typed text, the best match first.

import type { CompanyId } from '../../kernel/ids.ts'
import type { Tx } from '../../sql/database.ts'
import { listCustomersHaving, listCustomersStarting } from './repository.ts'
import type { CustomersTable } from './table.ts'

/**
 * Customers whose name begins with `text`, by name, then the newest that have it anywhere in name or email. `text` is
 * folded, and not empty.
 */
export async function findCustomers(tx: Tx, company_id: CompanyId, text: string, limit: number): Promise<CustomersTable[]> {
  const starting = await listCustomersStarting(tx, company_id, text, limit)
  if (starting.length === limit) return starting
  const having = await listCustomersHaving(tx, company_id, text, limit)
  const known = new Set(starting.map(({ id }) => id))
  return [...starting, ...having.filter(({ id }) => !known.has(id))].slice(0, limit)
}
