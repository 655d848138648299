// For each rule of XRechnung and Peppol a way to break it.
import { allowance, type Change, charge, debit, eur, group, inCategory, line, means } from './valid-e-invoice.ts'

/** XRechnung and, within Germany, Peppol. */
export const german: Record<string, Change> = {
  '1': (i) => (i.payment_means = []),
  '2': (i) => delete i.seller!.contact,
  '3': (i) => delete i.seller!.address!.city,
  '4': (i) => delete i.seller!.address!.post_code,
  '5': (i) => delete i.seller!.contact!.name,
  '6': (i) => delete i.seller!.contact!.phone,
  '7': (i) => delete i.seller!.contact!.email,
  '8': (i) => delete i.buyer!.address!.city,
  '9': (i) => delete i.buyer!.address!.post_code,
  '10': (i) => delete i.delivery!.address!.city,
  '11': (i) => delete i.delivery!.address!.post_code,
  '14': (i) => inCategory(i, 'O'),
  '15': (i) => delete i.buyer_reference,
  '16': (i) => {
    delete i.seller!.vat_id
    delete i.tax_representative
  },
  '17': (i) => (i.type_code = '393'),
  '18': (i) => (i.payment_terms = '#SKONTO#TAGE=x#'),
  '19': (i) => (means(i).credit_transfer!.account = 'not an IBAN'),
  '20': (i) => {
    debit(i)
    means(i).direct_debit!.debited_account = 'DE03120300000000202051'
  },
  '22': (i) => (i.attachments[1] = { ...structuredClone(i.attachments[0]!), reference: 'A2' }),
  '23-a': (i) => delete means(i).credit_transfer,
  '23-b': (i) => (means(i).card = { number: '1234' }),
  '24-a': (i) => (i.payment_means = [{ code: '48' }]),
  '24-b': (i) =>
    (i.payment_means = [{ code: '48', card: { number: '1234' }, credit_transfer: { account: 'DE02120300000000202051' } }]),
  '25-a': (i) => (i.payment_means = [{ code: '59' }]),
  '25-b': (i) => {
    debit(i)
    means(i).credit_transfer = { account: 'DE02120300000000202051' }
  },
  '26': (i) => {
    i.type_code = '384'
    i.preceding_invoices = []
  },
  '27': (i) => (i.seller!.contact!.phone = 'none'),
  '28': (i) => (i.seller!.contact!.email = 'mia'),
  '30': (i) => {
    debit(i)
    delete i.creditor_identifier
  },
  '31': (i) => {
    debit(i)
    delete means(i).direct_debit!.debited_account
  },
}

/** BR-DE-23-a is DE-R-023-1. */
export const peppolCode = (number: string) => {
  const [digits = '', part] = number.split('-')
  return `DE-R-${digits.padStart(3, '0')}${part ? (part === 'a' ? '-1' : '-2') : ''}`
}
export const identifier =
  (scheme: string, value = '1234567'): Change =>
  (i) =>
    (i.buyer!.identifiers = [{ value, scheme }])
const exempt =
  (suffix: string): Change =>
  (i) => {
    inCategory(i, suffix === 'AE' ? 'E' : 'AE')
    group(i).exemption_reason_code = `VATEX-EU-${suffix}`
  }

/** By the code without PEPPOL-EN16931. */
export const peppol: Record<string, Change> = {
  R001: (i) => delete i.process_id,
  R002: (i) => {
    i.notes.push({ text: 'Two' })
    i.buyer!.address!.country = 'SE'
  },
  R003: (i) => {
    delete i.buyer_reference
    delete i.purchase_order
  },
  R004: (i) => (i.specification_id = 'urn:cen.eu:en16931:2017'),
  R005: (i) => (i.vat_currency = 'EUR'),
  R007: (i) => (i.process_id = 'billing'),
  R008: (i) => (i.buyer!.trading_name = ''),
  R010: (i) => delete i.buyer!.electronic_address,
  R020: (i) => delete i.seller!.electronic_address,
  R040: (i) => (allowance(i).base_amount = eur('200.00')),
  R041: (i) => delete allowance(i).base_amount,
  R042: (i) => delete allowance(i).percentage,
  R043: (i) => (allowance(i).charge_indicator = '0'),
  R044: (i) => (line(i).price!.charge_indicator = 'true'),
  R046: (i) => (line(i).price!.gross = eur('12.00')),
  R051: (i) => (i.totals!.due = { value: '100.00', currency: 'USD' }),
  R053: (i) => (i.vat_breakdown = []),
  R054: (i) => i.vat_totals.push({ value: '20.00', currency: 'USD' }),
  R055: (i) => {
    i.vat_currency = 'USD'
    i.vat_totals.push({ value: '-20.00', currency: 'USD' })
  },
  R061: (i) => (i.payment_means = [{ code: '59' }]),
  R100: (i) => line(i).documents.push({ reference: 'y', type_code: '130' }),
  R101: (i) => {
    delete line(i).invoiced_object
    line(i).documents = [{ reference: 'y', type_code: '50' }]
  },
  R110: (i) => (line(i).period!.start = '2026-01-01'),
  R111: (i) => (line(i).period!.end = '2026-03-01'),
  R120: (i) => (line(i).quantity!.value = '11'),
  R121: (i) => (line(i).price!.base_quantity!.value = '0'),
  R130: (i) => (line(i).price!.base_quantity!.unit = 'C62'),
  P0100: (i) => (i.type_code = '130'),
  P0112: (i) => {
    i.type_code = '326'
    i.buyer!.address!.country = 'SE'
  },
  CL001: (i) => (i.attachments[0]!.content!.mime_type = 'application/xml'),
  CL002: (i) => (allowance(i).reason_code = '1'),
  CL003: (i) => (charge(i).reason_code = '1'),
  CL006: (i) => (i.tax_point_code = '99'),
  CL007: (i) => (i.totals!.due = { value: '100.00', currency: 'ZZZ' }),
  CL008: (i) => (i.buyer!.electronic_address!.scheme = 'EM'),
  F001: (i) => (i.due_date = '20260215'),
  P0104: exempt('G'),
  P0105: exempt('O'),
  P0106: exempt('IC'),
  P0107: exempt('AE'),
  P0108: exempt('D'),
  P0109: exempt('F'),
  P0110: exempt('I'),
  P0111: exempt('J'),
}
