// Finding documents by what a person types: their numbers from the front, or whose they are.

import type { Tx } from '../database/database.ts'
import { type Queries, statement } from '../database/statement.ts'
import { startingWith } from '../database/text-range.ts'
import type { CompanyId, CustomerId } from '../kernel/ids.ts'

/** A document as a search shows it. */
export interface FoundDocument {
  id: string
  number: string
  customer_name: string
}

export interface DocumentSearch {
  /** Those whose numbers begin with the text, in small letters or capitals as it may be, the last number first. */
  byNumber(tx: Tx, company_id: CompanyId, text: string, limit: number): Promise<FoundDocument[]>
  /** The newest of a customer. */
  ofCustomer(tx: Tx, company_id: CompanyId, customer_id: CustomerId, limit: number): Promise<FoundDocument[]>
}

/** Numbers have no other characters (`checkPrefix` of companies/service.ts). */
const PART_OF_NUMBER = /^[A-Za-z0-9_-]+$/

/** Makes the search in one table; `number` is its column of numbers. */
export function documentSearch(table: 'invoices' | 'quotes', number: 'invoice_number' | 'quote_number'): DocumentSearch {
  // Both tables have what is spoken of here, but for the name of the number: to the compiler they are all invoices.
  const column = `document.${number}` as 'document.invoice_number'
  const documents = (db: Queries, p: { company_id: CompanyId }) =>
    db
      .selectFrom(`${table} as document` as 'invoices as document')
      .innerJoin('customers', (join) =>
        join.onRef('customers.company_id', '=', 'document.company_id').onRef('customers.id', '=', 'document.customer_id'),
      )
      .select(['document.id', `${column} as number`, 'customers.name as customer_name'])
      .where('document.company_id', '=', p.company_id)
      .where('document.deleted_at', 'is', null)

  const listByNumber = statement<{ company_id: CompanyId; from: string; until: string; limit: number }>()((db, p) =>
    documents(db, p).where(column, '>=', p.from).where(column, '<', p.until).orderBy(column, 'desc').limit(p.limit),
  )

  const listOfCustomer = statement<{ company_id: CompanyId; customer_id: CustomerId; limit: number }>()((db, p) =>
    documents(db, p)
      .where('document.customer_id', '=', p.customer_id)
      .orderBy('document.created_at', 'desc')
      .orderBy('document.id', 'desc')
      .limit(p.limit),
  )

  return {
    async byNumber(tx, company_id, text, limit) {
      if (!PART_OF_NUMBER.test(text)) return []
      const spellings = [...new Set([text, text.toUpperCase(), text.toLowerCase()])]
      const found = await Promise.all(
        spellings.map((spelling) => listByNumber.all(tx, { company_id, ...startingWith(spelling), limit })),
      )
      return found.flat().slice(0, limit)
    },
    ofCustomer: (tx, company_id, customer_id, limit) => listOfCustomer.all(tx, { company_id, customer_id, limit }),
  }
}
