// Printed documents, read back with the tools that people have.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler'
import jsQR from 'jsqr'
import { company, customer, invoice, line } from '../../../test/support/papers.ts'
import { noPdfTools, pdfFaults, pdfInfo, pdfPicture, pdfText, pdfWords, type Word } from '../../../test/support/pdf.ts'
import { DOCUMENT_TEMPLATES } from '../../access/companies/table.ts'
import { LANGUAGES } from '../../kernel/languages.ts'
import { loadFonts } from './fonts.ts'
import type { Paper } from './paper.ts'
import { paperOf } from './paper-of.ts'
import { printablePaper, textOf } from './printable.ts'
import type { CompanySource, CustomerSource, DocumentSource, Picture } from './sources.ts'
import { createTypesetter } from './typesetter.ts'

const skip = noPdfTools
const typesetter = createTypesetter()

interface Changes {
  document?: Partial<DocumentSource>
  company?: Partial<CompanySource>
  customer?: Partial<CustomerSource>
  lines?: number
  logo?: Picture | null
}

function paper({ document, lines, logo = null, ...of }: Changes = {}): Paper {
  return paperOf(invoice(document, lines), { ...company, ...of.company }, { ...customer, ...of.customer }, logo)
}

const typeset = (changes: Changes = {}) => typesetter.typeset(paper(changes))
/** Text without any space: where a line breaks is the typesetter's affair. */
const solid = (text: string) => text.replace(/[\s\u200b\u2066-\u2069\u200e\u200f\u061c]+/gu, '')

describe('every template', { skip }, () => {
  for (const document_template of DOCUMENT_TEMPLATES) {
    for (const [name, changes] of Object.entries({
      'one line': { lines: 1 },
      'thirty lines': { lines: 30 },
      'a line in Arabic': { document: { language: 'ar' as const, items: [line('تصميم الموقع', '1', 'ساعة', '100', 10_000)] } },
    })) {
      test(`${document_template} with ${name} is sound, archivable, tagged and titled`, () => {
        const { pdf, missing, faults } = typeset({ ...changes, company: { document_template } })
        assert.deepEqual([missing, faults], [[], []])
        assert.equal(pdfFaults(pdf), '')
        const info = pdfInfo(pdf)
        assert.equal(info['Tagged'], 'yes')
        assert.match(info['Title']!, /INV-2026-000117 · Nordlicht Studio GmbH$/)
        const text = pdf.toString('latin1')
        assert.match(text, /<pdfaid:part>3<\/pdfaid:part><pdfaid:conformance>A</)
        assert.match(text, /<pdfuaid:part>1</)
        assert.match(text, /\/DisplayDocTitle true/)
        assert.match(text, /\/Lang \((en|ar)\)/)
      })
    }
  }

  test('has all that PDF/UA-1 asks for, by the compiler that writes it', () => {
    const fonts = loadFonts(undefined)
    const folder = `${import.meta.dirname}/templates`
    const compiler = NodeCompiler.create({ workspace: folder, fontArgs: [{ fontBlobs: fonts.files(true) }] })
    for (const document_template of DOCUMENT_TEMPLATES) {
      const made = paper({ company: { document_template }, lines: 40 })
      const set = fonts.setFor({ language: 'en', region: '', text: textOf(made) })
      const data = { ...printablePaper(made, set).paper, families: set.families(document_template) }
      const args = { mainFilePath: `${folder}/${document_template}.typ`, inputs: { paper: JSON.stringify(data) } }
      assert.ok(compiler.pdf(args, { pdfStandard: 'ua-1' }).length > 0)
    }
  })

  test('gives the same bytes for the same paper, from every compiler', () => {
    for (const document_template of DOCUMENT_TEMPLATES) {
      const changes = { company: { document_template }, lines: 20 }
      const first = typeset(changes).pdf
      typeset({ lines: 3 })
      assert.ok(first.equals(typeset(changes).pdf))
      assert.ok(first.equals(createTypesetter().typeset(paper(changes)).pdf))
    }
  })

  test('prints every text of the language, and the amounts to the cent', () => {
    for (const [index, language] of LANGUAGES.filter((one) => one !== 'ar').entries()) {
      const document_template = DOCUMENT_TEMPLATES[index % DOCUMENT_TEMPLATES.length]!
      const made = paper({ document: { language }, company: { document_template } })
      const text = solid(pdfText(typesetter.typeset(made).pdf))
      const expected = [
        made.title,
        ...Object.values(made.heads).filter((head) => made.has_line_tax || head !== made.heads.tax),
        ...made.facts.map((fact) => fact.value),
        ...made.lines.flatMap((one) => [
          one.name,
          ...one.description.split('\n'),
          one.quantity,
          one.unit,
          one.unit_price,
          one.amount,
        ]),
        ...made.totals.flatMap((row) => [row.label, row.value]),
        ...made.sections.flatMap((section) => [section.heading, section.text]),
        ...made.payment!.rows.flatMap((row) => [row.label, row.value]),
        ...made.footer_columns.flat(),
        made.page_label.replace('{page}', '1').replace('{pages}', '1'),
      ]
      assert.deepEqual(
        expected.filter((one) => !text.includes(solid(one))),
        [],
        `${document_template} ${language}`,
      )
    }
  })
})

describe('a long table', { skip }, () => {
  for (const document_template of DOCUMENT_TEMPLATES) {
    const made = paper({ company: { document_template }, lines: 100 })
    const words = () => pdfWords(typesetter.typeset(made).pdf)

    test(`of ${document_template} repeats its head, carries its sum over and says the page`, () => {
      const text = pdfText(typesetter.typeset(made).pdf, ['-layout'])
      const pages = text.split('\f').filter((page) => page.trim() !== '')
      assert.ok(pages.length >= 3)
      let printed = 0
      for (const [index, page] of pages.entries()) {
        assert.match(page, new RegExp(`Page ${index + 1} of ${pages.length}`))
        const positions = [...page.matchAll(/^ *(\d{1,3}) +\D.*\d\.\d\d$/gm)].map(([, position]) => Number(position))
        if (positions.length === 0) continue
        assert.match(page, /Quantity +Unit price +Amount/)
        if (printed > 0) assert.match(page, new RegExp(`Brought forward +${made.lines[printed - 1]!.carried}`))
        assert.deepEqual(
          positions,
          positions.map((_, at) => printed + at + 1),
        )
        printed += positions.length
        if (printed < 100) assert.match(page, new RegExp(`Carried forward +${made.lines[printed - 1]!.carried}`))
      }
      assert.equal(printed, 100)
    })

    test(`of ${document_template} keeps its totals on one page`, () => {
      for (const count of [15, 17, 19]) {
        const some = pdfWords(typesetter.typeset(paper({ company: { document_template }, lines: count })).pdf)
        const pages = ['Subtotal', 'VAT', 'Total'].map((label) => some.filter((word) => word.text === label).at(-1)!.page)
        assert.equal(new Set(pages.slice(0, 1).concat(pages.at(-1)!)).size, 1, `${count} lines: ${pages}`)
      }
    })

    test(`of ${document_template} stays within its margins`, () => {
      for (const word of words()) assert.ok(word.left > 10 && word.right < 200 && word.bottom < 292, JSON.stringify(word))
    })
  }
})

describe('DIN 5008, form B', { skip }, () => {
  const place = (words: Word[], text: string) => words.find((word) => word.text === text && word.page === 1)!
  const print = (changes: Changes = {}) =>
    pdfWords(typeset({ ...changes, company: { document_template: 'din5008', ...changes.company } }).pdf)

  test('has the address in the window, to the millimetre', () => {
    const words = print()
    const first = place(words, 'Lindqvist')
    // The address zone begins 62.7 mm from the top; text begins 25 mm from the left.
    assert.ok(Math.abs(first.left - 25) < 0.6, `left ${first.left}`)
    assert.ok(first.top > 61.5 && first.top < 63.5, `top ${first.top}`)
    for (const text of ['Storgatan', 'SWEDEN']) {
      const word = place(words, text)
      assert.ok(word.bottom < 90 && word.right < 105, `${text} ${JSON.stringify(word)}`)
    }
    const sender = words.filter((word) => word.top > 45 && word.bottom < 62.7 && word.left < 105)
    assert.equal(sender.map((word) => word.text).join(' '), 'Nordlicht Studio GmbH · Torstraße 164 · 10115 Berlin · Germany')
    assert.ok(Math.abs(place(words, 'INV-2026-000117').left - 125) < 40)
  })

  test('has the information 125 mm from the left and the subject 98.5 mm from the top', () => {
    const words = print()
    const label = words.find((word) => word.text === 'Invoice' && word.top < 90)!
    assert.ok(Math.abs(label.left - 125) < 0.6 && Math.abs(label.top - 50) < 1.5, JSON.stringify(label))
    const subject = words.find((word) => word.text === 'Invoice' && word.top > 90)!
    assert.ok(Math.abs(subject.top - 98.46) < 1.5, JSON.stringify(subject))
  })

  test('has nine long lines of an address in the window', () => {
    const billing = { ...customer.billing, address: 'One\nTwo\nThree\nFour\nFive\nSix', city: 'Stockholm by the sea' }
    const words = print({ customer: { billing } })
    const last = words.find((word) => word.text === 'SWEDEN')!
    assert.ok(last.bottom < 90, JSON.stringify(last))
  })

  test('has marks to fold at 105 and 210 mm, and one for the punch', () => {
    const { pdf } = typeset({ company: { document_template: 'din5008' } })
    const { width, dots, height } = pdfPicture(pdf, 1, 254)
    assert.ok(Math.abs(width - 2100) <= 1)
    const marks: number[] = []
    for (let y = 0; y < height; y++) if (dots[y * width + 60]! < 230) marks.push(y / 10)
    for (const at of [105, 148.5, 210])
      assert.ok(
        marks.some((y) => Math.abs(y - at) < 0.3),
        `${marks}`,
      )
  })
})

describe('what is typed', { skip }, () => {
  const HOSTILE = [
    '#read("/etc/passwd")',
    '#import "lib.typ": *',
    '*bold* _emph_ `raw` $x^2$ <label> @ref',
    '// comment /* block */ \\ ~ -- --- ... "double" \'single\'',
    '[content] {code} = Heading - item + enum / Term: x',
    'https://example.com/?a=b#c 2x3 -> <= != ffi',
    '%PDF ) endobj \\u{202e} \\',
  ]

  test('is printed as it is typed, wherever it is typed', () => {
    for (const [index, document_template] of DOCUMENT_TEMPLATES.entries()) {
      // Each template has another text in each field.
      const text = (field: number) => HOSTILE[(field + index * 3) % HOSTILE.length]!
      const billing = { ...customer.billing, legal_name: text(5), address: text(6) }
      const made = typeset({
        document: {
          items: HOSTILE.map((one) => line(one, '1', '', '1', 100, one)),
          notes: HOSTILE.join('\n'),
          payment_terms: text(0),
          purchase_order: text(1),
          number: text(2),
        },
        company: { legal_name: text(3), footer: text(4), payment_details: text(0), contact_name: text(1), document_template },
        customer: { billing },
      })
      assert.deepEqual([made.missing, made.faults], [[], []])
      const printed = solid(pdfText(made.pdf))
      for (const one of HOSTILE) {
        const times = printed.split(solid(one)).length - 1
        assert.ok(times >= 4, `${document_template}: ${one} is printed ${times} times`)
      }
    }
  })

  test('is printed whole when it is 10,000 characters without a blank, and stays on the page', () => {
    for (const document_template of DOCUMENT_TEMPLATES) {
      const long = 'Abcdefghij'.repeat(1000)
      const { pdf } = typeset({
        document: { items: [line('x', '1', '', '1', 100, long)], notes: long },
        company: { document_template },
      })
      // Between two pages are the foot of one and the head of the next.
      const letters = (text: string) => text.replace(/[^A-Ja-j]/g, '').match(/Abcdefghij/g)?.length ?? 0
      assert.ok(letters(pdfText(pdf)) >= 1_980, `${letters(pdfText(pdf))}`)
      for (const word of pdfWords(pdf)) assert.ok(word.right < 200, JSON.stringify(word))
    }
  })

  test('is a box, and named, where no typeface has it; nothing is dropped', () => {
    const { pdf, missing } = typeset({
      document: { notes: 'a\u{13080}b \u0007c \ue000d 𐎀', items: [line('ᚠ', '1', '', '1', 100)] },
    })
    assert.deepEqual(missing.sort(), ['U+0007', 'U+10380', 'U+13080', 'U+16A0', 'U+E000'].sort())
    assert.ok(solid(pdfText(pdf)).includes('a□b□c□d□'))
  })

  test('keeps its line ends', () => {
    const text = pdfText(typeset({ document: { notes: 'first\nsecond\r\nthird\n\nfourth' } }).pdf)
    assert.match(text, /first\nsecond\nthird\n+fourth/)
  })

  test('is the same in every script', () => {
    const scripts = [
      'Überweisung Żółć Ærø ǅ ẞ ‰ № ™ “q” … – —',
      'Τιμολόγιο ἀρχή',
      'Счёт-фактура ЇЄҐ',
      'ใบแจ้งหนี้ กำลัง น้ำ',
      'चालान क्षत्रिय हिन्दी',
      '請求書 合計￥1,200 カタカナ',
      '发票 总计 們國 龍',
      '청구서 합계',
      '😀 👩‍💻 ❤️ 👍🏽',
      'ქართული Հայերեն',
      'Hóa đơn giá trị gia tăng',
      '← ∞ ≤ ∑ √ ① ㎡',
    ]
    for (const document_template of DOCUMENT_TEMPLATES) {
      const { pdf, missing } = typeset({
        document: { items: scripts.map((text) => line(text, '1', '', '1', 100, text)) },
        company: { document_template },
      })
      assert.deepEqual(missing, [])
      const text = solid(pdfText(pdf))
      assert.deepEqual(
        scripts.filter((script) => text.split(solid(script)).length - 1 < 2),
        [],
      )
    }
  })

  test('is the same in right-to-left scripts, word by word', () => {
    const words = 'فاتورة ضريبية رقم الإجمالي شركة الأمل للتجارة لا إله חשבונית מס שלום לכולם'.split(' ')
    for (const language of ['ar', 'en'] as const) {
      const { pdf, missing } = typeset({ document: { language, items: [line(words.join(' '), '1', '', '1', 100)] } })
      assert.deepEqual(missing, [])
      // The order of lines on the page: pdftotext's own, since in the order of writing it parts letters that reach under one another.
      const text = pdfText(pdf, [])
      assert.deepEqual(
        words.filter((word) => !text.includes(word)),
        [],
      )
    }
  })
})

describe('a logo', { skip }, () => {
  const png = (base64: string): Picture => ({ media_type: 'image/png', bytes: Buffer.from(base64, 'base64') })
  const DOT = png('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==')

  test('of any size fits', () => {
    for (const document_template of DOCUMENT_TEMPLATES) {
      const { faults, pdf } = typeset({ logo: DOT, company: { document_template } })
      assert.deepEqual(faults, [])
      assert.equal(pdfFaults(pdf), '')
    }
  })

  test('that is no picture is left out, and the document is printed', () => {
    const { faults, pdf } = typeset({ logo: { media_type: 'image/jpeg', bytes: Buffer.from('no picture') } })
    assert.equal(faults.length, 1)
    assert.match(faults[0]!, /failed to decode image/)
    assert.match(pdfText(pdf), /Nordlicht Studio GmbH/)
  })
})

describe('payment codes', { skip }, () => {
  /** Reads the code in a part of a page, in millimetres from its left upper corner. */
  const scan = (pdf: Uint8Array, page: number, left: number, top: number, size: number) => {
    const { width, dots } = pdfPicture(pdf, page, 127)
    const [x, y, length] = [left, top, size].map((mm) => Math.round(mm * 5)) as [number, number, number]
    const pixels = new Uint8ClampedArray(length * length * 4)
    for (let row = 0; row < length; row++) {
      for (let column = 0; column < length; column++) {
        pixels.fill(dots[(y + row) * width + x + column]!, (row * length + column) * 4, (row * length + column) * 4 + 4)
      }
    }
    return jsQR.default(pixels, length, length)?.data
  }

  test('for euros can be read from the page', () => {
    for (const document_template of DOCUMENT_TEMPLATES) {
      const { pdf } = typeset({ company: { document_template } })
      const caption = pdfWords(pdf).find((word) => word.text === 'Scan')!
      const payload = scan(pdf, 1, caption.left - 4, caption.top - 36, 40)
      assert.match(payload!, /^BCD\n002\n1\nSCT\nCOBADEFFXXX\nNordlicht Studio GmbH\nDE89370400440532013000\nEUR8478.39\n/)
    }
  })

  const swiss = {
    iban: 'CH9300762011623852957',
    legal_address: 'Bahnhofstrasse 21',
    zipcode: '8001',
    city: 'Zürich',
    country: 'CH',
  }
  for (const document_template of DOCUMENT_TEMPLATES) {
    test(`of a Swiss slip under ${document_template} can be read through its cross, and the slip is the lowest 105 mm`, () => {
      const { pdf } = typeset({
        document: { currency: 'CHF', language: 'de' },
        company: { ...swiss, document_template },
        lines: 1,
      })
      const page = Number(pdfInfo(pdf)['Pages'])
      // 5 mm right of the receipt's edge, 17 mm under the slip's.
      const payload = scan(pdf, page, 64, 297 - 105 + 14, 52)
      assert.match(payload!, /^SPC\n0200\n1\nCH9300762011623852957\nS\nNordlicht Studio GmbH\nBahnhofstrasse 21\n/)
      const words = pdfWords(pdf)
      const title = words.find((word) => word.text === 'Zahlteil')!
      assert.ok(Math.abs(title.left - 67) < 0.6 && Math.abs(title.top - (297 - 105 + 5)) < 1.5, JSON.stringify(title))
      // The foot of the page is above the slip.
      const foot = words.filter((word) => word.page === page && word.text === 'Seite')
      assert.ok(foot.length === 1 && foot[0]!.bottom < 192, JSON.stringify(foot))
    })
  }
})
