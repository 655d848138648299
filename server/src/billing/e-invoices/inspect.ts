// Pure: what is said of an electronic invoice of anyone: its format, the verdict, and what it says.
import { attachedXml, isPdf } from './attached-xml.ts'
import { checkInvoice, type RuleSet, ruleSetOf, type Verdict } from './check.ts'
import { type EInvoiceDocument, invoiceFromDocument } from './from-document.ts'
import { type EInvoiceFormat, PROFILES, writeInvoice } from './profiles.ts'
import { type InvoiceSyntax, readInvoice } from './read.ts'
import { type ReceivedDocument, shownInvoice } from './shown.ts'

/** What a file is: its syntax, or a PDF with a CII inside, and whose rules it says it follows. */
export type ReceivedFormat = 'ubl' | 'cii' | 'xrechnung-ubl' | 'xrechnung-cii' | 'peppol' | 'facturx'

export interface Inspected extends Verdict {
  format: ReceivedFormat
  document: ReceivedDocument
}

/** Looks at an XML file, or a PDF with one inside, of up to 5 MB. Throws UnreadableFile, with a message for the sender. */
export function inspectFile(bytes: Uint8Array): Inspected {
  const is_pdf = isPdf(bytes)
  const read = readInvoice(is_pdf ? attachedXml(bytes).bytes : bytes)
  const set = ruleSetOf(read.invoice)
  return { format: formatOf(read.syntax, set, is_pdf), ...checkInvoice(read, set), document: shownInvoice(read.invoice) }
}

function formatOf(syntax: InvoiceSyntax, set: RuleSet | undefined, is_pdf: boolean): ReceivedFormat {
  if (is_pdf) return 'facturx'
  const base = syntax === 'cii' ? 'cii' : 'ubl'
  if (set === 'xrechnung') return `xrechnung-${base}`
  return set === 'peppol' && base === 'ubl' ? 'peppol' : base
}

/** A file of a document of ours, and the verdict on it. */
export interface WrittenFile {
  format: EInvoiceFormat
  xml: string
  verdict: Verdict
}

/** Writes a document in formats. The file is judged as its receiver reads it. Throws AmountTooLarge. */
export function writeFiles(document: EInvoiceDocument, formats: readonly EInvoiceFormat[]): WrittenFile[] {
  const invoice = invoiceFromDocument(document)
  return formats.map((format) => {
    const xml = writeInvoice(invoice, format)
    return { format, xml, verdict: checkInvoice(readInvoice(Buffer.from(xml)), PROFILES[format].rules) }
  })
}
