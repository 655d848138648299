// What deliveries still need of events, for their retention (events/retention.ts): those that are pending, and those not looked through yet.
import type { CompanyId, EventId } from '../../kernel/ids.ts'
import { statement } from '../../sql/statement.ts'
import type { EventHolds } from '../events/retention.ts'

const findLowest = statement<{ company_id: CompanyId }>()((db, p) =>
  db
    .selectFrom('webhook_endpoints')
    .select((columns) => columns.fn.min('fanned_out_to').as('position'))
    .where('company_id', '=', p.company_id)
    .where('status', '=', 'enabled')
    .where('deleted_at', 'is', null),
)

const listPending = statement<{ company_id: CompanyId; bound: EventId }>()((db, p) =>
  db
    .selectFrom('webhook_deliveries')
    .select('event_id')
    .where('company_id', '=', p.company_id)
    .where('due_at_ms', 'is not', null)
    .where('event_id', '<', p.bound),
)

export const eventHolds: EventHolds = {
  async lowestPosition(tx, company_id) {
    const position = (await findLowest.first(tx, { company_id }))?.position
    return position === null || position === undefined ? undefined : Number(position)
  },
  async heldBelow(tx, company_id, bound) {
    const rows = await listPending.all(tx, { company_id, bound: bound as EventId })
    return new Set(rows.map(({ event_id }) => event_id))
  },
  held: (rows) =>
    `SELECT event.ctid FROM webhook_deliveries AS delivery JOIN ${rows} AS event
      ON event.company_id = delivery.company_id AND event.id = delivery.event_id WHERE delivery.due_at_ms IS NOT NULL`,
}
