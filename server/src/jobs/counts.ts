// How many jobs wait or have failed, of all companies, for metrics and `quoin doctor`. Counted up to a bound: a long queue costs no more.
import { sql } from 'kysely'
import type { Tx } from '../sql/database.ts'
import { literals, statement } from '../sql/statement.ts'

/** Counts of jobs stop here. */
export const MOST_COUNTED = 1_000

const [PENDING, FAILED] = literals('pending', 'failed')

const countPending = statement<{ kind: string; until_ms: number }>()((db, p) =>
  db
    .selectFrom((waiting) =>
      waiting
        .selectFrom('jobs')
        .select('kind')
        .where('kind', '=', p.kind)
        .where('state', '=', PENDING!)
        .where('due_at_ms', '<=', p.until_ms)
        .limit(sql.lit(MOST_COUNTED))
        .as('waiting'),
    )
    .select((eb) => eb.fn.countAll<number>().as('count')),
)

const countFailed = statement<object>()((db) =>
  db
    .selectFrom((failed) =>
      failed
        .selectFrom('jobs')
        .select('kind')
        .where('state', '=', FAILED!)
        .where('finished_at', 'is not', null)
        .limit(sql.lit(MOST_COUNTED))
        .as('failed'),
    )
    .select((eb) => ['kind', eb.fn.countAll<number>().as('count')])
    .groupBy('kind'),
)

/** The jobs of a kind that are pending and due by a time. */
export const countPendingJobs = async (tx: Tx, kind: string, until_ms: number): Promise<number> =>
  Number((await countPending.first(tx, { kind, until_ms }))!.count)

/** The jobs that have failed for good, by kind; kinds without one are left out. */
export const countFailedJobs = (tx: Tx): Promise<{ kind: string; count: number }[]> => countFailed.all(tx, {})
