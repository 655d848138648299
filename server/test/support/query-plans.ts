// How each engine would run a statement: which indexes it walks, and where it reads or sorts more than it should.
import type { Engine, Tx } from '../../src/sql/database.ts'

export interface Plan {
  /**
   * The indexes that rows are looked up in or walked by: their names, and `key of <table>` for the one of a primary key. Undefined where the
   * choice follows the rows that there are, which are few in tests.
   */
  indexes: string[] | undefined
  /** The steps that read a whole table, or that sort. */
  costly: string[]
}

export type ReadPlan = (tx: Tx, sql: string, values: readonly unknown[]) => Promise<Plan>

/** For each engine; `tx` must be a snapshot (`Database.read`), since PostgreSQL is told things for it. */
export const readPlan: Record<Engine, ReadPlan> = {
  async sqlite(tx, sql, values) {
    const { rows } = await tx.execute({ sql: `EXPLAIN QUERY PLAN ${sql}`, returns_rows: true }, [...values])
    const steps = (rows as { detail: string }[]).map(({ detail }) => detail)
    return {
      indexes: steps.flatMap((step) => indexOf(step) ?? []),
      costly: [
        ...steps.filter((step) => (step.startsWith('SCAN ') && !MADE_ROWS.test(step)) || step.startsWith('USE TEMP B-TREE')),
        ...(PLACE.test(sql) && !SORTED.test(sql) && !steps.some((step) => ENTERED_AT_PLACE.test(step))
          ? ['NOT ENTERED AT THE PLACE']
          : []),
      ],
    }
  },
  async postgres(tx, sql, values) {
    // Tables of a few rows are read whole, and sorted, when that is allowed.
    for (const costly of ['seqscan', 'bitmapscan', 'sort']) {
      await tx.execute({ sql: `SET LOCAL enable_${costly} = off`, returns_rows: false }, [])
    }
    const { rows } = await tx.execute({ sql: `EXPLAIN (COSTS OFF) ${sql}`, returns_rows: true }, [...values])
    const steps = (rows as Record<string, string>[]).map((row) => row['QUERY PLAN']!.replace(/^[ >-]+/, ''))
    const isCostly = (step: string, index: number) =>
      /^(Seq Scan on|(Incremental )?Sort$)/.test(step) && !SORT_OF_NOTHING.test(steps.slice(index, index + 5).join('\n'))
    return { indexes: undefined, costly: steps.filter(isCostly) }
  },
}

/** Only rows beyond the place of one, by several columns. */
const PLACE = /\([\w.", ]+\) [<>]=? \(\?(, \?)+\)/
const ENTERED_AT_PLACE = /\([\w,]+\)[<>]\(\?/
/** All rows are read and sorted. */
const SORTED = /order by coalesce\((.+), \1\)/

/** Of a table in segments PostgreSQL sees, from the values, that no row can be between two bounds. */
const SORT_OF_NOTHING = /^Sort\n(Disabled: true\n)?Sort Key: .*\nResult\nOne-Time Filter: false/

/** Rows that the statement itself made: those of a subquery, by its alias, which is no table's name, or values. */
const MADE_ROWS = /^SCAN (CONSTANT ROW|\d+-ROW VALUES CLAUSE|of_type_\d+|found|\(subquery-\d+\))/

function indexOf(step: string): string | undefined {
  const index = /USING (?:COVERING )?INDEX (\w+)/.exec(step)?.[1]
  const key_of = /^sqlite_autoindex_(\w+)_1$/.exec(index ?? '')?.[1] ?? /^SEARCH (\w+) USING PRIMARY KEY/.exec(step)?.[1]
  return key_of === undefined ? index : `key of ${key_of}`
}
