// All SQL of customers.

import { sql } from 'kysely'
import type { Tx, WriteTx } from '../database/database.ts'
import { countAround } from '../database/list-counts.ts'
import { isFrom, type ListKey, markedList, TOP } from '../database/list-marks.ts'
import { isLike, type Queries, statement } from '../database/statement.ts'
import type { CustomersTable } from '../database/tables.ts'
import type { CompanyId, CustomerId } from '../kernel/ids.ts'
import { escapeLike } from '../kernel/text.ts'

const LIST = 'customers'

const insert = statement<CustomersTable>()((db, p) => db.insertInto('customers').values(columns(p)))

const save = statement<CustomersTable>()((db, p) =>
  db.updateTable('customers').set(changeable(p)).where('company_id', '=', p.company_id).where('id', '=', p.id),
)

const find = statement<{ company_id: CompanyId; id: CustomerId }>()((db, p) =>
  db
    .selectFrom('customers')
    .selectAll()
    .where('company_id', '=', p.company_id)
    .where('id', '=', p.id)
    .where('deleted_at', 'is', null),
)

const findBySlug = statement<{ company_id: CompanyId; slug: string }>()((db, p) =>
  db.selectFrom('customers').select('id').where('company_id', '=', p.company_id).where('slug', '=', p.slug),
)

/** The rows from a place in the list on. */
interface Stretch extends ListKey {
  company_id: CompanyId
}

const inOrder = (db: Queries, p: Stretch) =>
  db
    .selectFrom('customers')
    .where('customers.company_id', '=', p.company_id)
    .where('customers.deleted_at', 'is', null)
    .where(isFrom('customers', p))
    .orderBy('customers.created_at', 'desc')
    .orderBy('customers.id', 'desc')

const findKey = statement<Stretch & { skip: number }>()((db, p) =>
  inOrder(db, p).select(['customers.created_at', 'customers.id']).limit(1).offset(p.skip),
)

const list = statement<Stretch & { limit: number }>()((db, p) => inOrder(db, p).selectAll('customers').limit(p.limit))

/** Folded text, and the pattern of LIKE that is the same. */
interface Search {
  company_id: CompanyId
  text: string
  pattern: string
}

const living = (db: Queries, p: Search) =>
  db.selectFrom('customers').where('company_id', '=', p.company_id).where('deleted_at', 'is', null)

/** The search text is in the index that has the order: what does not match, or is skipped, costs no look at the row. */
const listFound = statement<Search & { limit: number; offset: number }>()((db, p) =>
  living(db, p)
    .where(isLike('search_text', p.pattern))
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(p.limit)
    .offset(p.offset),
)

/**
 * Those from a place on. It is asked only where a page is full, so there are some. In two parts: a condition on both columns of the place is
 * checked for each row again, which costs a fifth.
 */
const countFound = statement<Search & ListKey>()((db, p, dialect) => {
  const found = living(db, p)
    .where(dialect.hasText('search_text', p.text, p.pattern))
    .select('id')
  const older = dialect.countInOrder(found.where('created_at', '<', p.created_at), (rows) =>
    // Without a limit SQLite drops the order of what is only counted.
    rows.orderBy('created_at', 'desc').limit(sql.lit(Number.MAX_SAFE_INTEGER)),
  )
  const of_same_moment = found.where('created_at', '=', p.created_at).where('id', '<=', p.id as CustomerId)
  const count = (rows: typeof found) =>
    db
      .selectFrom(rows.as('found'))
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .$asScalar()
  return db.selectNoFrom([count(older).as('older'), count(of_same_moment).as('of_same_moment')])
})

const marked = markedList(LIST, (tx, { company_id }, key, skip) =>
  findKey.first(tx, { company_id, created_at: key.created_at, id: key.id, skip }),
)

/** What an update sets: all but the key. SQLite looks for everything that refers to a row whose key is set, even to itself. */
function changeable(p: CustomersTable) {
  const { company_id, id, ...rest } = columns(p)
  return rest
}

function columns(p: CustomersTable): CustomersTable {
  return {
    company_id: p.company_id,
    id: p.id,
    name: p.name,
    slug: p.slug,
    contact_email: p.contact_email,
    contact_phone: p.contact_phone,
    country: p.country,
    city: p.city,
    currency: p.currency,
    status: p.status,
    legal_name: p.legal_name,
    legal_address: p.legal_address,
    legal_vat: p.legal_vat,
    zipcode: p.zipcode,
    notes: p.notes,
    search_text: p.search_text,
    created_at: p.created_at,
    updated_at: p.updated_at,
    deleted_at: p.deleted_at,
  }
}

/** A living customer, by its id. */
export const findCustomer = (tx: Tx, company_id: CompanyId, id: CustomerId) => find.first(tx, { company_id, id })

/** Whether a slug is taken, by a deleted customer too. */
export const isSlugTaken = async (tx: Tx, company_id: CompanyId, slug: string) =>
  (await findBySlug.first(tx, { company_id, slug })) !== undefined

export async function insertCustomer(tx: WriteTx, customer: CustomersTable): Promise<void> {
  insert.post(tx, customer)
  marked.move(tx, customer, [], [''])
}

export const saveCustomer = (tx: WriteTx, customer: CustomersTable) => save.post(tx, customer)

export async function removeCustomer(tx: WriteTx, customer: CustomersTable, deleted_at: string): Promise<void> {
  save.post(tx, { ...customer, deleted_at })
  marked.move(tx, customer, [''], [])
}

/** One page of living customers, newest first, and how many match. `search` is folded text; empty: no filter. */
export async function listCustomers(
  tx: Tx,
  company_id: CompanyId,
  query: { search: string; limit: number; offset: number },
): Promise<{ rows: CustomersTable[]; total: number }> {
  const { search, limit, offset } = query
  if (search !== '')
    return searchCustomers(tx, { company_id, text: search, pattern: `%${escapeLike(search)}%` }, { limit, offset })
  const { total, start } = await marked.locate(tx, { company_id, filter: '' }, offset)
  return { rows: start ? await list.all(tx, { company_id, ...start, limit }) : [], total }
}

/** Reads the index of the list once in all, for the page and the total together. */
async function searchCustomers(tx: Tx, search: Search, page: { limit: number; offset: number }) {
  const rows = await listFound.all(tx, { ...search, ...page })
  const total = await countAround({ rows, ...page }, async (row) => {
    const { created_at, id } = row ?? TOP
    const { older, of_same_moment } = (await countFound.first(tx, { ...search, created_at, id }))!
    return older! + of_same_moment!
  })
  return { rows, total }
}
