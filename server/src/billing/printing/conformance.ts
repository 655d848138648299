// Pure: makes the compiler's PDF/A-3a file say that it is PDF/UA-1 too.
//
// The compiler writes one standard at a time. Its PDF/A-3a has all that PDF/UA-1 asks for (a test compiles the same papers as PDF/UA-1, which
// the compiler checks) except for two entries that name it: a property in the metadata, and "show the title, not the name of the file".

const UA_PROPERTY = '<pdfuaid:part>1</pdfuaid:part>'
/** PDF/A wants each property described that is not its own. */
const UA_SCHEMA = [
  '<rdf:li rdf:parseType="Resource"><pdfaSchema:schema>PDF/UA identification schema</pdfaSchema:schema>',
  '<pdfaSchema:namespaceURI>http://www.aiim.org/pdfua/ns/id/</pdfaSchema:namespaceURI><pdfaSchema:prefix>pdfuaid</pdfaSchema:prefix>',
  '<pdfaSchema:property><rdf:Seq><rdf:li rdf:parseType="Resource"><pdfaProperty:category>internal</pdfaProperty:category>',
  '<pdfaProperty:description>PDF/UA version identifier</pdfaProperty:description><pdfaProperty:name>part</pdfaProperty:name>',
  '<pdfaProperty:valueType>Integer</pdfaProperty:valueType></rdf:li></rdf:Seq></pdfaSchema:property></rdf:li>',
].join('')

/**
 * The file with both entries. It relies on how the compiler writes: the metadata and the catalog are the last two objects, uncompressed,
 * before one plain table of offsets. Throws an Error when that is no longer so.
 */
export function accessibleFile(pdf: Buffer): Buffer {
  const text = pdf.toString('latin1')
  const table = text.lastIndexOf('\nxref\n') + 1
  const root = Number(text.slice(table).match(/\/Root (\d+) 0 R/)?.[1])
  const metadata = text.lastIndexOf(`\n${root - 1} 0 obj`) + 1
  const catalog = text.lastIndexOf(`\n${root} 0 obj`) + 1
  if (!(table > catalog && catalog > metadata && metadata > 0)) throw new Error('The PDF does not end as expected')
  const new_metadata = withLength(
    text
      .slice(metadata, catalog)
      .replace('<pdfaid:part>', `${UA_PROPERTY}<pdfaid:part>`)
      .replace('xmlns:pdfaid=', 'xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/"  xmlns:pdfaid=')
      .replace('<pdfaExtension:schemas><rdf:Bag>', `<pdfaExtension:schemas><rdf:Bag>${UA_SCHEMA}`),
  )
  const new_catalog = text
    .slice(catalog, table)
    .replace('/ViewerPreferences <<', '/ViewerPreferences <<\n    /DisplayDocTitle true')
  if (!new_metadata.includes(UA_PROPERTY) || !new_metadata.includes(UA_SCHEMA) || !new_catalog.includes('DisplayDocTitle')) {
    throw new Error('The PDF has no such metadata as expected')
  }
  const catalog_at = metadata + new_metadata.length
  const table_at = catalog_at + new_catalog.length
  const entry = (offset: number) => `${String(offset).padStart(10, '0')} 00000 n`
  const new_table = text
    .slice(table)
    .replace(entry(catalog), entry(catalog_at))
    .replace(/startxref\n\d+/, `startxref\n${table_at}`)
  return Buffer.concat([pdf.subarray(0, metadata), Buffer.from(new_metadata + new_catalog + new_table, 'latin1')])
}

function withLength(object: string): string {
  const start = object.indexOf('stream\n') + 'stream\n'.length
  const length = object.lastIndexOf('\nendstream') - start
  return object.replace(/\/Length \d+/, `/Length ${length}`)
}
