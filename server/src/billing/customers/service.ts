// Customers, whom documents and projects are for.
import { getCompany } from '../../access/companies/service.ts'
import type { Context } from '../../http/context.ts'
import { readPage } from '../../http/pagination.ts'
import { conflict, invalid, notFound } from '../../kernel/errors.ts'
import { type CompanyId, type CustomerId, isId, newId, randomDigits } from '../../kernel/ids.ts'
import { slugify } from '../../kernel/slug.ts'
import { foldText } from '../../kernel/text.ts'
import { recordEvents } from '../../record/events/record.ts'
import type { Tx } from '../../sql/database.ts'
import { draftCustomer, externalIdTaken, reviseCustomer } from './customer.ts'
import { customerCreated, customerDeleted, customerUpdated } from './events.ts'
import {
  type CustomerQuery,
  findCustomer,
  findCustomerByExternalId,
  insertCustomer,
  isSlugTaken,
  listExternalIds,
  listCustomers as listRows,
  removeCustomer,
  saveCustomer,
} from './repository.ts'
import { type CreateCustomer, type Customer, presentCustomer, presentCustomerSummary, type UpdateCustomer } from './schema.ts'
import type { CustomersTable } from './table.ts'

/** Says whether a document or project names a customer. The rooms that keep such names hand it in. */
export type IsInUse = (tx: Tx, company_id: CompanyId, id: CustomerId) => Promise<boolean>

/** Lists customers in the requested order, newest first by default. `search` finds parts of name or email, ignoring case and accents. */
export function listCustomers(context: Context, query: Omit<CustomerQuery, 'search'> & { search?: string | undefined }) {
  return context.read(async (tx) => {
    const search = foldText((query.search ?? '').trim())
    const { rows, pagination } = await readPage(query, () => listRows(tx, context.company_id, { ...query, search }))
    return { customers: rows.map(presentCustomerSummary), pagination }
  })
}

export function getCustomer(context: Context, id: string): Promise<Customer> {
  return context.read(async (tx) => presentCustomer(await loadCustomer(tx, context.company_id, id)))
}

/** Makes a customer. Throws 400 as `draftCustomer` does, and 409 `external_id_taken`. */
export function createCustomer(context: Context, input: CreateCustomer): Promise<Customer> {
  return context.transaction(async (tx) => {
    const { company_id, now, now_ms } = context
    const company = await getCompany(tx, company_id)
    const slug = slugify(input.name)
    const row = draftCustomer(input, {
      company_id,
      id: newId('customer', now_ms),
      slug: (await isSlugTaken(tx, company_id, slug)) ? `${slug}-${randomDigits(6)}` : slug,
      currency: company.currency,
      now,
    })
    await refuseTakenId(tx, row)
    await insertCustomer(tx, row)
    const customer = presentCustomer(row)
    await recordEvents(tx, context, customerCreated(customer))
    return customer
  })
}

/** Changes a customer; a request that changes nothing stores no event. */
export function updateCustomer(context: Context, id: string, given: UpdateCustomer): Promise<Customer> {
  return context.transaction(async (tx) => {
    const before = await loadCustomer(tx, context.company_id, id)
    const changes = context.changesOf(presentCustomer(before), given)
    const after = reviseCustomer(before, changes, context.now)
    const customer = presentCustomer(after)
    if (after !== before) {
      if (after.external_id !== before.external_id) await refuseTakenId(tx, after)
      saveCustomer(tx, before, after)
      await recordEvents(tx, context, customerUpdated(customer))
    }
    return customer
  })
}

/** Throws 409 `external_id_taken` when another living customer of the company has the id in another system. */
async function refuseTakenId(tx: Tx, { company_id, id, external_id }: CustomersTable): Promise<void> {
  if (external_id === null) return
  const other = await findCustomerByExternalId(tx, company_id, external_id)
  if (other && other.id !== id) throw externalIdTaken(external_id)
}

/** Deletes a customer. Throws 409 `customer_in_use` while a document or project names it. */
export function deleteCustomer(context: Context, id: string, isInUse: IsInUse): Promise<{ deleted: true }> {
  return context.transaction(async (tx) => {
    const row = await loadCustomer(tx, context.company_id, id)
    const customer = presentCustomer(row)
    context.requireMatch(customer)
    if (await isInUse(tx, context.company_id, row.id)) {
      throw conflict(
        'customer_in_use',
        'Invoices, quotes, recurring invoices or projects name this customer: set its status to inactive instead',
      )
    }
    await removeCustomer(tx, row, context.now)
    await recordEvents(tx, context, customerDeleted(customer))
    return { deleted: true as const }
  })
}

async function loadCustomer(tx: Tx, company_id: CompanyId, id: string): Promise<CustomersTable> {
  const row = isId('customer', id) ? await findCustomer(tx, company_id, id) : undefined
  if (!row) throw notFound()
  return row
}

/** A living customer. */
export const findCustomerNow = (tx: Tx, company_id: CompanyId, id: CustomerId) => findCustomer(tx, company_id, id)

/** The `external_id` of each of some living customers, by the id of the customer; null where one has none. Reads all of them together. */
export async function findExternalIds(
  tx: Tx,
  company_id: CompanyId,
  ids: readonly CustomerId[],
): Promise<Map<CustomerId, string | null>> {
  return new Map((await listExternalIds(tx, company_id, ids)).map(({ id, external_id }) => [id, external_id]))
}

/** The customer of a request's `customer_id`. Throws 400 if the company has none with that id. */
export async function namedCustomer(tx: Tx, company_id: CompanyId, id: string): Promise<CustomersTable> {
  const row = isId('customer', id) ? await findCustomer(tx, company_id, id) : undefined
  if (!row) throw invalid('customer_id', 'customer_id must be the id of a customer of this company (GET /v1/customers)')
  return row
}
