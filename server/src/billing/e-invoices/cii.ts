// The Cross Industry Invoice (D16B), also inside Factur-X. Which element says which term is in cii-rules.ts; here is what needs more than a rule.

import type { XmlElement } from '../../kernel/xml.ts'
import { CII_RULES, type CiiPaymentMeans, type CiiShape } from './cii-rules.ts'
import { type Leftovers, readInto, writeChildren } from './mapping.ts'
import {
  type Attachment,
  emptyInvoice,
  type InvoiceLine,
  type PaymentMeans,
  type Quantity,
  type SemanticInvoice,
} from './model.ts'
import { takeInvoicedObject, takeReference, takeReferences, withInvoicedObject, withReferences } from './references.ts'

const STANDARD = 'urn:un:unece:uncefact:data:standard:'
export const CII_NAMESPACE = `${STANDARD}CrossIndustryInvoice:100`
const PREFIXES = {
  [CII_NAMESPACE]: 'rsm',
  [`${STANDARD}ReusableAggregateBusinessInformationEntity:100`]: 'ram',
  [`${STANDARD}QualifiedDataType:100`]: 'qdt',
  [`${STANDARD}UnqualifiedDataType:100`]: 'udt',
}

/** The invoice as a Cross Industry Invoice in UTF-8, credit notes too. The same invoice gives the same text. */
export function writeCii(invoice: SemanticInvoice): string {
  const declarations = Object.entries(PREFIXES).map(([namespace, prefix]) => ` xmlns:${prefix}="${namespace}"`)
  const content = writeChildren(toCiiShape(invoice), CII_RULES, '  ')
  return `<?xml version="1.0" encoding="UTF-8"?>\n<rsm:CrossIndustryInvoice${declarations.join('')}>\n${content}</rsm:CrossIndustryInvoice>\n`
}

/** What a Cross Industry Invoice says. */
export function readCii(root: XmlElement): Leftovers & { invoice: SemanticInvoice } {
  const shape: CiiShape = emptyInvoice()
  const leftovers = readInto(shape, root, CII_RULES, PREFIXES)
  return { invoice: fromCiiShape(shape), ...leftovers }
}

/** BT-8 in UNTDID 2005, as EN 16931 has it, and in UNTDID 2475, as CII writes it. */
const TAX_POINT_CODES: Record<string, string> = { '3': '5', '35': '29', '432': '72' }

function toCiiShape(invoice: SemanticInvoice): CiiShape {
  const { tax_point_date, tax_point_code: code } = invoice
  const tax_point_code = code === undefined ? undefined : (TAX_POINT_CODES[code] ?? code)
  const mandate = invoice.payment_means.find(({ direct_debit }) => direct_debit?.mandate !== undefined)?.direct_debit?.mandate
  return {
    ...invoice,
    ...(mandate === undefined ? {} : { mandate }),
    ...(invoice.totals || invoice.vat_totals.length > 0 ? { totals: { ...invoice.totals, vat_totals: invoice.vat_totals } } : {}),
    attachments: attachmentsOf(invoice),
    lines: invoice.lines.map((line) => withGrossQuantity(withReferences(line))),
    payment_means: invoice.payment_means.map(withOtherAccount),
    vat_breakdown: invoice.vat_breakdown.map((entry) => ({
      ...entry,
      ...(tax_point_date === undefined ? {} : { tax_point_date }),
      ...(tax_point_code === undefined ? {} : { tax_point_code }),
    })),
  }
}

/** Type code (UNTDID 1001) of the reference that is the tender or lot (BT-17). */
const TENDER = '50'

function attachmentsOf({ invoiced_object, tender_reference, attachments }: SemanticInvoice): Attachment[] {
  const tender = tender_reference === undefined ? [] : [{ reference: tender_reference, type_code: TENDER }]
  return withInvoicedObject(invoiced_object, [...tender, ...attachments])
}

/** CII has the totals of VAT among the others. */
function takeVatTotals(invoice: Omit<CiiShape, 'mandate'>): void {
  invoice.vat_totals = invoice.totals?.vat_totals ?? []
  delete invoice.totals?.vat_totals
}

/** CII says how many units a price is for with the price before its discount too. */
function withGrossQuantity(line: InvoiceLine): InvoiceLine {
  const { base_quantity, gross, gross_base_quantity = base_quantity } = line.price ?? {}
  if (gross === undefined || gross_base_quantity === undefined) return line
  return { ...line, price: { ...line.price, gross_base_quantity } }
}

/** What is said twice is kept once, unless it differs. */
function takeGrossQuantity({ price }: InvoiceLine): void {
  const { base_quantity, gross_base_quantity } = price ?? {}
  if (!price || !gross_base_quantity) return
  if (!base_quantity) price.base_quantity = gross_base_quantity
  if (!base_quantity || isSame(base_quantity, gross_base_quantity)) delete price.gross_base_quantity
}

const isSame = (one: Quantity, other: Quantity) => one.value === other.value && one.unit === other.unit

function withOtherAccount(means: PaymentMeans): CiiPaymentMeans {
  const { account, account_is_iban = true, ...transfer } = means.credit_transfer ?? {}
  if (account === undefined || account_is_iban) return means
  return { ...means, credit_transfer: { ...transfer, other_account: account } }
}

function fromCiiShape(shape: CiiShape): SemanticInvoice {
  const { mandate, ...invoice } = shape
  takeVatTotals(invoice)
  for (const party of [invoice.seller, invoice.buyer]) if (party?.electronic_address) party.electronic_address.value ??= ''
  takeInvoicedObject(invoice, invoice.attachments)
  const tender = takeReference(invoice.attachments, TENDER)?.reference
  if (tender !== undefined) invoice.tender_reference = tender
  for (const line of invoice.lines) {
    takeGrossQuantity(line)
    takeReferences(line)
  }
  for (const { credit_transfer } of invoice.payment_means) {
    if (credit_transfer?.other_account === undefined) continue
    if (credit_transfer.account === undefined) {
      credit_transfer.account = credit_transfer.other_account
      credit_transfer.account_is_iban = false
    }
    delete credit_transfer.other_account
  }
  if (mandate !== undefined) giveMandate(invoice, mandate)
  for (const entry of invoice.vat_breakdown) {
    if (entry.tax_point_date !== undefined) invoice.tax_point_date ??= entry.tax_point_date
    const code = entry.tax_point_code
    if (code !== undefined)
      invoice.tax_point_code ??= Object.entries(TAX_POINT_CODES).find(([, written]) => written === code)?.[0] ?? code
    delete entry.tax_point_date
    delete entry.tax_point_code
  }
  return invoice
}

/** CII has one mandate next to the payment terms; the model has it with the direct debit that it is for. */
function giveMandate(invoice: SemanticInvoice, mandate: string): void {
  const means = invoice.payment_means.find(({ direct_debit }) => direct_debit) ?? invoice.payment_means[0]
  if (means) means.direct_debit = { ...means.direct_debit, mandate }
  else invoice.payment_means.push({ direct_debit: { mandate } })
}
