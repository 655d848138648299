// For each rule of Peppol about the seller's country a way to break it.
import type { SemanticInvoice } from '../../src/billing/e-invoices/model.ts'
import { type Breach, type Change, eur, line, means } from './valid-e-invoice.ts'

interface Country {
  /** What makes a valid German invoice a valid one of the country. */
  move: Change
  breaches: Record<string, Change>
}

function moveTo(i: SemanticInvoice, country: string, vat_id: string, legal?: { value: string; scheme?: string }): void {
  for (const party of [i.seller!, i.buyer!]) {
    party.address!.country = country
    party.vat_id = vat_id
    if (legal) party.legal_registration = { ...legal }
    else delete party.legal_registration
  }
  delete i.tax_representative
}
const setRate = (i: SemanticInvoice, rate: string, tax: string) => {
  for (const one of [...i.lines, ...i.allowances, ...i.charges, ...i.vat_breakdown]) one.vat = { code: 'S', rate, tax: 'VAT' }
  i.vat_breakdown[0]!.tax_amount = eur(tax)
  i.vat_totals = [{ ...eur(tax), breakdowns: 1 }]
  i.totals = { ...i.totals, with_vat: eur((100 + Number(tax)).toFixed(2)), paid: eur(tax) }
}
const credited: Change = (i) => (i.type_code = '381')

/** A payment to an account of a giro. */
const giro =
  (code: string, payment_id: string, account: string, service_provider?: string): Change =>
  (i) => {
    i.remittance_information = payment_id
    i.payment_means = [{ code, credit_transfer: { account, ...(service_provider !== undefined && { service_provider }) } }]
  }
/** The last day to pay in Iceland. */
const lastDay =
  (day: string): Change =>
  (i) =>
    i.attachments.push({ reference: day, description: 'EINDAGI' })

const COUNTRIES: Record<string, Country> = {
  NO: {
    move: (i) => {
      moveTo(i, 'NO', 'NO974760673MVA')
      i.seller!.tax_numbers = [{ value: 'Foretaksregisteret', scheme: 'TAX' }]
    },
    breaches: {
      'NO-R-001': (i) => (i.seller!.vat_id = 'NO974760674MVA'),
      'NO-R-002': (i) => delete i.seller!.tax_numbers[0]!.scheme,
    },
  },
  DK: {
    move: (i) => moveTo(i, 'DK', 'DK12345678', { value: '12345678', scheme: '0184' }),
    breaches: {
      'DK-R-002': (i) => delete i.seller!.legal_registration,
      'DK-R-014': (i) => (i.seller!.legal_registration!.scheme = '0088'),
      'DK-R-016': (i) => {
        credited(i)
        i.totals!.due = eur('-1.00')
      },
      'DK-R-013': (i) => delete i.seller!.identifiers[0]!.scheme,
      'DK-R-005': (i) => (means(i).code = '30'),
      'DK-R-006': (i) => (means(i).code = '31'),
      'DK-R-007': (i) => (i.payment_means = [{ code: '49', direct_debit: { mandate: 'M1' } }]),
      'DK-R-008': giro('50', '02#', '1234567'),
      'DK-R-009': giro('50', '04#123456789012345', '1234567'),
      'DK-R-010': giro('93', '70#', '12345678'),
      'DK-R-011': giro('93', '71#12345678901234', '12345678'),
      'DK-R-003': (i) => (line(i).item!.classifications = [{ value: '43211503', scheme: 'TST', scheme_version: '1.0' }]),
      'DK-R-004': (i) => Object.assign(i.charges[0]!, { reason_code: 'ZZZ', reason: '12345' }),
    },
  },
  IT: {
    move: (i) => {
      moveTo(i, 'IT', 'IT12345678901')
      i.seller!.tax_numbers = [{ value: '12345678901' }]
    },
    breaches: {
      'IT-R-001': (i) => (i.seller!.tax_numbers = [{ value: '123' }]),
      'IT-R-002': (i) => delete i.seller!.address!.line_1,
      'IT-R-003': (i) => delete i.seller!.address!.city,
      'IT-R-004': (i) => delete i.seller!.address!.post_code,
    },
  },
  SE: {
    move: (i) => {
      moveTo(i, 'SE', 'SE556012579001', { value: '5560125790', scheme: '0007' })
      i.seller!.tax_numbers = [{ value: 'Godkänd för F-skatt' }]
      setRate(i, '25', '25.00')
    },
    breaches: {
      'SE-R-001': (i) => (i.seller!.vat_id = 'SE55601257900'),
      'SE-R-002': (i) => (i.seller!.vat_id = 'SE55601257900A'),
      'SE-R-003': (i) => (i.seller!.legal_registration = { value: '556012579A' }),
      'SE-R-004': (i) => (i.seller!.legal_registration = { value: '55601257901' }),
      'SE-R-013': (i) => (i.seller!.legal_registration = { value: '5560125791' }),
      'SE-R-005': (i) => (i.seller!.tax_numbers = [{ value: '556012-5790' }]),
      'SE-R-006': (i) => setRate(i, '20', '20.00'),
      'SE-R-007': giro('30', 'RE-118', '12A45', 'SE:PLUSGIRO'),
      'SE-R-010': giro('30', 'RE-118', '123456789', 'SE:PLUSGIRO'),
      'SE-R-008': giro('30', 'RE-118', '123456A', 'SE:BANKGIRO'),
      'SE-R-009': giro('30', 'RE-118', '123456', 'SE:BANKGIRO'),
      'SE-R-011': (i) => (means(i).code = '56'),
      'SE-R-012': (i) => (means(i).code = '31'),
    },
  },
  GR: {
    move: (i) => {
      moveTo(i, 'GR', 'EL094014201')
      i.number = '094014201|01/02/2026|0|1.1|A|118'
      i.buyer!.trading_name = 'Kaffee'
      for (const party of [i.seller!, i.buyer!]) party.electronic_address = { value: '094014201', scheme: '9933' }
      i.attachments = [
        { reference: '400001', description: '##M.AR.K##' },
        { reference: 'url', description: '##INVOICE|URL##', location: 'https://mydata.example/1' },
      ]
    },
    breaches: {
      'GR-R-001-1': (i) => (i.number += '|x'),
      'GR-R-001-2': (i) => (i.number = '094014202|01/02/2026|0|1.1|A|118'),
      'GR-R-001-3': (i) => (i.number = '094014201|02/02/2026|0|1.1|A|118'),
      'GR-R-001-4': (i) => (i.number = '094014201|01/02/2026|x|1.1|A|118'),
      'GR-R-001-5': (i) => (i.number = '094014201|01/02/2026|0|9.9|A|118'),
      'GR-R-001-6': (i) => (i.number = '094014201|01/02/2026|0|1.1||118'),
      'GR-R-001-7': (i) => (i.number = '094014201|01/02/2026|0|1.1|A|'),
      'GR-R-002': (i) => delete i.seller!.trading_name,
      'GR-S-011': (i) => (i.seller!.vat_id = 'EL094014202'),
      'GR-R-003': (i) => (i.seller!.vat_id = 'EL094014202'),
      'GR-R-004-1': (i) => i.attachments.shift(),
      'GR-S-008-1': (i) => i.attachments.pop(),
      'GR-R-004-2': (i) => (i.attachments[0]!.reference = '0400001'),
      'GR-R-008-2': (i) => i.attachments.push({ ...i.attachments[1]! }),
      'GR-R-008-3': (i) => delete i.attachments[1]!.location,
      'GR-R-005': (i) => delete i.buyer!.trading_name,
      'GR-R-009': (i) => (i.seller!.electronic_address = { value: 'DE123456789', scheme: '9930' }),
      'GR-R-006': (i) => (i.buyer!.vat_id = 'EL094014202'),
      'GR-R-010': (i) => (i.buyer!.electronic_address = { value: 'DE123456789', scheme: '9930' }),
    },
  },
  IS: {
    move: (i) => moveTo(i, 'IS', 'IS12345', { value: '4512830209', scheme: '0196' }),
    breaches: {
      'IS-R-001': (i) => (i.type_code = '383'),
      'IS-R-002': (i) => delete i.seller!.legal_registration,
      'IS-R-003': (i) => delete i.seller!.address!.line_1,
      'IS-R-004': (i) => (i.buyer!.legal_registration!.scheme = '0088'),
      'IS-R-005': (i) => delete i.buyer!.address!.post_code,
      'IS-R-006': (i) => (means(i).code = '9'),
      'IS-R-007': (i) => (means(i).code = '42'),
      'IS-R-008': lastDay('2026-02-30'),
      'IS-R-009': (i) => {
        lastDay('2026-02-20')(i)
        delete i.due_date
      },
      'IS-R-010': lastDay('2026-02-14'),
    },
  },
  NL: {
    move: (i) => {
      moveTo(i, 'NL', 'NL820098395B01', { value: '12345678', scheme: '0106' })
      i.tax_representative = {
        name: 'Vertegenwoordiger',
        vat_id: 'NL820098395B01',
        address: { line_1: 'Gracht 1', city: 'Delft', post_code: '2611', country: 'NL' },
      }
    },
    breaches: {
      'NL-R-001': (i) => {
        credited(i)
        i.preceding_invoices = []
      },
      'NL-R-002': (i) => delete i.seller!.address!.city,
      'NL-R-003': (i) => (i.seller!.legal_registration!.scheme = '0204'),
      'NL-R-004': (i) => delete i.buyer!.address!.line_1,
      'NL-R-005': (i) => (i.buyer!.legal_registration!.scheme = '0204'),
      'NL-R-006': (i) => delete i.tax_representative!.address!.line_1,
      'NL-R-007': (i) => (i.payment_means = []),
      'NL-R-008': (i) => (means(i).code = '68'),
      'NL-R-009': (i) => {
        line(i).order_line = '1'
        delete i.purchase_order
      },
    },
  },
}

/** A valid invoice of each country, for the rules that it breaks by nothing. */
export const MOVES: readonly Change[] = Object.values(COUNTRIES).map(({ move }) => move)

export const NATIONAL: readonly Breach[] = Object.values(COUNTRIES).flatMap(({ move, breaches }) =>
  Object.entries(breaches).map(
    ([code, change]): Breach => ({
      code,
      set: 'peppol',
      syntax: 'ubl',
      change: (invoice) => {
        move(invoice)
        change(invoice)
      },
    }),
  ),
)
