// What is kept of a company, held against its rows on one snapshot: every write before it is in both, and none after it in either. So a difference
// is a fault, and stays the same while correct writes go on.
import type { CompanyId } from '../kernel/ids.ts'
import type { Tx, WriteTx } from '../sql/database.ts'
import { statement } from '../sql/statement.ts'
import { COMPANY, readCell } from './cells.ts'
import { addToCell, readCells } from './counts.ts'
import type { Figures } from './figures.ts'
import { addToStretch, isAbove, type ListKey, type Mark, readMarks, replaceMarks, TOP } from './marks.ts'
import type { Pause } from './rows.ts'
import { addToSum, keptSum, type Part, partOf, type SumName } from './sums.ts'

/** A figure that is not what its rows come to. */
export interface Difference {
  company_id: CompanyId
  /** The list or sum that it is of. */
  figure: string
  cell: string
  kept: string
  real: string
  /** Adds what it is off by, in a transaction of the company: whatever has moved it since it was found. */
  repair(tx: WriteTx): Promise<unknown> | unknown
}

/** Finds what differs in a company, with `pause` between pages of rows. */
export type FigureCheck = (tx: Tx, company_id: CompanyId, pause: Pause) => AsyncIterable<Difference>

const listCells = statement<{ company_id: CompanyId; list: string; after: string; limit: number }>()((db, p) =>
  db
    .selectFrom('list_counts')
    .select(['filter', 'count', 'marks'])
    .where('company_id', '=', p.company_id)
    .where('list', '=', p.list)
    .where('filter', '>', p.after)
    .orderBy('filter')
    .limit(p.limit),
)

const listSums = statement<{ company_id: CompanyId; name: string; after: string; limit: number }>()((db, p) =>
  db
    .selectFrom('kept_sums')
    .select(['key', 'count', 'millions', 'rest'])
    .where('company_id', '=', p.company_id)
    .where('name', '=', p.name)
    .where('key', '>', p.after)
    .orderBy('key')
    .limit(p.limit),
)

const CELLS_AT_ONCE = 1_000

/** Makes the check of what was declared of a resource. */
export function checkOf(figures: Figures): FigureCheck {
  return async function* (tx, company_id, pause) {
    const kept_cells = figures.list === undefined ? [] : await readAllCells(tx, company_id, figures.list, pause)
    const stretches = await readStretches(tx, company_id, figures, kept_cells)
    const real = await tally(tx, company_id, figures, stretches, pause)
    if (figures.list !== undefined) {
      yield* cellDifferences(company_id, figures.list, kept_cells, real.cells, pause)
      yield* markDifferences(tx, company_id, figures, kept_cells, stretches, real.cells, pause)
    }
    for (const name of figures.sum_names) yield* sumDifferences(tx, company_id, name, real.sums.get(name) ?? new Map(), pause)
  }
}

interface KeptCell {
  filter: string
  count: number
  marks: number
}

async function readAllCells(tx: Tx, company_id: CompanyId, list: string, pause: Pause): Promise<KeptCell[]> {
  // No text is before the empty one, which is a cell of its own.
  const cells: KeptCell[] = await readCells(tx, company_id, list, COMPANY, [])
  for (let after = COMPANY; ; await pause()) {
    const page = await listCells.all(tx, { company_id, list, after, limit: CELLS_AT_ONCE })
    cells.push(...page)
    if (page.length < CELLS_AT_ONCE) return cells
    after = page.at(-1)!.filter
  }
}

/** The marks of a cell, and how many rows really are in the stretch of each. */
interface Stretches {
  marks: Mark[]
  real: number[]
}

async function readStretches(tx: Tx, company_id: CompanyId, figures: Figures, cells: readonly KeptCell[]) {
  const stretches = new Map<string, Stretches>()
  for (const { filter, marks } of figures.marks ? cells : []) {
    if (marks === 0) continue
    const found = await readMarks(tx, { company_id, list: figures.list!, filter })
    stretches.set(filter, { marks: found, real: found.map(() => 0) })
  }
  return stretches
}

/** What the rows come to. */
async function tally(
  tx: Tx,
  company_id: CompanyId,
  figures: Figures,
  stretches: ReadonlyMap<string, Stretches>,
  pause: Pause,
): Promise<{ cells: Map<string, number>; sums: Map<SumName, Map<string, Part>> }> {
  const cells = new Map<string, number>()
  const sums = new Map<SumName, Map<string, Part>>(figures.sum_names.map((name) => [name, new Map()]))
  for await (const rows of figures.rows(tx, company_id, pause)) {
    for (const row of rows as never[]) {
      if (figures.list !== undefined) {
        for (const cell of figures.cellsOf(row)) {
          cells.set(cell, (cells.get(cell) ?? 0) + 1)
          const of_cell = stretches.get(cell)
          const index = of_cell ? stretchOf(of_cell.marks, row) : -1
          if (index >= 0) of_cell!.real[index]!++
        }
      }
      for (const share of figures.sharesOf(row)) if (share) addShare(sums.get(share.name)!, share.key, partOf(share.amount))
    }
  }
  return { cells, sums }
}

/** Which of the marks is the lowest that is not below a row; -1 for none. */
function stretchOf(marks: readonly Mark[], row: ListKey): number {
  let [low, high] = [0, marks.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (isAbove(row, marks[middle]!)) high = middle
    else low = middle + 1
  }
  return low - 1
}

function addShare(sums: Map<string, Part>, key: string, { count, millions, rest }: Part): void {
  const sum = sums.get(key)
  if (!sum) return void sums.set(key, { count, millions, rest })
  sum.count += count
  sum.millions += millions
  sum.rest += rest
}

/** The same items, with a pause now and then: a company may have several cells for each of its customers. */
async function* slowly<T>(items: Iterable<T>, pause: Pause): AsyncGenerator<T> {
  let count = 0
  for (const item of items) {
    if (++count % CELLS_AT_ONCE === 0) await pause()
    yield item
  }
}

async function* cellDifferences(
  company_id: CompanyId,
  list: string,
  kept_cells: readonly KeptCell[],
  cells: ReadonlyMap<string, number>,
  pause: Pause,
): AsyncGenerator<Difference> {
  const difference = (cell: string, kept: number, real: number): Difference => {
    const repair = (tx: WriteTx) => addToCell(tx, company_id, list, cell, real - kept)
    return { company_id, figure: list, cell, kept: `${kept} rows`, real: `${real} rows`, repair }
  }
  const known = new Set<string>()
  for await (const { filter, count } of slowly(kept_cells, pause)) {
    known.add(filter)
    const real = cells.get(filter) ?? 0
    if (count !== real) yield difference(filter, count, real)
  }
  for await (const [cell, real] of slowly(cells, pause)) if (!known.has(cell)) yield difference(cell, 0, real)
}

/** Marks that are not as many as is kept, or do not begin at the top, are laid again; stretches of others get the numbers that they are off by. */
async function* markDifferences(
  tx: Tx,
  company_id: CompanyId,
  figures: Figures,
  kept_cells: readonly KeptCell[],
  stretches: ReadonlyMap<string, Stretches>,
  cells: ReadonlyMap<string, number>,
  pause: Pause,
): AsyncGenerator<Difference> {
  const { marks: list_marks, list: figure } = figures
  if (!list_marks || !figure) return
  // Cells that have marks, or should: few.
  const numbers = new Map<string, number>()
  for await (const { filter, marks } of slowly(kept_cells, pause)) if (marks > 0) numbers.set(filter, marks)
  for await (const [cell, count] of slowly(cells, pause)) {
    if (count > list_marks.longest && !numbers.has(cell)) numbers.set(cell, 0)
  }
  for (const [cell, number] of numbers) {
    await pause()
    const count = cells.get(cell) ?? 0
    const key = { company_id, list: figure, filter: cell }
    const { marks, real } = stretches.get(cell) ?? { marks: [], real: [] }
    const is_whole = marks.length === number && (number === 0 ? count <= list_marks.longest : marks[0]!.id === TOP.id)
    if (!is_whole) {
      const laid = count > list_marks.longest ? await list_marks.lay(tx, company_id, cell, count, pause) : []
      const repair = (tx: WriteTx) => replaceMarks(tx, key, laid)
      yield { company_id, figure, cell, kept: `${marks.length} marks of ${number}`, real: `${laid.length} marks`, repair }
      continue
    }
    for (const [index, mark] of marks.entries()) {
      const by = real[index]! - mark.count
      if (by === 0) continue
      const repair = async (tx: WriteTx) => {
        const { scope, values } = readCell(cell)
        const [now] = await readCells(
          tx,
          company_id,
          figure,
          scope,
          values.map((value) => [value]),
        )
        // Where a stretch was split since, what is off may be in another one now: the next check says.
        if (now?.marks === number) addToStretch(tx, key, mark, by)
      }
      yield { company_id, figure, cell, kept: `${mark.count} rows from ${mark.id}`, real: `${real[index]} rows`, repair }
    }
  }
}

async function* sumDifferences(
  tx: Tx,
  company_id: CompanyId,
  name: SumName,
  sums: Map<string, Part>,
  pause: Pause,
): AsyncGenerator<Difference> {
  const kept = new Map<string, Part>()
  for (let after = ''; ; await pause()) {
    const page = await listSums.all(tx, { company_id, name, after, limit: CELLS_AT_ONCE })
    for (const { key, ...part } of page) kept.set(key, part)
    if (page.length < CELLS_AT_ONCE) break
    after = page.at(-1)!.key
  }
  for await (const key of slowly(new Set([...kept.keys(), ...sums.keys()]), pause)) {
    const was = kept.get(key) ?? NOTHING
    const is = sums.get(key) ?? NOTHING
    const off = { count: is.count - was.count, millions: is.millions - was.millions, rest: is.rest - was.rest }
    if (off.count === 0 && off.millions === 0 && off.rest === 0) continue
    const repair = (tx: WriteTx) => addToSum(tx, { company_id, name, key, ...off })
    yield { company_id, figure: name, cell: key, kept: partText(key, was), real: partText(key, is), repair }
  }
}

const NOTHING: Part = { count: 0, millions: 0, rest: 0 }
const partText = (key: string, part: Part) => `${keptSum({ key, ...part }).amount} in ${part.count} rows`
