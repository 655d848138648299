// How each engine would run a statement: which indexes it walks, and what of it reads or sorts more than it should.
import type { Engine, Tx } from '../../src/database/database.ts'

export interface Plan {
  /** The indexes that rows are looked up in or walked by: their names, and `key of <table>` for the one of a primary key. */
  indexes: string[]
  /** The steps that read a whole table, or that sort. */
  costly: string[]
}

export type ReadPlan = (tx: Tx, sql: string, values: readonly unknown[]) => Promise<Plan>

/**
 * For each engine that the tests run on. PostgreSQL's: EXPLAIN with `enable_seqscan = off`, as tables are small in tests; costly are
 * `Seq Scan on` a table and `Sort`.
 */
export const readPlan: Partial<Record<Engine, ReadPlan>> = {
  async sqlite(tx, sql, values) {
    const { rows } = await tx.execute({ sql: `EXPLAIN QUERY PLAN ${sql}`, returns_rows: true }, [...values])
    const steps = (rows as { detail: string }[]).map(({ detail }) => detail)
    return {
      indexes: steps.flatMap((step) => indexOf(step) ?? []),
      costly: steps.filter((step) => (step.startsWith('SCAN ') && !MADE_ROWS.test(step)) || step.startsWith('USE TEMP B-TREE')),
    }
  },
}

/** Rows that the statement itself made: those of a subquery, by its alias, which is no table's name, or values. */
const MADE_ROWS = /^SCAN (CONSTANT ROW|\d+-ROW VALUES CLAUSE|of_type_\d+|found|\(subquery-\d+\))/

function indexOf(step: string): string | undefined {
  const index = /USING (?:COVERING )?INDEX (\w+)/.exec(step)?.[1]
  const key_of = /^sqlite_autoindex_(\w+)_1$/.exec(index ?? '')?.[1] ?? /^SEARCH (\w+) USING PRIMARY KEY/.exec(step)?.[1]
  return key_of === undefined ? index : `key of ${key_of}`
}
