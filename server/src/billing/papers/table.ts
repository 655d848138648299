// The table of this room.
import type { CompanyId } from '../../kernel/ids.ts'
import { defineTable, integer, type RowOf, text } from '../../sql/columns.ts'
import { DOCUMENT_KINDS, type DocumentId, type DocumentKind } from '../documents/kinds.ts'

/** What is kept of a document: its PDF, or the one with the electronic invoice inside. */
export type KeptKind = DocumentKind | `${DocumentKind}_facturx`

export const KEPT_KINDS: readonly KeptKind[] = DOCUMENT_KINDS.flatMap((kind) => [kind, `${kind}_facturx` as const])

export const document_versions = defineTable('document_versions', {
  key: ['company_id', 'kind', 'document_id', 'version'],
  columns: {
    company_id: text<CompanyId>(),
    kind: text<KeptKind>(),
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
