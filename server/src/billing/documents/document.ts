// Pure: what drafting and revising invoices and quotes have in common.

import { currencyDigits, readCurrency } from '../../kernel/currencies.ts'
import { addDays } from '../../kernel/dates.ts'
import { invalid } from '../../kernel/errors.ts'
import type { CompanyId, LineItemId } from '../../kernel/ids.ts'
import { decimalText, type Minor } from '../../kernel/money.ts'
import type { TaxCategory } from '../../kernel/tax-categories.ts'
import type { CustomersTable } from '../customers/table.ts'
import { customerShown, NOT_ISSUED, type ShownCustomer } from './customer.ts'
import {
  type DocumentDefaults,
  type DocumentDetails,
  type GivenDetails,
  NO_DETAILS,
  reviseDetails,
  USUAL_TERM_DAYS,
} from './details.ts'
import { type Figures, reviseFigures } from './figures.ts'
import { draftLineItems, type LineItemRow, lineInput, replacedItems, withSubtotals } from './line-items.ts'
import type { CreateLineItem, TaxExemptionReasons, UpdateLineItem } from './schema.ts'
import type { DocumentColumns } from './table.ts'
import { draftTax, ownTaxes } from './tax.ts'
import { type DocumentTexts, draftTexts, type GivenTexts, reviseTexts } from './texts.ts'
import { computeLines, computeTotals, type Discount, type LineInput, NO_DISCOUNT, type Totals } from './totals.ts'

/** The fields of a request that drafts a document, as far as both kinds have them. */
export interface DocumentInput extends GivenTexts, GivenDetails {
  issue_date?: string | undefined
  currency?: string | undefined
  tax_rate?: number | undefined
  tax_category?: TaxCategory | null | undefined
  tax_exemption_reasons?: TaxExemptionReasons | null | undefined
  discount_type?: 'percentage' | 'fixed' | null | undefined
  discount_value?: number | null | undefined
  items?: CreateLineItem[] | undefined
}

/** The fields of a request that revises a document. */
export interface DocumentChanges extends Omit<DocumentInput, 'items'> {
  items?: UpdateLineItem[] | undefined
  subtotal?: number | undefined
  discount_amount?: number | undefined
  subtotal_after_discount?: number | undefined
  tax_amount?: number | undefined
  total?: number | undefined
}

/** The stored columns that follow from the content of a document. */
export type DocumentContent = DocumentTexts &
  DocumentDetails &
  Pick<
    DocumentColumns,
    | 'issue_date'
    | 'currency'
    | 'subtotal'
    | 'discount_type'
    | 'discount_value'
    | 'discount_amount'
    | 'subtotal_after_discount'
    | 'tax_rate'
    | 'tax_category'
    | 'tax_exemption_reasons'
    | 'tax_amount'
    | 'total'
  >

/**
 * Drafts the content of a new document and the subtotals of its lines. Defaults: issued today, no discount, and those of customer and company. `figures` are amounts (in minor units) that were agreed before; they are kept, whatever the lines add up to.
 * Throws 400 with all faults of the content.
 */
export function draftContent(
  input: DocumentInput,
  defaults: { today: string; defaults: DocumentDefaults; figures?: Totals | undefined },
): { content: DocumentContent; line_subtotals: Minor[] } {
  const currency = namedCurrency(input.currency) ?? defaults.defaults.currency
  const digits = currencyDigits(currency)
  const lines = inputsOf(input.items ?? [])
  const line_subtotals = computeLines(lines, digits)
  const discount: Discount = {
    discount_type: input.discount_type ?? NO_DISCOUNT.discount_type,
    discount_value: input.discount_value ?? NO_DISCOUNT.discount_value,
  }
  const tax = draftTax(input, defaults.defaults)
  const totals =
    defaults.figures ?? computeTotals({ lines: line_subtotals, own_taxes: ownTaxes(lines), ...discount, ...tax }, digits)
  const content: DocumentContent = {
    issue_date: input.issue_date ?? defaults.today,
    currency,
    subtotal: totals.subtotal,
    ...storedDiscount(discount),
    discount_amount: totals.discount_amount,
    subtotal_after_discount: totals.subtotal_after_discount,
    tax_rate: decimalText(tax.tax_rate),
    tax_category: tax.tax_category,
    tax_exemption_reasons: storedReasons(input.tax_exemption_reasons),
    tax_amount: totals.tax_amount,
    total: totals.total,
    ...draftTexts(input, defaults.defaults.texts),
    ...reviseDetails({ ...NO_DETAILS, language: defaults.defaults.language }, input),
  }
  return { content, line_subtotals }
}

/** The inputs of a new document besides its content. */
export interface NewDocument {
  company_id: CompanyId
  id: string
  public_token: string
  customer: CustomersTable
  defaults: DocumentDefaults
  now: string
  newLineId: () => LineItemId
  today: string
}

/** Drafts everything that all kinds of document share, except numbers and ids. Defaults and faults are those of `draftContent`. */
export function draftDocument(input: DocumentInput, made: Omit<NewDocument, 'id'> & { figures?: Totals | undefined }) {
  const { content, line_subtotals } = draftContent(input, made)
  return {
    ...content,
    company_id: made.company_id,
    customer_id: made.customer.id,
    status: 'draft' as const,
    public_token: made.public_token,
    document_version: 0,
    created_at: made.now,
    updated_at: made.now,
    deleted_at: null,
    ...customerShown(made.customer),
    ...NOT_ISSUED,
    items: draftLineItems(input.items ?? [], line_subtotals, made.newLineId),
  }
}

/** The currency that a request names, if any; throws 400 if it is not valid. */
function namedCurrency(code: string | undefined): string | undefined {
  if (code === undefined) return undefined
  const currency = readCurrency(code)
  if (!currency) throw invalid('currency', 'currency must be an ISO 4217 code like EUR')
  return currency
}

/** The due date or end of validity: the one given, else `days` after the issue date, 30 when absent. Throws 400 beyond the year 9999. */
export function termDate(given: string | undefined, issue_date: string, param: string, days = USUAL_TERM_DAYS): string {
  const date = given ?? addDays(issue_date, days)
  if (date === undefined) throw invalid(param, `${param} would lie after the year 9999: give one, or an earlier issue_date`)
  return date
}

/** A document's content and lines as they are stored. */
export interface StoredDocument extends DocumentContent {
  items: readonly LineItemRow[]
}

/** How a document's lines must be written after a revision: not at all, the same lines with other amounts, or new lines. */
export interface RevisedContent {
  content: DocumentContent
  items: readonly LineItemRow[]
  are_items_changed: boolean
}

/**
 * Revises a document's content. Absent fields are left alone, null clears a text or the discount; lines that are sent back as shown are
 * kept; figures follow the chain of `figures.ts`. Throws 400 that names the field at fault.
 */
export function reviseContent(before: StoredDocument, changes: DocumentChanges, newLineId: () => LineItemId): RevisedContent {
  const currency = namedCurrency(changes.currency) ?? before.currency
  const new_items = changes.items && replacedItems(changes.items, before.items, currencyDigits(before.currency))
  const { figures, line_subtotals } = reviseFigures(figuresOf(before), before.items.map(lineInput), {
    currency,
    lines: new_items && inputsOf(new_items),
    discount_type: changes.discount_type,
    discount_value: changes.discount_value,
    tax_rate: changes.tax_rate,
    tax_category: changes.tax_category,
    subtotal: changes.subtotal,
    discount_amount: changes.discount_amount,
    subtotal_after_discount: changes.subtotal_after_discount,
    tax_amount: changes.tax_amount,
    total: changes.total,
  })
  const is_currency_changed = currency !== before.currency
  const items = new_items
    ? draftLineItems(new_items, line_subtotals, newLineId)
    : is_currency_changed
      ? withSubtotals(before.items, line_subtotals)
      : before.items
  return {
    content: {
      issue_date: changes.issue_date ?? before.issue_date,
      currency,
      subtotal: figures.subtotal,
      ...(isDiscountOf(before, figures)
        ? { discount_type: before.discount_type, discount_value: before.discount_value }
        : storedDiscount(figures)),
      discount_amount: figures.discount_amount,
      subtotal_after_discount: figures.subtotal_after_discount,
      tax_rate: decimalText(figures.tax_rate),
      tax_category: figures.tax_category,
      tax_exemption_reasons:
        changes.tax_exemption_reasons === undefined ? before.tax_exemption_reasons : storedReasons(changes.tax_exemption_reasons),
      tax_amount: figures.tax_amount,
      total: figures.total,
      ...reviseTexts(before, changes),
      ...reviseDetails(before, changes),
    },
    items,
    are_items_changed: items !== before.items,
  }
}

/** Revises everything that all kinds of document share, as `reviseContent` does. `customer` is set when the change names another one. */
export function reviseDocument<R extends StoredDocument & Pick<DocumentColumns, 'customer_id'> & ShownCustomer>(
  before: R,
  changes: DocumentChanges,
  made: { customer: CustomersTable | undefined; newLineId: () => LineItemId },
): { edited: R; are_items_changed: boolean } {
  const { content, items, are_items_changed } = reviseContent(before, changes, made.newLineId)
  const customer = made.customer && { customer_id: made.customer.id, ...customerShown(made.customer) }
  return { edited: { ...before, ...content, items, ...customer }, are_items_changed }
}

function figuresOf(document: DocumentContent): Figures {
  return {
    currency: document.currency,
    subtotal: document.subtotal,
    ...discountOf(document),
    discount_amount: document.discount_amount,
    subtotal_after_discount: document.subtotal_after_discount,
    tax_rate: Number(document.tax_rate),
    tax_category: document.tax_category,
    tax_amount: document.tax_amount,
    total: document.total,
  }
}

type StoredDiscount = Pick<DocumentColumns, 'discount_type' | 'discount_value'>

/** The discount of a stored document; none is shown as 0 per cent. */
export function discountOf({ discount_type, discount_value }: StoredDiscount): Discount {
  if (discount_type === null || discount_value === null) return NO_DISCOUNT
  return { discount_type, discount_value: Number(discount_value) }
}

/** No discount is stored as null, as in older documents. */
function storedDiscount({ discount_type, discount_value }: Discount): StoredDiscount {
  const is_none = discount_type === NO_DISCOUNT.discount_type && discount_value === NO_DISCOUNT.discount_value
  return is_none ? { discount_type: null, discount_value: null } : { discount_type, discount_value: decimalText(discount_value) }
}

function isDiscountOf(stored: StoredDiscount, discount: Discount): boolean {
  const { discount_type, discount_value } = discountOf(stored)
  return discount_type === discount.discount_type && discount_value === discount.discount_value
}

/** What amounts and tax of requested lines follow from. */
function inputsOf(items: readonly CreateLineItem[]): LineInput[] {
  return items.map(({ quantity = 1, unit_price, discount_percent, tax_rate, tax_category }) => {
    return { quantity, unit_price, discount_percent, tax_rate, tax_category }
  })
}

/** Reasons that are null or empty are none; the columns of documents without any are null. */
export function storedReasons(given: TaxExemptionReasons | null | undefined): string | null {
  const reasons = Object.entries(given ?? {}).filter(([, text]) => text !== null && text.trim() !== '')
  return reasons.length === 0 ? null : JSON.stringify(Object.fromEntries(reasons.sort(([a], [b]) => (a < b ? -1 : 1))))
}
