import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { formatsFor } from '../../kernel/formats.ts'
import { LANGUAGES } from '../../kernel/languages.ts'
import { EMPTY_TEMPLATE, invoiceOf, reviseTemplate } from './template.ts'

const PERIOD = { date: '2026-01-31', last_date: '2026-02-27' }
const invoice = (texts: object, language: (typeof LANGUAGES)[number] = 'en', country = '') =>
  invoiceOf({ ...reviseTemplate(EMPTY_TEMPLATE, texts), customer_id: 'cus_1' }, PERIOD, formatsFor(language, country, 'EUR'))

describe('the placeholders of a template', () => {
  const WORDS: Record<(typeof LANGUAGES)[number], [month: string, period: RegExp]> = {
    en: ['January', /^31 January\s–\s27 February 2026$/],
    de: ['Januar', /^31\.01\.?\s?[–-]\s?27\.02\.2026$|^31\.01\.2026\s?–\s?27\.02\.2026$/],
    fr: ['janvier', /^31 janvier\s[–à]\s27 février 2026$/],
    es: ['enero', /31 de enero.*27 de febrero de 2026$/],
    pt: ['janeiro', /31 de janeiro.*27 de fevereiro de 2026$/],
    it: ['gennaio', /^31 gennaio\s?[–-]\s?27 febbraio 2026$/],
    nl: ['januari', /^31 januari\s[–-]\s27 februari 2026$/],
    pl: ['styczeń', /^31 stycznia\s?[–-]\s?27 lutego 2026$/],
    sv: ['januari', /^31 januari\s?[–-]\s?27 februari 2026$/],
    ja: ['1月', /^2026\/01\/31～2026\/02\/27$/],
    ar: ['يناير', /31 يناير.*27 فبراير/],
  }
  for (const language of LANGUAGES) {
    test(`are filled in in ${language}`, () => {
      const { notes, items } = invoice({ notes: '{period}', items: [{ name: '{month} {year}', unit_price: 1 }] }, language)
      assert.equal(items![0]!.name, `${WORDS[language][0]} 2026`)
      assert.match(notes!, WORDS[language][1])
    })
  }

  test('are filled in in every text that is printed, and in no other field', () => {
    const text = '{month}/{year}'
    const filled = 'Jänner/2026'
    const made = invoice(
      {
        notes: text,
        payment_terms: text,
        purchase_order: text,
        buyer_reference: text,
        tax_id: text,
        tax_exemption_reasons: { exempt: text },
        metadata: { text },
        items: [{ name: text, description: text, unit: text, unit_price: 1 }],
      },
      'de',
      'AT',
    )
    for (const field of ['notes', 'payment_terms', 'purchase_order', 'buyer_reference', 'tax_id'] as const)
      assert.equal(made[field], filled, field)
    assert.deepEqual(made.tax_exemption_reasons, { exempt: filled })
    assert.deepEqual(made.metadata, { text })
    const [item] = made.items!
    assert.deepEqual([item!.name, item!.description, item!.unit], [filled, filled, text])
  })

  test('are these three and nothing else: other braces, patterns and words stay as they are', () => {
    const text = '{Month} {{year}} {customer} $& $1 \\{month} {month {constructor} <b>\'"; DROP TABLE'
    assert.equal(
      invoice({ notes: text }).notes,
      '{Month} {2026} {customer} $& $1 \\January {month {constructor} <b>\'"; DROP TABLE',
    )
  })

  test('make no name longer than names may be', () => {
    const [item] = invoice({ items: [{ name: `${'x'.repeat(250)}{period}`, unit_price: 1 }] }).items!
    assert.equal([...item!.name].length, 255)
  })
})

test('a template keeps what it is given, and null is absent in its invoices', () => {
  const template = reviseTemplate(EMPTY_TEMPLATE, {
    currency: 'eur',
    tax_rate: 7.5,
    notes: '',
    discount_type: 'fixed',
    discount_value: 3,
  })
  assert.deepEqual([template.currency, template.tax_rate, template.notes, template.payment_terms], ['EUR', '7.5', '', null])
  const cleared = reviseTemplate(template, {
    currency: null,
    tax_rate: null,
    notes: null,
    discount_type: null,
    discount_value: null,
  })
  assert.deepEqual(cleared, EMPTY_TEMPLATE)
  const made = invoice({ payment_days: 10 })
  assert.equal(made.due_date, '2026-02-10')
  assert.equal(made.tax_rate, undefined)
  assert.equal('due_date' in invoice({}), false)
})
