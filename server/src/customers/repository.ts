// All SQL of customers.

import type { Tx, WriteTx } from '../database/database.ts'
import { moveCounts, readCount } from '../database/list-counts.ts'
import { isLike, statement, statementFamily } from '../database/statement.ts'
import type { CustomersTable } from '../database/tables.ts'
import type { CompanyId, CustomerId } from '../kernel/ids.ts'
import { escapeLike } from '../kernel/text.ts'

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

interface Page {
  company_id: CompanyId
  pattern: string
  limit: number
  offset: number
}

const list = statementFamily<{ is_searched: boolean }, Page>()((db, p, { is_searched }) => {
  const rows = db.selectFrom('customers').selectAll().where('company_id', '=', p.company_id).where('deleted_at', 'is', null)
  const found = is_searched ? rows.where(isLike('search_text', p.pattern)) : rows
  return found.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(p.limit).offset(p.offset)
})

const countFound = statement<{ company_id: CompanyId; pattern: string }>()((db, p) =>
  db
    .selectFrom('customers')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('company_id', '=', p.company_id)
    .where('deleted_at', 'is', null)
    .where(isLike('search_text', p.pattern)),
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
  await moveCounts(tx, customer.company_id, 'customers', [], [''])
}

export const saveCustomer = (tx: WriteTx, customer: CustomersTable) => save.post(tx, customer)

export async function removeCustomer(tx: WriteTx, customer: CustomersTable, deleted_at: string): Promise<void> {
  save.post(tx, { ...customer, deleted_at })
  await moveCounts(tx, customer.company_id, 'customers', [''], [])
}

/** One page of living customers, newest first, and how many match. `search` is folded text; empty: no filter. */
export async function listCustomers(
  tx: Tx,
  company_id: CompanyId,
  query: { search: string; limit: number; offset: number },
): Promise<{ rows: CustomersTable[]; total: number }> {
  const pattern = `%${escapeLike(query.search)}%`
  const is_searched = query.search !== ''
  const rows = await list({ is_searched }).all(tx, { company_id, pattern, limit: query.limit, offset: query.offset })
  const total = is_searched
    ? (await countFound.first(tx, { company_id, pattern }))!.count
    : await readCount(tx, company_id, 'customers', '')
  return { rows, total }
}
