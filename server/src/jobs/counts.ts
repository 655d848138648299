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

const findNextKind = statement<{ after: string }>()((db, p) =>
  db
    .selectFrom('jobs')
    .select('kind')
    .where('kind', '>', p.after)
    .where('state', '=', PENDING!)
    .orderBy('kind')
    .limit(sql.lit(1)),
)

const findLastFinished = statement<{ state: 'pending' | 'done' }>()((db, p) =>
  db
    .selectFrom('jobs')
    .select('finished_at')
    .where('state', '=', p.state)
    .where('finished_at', 'is not', null)
    .orderBy('finished_at', 'desc')
    .limit(sql.lit(1)),
)

/** The kinds that have pending jobs, recurring ones included. */
export async function listPendingKinds(tx: Tx): Promise<string[]> {
  const kinds: string[] = []
  for (;;) {
    const next = await findNextKind.first(tx, { after: kinds.at(-1) ?? '' })
    if (!next) return kinds
    kinds.push(next.kind)
  }
}

/** When a job last succeeded, as a timestamp; undefined if none ever did. */
export async function lastFinishedJob(tx: Tx): Promise<string | undefined> {
  // Recurring work is pending again when it has succeeded.
  const found = await Promise.all((['pending', 'done'] as const).map((state) => findLastFinished.first(tx, { state })))
  return found
    .flatMap((row) => row?.finished_at ?? [])
    .sort()
    .at(-1)
}
