import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { deflateSync } from 'node:zlib'
import { findPdfTool } from '../../../../scripts/pdf-tools.ts'
import { randomEInvoiceDocument } from '../../../test/support/e-invoices.ts'
import { company, customer, invoice } from '../../../test/support/papers.ts'
import { noPdfTools, pdfFaults } from '../../../test/support/pdf.ts'
import { UnreadableFile } from '../../kernel/xml.ts'
import { FACTUR_X_FILE_NAME, withFacturXMetadata } from '../printing/factur-x.ts'
import { paperOf } from '../printing/paper-of.ts'
import { createTypesetter } from '../printing/typesetter.ts'
import { attachedXml } from './attached-xml.ts'
import { invoiceFromDocument } from './from-document.ts'
import { writeInvoice } from './profiles.ts'
import { readInvoice } from './read.ts'

const xml = Buffer.from(writeInvoice(invoiceFromDocument(randomEInvoiceDocument(2)), 'facturx'))
const attachment = {
  name: FACTUR_X_FILE_NAME,
  media_type: 'text/xml',
  description: 'Invoice',
  relationship: 'alternative',
  bytes: xml,
} as const
const printed = createTypesetter().typeset({ ...paperOf(invoice(), company, customer, null), attachment }).pdf
const pdf = withFacturXMetadata(printed)

function qpdf(options: string[], input: Uint8Array): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'quoin-factur-x-'))
  try {
    writeFileSync(join(folder, 'in.pdf'), input)
    const { status, stderr } = spawnSync(findPdfTool('qpdf')!, [...options, join(folder, 'in.pdf'), join(folder, 'out.pdf')])
    assert.equal(status, 0, String(stderr))
    return readFileSync(join(folder, 'out.pdf'))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** A PDF of these objects and nothing else: no table, no pages. */
const pdfOf = (...objects: string[]) =>
  Buffer.from(`%PDF-1.7\n${objects.map((body, index) => `${index + 1} 0 obj ${body} endobj\n`).join('')}%%EOF`, 'latin1')
const streamOf = (entries: string, bytes: Buffer) =>
  `<<${entries} /Length ${bytes.length}>> stream\n${bytes.toString('latin1')}\nendstream`
const specification = (name: string, stream = 2) => `<< /Type /Filespec /F (${name}) /EF << /F ${stream} 0 R >> >>`
const refused = (bytes: Uint8Array, message: RegExp) =>
  assert.throws(
    () => attachedXml(bytes),
    (error) => error instanceof UnreadableFile && message.test(error.message),
  )

describe('a PDF of our own', () => {
  test('says that it is Factur-X, and its structure is sound', { skip: noPdfTools }, () => {
    assert.equal(pdfFaults(pdf), '')
    const text = pdf.toString('latin1')
    assert.match(text, /<fx:DocumentType>INVOICE<\/fx:DocumentType><fx:DocumentFileName>factur-x\.xml<\/fx:DocumentFileName>/)
    assert.match(text, /<fx:Version>1\.0<\/fx:Version><fx:ConformanceLevel>EN 16931<\/fx:ConformanceLevel>/)
    assert.match(text, /<pdfaSchema:prefix>fx<\/pdfaSchema:prefix>/)
    assert.match(text, /\/AFRelationship \/Alternative/)
  })

  test('keeps every byte of what was printed, and is the same each time', () => {
    assert.deepEqual(pdf.subarray(0, printed.length), printed)
    assert.deepEqual(withFacturXMetadata(printed), pdf)
  })

  test('gives the attached bytes back, however it is packed', { skip: noPdfTools }, () => {
    const packed = [
      ['--qdf'],
      ['--object-streams=generate', '--compress-streams=y'],
      ['--linearize', '--object-streams=generate'],
    ]
    for (const file of [pdf, ...packed.map((options) => qpdf(options, pdf))]) {
      assert.deepEqual(attachedXml(file), { file_name: FACTUR_X_FILE_NAME, bytes: xml })
    }
    const read = readInvoice(pdf)
    assert.deepEqual([read.syntax, read.file_name], ['cii', FACTUR_X_FILE_NAME])
  })

  test('another kind of PDF is not touched', () => {
    assert.throws(() => withFacturXMetadata(pdfOf('<< >>')), /no trailer/)
  })
})

describe('a PDF of someone else', () => {
  test('the invoice has one of three names, in any case and notation', () => {
    const names = ['factur-x.xml', 'ZUGFeRD-invoice.xml', 'zugferd-invoice.xml', 'xrechnung.xml', 'factur\\055x.xml']
    for (const name of names)
      assert.equal(attachedXml(pdfOf(specification(name), streamOf('', Buffer.from('<a/>')))).bytes.toString(), '<a/>')
    const utf16 = Buffer.from('\ufefffactur-x.xml', 'utf16le').swap16().toString('hex')
    const hexadecimal = pdfOf(`<< /UF <${utf16}> /EF << /UF 2 0 R >> >>`, streamOf('', Buffer.from('<a/>')))
    assert.equal(attachedXml(hexadecimal).file_name, 'factur-x.xml')
  })

  test('a wrong length does not matter', () => {
    assert.equal(
      attachedXml(pdfOf(specification('factur-x.xml'), '<< /Length 9999 >> stream\n<a/>\nendstream'))
        .bytes.toString()
        .trim(),
      '<a/>',
    )
  })

  test('says why there is no invoice', { skip: noPdfTools }, () => {
    refused(pdfOf('<< >>'), /no file attached/)
    refused(pdfOf(specification('order-x.xml'), streamOf('', Buffer.from('<a/>'))), /only "order-x\.xml"/)
    refused(qpdf(['--encrypt', '', '', '256', '--'], pdf), /encrypted/)
    refused(pdfOf(specification('factur-x.xml'), streamOf('/Filter /LZWDecode', Buffer.from('x'))), /LZWDecode/)
    refused(pdfOf(specification('factur-x.xml'), streamOf('/Filter /FlateDecode', Buffer.from('x'))), /can not be unpacked/)
    refused(pdfOf(specification('factur-x.xml'), '<< >>'), /no content/)
    refused(Buffer.alloc(5 * 1024 * 1024 + 1, '%PDF-'), /5 MB/)
  })

  test('nothing is unpacked without bound', () => {
    const bomb = streamOf('/Filter /FlateDecode', deflateSync(Buffer.alloc(64 * 1024 * 1024)))
    refused(pdfOf(specification('factur-x.xml'), bomb), /unpacks to more/)
    refused(pdfOf(bomb.replace('<<', '<< /Type /ObjStm /N 1 /First 4')), /unpacks to more/)
  })

  test('no file takes long to read', () => {
    const most = 4 * 1024 * 1024
    const fills = [
      '1 0 obj ',
      '1 0 obj<</EF<<',
      '/EF <<',
      '/F (',
      '1 0 obj /F (a /EF <</F 1 0 R>>',
      'stream ',
      '1 ',
      ' ',
      '1 0 obj<</Type /ObjStm>>stream\n',
    ]
    for (const fill of fills) {
      const start = performance.now()
      refused(Buffer.from(`%PDF-1.7\n${fill.repeat(Math.ceil(most / fill.length))}`), /./)
      assert.ok(performance.now() - start < 5_000, fill)
    }
  })
})
