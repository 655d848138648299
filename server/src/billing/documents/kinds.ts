// The kinds of document, and what they are called. All that follows from these names is made in this room: numbers, searches, links, endpoints.

import type { Id } from '../../kernel/ids.ts'

interface Names {
  /** In texts; `one` is the same with its article. */
  title: string
  one: string
  /** In the names of operations: `getInvoicePdf`. */
  name: string
  /** In addresses: of the API, and the first part of those of public pages. */
  path: string
  page: string
  table: string
  /** The column of the day that ends its time, if it has one. */
  last_day: 'due_date' | 'valid_until' | null
}

export const KINDS = {
  invoice: {
    title: 'Invoice',
    one: 'an invoice',
    name: 'Invoice',
    path: 'invoices',
    page: 'i',
    table: 'invoices',
    last_day: 'due_date',
  },
  quote: { title: 'Quote', one: 'a quote', name: 'Quote', path: 'quotes', page: 'q', table: 'quotes', last_day: 'valid_until' },
  credit_note: {
    title: 'Credit note',
    one: 'a credit note',
    name: 'CreditNote',
    path: 'credit-notes',
    page: 'c',
    table: 'credit_notes',
    last_day: null,
  },
} as const satisfies Record<string, Names>
export type DocumentKind = keyof typeof KINDS
/** The id of a document of any kind. */
export type DocumentId = Id<DocumentKind>
export const DOCUMENT_KINDS = Object.keys(KINDS) as DocumentKind[]

/** The path of the public page with a token. */
export const publicPath = (kind: DocumentKind, public_token: string) => `/${KINDS[kind].page}/${public_token}`
