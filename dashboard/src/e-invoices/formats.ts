// The formats of e-invoices as the pages name them, and who wants one. Pure.

import type { components } from '../../../sdk/src/api.ts'
import { mailedFormats } from '../../../server/src/billing/e-invoices/mailed-formats.ts'

/** A format of an e-invoice, as the API calls it. */
export type Format = components['schemas']['EInvoiceFormat']
export type Problem = components['schemas']['EInvoiceProblem']

/** The formats by their names, the most asked for first. */
export const FORMAT_NAMES: Record<Format, string> = {
  facturx: 'PDF with e-invoice (Factur-X)',
  'xrechnung-ubl': 'XRechnung (UBL)',
  'xrechnung-cii': 'XRechnung (CII)',
  peppol: 'Peppol BIS 3',
  ubl: 'XML by EN 16931 (UBL)',
  cii: 'XML by EN 16931 (CII)',
}
export const FORMATS = Object.keys(FORMAT_NAMES) as Format[]

/** Where businesses must send e-invoices, or receive them, in a format that Quoin writes. */
const DUTY = ['BE', 'DE', 'FR']

/** Sender and receiver, as far as it matters for e-invoices. */
interface Parties {
  company_country: string | null
  customer_country: string
  /** Businesses have one. */
  customer_vat_id: string
  electronic_address: string
  electronic_address_scheme: string
  buyer_reference: string
}

/** Whether somebody wants an e-invoice: the customer receives them, or the law of both asks for one. */
export function isWanted({ company_country, customer_country, customer_vat_id, electronic_address }: Parties): boolean {
  if (electronic_address !== '') return true
  return company_country === customer_country && DUTY.includes(customer_country) && customer_vat_id !== ''
}

/** The format that the customer most likely takes. */
export function likelyFormat({ customer_country, electronic_address_scheme, buyer_reference }: Parties): Format {
  if (/^\d{4}$/.test(electronic_address_scheme) || customer_country === 'BE') return 'peppol'
  return customer_country === 'DE' && buyer_reference !== '' ? 'xrechnung-ubl' : 'facturx'
}

type Verdicts = Readonly<Record<Format, components['schemas']['EInvoiceVerdict']>>

/** The XML that a mail carries. */
export interface MailedXml {
  /** Undefined where it carries none. */
  format?: Format | undefined
  /** The last format that was preferred to it and is not valid, and why. */
  refused?: { format: Format; problem: Problem } | undefined
}

/** Which XML a mail carries: the service takes the first of its formats that is valid (docs/mail.md). */
export function mailedXml(verdicts: Verdicts, customer_country: string): MailedXml {
  const formats = mailedFormats(customer_country)
  const format = formats.find((one) => verdicts[one].valid)
  const refused = formats[(format ? formats.indexOf(format) : formats.length) - 1]
  return { format, refused: refused && { format: refused, problem: verdicts[refused].problems[0]! } }
}

/** Where the file of a document is; `folder` is that of its endpoints. */
export function fileOf(folder: string, id: string, format: Format): { path: string; query: Record<string, string> } {
  const whole = `/v1/${folder}/${id}`
  return format === 'facturx' ? { path: `${whole}/pdf`, query: { format } } : { path: `${whole}/xml`, query: { format } }
}
