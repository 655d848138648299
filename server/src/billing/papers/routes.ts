import { Type } from 'typebox'
import { type Endpoint, type FileAnswer, fileEndpoint } from '../../http/endpoint.ts'
import { DOCUMENT_KINDS, KINDS } from '../documents/kinds.ts'
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

const DESCRIPTION =
  'A draft is marked as one, and printed each time. Once a document is issued, the file is kept when it is first read: every later answer is the same to the byte, and `Quoin-Document-Sha256` is its hash. When something that it shows has changed since, the next reading makes a new version; `version` still gives the old ones. Payments change nothing in it.'

/** The endpoints of documents as files; `papers` is asked for when one is read. */
export const paperEndpoints = (papers: () => Papers): Endpoint[] =>
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
      query: Version,
      errors: { 409: ['document_not_printable'] },
      async handle({ company_id, organization_id }, { params: { id }, query: { version } }) {
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
