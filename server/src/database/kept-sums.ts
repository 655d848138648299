// Sums of amounts, or of minutes, kept with the rows instead of added up at each request: what the home page shows costs the same with ten
// invoices and with a million. Whoever changes a row moves its share; what all transactions of a commit move is written once.
import type { CompanyId } from '../kernel/ids.ts'
import type { Gathering, Tx, WriteTx } from './database.ts'
import { insertRows, statement } from './statement.ts'
import type { KeptSumsTable } from './tables.ts'
import { startingWith } from './text-range.ts'

/** The sums that there are; what their keys are made of is said where shares are made. */
export type SumName = 'drafts' | 'open' | 'quotes_waiting' | 'paid' | 'time'

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

interface Moved extends Share {
  company_id: CompanyId
  count: 1 | -1
}

const MILLION = 1_000_000

const addToSums = insertRows('kept_sums', (insert) =>
  insert.onConflict((conflict) =>
    conflict.columns(['company_id', 'name', 'key']).doUpdateSet((eb) => ({
      count: eb('kept_sums.count', '+', eb.ref('excluded.count')),
      millions: eb('kept_sums.millions', '+', eb.ref('excluded.millions')),
      rest: eb('kept_sums.rest', '+', eb.ref('excluded.rest')),
    })),
  ),
)

const moves: Gathering<Moved> = {
  tables: ['kept_sums'],
  async write(tx, moved) {
    const rows = new Map<string, KeptSumsTable>()
    for (const { company_id, name, key, amount, count } of moved) {
      const id = `${company_id} ${name} ${key}`
      let row = rows.get(id)
      if (!row) rows.set(id, (row = { company_id, name, key, count: 0, millions: 0, rest: 0 }))
      const millions = Math.trunc(amount / MILLION)
      row.count += count
      row.millions += count * millions
      row.rest += count * (amount - millions * MILLION)
    }
    // In one order, whatever the rows: where transactions run side by side, two of them never wait for each other.
    const changed = [...rows.keys()].sort().map((id) => rows.get(id)!)
    await addToSums(
      tx,
      changed.filter(({ count, millions, rest }) => count !== 0 || millions !== 0 || rest !== 0),
    )
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
  if (before) tx.gather(moves, { ...before, company_id, count: -1 })
  if (after) tx.gather(moves, { ...after, company_id, count: 1 })
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
