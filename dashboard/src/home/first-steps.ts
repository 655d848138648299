// The steps of the first day, and undelivered emails. Pure.

import type { components } from '../../../sdk/src/api.ts'

type Email = components['schemas']['Email']
type Company = components['schemas']['CompanyDetails']

/** What a company has of the things that an invoice needs on its way to a customer. */
export interface Known {
  company: Pick<Company, 'legal_address' | 'country' | 'iban' | 'payment_details' | 'default_tax_rate' | 'logo_url'>
  has_customer: boolean
  has_invoice: boolean
  has_mail_server: boolean
  has_sent: boolean
  /** Only an admin can change the settings. */
  is_admin: boolean
}

export interface Step {
  key: 'company' | 'bank' | 'tax' | 'logo' | 'customer' | 'invoice' | 'mail'
  title: string
  is_done: boolean
}

/** The steps in their order; those in the settings only for people who may change them. */
export function stepsOf({ company, ...known }: Known): Step[] {
  const settings: Step[] = [
    { key: 'company', title: 'Say who you are', is_done: Boolean(company.legal_address && company.country) },
    { key: 'bank', title: 'Add your bank account', is_done: Boolean(company.iban ?? company.payment_details) },
    { key: 'tax', title: 'Set your tax rate', is_done: company.default_tax_rate !== null },
    { key: 'logo', title: 'Upload your logo', is_done: company.logo_url !== null },
  ]
  return [
    ...(known.is_admin ? settings : []),
    { key: 'customer', title: 'Add a customer', is_done: known.has_customer },
    { key: 'invoice', title: 'Write an invoice', is_done: known.has_invoice },
    {
      key: 'mail',
      title: known.has_mail_server ? 'Send it by mail' : 'Set up mail',
      is_done: known.has_mail_server && known.has_sent,
    },
  ]
}

/** How long the home page shows an undelivered email. */
const SHOWN_DAYS = 30

/** The latest email of each document if it failed for any recipient in the last 30 days. `emails` is sorted newest first. */
export function undelivered(emails: readonly Email[], now_ms: number): Email[] {
  const since = new Date(now_ms - SHOWN_DAYS * 24 * 60 * 60 * 1000).toISOString()
  const seen = new Set<string>()
  return emails.filter((email) => {
    const is_latest = !seen.has(email.resource_id)
    seen.add(email.resource_id)
    return is_latest && email.created_at >= since && (email.status === 'failed' || email.refused.length > 0)
  })
}
