// The semantic invoice of EN 16931: what an electronic invoice says, in either syntax.
//
// Every value is the text that the file has, without white space around it, so that rules can judge wrong ones: an amount is '12.345', not a
// number. An element that is there but empty is '' or {}; one that is absent is undefined. Repeated things are arrays, empty when there are
// none. Two values are brought to one form: dates of CII ('20260131') are '2026-01-31', and BT-8 has the codes of UNTDID 2005 (3, 35, 432).

import type { Delivery, Identifier, Party, Payee, TaxRepresentative } from './model-parties.ts'

/** An amount as text, in its currency where the file names one (UBL always does, CII for the VAT totals only). */
export interface Amount {
  value: string
  currency?: string
}

/** A quantity with the code of its unit, from UN/ECE Recommendation 20 or 21. */
export interface Quantity {
  value: string
  unit?: string
}

/** An invoice or a credit note. */
export interface SemanticInvoice {
  /** BT-1: the number of the invoice. */
  number?: string
  /** BT-2: issue date. */
  issue_date?: string
  /** BT-3: type code of UNTDID 1001: '380' invoice, '381' credit note, '384' corrected invoice … */
  type_code?: string
  /** BT-5: currency of the amounts. */
  currency?: string
  /** BT-6: the currency in which VAT is accounted for, when it is another one. */
  vat_currency?: string
  /** BT-7: the date on which VAT becomes due. */
  tax_point_date?: string
  /** BT-8: code of that date, from UNTDID 2005: '3' issue, '35' delivery, '432' payment. */
  tax_point_code?: string
  /** BT-9: due date of the payment. */
  due_date?: string
  /** BT-10: what the buyer asked for to route the invoice; the Leitweg-ID in Germany. */
  buyer_reference?: string
  /** BT-11: project. */
  project_reference?: string
  /** BT-12: contract. */
  contract_reference?: string
  /** BT-13: the buyer's purchase order. */
  purchase_order?: string
  /** BT-14: the seller's sales order. */
  sales_order?: string
  /** BT-15: receiving advice. */
  receiving_advice?: string
  /** BT-16: despatch advice. */
  despatch_advice?: string
  /** BT-17: tender or lot. */
  tender_reference?: string
  /** BT-18: the object that is invoiced, such as a meter or a subscription. */
  invoiced_object?: Identifier
  /** BT-19: where the buyer books the costs. */
  buyer_accounting_reference?: string
  /** BT-20: payment terms in words, with the white space around them: XRechnung requires a line end after a cash discount. */
  payment_terms?: string
  /** BT-23: business process. */
  process_id?: string
  /** BT-24: the specification that the file follows. */
  specification_id?: string
  /** BG-1: notes. */
  notes: Note[]
  /** BG-3: the invoices that this one corrects or credits. */
  preceding_invoices: PrecedingInvoice[]
  /** BG-4. */
  seller?: Party
  /** BG-7. */
  buyer?: Party
  /** BG-10: who is paid, when it is not the seller. */
  payee?: Payee
  /** BG-11: the seller's tax representative. */
  tax_representative?: TaxRepresentative
  /** BG-13: delivery. */
  delivery?: Delivery
  /** BG-14: the period that the whole invoice is for. */
  period?: Period
  /** BG-16: how it may be paid; each entry is one way. */
  payment_means: PaymentMeans[]
  /** BT-83: what the payment should quote. */
  remittance_information?: string
  /** BT-90: the seller's (or payee's) creditor identifier for direct debit. */
  creditor_identifier?: string
  /** BG-DEX-09 of XRechnung's extension: what is paid for third parties. UBL invoices only. */
  third_party_payments: ThirdPartyPayment[]
  /** BG-20: allowances on the whole invoice. */
  allowances: AllowanceOrCharge[]
  /** BG-21: charges on the whole invoice. */
  charges: AllowanceOrCharge[]
  /** Those that do not say which of the two they are. */
  unmarked_reductions: AllowanceOrCharge[]
  /** BG-22. */
  totals?: Totals
  /** BT-110 (in `currency`) and BT-111 (in `vat_currency`): the VAT of the whole invoice. */
  vat_totals: VatTotal[]
  /** BG-23: VAT per category and rate. */
  vat_breakdown: VatBreakdown[]
  /** BG-24: supporting documents. */
  attachments: Attachment[]
  /** BG-25. */
  lines: InvoiceLine[]
}

/** BG-1. */
export interface Note {
  /** BT-21: subject code of UNTDID 4451, such as 'REG'. */
  subject_code?: string
  /** BT-22. */
  text?: string
}

/** BG-3. */
export interface PrecedingInvoice {
  /** BT-25. */
  number?: string
  /** BT-26. */
  issue_date?: string
}

/** BG-14 (whole invoice) or BG-26 (line). */
export interface Period {
  /** BT-73, BT-134. */
  start?: string
  /** BT-74, BT-135. */
  end?: string
}

/** BG-16. */
export interface PaymentMeans {
  /** BT-81: code of UNTDID 4461: '30' credit transfer, '58' SEPA credit transfer, '59' SEPA direct debit, '48' card … */
  code?: string
  /** BT-82. */
  text?: string
  /** BT-83 of this way to pay. UBL only: CII has one for the whole invoice. */
  remittance_information?: string
  /** BG-17. */
  credit_transfer?: CreditTransfer
  /** BG-18. */
  card?: PaymentCard
  /** BG-19. */
  direct_debit?: DirectDebit
}

/** BG-17. */
export interface CreditTransfer {
  /** BT-84: IBAN or another number. CII tells them apart; `account_is_iban` is false for the other kind. */
  account?: string
  account_is_iban?: boolean
  /** BT-85. */
  account_name?: string
  /** BT-86: BIC. */
  service_provider?: string
}

/** BG-18. */
export interface PaymentCard {
  /** BT-87: the last digits. */
  number?: string
  /** BT-88. */
  holder?: string
}

/** BG-19. The creditor identifier (BT-90) is a field of the invoice. */
export interface DirectDebit {
  /** BT-89. */
  mandate?: string
  /** BT-91: the IBAN that is debited. */
  debited_account?: string
  /** `ram:PayerSpecifiedDebtorFinancialInstitution`: the BIC of its bank, which the standard does not know. CII only. */
  service_provider?: string
}

/** A VAT category with its rate: BT-95/96, BT-102/103, BT-118/119 or BT-151/152. */
export interface VatCategory {
  /** Code of UNCL 5305: 'S', 'Z', 'E', 'AE', 'K', 'G', 'O', 'L', 'M'. */
  code?: string
  /** In percent. */
  rate?: string
  /** The tax that it is a category of: 'VAT' in every valid file. */
  tax?: string
}

/** BG-20, BG-21 (whole invoice), BG-27 or BG-28 (line). A line's has no `vat`: it shares the line's. */
export interface AllowanceOrCharge {
  /** BT-92, BT-99, BT-136, BT-141. */
  amount?: Amount
  /** BT-93, BT-100, BT-137, BT-142. */
  base_amount?: Amount
  /** BT-94, BT-101, BT-138, BT-143. */
  percentage?: string
  /** BT-95/96, BT-102/103. */
  vat?: VatCategory
  /** BT-97, BT-104, BT-139, BT-144. */
  reason?: string
  /** BT-98, BT-105, BT-140, BT-145: UNCL 5189 for allowances, UNCL 7161 for charges. */
  reason_code?: string
  /** How the file says which of the two it is: 'true' or 'false' (`ChargeIndicator`), with white space. Absent in an invoice of our own. */
  charge_indicator?: string
}

/** BG-DEX-09. */
export interface ThirdPartyPayment {
  /** BT-DEX-001. */
  type?: string
  /** BT-DEX-002. */
  amount?: Amount
  /** BT-DEX-003. */
  description?: string
}

/** BG-22. The VAT totals are `vat_totals` of the invoice. */
export interface Totals {
  /** BT-106: sum of the lines. */
  lines?: Amount
  /** BT-107. */
  allowances?: Amount
  /** BT-108. */
  charges?: Amount
  /** BT-109: without VAT. */
  without_vat?: Amount
  /** BT-112: with VAT. */
  with_vat?: Amount
  /** BT-113: paid already. */
  paid?: Amount
  /** BT-114: rounding of the amount due. */
  rounding?: Amount
  /** BT-115: due for payment. */
  due?: Amount
}

/** BT-110 or BT-111, by its currency. */
export interface VatTotal extends Amount {
  /** How many entries of the breakdown the total of the file contains. UBL only: CII keeps them apart. */
  breakdowns?: number
}

/** BG-23. */
export interface VatBreakdown {
  /** BT-116. */
  taxable_amount?: Amount
  /** BT-117. */
  tax_amount?: Amount
  /** BT-118, BT-119. */
  vat?: VatCategory
  /** BT-120: why there is no VAT, in words. */
  exemption_reason?: string
  /** BT-121: the same as a code of the VATEX list. */
  exemption_reason_code?: string
}

/** BG-24. */
export interface Attachment {
  /** BT-122. */
  reference?: string
  /** Absent in UBL and '916' in CII, but for references that are another term (BT-11, BT-18, BT-128) and are there again or without a number. */
  type_code?: string
  /** The scheme of the number of such a reference. */
  scheme?: string
  /** BT-123. */
  description?: string
  /** BT-124: a URL, with the white space around it. */
  location?: string
  /** BT-125. */
  content?: AttachedFile
}

/** BT-125. */
export interface AttachedFile {
  /** Base64, as in the file. */
  base64: string
  mime_type?: string
  file_name?: string
}

/** BG-25. */
export interface InvoiceLine {
  /** BT-126. */
  id?: string
  /** BT-127. */
  note?: string
  /** BT-128. */
  invoiced_object?: Identifier
  /** `cac:DocumentReference` other than BT-128, which the standard does not know. */
  documents: Attachment[]
  /** BT-129, BT-130. */
  quantity?: Quantity
  /** BT-131. */
  net_amount?: Amount
  /** BT-132. */
  order_line?: string
  /** BT-133. */
  buyer_accounting_reference?: string
  /** BG-26. */
  period?: Period
  /** BG-27. */
  allowances: AllowanceOrCharge[]
  /** BG-28. */
  charges: AllowanceOrCharge[]
  unmarked_reductions: AllowanceOrCharge[]
  /** BG-29. */
  price?: Price
  /** BG-30: BT-151, BT-152. */
  vat?: VatCategory
  /** Further categories of the line, which the standard does not know. */
  more_vat?: VatCategory[]
  /** BG-31. */
  item?: Item
  /** BG-DEX-01 of XRechnung's extension: lines that this one is the sum of. UBL only. */
  sub_lines: InvoiceLine[]
  /** `ram:ParentLineID`: the line that this one is a part of, as other CII files have it. */
  parent_id?: string
}

/** BG-29. */
export interface Price {
  /** BT-146: price of one unit (of `base_quantity` units) after its discount. */
  net?: Amount
  /** BT-147: discount of the price. */
  discount?: Amount
  /** BT-148: price before its discount. */
  gross?: Amount
  /** BT-149, BT-150: how many units the price is for; absent: one. */
  base_quantity?: Quantity
  /** The number of units of the price before its discount, where CII has another one there. */
  gross_base_quantity?: Quantity
  /** Not in EN 16931: why there is a discount, with a code of UNCL 5189, and its percentage. */
  discount_reason_code?: string
  discount_reason?: string
  discount_percentage?: string
  /** 'true' in a file that adds a charge to the price, which EN 16931 does not know. */
  charge_indicator?: string
}

/** BG-31. */
export interface Item {
  /** BT-153. */
  name?: string
  /** BT-154. */
  description?: string
  /** BT-155. */
  seller_identifier?: string
  /** BT-156. */
  buyer_identifier?: string
  /** BT-157. */
  standard_identifier?: Identifier
  /** BT-158. */
  classifications: Identifier[]
  /** BT-159: ISO 3166-1 alpha-2. */
  origin_country?: string
  /** BG-32. */
  attributes: ItemAttribute[]
}

/** BG-32. */
export interface ItemAttribute {
  /** BT-160. */
  name?: string
  /** BT-161. */
  value?: string
}

/** An invoice that says nothing: every array empty. */
export function emptyInvoice(): SemanticInvoice {
  return {
    notes: [],
    preceding_invoices: [],
    payment_means: [],
    third_party_payments: [],
    allowances: [],
    charges: [],
    unmarked_reductions: [],
    vat_totals: [],
    vat_breakdown: [],
    attachments: [],
    lines: [],
  }
}

/** An item that says nothing. */
export const emptyItem = (): Item => ({ classifications: [], attributes: [] })

/** A line that says nothing. */
export const emptyLine = (): InvoiceLine => ({
  allowances: [],
  charges: [],
  unmarked_reductions: [],
  documents: [],
  sub_lines: [],
})
