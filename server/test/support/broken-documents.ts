// Documents of electronic invoices that lack something, or say something wrong, at random.
import type { EInvoiceDocument, EInvoiceLine } from '../../src/billing/e-invoices/from-document.ts'
import { randomEInvoiceDocument } from './e-invoices.ts'
import { type Chance, createChance } from './random.ts'

type Break = (document: EInvoiceDocument, chance: Chance) => EInvoiceDocument

const ofSeller =
  (...fields: (keyof EInvoiceDocument['seller'])[]): Break =>
  (document) => ({ ...document, seller: without(document.seller, fields) })
const ofBuyer =
  (...fields: (keyof EInvoiceDocument['buyer'])[]): Break =>
  (document) => ({ ...document, buyer: without(document.buyer, fields) })
const ofDocument =
  (...fields: (keyof EInvoiceDocument)[]): Break =>
  (document) =>
    without(document, fields)

function without<T extends object>(from: T, fields: readonly (keyof T)[]): T {
  const rest = { ...from }
  for (const field of fields) delete rest[field]
  return rest
}

const COUNTRIES = ['SE', 'NO', 'DK', 'NL', 'IT', 'GR', 'IS', 'DE', 'US', 'XX', '']
const VAT_IDS = [
  'SE556012579001',
  'NO974760673MVA',
  'DK12345678',
  'NL820098395B01',
  'IT12345678901',
  'EL094014201',
  '12345',
  'XX1',
  '',
]
const NUMBERS = ['5560125790', '12345678', '556012579A', '094014201|31/03/2026|0|1.1|A|5']
const ADDRESSES = [
  { electronic_address: 'faktura@lindqvist.example', electronic_address_scheme: 'EM' },
  { electronic_address: '4000001123453', electronic_address_scheme: '0088' },
  { electronic_address: '4000001123452', electronic_address_scheme: '0088' },
  { electronic_address: '5560125791', electronic_address_scheme: '0007' },
  { electronic_address: '094014201', electronic_address_scheme: '9933' },
  { electronic_address: '0428759497', electronic_address_scheme: '0208' },
]

function changeLine(document: EInvoiceDocument, chance: Chance, change: (line: EInvoiceLine) => Partial<EInvoiceLine>) {
  const place = chance.whole(0, document.lines.length - 1)
  return { ...document, lines: document.lines.map((line, index) => (index === place ? { ...line, ...change(line) } : line)) }
}

const BREAKS: readonly Break[] = [
  ofDocument('buyer_reference'),
  ofDocument('buyer_reference', 'purchase_order'),
  ofDocument('service_from', 'service_to'),
  ofDocument('tax_exemption_reasons'),
  ofDocument('preceding_invoice'),
  ofDocument('due_date', 'payment_terms'),
  ofSeller('legal_vat'),
  ofSeller('legal_vat', 'tax_number'),
  ofSeller('legal_vat', 'registration_number'),
  ofSeller('city'),
  ofSeller('zipcode'),
  ofSeller('legal_address'),
  ofSeller('contact_name'),
  ofSeller('contact_email'),
  ofSeller('contact_phone'),
  ofSeller('contact_name', 'contact_email', 'contact_phone'),
  ofSeller('electronic_address'),
  ofSeller('iban'),
  ofBuyer('vat_id'),
  ofBuyer('city'),
  ofBuyer('zipcode'),
  ofBuyer('address'),
  ofBuyer('electronic_address'),
  (document, chance) => ({ ...document, seller: { ...document.seller, country: chance.pick(COUNTRIES) } }),
  (document, chance) => ({ ...document, buyer: { ...document.buyer, country: chance.pick(COUNTRIES) } }),
  (document, chance) => {
    const country = chance.pick(COUNTRIES.slice(0, 7))
    return { ...document, seller: { ...document.seller, country }, buyer: { ...document.buyer, country } }
  },
  (document, chance) => ({ ...document, seller: { ...document.seller, legal_vat: chance.pick(VAT_IDS) } }),
  (document, chance) => ({ ...document, buyer: { ...document.buyer, vat_id: chance.pick(VAT_IDS) } }),
  (document, chance) => ({ ...document, seller: { ...document.seller, registration_number: chance.pick(NUMBERS) } }),
  (document, chance) => ({ ...document, seller: { ...document.seller, ...chance.pick(ADDRESSES) } }),
  (document, chance) => ({ ...document, buyer: { ...document.buyer, ...chance.pick(ADDRESSES) } }),
  (document, chance) => ({ ...document, number: chance.pick(NUMBERS) }),
  (document) => ({ ...document, seller: { ...document.seller, iban: 'DE89 3704 0044 0532 0130 01' } }),
  (document) => ({ ...document, seller: { ...document.seller, contact_phone: 'none', contact_email: 'nobody' } }),
  (document) => ({ ...document, payment_terms: '#SKONTO#TAGE=x#' }),
  (document) => ({ ...document, payment_terms: '#SKONTO#TAGE=14#PROZENT=2.00#\nThank you' }),
  (document) => ({ ...document, total: document.total + 1 }),
  (document) => ({ ...document, subtotal: document.subtotal + 1 }),
  (document) => ({ ...document, tax_amount: document.tax_amount + 1 }),
  (document) => ({ ...document, groups: document.groups.map((one) => ({ ...one, tax_amount: one.tax_amount + 2 })) }),
  (document) => ({ ...document, groups: document.groups.slice(1) }),
  (document) => ({ ...document, lines: document.lines.slice(1) }),
  (document, chance) => changeLine(document, chance, ({ subtotal }) => ({ subtotal: subtotal + 1 })),
  (document, chance) => changeLine(document, chance, () => ({ item_name: '' })),
  (document, chance) => changeLine(document, chance, () => ({ tax_rate: 13 })),
  (document, chance) => changeLine(document, chance, () => ({ tax_category: 'exempt', tax_rate: 0 })),
  (document, chance) => changeLine(document, chance, () => ({ tax_category: 'out_of_scope', tax_rate: 0 })),
]

/** The random document of a seed; two of three have something broken, some of them two things. */
export function randomDocumentPerhapsBroken(seed: number): EInvoiceDocument {
  const chance = createChance(seed * 104_729)
  let document = randomEInvoiceDocument(seed)
  const breaks = chance.pick([0, 1, 1, 1, 2, 0])
  for (let n = 0; n < breaks; n++) document = chance.pick(BREAKS)(document, chance)
  return document
}
