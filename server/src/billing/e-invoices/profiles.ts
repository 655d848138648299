// The formats in which an invoice is given out: which syntax, and what the file says about the rules it follows.

import { writeCii } from './cii.ts'
import type { SemanticInvoice } from './model.ts'
import type { Party } from './model-parties.ts'
import { EN_16931, PEPPOL, XRECHNUNG } from './specifications.ts'
import { writeUbl } from './ubl.ts'

export type EInvoiceFormat = 'ubl' | 'cii' | 'xrechnung-ubl' | 'xrechnung-cii' | 'peppol' | 'facturx'

/** What distinguishes a format from the others. */
export interface EInvoiceProfile {
  syntax: 'ubl' | 'cii'
  /** BT-24. */
  specification_id: string
  /** BT-23. */
  process_id?: string
  /** Whose rules it has to follow in addition to those of EN 16931. */
  rules?: 'peppol' | 'xrechnung'
}

const PEPPOL_PROCESS = 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0'

/** EN 16931 itself, XRechnung 3.0, Peppol BIS Billing 3, and Factur-X (ZUGFeRD) in its profile EN 16931. */
export const PROFILES: Record<EInvoiceFormat, EInvoiceProfile> = {
  ubl: { syntax: 'ubl', specification_id: EN_16931 },
  cii: { syntax: 'cii', specification_id: EN_16931 },
  'xrechnung-ubl': { syntax: 'ubl', specification_id: XRECHNUNG, process_id: PEPPOL_PROCESS, rules: 'xrechnung' },
  'xrechnung-cii': { syntax: 'cii', specification_id: XRECHNUNG, process_id: PEPPOL_PROCESS, rules: 'xrechnung' },
  peppol: {
    syntax: 'ubl',
    specification_id: PEPPOL,
    process_id: PEPPOL_PROCESS,
    rules: 'peppol',
  },
  facturx: { syntax: 'cii', specification_id: EN_16931 },
}

/**
 * The invoice as it says itself to be of this format: BT-23 and BT-24 set. This is what the rules of the format are about. An email address
 * is not an address in the Peppol network (its rules would refuse the scheme), so `peppol` leaves it out.
 */
export function inFormat(invoice: SemanticInvoice, format: EInvoiceFormat): SemanticInvoice {
  const { specification_id, process_id } = PROFILES[format]
  const { process_id: _, ...rest } = invoice
  const said: SemanticInvoice = { ...rest, specification_id, ...(process_id === undefined ? {} : { process_id }) }
  if (format !== 'peppol') return said
  if (said.seller) said.seller = withoutEmailAddress(said.seller)
  if (said.buyer) said.buyer = withoutEmailAddress(said.buyer)
  return said
}

function withoutEmailAddress(party: Party): Party {
  if (party.electronic_address?.scheme !== 'EM') return party
  const { electronic_address: _, ...rest } = party
  return rest
}

/** The invoice as an XML file of this format, in UTF-8. The file of `facturx` belongs into a PDF (factur-x.ts). */
export function writeInvoice(invoice: SemanticInvoice, format: EInvoiceFormat): string {
  const said = inFormat(invoice, format)
  return PROFILES[format].syntax === 'ubl' ? writeUbl(said) : writeCii(said)
}
