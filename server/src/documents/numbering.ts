// Numbers of documents, projects and tasks: one counter per company, kind and year, never a hole, never twice.
import type { WriteTx } from '../database/database.ts'
import { statement } from '../database/statement.ts'
import type { CompanyId } from '../kernel/ids.ts'

/** The kinds that are counted, each by itself. */
export type CountedKind = 'invoice' | 'quote' | 'project' | 'task'

const advance = statement<{ company_id: CompanyId; kind: CountedKind; year: string; first: number }>()((db, p) =>
  db
    .insertInto('number_counters')
    .values({ company_id: p.company_id, kind: p.kind, year: p.year, last_number: p.first })
    .onConflict((counter) =>
      counter
        .columns(['company_id', 'kind', 'year'])
        .doUpdateSet((eb) => ({ last_number: eb('number_counters.last_number', '+', 1) })),
    )
    .returning('last_number'),
)

/**
 * Takes the next number, `{prefix}-{year}-{counter}` with six digits at least. It is taken in the transaction that uses it, so one
 * that is undone uses up none. `date` is the day whose year counts (YYYY-MM-DD). Rules: decisions/004-numbering.md.
 */
export async function takeNumber(
  tx: WriteTx,
  company_id: CompanyId,
  kind: CountedKind,
  prefix: string,
  date: string,
): Promise<string> {
  return numberOf(prefix, date, await takeCount(tx, company_id, kind, date))
}

/** The same in two steps, for work that has other questions to ask at the same time: takes the next count of the year of `date`. */
export async function takeCount(tx: WriteTx, company_id: CompanyId, kind: CountedKind, date: string): Promise<number> {
  return (await advance.first(tx, { company_id, kind, year: date.slice(0, 4), first: 1 }))!.last_number
}

/** The number that a count is written as. */
export function numberOf(prefix: string, date: string, count: number): string {
  return `${prefix}-${date.slice(0, 4)}-${String(count).padStart(6, '0')}`
}
