// Finds documents by typed text: by the start of their number, or by their customer.

import type { CompanyId, CustomerId } from '../../kernel/ids.ts'
import type { Tx } from '../../sql/database.ts'
import { type Queries, statement } from '../../sql/statement.ts'
import { startingWith } from '../../sql/text-range.ts'
import { DOCUMENT_KINDS, type DocumentKind, KINDS } from './kinds.ts'
import type { CountedKind } from './numbering.ts'
import { documentsOf, withCustomer } from './query.ts'
import { numbersMeant, type TypedNumber } from './typed-number.ts'

/** A document as a search shows it. */
export interface FoundDocument {
  id: string
  number: string
  customer_name: string
}

export interface DocumentSearch {
  kind: DocumentKind
  /** Documents whose number begins with the text in either case, the highest number first. */
  byNumber(tx: Tx, company_id: CompanyId, text: string, limit: number): Promise<FoundDocument[]>
  /** Documents that a partly typed number may mean, `7` or `2026-7`: with the prefix and the years of the company. */
  byTypedNumber(tx: Tx, company_id: CompanyId, typed: TypedNumber, prefix: string): Promise<FoundDocument[]>
  /** The newest of a customer. */
  ofCustomer(tx: Tx, company_id: CompanyId, customer_id: CustomerId, limit: number): Promise<FoundDocument[]>
}

/** Numbers have no other characters (`checkPrefix` of access/companies/service.ts). */
const PART_OF_NUMBER = /^[A-Za-z0-9_-]+$/

/** Years that are looked in for a number without one, the last first: each is one more look into the index. */
const MOST_YEARS = 10

const listYears = statement<{ company_id: CompanyId; kind: CountedKind }>()((db, p) =>
  db
    .selectFrom('number_counters')
    .select('year')
    .where('company_id', '=', p.company_id)
    .where('kind', '=', p.kind)
    .orderBy('year', 'desc')
    .limit(MOST_YEARS),
)

function documentSearch(kind: DocumentKind): DocumentSearch {
  const { table } = KINDS[kind]
  const column = `document.${kind}_number` as 'document.invoice_number'
  const documents = (db: Queries, p: { company_id: CompanyId }) =>
    withCustomer(documentsOf(db, table, p)).select(['document.id', `${column} as number`])

  const listByNumber = statement<{ company_id: CompanyId; from: string; until: string; limit: number }>()((db, p) =>
    documents(db, p).where(column, '>=', p.from).where(column, '<', p.until).orderBy(column, 'desc').limit(p.limit),
  )

  const findByNumber = statement<{ company_id: CompanyId; number: string }>()((db, p) =>
    documents(db, p).where(column, '=', p.number),
  )

  const listOfCustomer = statement<{ company_id: CompanyId; customer_id: CustomerId; limit: number }>()((db, p) =>
    documents(db, p)
      .where('document.customer_id', '=', p.customer_id)
      .orderBy('document.created_at', 'desc')
      .orderBy('document.id', 'desc')
      .limit(p.limit),
  )

  return {
    kind,
    async byNumber(tx, company_id, text, limit) {
      if (!PART_OF_NUMBER.test(text)) return []
      const spellings = [...new Set([text, text.toUpperCase(), text.toLowerCase()])]
      const found = await Promise.all(
        spellings.map((spelling) => listByNumber.all(tx, { company_id, ...startingWith(spelling), limit })),
      )
      return found.flat().slice(0, limit)
    },
    async byTypedNumber(tx, company_id, typed, prefix) {
      const years = typed.year ? [] : await listYears.all(tx, { company_id, kind })
      const numbers = numbersMeant(
        typed,
        prefix,
        years.map(({ year }) => year),
      )
      const found = await Promise.all(numbers.map((number) => findByNumber.first(tx, { company_id, number })))
      return found.filter((one) => one !== undefined)
    },
    ofCustomer: (tx, company_id, customer_id, limit) => listOfCustomer.all(tx, { company_id, customer_id, limit }),
  }
}

/** The searches of the dashboard, one for each kind. */
export const documentSearches = DOCUMENT_KINDS.map(documentSearch)
