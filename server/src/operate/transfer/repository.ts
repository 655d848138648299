// The SQL of exports and imports: whole tables, page by page in the order of their keys, as it runs on either engine.
import { type InsertQueryBuilder, type RawBuilder, sql } from 'kysely'
import type { Tx, WriteTx } from '../../sql/database.ts'
import { isSegmented } from '../../sql/segments.ts'
import { insertRows, type Statement, statement, statementFamily } from '../../sql/statement.ts'
import type { Tables } from '../../sql/tables.ts'
import { ORGANIZATION_TABLES, type Row, TRANSFER_TABLES, type TransferTable } from './tables.ts'

interface PageShape {
  table: keyof Tables
  of_owner: boolean
  is_first: boolean
}

/** The parameters of a page: `owner`, `limit`, and `key0` … of the last row before it. */
type PageParams = Row

const byName = new Map(TRANSFER_TABLES.map((table) => [table.name, table]))

const pages = statementFamily<PageShape, PageParams>()((db, p, { table: name, of_owner, is_first }) => {
  const table = byName.get(name)!
  const columns = sql.join(Object.keys(table.columns).map((column) => sql.ref(column)))
  const key = pageKey(table, of_owner)
  const conditions: RawBuilder<unknown>[] = []
  if (of_owner) conditions.push(sql`${sql.ref(ownerColumn(table))} = ${p['owner']}`)
  if (!is_first) {
    const last = key.map((_, index) => sql`${p[`key${index}`]}`)
    conditions.push(sql`(${sql.join(key.map((column) => sql.ref(column)))}) > (${sql.join(last)})`)
  }
  const where = conditions.length > 0 ? sql`where ${sql.join(conditions, sql` and `)}` : sql``
  const order = key.length > 0 ? sql`order by ${sql.join(key.map((column) => sql.ref(column)))}` : sql``
  const query = sql<Row>`select ${columns} from ${sql.table(name)} ${where} ${order} limit ${p['limit']}`
  return { compile: () => query.compile(db) }
})

/** Whether a table's rows can be found by their owner. */
function ownerColumn(table: TransferTable): string {
  if (table.owner.of === 'database') throw new Error(`${table.name} belongs to no organization`)
  return table.owner.column
}

/** The key columns that order the rows of a page: the owner is the same in all of them. */
function pageKey(table: TransferTable, of_owner: boolean): readonly string[] {
  if (!of_owner) return table.key
  const column = ownerColumn(table)
  return table.key.filter((one) => one !== column)
}

/** The next `limit` rows of a table after the row `after`, in the order of its key; of one organization or company with `owner`. */
export function listPage(
  tx: Tx,
  table: TransferTable,
  owner: string | undefined,
  after: Row | undefined,
  limit: number,
): Promise<Row[]> {
  const of_owner = owner !== undefined
  const params: PageParams = { limit }
  if (of_owner) params['owner'] = owner
  if (after) for (const [index, column] of pageKey(table, of_owner).entries()) params[`key${index}`] = after[column]
  return pages({ table: table.name, of_owner, is_first: !after }).all(tx, params)
}

/** Whether there can be rows after a page of one owner: not where the owner is the whole key. */
export const hasPages = (table: TransferTable, owner: string | undefined) => pageKey(table, owner !== undefined).length > 0

const listMigrations = statement<object>()((db) => db.selectFrom('migrations').select('name').orderBy('id'))

/** The names of the migrations that made the schema, oldest first: the same on either engine. */
export async function schemaOf(tx: Tx): Promise<string[]> {
  return (await listMigrations.all(tx, {})).map(({ name }) => name)
}

/** The first table that has a row; undefined in an empty database. */
export async function findFilledTable(tx: Tx): Promise<string | undefined> {
  for (const table of TRANSFER_TABLES) {
    if ((await listPage(tx, table, undefined, undefined, 1)).length > 0) return table.name
  }
  return undefined
}

/** The first table in which an organization has rows of its own, whether the organization exists or not. */
export async function findTableOfOrganization(tx: Tx, organization_id: string): Promise<string | undefined> {
  for (const table of ORGANIZATION_TABLES) {
    if (table.owner.of !== 'organization') continue
    if ((await listPage(tx, table, organization_id, undefined, 1)).length > 0) return table.name
  }
  return undefined
}

const inserts = new Map<keyof Tables, (tx: WriteTx, rows: readonly never[]) => Promise<unknown>>()

/** Adds rows unchanged, and waits for the insert: unawaited inserts would pile up. Throws the database's errors. */
export async function insertAll(tx: WriteTx, table: TransferTable, rows: readonly Row[]): Promise<void> {
  let insert = inserts.get(table.name)
  if (!insert) {
    // Gives something back, because only then its outcome is known at once.
    const returning = (query: InsertQueryBuilder<Tables, keyof Tables, unknown>) => query.returning(sql<number>`1`.as('added'))
    // What is old already would keep the segment that new rows go to.
    insert = insertRows(
      table.definition as never,
      returning as never,
      isSegmented(table.name) ? 'outside segments' : 'by time',
    ) as (tx: WriteTx, rows: readonly never[]) => Promise<unknown>
    inserts.set(table.name, insert)
  }
  await insert(tx, rows as readonly never[])
}

const parents = new Map<keyof Tables, Statement<Row, unknown>>()

/** Fills in the reference of a row, found by its key, to its parent. */
export async function saveParent(tx: WriteTx, table: TransferTable, row: Row): Promise<void> {
  let save = parents.get(table.name)
  if (!save) {
    save = statement<Row>()((db, p) => {
      const column = table.parent!.column
      const is_row = table.key.map((one) => sql`${sql.ref(one)} = ${p[one]}`)
      const query = sql`update ${sql.table(table.name)} set ${sql.ref(column)} = ${p[column]} where ${sql.join(is_row, sql` and `)}`
      return { compile: () => query.compile(db) }
    })
    parents.set(table.name, save)
  }
  await save.run(tx, row)
}
