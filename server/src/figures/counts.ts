// How many rows each list has in each of its cells, kept with the rows instead of counted at each request.
import type { CompanyId } from '../kernel/ids.ts'
import type { ChangeTx, Gathering, Tx, WriteTx } from '../sql/database.ts'
import { insertRows, statement } from '../sql/statement.ts'
import { isInCell, oneCellOf, type Selection } from './cells.ts'
import { driftTopic } from './drift.ts'
import { list_counts } from './table.ts'

/** What a list has in a cell: the number of its rows, and of its marks (marks.ts). */
export interface CountedCell {
  filter: string
  count: number
  marks: number
}

/** A change of a row of a list: the cells that it was in, and those that it is in. */
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
    .returning(['company_id', 'list', 'filter', 'count', 'marks']),
)

const findCell = statement<{ company_id: CompanyId; list: string; filter: string }>()((db, p) =>
  db
    .selectFrom('list_counts')
    .select(['filter', 'count', 'marks'])
    .where('company_id', '=', p.company_id)
    .where('list', '=', p.list)
    .where('filter', '=', p.filter),
)

const findCells = statement<{ company_id: CompanyId; list: string; from: string; until: string }>()((db, p) =>
  db
    .selectFrom('list_counts')
    .select(['filter', 'count', 'marks'])
    .where('company_id', '=', p.company_id)
    .where('list', '=', p.list)
    .where('filter', '>=', p.from)
    .where('filter', '<', p.until),
)

/** Moves of lists without marks. */
export const counted: Gathering<Move> = { tables: ['list_counts'], write: (tx, moves, notify) => applyMoves(tx, moves, notify) }

/**
 * Writes moves once for all of them, and gives what the cells that changed have now. Those whose number stays the same are left out, unless
 * `isMoved` says that other rows are in it now.
 */
export async function applyMoves(
  tx: ChangeTx,
  made: readonly Move[],
  notify: WriteTx['notify'],
  isMoved: (cell: { company_id: CompanyId; filter: string }) => boolean = () => false,
) {
  const rows = new Map<string, { company_id: CompanyId; list: string; filter: string; count: number; marks: number }>()
  const add = ({ company_id, list }: Move, filter: string, by: number) => {
    const key = `${company_id} ${list} ${filter}`
    const row = rows.get(key)
    if (row) row.count += by
    else rows.set(key, { company_id, list, filter, count: by, marks: 0 })
  }
  for (const move of made) {
    for (const cell of move.before) add(move, cell, -1)
    for (const cell of move.after) add(move, cell, 1)
  }
  // In one order, whatever the rows: where transactions run side by side, two of them never wait for each other.
  const keys = [...rows.keys()].sort()
  const changed = keys.map((key) => rows.get(key)!).filter((cell) => cell.count !== 0 || isMoved(cell))
  const cells = await addToCounts(tx, changed)
  for (const { company_id, list, filter, count } of cells) {
    if (count < 0) notify(driftTopic({ company_id, figure: list, cell: filter }))
  }
  return cells
}

/** Adds to what is kept for a cell, which may not be there yet. */
export const addToCell = (tx: WriteTx, company_id: CompanyId, list: string, filter: string, count: number) =>
  addToCounts(tx, [{ company_id, list, filter, count, marks: 0 }])

/** The cells of a scope that a filter adds up: one of them wherever one will do. */
export async function readCells(
  tx: Tx,
  company_id: CompanyId,
  list: string,
  scope: string,
  selection: Selection,
): Promise<CountedCell[]> {
  const one = oneCellOf(scope, selection)
  if (one !== undefined) return findCell.all(tx, { company_id, list, filter: one })
  // '0' is the character after '/'.
  const cells = await findCells.all(tx, { company_id, list, from: `${scope}/`, until: `${scope}0` })
  return cells.filter(({ filter }) => isInCell(selection, filter))
}

/** How many rows cells have together; never fewer than none, whatever is kept. */
export const totalOf = (cells: readonly { count: number }[]) =>
  Math.max(
    0,
    cells.reduce((sum, { count }) => sum + count, 0),
  )

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
