// For each rule of electronic invoices a way to break it.
import type { SemanticInvoice } from '../../src/billing/e-invoices/model.ts'
import { NATIONAL } from './broken-national.ts'
import { german, identifier, peppol, peppolCode } from './broken-peppol.ts'
import { XRECHNUNG_PROFILES } from './broken-xrechnung.ts'
import {
  addGroup,
  allowance,
  type Breach,
  type Change,
  charge,
  eur,
  group,
  inCategory,
  line,
  means,
  S19,
} from './valid-e-invoice.ts'

function withoutReason(one: { reason?: string; reason_code?: string }): void {
  delete one.reason
  delete one.reason_code
}

const backwards = { start: '2026-02-01', end: '2026-01-01' }
const core: Record<string, Change> = {
  'BR-01': (i) => delete i.specification_id,
  'BR-02': (i) => delete i.number,
  'BR-03': (i) => delete i.issue_date,
  'BR-04': (i) => delete i.type_code,
  'BR-05': (i) => delete i.currency,
  'BR-06': (i) => delete i.seller!.name,
  'BR-07': (i) => delete i.buyer!.name,
  'BR-08': (i) => delete i.seller!.address,
  'BR-09': (i) => delete i.seller!.address!.country,
  'BR-10': (i) => delete i.buyer!.address,
  'BR-11': (i) => delete i.buyer!.address!.country,
  'BR-12': (i) => delete i.totals!.lines,
  'BR-13': (i) => delete i.totals!.without_vat,
  'BR-14': (i) => delete i.totals!.with_vat,
  'BR-15': (i) => delete i.totals!.due,
  'BR-16': (i) => (i.lines = []),
  'BR-17': (i) => delete i.payee!.name,
  'BR-18': (i) => delete i.tax_representative!.name,
  'BR-19': (i) => delete i.tax_representative!.address,
  'BR-20': (i) => delete i.tax_representative!.address!.country,
  'BR-21': (i) => delete line(i).id,
  'BR-22': (i) => delete line(i).quantity,
  'BR-23': (i) => delete line(i).quantity!.unit,
  'BR-24': (i) => delete line(i).net_amount,
  'BR-25': (i) => delete line(i).item!.name,
  'BR-26': (i) => delete line(i).price!.net,
  'BR-27': (i) => (line(i).price!.net = eur('-10.00')),
  'BR-28': (i) => (line(i).price!.gross = eur('-1.00')),
  'BR-29': (i) => (i.period = { ...backwards }),
  'BR-30': (i) => (line(i).period = { ...backwards }),
  'BR-31': (i) => delete allowance(i).amount,
  'BR-32': (i) => delete allowance(i).vat,
  'BR-33': (i) => withoutReason(allowance(i)),
  'BR-36': (i) => delete charge(i).amount,
  'BR-37': (i) => delete charge(i).vat,
  'BR-38': (i) => withoutReason(charge(i)),
  'BR-41': (i) => delete line(i).allowances[0]!.amount,
  'BR-42': (i) => withoutReason(line(i).allowances[0]!),
  'BR-43': (i) => delete line(i).charges[0]!.amount,
  'BR-44': (i) => withoutReason(line(i).charges[0]!),
  'BR-45': (i) => delete group(i).taxable_amount,
  'BR-46': (i) => delete group(i).tax_amount,
  'BR-47': (i) => delete group(i).vat!.code,
  'BR-48': (i) => delete group(i).vat!.rate,
  'BR-49': (i) => delete means(i).code,
  'BR-50': (i) => (means(i).credit_transfer!.account = ''),
  'BR-51': (i) => (i.payment_means = [{ code: '48', card: { number: '12345678901', holder: 'Mia' } }]),
  'BR-52': (i) => (i.attachments[0]!.reference = ''),
  'BR-53': (i) => (i.vat_currency = 'USD'),
  'BR-54': (i) => delete line(i).item!.attributes[0]!.value,
  'BR-56': (i) => delete i.tax_representative!.vat_id,
  'BR-57': (i) => delete i.delivery!.address!.country,
  'BR-61': (i) => delete means(i).credit_transfer!.account,
  'BR-62': (i) => delete i.seller!.electronic_address!.scheme,
  'BR-63': (i) => delete i.buyer!.electronic_address!.scheme,
  'BR-64': (i) => delete line(i).item!.standard_identifier!.scheme,
  'BR-65': (i) => delete line(i).item!.classifications[0]!.scheme,
  'BR-CO-03': (i) => Object.assign(i, { tax_point_date: '2026-02-01', tax_point_code: '3' }),
  'BR-CO-04': (i) => delete line(i).vat!.code,
  'BR-CO-09': (i) => (i.seller!.vat_id = '123456789'),
  'BR-CO-10': (i) => (i.totals!.lines = eur('100.01')),
  'BR-CO-11': (i) => (i.totals!.allowances = eur('10.01')),
  'BR-CO-12': (i) => (i.totals!.charges = eur('10.01')),
  'BR-CO-13': (i) => (i.totals!.without_vat = eur('100.01')),
  'BR-CO-14': (i) => (i.vat_totals = [{ ...eur('19.01'), breakdowns: 1 }]),
  'BR-CO-15': (i) => (i.totals!.with_vat = eur('119.01')),
  'BR-CO-16': (i) => (i.totals!.due = eur('100.01')),
  'BR-CO-17': (i) => (group(i).tax_amount = eur('21.00')),
  'BR-CO-18': (i) => (i.vat_breakdown = []),
  'BR-CO-20': (i) => (line(i).period = {}),
  'BR-CO-26': (i) => {
    i.seller!.identifiers = []
    delete i.seller!.vat_id
    delete i.seller!.legal_registration
  },
  'BR-DEC-01': (i) => (allowance(i).amount = eur('10.001')),
  'BR-DEC-02': (i) => (allowance(i).base_amount = eur('100.001')),
  'BR-DEC-05': (i) => (charge(i).amount = eur('10.001')),
  'BR-DEC-06': (i) => Object.assign(charge(i), { base_amount: eur('100.001'), percentage: '10' }),
  'BR-DEC-09': (i) => (i.totals!.lines = eur('100.001')),
  'BR-DEC-10': (i) => (i.totals!.allowances = eur('10.001')),
  'BR-DEC-11': (i) => (i.totals!.charges = eur('10.001')),
  'BR-DEC-12': (i) => (i.totals!.without_vat = eur('100.001')),
  'BR-DEC-14': (i) => (i.totals!.with_vat = eur('119.001')),
  'BR-DEC-16': (i) => (i.totals!.paid = eur('19.001')),
  'BR-DEC-17': (i) => (i.totals!.rounding = eur('0.001')),
  'BR-DEC-18': (i) => (i.totals!.due = eur('100.001')),
  'BR-DEC-19': (i) => (group(i).taxable_amount = eur('100.001')),
  'BR-DEC-20': (i) => (group(i).tax_amount = eur('19.001')),
  'BR-DEC-23': (i) => (line(i).net_amount = eur('100.001')),
  'BR-DEC-24': (i) => (line(i).allowances[0]!.amount = eur('5.001')),
  'BR-DEC-25': (i) => (line(i).allowances[0]!.base_amount = eur('100.001')),
  'BR-DEC-27': (i) => (line(i).charges[0]!.amount = eur('5.001')),
  'BR-DEC-28': (i) => (line(i).charges[0]!.base_amount = eur('100.001')),
  'BR-IC-11': (i) => {
    inCategory(i, 'K')
    delete i.delivery!.date
    delete i.period
  },
  'BR-IC-12': (i) => {
    inCategory(i, 'K')
    delete i.delivery!.address
  },
  'BR-O-11': (i) => {
    inCategory(i, 'O')
    addGroup(i, { taxable_amount: eur('0.00'), tax_amount: eur('0.00'), vat: { code: 'Z', rate: '0', tax: 'VAT' } })
  },
  'BR-O-12': (i) => {
    inCategory(i, 'O')
    line(i).vat = { code: 'Z', rate: '0', tax: 'VAT' }
  },
  'BR-O-13': (i) => {
    inCategory(i, 'O')
    allowance(i).vat = { code: 'Z', rate: '0', tax: 'VAT' }
  },
  'BR-O-14': (i) => {
    inCategory(i, 'O')
    charge(i).vat = { code: 'Z', rate: '0', tax: 'VAT' }
  },
  'BR-B-01': (i) => (line(i).vat = { ...S19, code: 'B' }),
  'BR-B-02': (i) => (line(i).vat = { ...S19, code: 'B' }),
  'BR-CL-01': (i) => (i.type_code = '999'),
  'BR-CL-03': (i) => (i.vat_totals[0]!.currency = 'ZZZ'),
  'BR-CL-04': (i) => (i.currency = 'EURO'),
  'BR-CL-05': (i) => (i.vat_currency = 'EURO'),
  'BR-CL-06': (i) => (i.tax_point_code = '99'),
  'BR-CL-07': (i) => (i.invoiced_object!.scheme = 'ZZZZ'),
  'BR-CL-10': (i) => (i.seller!.identifiers[0]!.scheme = '9999'),
  'BR-CL-11': (i) => (i.seller!.legal_registration!.scheme = '9999'),
  'BR-CL-13': (i) => (line(i).item!.classifications[0]!.scheme = 'ZZ1'),
  'BR-CL-14': (i) => (i.buyer!.address!.country = 'XX'),
  'BR-CL-15': (i) => (line(i).item!.origin_country = 'XX'),
  'BR-CL-16': (i) => (means(i).code = '99'),
  'BR-CL-17': (i) => (allowance(i).vat!.code = 'X'),
  'BR-CL-18': (i) => (line(i).vat!.code = 'X'),
  'BR-CL-19': (i) => (allowance(i).reason_code = '1'),
  'BR-CL-20': (i) => (charge(i).reason_code = '1'),
  'BR-CL-21': (i) => (line(i).item!.standard_identifier!.scheme = '9999'),
  'BR-CL-22': (i) => {
    inCategory(i, 'E')
    group(i).exemption_reason_code = 'VATEX-XX'
  },
  'BR-CL-23': (i) => (line(i).quantity!.unit = 'hour'),
  'BR-CL-24': (i) => (i.attachments[0]!.content!.mime_type = 'text/html'),
  'BR-CL-25': (i) => (i.buyer!.electronic_address!.scheme = '0000'),
  'BR-CL-26': (i) => (i.delivery!.location!.scheme = '9999'),
}
const BOTH_REASON_RULES = { 'BR-CO-21': 'BR-33', 'BR-CO-22': 'BR-38', 'BR-CO-23': 'BR-42', 'BR-CO-24': 'BR-44' }

const categories = Object.entries({ S: 'S', Z: 'Z', E: 'E', AE: 'AE', IC: 'K', G: 'G', O: 'O', AF: 'L', AG: 'M' }).flatMap(
  ([rules, code]) => {
    const of = (number: string, change: Change, syntax?: 'ubl' | 'cii'): Breach => ({
      code: `BR-${rules}-${number}`,
      set: 'core',
      ...(syntax && { syntax }),
      change: (invoice) => {
        inCategory(invoice, code)
        change(invoice)
      },
    })
    // Nobody may have a VAT id out of scope; otherwise the seller lacks what it needs.
    const wrongIds: Change = (i) => {
      if (code === 'O') i.seller!.vat_id = 'DE123456789'
      else {
        delete i.seller!.vat_id
        delete i.tax_representative
      }
    }
    const only = (kept: 'lines' | 'allowances' | 'charges') => (i: SemanticInvoice) => {
      wrongIds(i)
      for (const kind of ['lines', 'allowances', 'charges'] as const)
        if (kind !== kept) for (const one of i[kind]) one.vat = { code: 'Z', rate: '0', tax: 'VAT' }
    }
    const wrong_rate = { S: '0', L: '-1', M: '-1' }[code] ?? '5'
    const has_reason = !['S', 'Z', 'L', 'M'].includes(code)
    const is_spanish = ['L', 'M'].includes(code)
    return [
      of('01', (i) => {
        if (code === 'O') addGroup(i, structuredClone(group(i)))
        else i.vat_breakdown = []
      }),
      of('02', only('lines')),
      of('03', only('allowances')),
      of('04', only('charges')),
      of('05', (i) => (line(i).vat!.rate = wrong_rate)),
      of('06', (i) => (allowance(i).vat!.rate = wrong_rate)),
      of('07', (i) => (charge(i).vat!.rate = wrong_rate)),
      // In CII, those of IGIC and IPSI are always kept.
      of('08', (i) => (group(i).taxable_amount = eur('150.00')), is_spanish ? 'ubl' : undefined),
      of('09', (i) => (group(i).tax_amount = eur('50.00')), is_spanish ? 'ubl' : undefined),
      of('10', (i) => {
        if (has_reason) delete group(i).exemption_reason
        else group(i).exemption_reason = 'x'
      }),
    ]
  },
)
/** A way to break each rule. */
export const BREACHES: readonly Breach[] = [
  ...Object.entries(core).map(([code, change]): Breach => ({ code, set: 'core', change })),
  ...Object.entries(BOTH_REASON_RULES).map(([code, as]): Breach => ({ code, set: 'core', change: core[as]! })),
  // A period without content is not written in UBL.
  { code: 'BR-CO-19', set: 'core', syntax: 'cii', change: (i) => (i.period = {}) },
  { code: 'BR-55', set: 'core', syntax: 'ubl', change: (i) => delete i.preceding_invoices[0]!.number },
  // In CII an empty number is none.
  { code: 'BR-55', set: 'core', syntax: 'cii', change: (i) => (i.preceding_invoices[0]!.number = '') },
  { code: 'BR-DEC-13', set: 'core', syntax: 'cii', change: (i) => (i.vat_totals[0]!.value = '19.001') },
  {
    code: 'BR-DEC-15',
    set: 'core',
    syntax: 'cii',
    change: (i) => {
      i.vat_currency = 'USD'
      i.vat_totals.push({ value: '20.001', currency: 'USD' })
    },
  },
  { code: 'BR-CL-08', set: 'core', change: (i) => (i.notes[0] = { text: 'x', subject_code: 'ZZ1' }), syntax: 'cii' },
  ...categories,
  ...Object.entries(german).map(([number, change]): Breach => ({ code: `BR-DE-${number}`, set: 'xrechnung', change })),
  { code: 'BR-DE-21', set: 'xrechnung', change: (i) => (i.specification_id = 'urn:cen.eu:en16931:2017') },
  {
    code: 'BR-DE-TMP-32',
    set: 'xrechnung',
    change: (i) => {
      delete i.delivery!.date
      delete i.period
      delete line(i).period
    },
  },
  { code: 'BR-TMP-2', set: 'xrechnung', change: (i) => (i.attachments[1]!.location = 'example') },
  ...Object.entries(german).map(
    ([number, change]): Breach => ({ code: peppolCode(number), set: 'peppol', syntax: 'ubl', change }),
  ),
  ...Object.entries(peppol).map(
    ([code, change]): Breach => ({ code: `PEPPOL-EN16931-${code}`, set: 'peppol', syntax: 'ubl', change }),
  ),
  ...Object.entries({ R040: '0088', R041: '0192', R042: '0184', R043: '0208', R049: '0007', R050: '0151' }).map(
    ([code, scheme]): Breach => ({
      code: `PEPPOL-COMMON-${code}`,
      set: 'peppol',
      syntax: 'ubl',
      change: identifier(scheme),
    }),
  ),
  { code: 'PEPPOL-COMMON-R044', set: 'peppol', syntax: 'ubl', change: identifier('0201', 'ABC12') },
  { code: 'PEPPOL-COMMON-R045', set: 'peppol', syntax: 'ubl', change: identifier('0210', 'RSSMRA85T10A562') },
  { code: 'PEPPOL-COMMON-R047', set: 'peppol', syntax: 'ubl', change: identifier('0211', 'IT12345678901') },
  {
    code: 'PEPPOL-COMMON-R046',
    set: 'peppol',
    syntax: 'ubl',
    change: (i) => (i.buyer!.electronic_address = { value: 'RSSMRA85T10A562', scheme: '9907' }),
  },
  {
    code: 'PEPPOL-EN16931-R080',
    set: 'peppol',
    syntax: 'ubl',
    is_credit_note: true,
    change: (i) => {
      i.type_code = '381'
      i.project_reference = 'P-1'
      i.attachments.push({ reference: 'P-2', type_code: '50' })
    },
  },
  // A credit note of Peppol has other codes.
  { code: 'PEPPOL-EN16931-P0101', set: 'peppol', syntax: 'ubl', is_credit_note: true, change: (i) => (i.type_code = '261') },
  ...NATIONAL,
  ...XRECHNUNG_PROFILES,
  {
    code: 'BR-TMP-3',
    set: 'xrechnung',
    syntax: 'cii',
    change: (i) => (line(i).price!.gross_base_quantity = { value: '2', unit: 'HUR' }),
  },
]
