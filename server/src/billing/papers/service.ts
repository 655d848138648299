// Documents as PDF files: drafts are printed each time, and what was issued is kept as it was given out (decisions/034-kept-documents.md).
import { findPicture } from '../../access/companies/logos.ts'
import type { Clock } from '../../kernel/clock.ts'
import { timestamp } from '../../kernel/clock.ts'
import { ApiError, notFound, unavailable } from '../../kernel/errors.ts'
import type { CompanyId, OrganizationId } from '../../kernel/ids.ts'
import type { AttachmentOf } from '../../record/mail/delivery.ts'
import { turnOfLarge } from '../../sql/bounded-page.ts'
import type { Database, Tx, WriteTx } from '../../sql/database.ts'
import { companyToPrint } from '../documents/company.ts'
import type { DocumentKind } from '../documents/kinds.ts'
import type { PrintedFile } from '../printing/press.ts'
import type { Printable } from '../printing/press-messages.ts'
import type { Picture } from '../printing/sources.ts'
import { contentOf, fileNameOf, hashOf, type PaperContent, sourceOf } from './content.ts'
import { ISSUED, type PrintedRecord } from './kinds.ts'
import { packPdf, unpackPdf } from './packed-pdf.ts'
import { facturXOf, findVersion, insertVersion, removeVersions } from './repository.ts'
import type { DocumentVersionsTable } from './table.ts'

/** A document as a file. */
export interface DocumentFile extends PrintedFile {
  /** 0: a draft, which is not kept. */
  version: number
  filename: string
}

/** What a call names a document by. */
interface Named {
  company_id: CompanyId
  kind: DocumentKind
  id: string
}

export interface Papers {
  /**
   * The document as it is now. A draft is printed, and marked as one. Of an issued document, the version that was given out last, as long as
   * nothing that it shows has changed; else it is printed and kept as the next version. All callers of one version get the same bytes, in all
   * processes. `organization_id` says whose turn it is to read; background work has none.
   *
   * Throws 404, 503 with Retry-After while too many documents are printed, and 409 `document_not_printable` for one that takes too long.
   */
  current(company_id: CompanyId, kind: DocumentKind, id: string, organization_id?: OrganizationId): Promise<DocumentFile>
  /**
   * The current version with the electronic invoice inside (Factur-X), which `writeXml` gives when the file is first read: it is kept as well.
   * Throws what `current` and `writeXml` throw.
   */
  withXml(
    company_id: CompanyId,
    kind: DocumentKind,
    id: string,
    writeXml: () => Promise<string>,
    organization_id?: OrganizationId,
  ): Promise<DocumentFile>
  /** An earlier version as it was given out. Throws 404 for a document or a version that is not there. */
  version(
    company_id: CompanyId,
    kind: DocumentKind,
    id: string,
    version: number,
    organization_id?: OrganizationId,
  ): Promise<DocumentFile>
  /** Prints what is not stored anywhere: a preview. Throws 503 and 409 as `current` does. */
  print(organization_id: OrganizationId, source: Printable): Promise<PrintedFile>
}

export interface PapersParts {
  database: Database
  press: { print(source: Printable, turn?: string): Promise<PrintedFile> }
  clock: Clock
}

/** How often a document is printed that is changed each time while it is printed. */
const MOST_TRIES = 5
/** How long a document counts as one that can't be printed, and how many of them are remembered. */
const HOPELESS_MS = 10 * 60_000
const MOST_HOPELESS = 1_000

/** Keeps and prints the documents of all companies. */
export function createPapers({ database, press, clock }: PapersParts): Papers {
  /** What is being printed, by what it is printed from: several readers of a new version wait for one print. */
  const under_way = new Map<string, Promise<PrintedFile>>()
  /** What took too long to print, by what it is printed from: each try costs half a minute, and the next one would end alike. */
  const hopeless = new Map<string, { error: ApiError; until_ms: number }>()

  /** `turn` says whose turn at the press it takes. */
  async function printOnce({ record, content, hash }: Found, logo: Picture | null, turn: string): Promise<PrintedFile> {
    const key = `${record.company_id} ${hash}`
    const known = hopeless.get(key)
    if (known && known.until_ms > performance.now()) throw known.error
    hopeless.delete(key)
    let file = under_way.get(key)
    if (!file) {
      file = press.print(sourceOf(content, logo), turn).finally(() => under_way.delete(key))
      under_way.set(key, file)
    }
    try {
      return await file
    } catch (error) {
      if (error instanceof ApiError && error.status === 409) {
        if (hopeless.size >= MOST_HOPELESS) hopeless.delete(hopeless.keys().next().value!)
        hopeless.set(key, { error, until_ms: performance.now() + HOPELESS_MS })
      }
      throw error
    }
  }

  /** Keeps a file as the next version; undefined if the document is another one by now. */
  async function keep(named: Named, hash: string, file: PrintedFile): Promise<DocumentFile | undefined> {
    const pdf = await packPdf(file.pdf)
    return database.write(async (tx) => {
      const found = await find(tx, named)
      if (found.hash !== hash) return undefined
      // Another reader was faster, perhaps in another process.
      if (found.kept) return shown(found.kept, found.content)
      const row = {
        company_id: named.company_id,
        kind: named.kind,
        document_id: found.record.id,
        version: found.record.document_version + 1,
        content_hash: hash,
        sha256: file.sha256,
        pdf,
        created_at: timestamp(clock.now_ms()),
      }
      await insertVersion(tx, row)
      await ISSUED[named.kind].saveVersion(tx, found.record, row.version)
      return { ...file, version: row.version, filename: fileNameOf(found.content) }
    }, named.company_id)
  }

  /** Keeps a file with the electronic invoice beside the version that it shows; another reader may have been faster. */
  async function keepFacturX(
    { company_id, kind }: Named,
    { record, content, hash }: Found,
    file: PrintedFile,
  ): Promise<DocumentFile> {
    const pdf = await packPdf(file.pdf)
    const { id: document_id, document_version: version } = record
    const key = { company_id, kind: facturXOf(kind), document_id, version }
    return database.write(async (tx) => {
      const kept = await findVersion(tx, key)
      if (kept) return shown(kept, content)
      await insertVersion(tx, { ...key, content_hash: hash, sha256: file.sha256, pdf, created_at: timestamp(clock.now_ms()) })
      return { ...file, version, filename: fileNameOf(content) }
    }, company_id)
  }

  return {
    print: (organization_id, source) => press.print(source, organization_id),

    async current(company_id, kind, id, organization_id) {
      const named = { company_id, kind, id }
      for (let tries = 0; tries < MOST_TRIES; tries++) {
        // Twenty that are asked for at once would hold up all other requests for the time of twenty.
        await turnOfLarge()
        const { found, logo } = await database.read(async (tx) => {
          const found = await find(tx, named)
          return { found, logo: found.kept ? null : await findPicture(tx, company_id, found.content.logo_url) }
        }, organization_id)
        const { content, hash } = found
        if (found.kept) return shown(found.kept, content)
        const file = await printOnce(found, logo, organization_id ?? company_id)
        if (content.document.is_draft) return { ...file, version: 0, filename: fileNameOf(content) }
        const kept = await keep(named, hash, file)
        if (kept) return kept
      }
      throw unavailable('The document changes while it is printed, try again')
    },

    async withXml(company_id, kind, id, writeXml, organization_id) {
      // Whatever speaks against the file is said before anything is printed.
      const xml = await writeXml()
      const named = { company_id, kind, id }
      for (let tries = 0; tries < MOST_TRIES; tries++) {
        const { version } = await this.current(company_id, kind, id, organization_id)
        const { found, kept, logo } = await database.read(async (tx) => {
          const found = await find(tx, named)
          const kept = await findVersion(tx, { company_id, kind: facturXOf(kind), document_id: found.record.id, version })
          return { found, kept, logo: kept ? null : await findPicture(tx, company_id, found.content.logo_url) }
        }, organization_id)
        if (kept) return shown(kept, found.content)
        if (found.record.document_version !== version) continue
        const factur_x = { xml, description: fileNameOf(found.content).replace(/\.pdf$/, '') }
        const file = await press.print({ ...sourceOf(found.content, logo), factur_x }, organization_id ?? company_id)
        return keepFacturX(named, found, file)
      }
      throw unavailable('The document changes while it is printed, try again')
    },

    async version(company_id, kind, id, version, organization_id) {
      return database.read(async (tx) => {
        const record = await ISSUED[kind].load(tx, company_id, id)
        const kept = await findVersion(tx, { company_id, kind, document_id: record.id, version })
        if (kept) return shown(kept, contentOf(ISSUED[kind], record, await companyToPrint(tx, company_id, record)))
        const count = record.document_version
        throw notFound(
          `There is no version ${version} of this document: ${count === 0 ? 'none is kept yet' : `the latest is ${count}`}`,
        )
      }, organization_id)
    },
  }
}

/** A document as it is, and the version that shows it, if there is one. */
interface Found {
  record: PrintedRecord
  content: PaperContent
  hash: string
  kept: DocumentVersionsTable | undefined
}

async function find(tx: Tx, { company_id, kind, id }: Named): Promise<Found> {
  const record = await ISSUED[kind].load(tx, company_id, id)
  const content = contentOf(ISSUED[kind], record, await companyToPrint(tx, company_id, record))
  const hash = hashOf(content)
  const { id: document_id, document_version: version } = record
  const key = { company_id, kind, document_id, version }
  const last = content.document.is_draft || version === 0 ? undefined : await findVersion(tx, key)
  return { record, content, hash, kept: last?.content_hash === hash ? last : undefined }
}

function shown(kept: DocumentVersionsTable, content: PaperContent): DocumentFile {
  return { pdf: unpackPdf(kept.pdf), sha256: kept.sha256, version: kept.version, filename: fileNameOf(content) }
}

/** Removes the kept versions of a deleted document, which can no longer be read. */
export const forgetPapers = (tx: WriteTx, company_id: CompanyId, kind: DocumentKind, document_id: PrintedRecord['id']) =>
  removeVersions(tx, { company_id, kind, document_id })

/**
 * Makes the attachments of mails: the version that a mail carries already, or the current one. Throws for a draft, which goes to nobody: the mail
 * waits until the document is issued again. Undefined for a document that was deleted.
 */
export function attachmentFrom(papers: Papers): AttachmentOf<DocumentKind> {
  return async (form, { company_id, resource_type, resource_id, attached_version }) => {
    if (form !== 'pdf') throw new Error(`There is no ${form} of a ${resource_type}`)
    try {
      const file =
        attached_version === null
          ? await papers.current(company_id, resource_type, resource_id)
          : await papers.version(company_id, resource_type, resource_id, attached_version)
      if (file.version === 0) throw new Error(`The ${resource_type} is a draft again`)
      const { filename, pdf, version } = file
      return { attachment: { filename, content_type: 'application/pdf', content: pdf }, version }
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return undefined
      throw error
    }
  }
}
