// The SQL of kept documents.
import type { Tx, WriteTx } from '../../sql/database.ts'
import { insertRows, statement } from '../../sql/statement.ts'
import type { DocumentKind } from '../documents/kinds.ts'
import { type DocumentVersionsTable, document_versions, type KeptKind } from './table.ts'

type DocumentKey = Pick<DocumentVersionsTable, 'company_id' | 'kind' | 'document_id'>
type VersionKey = DocumentKey & { version: number }

const insert = insertRows(document_versions)

const find = statement<VersionKey>()((db, p) =>
  db
    .selectFrom('document_versions')
    .selectAll()
    .where('company_id', '=', p.company_id)
    .where('kind', '=', p.kind)
    .where('document_id', '=', p.document_id)
    .where('version', '=', p.version),
)

const remove = statement<DocumentKey>()((db, p) =>
  db
    .deleteFrom('document_versions')
    .where('company_id', '=', p.company_id)
    .where('kind', '=', p.kind)
    .where('document_id', '=', p.document_id),
)

export const insertVersion = (tx: WriteTx, version: DocumentVersionsTable) => insert(tx, [version])
export const findVersion = (tx: Tx, key: VersionKey) => find.first(tx, key)
/** Removes all that is kept of a document. */
export function removeVersions(tx: WriteTx, { company_id, kind, document_id }: DocumentKey & { kind: DocumentKind }): void {
  for (const kept of [kind, facturXOf(kind)]) remove.post(tx, { company_id, kind: kept, document_id })
}

/** What the PDF of a kind is kept as when the electronic invoice is inside. */
export const facturXOf = (kind: DocumentKind): KeptKind => `${kind}_facturx`
