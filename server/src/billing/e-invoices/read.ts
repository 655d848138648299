// Reading an electronic invoice of someone else, in either syntax.

import { parseXml, UnreadableFile, type XmlElement } from '../../kernel/xml.ts'
import { attachedXml, isPdf } from './attached-xml.ts'
import { CII_NAMESPACE, readCii } from './cii.ts'
import type { Leftovers } from './mapping.ts'
import type { SemanticInvoice } from './model.ts'
import { readUbl, UBL_NAMESPACES } from './ubl.ts'
import type { UblDocument } from './ubl-rules.ts'

export type InvoiceSyntax = 'ubl-invoice' | 'ubl-credit-note' | 'cii'

/** An invoice that was read, and what else its file has. */
export interface ReadInvoice extends Leftovers {
  syntax: InvoiceSyntax
  /** The attachment of a PDF that the invoice was in. */
  file_name?: string
  invoice: SemanticInvoice
}

/**
 * Reads a UBL Invoice or CreditNote, a Cross Industry Invoice, or a PDF with one inside (Factur-X, ZUGFeRD), of up to 5 MB. It judges nothing:
 * what a rule would refuse is in the result as the file has it.
 *
 * Throws UnreadableFile, with a message for the sender, when the file is not XML (xml.ts), a PDF without an invoice (attached-xml.ts), or
 * another kind of document.
 */
export function readInvoice(bytes: Uint8Array): ReadInvoice {
  if (!isPdf(bytes)) return readXml(bytes)
  const { file_name, bytes: attached } = attachedXml(bytes)
  return { file_name, ...readXml(attached) }
}

function readXml(bytes: Uint8Array): ReadInvoice {
  const root = parseXml(bytes)
  const document = ublDocumentOf(root)
  if (document) return { syntax: document === 'Invoice' ? 'ubl-invoice' : 'ubl-credit-note', ...readUbl(root, document) }
  if (root.name === 'CrossIndustryInvoice' && root.namespace === CII_NAMESPACE) return { syntax: 'cii', ...readCii(root) }
  throw new UnreadableFile(whyNotAnInvoice(root))
}

function ublDocumentOf({ name, namespace }: XmlElement): UblDocument | undefined {
  if (name !== 'Invoice' && name !== 'CreditNote') return undefined
  return UBL_NAMESPACES[name] === namespace ? name : undefined
}

function whyNotAnInvoice({ name, namespace }: XmlElement): string {
  const is_old_zugferd = name === 'CrossIndustryDocument'
  if (is_old_zugferd) return 'The file is an invoice of ZUGFeRD 1.0, which came before EN 16931 and is not supported.'
  const in_namespace = namespace ? ` in the namespace "${namespace.slice(0, 200)}"` : ' without a namespace'
  return `The file is not an electronic invoice: its root element is "${name.slice(0, 100)}"${in_namespace}. An invoice is a UBL Invoice or CreditNote, or a CrossIndustryInvoice.`
}
