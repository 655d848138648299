import type { CompaniesTable } from '../../access/companies/table.ts'
import { type Context, createContext } from '../../http/context.ts'
import type { UserId } from '../../kernel/ids.ts'
import type { Database } from '../../sql/database.ts'

/**
 * The context of work for a company that no request asked for, in the transaction that has read the company. Changes are attributed to nobody.
 * `url` is where the service is reached, for links in mails.
 */
export function jobContext(
  { database, now_ms, url }: { database: Database; now_ms: number; url?: (() => string) | undefined },
  company: Pick<CompaniesTable, 'id' | 'organization_id' | 'time_zone' | 'clock_ahead_ms'>,
): Context {
  const { id, organization_id, time_zone, clock_ahead_ms } = company
  const time = { now_ms, time_zone, clock_ahead_ms }
  return createContext({ database, ...time, organization_id, company_id: id, user_id: '' as UserId, url })
}
