// Pages far down a long list, found without reading what lies above them. Marks divide each cell of a list into stretches and say how many rows
// each has: so a page begins in a stretch that is found by adding up, and at most a few stretches are read to it.
// Kept with the rows, as the counts are; a short cell has none (decisions/013-lists-at-any-size.md).
import { sql } from 'kysely'
import type { CompanyId } from '../kernel/ids.ts'
import type { ChangeTx, Gathering, Tx, WriteTx } from '../sql/database.ts'
import { statement } from '../sql/statement.ts'
import { readCell, type Selection } from './cells.ts'
import { applyMoves, type CountedCell, type Move, readCells, totalOf } from './counts.ts'
import { driftTopic } from './drift.ts'
import type { Pause } from './rows.ts'

/** A stretch that grows longer is split in two, and a cell that does gets its first marks. */
export const LONGEST_STRETCH = 4096

/** A position in a list that shows the newest first: from this row down. */
export interface ListKey {
  created_at: string
  id: string
}

/** The position above all rows: where every list begins. Timestamps and ids have no character as high. */
export const TOP: ListKey = { created_at: '~', id: '~' }

/** The condition that a row is at a position of its list, or below. `p` has the position. */
export function isFrom(table: string, p: ListKey) {
  return sql<boolean>`(${sql.ref(`${table}.created_at`)}, ${sql.ref(`${table}.id`)}) <= (${p.created_at}, ${p.id})`
}

export const isAbove = (a: ListKey, b: ListKey) => (a.created_at === b.created_at ? a.id > b.id : a.created_at > b.created_at)

/** A part of a list: the rows of a scope that have the values of a selection. */
export interface Part {
  company_id: CompanyId
  scope: string
  selection: Selection
}

/** How a marked list reads its rows, by indexes that have all it needs. */
export interface ListRows {
  /** Finds the row that lies `skip` rows below the first one at or below `from`. */
  findKey(tx: Tx, part: Part, from: ListKey, skip: number): Promise<ListKey | undefined>
  /** Counts the rows at or below `from` that are above `until`. */
  countBetween(tx: Tx, part: Part, from: ListKey, until: ListKey): Promise<number>
}

/** Where a page begins: at the row that lies `skip` rows below the first one at or below `from`. */
interface Found {
  from: ListKey
  skip: number
}

interface MarkedList {
  /** Moves a row from the cells that it was in to those that it is in, and the marks with it. It must be stored or gathered already. */
  move(tx: WriteTx, row: ListKey & { company_id: CompanyId }, before: readonly string[], after: readonly string[]): void
  /** How many rows match, and where the page at `offset` begins: undefined when it lies behind the last row. */
  locate(tx: Tx, part: Part, offset: number): Promise<{ total: number; start: ListKey | undefined }>
  /** The marks that a cell of `count` rows should have, none of them longer than half of what is allowed: read from the rows. */
  layMarks(tx: Tx, company_id: CompanyId, cell: string, count: number, pause?: Pause): Promise<Mark[]>
}

export interface Mark extends ListKey {
  count: number
}

interface CellKey {
  company_id: CompanyId
  list: string
  filter: string
}

const listMarks = statement<CellKey>()((db, p) =>
  db
    .selectFrom('list_marks')
    .select(['created_at', 'id', 'count'])
    .where('company_id', '=', p.company_id)
    .where('list', '=', p.list)
    .where('filter', '=', p.filter)
    .orderBy('created_at', 'desc')
    .orderBy(sql.ref('id'), 'desc'),
)

/** Changes the count of the stretch that a row belongs to: that of the lowest mark which is not below it. */
const change = statement<CellKey & ListKey & { change: number }>()((db, p) => {
  const mark = db
    .selectFrom('list_marks as mark')
    .select(['mark.created_at', 'mark.id'])
    .where('mark.company_id', '=', p.company_id)
    .where('mark.list', '=', p.list)
    .where('mark.filter', '=', p.filter)
    .where(sql<boolean>`(mark.created_at, mark.id) >= (${p.created_at}, ${p.id})`)
    .orderBy('mark.created_at')
    .orderBy('mark.id')
    .limit(1)
  return (
    db
      .updateTable('list_marks')
      .set((eb) => ({ count: eb('count', '+', p.change) }))
      .where('company_id', '=', p.company_id)
      .where('list', '=', p.list)
      .where('filter', '=', p.filter)
      // Equal and not one of: only so the mark is looked up, and not compared with all of the list.
      .where(sql<boolean>`(created_at, id) = ${mark}`)
      .returning(['created_at', 'id', 'count'])
  )
})

/** Changes nothing where a mark is already. */
const insert = statement<CellKey & Mark>()((db, p) =>
  db
    .insertInto('list_marks')
    .values({
      company_id: p.company_id,
      list: p.list,
      filter: p.filter,
      created_at: p.created_at,
      id: p.id,
      count: p.count,
    })
    .onConflict((conflict) => conflict.columns(['company_id', 'list', 'filter', 'created_at', 'id']).doNothing()),
)

const save = statement<CellKey & Mark>()((db, p) =>
  db
    .updateTable('list_marks')
    .set({ count: p.count })
    .where('company_id', '=', p.company_id)
    .where('list', '=', p.list)
    .where('filter', '=', p.filter)
    .where('created_at', '=', p.created_at)
    .where('id', '=', p.id),
)

const addMarks = statement<CellKey & { marks: number }>()((db, p) =>
  db
    .updateTable('list_counts')
    .set((eb) => ({ marks: eb('marks', '+', p.marks) }))
    .where('company_id', '=', p.company_id)
    .where('list', '=', p.list)
    .where('filter', '=', p.filter),
)

const removeMarks = statement<CellKey>()((db, p) =>
  db.deleteFrom('list_marks').where('company_id', '=', p.company_id).where('list', '=', p.list).where('filter', '=', p.filter),
)

const setMarks = statement<CellKey & { marks: number }>()((db, p) =>
  db
    .updateTable('list_counts')
    .set({ marks: p.marks })
    .where('company_id', '=', p.company_id)
    .where('list', '=', p.list)
    .where('filter', '=', p.filter),
)

const addToMark = statement<CellKey & ListKey & { by: number }>()((db, p) =>
  db
    .updateTable('list_marks')
    .set((eb) => ({ count: eb('count', '+', p.by) }))
    .where('company_id', '=', p.company_id)
    .where('list', '=', p.list)
    .where('filter', '=', p.filter)
    .where('created_at', '=', p.created_at)
    .where('id', '=', p.id),
)

/** The marks of a cell, those of the newest rows first. */
export const readMarks = (tx: Tx, cell: CellKey): Promise<Mark[]> => listMarks.all(tx, cell)

/** Replaces the marks of a cell. The cell must be counted already. */
export function replaceMarks(tx: WriteTx, cell: CellKey, marks: readonly Mark[]): void {
  removeMarks.post(tx, cell)
  for (const mark of marks) insert.post(tx, { ...cell, ...mark })
  setMarks.post(tx, { ...cell, marks: marks.length })
}

/** Adds to what is kept for a stretch. */
export const addToStretch = (tx: WriteTx, cell: CellKey, { created_at, id }: ListKey, by: number) =>
  addToMark.post(tx, { ...cell, created_at, id, by })

/** A move, and the row that was moved. */
interface MovedRow extends Move, ListKey {}

/** Makes a list whose pages are found by marks. `longest_stretch` is only for tests, which have few rows. */
export function markedList(list: string, rows: ListRows, longest_stretch: number): MarkedList {
  const apart = Math.floor(longest_stretch / 2)

  const partOf = (company_id: CompanyId, cell: string): Part => {
    const { scope, values } = readCell(cell)
    return { company_id, scope, selection: values.map((value) => [value]) }
  }

  const layMarks: MarkedList['layMarks'] = async (tx, company_id, cell, count, pause) => {
    const part = partOf(company_id, cell)
    const marks: Mark[] = []
    let left = count
    for (let from: ListKey | undefined = TOP; from && left > 0; left -= apart) {
      marks.push({ created_at: from.created_at, id: from.id, count: Math.min(apart, left) })
      await pause?.()
      from = left > apart ? await rows.findKey(tx, part, from, apart) : undefined
    }
    return marks
  }

  /** Splits a stretch until none is too long; gives how many marks that made. */
  const split = async (tx: ChangeTx, cell: CellKey, { created_at, id, count }: Mark, told: () => void): Promise<number> => {
    if (count <= longest_stretch) return 0
    const upper_count = Math.floor(count / 2)
    const key = await rows.findKey(tx, partOf(cell.company_id, cell.filter), { created_at, id }, upper_count)
    const lower = key && { created_at: key.created_at, id: key.id, count: count - upper_count }
    // There are fewer rows than are counted.
    if (!lower || (await insert.run(tx, { ...cell, ...lower })) === 0) {
      told()
      return 0
    }
    const upper = { created_at, id, count: upper_count }
    save.post(tx, { ...cell, ...upper })
    return 1 + (await split(tx, cell, upper, told)) + (await split(tx, cell, lower, told))
  }

  /** Keeps the marks of one cell, in which some rows were added or taken away. */
  const moveMarks = async (tx: ChangeTx, cell: CountedCell & CellKey, shifted: readonly Shifted[], told: () => void) => {
    const { company_id, filter, count, marks } = cell
    const key = { company_id, list, filter }
    if (marks === 0) {
      if (count <= longest_stretch) return
      const laid = await layMarks(tx, company_id, filter, count)
      const made = await Promise.all(laid.map((mark) => insert.run(tx, { ...key, ...mark })))
      if (made.includes(0)) told()
      return addMarks.post(tx, { ...key, marks: laid.length })
    }
    let added = 0
    for (let next = 0; next < shifted.length; ) {
      const { created_at, id, by } = shifted[next++]!
      const [stretch] = await change.all(tx, { ...key, created_at, id, change: by })
      if (!stretch) {
        told()
        continue
      }
      // Those that follow are further up: what is not above the same mark belongs to it as well.
      let more = 0
      while (next < shifted.length && !isAbove(shifted[next]!, stretch)) more += shifted[next++]!.by
      const grown = { ...stretch, count: stretch.count + more }
      if (more !== 0) save.post(tx, { ...key, ...grown })
      if (grown.count < 0) told()
      added += await split(tx, key, grown, told)
    }
    if (added > 0) addMarks.post(tx, { ...key, marks: added })
  }

  const moved: Gathering<MovedRow> = {
    tables: ['list_counts', 'list_marks'],
    is_last: true,
    async write(tx, moves, notify) {
      const shifts = shiftsOf(moves)
      // A row more in one stretch and one less in another leave the count of the cell as it was.
      const isMoved = ({ company_id, filter }: Pick<CellKey, 'company_id' | 'filter'>) => shifts.has(`${company_id} ${filter}`)
      const cells = await applyMoves(tx, moves, notify, isMoved)
      // Side by side: each cell has marks of its own.
      await Promise.all(
        cells.map((cell) => {
          const { company_id, filter } = cell
          const told = () => notify(driftTopic({ company_id, figure: list, cell: filter }))
          return moveMarks(tx, cell, shifts.get(`${company_id} ${filter}`) ?? [], told)
        }),
      )
    },
  }

  /** The position from which at most a few stretches are read to the row at `offset`. */
  const nearest = async (tx: Tx, part: Part, cells: readonly CountedCell[], offset: number): Promise<Found> => {
    if (offset <= longest_stretch) return { from: TOP, skip: offset }
    const { company_id } = part
    const marked = cells.filter(({ marks }) => marks > 0)
    const marks = await Promise.all(marked.map(({ filter }) => readMarks(tx, { company_id, list, filter })))
    if (cells.length === 1) return marks.length === 0 ? { from: TOP, skip: offset } : lastBefore(marks[0]!, offset)
    // What other cells have above a mark is known except in the stretch that it is in, which is counted.
    const unmarked = cells.filter((cell) => cell.marks === 0)
    const from = lowestMarkAbove(marks, totalOf(unmarked), offset)
    const above = await Promise.all([
      ...marked.map(async ({ filter }, index) => {
        const { count, partly } = upTo(marks[index]!, from)
        return count + (partly ? await rows.countBetween(tx, partOf(company_id, filter), partly, from) : 0)
      }),
      ...unmarked.map(({ filter }) => rows.countBetween(tx, partOf(company_id, filter), TOP, from)),
    ])
    const skip = offset - above.reduce((sum, count) => sum + count, 0)
    return skip < 0 ? { from: TOP, skip: offset } : { from, skip }
  }

  return {
    layMarks,

    move(tx, { company_id, created_at, id }, before, after) {
      tx.gather(moved, { company_id, list, created_at, id, before, after })
    },

    async locate(tx, part, offset) {
      const cells = await readCells(tx, part.company_id, list, part.scope, part.selection)
      const total = totalOf(cells)
      if (total <= offset) return { total, start: undefined }
      if (offset === 0) return { total, start: TOP }
      const { from, skip } = await nearest(tx, part, cells, offset)
      return { total, start: await rows.findKey(tx, part, from, skip) }
    },
  }
}

/** The stretch of one cell that has the row at `offset`. */
function lastBefore(marks: readonly Mark[], offset: number): Found {
  let from: ListKey = TOP
  let skip = offset
  for (const mark of marks) {
    from = mark
    if (skip < mark.count) break
    skip -= mark.count
  }
  return { from, skip }
}

/** Of the marks of several cells the lowest that at most `offset` rows can lie above; `unmarked` rows may lie anywhere. */
function lowestMarkAbove(cells: readonly (readonly Mark[])[], unmarked: number, offset: number): ListKey {
  const all = cells.flatMap((marks, cell) => marks.map((mark) => ({ mark, cell })))
  all.sort((a, b) => (isAbove(a.mark, b.mark) ? -1 : 1))
  let lowest: ListKey = TOP
  // All stretches that begin above a mark, the ones that it is in included.
  let above = unmarked
  for (const { mark } of all) {
    if (above > offset) break
    lowest = mark
    above += mark.count
  }
  return lowest
}

/** What a cell has in the stretches that end above a position, and where the one begins that it is in, unless it begins there. */
function upTo(marks: readonly Mark[], position: ListKey): { count: number; partly: ListKey | undefined } {
  let count = 0
  for (const [index, mark] of marks.entries()) {
    if (!isAbove(mark, position)) break
    const next = marks[index + 1]
    if (!next || isAbove(position, next)) return { count, partly: mark }
    count += mark.count
  }
  return { count, partly: undefined }
}

/** By how much a row changes the number of those in a cell. */
interface Shifted extends ListKey {
  by: number
}

/** The rows that were added or taken away in each cell of each company, those furthest down first. */
function shiftsOf(moves: readonly MovedRow[]): Map<string, Shifted[]> {
  const by_cell = new Map<string, Map<string, Shifted>>()
  for (const { company_id, created_at, id, before, after } of moves) {
    const shift = (cell: string, by: number) => {
      const name = `${company_id} ${cell}`
      let rows = by_cell.get(name)
      if (!rows) by_cell.set(name, (rows = new Map()))
      const row = rows.get(id)
      if (row) row.by += by
      else rows.set(id, { created_at, id, by })
    }
    for (const cell of before) shift(cell, -1)
    for (const cell of after) shift(cell, 1)
  }
  const inOrder = (rows: Map<string, Shifted>) =>
    [...rows.values()].filter(({ by }) => by !== 0).sort((a, b) => (isAbove(a, b) ? 1 : -1))
  return new Map([...by_cell].map(([name, rows]) => [name, inOrder(rows)] as const).filter(([, rows]) => rows.length > 0))
}
