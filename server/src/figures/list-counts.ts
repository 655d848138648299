// How many rows each list has under the filters that it is asked with, kept with the rows instead of counted at each request.
import type { CompanyId } from '../kernel/ids.ts'
import type { ChangeTx, Gathering, Tx, WriteTx } from '../sql/database.ts'
import { insertRows, statement } from '../sql/statement.ts'
import { list_counts } from './table.ts'

/** What a list has under one filter after a change: the number of its rows, and of its marks (list-marks.ts). */
export interface Counted {
  company_id: CompanyId
  filter: string
  count: number
  marks: number
}

/** A change of the rows of a list: those that came to be under filters, and those that left them. */
export interface Move {
  company_id: CompanyId
  list: string
  before: readonly string[]
  after: readonly string[]
}

const addToCounts = insertRows(list_counts, (insert) =>
  insert
    .onConflict((conflict) =>
      conflict
        .columns(['company_id', 'list', 'filter'])
        .doUpdateSet((eb) => ({ count: eb('list_counts.count', '+', eb.ref('excluded.count')) })),
    )
    .returning(['company_id', 'filter', 'count', 'marks']),
)

const moves: Gathering<Move> = { tables: ['list_counts'], write: applyMoves }

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
 * be moved at once. It is written once a commit.
 */
export function moveCounts(tx: WriteTx, company_id: CompanyId, list: string, before: string[], after: string[]): void {
  tx.gather(moves, { company_id, list, before, after })
}

/** Writes moves, and gives what the filters that changed have now. */
export async function applyMoves(tx: ChangeTx, made: readonly Move[]): Promise<Counted[]> {
  const rows = new Map<string, { company_id: CompanyId; list: string; filter: string; count: number; marks: number }>()
  const add = ({ company_id, list }: Move, filter: string, by: number) => {
    const key = `${company_id} ${list} ${filter}`
    const row = rows.get(key)
    if (row) row.count += by
    else rows.set(key, { company_id, list, filter, count: by, marks: 0 })
  }
  for (const move of made) {
    for (const filter of move.before) add(move, filter, -1)
    for (const filter of move.after) add(move, filter, 1)
  }
  // In one order, whatever the rows: where transactions run side by side, two of them never wait for each other.
  const keys = [...rows.keys()].sort()
  const changed = keys.map((key) => rows.get(key)!).filter(({ count }) => count !== 0)
  return addToCounts(tx, changed)
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
