// How many rows each list has under each filter that it is asked with, kept with the rows instead of counted at each request.
import type { CompanyId } from '../kernel/ids.ts'
import type { Tx, WriteTx } from './database.ts'
import { type Statement, statement } from './statement.ts'

interface Adjustment {
  company_id: CompanyId
  list: string
  [name: string]: unknown
}

const adjustments = new Map<number, Statement<Adjustment, unknown>>()

/** One upsert of `count` filters; compiled once for each number of filters. */
function adjustmentOf(count: number): Statement<Adjustment, unknown> {
  let adjustment = adjustments.get(count)
  if (!adjustment) {
    adjustment = statement<Adjustment>()((db, p) =>
      db
        .insertInto('list_counts')
        .values(
          Array.from({ length: count }, (_, index) => ({
            company_id: p.company_id,
            list: p.list,
            filter: p[`filter${index}`] as string,
            count: p[`change${index}`] as number,
          })),
        )
        .onConflict((conflict) =>
          conflict
            .columns(['company_id', 'list', 'filter'])
            .doUpdateSet((eb) => ({ count: eb('list_counts.count', '+', eb.ref('excluded.count')) })),
        ),
    )
    adjustments.set(count, adjustment)
  }
  return adjustment
}

const findCount = statement<{ company_id: CompanyId; list: string; filter: string }>()((db, p) =>
  db
    .selectFrom('list_counts')
    .select('count')
    .where('company_id', '=', p.company_id)
    .where('list', '=', p.list)
    .where('filter', '=', p.filter),
)

/**
 * Moves a row's share in the counts of `list` from the filters that it matched before to those that it matches now.
 * An empty array stands for a row that was not, or is no longer, in the list. Filters in both are left alone.
 */
export async function moveCounts(
  tx: WriteTx,
  company_id: CompanyId,
  list: string,
  before: string[],
  after: string[],
): Promise<void> {
  const changes = new Map<string, number>()
  for (const filter of before) changes.set(filter, (changes.get(filter) ?? 0) - 1)
  for (const filter of after) changes.set(filter, (changes.get(filter) ?? 0) + 1)
  const adjustment: Adjustment = { company_id, list }
  let count = 0
  for (const [filter, change] of changes) {
    if (change === 0) continue
    adjustment[`filter${count}`] = filter
    adjustment[`change${count}`] = change
    count++
  }
  if (count > 0) adjustmentOf(count).post(tx, adjustment)
}

/** The number of rows of `list` that match `filter`. */
export async function readCount(tx: Tx, company_id: CompanyId, list: string, filter: string): Promise<number> {
  return (await findCount.first(tx, { company_id, list, filter }))?.count ?? 0
}
