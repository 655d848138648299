import assert from 'node:assert/strict'
import { test } from 'node:test'
import published from 'currency-codes'
import { CURRENCIES, currencyDigits, findCurrency, isCurrency } from './currencies.ts'

// The published package follows the list of 2024-06-25. Each difference from it has its reason here; any other fails.
const ADDED: Record<string, string> = {
  XCG: 'Caribbean guilder, in the list since 2025-03-31 (ISO 4217 amendment 176)',
}
const LEFT_OUT: Record<string, string> = {
  CUC: 'withdrawn: Cuba ended the convertible peso in 2021',
  USN: 'a settlement date between banks, not a currency that an invoice is written in',
  XAG: 'silver: no minor unit',
  XAU: 'gold: no minor unit',
  XBA: 'bond market unit: no minor unit',
  XBB: 'bond market unit: no minor unit',
  XBC: 'bond market unit: no minor unit',
  XBD: 'bond market unit: no minor unit',
  XDR: 'special drawing right: no minor unit',
  XPD: 'palladium: no minor unit',
  XPT: 'platinum: no minor unit',
  XSU: 'Sucre: no minor unit',
  XTS: 'reserved for testing: no minor unit',
  XUA: 'unit of account of a development bank: no minor unit',
  XXX: 'no currency at all',
}

test('the table holds the codes of the published list, but for the differences that have a reason', () => {
  const expected = published.codes().filter((code) => !(code in LEFT_OUT))
  assert.deepEqual(CURRENCIES.map((currency) => currency.code).toSorted(), [...expected, ...Object.keys(ADDED)].toSorted())
  for (const code of Object.keys(LEFT_OUT)) assert.ok(published.code(code), `${code} is no longer in the published list`)
  for (const code of Object.keys(ADDED)) assert.equal(published.code(code), undefined, `${code} has come into the published list`)
})

test('every currency has the digits of the published list', () => {
  for (const { code, digits } of CURRENCIES.filter(({ code }) => !(code in ADDED))) {
    assert.equal(digits, published.code(code)?.digits, code)
  }
})

test('codes are upper-case, sorted, each there once, and have a name', () => {
  const codes = CURRENCIES.map((currency) => currency.code)
  assert.deepEqual(codes, [...new Set(codes)].toSorted())
  for (const { code, name } of CURRENCIES) {
    assert.match(code, /^[A-Z]{3}$/)
    assert.match(name, /^\S.*\S$/u)
  }
})

test('digits where the language runtime says something else', () => {
  for (const [code, digits] of Object.entries({ HUF: 2, COP: 2, IQD: 3, ISK: 0, CLF: 4, UYW: 4, JPY: 0, KWD: 3, USD: 2 })) {
    assert.equal(currencyDigits(code), digits, code)
  }
})

test('ANG and BGN, withdrawn since 2025, stay for older documents', () => {
  assert.ok(isCurrency('ANG'))
  assert.ok(isCurrency('BGN'))
})

test('an unknown code is told apart; asking for its digits is a broken invariant', () => {
  for (const code of ['', 'usd', 'ZZZ', 'USDX', 'XXX', '__proto__', 'constructor']) {
    assert.equal(isCurrency(code), false, code)
    assert.equal(findCurrency(code), undefined, code)
    assert.throws(() => currencyDigits(code), /Unknown currency/)
  }
  assert.deepEqual(findCurrency('EUR'), { code: 'EUR', digits: 2, name: 'Euro' })
})
