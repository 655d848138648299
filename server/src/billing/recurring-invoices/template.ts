// Pure: what the invoices of a recurring invoice are made of. Null in the template is absent: customer and company say it when an invoice is made.
import { addDays } from '../../kernel/dates.ts'
import type { Formats } from '../../kernel/formats.ts'
import { decimalText } from '../../kernel/money.ts'
import { type DocumentInput, storedReasons } from '../documents/document.ts'
import type { CreateLineItem, TaxExemptionReasons } from '../documents/schema.ts'
import type { DocumentTexts } from '../documents/texts.ts'
import { textColumns, textLimits } from '../documents/texts.ts'
import type { CreateInvoice } from '../invoices/schema.ts'
import type { Period } from './dates.ts'
import { fillFor } from './placeholders.ts'
import type { RecurringInvoicesTable } from './table.ts'

export type Template = Pick<
  RecurringInvoicesTable,
  | 'currency'
  | 'language'
  | 'payment_days'
  | 'tax_rate'
  | 'tax_category'
  | 'tax_exemption_reasons'
  | 'discount_type'
  | 'discount_value'
  | 'metadata'
  | 'items'
  | keyof DocumentTexts
>

/** The template in a request. */
export interface GivenTemplate
  extends Omit<DocumentInput, 'issue_date' | 'currency' | 'tax_rate' | 'service_from' | 'service_to'> {
  currency?: string | null | undefined
  tax_rate?: number | null | undefined
  payment_days?: number | null | undefined
}

const TEXTS = Object.keys(textColumns) as (keyof DocumentTexts)[]

export const EMPTY_TEMPLATE: Template = {
  currency: null,
  language: null,
  payment_days: null,
  tax_rate: null,
  tax_category: null,
  tax_exemption_reasons: null,
  discount_type: null,
  discount_value: null,
  ...(Object.fromEntries(TEXTS.map((name) => [name, null])) as Record<keyof DocumentTexts, null>),
  metadata: '{}',
  items: '[]',
}

/** A template after a change: absent fields are left alone, null takes the field from customer and company again. */
export function reviseTemplate(before: Template, changes: GivenTemplate): Template {
  const { tax_rate, tax_exemption_reasons, discount_value, metadata, items } = changes
  const after: Template = {
    ...fieldsOf(before, Object.keys(EMPTY_TEMPLATE) as (keyof Template)[]),
    ...givenOf(changes, ['currency', 'language', 'payment_days', 'tax_category', 'discount_type', ...TEXTS]),
  }
  if (after.currency !== null) after.currency = after.currency.toUpperCase()
  if (tax_rate !== undefined) after.tax_rate = decimalOrNull(tax_rate)
  if (discount_value !== undefined) after.discount_value = decimalOrNull(discount_value)
  if (tax_exemption_reasons !== undefined) after.tax_exemption_reasons = storedReasons(tax_exemption_reasons)
  if (metadata !== undefined) after.metadata = JSON.stringify(metadata ?? {})
  if (items !== undefined) after.items = JSON.stringify(items.map(wholeItem))
  return after
}

const fieldsOf = (template: Template, names: readonly (keyof Template)[]) =>
  Object.fromEntries(names.map((name) => [name, template[name]])) as unknown as Template

function givenOf<N extends keyof Template & keyof GivenTemplate>(changes: GivenTemplate, names: readonly N[]): Partial<Template> {
  return Object.fromEntries(names.filter((name) => changes[name] !== undefined).map((name) => [name, changes[name]]))
}

const decimalOrNull = (number: number | null) => (number === null ? null : decimalText(number))

/** An item with all of its fields, as answers show it. */
const wholeItem = (item: CreateLineItem): Required<CreateLineItem> => ({
  name: item.name,
  description: item.description ?? '',
  quantity: item.quantity ?? 1,
  unit: item.unit ?? '',
  unit_price: item.unit_price,
  discount_percent: item.discount_percent ?? null,
  tax_rate: item.tax_rate ?? null,
  tax_category: item.tax_category ?? null,
})

/** The content of an invoice as the template gives it, with its placeholders. */
export function templateOf(template: Template): DocumentInput & { items: CreateLineItem[] } {
  const { tax_rate, tax_exemption_reasons, discount_value } = template
  return {
    currency: template.currency ?? undefined,
    language: template.language,
    tax_rate: tax_rate === null ? undefined : Number(tax_rate),
    tax_category: template.tax_category,
    tax_exemption_reasons:
      tax_exemption_reasons === null ? undefined : (JSON.parse(tax_exemption_reasons) as TaxExemptionReasons),
    discount_type: template.discount_type,
    discount_value: discount_value === null ? undefined : Number(discount_value),
    ...(Object.fromEntries(TEXTS.map((name) => [name, template[name]])) as Record<keyof DocumentTexts, string | null>),
    metadata: JSON.parse(template.metadata),
    items: JSON.parse(template.items) as CreateLineItem[],
  }
}

/** Characters that the name and the description of a line have at most. */
const LONGEST_NAME = 255
const LONGEST_DESCRIPTION = 10_000
const LONGEST_REASON = 1_000

/**
 * The request that makes the invoice of a period, with `{month}`, `{year}` and `{period}` filled in, in the language of `formats`, in all
 * texts of the template that are printed. Texts of customer and company are not touched. A text that becomes too long is cut.
 */
export function invoiceOf(plan: Template & { customer_id: string }, period: Period, formats: Formats): CreateInvoice {
  const { items, tax_exemption_reasons, ...content } = templateOf(plan)
  const fill = fillFor(period, formats)
  const due_date = plan.payment_days === null ? undefined : addDays(period.date, plan.payment_days)
  return {
    ...content,
    customer_id: plan.customer_id,
    issue_date: period.date,
    ...(due_date === undefined ? {} : { due_date }),
    ...Object.fromEntries(
      TEXTS.map((name) => {
        const text = content[name]
        return [name, text == null ? text : fill(text, textLimits[name])]
      }),
    ),
    ...(tax_exemption_reasons
      ? {
          tax_exemption_reasons: Object.fromEntries(
            Object.entries(tax_exemption_reasons).map(([category, text]) => [category, text && fill(text, LONGEST_REASON)]),
          ),
        }
      : {}),
    items: items.map((item) => ({
      ...item,
      name: fill(item.name, LONGEST_NAME),
      description: fill(item.description ?? '', LONGEST_DESCRIPTION),
    })),
  }
}
