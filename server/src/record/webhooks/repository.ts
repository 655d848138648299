// All SQL of webhook endpoints. That of deliveries is delivery-repository.ts.
import { sql } from 'kysely'
import type { CompanyId, WebhookEndpointId } from '../../kernel/ids.ts'
import type { Tx, WriteTx } from '../../sql/database.ts'
import { updateRow } from '../../sql/rows.ts'
import { insertRows, statement } from '../../sql/statement.ts'
import { type WebhookEndpointsTable, webhook_endpoints } from './table.ts'

interface OwnId {
  company_id: CompanyId
  id: WebhookEndpointId
}

const insert = insertRows(webhook_endpoints)
const update = updateRow(webhook_endpoints)

const find = statement<OwnId>()((db, p) =>
  db
    .selectFrom('webhook_endpoints')
    .selectAll()
    .where('company_id', '=', p.company_id)
    .where('id', '=', p.id)
    .where('deleted_at', 'is', null),
)

const list = statement<{ company_id: CompanyId }>()((db, p) =>
  db
    .selectFrom('webhook_endpoints')
    .selectAll()
    .where('company_id', '=', p.company_id)
    .where('deleted_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy(sql.ref('id'), 'desc'),
)

const listEnabled = statement<{ company_id: CompanyId }>()((db, p) =>
  db
    .selectFrom('webhook_endpoints')
    .selectAll()
    .where('company_id', '=', p.company_id)
    .where('status', '=', 'enabled')
    .where('deleted_at', 'is', null),
)

/** Companies with an enabled endpoint whose position is behind their newest event. */
const findBehind = statement<object>()((db) =>
  db
    .selectFrom('webhook_endpoints as endpoint')
    .innerJoin('event_heads as head', 'head.company_id', 'endpoint.company_id')
    .select('endpoint.company_id')
    .distinct()
    .where('endpoint.status', '=', 'enabled')
    .where('endpoint.deleted_at', 'is', null)
    .whereRef('head.sequence', '>', 'endpoint.fanned_out_to'),
)

const findIfBehind = statement<{ company_id: CompanyId }>()((db, p) =>
  db
    .selectFrom('webhook_endpoints as endpoint')
    .innerJoin('event_heads as head', 'head.company_id', 'endpoint.company_id')
    .select('endpoint.company_id')
    .where('endpoint.company_id', '=', p.company_id)
    .where('endpoint.status', '=', 'enabled')
    .where('endpoint.deleted_at', 'is', null)
    .whereRef('head.sequence', '>', 'endpoint.fanned_out_to')
    .limit(1),
)

const move = statement<{ company_id: CompanyId; from: number; to: number }>()((db, p) =>
  db
    .updateTable('webhook_endpoints')
    .set({ fanned_out_to: p.to })
    .where('company_id', '=', p.company_id)
    .where('status', '=', 'enabled')
    .where('deleted_at', 'is', null)
    .where('fanned_out_to', '=', p.from),
)

const findAnySecrets = statement<object>()((db) =>
  db.selectFrom('webhook_endpoints').select(['id', 'secrets']).where('deleted_at', 'is', null).limit(1),
)

const listKeys = statement<object>()((db) =>
  db.selectFrom('webhook_endpoints').select(['company_id', 'id as webhook_endpoint_id']),
)

/** All endpoints there ever were: deleted ones have deliveries still. */
export const listEndpointKeys = (tx: Tx) => listKeys.all(tx, {})
export const insertEndpoint = (tx: WriteTx, row: WebhookEndpointsTable) => insert(tx, [row])
export const saveEndpoint = (tx: WriteTx, row: WebhookEndpointsTable) => update.post(tx, row)
export const findEndpoint = (tx: Tx, company_id: CompanyId, id: WebhookEndpointId) => find.first(tx, { company_id, id })
/** All endpoints of a company, newest first. */
export const listEndpoints = (tx: Tx, company_id: CompanyId) => list.all(tx, { company_id })
/** The columns of a company's enabled endpoints that fanning out needs. */
export const listEnabledEndpoints = (tx: Tx, company_id: CompanyId) => listEnabled.all(tx, { company_id })
/** The companies with an enabled endpoint that is behind their events. */
export const companiesBehind = async (tx: Tx) => (await findBehind.all(tx, {})).map(({ company_id }) => company_id)
/** Whether a company has an enabled endpoint that is behind its events. */
export const isBehind = async (tx: Tx, company_id: CompanyId) => (await findIfBehind.first(tx, { company_id })) !== undefined
/** Moves the enabled endpoints of a company from the position `from` to the position `to`. */
export const moveEndpoints = (tx: WriteTx, company_id: CompanyId, from: number, to: number) =>
  move.post(tx, { company_id, from, to })
/** The sealed secrets of some endpoint, to see whether the key is the right one. */
export const findSomeSecrets = (tx: Tx) => findAnySecrets.first(tx, {})
