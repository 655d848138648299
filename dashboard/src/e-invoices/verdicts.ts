// What pages ask about the e-invoice of a document: whether somebody wants one, and whether it would be accepted.

import { useApi, useCompanyDashboard, useDesk } from '../app/session.ts'
import { type AnyDocument, kindAndNumber } from '../documents/kinds.ts'
import { isWanted, likelyFormat, type MailedXml, mailedXml } from './formats.ts'

/** Whether an e-invoice of a document is wanted, and in which format most likely: undefined until it is known, and where that can't be loaded. */
export function useWanted(document: AnyDocument, is_enabled = true) {
  const { company } = useDesk()
  const customer = useApi('/v1/customers/{id}', { path: { id: document.customer_id } }, { is_enabled })
  const settings = useCompanyDashboard('/dashboard/api/companies/{id}', { path: { id: company.id } }, { is_enabled })
  const { country, vat_id } = document.customer.billing
  const parties = customer.data &&
    settings.data && {
      company_country: settings.data.country,
      customer_country: country,
      customer_vat_id: vat_id,
      electronic_address: customer.data.electronic_address,
      electronic_address_scheme: customer.data.electronic_address_scheme,
      buyer_reference: document.buyer_reference,
    }
  return {
    is_loading: customer.isLoading || settings.isLoading,
    is_wanted: parties && isWanted(parties),
    likely: parties && likelyFormat(parties),
  }
}

/** The verdict on an invoice or a credit note in each format. */
export function useVerdicts(document: AnyDocument, is_enabled = true) {
  const path = kindAndNumber(document).kind === 'credit_note' ? 'credit-notes' : 'invoices'
  return useApi(`/v1/${path}/{id}/e-invoice`, { path: { id: document.id } }, { is_enabled })
}

/** The XML that a mail about an invoice or a credit note can carry, and whether it is wanted. Nothing is asked unless `is_enabled`. */
export function useMailedXml(
  document: AnyDocument,
  is_enabled: boolean,
): MailedXml & { is_loading: boolean; is_wanted: boolean } {
  const { is_loading, is_wanted = false } = useWanted(document, is_enabled)
  const verdicts = useVerdicts(document, is_enabled)
  const found = verdicts.data ? mailedXml(verdicts.data.formats, document.customer.billing.country) : {}
  return { ...found, is_loading: is_loading || verdicts.isLoading, is_wanted }
}
