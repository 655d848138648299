// All SQL of the audit log.
import { sql } from 'kysely'
import type { OrganizationId } from '../../kernel/ids.ts'
import type { Tx, WriteTx } from '../../sql/database.ts'
import { insertRows, isLike, statement, statementFamily } from '../../sql/statement.ts'
import { CUTTABLE_METHODS, isCuttable } from './anchor.ts'
import { type AuditAnchorsTable, type AuditLogTable, audit_log, type StoredEntry } from './table.ts'

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

/** The filters of the log. The bounds of sequence and status are always there. */
export interface EntryFilter {
  organization_id: Chain
  /** The sequences between which the rows are; the bounds are excluded. */
  before: number
  after: number
  lowest_status: number
  highest_status: number
  from?: string | undefined
  to?: string | undefined
  method?: string | undefined
  api_key_id?: string | undefined
  user_id?: string | undefined
  company_id?: string | undefined
  /** A LIKE pattern. */
  path?: string | undefined
  limit: number
}

const OPTIONAL = ['from', 'to', 'method', 'api_key_id', 'user_id', 'company_id', 'path'] as const
type FilterShape = Record<(typeof OPTIONAL)[number] | 'is_failure', boolean>
/** From this status on the request was refused or failed: these rows have an index of their own. */
const LOWEST_FAILURE = 400

const listNewest = statementFamily<FilterShape, Required<EntryFilter>>()((db, p, shape) => {
  // The sequences are found first, so that only the index with the filter's columns is read; names are joined only for rows that are shown.
  let places = db
    .selectFrom('audit_log')
    .select('sequence')
    .where('organization_id', '=', p.organization_id)
    .where('sequence', '<', p.before)
    .where('sequence', '>', p.after)
    .where('status', '>=', p.lowest_status)
    .where('status', '<=', p.highest_status)
  // In the text of the statement, so that the index of failures is seen to fit.
  if (shape.is_failure) places = places.where('status', '>=', sql.lit(LOWEST_FAILURE))
  if (shape.from) places = places.where('created_at', '>=', p.from as string)
  if (shape.to) places = places.where('created_at', '<', p.to as string)
  if (shape.method) places = places.where('method', '=', p.method as string)
  if (shape.api_key_id) places = places.where('api_key_id', '=', p.api_key_id as string)
  if (shape.user_id) places = places.where('user_id', '=', p.user_id as string)
  if (shape.company_id) places = places.where('company_id', '=', p.company_id as string)
  if (shape.path) places = places.where(isLike('path', p.path as string))
  return db
    .selectFrom(places.orderBy('sequence', 'desc').limit(p.limit).as('found'))
    .innerJoin('audit_log', (join) =>
      join.onRef('audit_log.sequence', '=', 'found.sequence').on('audit_log.organization_id', '=', p.organization_id),
    )
    .leftJoin('users', (join) =>
      join.onRef('users.organization_id', '=', 'audit_log.organization_id').onRef('users.id', '=', 'audit_log.user_id'),
    )
    .leftJoin('api_keys', (join) =>
      join.onRef('api_keys.organization_id', '=', 'audit_log.organization_id').onRef('api_keys.id', '=', 'audit_log.api_key_id'),
    )
    .selectAll('audit_log')
    .select(['users.name as user_name', 'api_keys.name as api_key_name'])
    .orderBy('found.sequence', 'desc')
})

const findMomentFrom = statement<{ organization_id: Chain; sequence: number }>()((db, p) =>
  db
    .selectFrom('audit_log')
    .select('created_at')
    .where('organization_id', '=', p.organization_id)
    .where('sequence', '>=', p.sequence)
    .orderBy('sequence')
    .limit(1),
)

const listAnchorsFrom = statement<{ organization_id: Chain; sequence: number; limit: number }>()((db, p) =>
  db
    .selectFrom('audit_anchors')
    .selectAll()
    .where('organization_id', '=', p.organization_id)
    .where('first_sequence', '>=', p.sequence)
    .orderBy('first_sequence')
    .limit(p.limit),
)

const findLastAnchorRow = statement<{ organization_id: Chain }>()((db, p) =>
  db
    .selectFrom('audit_anchors')
    .select('last_sequence')
    .where('organization_id', '=', p.organization_id)
    .orderBy('first_sequence', 'desc')
    .limit(1),
)

const insertAnchorRow = statement<AuditAnchorsTable>()((db, p) =>
  db.insertInto('audit_anchors').values({
    organization_id: p.organization_id,
    first_sequence: p.first_sequence,
    last_sequence: p.last_sequence,
    cut_entries: p.cut_entries,
    gaps: p.gaps,
    cut_at: p.cut_at,
    signature: p.signature,
  }),
)

const removeRun = statement<{ organization_id: Chain; first: number; last: number }>()((db, p, dialect) =>
  db
    .deleteFrom(dialect.outsideSegments('audit_log'))
    .where('organization_id', '=', p.organization_id)
    .where('sequence', '>=', p.first)
    .where('sequence', '<=', p.last),
)

const removeCut = statement<{ organization_id: Chain; first: number; last: number }>()((db, p, dialect) =>
  db
    .deleteFrom(dialect.outsideSegments('audit_log'))
    .where('organization_id', '=', p.organization_id)
    .where('sequence', '>=', p.first)
    .where('sequence', '<=', p.last)
    .where((row) => row.or([row('status', '>=', LOWEST_FAILURE), row('method', 'in', CUTTABLE_METHODS)])),
)

const listChainsInAnchors = statement<object>()((db) => db.selectFrom('audit_anchors').select('organization_id').distinct())
const listChainsInLog = statement<object>()((db) => db.selectFrom('audit_log').select('organization_id').distinct())
const listChainsInHeads = statement<object>()((db) => db.selectFrom('audit_heads').select('organization_id'))

const insertCuttable = insertRows(audit_log)
const insertLasting = insertRows(audit_log, undefined, 'outside segments')

/** Adds rows: those that are kept forever outside of segments, so that each segment can be dropped as a whole. */
export async function insertEntries(tx: WriteTx, rows: readonly AuditLogTable[]): Promise<void> {
  await insertLasting(
    tx,
    rows.filter((row) => !isCuttable(row)),
  )
  await insertCuttable(tx, rows.filter(isCuttable))
}

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
export function listEntriesAfter(tx: Tx, organization_id: Chain, sequence: number, limit: number): Promise<StoredEntry[]> {
  return listAfter.all(tx, { organization_id, sequence, limit })
}

/** A row of the log, with the names of its ids. */
export type NamedEntry = AuditLogTable & { user_name: string | null; api_key_name: string | null }

/** Rows of an organization's log, newest first. */
export function listNewestEntries(tx: Tx, filter: EntryFilter): Promise<NamedEntry[]> {
  const shape = { is_failure: filter.lowest_status >= LOWEST_FAILURE } as FilterShape
  for (const name of OPTIONAL) shape[name] = filter[name] !== undefined
  return listNewest(shape).all(tx, filter as Required<EntryFilter>)
}

/**
 * The first sequence whose request started at `moment` or later, as far as sequences follow time; one more than `last` if there is none.
 */
export async function findSequenceAt(tx: Tx, organization_id: Chain, moment: string, last: number): Promise<number> {
  let [low, high] = [1, last + 1]
  while (low < high) {
    const sequence = Math.floor((low + high) / 2)
    const row = await findMomentFrom.first(tx, { organization_id, sequence })
    if (row && row.created_at < moment) low = sequence + 1
    else high = sequence
  }
  return low
}

/** The next anchors of a chain, from the one that starts at `sequence` or later. */
export function listAnchors(tx: Tx, organization_id: Chain, sequence: number, limit: number): Promise<AuditAnchorsTable[]> {
  return listAnchorsFrom.all(tx, { organization_id, sequence, limit })
}

/** The last sequence that retention has checked; 0 for none. */
export async function findLastAnchored(tx: Tx, organization_id: Chain): Promise<number> {
  return (await findLastAnchorRow.first(tx, { organization_id }))?.last_sequence ?? 0
}

export const insertAnchor = (tx: WriteTx, anchor: AuditAnchorsTable) => insertAnchorRow.post(tx, anchor)

/** Removes the entries from `first` to `last`, both included, that are in no segment; an anchor must cover them. */
export const removeEntries = (tx: WriteTx, organization_id: Chain, first: number, last: number) =>
  removeRun.post(tx, { organization_id, first, last })

/** Removes what an anchor of an import says was cut: at its source it may still have waited for its segment to be dropped. */
export const removeAnchored = (tx: WriteTx, { organization_id, first_sequence, last_sequence }: AuditAnchorsTable) =>
  removeCut.post(tx, { organization_id, first: first_sequence, last: last_sequence })

/** All chains that have rows, a head or anchors; a chain with only some of these has been tampered with. */
export async function listChains(tx: Tx): Promise<Chain[]> {
  const rows = [
    ...(await listChainsInLog.all(tx, {})),
    ...(await listChainsInHeads.all(tx, {})),
    ...(await listChainsInAnchors.all(tx, {})),
  ]
  return [...new Set(rows.map((row) => row.organization_id))].sort()
}

const findAnchor = statement<object>()((db) => db.selectFrom('audit_anchors').select('first_sequence').limit(1))

/** Whether entries were removed: the anchors that replace them are signed with the key of the service. */
export const hasAnchors = async (tx: Tx) => (await findAnchor.first(tx, {})) !== undefined
