// Pages far down a long list, found without reading what lies above them. Marks divide the list, under each filter, into stretches and say
// how many rows each has: so a page begins in a stretch that is found by adding up, and at most that stretch is read to it.
// Kept with the rows, as the counts are; a short list has none (decisions/013-lists-at-any-size.md).
import { sql } from 'kysely'
import type { CompanyId } from '../kernel/ids.ts'
import type { ChangeTx, Gathering, Tx, WriteTx } from '../sql/database.ts'
import { statement } from '../sql/statement.ts'
import { applyMoves, type Counted, type Move, readCounted } from './list-counts.ts'

/** A stretch that grows longer is split in two, and a list that does gets its first marks. */
const LONGEST_STRETCH = 4096

/** A place in a list that shows the newest first: from this row down. */
export interface ListKey {
  created_at: string
  id: string
}

/** The place above all rows: where every list begins. Timestamps and ids have no character as high. */
export const TOP: ListKey = { created_at: '~', id: '~' }

/** The condition that a row lies at a place of its list, or below. `p` has the place. */
export function isFrom(table: string, p: ListKey) {
  return sql<boolean>`(${sql.ref(`${table}.created_at`)}, ${sql.ref(`${table}.id`)}) <= (${p.created_at}, ${p.id})`
}

/** One list of a company under one filter. */
interface Filtered {
  company_id: CompanyId
  filter: string
}

/** Finds the row that lies `skip` rows below the first one at or below `from`: by an index that has all it needs. */
export type FindKey = (tx: Tx, of: Filtered, from: ListKey, skip: number) => Promise<ListKey | undefined>

export interface MarkedList {
  /** Moves a row's share in the counts of the list, as `moveCounts` does, and keeps the marks with them. The row must be stored or gathered already. */
  move(tx: WriteTx, row: ListKey & { company_id: CompanyId }, before: string[], after: string[]): void
  /** How many rows match, and where the page at `offset` begins: undefined when it lies behind the last row. */
  locate(tx: Tx, of: Filtered, offset: number): Promise<{ total: number; start: ListKey | undefined }>
}

interface Place extends Filtered {
  list: string
}

const listMarks = statement<Place>()((db, p) =>
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
const change = statement<Place & ListKey & { change: number }>()((db, p) => {
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

const insert = statement<Place & ListKey & { count: number }>()((db, p) =>
  db.insertInto('list_marks').values({
    company_id: p.company_id,
    list: p.list,
    filter: p.filter,
    created_at: p.created_at,
    id: p.id,
    count: p.count,
  }),
)

const save = statement<Place & ListKey & { count: number }>()((db, p) =>
  db
    .updateTable('list_marks')
    .set({ count: p.count })
    .where('company_id', '=', p.company_id)
    .where('list', '=', p.list)
    .where('filter', '=', p.filter)
    .where('created_at', '=', p.created_at)
    .where('id', '=', p.id),
)

const addMarks = statement<Place & { marks: number }>()((db, p) =>
  db
    .updateTable('list_counts')
    .set((eb) => ({ marks: eb('marks', '+', p.marks) }))
    .where('company_id', '=', p.company_id)
    .where('list', '=', p.list)
    .where('filter', '=', p.filter),
)

/** A move, and the row that was moved. */
interface MovedRow extends Move, ListKey {}

/**
 * A list whose pages are found by marks. `findKey` must agree with the filters that its rows are counted under. `longest_stretch` is only for
 * tests, which have few rows.
 */
export function markedList(list: string, findKey: FindKey, longest_stretch = LONGEST_STRETCH): MarkedList {
  /** Splits a stretch until none is too long; gives how many marks that made. */
  const split = async (tx: ChangeTx, place: Place, { created_at, id, count }: ListKey & { count: number }): Promise<number> => {
    if (count <= longest_stretch) return 0
    const upper_count = Math.floor(count / 2)
    const key = await findKey(tx, place, { created_at, id }, upper_count)
    if (!key) throw new Error(`The list ${list} has fewer rows under ${place.filter} than it counts`)
    const lower = { ...key, count: count - upper_count }
    insert.post(tx, { ...place, ...lower })
    save.post(tx, { ...place, created_at, id, count: upper_count })
    return 1 + (await split(tx, place, { created_at, id, count: upper_count })) + (await split(tx, place, lower))
  }

  /** Keeps the marks of one filter, under which some rows were added or taken away. */
  const moveMarks = async (tx: ChangeTx, { company_id, filter, count, marks }: Counted, rows: readonly Shifted[]) => {
    const place = { company_id, list, filter }
    if (marks === 0) {
      if (count <= longest_stretch) return
      const whole = { ...TOP, count }
      insert.post(tx, { ...place, ...whole })
      return addMarks.post(tx, { ...place, marks: 1 + (await split(tx, place, whole)) })
    }
    let added = 0
    for (let next = 0; next < rows.length; ) {
      const { created_at, id, by } = rows[next++]!
      const [stretch] = await change.all(tx, { ...place, created_at, id, change: by })
      // Those that follow are further up: what is not above the same mark belongs to it as well.
      let more = 0
      while (next < rows.length && !isAbove(rows[next]!, stretch!)) more += rows[next++]!.by
      const grown = { ...stretch!, count: stretch!.count + more }
      if (more !== 0) save.post(tx, { ...place, ...grown })
      added += await split(tx, place, grown)
    }
    if (added > 0) addMarks.post(tx, { ...place, marks: added })
  }

  const moved: Gathering<MovedRow> = {
    tables: ['list_counts', 'list_marks'],
    is_last: true,
    async write(tx, moves) {
      const shifts = shiftsOf(moves)
      const counts = await applyMoves(tx, moves)
      // Side by side: each filter has marks of its own.
      await Promise.all(
        counts.map((counted) => moveMarks(tx, counted, shifts.get(`${counted.company_id} ${counted.filter}`) ?? [])),
      )
    },
  }

  return {
    move(tx, { company_id, created_at, id }, before, after) {
      tx.gather(moved, { company_id, list, created_at, id, before, after })
    },

    async locate(tx, { company_id, filter }, offset) {
      const { count: total, marks } = await readCounted(tx, company_id, list, filter)
      if (total <= offset) return { total, start: undefined }
      if (offset === 0) return { total, start: TOP }
      const place = { company_id, list, filter }
      let from: ListKey = TOP
      let skip = offset
      if (marks > 0 && offset > longest_stretch) {
        for (const mark of await listMarks.all(tx, place)) {
          from = mark
          if (skip < mark.count) break
          skip -= mark.count
        }
      }
      return { total, start: await findKey(tx, place, from, skip) }
    },
  }
}

/** By how much a row changes the number of those under a filter. */
interface Shifted extends ListKey {
  by: number
}

/** The rows that were added or taken away under each filter of each company, those furthest down first. */
function shiftsOf(moves: readonly MovedRow[]): Map<string, Shifted[]> {
  const by_filter = new Map<string, Map<string, Shifted>>()
  for (const { company_id, created_at, id, before, after } of moves) {
    const shift = (filter: string, by: number) => {
      const name = `${company_id} ${filter}`
      let rows = by_filter.get(name)
      if (!rows) by_filter.set(name, (rows = new Map()))
      const row = rows.get(id)
      if (row) row.by += by
      else rows.set(id, { created_at, id, by })
    }
    for (const filter of before) shift(filter, -1)
    for (const filter of after) shift(filter, 1)
  }
  const inOrder = (rows: Map<string, Shifted>) =>
    [...rows.values()].filter(({ by }) => by !== 0).sort((a, b) => (isAbove(a, b) ? 1 : -1))
  return new Map([...by_filter].map(([name, rows]) => [name, inOrder(rows)]))
}

const isAbove = (a: ListKey, b: ListKey) => (a.created_at === b.created_at ? a.id > b.id : a.created_at > b.created_at)
