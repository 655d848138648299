// What a new document gets that is not typed: as the service fills it in, shown before it is saved. Pure.

import type { components } from '../../../sdk/src/api.ts'
import { addDays, isDate } from '../../../server/src/kernel/dates.ts'
import { fitsCategory, type TaxCategory } from '../../../server/src/kernel/tax-categories.ts'
import { readNumber, spellNumber } from '../ui/numbers.ts'
import type { Draft, Kind } from './draft.ts'

/** Days from the issue date to the last one where neither customer nor company says otherwise. */
const USUAL_DAYS = 30

/** The parts of a customer and a company that new documents get something of. */
export type DefaultingCustomer = Pick<
  components['schemas']['Customer'],
  'language' | 'default_tax_rate' | 'default_tax_category' | 'default_payment_days' | 'buyer_reference'
>
export type DefaultingCompany = Pick<
  components['schemas']['CompanyDetails'],
  'language' | 'default_tax_rate' | 'default_payment_days' | 'default_notes' | 'default_payment_terms'
>

/** Days from the issue date to the due date of an invoice, or to the end of a quote. */
export function termDays(kind: Kind, company: DefaultingCompany, customer?: DefaultingCustomer): number {
  if (kind === 'quote') return USUAL_DAYS
  return customer?.default_payment_days ?? company.default_payment_days ?? USUAL_DAYS
}

/** The form with the fields in `follows` as they are now: the customer's, else the company's. */
export function withDefaults(draft: Draft, kind: Kind, company: DefaultingCompany, customer?: DefaultingCustomer): Draft {
  const tax_rate = customer?.default_tax_rate ?? company.default_tax_rate
  const defaults = {
    last_date: isDate(draft.issue_date) ? (addDays(draft.issue_date, termDays(kind, company, customer)) ?? '') : '',
    tax_rate: tax_rate ? spellNumber(tax_rate) : '',
    tax_category: categoryFor(draft, tax_rate ?? 0, customer?.default_tax_category ?? ''),
    language: customer?.language ?? company.language,
    buyer_reference: customer?.buyer_reference ?? '',
    notes: company.default_notes ?? '',
    payment_terms: company.default_payment_terms ?? '',
  }
  return { ...draft, ...Object.fromEntries(draft.follows.map((name) => [name, defaults[name]])) }
}

/**
 * The category that a document gets from its customer. As in the service it brings its rate along, unless a rate was typed that it may not have;
 * `standard` does not say at which rate, and is left out where that is 0.
 */
function categoryFor(draft: Draft, default_rate: number, category: TaxCategory | ''): TaxCategory | '' {
  if (category === '') return ''
  const is_typed = !draft.follows.includes('tax_rate')
  if (!is_typed) return category !== 'standard' || default_rate > 0 ? category : ''
  return fitsCategory(category, readNumber(draft.tax_rate, 0)) ? category : ''
}
