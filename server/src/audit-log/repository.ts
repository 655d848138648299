// All SQL of the audit log.
import type { Tx, WriteTx } from '../database/database.ts'
import { insertRows, isLike, statement, statementFamily } from '../database/statement.ts'
import type { AuditLogTable } from '../database/tables.ts'
import type { OrganizationId } from '../kernel/ids.ts'

type Chain = OrganizationId | ''

const findHeadRow = statement<{ organization_id: Chain }>()((db, p) =>
  db.selectFrom('audit_heads').select(['sequence', 'hash']).where('organization_id', '=', p.organization_id),
)

const lockHeadRow = statement<{ organization_id: Chain }>()((db, p, dialect) =>
  dialect.forUpdate(db.selectFrom('audit_heads').select(['sequence', 'hash']).where('organization_id', '=', p.organization_id)),
)

const insertHead = statement<{ organization_id: Chain; sequence: number; hash: string }>()((db, p) =>
  db
    .insertInto('audit_heads')
    .values({ organization_id: p.organization_id, sequence: p.sequence, hash: p.hash })
    .onConflict((head) => head.column('organization_id').doNothing()),
)

const saveHeadRow = statement<{ organization_id: Chain; sequence: number; hash: string }>()((db, p) =>
  db.updateTable('audit_heads').set({ sequence: p.sequence, hash: p.hash }).where('organization_id', '=', p.organization_id),
)

const listAfter = statement<{ organization_id: Chain; sequence: number; limit: number }>()((db, p) =>
  db
    .selectFrom('audit_log')
    .selectAll()
    .where('organization_id', '=', p.organization_id)
    .where('sequence', '>', p.sequence)
    .orderBy('sequence')
    .limit(p.limit),
)

/** What a page of the log is asked for by. `from`, `to`, and the bounds of the status are always there. */
export interface EntryFilter {
  organization_id: OrganizationId
  /** The sequence that the page comes before. */
  before: number
  from: string
  to: string
  lowest_status: number
  highest_status: number
  method?: string | undefined
  api_key_id?: string | undefined
  company_id?: string | undefined
  /** A LIKE pattern. */
  path?: string | undefined
  limit: number
}

interface FilterShape {
  method: boolean
  api_key_id: boolean
  company_id: boolean
  path: boolean
}

const listNewest = statementFamily<FilterShape, Required<EntryFilter>>()((db, p, shape) => {
  let query = db
    .selectFrom('audit_log')
    .selectAll()
    .where('organization_id', '=', p.organization_id)
    .where('sequence', '<', p.before)
    .where('created_at', '>=', p.from)
    .where('created_at', '<', p.to)
    .where('status', '>=', p.lowest_status)
    .where('status', '<=', p.highest_status)
  if (shape.method) query = query.where('method', '=', p.method as string)
  if (shape.api_key_id) query = query.where('api_key_id', '=', p.api_key_id as string)
  if (shape.company_id) query = query.where('company_id', '=', p.company_id as string)
  if (shape.path) query = query.where(isLike('path', p.path as string))
  return query.orderBy('sequence', 'desc').limit(p.limit)
})

const listChainsInLog = statement<object>()((db) => db.selectFrom('audit_log').select('organization_id').distinct())
const listChainsInHeads = statement<object>()((db) => db.selectFrom('audit_heads').select('organization_id'))

export const insertEntries = insertRows('audit_log')

export async function findHead(tx: Tx, organization_id: Chain): Promise<{ sequence: number; hash: string } | undefined> {
  return findHeadRow.first(tx, { organization_id })
}

/** The end of a chain, which no other transaction appends to until this one ends. A chain without an end gets one: `genesis` before its first row. */
export async function lockHead(
  tx: WriteTx,
  organization_id: Chain,
  genesis: string,
): Promise<{ sequence: number; hash: string }> {
  const head = await lockHeadRow.first(tx, { organization_id })
  if (head) return head
  insertHead.post(tx, { organization_id, sequence: 0, hash: genesis })
  return (await lockHeadRow.first(tx, { organization_id }))!
}

export const saveHead = (tx: WriteTx, organization_id: Chain, sequence: number, hash: string) =>
  saveHeadRow.post(tx, { organization_id, sequence, hash })

/** The next rows of a chain after `sequence`, oldest first. */
export function listEntriesAfter(tx: Tx, organization_id: Chain, sequence: number, limit: number): Promise<AuditLogTable[]> {
  return listAfter.all(tx, { organization_id, sequence, limit })
}

/** A page of an organization's log, newest first. */
export function listNewestEntries(tx: Tx, filter: EntryFilter): Promise<AuditLogTable[]> {
  const shape = {
    method: filter.method !== undefined,
    api_key_id: filter.api_key_id !== undefined,
    company_id: filter.company_id !== undefined,
    path: filter.path !== undefined,
  }
  return listNewest(shape).all(tx, filter as Required<EntryFilter>)
}

/** All chains that have rows or a head; a chain of which only one is left has been tampered with. */
export async function listChains(tx: Tx): Promise<Chain[]> {
  const rows = [...(await listChainsInLog.all(tx, {})), ...(await listChainsInHeads.all(tx, {}))]
  return [...new Set(rows.map((row) => row.organization_id))].sort()
}
