// Which element of UBL 2.1 says which business term, in the order of the schemas.

import { childOf } from '../../kernel/xml.ts'
import {
  asWritten,
  at,
  fixed,
  group,
  groups,
  type Rule,
  type SyntaxElement,
  text,
  textAt,
  value,
  values,
  wrap,
} from './mapping.ts'
import {
  type AllowanceOrCharge,
  type Amount,
  type AttachedFile,
  type Attachment,
  type CreditTransfer,
  type DirectDebit,
  emptyItem,
  emptyLine,
  type InvoiceLine,
  type Item,
  type ItemAttribute,
  type Note,
  type PaymentCard,
  type PaymentMeans,
  type Period,
  type PrecedingInvoice,
  type Price,
  type SemanticInvoice,
  type ThirdPartyPayment,
  type Totals,
  type VatBreakdown,
  type VatCategory,
} from './model.ts'
import {
  type Address,
  type Contact,
  type Delivery,
  emptyParty,
  type Identifier,
  type Party,
  type Payee,
  type TaxRepresentative,
} from './model-parties.ts'

export type UblDocument = 'Invoice' | 'CreditNote'

/** UBL says some terms in other places than the model. Only ubl.ts knows these fields. */
export interface UblShape extends SemanticInvoice {
  payment_means: UblPaymentMeans[]
  tax_totals: UblTaxTotal[]
  period?: UblPeriod
}

export interface UblPeriod extends Period {
  /** BT-8. */
  tax_point_code?: string
}

export interface UblPaymentMeans extends PaymentMeans {
  due_date?: string
}

/** The address of a document is in an element of its own, which may be without one. */
export interface UblAttachment extends Attachment {
  external_reference?: { location?: string }
}

export interface UblTaxTotal {
  amount?: Amount
  breakdown?: VatBreakdown[]
}

const CURRENCY = { currencyID: 'currency' }
const SCHEME = { schemeID: 'scheme' }

const isMarked =
  (...words: string[]) =>
  (element: SyntaxElement) =>
    words.includes(textAt(element, 'ChargeIndicator'))
const isVat = (element: SyntaxElement) => textAt(element, 'TaxScheme', 'ID').toUpperCase() === 'VAT'
const isSepa = ({ element }: SyntaxElement) => childOf(element, 'ID')?.attributes.get('schemeID') === 'SEPA'

const TAX_SCHEME = wrap('cac:TaxScheme', [text<VatCategory>('cbc:ID', 'tax', { otherwise: 'VAT' })], { is_always_written: true })
const VAT_SCHEME = wrap('cac:TaxScheme', [fixed('cbc:ID', 'VAT')], { is_always_written: true })
const VAT_CATEGORY = [text<VatCategory>('cbc:ID', 'code'), text<VatCategory>('cbc:Percent', 'rate'), TAX_SCHEME]

const PERIOD = [text<Period>('cbc:StartDate', 'start'), text<Period>('cbc:EndDate', 'end')]

const ADDRESS = [
  text<Address>('cbc:StreetName', 'line_1'),
  text<Address>('cbc:AdditionalStreetName', 'line_2'),
  text<Address>('cbc:CityName', 'city'),
  text<Address>('cbc:PostalZone', 'post_code'),
  text<Address>('cbc:CountrySubentity', 'subdivision'),
  wrap('cac:AddressLine', [text<Address>('cbc:Line', 'line_3')]),
  wrap('cac:Country', [text<Address>('cbc:IdentificationCode', 'country')]),
]

const PARTY = wrap('cac:Party', [
  value<Party>('cbc:EndpointID', 'electronic_address', SCHEME),
  groups<Party>('cac:PartyIdentification', 'identifiers', [
    text<Identifier>('cbc:ID', 'value', { attributes: { schemeID: 'scheme' } }),
  ]),
  wrap('cac:PartyName', [text<Party>('cbc:Name', 'trading_name')]),
  group<Party>('cac:PostalAddress', 'address', ADDRESS),
  wrap(
    'cac:PartyTaxScheme',
    [text<Party>('cbc:CompanyID', 'vat_id', { again: 'more_vat_ids' satisfies keyof Party }), VAT_SCHEME],
    {
      when: isVat,
    },
  ),
  groups<Party>('cac:PartyTaxScheme', 'tax_numbers', [
    text<Identifier>('cbc:CompanyID', 'value'),
    wrap('cac:TaxScheme', [text<Identifier>('cbc:ID', 'scheme', { otherwise: 'FC' })], { is_always_written: true }),
  ]),
  wrap('cac:PartyLegalEntity', [
    text<Party>('cbc:RegistrationName', 'name'),
    value<Party>('cbc:CompanyID', 'legal_registration', SCHEME),
    text<Party>('cbc:CompanyLegalForm', 'legal_information'),
  ]),
  group<Party>('cac:Contact', 'contact', [
    text<Contact>('cbc:Name', 'name'),
    text<Contact>('cbc:Telephone', 'phone'),
    text<Contact>('cbc:ElectronicMail', 'email'),
  ]),
])

const PARTIES = [
  group<SemanticInvoice>('cac:AccountingSupplierParty', 'seller', [PARTY], { fresh: emptyParty }),
  group<SemanticInvoice>('cac:AccountingCustomerParty', 'buyer', [PARTY], { fresh: emptyParty }),
  group<SemanticInvoice>('cac:PayeeParty', 'payee', [
    wrap(
      'cac:PartyIdentification',
      [value<Payee & { creditor_identifier: Identifier }>('cbc:ID', 'creditor_identifier', SCHEME)],
      { when: isSepa },
    ),
    wrap('cac:PartyIdentification', [value<Payee>('cbc:ID', 'identifier', SCHEME)]),
    wrap('cac:PartyName', [text<Payee>('cbc:Name', 'name')]),
    wrap('cac:PartyLegalEntity', [value<Payee>('cbc:CompanyID', 'legal_registration', SCHEME)]),
  ]),
  group<SemanticInvoice>('cac:TaxRepresentativeParty', 'tax_representative', [
    wrap('cac:PartyName', [text<TaxRepresentative>('cbc:Name', 'name')]),
    group<TaxRepresentative>('cac:PostalAddress', 'address', ADDRESS),
    wrap('cac:PartyTaxScheme', [text<TaxRepresentative>('cbc:CompanyID', 'vat_id'), VAT_SCHEME], { when: isVat }),
  ]),
  group<SemanticInvoice>('cac:Delivery', 'delivery', [
    text<Delivery>('cbc:ActualDeliveryDate', 'date'),
    wrap('cac:DeliveryLocation', [
      value<Delivery>('cbc:ID', 'location', SCHEME),
      group<Delivery>('cac:Address', 'address', ADDRESS),
    ]),
    wrap('cac:DeliveryParty', [wrap('cac:PartyName', [text<Delivery>('cbc:Name', 'name')])]),
  ]),
]

const PAYMENT_MEANS = groups<UblShape>('cac:PaymentMeans', 'payment_means', [
  text<UblPaymentMeans>('cbc:PaymentMeansCode', 'code', { attributes: { name: 'text' } }),
  text<UblPaymentMeans>('cbc:PaymentDueDate', 'due_date'),
  text<UblPaymentMeans>('cbc:PaymentID', 'remittance_information'),
  group<PaymentMeans>('cac:CardAccount', 'card', [
    text<PaymentCard>('cbc:PrimaryAccountNumberID', 'number'),
    fixed('cbc:NetworkID', 'mapped-from-cii'),
    text<PaymentCard>('cbc:HolderName', 'holder'),
  ]),
  group<PaymentMeans>('cac:PayeeFinancialAccount', 'credit_transfer', [
    text<CreditTransfer>('cbc:ID', 'account'),
    text<CreditTransfer>('cbc:Name', 'account_name'),
    wrap('cac:FinancialInstitutionBranch', [text<CreditTransfer>('cbc:ID', 'service_provider')]),
  ]),
  group<PaymentMeans>('cac:PaymentMandate', 'direct_debit', [
    text<DirectDebit>('cbc:ID', 'mandate'),
    wrap('cac:PayerFinancialAccount', [text<DirectDebit>('cbc:ID', 'debited_account')]),
  ]),
])

const THIRD_PARTY_PAYMENTS = groups<SemanticInvoice>('cac:PrepaidPayment', 'third_party_payments', [
  text<ThirdPartyPayment>('cbc:ID', 'type'),
  value<ThirdPartyPayment>('cbc:PaidAmount', 'amount', CURRENCY),
  text<ThirdPartyPayment>('cbc:InstructionID', 'description'),
])

const ALLOWANCE_OR_CHARGE = [
  text<AllowanceOrCharge>('cbc:AllowanceChargeReasonCode', 'reason_code'),
  text<AllowanceOrCharge>('cbc:AllowanceChargeReason', 'reason'),
  text<AllowanceOrCharge>('cbc:MultiplierFactorNumeric', 'percentage'),
  value<AllowanceOrCharge>('cbc:Amount', 'amount', CURRENCY),
  value<AllowanceOrCharge>('cbc:BaseAmount', 'base_amount', CURRENCY),
  group<AllowanceOrCharge>('cac:TaxCategory', 'vat', VAT_CATEGORY),
]
const reduction = (otherwise?: 'true' | 'false') => [
  text<AllowanceOrCharge>('cbc:ChargeIndicator', 'charge_indicator', { read: asWritten, ...(otherwise && { otherwise }) }),
  ...ALLOWANCE_OR_CHARGE,
]
const ALLOWANCES_AND_CHARGES = [
  groups<SemanticInvoice>('cac:AllowanceCharge', 'charges', reduction('true'), { when: isMarked('true', '1') }),
  groups<SemanticInvoice>('cac:AllowanceCharge', 'allowances', reduction('false'), { when: isMarked('false', '0') }),
  groups<SemanticInvoice>('cac:AllowanceCharge', 'unmarked_reductions', reduction()),
]

const TAX_TOTAL = groups<UblShape>('cac:TaxTotal', 'tax_totals', [
  value<UblTaxTotal>('cbc:TaxAmount', 'amount', CURRENCY),
  groups<UblTaxTotal>('cac:TaxSubtotal', 'breakdown', [
    value<VatBreakdown>('cbc:TaxableAmount', 'taxable_amount', CURRENCY),
    value<VatBreakdown>('cbc:TaxAmount', 'tax_amount', CURRENCY),
    wrap('cac:TaxCategory', [
      ...at<VatBreakdown>('vat', [text<VatCategory>('cbc:ID', 'code'), text<VatCategory>('cbc:Percent', 'rate')]),
      text<VatBreakdown>('cbc:TaxExemptionReasonCode', 'exemption_reason_code'),
      text<VatBreakdown>('cbc:TaxExemptionReason', 'exemption_reason'),
      ...at<VatBreakdown>('vat', [TAX_SCHEME]),
    ]),
  ]),
])

const TOTALS = group<SemanticInvoice>('cac:LegalMonetaryTotal', 'totals', [
  value<Totals>('cbc:LineExtensionAmount', 'lines', CURRENCY),
  value<Totals>('cbc:TaxExclusiveAmount', 'without_vat', CURRENCY),
  value<Totals>('cbc:TaxInclusiveAmount', 'with_vat', CURRENCY),
  value<Totals>('cbc:AllowanceTotalAmount', 'allowances', CURRENCY),
  value<Totals>('cbc:ChargeTotalAmount', 'charges', CURRENCY),
  value<Totals>('cbc:PrepaidAmount', 'paid', CURRENCY),
  value<Totals>('cbc:PayableRoundingAmount', 'rounding', CURRENCY),
  value<Totals>('cbc:PayableAmount', 'due', CURRENCY),
])

/** The invoiced object (type code 130) and the project of a credit note (50) are such references too: ubl.ts tells them apart. */
const DOCUMENT = [
  text<Attachment>('cbc:ID', 'reference', { attributes: { schemeID: 'scheme' } }),
  text<Attachment>('cbc:DocumentTypeCode', 'type_code'),
]

const ITEM = [
  text<Item>('cbc:Description', 'description'),
  text<Item>('cbc:Name', 'name'),
  wrap('cac:BuyersItemIdentification', [text<Item>('cbc:ID', 'buyer_identifier')]),
  wrap('cac:SellersItemIdentification', [text<Item>('cbc:ID', 'seller_identifier')]),
  wrap('cac:StandardItemIdentification', [value<Item>('cbc:ID', 'standard_identifier', SCHEME)]),
  wrap('cac:OriginCountry', [text<Item>('cbc:IdentificationCode', 'origin_country')]),
  groups<Item>('cac:CommodityClassification', 'classifications', [
    text<Identifier>('cbc:ItemClassificationCode', 'value', {
      attributes: { listID: 'scheme', listVersionID: 'scheme_version' },
    }),
  ]),
]

const LINE: Record<UblDocument, Rule[]> = {
  Invoice: lineRules('cbc:InvoicedQuantity', 'cac:SubInvoiceLine'),
  CreditNote: lineRules('cbc:CreditedQuantity', 'cac:SubCreditNoteLine'),
}

function lineRules(quantity: string, sub_line: string): Rule[] {
  const rules = [
    text<InvoiceLine>('cbc:ID', 'id'),
    text<InvoiceLine>('cbc:Note', 'note'),
    value<InvoiceLine>(quantity, 'quantity', { unitCode: 'unit' }),
    value<InvoiceLine>('cbc:LineExtensionAmount', 'net_amount', CURRENCY),
    text<InvoiceLine>('cbc:AccountingCost', 'buyer_accounting_reference'),
    group<InvoiceLine>('cac:InvoicePeriod', 'period', PERIOD),
    wrap('cac:OrderLineReference', [text<InvoiceLine>('cbc:LineID', 'order_line')]),
    groups<InvoiceLine>('cac:DocumentReference', 'documents', DOCUMENT),
    ...ALLOWANCES_AND_CHARGES,
    wrap('cac:Item', [
      ...at<InvoiceLine>('item', ITEM, emptyItem),
      group<InvoiceLine>('cac:ClassifiedTaxCategory', 'vat', VAT_CATEGORY, { again: 'more_vat' satisfies keyof InvoiceLine }),
      ...at<InvoiceLine>(
        'item',
        [
          groups<Item>('cac:AdditionalItemProperty', 'attributes', [
            text<ItemAttribute>('cbc:Name', 'name'),
            text<ItemAttribute>('cbc:Value', 'value'),
          ]),
        ],
        emptyItem,
      ),
    ]),
    group<InvoiceLine>('cac:Price', 'price', [
      value<Price>('cbc:PriceAmount', 'net', CURRENCY),
      value<Price>('cbc:BaseQuantity', 'base_quantity', { unitCode: 'unit' }),
      wrap('cac:AllowanceCharge', [
        text<Price>('cbc:ChargeIndicator', 'charge_indicator', { otherwise: 'false' }),
        text<Price>('cbc:AllowanceChargeReasonCode', 'discount_reason_code'),
        text<Price>('cbc:AllowanceChargeReason', 'discount_reason'),
        text<Price>('cbc:MultiplierFactorNumeric', 'discount_percentage'),
        value<Price>('cbc:Amount', 'discount', CURRENCY),
        value<Price>('cbc:BaseAmount', 'gross', CURRENCY),
      ]),
    ]),
  ]
  // Lines under lines have the same elements, so that they may have lines under them too.
  rules.push(groups<InvoiceLine>(sub_line, 'sub_lines', rules, { fresh: emptyLine }))
  return rules
}

const ATTACHMENTS = groups<SemanticInvoice>('cac:AdditionalDocumentReference', 'attachments', [
  ...DOCUMENT,
  text<Attachment>('cbc:DocumentDescription', 'description'),
  wrap('cac:Attachment', [
    value<Attachment>(
      'cbc:EmbeddedDocumentBinaryObject',
      'content',
      { mimeCode: 'mime_type', filename: 'file_name' },
      { key: 'base64' satisfies keyof AttachedFile },
    ),
    group<UblAttachment>('cac:ExternalReference', 'external_reference', [
      text<Attachment>('cbc:URI', 'location', { read: asWritten }),
    ]),
  ]),
])

const reference = (tag: string, field: 'despatch_advice' | 'receiving_advice' | 'contract_reference' | 'tender_reference') =>
  wrap(tag, [text<SemanticInvoice>('cbc:ID', field)])

const REFERENCES = [
  wrap('cac:OrderReference', [
    text<SemanticInvoice>('cbc:ID', 'purchase_order'),
    text<SemanticInvoice>('cbc:SalesOrderID', 'sales_order'),
  ]),
  groups<SemanticInvoice>('cac:BillingReference', 'preceding_invoices', [
    wrap('cac:InvoiceDocumentReference', [
      text<PrecedingInvoice>('cbc:ID', 'number'),
      text<PrecedingInvoice>('cbc:IssueDate', 'issue_date'),
    ]),
  ]),
  reference('cac:DespatchDocumentReference', 'despatch_advice'),
  reference('cac:ReceiptDocumentReference', 'receiving_advice'),
]

const CURRENCIES = [
  text<SemanticInvoice>('cbc:DocumentCurrencyCode', 'currency'),
  text<SemanticInvoice>('cbc:TaxCurrencyCode', 'vat_currency'),
  text<SemanticInvoice>('cbc:AccountingCost', 'buyer_accounting_reference'),
  text<SemanticInvoice>('cbc:BuyerReference', 'buyer_reference'),
  group<UblShape>('cac:InvoicePeriod', 'period', [...PERIOD, text<UblPeriod>('cbc:DescriptionCode', 'tax_point_code')]),
]
const NOTES = values<SemanticInvoice>('cbc:Note', 'notes', {}, { key: 'text' satisfies keyof Note })
const HEAD = [
  text<SemanticInvoice>('cbc:CustomizationID', 'specification_id'),
  text<SemanticInvoice>('cbc:ProfileID', 'process_id'),
  text<SemanticInvoice>('cbc:ID', 'number'),
  text<SemanticInvoice>('cbc:IssueDate', 'issue_date'),
]
const TAX_POINT = text<SemanticInvoice>('cbc:TaxPointDate', 'tax_point_date')
const TAIL = [
  ...PARTIES,
  PAYMENT_MEANS,
  wrap('cac:PaymentTerms', [text<SemanticInvoice>('cbc:Note', 'payment_terms', { read: asWritten })]),
  THIRD_PARTY_PAYMENTS,
  ...ALLOWANCES_AND_CHARGES,
  TAX_TOTAL,
  TOTALS,
]

/** The rules of each document. A CreditNote has no elements for due date and project: ubl.ts puts them into a payment means and a reference. */
export const UBL_RULES: Record<UblDocument, Rule[]> = {
  Invoice: [
    ...HEAD,
    text<SemanticInvoice>('cbc:DueDate', 'due_date'),
    text<SemanticInvoice>('cbc:InvoiceTypeCode', 'type_code'),
    NOTES,
    TAX_POINT,
    ...CURRENCIES,
    ...REFERENCES,
    reference('cac:OriginatorDocumentReference', 'tender_reference'),
    reference('cac:ContractDocumentReference', 'contract_reference'),
    ATTACHMENTS,
    wrap('cac:ProjectReference', [text<SemanticInvoice>('cbc:ID', 'project_reference')]),
    ...TAIL,
    groups<SemanticInvoice>('cac:InvoiceLine', 'lines', LINE.Invoice, { fresh: emptyLine }),
  ],
  CreditNote: [
    ...HEAD,
    TAX_POINT,
    text<SemanticInvoice>('cbc:CreditNoteTypeCode', 'type_code'),
    NOTES,
    ...CURRENCIES,
    ...REFERENCES,
    reference('cac:ContractDocumentReference', 'contract_reference'),
    ATTACHMENTS,
    reference('cac:OriginatorDocumentReference', 'tender_reference'),
    ...TAIL,
    groups<SemanticInvoice>('cac:CreditNoteLine', 'lines', LINE.CreditNote, { fresh: emptyLine }),
  ],
}
