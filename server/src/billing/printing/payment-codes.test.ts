// The rules are EPC069-12 (version 2.1) and the Swiss Implementation Guidelines QR-bill (version 2.3); their own examples are among the cases.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { epcPayload, groupedIban, groupedReference, qrRows, swissBill, swissPayload } from './payment-codes.ts'

const transfer = {
  iban: 'DE89 3704 0044 0532 0130 00',
  bic: 'COBADEFFXXX',
  name: 'Nordlicht Studio GmbH',
  amount_minor: 12_345,
  message: 'INV-2026-000117',
}

describe('the EPC QR code', () => {
  test('has eleven lines at most, in the order of the guideline, and no line end after the last', () => {
    assert.equal(
      epcPayload(transfer),
      'BCD\n002\n1\nSCT\nCOBADEFFXXX\nNordlicht Studio GmbH\nDE89370400440532013000\nEUR123.45\n\n\nINV-2026-000117',
    )
  })

  const amounts: [minor: number, text: string][] = [
    [1, 'EUR0.01'],
    [100, 'EUR1'],
    [1_050, 'EUR10.5'],
    [99_999_999_999, 'EUR999999999.99'],
  ]
  for (const [minor, text] of amounts) {
    test(`writes ${text}`, () => assert.equal(epcPayload({ ...transfer, amount_minor: minor })?.split('\n')[7], text))
  }

  test('leaves out a BIC that is none', () => assert.equal(epcPayload({ ...transfer, bic: 'x' })?.split('\n')[4], ''))
  test('cuts name and message to 70 and 140 characters, on one line', () => {
    const lines = epcPayload({ ...transfer, name: 'a\n'.repeat(100), message: 'm'.repeat(200) })!.split('\n')
    assert.equal(lines[5], 'a '.repeat(35).trim())
    assert.equal(lines[10], 'm'.repeat(140))
  })

  const refused = {
    'nothing to pay': { amount_minor: 0 },
    'an amount below 0': { amount_minor: -5 },
    'a billion': { amount_minor: 100_000_000_000 },
    'an IBAN with a wrong digit': { iban: 'DE88370400440532013000' },
    'no IBAN': { iban: '' },
    'no name': { name: ' ' },
    'more bytes than version 13 holds': { name: '漢'.repeat(70), message: '漢'.repeat(140) },
  }
  for (const [name, change] of Object.entries(refused)) {
    test(`is not made for ${name}`, () => assert.equal(epcPayload({ ...transfer, ...change }), undefined))
  }
})

const creditor = { name: 'Max Muster & Söhne', street: 'Musterstrasse 123', zipcode: '8000', city: 'Seldwyla', country: 'CH' }
const debtor = { name: 'Simon Muster', street: 'Musterstrasse 1', zipcode: '8000', city: 'Seldwyla', country: 'CH' }
const bill = {
  iban: 'CH44 3199 9123 0008 8901 2',
  creditor,
  debtor,
  amount_minor: 194_975,
  currency: 'CHF' as const,
  number: '2100 00000 31394 71430 00901',
}

describe('the Swiss QR-bill', () => {
  test('has the lines of the guidelines for a QR-IBAN', () => {
    const made = swissBill(bill)!
    // The reference of the guidelines' example, with its own check digit.
    assert.equal(swissBill({ ...bill, number: '21000000000313947143000901' })?.reference, '210000000003139471430009017')
    assert.equal(
      swissPayload({ ...made, reference: '210000000003139471430009017', message: '' }),
      [
        ...['SPC', '0200', '1', 'CH4431999123000889012'],
        ...['S', 'Max Muster & Söhne', 'Musterstrasse 123', '', '8000', 'Seldwyla', 'CH'],
        ...['', '', '', '', '', '', ''],
        ...['1949.75', 'CHF'],
        ...['S', 'Simon Muster', 'Musterstrasse 1', '', '8000', 'Seldwyla', 'CH'],
        ...['QRR', '210000000003139471430009017', '', 'EPD'],
      ].join('\n'),
    )
  })

  test('has no reference for another IBAN, and the number as a message', () => {
    const made = swissBill({ ...bill, iban: 'CH9300762011623852957', number: 'INV-2026-000117' })!
    assert.deepEqual(swissPayload(made).split('\n').slice(-4), ['NON', '', 'INV-2026-000117', 'EPD'])
  })

  test('has an empty debtor when the address is not whole', () => {
    const made = swissBill({ ...bill, debtor: { ...debtor, zipcode: '' }, number: '7' })!
    assert.deepEqual(swissPayload(made).split('\n').slice(20, 27), ['', '', '', '', '', '', ''])
  })

  test('keeps to the characters and lengths that are allowed', () => {
    const made = swissBill({
      ...bill,
      number: '7',
      creditor: { ...creditor, name: `Ǻngström 漢 ${'x'.repeat(90)}`, city: 'Čačak' },
    })!
    assert.equal(made.creditor.name, `Angström ${'x'.repeat(61)}`)
    assert.equal(made.creditor.city, 'Čačak')
  })

  const refused = {
    "another country's IBAN": { iban: 'DE89370400440532013000' },
    'an IBAN with a wrong digit': { iban: 'CH9400762011623852957' },
    'a creditor without a place': { creditor: { ...creditor, city: '' } },
    'a creditor without a country': { creditor: { ...creditor, country: 'Switzerland' } },
    'nothing to pay': { amount_minor: 0 },
    'a QR-IBAN without a number': { number: 'ABC' },
  }
  for (const [name, change] of Object.entries(refused)) {
    test(`is not made for ${name}`, () => assert.equal(swissBill({ ...bill, ...change }), undefined))
  }
})

test('IBANs and QR references are printed in their groups', () => {
  assert.equal(groupedIban('CH4431999123000889012'), 'CH44 3199 9123 0008 8901 2'.replaceAll(' ', '\u00a0'))
  assert.equal(groupedReference('210000000003139471430009017'), '21 00000 00003 13947 14300 09017'.replaceAll(' ', '\u00a0'))
  assert.equal(groupedReference(''), '')
})

test('a QR code is square, and has its three corners', () => {
  const rows = qrRows('BCD')
  assert.ok(rows.every((row) => row.length === rows.length))
  for (const corner of [rows[0]!.slice(0, 7), rows[0]!.slice(-7), rows.at(-1)!.slice(0, 7)]) assert.equal(corner, '1111111')
})
