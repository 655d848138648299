// Factur-X: a PDF/A-3 that carries the invoice as XML. Typst attaches the file; what PDF/A wants to know about it beyond that is added here.

import type { Attachment } from './paper.ts'

/** Name of the attached XML. */
export const FACTUR_X_FILE_NAME = 'factur-x.xml'

/** The XML of an invoice as the attachment that makes a PDF a Factur-X; `description` is what readers of PDFs show of it. */
export const facturXAttachment = (bytes: Uint8Array, description: string): Attachment => ({
  name: FACTUR_X_FILE_NAME,
  media_type: 'text/xml',
  description,
  relationship: 'alternative',
  bytes,
})

/**
 * The PDF with the Factur-X properties in its metadata: document type, file name, version and conformance level (EN 16931), and the extension
 * schema that PDF/A demands for them. Everything else, the attachment too, keeps its bytes: the new metadata is appended as an incremental
 * update. The same PDF gives the same bytes.
 *
 * For PDFs of our own press: a table of references (no streams), and metadata that is not compressed. Throws when the PDF is another kind.
 */
export function withFacturXMetadata(pdf: Uint8Array): Buffer {
  const bytes = Buffer.from(pdf)
  // One character per byte, so that positions in the text are positions in the file.
  const text = bytes.toString('latin1')
  const trailer = found(/trailer\s*<<([\s\S]*?)>>\s*startxref\s+(\d+)\s+%%EOF\s*$/.exec(text), 'trailer')
  const [, entries = '', startxref = ''] = trailer
  const root = found(/\/Root (\d+) 0 R/.exec(entries), 'root')[1]
  const catalog = found(new RegExp(`\\n${root} 0 obj\\s([\\s\\S]*?)\\sendobj`).exec(text), 'catalog')[1] ?? ''
  const number = found(/\/Metadata (\d+) 0 R/.exec(catalog), 'metadata')[1]
  const object = new RegExp(`\\n${number} 0 obj\\s+<<[^>]*>>\\s+stream\\r?\\n([\\s\\S]*?)\\r?\\nendstream`)
  const metadata = withProperties(found(object.exec(text), 'metadata')[1] ?? '')

  const update = `\n${number} 0 obj\n<<\n  /Length ${metadata.length}\n  /Type /Metadata\n  /Subtype /XML\n>>\nstream\n${metadata}\nendstream\nendobj\n`
  const start = bytes.length + 1
  const xref = `xref\n${number} 1\n${String(start).padStart(10, '0')} 00000 n\r\n`
  const end = `trailer\n<<${entries.trimEnd()}\n  /Prev ${startxref}\n>>\nstartxref\n${bytes.length + update.length}\n%%EOF\n`
  return Buffer.concat([bytes, Buffer.from(update + xref + end, 'latin1')])
}

function found(match: RegExpExecArray | null, what: string): RegExpExecArray {
  if (!match) throw new Error(`the PDF has no ${what} as our press writes it`)
  return match
}

/** The schema joins those that are there; the values go into a description of their own. */
function withProperties(metadata: string): string {
  const with_schema = metadata.replace(/(<pdfaExtension:schemas>\s*<rdf:Bag>)/, `$1${SCHEMA}`)
  const with_values = with_schema.replace('</rdf:RDF>', `${VALUES}</rdf:RDF>`)
  if (with_schema === metadata || with_values === with_schema)
    throw new Error('the metadata of the PDF has no place for Factur-X')
  return with_values
}

const NAMESPACE = 'urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#'

const PROPERTIES = {
  DocumentFileName: 'Name of the embedded XML invoice file',
  DocumentType: 'Type of the hybrid document',
  Version: 'Version of the standard applied to the embedded XML file',
  ConformanceLevel: 'Conformance level of the embedded XML file',
}

const SCHEMA = [
  '<rdf:li rdf:parseType="Resource">',
  '<pdfaSchema:schema>Factur-X PDFA Extension Schema</pdfaSchema:schema>',
  `<pdfaSchema:namespaceURI>${NAMESPACE}</pdfaSchema:namespaceURI>`,
  '<pdfaSchema:prefix>fx</pdfaSchema:prefix>',
  '<pdfaSchema:property><rdf:Seq>',
  ...Object.entries(PROPERTIES).map(
    ([name, description]) =>
      `<rdf:li rdf:parseType="Resource"><pdfaProperty:name>${name}</pdfaProperty:name><pdfaProperty:valueType>Text</pdfaProperty:valueType>` +
      `<pdfaProperty:category>external</pdfaProperty:category><pdfaProperty:description>${description}</pdfaProperty:description></rdf:li>`,
  ),
  '</rdf:Seq></pdfaSchema:property></rdf:li>',
].join('')

const VALUES =
  `<rdf:Description rdf:about="" xmlns:fx="${NAMESPACE}"><fx:DocumentType>INVOICE</fx:DocumentType>` +
  `<fx:DocumentFileName>${FACTUR_X_FILE_NAME}</fx:DocumentFileName><fx:Version>1.0</fx:Version>` +
  '<fx:ConformanceLevel>EN 16931</fx:ConformanceLevel></rdf:Description>'
