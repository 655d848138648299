// How many deliveries wait, of all companies, for metrics and `quoin doctor`. Counted up to a bound: a long queue costs no more.
import { sql } from 'kysely'
import type { Tx } from '../../sql/database.ts'
import { statement } from '../../sql/statement.ts'

/** The count of deliveries stops here. */
const MOST_COUNTED = 10_000

const count = statement<object>()((db) =>
  db
    .selectFrom((waiting) =>
      waiting
        .selectFrom('webhook_deliveries')
        .select('company_id')
        .where('due_at_ms', 'is not', null)
        .limit(sql.lit(MOST_COUNTED))
        .as('waiting'),
    )
    .select((eb) => eb.fn.countAll<number>().as('count')),
)

/** The deliveries that are pending: due, under way, or waiting for their next attempt. */
export const countPendingDeliveries = async (tx: Tx): Promise<number> => Number((await count.first(tx, {}))!.count)
