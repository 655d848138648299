// For each rule of XRechnung's extension, and of its reports of clean vehicles, a way to break it.
import { emptyLine, type SemanticInvoice } from '../../src/billing/e-invoices/model.ts'
import { type Breach, type Change, eur, line } from './valid-e-invoice.ts'

const STANDARD = 'urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0'

/** With a payment for a third party, a line under the line and one under that, and the schemes of health applications. */
const toExtension: Change = (i) => {
  i.specification_id = `${STANDARD}#conformant#urn:xeinkauf.de:kosit:extension:xrechnung_3.0`
  i.attachments[0]!.content!.mime_type = 'application/xml'
  i.seller!.identifiers = [{ value: '1', scheme: 'XR01' }]
  i.third_party_payments = [{ type: 'fee', amount: eur('5.00'), description: 'Fee of the office' }]
  i.totals!.due = eur('105.00')
  const sub_line = () => ({ ...emptyLine(), ...structuredClone(line(i)), sub_lines: [] })
  line(i).sub_lines = [{ ...sub_line(), id: '1.1', sub_lines: [{ ...sub_line(), id: '1.1.1' }] }]
}

/** CII has neither payments for third parties nor lines under lines. */
const inCii = (i: SemanticInvoice) => {
  i.totals!.due = eur('100.00')
}

const toCleanVehicles: Change = (i) => {
  i.specification_id = `${STANDARD}#compliant#urn:xeinkauf.de:kosit:xrechnung:cvd_0.9`
  i.contract_reference = 'C-1'
  i.tender_reference = 'T-1'
  line(i).item!.classifications = [{ value: 'M1', scheme: 'CVD' }]
  line(i).item!.attributes = [{ name: 'cva', value: 'clean' }]
}

const payment = (i: SemanticInvoice) => i.third_party_payments[0]!
const subLine = (i: SemanticInvoice) => line(i).sub_lines[0]!
const UNKNOWN = { value: '1', scheme: 'XR04' }

const extension: Record<string, Change> = {
  '01': (i) => (i.attachments[0]!.content!.mime_type = 'text/html'),
  '04': (i) => (i.seller!.identifiers = [{ ...UNKNOWN }]),
  '05': (i) => (i.buyer!.legal_registration = { ...UNKNOWN }),
  '06': (i) => (line(i).item!.standard_identifier = { ...UNKNOWN }),
  '07': (i) => (i.seller!.electronic_address = { ...UNKNOWN }),
  '08': (i) => (i.delivery!.location = { ...UNKNOWN }),
}
const extension_of_ubl: Record<string, Change> = {
  '02': (i) => (subLine(i).sub_lines[0]!.net_amount = eur('99.00')),
  '03': (i) => delete subLine(i).vat,
  '09': (i) => (i.totals!.due = eur('100.00')),
  '10': (i) => delete payment(i).type,
  '11': (i) => delete payment(i).amount,
  '12': (i) => delete payment(i).description,
  '13': (i) => (payment(i).amount!.value = '5.001'),
  '14': (i) => (payment(i).amount!.currency = 'USD'),
}
const clean_vehicles: Record<string, Change> = {
  'BR-DE-CVD-01': (i) => delete i.contract_reference,
  'BR-DE-CVD-02': (i) => delete i.tender_reference,
  'BR-DE-CVD-03': (i) => (line(i).item!.attributes = []),
  'BR-DE-CVD-04': (i) => (line(i).item!.classifications[0]!.value = 'L7'),
  'BR-DE-CVD-05': (i) => (line(i).item!.attributes[0]!.value = 'dirty'),
  'BR-DE-CVD-06-a': (i) => line(i).item!.attributes.push({ name: 'cva', value: 'clean' }),
  'BR-DE-CVD-06-b': (i) => line(i).item!.classifications.push({ value: 'N1', scheme: 'CVD' }),
  'BR-TMP-CVD-01': (i) => line(i).item!.classifications.push({ value: 'x', scheme: 'ZZ1' }),
}

const breach = (code: string, syntax: Breach['syntax'], ...changes: Change[]): Breach => ({
  code,
  set: 'xrechnung',
  ...(syntax && { syntax }),
  change: (invoice) => {
    for (const change of changes) change(invoice)
  },
})

export const XRECHNUNG_PROFILES: readonly Breach[] = [
  ...Object.entries(extension).flatMap(([number, change]) => [
    breach(`BR-DEX-${number}`, 'ubl', toExtension, change),
    breach(`BR-DEX-${number}`, 'cii', toExtension, inCii, change),
  ]),
  ...Object.entries(extension_of_ubl).map(([number, change]) => breach(`BR-DEX-${number}`, 'ubl', toExtension, change)),
  breach('BR-DEX-15', 'cii', toExtension, inCii, (i) => (line(i).parent_id = '0')),
  ...Object.entries(clean_vehicles).map(([code, change]) => breach(code, undefined, toCleanVehicles, change)),
]

/** Valid files of both, which break only rules that weigh less there. */
export const XRECHNUNG_MOVES: readonly { name: string; syntax: 'ubl' | 'cii'; move: Change }[] = [
  { name: 'the extension', syntax: 'ubl', move: toExtension },
  {
    name: 'the extension',
    syntax: 'cii',
    move: (i) => {
      toExtension(i)
      inCii(i)
    },
  },
  { name: 'clean vehicles', syntax: 'ubl', move: toCleanVehicles },
  { name: 'clean vehicles', syntax: 'cii', move: toCleanVehicles },
]
