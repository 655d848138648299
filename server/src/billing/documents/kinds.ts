// The kinds of document: what addresses, numbers, events and the reference call them.
export const KINDS = {
  invoice: {
    noun: 'invoice',
    one: 'an invoice',
    name: 'Invoice',
    plural: 'Invoices',
    path: 'invoices',
    table: 'invoices',
    page: 'i',
  },
  quote: { noun: 'quote', one: 'a quote', name: 'Quote', plural: 'Quotes', path: 'quotes', table: 'quotes', page: 'q' },
} as const
export type DocumentKind = keyof typeof KINDS
export const DOCUMENT_KINDS = Object.keys(KINDS) as DocumentKind[]

/** The path of the public page with a token. */
export const publicPath = (kind: DocumentKind, public_token: string) => `/${KINDS[kind].page}/${public_token}`
