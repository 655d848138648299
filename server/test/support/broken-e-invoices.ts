// An electronic invoice that is valid by every rule, and for each rule a way to break it.
import { emptyInvoice, type SemanticInvoice, type VatCategory } from '../../src/billing/e-invoices/model.ts'
import { PROFILES } from '../../src/billing/e-invoices/profiles.ts'

type Change = (invoice: SemanticInvoice) => void
type RuleSet = 'core' | 'peppol' | 'xrechnung'

/** How a rule is broken. */
export interface Breach {
  code: string
  set: RuleSet
  /** The syntaxes in which it can be broken so; both when absent. */
  syntax?: 'ubl' | 'cii'
  change: Change
}

const eur = (value: string) => ({ value, currency: 'EUR' })
const S19: VatCategory = { code: 'S', rate: '19', tax: 'VAT' }

/** An invoice from Berlin to Hamburg with everything that rules speak of, but for what goes with other things only. */
export function validInvoice(set: RuleSet): SemanticInvoice {
  const { specification_id, process_id = 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0' } =
    PROFILES[set === 'core' ? 'ubl' : set === 'peppol' ? 'peppol' : 'xrechnung-ubl']
  return {
    ...emptyInvoice(),
    specification_id,
    process_id,
    number: 'RE-118',
    issue_date: '2026-02-01',
    due_date: '2026-02-15',
    type_code: '380',
    currency: 'EUR',
    buyer_reference: '04011000-12345-34',
    purchase_order: 'PO-7',
    payment_terms: 'Within 14 days',
    notes: [{ text: 'Thank you' }],
    invoiced_object: { value: 'meter-1', scheme: 'ABT' },
    preceding_invoices: [{ number: 'RE-117', issue_date: '2026-01-01' }],
    seller: {
      identifiers: [{ value: '4000001123452', scheme: '0088' }],
      name: 'Muster GmbH',
      trading_name: 'Muster',
      legal_registration: { value: 'HRB 1', scheme: '0204' },
      vat_id: 'DE123456789',
      electronic_address: { value: 'DE123456789', scheme: '9930' },
      address: { line_1: 'Hauptstraße 5', city: 'Berlin', post_code: '10115', country: 'DE' },
      contact: { name: 'Mia', phone: '+49 30 123', email: 'mia@muster.example' },
    },
    buyer: {
      identifiers: [{ value: '4000001123452', scheme: '0088' }],
      name: 'Käufer AG',
      vat_id: 'DE987654321',
      legal_registration: { value: 'HRB 2', scheme: '0204' },
      electronic_address: { value: 'DE987654321', scheme: '9930' },
      address: { line_1: 'Elbweg 1', city: 'Hamburg', post_code: '20095', country: 'DE' },
    },
    payee: { name: 'Factor GmbH', identifier: { value: '1', scheme: '0088' } },
    tax_representative: {
      name: 'Vertreter',
      vat_id: 'DE111111111',
      address: { city: 'Bonn', post_code: '53111', country: 'DE' },
    },
    delivery: {
      date: '2026-01-16',
      location: { value: '1', scheme: '0088' },
      address: { city: 'Hamburg', post_code: '20095', country: 'DE' },
    },
    period: { start: '2026-01-12', end: '2026-01-16' },
    payment_means: [{ code: '58', credit_transfer: { account: 'DE02120300000000202051', account_name: 'Muster GmbH' } }],
    remittance_information: 'RE-118',
    allowances: [
      {
        amount: eur('10.00'),
        base_amount: eur('100.00'),
        percentage: '10',
        vat: { ...S19 },
        reason: 'Discount',
        reason_code: '95',
      },
    ],
    charges: [{ amount: eur('10.00'), vat: { ...S19 }, reason: 'Freight', reason_code: 'FC' }],
    totals: {
      lines: eur('100.00'),
      allowances: eur('10.00'),
      charges: eur('10.00'),
      without_vat: eur('100.00'),
      with_vat: eur('119.00'),
      paid: eur('19.00'),
      due: eur('100.00'),
    },
    vat_totals: [{ ...eur('19.00'), breakdowns: 1 }],
    vat_breakdown: [{ taxable_amount: eur('100.00'), tax_amount: eur('19.00'), vat: { ...S19 } }],
    attachments: [
      { reference: 'A1', content: { base64: 'JVBERi0=', mime_type: 'application/pdf', file_name: 'a.pdf' } },
      { reference: 'A2', location: 'https://muster.example/a' },
    ],
    lines: [
      {
        id: '1',
        invoiced_object: { value: 'x', scheme: 'ABT' },
        quantity: { value: '10', unit: 'HUR' },
        net_amount: eur('100.00'),
        period: { start: '2026-01-12', end: '2026-01-16' },
        allowances: [{ amount: eur('5.00'), base_amount: eur('100.00'), percentage: '5', reason: 'Discount', reason_code: '95' }],
        charges: [{ amount: eur('5.00'), base_amount: eur('100.00'), percentage: '5', reason: 'Freight', reason_code: 'FC' }],
        price: { net: eur('10.00'), gross: eur('11.00'), discount: eur('1.00'), base_quantity: { value: '1', unit: 'HUR' } },
        vat: { ...S19 },
        item: {
          name: 'Design',
          standard_identifier: { value: '4000001123452', scheme: '0160' },
          classifications: [{ value: '123', scheme: 'STI' }],
          origin_country: 'DE',
          attributes: [{ name: 'Colour', value: 'Blue' }],
        },
      },
    ],
  }
}

/** The same in another VAT category: with its rate, its reason and the parties that it needs. */
export function inCategory(invoice: SemanticInvoice, code: string): void {
  const rate = { S: '19', L: '7', M: '4' }[code] ?? (code === 'O' ? undefined : '0')
  const tax = { '19': '19.00', '7': '7.00', '4': '4.00' }[rate ?? ''] ?? '0.00'
  const vat = { code, tax: 'VAT', ...(rate !== undefined && { rate }) }
  for (const one of [...invoice.lines, ...invoice.allowances, ...invoice.charges]) one.vat = { ...vat }
  const needs_reason = !['S', 'Z', 'L', 'M'].includes(code)
  invoice.vat_breakdown = [
    {
      taxable_amount: eur('100.00'),
      tax_amount: eur(tax),
      vat: { ...vat },
      ...(needs_reason && { exemption_reason: 'Because' }),
    },
  ]
  invoice.vat_totals = [{ ...eur(tax), breakdowns: 1 }]
  invoice.totals = { ...invoice.totals, with_vat: eur((100 + Number(tax)).toFixed(2)), paid: eur(tax) }
  if (code === 'O') {
    delete invoice.seller!.vat_id
    delete invoice.buyer!.vat_id
    delete invoice.tax_representative
  }
}

function withoutReason(one: { reason?: string; reason_code?: string }): void {
  delete one.reason
  delete one.reason_code
}

const line = (i: SemanticInvoice) => i.lines[0]!
const allowance = (i: SemanticInvoice) => i.allowances[0]!
const charge = (i: SemanticInvoice) => i.charges[0]!
const group = (i: SemanticInvoice) => i.vat_breakdown[0]!
function addGroup(i: SemanticInvoice, one: SemanticInvoice['vat_breakdown'][number]): void {
  i.vat_breakdown.push(one)
  i.vat_totals[0]!.breakdowns = i.vat_breakdown.length
}
const means = (i: SemanticInvoice) => i.payment_means[0]!
const debit = (i: SemanticInvoice) => {
  i.payment_means = [{ code: '59', direct_debit: { mandate: 'M1', debited_account: 'DE02120300000000202051' } }]
  i.creditor_identifier = 'DE98ZZZ09999999999'
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
  'BR-55': (i) => (i.preceding_invoices[0]!.number = ''),
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
    return [
      // CII looks at what is out of scope from the side of its group.
      of(
        '01',
        (i) => (code === 'O' ? addGroup(i, structuredClone(group(i))) : (i.vat_breakdown = [])),
        code === 'O' ? undefined : undefined,
      ),
      of('02', only('lines')),
      of('03', only('allowances')),
      of('04', only('charges')),
      of('05', (i) => (line(i).vat!.rate = wrong_rate)),
      of('06', (i) => (allowance(i).vat!.rate = wrong_rate)),
      of('07', (i) => (charge(i).vat!.rate = wrong_rate)),
      of('08', (i) => (group(i).taxable_amount = eur('150.00'))),
      of('09', (i) => (group(i).tax_amount = eur('50.00')), code === 'L' ? 'ubl' : undefined),
      of('10', (i) => {
        if (has_reason) delete group(i).exemption_reason
        else group(i).exemption_reason = 'x'
      }),
    ]
  },
)

/** XRechnung and, within Germany, Peppol. */
const german: Record<string, Change> = {
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
  '19': (i) => (means(i).credit_transfer!.account = 'DE03120300000000202051'),
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

const peppolCode = (number: string) => {
  const [digits = '', part] = number.split('-')
  return `DE-R-${digits.padStart(3, '0')}${part ? (part === 'a' ? '-1' : '-2') : ''}`
}
const identifier =
  (scheme: string): Change =>
  (i) =>
    (i.buyer!.identifiers = [{ value: '1234567', scheme }])
const exempt =
  (suffix: string): Change =>
  (i) => {
    inCategory(i, suffix === 'AE' ? 'E' : 'AE')
    group(i).exemption_reason_code = `VATEX-EU-${suffix}`
  }

const peppol: Record<string, Change> = {
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

/** A credit note of Peppol has other codes. */
export const creditNoteBreach: Breach = {
  code: 'PEPPOL-EN16931-P0101',
  set: 'peppol',
  syntax: 'ubl',
  change: (i) => (i.type_code = '261'),
}

/** A way to break each rule. */
export const BREACHES: readonly Breach[] = [
  ...Object.entries(core).map(([code, change]): Breach => ({ code, set: 'core', change })),
  ...Object.entries(BOTH_REASON_RULES).map(([code, as]): Breach => ({ code, set: 'core', change: core[as]! })),
  // A period without content is not written in UBL.
  { code: 'BR-CO-19', set: 'core', syntax: 'cii', change: (i) => (i.period = {}) },
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
]
