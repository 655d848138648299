// The table of this room.
import type { CompanyId } from '../../kernel/ids.ts'
import { defineTable, integer, type RowOf, text } from '../../sql/columns.ts'
import type { DocumentId, DocumentKind } from '../documents/kinds.ts'

export const document_versions = defineTable('document_versions', {
  key: ['company_id', 'kind', 'document_id', 'version'],
  columns: {
    company_id: text<CompanyId>(),
    kind: text<DocumentKind>(),
    document_id: text<DocumentId>(),
    /** From 1. */
    version: integer(),
    /** Of what it was printed from (`hashOf`). */
    content_hash: text().fixed(),
    /** Of the file. */
    sha256: text().fixed(),
    /** The file: `packPdf`. */
    pdf: text().fixed(),
    created_at: text().fixed(),
  },
})
export type DocumentVersionsTable = RowOf<typeof document_versions>

declare module '../../sql/tables.ts' {
  interface Tables {
    document_versions: DocumentVersionsTable
  }
}
