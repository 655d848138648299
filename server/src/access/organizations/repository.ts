// All SQL of organizations.

import type { OrganizationId } from '../../kernel/ids.ts'
import type { Tx, WriteTx } from '../../sql/database.ts'
import { statement } from '../../sql/statement.ts'
import type { OrganizationsTable } from './table.ts'

const insert = statement<OrganizationsTable>()((db, p) =>
  db.insertInto('organizations').values({ id: p.id, name: p.name, created_at: p.created_at }),
)

const find = statement<{ id: OrganizationId }>()((db, p) => db.selectFrom('organizations').selectAll().where('id', '=', p.id))

const saveName = statement<{ id: OrganizationId; name: string }>()((db, p) =>
  db.updateTable('organizations').set({ name: p.name }).where('id', '=', p.id),
)

const findAny = statement<object>()((db) => db.selectFrom('organizations').select('id').limit(1))

const insertFirst = statement<{ organization_id: OrganizationId }>()((db, p) =>
  db
    .insertInto('installation')
    .values({ id: 1, organization_id: p.organization_id })
    .onConflict((first) => first.column('id').doNothing()),
)

const findFirst = statement<object>()((db) => db.selectFrom('installation').select('organization_id'))

/** A row that always exists: only the transaction that holds its lock fills an empty database. */
const lockSchema = statement<{ id: number }>()((db, p, dialect) =>
  dialect.forUpdate(db.selectFrom('migrations').select('id').where('id', '=', p.id)),
)

/** Makes other processes that would fill an empty database wait until this transaction ends. */
export const lockFirstStart = (tx: WriteTx) => lockSchema.first(tx, { id: 1 })

export async function insertOrganization(tx: WriteTx, organization: OrganizationsTable): Promise<void> {
  insert.post(tx, organization)
  markFirst(tx, organization.id)
}

/** Notes an organization as the first of the installation, unless there was one before. */
export const markFirst = (tx: WriteTx, organization_id: OrganizationId) => insertFirst.post(tx, { organization_id })

/** Whether an organization is the first of the installation: its owners see what belongs to no organization. */
export async function isFirstOrganization(tx: Tx, id: OrganizationId): Promise<boolean> {
  return (await findFirst.first(tx, {}))?.organization_id === id
}

export async function findOrganization(tx: Tx, id: OrganizationId): Promise<OrganizationsTable | undefined> {
  return find.first(tx, { id })
}

export const saveOrganizationName = (tx: WriteTx, id: OrganizationId, name: string) => saveName.post(tx, { id, name })

/** Whether the database has an organization at all; if not, this is a first start. */
export async function hasOrganization(tx: Tx): Promise<boolean> {
  return (await findAny.first(tx, {})) !== undefined
}
