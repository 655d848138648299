import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { escapeXml, MAX_XML_BYTES, parseXml, UnreadableFile } from '../../kernel/xml.ts'
import { readInvoice } from './read.ts'

const parse = (text: string) => parseXml(Buffer.from(text))
const refused = (bytes: Uint8Array, message: RegExp) =>
  assert.throws(
    () => parseXml(bytes),
    (error) => error instanceof UnreadableFile && message.test(error.message),
  )

describe('parsing', () => {
  test('elements, attributes and texts are as in the file, white space at the ends removed', () => {
    const root = parse('<a:x xmlns:a="urn:a" one=" 1 ">\n  <y xmlns="urn:y"> t &amp; <![CDATA[<u>]]> </y></a:x>')
    assert.deepEqual([root.namespace, root.name, root.attributes.get('one')], ['urn:a', 'x', '1'])
    assert.deepEqual(
      root.children.map(({ namespace, name, text, line }) => [namespace, name, text, line]),
      [['urn:y', 'y', 't & <u>', 2]],
    )
  })

  const encoded: Record<string, Buffer> = {
    'UTF-8 with a byte order mark': Buffer.from('\ufeff<x>é</x>'),
    'UTF-16, little end first, with a mark': Buffer.from('\ufeff<?xml version="1.0" encoding="UTF-16"?><x>é</x>', 'utf16le'),
    'UTF-16, little end first, without': Buffer.from('<x>é</x>', 'utf16le'),
    'UTF-16, big end first': Buffer.from('\ufeff<x>é</x>', 'utf16le').swap16(),
    'ISO-8859-1': Buffer.from('<?xml version="1.0" encoding="ISO-8859-1"?><x>é</x>', 'latin1'),
    'Windows-1252': Buffer.from("<?xml version='1.0' encoding='windows-1252'?><x>é</x>", 'latin1'),
  }
  for (const [name, bytes] of Object.entries(encoded)) test(`reads ${name}`, () => assert.equal(parseXml(bytes).text, 'é'))

  test('refuses what is not a well-formed file of elements, and says where', () => {
    refused(Buffer.from(''), /empty/)
    refused(Buffer.from('{"a": 1}'), /line 1/)
    refused(Buffer.from('<a>\n<b></a>'), /line 2/)
    refused(Buffer.from('<a>&nbsp;</a>'), /not well-formed/)
    refused(Buffer.from('<a/><b/>'), /not well-formed/)
    refused(Buffer.from('<a b="1" b="2"/>'), /not well-formed/)
    refused(Buffer.from('<p:a/>'), /not well-formed/)
    refused(Buffer.from([0x3c, 0x61, 0x3e, 0xff, 0x3c, 0x2f, 0x61, 0x3e]), /UTF-8/)
    for (const encoding of ['EBCDIC-CP-US', 'constructor', '__proto__']) {
      refused(Buffer.from(`<?xml version="1.0" encoding="${encoding}"?><a/>`), RegExp(`encoding "${encoding}", which is not`))
    }
  })

  test('refuses a DOCTYPE: neither external entities nor texts without bound', () => {
    refused(Buffer.from('<!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/passwd">]><x>&f;</x>'), /DOCTYPE/)
    refused(Buffer.from('<!DOCTYPE x SYSTEM "http://example.test/x.dtd"><x/>'), /DOCTYPE/)
    const bomb = Array.from({ length: 9 }, (_, n) => `<!ENTITY l${n + 1} "${`&l${n};`.repeat(10)}">`).join('')
    refused(Buffer.from(`<!DOCTYPE x [<!ENTITY l0 "lol">${bomb}]><x>&l9;</x>`), /DOCTYPE/)
  })

  test('refuses more than 5 MB, deep nesting and too many elements', () => {
    refused(Buffer.alloc(MAX_XML_BYTES + 1, ' '), /5 MB/)
    refused(Buffer.from('<a>'.repeat(100_000)), /deep/)
    refused(Buffer.from(`<a>${'<b/>'.repeat(500_000)}</a>`), /elements/)
  })
})

describe('escaping', () => {
  test('any text is read as it was written, less what XML can not hold', () => {
    const kept = (text: string) =>
      text
        .replace(/\r\n?/g, '\n')
        .replace(/[^\t\n -\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
        .trim()
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        assert.equal(parse(`<x>${escapeXml(text)}</x>`).text, kept(text))
        assert.equal(
          parse(`<x y="${escapeXml(text).replaceAll('\n', ' ').replaceAll('\t', ' ')}"/>`).attributes.get('y'),
          kept(text)
            .replace(/[\n\t]/g, ' ')
            .trim(),
        )
      }),
    )
  })

  test('halves of surrogate pairs and control characters are left out', () => {
    assert.equal(escapeXml('a\ud800b\udfffc\u0000d\ufffee👍'), 'abcde👍')
  })
})

test('an XML file that is no invoice is named for what it is', () => {
  const message = (text: string) => {
    try {
      readInvoice(Buffer.from(text))
      return ''
    } catch (error) {
      return (error as Error).message
    }
  }
  assert.match(message('<html/>'), /not an electronic invoice: its root element is "html" without a namespace/)
  assert.match(message('<Invoice xmlns="urn:other"/>'), /"Invoice" in the namespace "urn:other"/)
  assert.match(message('<CrossIndustryDocument xmlns="urn:ferd:CrossIndustryDocument:invoice:1p0"/>'), /ZUGFeRD 1\.0/)
})
