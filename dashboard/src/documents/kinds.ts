// The kinds of documents that customers get, and where each of them is. Pure.

import type { components } from '../../../sdk/src/api.ts'
import type { PagePath } from '../../../server/src/http/page-paths.ts'

/** A kind of document that has a number, a PDF and a public page. */
export type IssuedKind = 'invoice' | 'quote' | 'credit_note'
/** A document that there are e-invoices of. */
export type BilledDocument = components['schemas']['Invoice'] | components['schemas']['CreditNote']
/** A document of any kind, whole. */
export type AnyDocument = BilledDocument | components['schemas']['Quote']

interface Names {
  /** In a sentence; `title` names its list. */
  name: string
  title: string
  /** The folder of its endpoints, and that of its public pages. */
  path: string
  public_path: string
  /** Its pages: the list, and one document. */
  list: PagePath
  one: PagePath
}

/** What is different from kind to kind. */
export const KINDS = {
  invoice: { name: 'invoice', title: 'Invoices', path: 'invoices', public_path: 'i', list: '/invoices', one: '/invoices/$id' },
  quote: { name: 'quote', title: 'Quotes', path: 'quotes', public_path: 'q', list: '/quotes', one: '/quotes/$id' },
  credit_note: {
    name: 'credit note',
    title: 'Credit notes',
    path: 'credit-notes',
    public_path: 'c',
    list: '/credit-notes',
    one: '/credit-notes/$id',
  },
} as const satisfies Record<IssuedKind, Names>

/** The kind and the number of a document. A credit note has the number of its invoice, too. */
export function kindAndNumber(document: AnyDocument): { kind: IssuedKind; number: string } {
  if ('credit_note_number' in document) return { kind: 'credit_note', number: document.credit_note_number }
  if ('invoice_number' in document) return { kind: 'invoice', number: document.invoice_number }
  return { kind: 'quote', number: document.quote_number }
}
