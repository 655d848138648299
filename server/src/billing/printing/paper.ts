// The contract between documents and templates: everything that is printed, as finished texts. Templates compute no figure and know no language.

import type { DocumentTemplate } from '../../access/companies/table.ts'
import type { Language } from '../../kernel/languages.ts'
import type { Picture } from './sources.ts'

export interface Fact {
  label: string
  value: string
}

export interface PaperLine {
  position: string
  name: string
  description: string
  quantity: string
  unit: string
  unit_price: string
  /** The line's own tax; empty when all lines have the same. */
  tax: string
  amount: string
  /** The sum of the lines up to this one: what is carried over when a page ends here. */
  carried: string
}

export interface TotalRow extends Fact {
  /** `total` is the sum of the document; `due`, after it, what is left to pay. */
  kind: 'part' | 'total' | 'due'
}

/** A text under the totals, with its heading or without one. */
export interface Section {
  heading: string
  text: string
}

/** A QR code: its dots as rows of 0 and 1. */
export interface PaymentCode {
  rows: string[]
  caption: string
  /** For those who can't see it. */
  alt: string
}

/** A Swiss QR-bill: the lower 105 mm of the last page. */
export interface SwissSlip {
  language: string
  labels: Record<
    'receipt' | 'payment_part' | 'account' | 'reference' | 'additional' | 'currency' | 'amount' | 'acceptance' | 'payable_by',
    string
  >
  creditor: string[]
  reference: string
  message: string
  /** Undefined: an empty field for the payer. */
  debtor: string[] | null
  currency: string
  amount: string
  rows: string[]
  alt: string
}

/** A file inside of the PDF, as the XML of an e-invoice. */
export interface Attachment {
  name: string
  media_type: string
  description: string
  relationship: 'alternative' | 'source' | 'data' | 'supplement'
  bytes: Uint8Array
}

/** The tables of a statement of account, one for each currency. */
export interface StatementPart {
  heads: string[]
  /** In the place of tables where there are none. */
  nothing: string
  tables: {
    currency: string
    opening: { date: string; label: string; balance: string }
    rows: { date: string; entry: string; number: string; value: string; balance: string }[]
    closing: { date: string; label: string; balance: string }
  }[]
}

/** One printed document: an invoice, a quote or a credit note, issued or a draft. */
export interface Paper {
  template: DocumentTemplate
  size: 'a4' | 'us-letter'
  language: Language
  direction: 'ltr' | 'rtl'
  /** ISO 3166-1; empty when unknown. Decides, with the language, how Chinese characters are drawn. */
  region: string
  /** `#rrggbb`. */
  accent_color: string
  /** When the content was settled: the date that the file names. The same paper is the same file to the byte. */
  created_at: string

  /** What the document is: "Invoice". */
  title: string
  number: string
  /** The name of the file for readers and search engines. */
  file_title: string
  author: string
  /** Across the page of what is not issued, or a sample. */
  mark: string | null

  logo: Picture | null
  logo_alt: string
  seller: { name: string; lines: string[] }
  /** The small line over the address in the window. */
  sender_line: string
  buyer: { label: string; lines: string[] }
  facts: Fact[]
  /** What the reader must know at once: how much, until when. */
  highlight: { label: string; value: string; detail: string }

  heads: Record<'position' | 'item' | 'quantity' | 'unit_price' | 'tax' | 'amount', string>
  has_line_tax: boolean
  lines: PaperLine[]
  carried_forward: string
  brought_forward: string
  totals: TotalRow[]
  sections: Section[]

  payment: {
    heading: string
    rows: Fact[]
    text: string
    link: { label: string; url: string } | null
    code: PaymentCode | null
  } | null
  slip: SwissSlip | null

  footer: string
  /** Who the seller is: address, contact, bank, registers. Empty ones are left out. */
  footer_columns: string[][]
  /** With the places `{page}` and `{pages}`. */
  page_label: string
  attachment: Attachment | null
  /** A statement of account is printed instead of lines and totals. */
  statement?: StatementPart
}
