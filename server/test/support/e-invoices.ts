// Random documents for electronic invoices. What they have is enough for the rules of every format: what a rule refuses then is our fault.
import type {
  EInvoiceDocument,
  EInvoiceGroup,
  EInvoiceLine,
  EInvoiceTaxCategory,
} from '../../src/billing/e-invoices/from-document.ts'
import { currencyDigits } from '../../src/kernel/currencies.ts'
import { LANGUAGES } from '../../src/kernel/languages.ts'
import { decimalText, fromMinor, multiplyDecimal, percentOf, roundToMinor, sumMinor } from '../../src/kernel/money.ts'
import { type Chance, createChance } from './random.ts'

const CURRENCIES = ['EUR', 'USD', 'GBP', 'CHF', 'JPY', 'SEK', 'PLN', 'KWD', 'HUF', 'ISK', 'BHD', 'CZK'] as const
const CATEGORIES = [
  'standard',
  'zero',
  'exempt',
  'reverse_charge',
  'intra_community',
  'export',
] as const satisfies EInvoiceTaxCategory[]
const RATES = [5, 7, 8.1, 19, 20, 21, 25, 5.5]
const UNITS = ['h', 'Stück', 'day', 'kg', 'm²', 'Monat', 'pcs', '', 'Quadratfuß', '時間', 'HUR', '<b>']
const SELLERS = [
  { country: 'DE', legal_vat: 'DE298765431', iban: 'DE89370400440532013000' },
  { country: 'FR', legal_vat: '83404833048', iban: 'FR1420041010050500013M02606' },
  { country: 'BE', legal_vat: '0428.759.497', iban: '' },
  { country: 'CH', legal_vat: 'CHE-123.456.788 MWST', iban: 'CH9300762011623852957' },
]
const BUYERS = [
  { country: 'SE', vat_id: 'SE556012579001' },
  { country: 'NL', vat_id: 'NL 8200.98.395.B01' },
  { country: 'AT', vat_id: 'U12345678' },
  { country: 'PL', vat_id: 'PL5260001246' },
]
const HOSTILE = [
  '<script>alert("1")</script> & Söhne',
  ']]> <![CDATA[ x ]]>',
  '&amp; &#0; &lt;',
  'Zeile 1\r\nZeile 2\tTab\n\nZeile 4',
  'control \u0000\u0001\u001f\u007f\u0085 end',
  'half \ud800 pair \udfff and 👩‍💻 whole',
  'not a character \ufffe\uffff',
  '<!DOCTYPE x [<!ENTITY y "z">]> &y;',
  'فاتورة ضريبية "شركة"',
  '請求書　デザイン',
  'quotes \' " ` and --> <!-- <?xml?>',
  '  spaces around  ',
  '{{name}} %s \\n \\u0000',
  'combining e\u0301 \u202eright to left\u202c \u200bzero',
]

/** The same document for the same seed. */
export function randomEInvoiceDocument(seed: number): EInvoiceDocument {
  const chance = createChance(seed * 7919)
  const currency = CURRENCIES[seed % CURRENCIES.length]!
  const digits = currencyDigits(currency)
  const is_out_of_scope = seed % 9 === 0
  const kind = seed % 4 === 0 ? 'credit_note' : 'invoice'
  const lines = randomLines(chance, digits, is_out_of_scope ? ['out_of_scope'] : chance.next() < 0.4 ? ['standard'] : CATEGORIES)
  const subtotal = sumMinor(lines.map(minorOf(digits)), digits)
  const discount_amount = chance.next() < 0.5 && subtotal > 0 ? percentOf(subtotal, chance.pick([3, 10, 12.5, 33.33])) : 0
  const groups = groupsOf(lines, discount_amount, digits)
  const tax_amount = sumMinor(
    groups.map(({ tax }) => tax),
    digits,
  )
  const total = subtotal - discount_amount + tax_amount
  const amount = (minor: number) => fromMinor(minor, digits)
  const seller = chance.pick(SELLERS)
  const buyer = chance.pick(BUYERS)
  const words = () => (chance.next() < 0.5 ? chance.pick(HOSTILE) : 'Beratung und Entwicklung')
  return {
    kind,
    number: chance.next() < 0.9 ? `INV-2026-${String(seed).padStart(6, '0')}` : `R&D <${seed}>`,
    issue_date: '2026-03-31',
    due_date: kind === 'invoice' ? '2026-04-30' : null,
    currency,
    language: chance.pick(LANGUAGES),
    lines,
    groups: groups.map(
      ({ tax_category, tax_rate, sum, discount, tax }): EInvoiceGroup => ({
        tax_category,
        tax_rate,
        lines_amount: amount(sum),
        discount_amount: amount(discount),
        taxable_amount: amount(sum - discount),
        tax_amount: amount(tax),
      }),
    ),
    subtotal: amount(subtotal),
    discount_amount: amount(discount_amount),
    subtotal_after_discount: amount(subtotal - discount_amount),
    tax_amount: amount(tax_amount),
    total: amount(total),
    ...(kind === 'invoice' && chance.next() < 0.3 && total > 0
      ? { amount_paid: amount(percentOf(total, chance.pick([20, 50, 100]))) }
      : {}),
    notes: words(),
    payment_terms: chance.next() < 0.5 ? words() : '',
    purchase_order: chance.next() < 0.5 ? words() : '',
    buyer_reference: chance.next() < 0.9 ? '04011000-12345-34' : words(),
    service_from: chance.pick(['2026-03-01', '2026-03-31']),
    service_to: '2026-03-31',
    tax_exemption_reasons: {
      exempt: 'Exempt under Article 132',
      reverse_charge: 'Reverse charge',
      intra_community: words(),
      export: 'Export outside of the Union',
      out_of_scope: 'Not subject to VAT',
    },
    ...(kind === 'credit_note' ? { preceding_invoice: { number: `INV-2026-${seed}`, issue_date: '2026-02-28' } } : {}),
    has_payment_link: chance.next() < 0.5,
    seller: {
      name: chance.next() < 0.5 ? words() : 'Nordlicht Studio',
      legal_name: 'Nordlicht Studio GmbH',
      legal_address: 'Torstraße 164\nHinterhof\n3. Stock\nrechts',
      zipcode: '10115',
      city: chance.next() < 0.9 ? 'Berlin' : words(),
      tax_number: '37/123/45678',
      registration_number: chance.next() < 0.5 ? 'HRB 123456 B' : '',
      contact_name: 'Hanna Brandt',
      contact_email: 'rechnung@nordlicht.example',
      contact_phone: '+49 30 1234567',
      bic: 'COBADEFFXXX',
      account_holder: words(),
      electronic_address: '991-12345-67',
      electronic_address_scheme: '0204',
      ...seller,
    },
    buyer: {
      name: 'Lindqvist & Söner',
      legal_name: words(),
      address: 'Storgatan 12',
      zipcode: '114 51',
      city: 'Stockholm',
      contact_email: 'faktura@lindqvist.example',
      electronic_address: 'DE123456789',
      electronic_address_scheme: chance.pick(['9930', '0204']),
      ...buyer,
    },
  }
}

const minorOf = (digits: number) => (line: EInvoiceLine) => roundToMinor(line.subtotal, digits)

function randomLines(chance: Chance, digits: number, categories: readonly EInvoiceTaxCategory[]): EInvoiceLine[] {
  // Some documents have round prices, so that currencies with three digits have valid ones too.
  const is_round = chance.next() < 0.5
  return Array.from({ length: chance.whole(1, 8) }, () => {
    const tax_category = chance.pick(categories)
    const sign = chance.next() < 0.1 ? -1 : 1
    const unit_price =
      sign * (is_round ? chance.whole(0, 90) * 10 : chance.whole(0, 9_999_999) / chance.pick([10, 1_000, 100_000]))
    const quantity =
      (chance.next() < 0.1 ? -1 : 1) * (is_round ? chance.whole(1, 9) : chance.whole(1, 5_000) / chance.pick([1, 4, 100, 1_000]))
    const discount_percent = chance.pick([null, null, 10, 33.33, 100, 12.5])
    const exact = multiplyDecimal(decimalText(quantity), decimalText(unit_price))
    const subtotal = roundToMinor(
      multiplyDecimal(exact, decimalText(roundToMinor(100 - (discount_percent ?? 0), 2) / 10_000)),
      digits,
    )
    return {
      item_name: chance.next() < 0.4 ? chance.pick(HOSTILE) : 'Design',
      description: chance.next() < 0.4 ? chance.pick(HOSTILE) : '',
      quantity,
      unit: chance.pick(UNITS),
      unit_price,
      discount_percent,
      subtotal: fromMinor(subtotal, digits),
      tax_category,
      tax_rate: tax_category === 'standard' ? chance.pick(RATES) : 0,
    }
  })
}

interface Group {
  tax_category: EInvoiceTaxCategory
  tax_rate: number
  sum: number
  discount: number
  tax: number
}

/** In minor units; the discount goes to the groups above 0 in turn, as much as they have. How it is split does not matter here. */
function groupsOf(lines: readonly EInvoiceLine[], discount_amount: number, digits: number): Group[] {
  const groups = new Map<string, Group>()
  for (const line of lines) {
    const { tax_category, tax_rate } = line
    const key = `${tax_category} ${tax_rate}`
    const group = groups.get(key) ?? { tax_category, tax_rate, sum: 0, discount: 0, tax: 0 }
    group.sum += minorOf(digits)(line)
    groups.set(key, group)
  }
  let left = discount_amount
  for (const group of groups.values()) {
    group.discount = Math.min(Math.max(group.sum, 0), left)
    left -= group.discount
    group.tax = percentOf(group.sum - group.discount, group.tax_rate)
  }
  return [...groups.values()]
}
