// The kinds of documents that customers get, and where each of them is. Pure.

import type { components } from '../../../sdk/src/api.ts'

/** A kind of document that has a number, a PDF and a public page. */
export type IssuedKind = 'invoice' | 'quote' | 'credit_note'
/** A document of any kind, whole. */
export type AnyDocument = components['schemas']['Invoice'] | components['schemas']['Quote'] | components['schemas']['CreditNote']

/** What is different from kind to kind: its name in a sentence, the folder of its endpoints, and that of its public pages. */
export const KINDS: Readonly<Record<IssuedKind, { name: string; path: string; public_path: string }>> = {
  invoice: { name: 'invoice', path: 'invoices', public_path: 'i' },
  quote: { name: 'quote', path: 'quotes', public_path: 'q' },
  credit_note: { name: 'credit note', path: 'credit-notes', public_path: 'c' },
}

/** The kind and the number of a document. A credit note has the number of its invoice, too. */
export function kindAndNumber(document: AnyDocument): { kind: IssuedKind; number: string } {
  if ('credit_note_number' in document) return { kind: 'credit_note', number: document.credit_note_number }
  if ('invoice_number' in document) return { kind: 'invoice', number: document.invoice_number }
  return { kind: 'quote', number: document.quote_number }
}
