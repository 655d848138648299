// The rows of one kind of document with their line items: how they are stored, changed, found and listed. Each kind says what it is.
import { sql } from 'kysely'
import { timeOf } from '../../access/companies/repository.ts'
import type { SweepScope } from '../../access/companies/service.ts'
import type { CompanyId, CustomerId, InvoiceId } from '../../kernel/ids.ts'
import type { RowOf } from '../../sql/columns.ts'
import type { Gathering, Tx, WriteTx } from '../../sql/database.ts'
import { type ExportPage, type ExportScope, oneByOne } from '../../sql/export-page.ts'
import type { Order } from '../../sql/list-order.ts'
import { updateRow } from '../../sql/rows.ts'
import { insertRows, literals, statement, statementFamily } from '../../sql/statement.ts'
import type { Tables } from '../../sql/tables.ts'
import { companyAsIssued } from './company.ts'
import { BILLING_COLUMNS, billingOf, contactOf, keepingCustomer } from './customer.ts'
import { documentExport, withLines } from './export.ts'
import { type LineItemTable, lineItemStore } from './line-item-store.ts'
import type { LineItemRow } from './line-items.ts'
import { type CountedDocuments, type DocumentList, documentList } from './list.ts'
import { allDocuments, type DocumentTableName, documentsOf, type ShownDocuments, withCustomer } from './query.ts'
import type { DocumentRecordOf, DocumentTable, ListedRowOf } from './record.ts'
import type { PublicDocument } from './service.ts'
import type { Due } from './sweep.ts'

/** When time moves a document: with the status it has, after the day in one of its columns. */
interface DueRule<Row, Status> {
  day: keyof Row & string
  statuses: readonly Status[]
  /** Only while money is due on it. */
  is_owed?: boolean
}

interface Kind<D extends DocumentTable, Sort extends string> {
  table: D
  items: LineItemTable
  /** The tables with rows that refer to such documents, besides their own. */
  referring: readonly (keyof Tables)[]
  /** The orders of the list besides its own (`documentList`). */
  orders: Readonly<Record<Sort, Order>>
  /** What is counted and summed of them. */
  figures: CountedDocuments & { move(tx: WriteTx, before: RowOf<D> | undefined, after: RowOf<D> | undefined): void }
  /** Absent: time moves none. */
  due?: DueRule<RowOf<D>, RowOf<D>['status']>
  /** Reads what a kind shows of other rows, besides its customer: the columns of `Also`. */
  also?: (rows: ShownDocuments) => ShownDocuments
}

/** Where a statement takes no company. */
const NO_COMPANY = '' as CompanyId

/** Makes the store of one kind. `Also` are the columns that `also` reads, and what its lines have besides those of others. */
export function documentStore<D extends DocumentTable, Sort extends string, Also = object>(kind: Kind<D, Sort>) {
  type Row = RowOf<D>
  type Id = Row['id'] & string
  type Record = DocumentRecordOf<D> & Also
  const { table, figures, due, also = (rows) => rows } = kind
  const name = table.name
  // What is common to all kinds, to the compiler.
  const common = (record: Record) => record as unknown as DocumentRecordOf<DocumentTable> & { id: InvoiceId }

  const items = lineItemStore(kind.items)
  const insertAll = insertRows<DocumentTableName, D>(table as never)
  const list = documentList<ListedRowOf<D> & ListedRowOf<DocumentTable>, Sort>(table, figures, kind.orders, { also })
  const update = updateRow(table)
  const readExport = documentExport(name, kind.items.name, also)

  /** New documents with their items. */
  const inserted: Gathering<Record> = {
    tables: [name, kind.items.name, ...kind.referring],
    async write(tx, records) {
      await insertAll(tx, records)
      await items.insert(tx, records.map(common))
    },
  }

  const findOne = statement<{ company_id: CompanyId; id: Id }>()((db, p) =>
    also(withCustomer(documentsOf(db, name, p)))
      .selectAll('document')
      .select(BILLING_COLUMNS)
      .where('document.id', '=', p.id as string as InvoiceId),
  )

  const findOfExternalId = statement<{ company_id: CompanyId; external_id: string }>()((db, p) =>
    documentsOf(db, name, p).select('document.id').where('document.external_id', '=', p.external_id),
  )

  const findOfCustomer = statement<{ company_id: CompanyId; customer_id: CustomerId }>()((db, p) =>
    documentsOf(db, name, p).select('document.id').where('document.customer_id', '=', p.customer_id).limit(1),
  )

  const findOfToken = statement<{ public_token: string }>()((db, p) =>
    allDocuments(db, name)
      .innerJoin('companies', 'companies.id', 'document.company_id')
      .select([
        'document.company_id',
        'document.id',
        'companies.organization_id',
        'companies.time_zone',
        'companies.clock_ahead_ms',
      ])
      .where('document.public_token', '=', p.public_token)
      .where('document.status', '<>', sql.lit('draft')),
  )

  /** The statuses are texts of the statement, and no parameters: only so the index of the same condition is seen to fit. */
  const findDue = statementFamily<
    { is_of_company: boolean },
    { company_id: CompanyId; today: string; day: string; after: string; limit: number }
  >()((db, p, { is_of_company }) => {
    const rule = due!
    const day = `document.${rule.day}` as 'document.due_date'
    const rows = (is_of_company ? documentsOf(db, name, p) : allDocuments(db, name))
      .select(['document.company_id', 'document.id', `${day} as day`, ...timeOf('document.company_id')])
      .where(day, '<', p.today)
      // As a pair: of many of one day the pages before are not read again.
      .where(sql<boolean>`(${sql.ref(day)}, document.id) > (${p.day}, ${p.after})`)
      .where('document.status', 'in', literals(...(rule.statuses as readonly never[])))
      .orderBy(day)
      .orderBy('document.id')
      .limit(p.limit)
    return rule.is_owed ? rows.where('document.amount_due', '>', sql.lit(0)) : rows
  })

  const recordOf = (row: Parameters<typeof billingOf>[0] & Parameters<typeof contactOf>[0], lines: readonly LineItemRow[]) =>
    ({ ...row, customer_billing: billingOf(row), customer_contact: contactOf(row), items: lines }) as unknown as Record

  return {
    /** A living document with its items. */
    async find(tx: Tx, company_id: CompanyId, id: Id): Promise<Record | undefined> {
      const [row, lines] = await Promise.all([
        findOne.first(tx, { company_id, id }),
        items.list(tx, company_id, id as unknown as InvoiceId),
      ])
      return row && recordOf(row, lines)
    },

    /** Living documents whose day of issue is in a period, some at a time, in the order of their making. */
    async readExport(tx: Tx, scope: ExportScope, after: readonly string[] = ['']): Promise<ExportPage<Record>> {
      const page = await readExport(tx, scope, after[0]!)
      const rows = oneByOne(withLines(page), ({ row, own }) => recordOf(row as never, own))
      return { rows, after: page.after === undefined ? undefined : [page.after] }
    },

    async insert(tx: WriteTx, record: Record): Promise<void> {
      tx.gather(inserted, record)
      figures.move(tx, undefined, record)
    },

    /** Saves a changed document; its items are written only when they changed. One that leaves `draft` keeps customer and company as they are now. */
    async save(tx: WriteTx, before: Record, after: Record, are_items_changed: boolean): Promise<void> {
      const kept = keepingCustomer(common(after))
      if (before.status === 'draft' && kept.status !== 'draft') kept.issued_company = await companyAsIssued(tx, kept.company_id)
      update.post(tx, kept as unknown as Row, before)
      if (are_items_changed) {
        await items.removeAll(tx, common(after).company_id, common(after).id)
        await items.insert(tx, [common(after)])
      }
      figures.move(tx, before, after)
    },

    /**
     * Saves how many versions of a document's PDF are kept. One that was issued before customer and company were kept keeps them from now on, as
     * the PDF shows them.
     */
    async saveVersion(tx: WriteTx, record: Record, document_version: number): Promise<void> {
      const kept = keepingCustomer(common(record))
      kept.issued_company ??= await companyAsIssued(tx, kept.company_id)
      update.post(tx, { ...kept, document_version } as unknown as Row, record)
    },

    async remove(tx: WriteTx, record: Record, deleted_at: string): Promise<void> {
      update.post(tx, { ...record, deleted_at }, record)
      figures.move(tx, record, undefined)
    },

    /** One page of living documents in the order asked for, and how many match. */
    page: list.page as unknown as DocumentList<ListedRowOf<D> & Also, Sort>['page'],

    /** The living document that has an id in another system. */
    findByExternalId: (tx: Tx, company_id: CompanyId, external_id: string) =>
      findOfExternalId.first(tx, { company_id, external_id }) as Promise<{ id: string } | undefined>,

    /** The living document of any company whose public page has the token, unless it is a draft. */
    findByToken: (tx: Tx, public_token: string) =>
      findOfToken.first(tx, { public_token }) as Promise<unknown> as Promise<PublicDocument<Id> | undefined>,

    /** Whether a living document names the customer. */
    isCustomerNamed: async (tx: Tx, company_id: CompanyId, customer_id: CustomerId) =>
      (await findOfCustomer.first(tx, { company_id, customer_id })) !== undefined,

    /** Some of the documents of a scope that are due before its `today`, longest first; only those behind `after`, by day and id. */
    async listDue(tx: Tx, scope: SweepScope, after: { day: string; id: string }, limit: number): Promise<Due<Id>[]> {
      if (due === undefined) return []
      const { company_id, today } = scope
      const page = { company_id: company_id ?? NO_COMPANY, today, day: after.day, after: after.id, limit }
      return (await findDue({ is_of_company: company_id !== undefined }).all(tx, page)) as unknown as Due<Id>[]
    },

    /** The condition of `listDue`, of a row that is locked. */
    isDue: (record: Record, today: string): boolean =>
      due !== undefined &&
      (record[due.day] as string) < today &&
      due.statuses.includes(record.status) &&
      (!due.is_owed || (record as unknown as { amount_due: number }).amount_due > 0),
  }
}
