// Electronic invoices of documents: their files and the verdict on them. The files are written each time: like the PDF, from what was kept at
// the issue of the document.
import type { Context } from '../../http/context.ts'
import { ApiError, conflict, invalid } from '../../kernel/errors.ts'
import type { CompanyId } from '../../kernel/ids.ts'
import type { AttachmentOf } from '../../record/mail/delivery.ts'
import type { MailParts } from '../../record/mail/service.ts'
import type { Database, Tx } from '../../sql/database.ts'
import { findCustomerNow } from '../customers/service.ts'
import { companyToPrint } from '../documents/company.ts'
import { type DocumentKind, KINDS } from '../documents/kinds.ts'
import { ISSUED } from '../papers/kinds.ts'
import { attachmentFrom, type Papers } from '../papers/service.ts'
import type { Problem, Verdict } from './check.ts'
import type { EInvoiceDocument } from './from-document.ts'
import { mailedFormats } from './mailed-formats.ts'
import type { EInvoiceFormat } from './profiles.ts'
import { type EInvoiceKind, eInvoiceDocument, isEInvoiceKind } from './source.ts'
import type { EInvoiceWorker } from './worker.ts'

/** The formats of XML files; that of Factur-X is inside of a PDF. */
export const XML_FORMATS = ['ubl', 'cii', 'xrechnung-ubl', 'xrechnung-cii', 'peppol'] as const satisfies readonly EInvoiceFormat[]
export const FORMATS = [...XML_FORMATS, 'facturx'] as const satisfies readonly EInvoiceFormat[]

/** An electronic invoice as a file. */
export interface EInvoiceFile {
  xml: string
  /** The number of the document. */
  number: string
}

/** What a call names a document by. */
interface NamedDocument {
  company_id: CompanyId
  kind: EInvoiceKind
  id: string
}

/** What the electronic invoice of a document is made from, and how many versions of its PDF are kept. */
interface Source {
  document: EInvoiceDocument
  is_draft: boolean
  version: number
}

/** Throws 404. */
async function loadSource(tx: Tx, { company_id, kind, id }: NamedDocument): Promise<Source> {
  const of = ISSUED[kind]
  const record = await of.load(tx, company_id, id)
  const company = await companyToPrint(tx, company_id, record)
  const customer = await findCustomerNow(tx, company_id, record.customer_id)
  return {
    document: eInvoiceDocument(kind, record, of.own(record), company, customer),
    is_draft: record.status === 'draft',
    version: record.document_version,
  }
}

/** The verdict on a document in every format: also of a draft, before it is issued. Throws 404 and 503. */
export async function judgeDocument(
  context: Context,
  worker: EInvoiceWorker,
  kind: EInvoiceKind,
  id: string,
): Promise<{ formats: Record<(typeof FORMATS)[number], Verdict> }> {
  const { document } = await context.read((tx) => loadSource(tx, { company_id: context.company_id, kind, id }))
  const files = await worker.write(document, FORMATS, context.organization_id)
  return { formats: Object.fromEntries(files.map(({ format, verdict }) => [format, verdict])) as Record<EInvoiceFormat, Verdict> }
}

/**
 * The file of an issued document. Throws 404, 503, 409 `invoice_is_draft` (or `credit_note_…`), and 409 `e_invoice_invalid` with the problems of
 * a file that would be refused: it is not given out.
 */
export async function eInvoiceFile(
  context: Context,
  worker: EInvoiceWorker,
  kind: EInvoiceKind,
  id: string,
  format: EInvoiceFormat,
): Promise<EInvoiceFile> {
  const { document, is_draft } = await context.read((tx) => loadSource(tx, { company_id: context.company_id, kind, id }))
  if (is_draft) throw conflict(`${kind}_is_draft`, draftHasNone(kind), 'status')
  const [file] = await worker.write(document, [format], context.organization_id)
  if (!file!.verdict.valid) throw invalidFile(kind, file!.verdict.problems)
  return { xml: file!.xml, number: document.number }
}

/** The XML that belongs into the PDF of a document. Throws as `eInvoiceFile`. */
export const facturXOf =
  (worker: () => EInvoiceWorker) =>
  async (context: Context, kind: DocumentKind, id: string): Promise<string> =>
    (await eInvoiceFile(context, worker(), kind as EInvoiceKind, id, 'facturx')).xml

/** The file that a mail carries. Throws 409 `e_invoice_invalid` when none is valid. */
async function mailedFile(worker: EInvoiceWorker, document: EInvoiceDocument, turn: string): Promise<string> {
  const files = await worker.write(document, mailedFormats(document.buyer.country), turn)
  const valid = files.find(({ verdict }) => verdict.valid)
  if (!valid) throw invalidFile(document.kind, files.at(-1)!.verdict.problems)
  return valid.xml
}

/**
 * Says whether a mail can carry the XML of a document, which may be a draft: throws 400 for a kind that has none, 404, 503 and 409
 * `e_invoice_invalid`.
 */
export const xmlRequired =
  (worker: EInvoiceWorker): MailParts['requireXml'] =>
  async (context, kind, id) => {
    if (!isEInvoiceKind(kind)) throw invalid('attach', `attach: ${KINDS[kind].one} has no electronic invoice: leave xml out`)
    const { document } = await context.read((tx) => loadSource(tx, { company_id: context.company_id, kind, id }))
    await mailedFile(worker, document, context.organization_id)
  }

/** Makes the attachments of mails: the PDF of a document, and its XML. Throws for a draft; undefined for a document that was deleted. */
export function attachmentsFrom(papers: Papers, database: Database, worker: EInvoiceWorker): AttachmentOf<DocumentKind> {
  const pdfOf = attachmentFrom(papers)
  return async (form, document) => {
    const { company_id, resource_type: kind, resource_id: id, attached_version } = document
    if (form === 'pdf') return pdfOf(form, document)
    if (!isEInvoiceKind(kind)) throw new Error(`There is no ${form} of a ${kind}`)
    try {
      const source = await database.read((tx) => loadSource(tx, { company_id, kind, id }))
      if (source.is_draft) throw new Error(`The ${kind} is a draft again`)
      const content = Buffer.from(await mailedFile(worker, source.document, company_id))
      const attachment = { filename: `${source.document.number}.xml`, content_type: 'application/xml', content }
      return { attachment, version: attached_version ?? source.version }
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return undefined
      throw error
    }
  }
}

/** The refusal to write the file of a draft. */
export const draftHasNone = (kind: EInvoiceKind) =>
  `This ${KINDS[kind].title.toLowerCase()} is a draft: issue it to get its electronic invoice`

/** The sentence of `e_invoice_invalid`. */
export const REFUSED = 'This file would be refused: correct what errors names, or choose another format'

const KEPT = 'A credit note keeps customer and company as they were on its invoice: a correction counts for later ones only'

/** Whether a problem is in what was issued. Where the customer receives e-invoices is read from the customer as it is now. */
const isIssued = ({ object, param }: Problem) =>
  object === 'company' || (object === 'customer' && !param?.startsWith('electronic_address'))

function invalidFile(kind: EInvoiceKind, problems: readonly Problem[]): ApiError {
  const fatal = problems.filter(({ severity }) => severity === 'fatal')
  const is_kept = kind === 'credit_note' && fatal.some(isIssued)
  return new ApiError(409, [
    { error: is_kept ? `${REFUSED}. ${KEPT}` : REFUSED, code: 'e_invoice_invalid' },
    ...fatal.map(({ code, message, param, object }) => ({
      error: message,
      code,
      ...(param !== null && { param: object === 'invoice' ? param : `${object}.${param}` }),
    })),
  ])
}
