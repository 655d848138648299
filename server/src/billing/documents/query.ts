// Queries of document rows of any kind: as `document`, joined with their customer.
import type { CompanyId, InvoiceId } from '../../kernel/ids.ts'
import { type Order, placeIn } from '../../sql/list-order.ts'
import type { Queries } from '../../sql/statement.ts'
import { namesShown } from './customer.ts'
import type { DocumentKind, KINDS } from './kinds.ts'

/** The tables of documents. All have the columns of `documentColumns`, an id and a status: to the compiler they are all invoices. */
export type DocumentTableName = (typeof KINDS)[DocumentKind]['table']

/** All documents of a kind. */
export const allDocuments = (db: Queries, table: DocumentTableName) =>
  db.selectFrom(`${table} as document` as 'invoices as document').where('document.deleted_at', 'is', null)

/** The documents of a company. */
export const documentsOf = (db: Queries, table: DocumentTableName, p: { company_id: CompanyId }) =>
  allDocuments(db, table).where('document.company_id', '=', p.company_id)

/** Where a document of a company is in an order, also a deleted one. */
export const placeOfDocument = (
  db: Queries,
  table: DocumentTableName,
  order: Order,
  { company_id, id }: { company_id: CompanyId; id: string },
) =>
  db
    .selectFrom(`${table} as document` as 'invoices as document')
    .select(placeIn(order, 'document.id'))
    .where('document.company_id', '=', company_id)
    .where('document.id', '=', id as InvoiceId)

/** With the name and address that is shown of their customer. */
export const withCustomer = (documents: ReturnType<typeof allDocuments>) =>
  documents
    .innerJoin('customers', (join) =>
      join.onRef('customers.company_id', '=', 'document.company_id').onRef('customers.id', '=', 'document.customer_id'),
    )
    .select(namesShown('document'))

/** Documents with the columns of their customer. */
export type ShownDocuments = ReturnType<typeof withCustomer>
