// Numbers of documents, projects and tasks: one counter per company, kind and year, never a hole, never twice.

import type { CompanyId } from '../../kernel/ids.ts'
import type { Gathering, Tx, WriteTx } from '../../sql/database.ts'
import { statement } from '../../sql/statement.ts'
import type { DocumentKind } from './kinds.ts'
import { numberOf } from './typed-number.ts'

/** The kinds that have their own counter. */
export type CountedKind = DocumentKind | 'project' | 'task'

/** A counter, and the last number that was taken from it. */
interface Counter {
  company_id: CompanyId
  kind: CountedKind
  year: string
  last_number: number
}

const find = statement<{ company_id: CompanyId; kind: CountedKind; year: string }>()((db, p) =>
  db
    .selectFrom('number_counters')
    .select('last_number')
    .where('company_id', '=', p.company_id)
    .where('kind', '=', p.kind)
    .where('year', '=', p.year),
)

const save = statement<Counter>()((db, p) =>
  db
    .insertInto('number_counters')
    .values({ company_id: p.company_id, kind: p.kind, year: p.year, last_number: p.last_number })
    .onConflict((counter) => counter.columns(['company_id', 'kind', 'year']).doUpdateSet({ last_number: p.last_number })),
)

/** The numbers that were taken: of each counter only the last is written. */
const taken: Gathering<Counter> = {
  tables: ['number_counters'],
  async write(tx, counters) {
    const last = new Map(counters.map((counter) => [`${counter.company_id} ${counter.kind} ${counter.year}`, counter]))
    for (const counter of last.values()) save.post(tx, counter)
  },
}

/**
 * Takes the next number, `{prefix}-{year}-{counter}` with at least six digits, in the transaction that uses it: one
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
  const counter = { company_id, kind, year: date.slice(0, 4) }
  const lastTaken = () =>
    tx.gathered(taken).findLast((other) => other.company_id === company_id && other.kind === kind && other.year === counter.year)
      ?.last_number
  // Others that ask meanwhile may be faster: gathered numbers are checked again right before a number is taken.
  const stored = lastTaken() === undefined ? ((await find.first(tx, counter))?.last_number ?? 0) : 0
  const last_number = (lastTaken() ?? stored) + 1
  tx.gather(taken, { ...counter, last_number })
  return last_number
}

/** The count that the next number of the year of `date` would have, if it were taken now. */
export async function nextCount(tx: Tx, company_id: CompanyId, kind: CountedKind, date: string): Promise<number> {
  return ((await find.first(tx, { company_id, kind, year: date.slice(0, 4) }))?.last_number ?? 0) + 1
}
