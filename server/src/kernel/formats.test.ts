import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { CURRENCIES } from './currencies.ts'
import { formatsFor } from './formats.ts'
import { LANGUAGES } from './languages.ts'

const spaces = (text: string) => text.replaceAll('\u00a0', ' ')

describe('amounts', () => {
  const cases: [language: (typeof LANGUAGES)[number], country: string, currency: string, minor: number, money: string][] = [
    ['en', '', 'EUR', 123_456_789, '€1,234,567.89'],
    ['en', 'SE', 'EUR', 123_456_789, '€1,234,567.89'],
    ['en', 'US', 'USD', -5, '-$0.05'],
    ['de', 'DE', 'EUR', 123_456, '1.234,56 €'],
    ['de', 'CH', 'CHF', 123_456, 'CHF 1’234.56'],
    ['fr', 'FR', 'EUR', 123_456, '1 234,56 €'],
    ['es', 'ES', 'EUR', 123_456, '1.234,56 €'],
    ['pl', 'PL', 'PLN', 123_456, '1 234,56 zł'],
    ['ja', 'JP', 'JPY', 123_456, '￥123,456'],
    // Intl says 0 digits for HUF.
    ['de', 'DE', 'HUF', 123_456, '1.234,56 HUF'],
    ['en', '', 'KWD', 123_456, 'KWD 123.456'],
  ]
  for (const [language, country, currency, minor, money] of cases) {
    test(`${minor} ${currency} in ${language}-${country}`, () =>
      assert.equal(spaces(formatsFor(language, country, currency).money(minor)).replaceAll("'", '’'), money))
  }

  test('are written in the digits 0 to 9, all of them, in every language and currency', () => {
    const minor = fc.integer({ min: -999_999_999_999, max: 999_999_999_999 })
    fc.assert(
      fc.property(fc.constantFrom(...LANGUAGES), fc.constantFrom(...CURRENCIES), minor, (language, { code, digits }, amount) => {
        const expected = String(Math.abs(amount)).padStart(digits + 1, '0')
        for (const text of [formatsFor(language, '', code).money(amount), formatsFor(language, '', code).amount(amount)]) {
          assert.equal(text.replace(/\D/g, ''), expected)
          assert.equal(/[-−]/.test(text), amount < 0)
        }
      }),
    )
  })
})

test('prices have the digits of the currency, or all of their own', () => {
  const { price, quantity, percent } = formatsFor('de', 'DE', 'EUR')
  assert.deepEqual(['96', '0.000001234567', '999999999.5'].map(price), ['96,00', '0,000001234567', '999.999.999,50'])
  assert.deepEqual(['1', '12.5', '-0.333333333333'].map(quantity), ['1', '12,5', '-0,333333333333'])
  assert.equal(spaces(percent('7.7')), '7,7 %')
})

test('dates and periods are those of the language', () => {
  assert.equal(formatsFor('de', 'DE', 'EUR').date('2026-03-01'), '01.03.2026')
  assert.equal(formatsFor('en', '', 'EUR').date('2026-03-01'), '1 March 2026')
  assert.equal(formatsFor('en', 'US', 'USD').date('2026-03-01'), 'March 1, 2026')
  assert.equal(formatsFor('pl', 'PL', 'PLN').date('2026-03-01'), '1 marca 2026')
  assert.equal(formatsFor('ar', '', 'SAR').date('2026-03-01'), '1 مارس 2026')
  assert.equal(formatsFor('en', '', 'EUR').period('2026-02-01', '2026-02-28'), '1 – 28 February 2026')
})

test('a country is named in the language; what is no code stays', () => {
  assert.equal(formatsFor('de', '', 'EUR').country('SE'), 'Schweden')
  assert.equal(formatsFor('de', '', 'EUR').country('Sverige'), 'Sverige')
})
