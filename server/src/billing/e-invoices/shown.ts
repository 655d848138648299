// Pure: an electronic invoice of anyone as answers show it, by the names that our own documents have.
import { type Static, Type } from 'typebox'
import { Nullable, StringEnum } from '../../http/schema.ts'
import type { AllowanceOrCharge, Amount, SemanticInvoice } from './model.ts'
import type { Party } from './model-parties.ts'
import { isDecimal } from './rules/decimals.ts'

/** Credit notes of UNTDID 1001. */
const CREDIT_NOTES = ['81', '83', '261', '262', '296', '308', '381', '396', '420', '458', '502', '503', '532']
const CATEGORIES = new Map(
  Object.entries({
    S: 'standard',
    Z: 'zero',
    E: 'exempt',
    AE: 'reverse_charge',
    K: 'intra_community',
    G: 'export',
    O: 'out_of_scope',
  }),
)

const Text = (description?: string) => Nullable(Type.String(description === undefined ? {} : { description }))
const Figure = (description?: string) => Nullable(Type.Number(description === undefined ? {} : { description }))

const ReceivedParty = Type.Object(
  {
    name: Text(),
    legal_name: Text(),
    address: Text('The street lines.'),
    zipcode: Text(),
    city: Text(),
    country: Text(),
    vat_id: Text(),
    tax_number: Text(),
    registration_number: Text(),
    electronic_address: Text(),
    electronic_address_scheme: Text(),
    contact_name: Text(),
    contact_email: Text(),
    contact_phone: Text(),
  },
  { title: 'ReceivedParty', additionalProperties: false },
)

const Reduction = Type.Object(
  { amount: Figure(), percentage: Figure(), reason: Text(), tax_category: Text(), tax_rate: Figure() },
  { title: 'ReceivedReduction', additionalProperties: false },
)

/** What an electronic invoice says; null: nothing, or no number where there has to be one. */
export const ReceivedDocument = Type.Object(
  {
    kind: StringEnum(['invoice', 'credit_note']),
    number: Text(),
    issue_date: Text(),
    due_date: Text(),
    currency: Text(),
    specification: Text('What the file says it follows.'),
    buyer_reference: Text(),
    purchase_order: Text(),
    preceding_invoices: Type.Array(Type.String(), { description: 'Numbers of the invoices that it corrects.' }),
    service_from: Text(),
    service_to: Text(),
    notes: Type.Array(Type.String()),
    payment_terms: Text(),
    seller: Nullable(ReceivedParty),
    buyer: Nullable(ReceivedParty),
    items: Type.Array(
      Type.Object(
        {
          item_name: Text(),
          description: Text(),
          quantity: Figure(),
          unit: Text('Code of UN/ECE Recommendation 20.'),
          unit_price: Figure(),
          subtotal: Figure(),
          tax_category: Text('As our documents call it, else its code.'),
          tax_rate: Figure(),
          allowances: Type.Array(Reduction),
          charges: Type.Array(Reduction),
        },
        { title: 'ReceivedItem', additionalProperties: false },
      ),
    ),
    allowances: Type.Array(Reduction),
    charges: Type.Array(Reduction),
    tax_breakdown: Type.Array(
      Type.Object(
        { tax_category: Text(), tax_rate: Figure(), taxable_amount: Figure(), tax_amount: Figure(), exemption_reason: Text() },
        { title: 'ReceivedTaxGroup', additionalProperties: false },
      ),
    ),
    subtotal: Figure('Sum of the lines.'),
    subtotal_after_discount: Figure('Total without tax.'),
    tax_amount: Figure(),
    total: Figure(),
    amount_paid: Figure(),
    amount_due: Figure(),
    iban: Text('Or another number of the account to pay to.'),
    bic: Text(),
    account_holder: Text(),
    remittance_information: Text('What the payment should quote.'),
    attachments: Type.Array(Type.String(), { description: 'Names or references of supporting documents.' }),
  },
  { title: 'ReceivedDocument', additionalProperties: false },
)
export type ReceivedDocument = Static<typeof ReceivedDocument>

/** Shows what a file says. */
export function shownInvoice(invoice: SemanticInvoice): ReceivedDocument {
  const { period, delivery, totals, vat_totals, currency } = invoice
  const transfer = invoice.payment_means.find(({ credit_transfer }) => credit_transfer)?.credit_transfer
  return {
    kind: CREDIT_NOTES.includes(invoice.type_code ?? '') ? 'credit_note' : 'invoice',
    number: text(invoice.number),
    issue_date: text(invoice.issue_date),
    due_date: text(invoice.due_date),
    currency: text(currency),
    specification: text(invoice.specification_id),
    buyer_reference: text(invoice.buyer_reference),
    purchase_order: text(invoice.purchase_order),
    preceding_invoices: texts(invoice.preceding_invoices.map(({ number }) => number)),
    service_from: text(period?.start ?? delivery?.date),
    service_to: text(period?.end ?? delivery?.date),
    notes: texts(invoice.notes.map((note) => note.text)),
    payment_terms: text(invoice.payment_terms?.trim()),
    seller: shownParty(invoice.seller),
    buyer: shownParty(invoice.buyer),
    items: invoice.lines.map((line) => ({
      item_name: text(line.item?.name),
      description: text(line.item?.description),
      quantity: figure(line.quantity?.value),
      unit: text(line.quantity?.unit),
      unit_price: amount(line.price?.net),
      subtotal: amount(line.net_amount),
      ...shownTax(line.vat),
      allowances: line.allowances.map(shownReduction),
      charges: line.charges.map(shownReduction),
    })),
    allowances: invoice.allowances.map(shownReduction),
    charges: invoice.charges.map(shownReduction),
    tax_breakdown: invoice.vat_breakdown.map((group) => ({
      ...shownTax(group.vat),
      taxable_amount: amount(group.taxable_amount),
      tax_amount: amount(group.tax_amount),
      exemption_reason: text(group.exemption_reason ?? group.exemption_reason_code),
    })),
    subtotal: amount(totals?.lines),
    subtotal_after_discount: amount(totals?.without_vat),
    tax_amount: amount(vat_totals.find((total) => total.currency === currency) ?? vat_totals[0]),
    total: amount(totals?.with_vat),
    amount_paid: amount(totals?.paid),
    amount_due: amount(totals?.due),
    iban: text(transfer?.account),
    bic: text(transfer?.service_provider),
    account_holder: text(transfer?.account_name),
    remittance_information: text(invoice.remittance_information),
    attachments: texts(invoice.attachments.map(({ content, reference }) => content?.file_name ?? reference)),
  }
}

const text = (given: string | undefined): string | null => (given === undefined || given.trim() === '' ? null : given)
const texts = (given: readonly (string | undefined)[]): string[] => given.map(text).filter((one) => one !== null)
const figure = (given: string | undefined): number | null => (given !== undefined && isDecimal(given) ? Number(given) : null)
const amount = (given: Amount | undefined): number | null => figure(given?.value)

function shownTax(vat: AllowanceOrCharge['vat']): { tax_category: string | null; tax_rate: number | null } {
  const code = text(vat?.code)
  return { tax_category: code === null ? null : (CATEGORIES.get(code) ?? code), tax_rate: figure(vat?.rate) }
}

function shownReduction(one: AllowanceOrCharge): ReceivedDocument['allowances'][number] {
  return {
    amount: amount(one.amount),
    percentage: figure(one.percentage),
    reason: text(one.reason ?? one.reason_code),
    ...shownTax(one.vat),
  }
}

function shownParty(party: Party | undefined): ReceivedDocument['seller'] {
  if (!party) return null
  const { address, contact, electronic_address } = party
  const street = [address?.line_1, address?.line_2, address?.line_3].filter((line) => text(line) !== null).join('\n')
  return {
    name: text(party.trading_name ?? party.name),
    legal_name: text(party.name),
    address: text(street),
    zipcode: text(address?.post_code),
    city: text(address?.city),
    country: text(address?.country),
    vat_id: text(party.vat_id),
    tax_number: text(party.tax_numbers[0]?.value),
    registration_number: text(party.legal_registration?.value ?? party.identifiers[0]?.value),
    electronic_address: text(electronic_address?.value),
    electronic_address_scheme: text(electronic_address?.scheme),
    contact_name: text(contact?.name),
    contact_email: text(contact?.email),
    contact_phone: text(contact?.phone),
  }
}
