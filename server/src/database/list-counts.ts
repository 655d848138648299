// How many rows each list has under the filters that it is asked with, kept with the rows instead of counted at each request.
import type { CompanyId } from '../kernel/ids.ts'
import type { Tx, WriteTx } from './database.ts'
import { type Statement, statement } from './statement.ts'

interface Adjustment {
  company_id: CompanyId
  list: string
  [name: string]: unknown
}

/** What a list has under one filter after a change: the number of its rows, and of its marks (list-marks.ts). */
export interface Counted {
  filter: string
  count: number
  marks: number
}

const adjustments = new Map<number, Statement<Adjustment, Counted>>()

/** One upsert of `count` filters; compiled once for each number of filters. */
function adjustmentOf(count: number): Statement<Adjustment, Counted> {
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
            marks: 0,
          })),
        )
        .onConflict((conflict) =>
          conflict
            .columns(['company_id', 'list', 'filter'])
            .doUpdateSet((eb) => ({ count: eb('list_counts.count', '+', eb.ref('excluded.count')) })),
        )
        .returning(['filter', 'count', 'marks']),
    )
    adjustments.set(count, adjustment)
  }
  return adjustment
}

const findCount = statement<{ company_id: CompanyId; list: string; filter: string }>()((db, p) =>
  db
    .selectFrom('list_counts')
    .select(['count', 'marks'])
    .where('company_id', '=', p.company_id)
    .where('list', '=', p.list)
    .where('filter', '=', p.filter),
)

const findCells = statement<{ company_id: CompanyId; list: string; from: string; until: string }>()((db, p) =>
  db
    .selectFrom('list_counts')
    .select(['filter', 'count'])
    .where('company_id', '=', p.company_id)
    .where('list', '=', p.list)
    .where('filter', '>=', p.from)
    .where('filter', '<', p.until),
)

/**
 * Moves a row's share in the counts of `list` from the filters that it matched before to those that it matches now.
 * An empty array stands for a row that was not, or is no longer, in the list. Filters in both are left alone. The filters of several rows may
 * be moved at once.
 */
export function moveCounts(tx: WriteTx, company_id: CompanyId, list: string, before: string[], after: string[]): void {
  const { count, adjustment } = adjustmentBetween(company_id, list, before, after)
  if (count > 0) adjustmentOf(count).post(tx, adjustment)
}

/** The same, and gives what the filters that changed have now. */
export async function moveAndReadCounts(
  tx: WriteTx,
  company_id: CompanyId,
  list: string,
  before: string[],
  after: string[],
): Promise<Counted[]> {
  const { count, adjustment } = adjustmentBetween(company_id, list, before, after)
  return count > 0 ? adjustmentOf(count).all(tx, adjustment) : []
}

function adjustmentBetween(company_id: CompanyId, list: string, before: string[], after: string[]) {
  const changes = new Map<string, number>()
  for (const filter of before) changes.set(filter, (changes.get(filter) ?? 0) - 1)
  for (const filter of after) changes.set(filter, (changes.get(filter) ?? 0) + 1)
  const adjustment: Adjustment = { company_id, list }
  let count = 0
  // In one order, whatever the row: where transactions run side by side, two of them never wait for each other.
  for (const filter of [...changes.keys()].sort()) {
    const change = changes.get(filter)!
    if (change === 0) continue
    adjustment[`filter${count}`] = filter
    adjustment[`change${count}`] = change
    count++
  }
  return { count, adjustment }
}

/** The number of rows of `list` that match `filter`. */
export async function readCount(tx: Tx, company_id: CompanyId, list: string, filter: string): Promise<number> {
  return (await readCounted(tx, company_id, list, filter)).count
}

/** The same, with the number of the marks that the list has under the filter. */
export async function readCounted(
  tx: Tx,
  company_id: CompanyId,
  list: string,
  filter: string,
): Promise<{ count: number; marks: number }> {
  return (await findCount.first(tx, { company_id, list, filter })) ?? { count: 0, marks: 0 }
}

/**
 * The filter under which rows are counted that agree in several values: so a list that is asked with any of them, alone or together, adds up
 * a few counts. `scope` is what the list belongs to, `''` where that is the company. No value may have a `/` in it.
 */
export const cellOf = (scope: string, values: readonly string[]) => [scope, ...values].join('/')

/** The number of rows in the cells of `scope` that have, at each place, one of the values wanted there; undefined wants any. */
export async function sumCells(
  tx: Tx,
  company_id: CompanyId,
  list: string,
  scope: string,
  wanted: readonly (readonly string[] | undefined)[],
): Promise<number> {
  // '0' is the character after '/'.
  const cells = await findCells.all(tx, { company_id, list, from: `${scope}/`, until: `${scope}0` })
  let sum = 0
  for (const { filter, count } of cells) {
    const values = filter.slice(scope.length + 1).split('/')
    if (wanted.every((some, place) => some === undefined || some.includes(values[place]!))) sum += count
  }
  return sum
}

/**
 * How many rows match a filter that no count is kept for, with `rows` the page at `offset`: what lies above the page and on it is known, so
 * only the rest is counted. `countFrom` counts from a row on in the order of the list, that row included; from the first without one.
 */
export async function countAround<R>(
  page: { rows: readonly R[]; limit: number; offset: number },
  countFrom: (row: R | undefined) => Promise<number>,
): Promise<number> {
  const { rows, limit, offset } = page
  if (rows.length === 0) return offset === 0 ? 0 : countFrom(undefined)
  if (rows.length < limit) return offset + rows.length
  return offset + rows.length - 1 + (await countFrom(rows.at(-1)))
}
