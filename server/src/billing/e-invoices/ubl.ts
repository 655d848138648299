// UBL 2.1, both documents: Invoice and CreditNote. Which element says which term is in ubl-rules.ts; here is what needs more than a rule.

import type { XmlElement } from '../../kernel/xml.ts'
import { type Leftovers, readInto, writeChildren } from './mapping.ts'
import { type Attachment, emptyInvoice, type SemanticInvoice } from './model.ts'
import { emptyParty, type Identifier, type Payee } from './model-parties.ts'
import { takeInvoicedObject, takeReference, takeReferences, withInvoicedObject, withReferences } from './references.ts'
import { CREDIT_NOTE_TYPES } from './rules/code-lists.ts'
import { UBL_RULES, type UblAttachment, type UblDocument, type UblPaymentMeans, type UblShape } from './ubl-rules.ts'

const SCHEMA = 'urn:oasis:names:specification:ubl:schema:xsd:'
export const UBL_NAMESPACES: Record<UblDocument, string> = { Invoice: `${SCHEMA}Invoice-2`, CreditNote: `${SCHEMA}CreditNote-2` }
const PREFIXES = { [`${SCHEMA}CommonAggregateComponents-2`]: 'cac', [`${SCHEMA}CommonBasicComponents-2`]: 'cbc' }

/**
 * The invoice as UBL 2.1 in UTF-8: a CreditNote when its type code is one of a credit note, else an Invoice. The same invoice gives the same
 * text.
 */
export function writeUbl(invoice: SemanticInvoice): string {
  const document = ublDocumentOf(invoice)
  const root = `${document} xmlns="${UBL_NAMESPACES[document]}" ${Object.entries(PREFIXES)
    .map(([namespace, prefix]) => `xmlns:${prefix}="${namespace}"`)
    .join(' ')}`
  const content = writeChildren(toUblShape(invoice, document), UBL_RULES[document], '  ')
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${root}>\n${content}</${document}>\n`
}

/** What a UBL Invoice or CreditNote says. */
export function readUbl(root: XmlElement, document: UblDocument): Leftovers & { invoice: SemanticInvoice } {
  const shape: UblShape = { ...emptyInvoice(), tax_totals: [] }
  const leftovers = readInto(shape, root, UBL_RULES[document], PREFIXES)
  return { invoice: fromUblShape(shape, document), ...leftovers }
}

function ublDocumentOf({ type_code = '' }: SemanticInvoice): UblDocument {
  return CREDIT_NOTE_TYPES.has(type_code) ? 'CreditNote' : 'Invoice'
}

function toUblShape(invoice: SemanticInvoice, document: UblDocument): UblShape {
  const { remittance_information, due_date, creditor_identifier, period, tax_point_code } = invoice
  const is_credit_note = document === 'CreditNote'
  const means = invoice.payment_means.map((one) => ({
    ...one,
    ...without({ remittance_information, due_date: is_credit_note ? due_date : undefined }),
  }))
  const shape: UblShape = {
    ...invoice,
    notes: invoice.notes.map(({ subject_code, text: words }) =>
      subject_code === undefined ? { text: words } : { text: `#${subject_code}#${words ?? ''}` },
    ),
    ...(period !== undefined || tax_point_code !== undefined ? { period: { ...period, ...without({ tax_point_code }) } } : {}),
    payment_means: means,
    tax_totals: taxTotals(invoice),
    attachments: attachmentsOf(invoice, document),
    lines: invoice.lines.map(withReferences),
  }
  if (creditor_identifier === undefined) return shape
  // BT-90 is an identifier of the one who is paid, with the scheme SEPA.
  const sepa = { value: creditor_identifier, scheme: 'SEPA' }
  if (invoice.payee) shape.payee = { ...invoice.payee, creditor_identifier: sepa } as Payee
  else shape.seller = { ...(invoice.seller ?? emptyParty()), identifiers: [...(invoice.seller?.identifiers ?? []), sepa] }
  return shape
}

/** Type code (UNTDID 1001) of the reference that is the project of a credit note (BT-11). */
const PROJECT = '50'

function attachmentsOf(
  { invoiced_object, project_reference, attachments }: SemanticInvoice,
  document: UblDocument,
): Attachment[] {
  const is_project = document === 'CreditNote' && project_reference !== undefined
  const located = attachments.map(({ location, ...one }) => ({
    ...one,
    ...(location === undefined ? {} : { external_reference: { location } }),
  }))
  return withInvoicedObject(
    invoiced_object,
    is_project ? [{ reference: project_reference, type_code: PROJECT }, ...located] : located,
  )
}

/** The breakdown is in the total of the document's currency, unless the file that was read had it elsewhere. */
function taxTotals(invoice: SemanticInvoice): UblShape['tax_totals'] {
  const { vat_totals, vat_breakdown } = invoice
  if (vat_totals.length === 0) return vat_breakdown.length === 0 ? [] : [{ breakdown: vat_breakdown }]
  const main = vat_totals.find(({ currency }) => currency === invoice.currency) ?? vat_totals[0]
  let next = 0
  return vat_totals.map((total) => {
    const { breakdowns = total === main ? vat_breakdown.length : 0, ...amount } = total
    const breakdown = vat_breakdown.slice(next, next + breakdowns)
    next += breakdowns
    return { amount, breakdown }
  })
}

function fromUblShape(shape: UblShape, document: UblDocument): SemanticInvoice {
  const { tax_totals, ...invoice } = shape
  takeTaxPoint(invoice)
  for (const { amount, breakdown = [] } of tax_totals) {
    if (amount) invoice.vat_totals.push({ ...amount, breakdowns: breakdown.length })
    for (const group of breakdown) invoice.vat_breakdown.push(group)
  }
  invoice.notes = invoice.notes.map(({ text: words = '' }) => {
    const [, subject_code, rest] = /^#([^#]{3})#([\s\S]*)$/.exec(words) ?? []
    return subject_code === undefined ? { text: words } : { subject_code, text: rest ?? '' }
  })
  for (const means of invoice.payment_means as UblPaymentMeans[]) {
    if (means.remittance_information !== undefined) invoice.remittance_information ??= means.remittance_information
    if (means.due_date !== undefined) invoice.due_date ??= means.due_date
    delete means.due_date
  }
  for (const one of invoice.attachments as UblAttachment[]) {
    if (one.external_reference) one.location = one.external_reference.location ?? ''
    delete one.external_reference
  }
  takeInvoicedObject(invoice, invoice.attachments)
  const project = document === 'CreditNote' ? takeReference(invoice.attachments, PROJECT)?.reference : undefined
  if (project !== undefined) invoice.project_reference = project
  for (const line of invoice.lines) takeReferences(line)
  takeCreditorIdentifier(invoice)
  return invoice
}

function takeCreditorIdentifier(invoice: SemanticInvoice): void {
  const payee = invoice.payee as (Payee & { creditor_identifier?: Identifier }) | undefined
  const of_seller = invoice.seller?.identifiers.find(({ scheme }) => scheme === 'SEPA')
  const found = payee?.creditor_identifier ?? of_seller
  delete payee?.creditor_identifier
  if (!found) return
  invoice.creditor_identifier = found.value
  if (invoice.seller) invoice.seller.identifiers = invoice.seller.identifiers.filter(({ scheme }) => scheme !== 'SEPA')
}

/** UBL has the code of the day on which VAT is due in the period, which need not say anything else then. */
function takeTaxPoint(invoice: Omit<UblShape, 'tax_totals'>): void {
  const { tax_point_code, ...period } = invoice.period ?? {}
  if (tax_point_code === undefined) return
  invoice.tax_point_code = tax_point_code
  if (Object.keys(period).length > 0) invoice.period = period
  else delete invoice.period
}

/** The fields that have a value. */
function without<T extends object>(fields: T): { [K in keyof T]?: NonNullable<T[K]> } {
  return Object.fromEntries(Object.entries(fields).filter(([, one]) => one !== undefined)) as {
    [K in keyof T]?: NonNullable<T[K]>
  }
}
