// All documents of a kind whose day of issue is in a period, with their lines, in the order of their making.
import { sql } from 'kysely'
import type { CompanyId, InvoiceId } from '../../kernel/ids.ts'
import type { Tx } from '../../sql/database.ts'
import { EXPORTED_AT_ONCE, type ExportScope } from '../../sql/export-page.ts'
import { statement } from '../../sql/statement.ts'
import { BILLING_COLUMNS } from './customer.ts'
import type { LineItemRow } from './line-items.ts'
import { type DocumentTableName, documentsOf, type ShownDocuments, withCustomer } from './query.ts'

type Window = ExportScope & { after: string; until: string }

/** Where there is no document. */
const LAST = '~'

type DocumentRow = Record<string, unknown> & { id: string }

type StoredLine = LineItemRow & { document_id: string }

/** Rows of documents and their lines, both in the order of the documents, and the id that the next come after; undefined after the last. */
export interface ExportedRows {
  rows: DocumentRow[]
  lines: StoredLine[]
  after: string | undefined
}

/**
 * Makes the reading of one kind. No index has the day of issue, and none is worth its cost for each write: documents are gone through by their
 * key, some at a time, and those of other days are passed over.
 */
export function documentExport(
  table: DocumentTableName,
  lines_table: 'invoice_items' | 'quote_items' | 'credit_note_items',
  also: (rows: ShownDocuments) => ShownDocuments,
) {
  const findEnd = statement<{ company_id: CompanyId; after: string }>()((db, p) =>
    db
      .selectFrom(table as 'invoices')
      .select('id')
      .where('company_id', '=', p.company_id)
      .where('id', '>', p.after as InvoiceId)
      .orderBy('id')
      .limit(sql.lit(1))
      .offset(sql.lit(EXPORTED_AT_ONCE - 1)),
  )
  const findRows = statement<Window>()((db, p) =>
    also(withCustomer(documentsOf(db, table, p)))
      .selectAll('document')
      .select(BILLING_COLUMNS)
      .where('document.id', '>', p.after as InvoiceId)
      .where('document.id', '<=', p.until as InvoiceId)
      .where('document.issue_date', '>=', p.from)
      .where('document.issue_date', '<=', p.to)
      .orderBy('document.id'),
  )
  const findLines = statement<{ company_id: CompanyId; first: string; last: string }>()((db, p) =>
    db
      .selectFrom(lines_table as 'invoice_items')
      .selectAll()
      .where('company_id', '=', p.company_id)
      .where('document_id', '>=', p.first as InvoiceId)
      .where('document_id', '<=', p.last as InvoiceId)
      .orderBy('document_id')
      .orderBy('sort_order'),
  )
  return async (tx: Tx, { company_id, from, to }: ExportScope, after: string): Promise<ExportedRows> => {
    const end = (await findEnd.first(tx, { company_id, after }))?.id
    const rows = (await findRows.all(tx, { company_id, from, to, after, until: end ?? LAST })) as ExportedRows['rows']
    if (rows.length === 0) return { rows, lines: [], after: end }
    const lines = await findLines.all(tx, { company_id, first: rows[0]!.id, last: rows.at(-1)!.id })
    return { rows, lines, after: end }
  }
}

/**
 * Each document with its lines, in one walk over both, which have the same order; the lines of documents that are not in `rows` are passed over. A map
 * by id would make V8 keep each id in its table of strings until the next full garbage collection.
 */
export function* withLines({ rows, lines }: ExportedRows): Generator<{ row: DocumentRow; own: StoredLine[] }> {
  let next = 0
  for (const row of rows) {
    while (next < lines.length && lines[next]!.document_id < row.id) next++
    const start = next
    while (next < lines.length && lines[next]!.document_id === row.id) next++
    yield { row, own: lines.slice(start, next) }
  }
}
