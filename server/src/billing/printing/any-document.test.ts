// Random documents in all languages and scripts: what is printed is what is stored, and what the totals say, to the cent.
// Sixty of them; 500 with --long.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { company, customer } from '../../../test/support/papers.ts'
import { noPdfTools, pdfFaults, pdfText } from '../../../test/support/pdf.ts'
import { DOCUMENT_TEMPLATES } from '../../access/companies/table.ts'
import { CURRENCIES } from '../../kernel/currencies.ts'
import { LANGUAGES } from '../../kernel/languages.ts'
import { fromMinor, multiplyToMinor, percentOf, sumMinor } from '../../kernel/money.ts'
import type { DocumentKind } from '../documents/kinds.ts'
import { paperOf } from './paper-of.ts'
import type { LineSource } from './sources.ts'
import { createTypesetter } from './typesetter.ts'

const DOCUMENTS = process.env['QUOIN_TEST_LONG'] ? 500 : 60
const WORDS = {
  latin:
    'Gestaltung Überarbeitung façade naïve żółć smørrebrød Ægir ﬁ1 office affluent №7 “quoted” 50% a/b #1 *x* _y_ <z> [q] {r} $5 @me ~ \\n'.split(
      ' ',
    ),
  greek: 'τιμολόγιο ΥΠΗΡΕΣΙΑ ώρες ἀρχή'.split(' '),
  cyrillic: 'счёт услуга ЇЖАК ґанок ђак'.split(' '),
  thai: 'ใบแจ้งหนี้ บริการ น้ำ กำลัง'.split(' '),
  devanagari: 'चालान सेवा क्षत्रिय हिन्दी'.split(' '),
  japanese: '請求書 デザイン ひらがな 見積 株式会社'.split(' '),
  chinese: '发票 设计 总计 龍門 們'.split(' '),
  korean: '청구서 디자인 합계 서비스'.split(' '),
  emoji: '😀 👍🏽 ❤️ 👩‍💻 ☎'.split(' '),
  arabic: 'فاتورة ضريبية شركة الأمل للتجارة لا خدمات التصميم'.split(' '),
  hebrew: 'חשבונית מס שירות עיצוב'.split(' '),
}
const RIGHT_TO_LEFT: readonly string[] = ['arabic', 'hebrew']
type Script = keyof typeof WORDS

/** The same documents at every run. */
function randomOf(seed: number): () => number {
  let state = seed * 2_654_435_761 + 1
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 3_266_489_917) | 0
    return ((state ^ (state >>> 13)) >>> 0) / 2 ** 32
  }
}

/** Without what a reader does not see: where lines break, and marks of direction. */
const solid = (text: string) => text.replace(/[\s\u200b\u2066-\u2069\u200e\u200f\u202a-\u202e\u061c]+/gu, '')

test(`${DOCUMENTS} random documents are printed as stored`, { skip: noPdfTools }, () => {
  const typesetter = createTypesetter()
  for (let seed = 1; seed <= DOCUMENTS; seed++) {
    const { source, texts, paper } = randomDocument(seed)
    const { pdf, missing, faults } = typesetter.typeset(paper)
    const what = `document ${seed} (${paper.template}, ${paper.language}, ${source.currency})`
    assert.deepEqual([missing, faults], [[], []], what)
    if (seed % 20 === 0) assert.equal(pdfFaults(pdf), '', what)
    const written = solid(pdfText(pdf))
    const read = paper.direction === 'rtl' || texts.some(({ script }) => RIGHT_TO_LEFT.includes(script)) ? pdfText(pdf, []) : ''
    for (const { text, script } of texts) {
      // Right to left, lines and words come in the order of the reader; every word is whole.
      if (RIGHT_TO_LEFT.includes(script)) for (const word of text.split(' ')) assert.ok(read.includes(word), `${what}: ${word}`)
      else if (paper.direction === 'ltr') assert.ok(written.includes(solid(text)), `${what}: ${text}\n${written}`)
      else for (const word of text.split(' ')) assert.ok(written.includes(solid(word)), `${what}: ${word}`)
    }
    // The figures, with nothing but their digits, in the digits of their currency.
    const digits = CURRENCIES.find(({ code }) => code === source.currency)!.digits
    const figures = written.replace(/[^\d]/g, '')
    for (const minor of [...source.items.map((item) => item.total), source.subtotal, source.tax_amount, source.total]) {
      const expected = Math.abs(fromMinor(minor, digits)).toFixed(digits).replace('.', '')
      assert.ok(figures.includes(expected), `${what}: ${expected}`)
    }
    for (const value of [...paper.totals.map((row) => row.value), ...paper.lines.map((line) => line.amount)]) {
      const found = paper.direction === 'rtl' ? figures.includes(value.replace(/\D/g, '')) : written.includes(solid(value))
      assert.ok(found, `${what}: ${value}`)
    }
  }
})

function randomDocument(seed: number) {
  const random = randomOf(seed)
  const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)] as T
  const texts: { text: string; script: Script }[] = []
  const phrase = (most: number): string => {
    const script = pick(Object.keys(WORDS) as Script[])
    const text = Array.from({ length: 1 + Math.floor(random() * most) }, () => pick(WORDS[script])).join(' ')
    texts.push({ text, script })
    return text
  }
  const { code: currency, digits } = pick(CURRENCIES)
  const language = LANGUAGES[seed % LANGUAGES.length]!
  const items: LineSource[] = Array.from({ length: 1 + Math.floor(random() * 12) }, () => {
    const quantity = pick([1, 2, 12.5, 0.25, -1, 1000, 3.333])
    const unit_price = Number((random() * 10 ** Math.floor(random() * 6)).toFixed(digits))
    const total = multiplyToMinor(quantity, unit_price, digits)
    const description = random() < 0.4 ? phrase(20) : ''
    return {
      name: phrase(5),
      description,
      quantity: String(quantity),
      unit: pick(['', 'h', 'Std.']),
      unit_price: String(unit_price),
      total,
    }
  })
  const subtotal = sumMinor(
    items.map((item) => item.total),
    digits,
  )
  const rate = pick(['7', '19', '8.1', '25.5'])
  const tax_amount = percentOf(subtotal, Number(rate))
  const source = {
    kind: pick<DocumentKind>(['invoice', 'quote', 'credit_note']),
    number: `INV-2026-${String(seed).padStart(6, '0')}`,
    is_draft: random() < 0.1,
    issue_date: '2026-03-02',
    due_date: '2026-04-01',
    currency,
    language,
    items,
    subtotal,
    discount_amount: 0,
    subtotal_after_discount: subtotal,
    tax_rate: rate,
    tax_amount,
    total: subtotal + tax_amount,
    notes: phrase(30),
    payment_terms: phrase(10),
    public_token: 'tok',
    created_at: '2026-03-02T09:30:00.000Z',
  }
  const of_company = { ...company, document_template: DOCUMENT_TEMPLATES[seed % DOCUMENT_TEMPLATES.length]!, footer: phrase(8) }
  const billing = { ...customer.billing, legal_name: phrase(4), address: phrase(4) }
  return { source, texts, paper: paperOf(source, of_company, { ...customer, billing }, null) }
}
