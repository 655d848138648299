// The SQL of kept documents.
import type { Tx, WriteTx } from '../../sql/database.ts'
import { insertRows, statement } from '../../sql/statement.ts'
import { type DocumentVersionsTable, document_versions } from './table.ts'

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
/** Removes all versions of a document. */
export const removeVersions = (tx: WriteTx, key: DocumentKey) => remove.post(tx, key)
