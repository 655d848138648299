// What a language must have to print documents: one file per language implements it, and tsc names a missing key.

/** The fixed words of printed documents in one language. `{…}` are places for values. */
export interface Wording {
  /** Titles. */
  invoice: string
  quote: string
  credit_note: string
  /** Across a document that is not issued. */
  draft: string
  /** Across the documents of a sandbox. */
  sample: string

  invoice_number: string
  quote_number: string
  credit_note_number: string
  issue_date: string
  due_date: string
  valid_until: string
  service_date: string
  service_period: string
  purchase_order: string
  buyer_reference: string
  customer_vat_id: string
  /** On a credit note: the invoice that it is about. */
  original_invoice: string

  bill_to: string
  quote_to: string

  position: string
  item: string
  quantity: string
  unit_price: string
  amount: string

  subtotal: string
  discount: string
  net: string
  /** The tax where it is a value added tax, and where it is not. */
  vat: string
  sales_tax: string
  /** One tax group: `{tax} {rate} on {amount}`. */
  tax_group: string
  /** The rate of a group that has no tax for a reason: `{rate} ({category})`, with the short name of the category. */
  rate_of: string
  exempt_label: string
  reverse_charge_label: string
  intra_community_label: string
  export_label: string
  out_of_scope_label: string
  total: string
  credit_total: string
  paid: string
  credited: string
  amount_due: string

  carried_forward: string
  brought_forward: string
  page: string

  payment: string
  account_holder: string
  iban: string
  bic: string
  /** What the payer writes on the transfer. */
  reference: string
  pay_online: string
  scan_to_pay: string

  notes: string
  payment_terms: string
  /** Under the totals, for each category of tax that is on the document. */
  zero: string
  exempt: string
  reverse_charge: string
  intra_community: string
  export: string
  out_of_scope: string

  /** The customer's decision on a quote. */
  accepted: string
  rejected: string

  vat_id: string
  tax_number: string
  registration_number: string

  /** For those who can't see them. */
  logo_of: string
  payment_code: string
}
