// Sums of amounts, or of minutes, kept with the rows instead of added up at each request: what the home page shows costs the same with ten
// invoices and with a million. Code that changes a row moves its share; what all transactions of a commit move is written once.
import type { CompanyId } from '../kernel/ids.ts'
import type { Gathering, Tx, WriteTx } from '../sql/database.ts'
import { insertRows, statement } from '../sql/statement.ts'
import { startingWith } from '../sql/text-range.ts'
import { driftTopic } from './drift.ts'
import { type KeptSumsTable, kept_sums } from './table.ts'

/** The sums that there are; what their keys are made of is said where shares are made. */
export type SumName = 'drafts' | 'open' | 'quotes_waiting' | 'paid' | 'refunded' | 'time' | 'unbilled'

/** What a row counts for: its amount, under one key of one sum. */
export interface Share {
  name: SumName
  key: string
  amount: number
}

/** What a sum comes to under one key. */
export interface KeptSum {
  key: string
  /** How many rows are in it. */
  count: number
  amount: bigint
}

/** What rows add to a sum, or take from it: how many they are, and their amounts in the two parts that are kept. */
export type Part = Pick<KeptSumsTable, 'count' | 'millions' | 'rest'>

const MILLION = 1_000_000

const addToSums = insertRows(kept_sums, (insert) =>
  insert
    .onConflict((conflict) =>
      conflict.columns(['company_id', 'name', 'key']).doUpdateSet((eb) => ({
        count: eb('kept_sums.count', '+', eb.ref('excluded.count')),
        millions: eb('kept_sums.millions', '+', eb.ref('excluded.millions')),
        rest: eb('kept_sums.rest', '+', eb.ref('excluded.rest')),
      })),
    )
    .returning(['company_id', 'name', 'key', 'count']),
)

const moves: Gathering<KeptSumsTable> = {
  tables: ['kept_sums'],
  async write(tx, moved, notify) {
    const rows = new Map<string, KeptSumsTable>()
    for (const { company_id, name, key, count, millions, rest } of moved) {
      const id = `${company_id} ${name} ${key}`
      let row = rows.get(id)
      if (!row) rows.set(id, (row = { company_id, name, key, count: 0, millions: 0, rest: 0 }))
      row.count += count
      row.millions += millions
      row.rest += rest
    }
    // In one order, whatever the rows: where transactions run side by side, two of them never wait for each other.
    const changed = [...rows.keys()].sort().map((id) => rows.get(id)!)
    const kept = await addToSums(
      tx,
      changed.filter(({ count, millions, rest }) => count !== 0 || millions !== 0 || rest !== 0),
    )
    for (const { company_id, name, key, count } of kept) {
      if (count < 0) notify(driftTopic({ company_id, figure: name, cell: key }))
    }
  },
}

const list = statement<{ company_id: CompanyId; name: SumName; from: string; until: string }>()((db, p) =>
  db
    .selectFrom('kept_sums')
    .select(['key', 'count', 'millions', 'rest'])
    .where('company_id', '=', p.company_id)
    .where('name', '=', p.name)
    .where('key', '>=', p.from)
    .where('key', '<', p.until)
    .orderBy('key'),
)

/** Moves a row's share from what it was to what it is; undefined stands for a row that counts for nothing. */
export function moveShare(tx: WriteTx, company_id: CompanyId, before: Share | undefined, after: Share | undefined): void {
  if (before && after && before.name === after.name && before.key === after.key && before.amount === after.amount) return
  if (before) take(tx, company_id, before.name, before.key, partOf(before.amount))
  if (after) add(tx, company_id, after.name, after.key, partOf(after.amount))
}

/** Moves what several rows count for together from one key of a sum to another. */
export function movePart(tx: WriteTx, company_id: CompanyId, name: SumName, from: string, to: string, part: Part): void {
  if (from === to) return
  take(tx, company_id, name, from, part)
  add(tx, company_id, name, to, part)
}

/** What one row adds to a sum. */
export function partOf(amount: number): Part {
  const millions = Math.trunc(amount / MILLION)
  return { count: 1, millions, rest: amount - millions * MILLION }
}

/** Adds to what is kept under a key, which may not be there yet. */
export const addToSum = (tx: WriteTx, row: KeptSumsTable) => addToSums(tx, [row])

function add(tx: WriteTx, company_id: CompanyId, name: SumName, key: string, { count, millions, rest }: Part): void {
  tx.gather(moves, { company_id, name, key, count, millions, rest })
}

function take(tx: WriteTx, company_id: CompanyId, name: SumName, key: string, { count, millions, rest }: Part): void {
  add(tx, company_id, name, key, { count: -count, millions: -millions, rest: -rest })
}

/** What a sum comes to under each key that begins with `prefix` and that rows are in, in the order of the keys. */
export async function readSums(tx: Tx, company_id: CompanyId, name: SumName, prefix = ''): Promise<KeptSum[]> {
  const rows = await list.all(tx, { company_id, name, ...startingWith(prefix) })
  return rows.filter(({ count }) => count > 0).map(keptSum)
}

/** The sum of a row of `kept_sums`. */
export function keptSum({ key, count, millions, rest }: Omit<KeptSumsTable, 'company_id' | 'name'>): KeptSum {
  return { key, count, amount: BigInt(millions) * BigInt(MILLION) + BigInt(rest) }
}
