// The deliveries of one company that wait, for a clock that is moved: they are due by the steady time of the dispatcher.
import type { CompanyId } from '../../kernel/ids.ts'
import type { Tx, WriteTx } from '../../sql/database.ts'
import { statement } from '../../sql/statement.ts'
import { deliveriesTopic } from './notices.ts'
import { isBehind, listEnabledEndpoints } from './repository.ts'

const findNext = statement<{ company_id: CompanyId }>()((db, p) =>
  db
    .selectFrom('webhook_deliveries')
    .select((eb) => [eb.fn.min<number>('due_at_ms').as('due_at_ms'), eb.fn.max('lease').as('lease')])
    .where('company_id', '=', p.company_id)
    .where('due_at_ms', 'is not', null),
)

const move = statement<{ company_id: CompanyId; by_ms: number }>()((db, p) =>
  db
    .updateTable('webhook_deliveries')
    .set((delivery) => ({ due_at_ms: delivery('due_at_ms', '-', p.by_ms) }))
    .where('company_id', '=', p.company_id)
    .where('due_at_ms', 'is not', null)
    .where('lease', 'is', null),
)

const moveFailures = statement<{ company_id: CompanyId; by_ms: number }>()((db, p) =>
  db
    .updateTable('webhook_endpoints')
    .set((endpoint) => ({
      failing_since_ms: endpoint('failing_since_ms', '-', p.by_ms),
      failed_at_ms: endpoint('failed_at_ms', '-', p.by_ms),
    }))
    .where('company_id', '=', p.company_id)
    .where('failing_since_ms', 'is not', null),
)

/** The deliveries of a company, and how long its endpoints have been failing. `steady_ms` is the dispatcher's time. */
export const deliveryWaits = (steady_ms: () => number) => ({
  /** Milliseconds until the next is due: 0 or less while one is, or is being made; undefined: none waits. */
  async untilNext(tx: Tx, company_id: CompanyId): Promise<number | undefined> {
    if (await isBehind(tx, company_id)) return 0
    const next = await findNext.first(tx, { company_id })
    if (next?.due_at_ms == null) return undefined
    return next.lease === null ? next.due_at_ms - steady_ms() : 0
  },
  /** Makes those that wait due earlier. */
  async bringForward(tx: WriteTx, company_id: CompanyId, by_ms: number): Promise<void> {
    move.post(tx, { company_id, by_ms })
    moveFailures.post(tx, { company_id, by_ms })
    for (const { id } of await listEnabledEndpoints(tx, company_id))
      tx.notify(deliveriesTopic({ company_id, webhook_endpoint_id: id }))
  },
})
