// The parties of the semantic invoice (model.ts), and where things are delivered.

/** An identifier with its scheme: an ISO 6523 ICD ('0088'), an electronic address scheme ('9930'), a list of codes. */
export interface Identifier {
  value: string
  scheme?: string
  /** Version of the list that `scheme` names. Classifications (BT-158) only. */
  scheme_version?: string
  /** The scheme of an identifier that CII writes as a local one (`ram:ID`), where the standard has none. */
  local_scheme?: string
}

/** BG-4 (seller) or BG-7 (buyer). */
export interface Party {
  /** BT-29, BT-46: identifiers other than the ones below. */
  identifiers: Identifier[]
  /** BT-27, BT-44: the registered name. */
  name?: string
  /** BT-28, BT-45: the name it is known by. */
  trading_name?: string
  /** BT-30, BT-47: registration with a court or chamber. */
  legal_registration?: Identifier
  /** BT-31, BT-48: VAT id, with the prefix of its country. */
  vat_id?: string
  /** Further VAT ids, which the standard does not know. */
  more_vat_ids?: string[]
  /** BT-32: local tax numbers, seller only; the standard knows one. In UBL, `scheme` is 'FC', or 'TAX' for the register of Norway. */
  tax_numbers: Identifier[]
  /** BT-33: such as the register and share capital. Seller only. */
  legal_information?: string
  /** BT-34, BT-49: where it receives electronic invoices. */
  electronic_address?: Identifier
  /** BG-5, BG-8. */
  address?: Address
  /** BG-6, BG-9. */
  contact?: Contact
}

/** BG-5 (seller), BG-8 (buyer), BG-12 (tax representative) or BG-15 (delivery). */
export interface Address {
  /** BT-35, BT-50, BT-64, BT-75. */
  line_1?: string
  /** BT-36, BT-51, BT-65, BT-76. */
  line_2?: string
  /** BT-162, BT-163, BT-164, BT-165. */
  line_3?: string
  /** BT-37, BT-52, BT-66, BT-77. */
  city?: string
  /** BT-38, BT-53, BT-67, BT-78. */
  post_code?: string
  /** BT-39, BT-54, BT-68, BT-79: region or state. */
  subdivision?: string
  /** BT-40, BT-55, BT-69, BT-80: ISO 3166-1 alpha-2. */
  country?: string
}

/** BG-6 (seller) or BG-9 (buyer). */
export interface Contact {
  /** BT-41, BT-56. */
  name?: string
  /** BT-42, BT-57. */
  phone?: string
  /** BT-43, BT-58. */
  email?: string
}

/** A party that says nothing. */
export const emptyParty = (): Party => ({ identifiers: [], tax_numbers: [] })

/** BG-10. */
export interface Payee {
  /** BT-59. */
  name?: string
  /** BT-60. */
  identifier?: Identifier
  /** BT-61. */
  legal_registration?: Identifier
}

/** BG-11. */
export interface TaxRepresentative {
  /** BT-62. */
  name?: string
  /** BT-63. */
  vat_id?: string
  /** BG-12. */
  address?: Address
}

/** BG-13. */
export interface Delivery {
  /** BT-70: who receives the goods. */
  name?: string
  /** BT-71. */
  location?: Identifier
  /** BT-72: the day of the delivery. */
  date?: string
  /** BG-15. */
  address?: Address
}
