import { Type } from 'typebox'
import type { Context } from '../../http/context.ts'
import { type Endpoint, type FileAnswer, fileEndpoint } from '../../http/endpoint.ts'
import { StringEnum } from '../../http/schema.ts'
import { invalid } from '../../kernel/errors.ts'
import { DOCUMENT_KINDS, type DocumentKind, KINDS } from '../documents/kinds.ts'
import type { DocumentFile, Papers } from './service.ts'

const Version = Type.Object(
  {
    version: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 1_000_000,
        description: 'An earlier version as it was given out: 1 to `document_version`.',
      }),
    ),
  },
  { additionalProperties: false },
)

const VersionOrForm = Type.Object(
  {
    ...Version.properties,
    format: Type.Optional(
      StringEnum(['pdf', 'facturx'], {
        title: 'PdfFormat',
        description: '`facturx`: with the electronic invoice inside (Factur-X, also called ZUGFeRD), of an issued document.',
      }),
    ),
  },
  { additionalProperties: false },
)

const DESCRIPTION =
  'A draft is marked as one, and printed each time. Once a document is issued, the file is kept when it is first read: every later answer is the same to the byte, and `Quoin-Document-Sha256` is its hash. When something that it shows has changed since, the next reading makes a new version; `version` still gives the old ones. Payments change nothing in it.'

/** Writes the electronic invoice that is put into a document's PDF. Throws 409 for what would be refused. */
export type WriteXml = (context: Context, kind: DocumentKind, id: string) => Promise<string>

/**
 * The endpoints of documents as files; `papers` is asked for when one is read. Kinds of `with_xml` can have an electronic invoice inside, which
 * `writeXml` gives.
 */
export const paperEndpoints = (papers: () => Papers, with_xml: readonly DocumentKind[], writeXml: WriteXml): Endpoint[] =>
  DOCUMENT_KINDS.map((kind) => {
    const { one, name, title, path } = KINDS[kind]
    return fileEndpoint({
      operation_id: `get${name}Pdf`,
      method: 'GET',
      path: `/v1/${path}/:id/pdf`,
      tag: `${title}s`,
      summary: `Get ${one} as PDF`,
      description: DESCRIPTION,
      content_type: 'application/pdf',
      query: (with_xml.includes(kind) ? VersionOrForm : Version) as typeof VersionOrForm,
      errors: {
        409: [
          'document_not_printable',
          ...(with_xml.includes(kind) ? ['e_invoice_invalid'] : []),
          ...(kind === 'invoice' ? ['invoice_is_draft'] : []),
        ],
      },
      async handle(context, { params: { id }, query: { version, format } }) {
        const { company_id, organization_id } = context
        if (format === 'facturx') {
          if (version !== undefined) throw invalid('version', 'version is of the PDF without format: leave one of them out')
          const write = () => writeXml(context, kind, id)
          return answerOf(await papers().withXml(company_id, kind, id, write, organization_id))
        }
        return version === undefined
          ? answerOf(await papers().current(company_id, kind, id, organization_id))
          : answerOf(await papers().version(company_id, kind, id, version, organization_id))
      },
    })
  })

/** The answer with a document; a draft has no hash, because the next one may be another. */
function answerOf({ pdf, sha256, version, filename }: DocumentFile): FileAnswer {
  return { bytes: pdf, filename, sha256, ...(version === 0 ? {} : { headers: { 'Quoin-Document-Sha256': sha256 } }) }
}
