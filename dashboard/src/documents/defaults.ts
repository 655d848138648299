// What a new document gets that is not typed: as the service fills it in, shown before it is saved. Pure.

import type { components } from '../../../sdk/src/api.ts'
import { addDays, isDate } from '../../../server/src/kernel/dates.ts'
import { spellNumber } from '../ui/numbers.ts'
import type { Draft, Kind } from './draft.ts'

/** Days from the issue date to the last one where neither customer nor company says otherwise. */
const USUAL_DAYS = 30

/** The parts of a customer and a company that new documents get something of. */
export type DefaultingCustomer = Pick<
  components['schemas']['Customer'],
  'language' | 'default_tax_rate' | 'default_payment_days' | 'buyer_reference'
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
    language: customer?.language ?? company.language,
    buyer_reference: customer?.buyer_reference ?? '',
    notes: company.default_notes ?? '',
    payment_terms: company.default_payment_terms ?? '',
  }
  return { ...draft, ...Object.fromEntries(draft.follows.map((name) => [name, defaults[name]])) }
}
