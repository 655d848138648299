// Which element of the UN/CEFACT Cross Industry Invoice (D16B) says which business term, in the order of the schema.

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
  type Totals,
  type VatBreakdown,
  type VatCategory,
  type VatTotal,
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

/** CII says some terms in other places than the model. Only cii.ts knows these fields. */
export interface CiiShape extends SemanticInvoice {
  payment_means: CiiPaymentMeans[]
  vat_breakdown: CiiVatBreakdown[]
  totals?: CiiTotals
  /** BT-89. */
  mandate?: string
}

export interface CiiTotals extends Totals {
  vat_totals?: VatTotal[]
}

export interface CiiPaymentMeans extends PaymentMeans {
  credit_transfer?: CiiCreditTransfer
}

export interface CiiCreditTransfer extends CreditTransfer {
  /** BT-84 when it is not an IBAN. */
  other_account?: string
}

export interface CiiVatBreakdown extends VatBreakdown {
  /** BT-7 and BT-8, in each entry of the breakdown. */
  tax_point_date?: string
  tax_point_code?: string
}

const isMarked =
  (...words: string[]) =>
  (element: SyntaxElement) =>
    words.includes(textAt(element, 'ChargeIndicator', 'Indicator'))
const isRegisteredFor =
  (scheme: string) =>
  ({ element }: SyntaxElement) =>
    childOf(element, 'ID')?.attributes.get('schemeID') === scheme

const SCHEME = { schemeID: 'scheme' }
/** Amounts are in the currency of the invoice and do not name it, except the VAT totals. */
const NO_CURRENCY = {}

/** A date in the format 102 (20260131) is 2026-01-31 in the model. Any other format and text stays as it is. */
const DATE_FORMAT = {
  constants: { format: '102' },
  read: (digits: string, { element }: SyntaxElement) =>
    element.attributes.get('format') === '102' ? digits.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3') : digits,
  write: (day: string) => day.replace(/^(\d{4})-(\d\d)-(\d\d)$/, '$1$2$3'),
}

type DateField<T> = Parameters<typeof text<T>>[1]
const date = <T>(tag: string, field: DateField<T>, inner = 'udt:DateTimeString') =>
  wrap(tag, [text<T>(inner, field, DATE_FORMAT)])

const indicator = (otherwise?: 'true' | 'false') =>
  wrap(
    'ram:ChargeIndicator',
    [text<AllowanceOrCharge>('udt:Indicator', 'charge_indicator', { read: asWritten, ...(otherwise && { otherwise }) })],
    {
      is_always_written: otherwise !== undefined,
    },
  )
const VAT_TYPE = text<VatCategory>('ram:TypeCode', 'tax', { otherwise: 'VAT' })
const VAT_CATEGORY = [
  VAT_TYPE,
  text<VatCategory>('ram:CategoryCode', 'code'),
  text<VatCategory>('ram:RateApplicablePercent', 'rate'),
]
const PERIOD = [date<Period>('ram:StartDateTime', 'start'), date<Period>('ram:EndDateTime', 'end')]

const ALLOWANCE_OR_CHARGE = [
  text<AllowanceOrCharge>('ram:CalculationPercent', 'percentage'),
  value<AllowanceOrCharge>('ram:BasisAmount', 'base_amount', NO_CURRENCY),
  value<AllowanceOrCharge>('ram:ActualAmount', 'amount', NO_CURRENCY),
  text<AllowanceOrCharge>('ram:ReasonCode', 'reason_code'),
  text<AllowanceOrCharge>('ram:Reason', 'reason'),
  group<AllowanceOrCharge>('ram:CategoryTradeTax', 'vat', VAT_CATEGORY),
]
const reduction = (otherwise?: 'true' | 'false') => [indicator(otherwise), ...ALLOWANCE_OR_CHARGE]
const ALLOWANCES_AND_CHARGES = [
  groups<SemanticInvoice>('ram:SpecifiedTradeAllowanceCharge', 'charges', reduction('true'), { when: isMarked('true', '1') }),
  groups<SemanticInvoice>('ram:SpecifiedTradeAllowanceCharge', 'allowances', reduction('false'), {
    when: isMarked('false', '0'),
  }),
  groups<SemanticInvoice>('ram:SpecifiedTradeAllowanceCharge', 'unmarked_reductions', reduction()),
]

const CONTEXT = wrap('rsm:ExchangedDocumentContext', [
  wrap('ram:BusinessProcessSpecifiedDocumentContextParameter', [text<SemanticInvoice>('ram:ID', 'process_id')]),
  wrap('ram:GuidelineSpecifiedDocumentContextParameter', [text<SemanticInvoice>('ram:ID', 'specification_id')]),
])

const DOCUMENT = wrap('rsm:ExchangedDocument', [
  text<SemanticInvoice>('ram:ID', 'number'),
  text<SemanticInvoice>('ram:TypeCode', 'type_code'),
  date<SemanticInvoice>('ram:IssueDateTime', 'issue_date'),
  groups<SemanticInvoice>('ram:IncludedNote', 'notes', [
    text<Note>('ram:Content', 'text'),
    text<Note>('ram:SubjectCode', 'subject_code'),
  ]),
])

/** A document that is referred to: cii.ts takes the invoiced objects (type code 130) and the tender (50) out of them. */
const DOCUMENTS = [
  text<Attachment>('ram:IssuerAssignedID', 'reference'),
  text<Attachment>('ram:URIID', 'location', { read: asWritten }),
  text<Attachment>('ram:TypeCode', 'type_code', { otherwise: '916' }),
  text<Attachment>('ram:Name', 'description'),
  value<Attachment>(
    'ram:AttachmentBinaryObject',
    'content',
    { mimeCode: 'mime_type', filename: 'file_name' },
    { key: 'base64' satisfies keyof AttachedFile },
  ),
  text<Attachment>('ram:ReferenceTypeCode', 'scheme'),
]

const PRODUCT = [
  value<Item>('ram:GlobalID', 'standard_identifier', SCHEME),
  text<Item>('ram:SellerAssignedID', 'seller_identifier'),
  text<Item>('ram:BuyerAssignedID', 'buyer_identifier'),
  text<Item>('ram:Name', 'name'),
  text<Item>('ram:Description', 'description'),
  groups<Item>('ram:ApplicableProductCharacteristic', 'attributes', [
    text<ItemAttribute>('ram:Description', 'name'),
    text<ItemAttribute>('ram:Value', 'value'),
  ]),
  groups<Item>('ram:DesignatedProductClassification', 'classifications', [
    text<Identifier>('ram:ClassCode', 'value', { attributes: { listID: 'scheme', listVersionID: 'scheme_version' } }),
  ]),
  wrap('ram:OriginTradeCountry', [text<Item>('ram:ID', 'origin_country')]),
]

const UNIT = { unitCode: 'unit' }

const LINE: Rule[] = [
  wrap('ram:AssociatedDocumentLineDocument', [
    text<InvoiceLine>('ram:LineID', 'id'),
    text<InvoiceLine>('ram:ParentLineID', 'parent_id'),
    wrap('ram:IncludedNote', [text<InvoiceLine>('ram:Content', 'note')]),
  ]),
  group<InvoiceLine>('ram:SpecifiedTradeProduct', 'item', PRODUCT, { fresh: emptyItem }),
  wrap('ram:SpecifiedLineTradeAgreement', [
    wrap('ram:BuyerOrderReferencedDocument', [text<InvoiceLine>('ram:LineID', 'order_line')]),
    ...at<InvoiceLine>('price', [
      wrap('ram:GrossPriceProductTradePrice', [
        value<Price>('ram:ChargeAmount', 'gross', NO_CURRENCY),
        value<Price>('ram:BasisQuantity', 'gross_base_quantity', UNIT, { is_accompanying: true }),
        wrap('ram:AppliedTradeAllowanceCharge', [
          indicator('false'),
          value<Price>('ram:ActualAmount', 'discount', NO_CURRENCY),
          text<Price>('ram:ReasonCode', 'discount_reason_code'),
          text<Price>('ram:Reason', 'discount_reason'),
        ]),
      ]),
      wrap('ram:NetPriceProductTradePrice', [
        value<Price>('ram:ChargeAmount', 'net', NO_CURRENCY),
        value<Price>('ram:BasisQuantity', 'base_quantity', UNIT),
      ]),
    ]),
  ]),
  wrap('ram:SpecifiedLineTradeDelivery', [value<InvoiceLine>('ram:BilledQuantity', 'quantity', UNIT)]),
  wrap('ram:SpecifiedLineTradeSettlement', [
    group<InvoiceLine>('ram:ApplicableTradeTax', 'vat', VAT_CATEGORY),
    group<InvoiceLine>('ram:BillingSpecifiedPeriod', 'period', PERIOD),
    ...ALLOWANCES_AND_CHARGES,
    wrap('ram:SpecifiedTradeSettlementLineMonetarySummation', [
      value<InvoiceLine>('ram:LineTotalAmount', 'net_amount', NO_CURRENCY),
    ]),
    groups<InvoiceLine>('ram:AdditionalReferencedDocument', 'documents', DOCUMENTS),
    wrap('ram:ReceivableSpecifiedTradeAccountingAccount', [text<InvoiceLine>('ram:ID', 'buyer_accounting_reference')]),
  ]),
]

const ADDRESS = [
  text<Address>('ram:PostcodeCode', 'post_code'),
  text<Address>('ram:LineOne', 'line_1'),
  text<Address>('ram:LineTwo', 'line_2'),
  text<Address>('ram:LineThree', 'line_3'),
  text<Address>('ram:CityName', 'city'),
  text<Address>('ram:CountryID', 'country'),
  text<Address>('ram:CountrySubDivisionName', 'subdivision'),
]

const VAT_ID = wrap(
  'ram:SpecifiedTaxRegistration',
  [text<{ vat_id?: string }>('ram:ID', 'vat_id', { constants: { schemeID: 'VA' } })],
  { when: isRegisteredFor('VA') },
)

const CONTACT = [
  text<Contact>('ram:PersonName', 'name'),
  text<Contact>('ram:DepartmentName', 'name', { is_read_only: true, may_repeat: true }),
  wrap('ram:TelephoneUniversalCommunication', [text<Contact>('ram:CompleteNumber', 'phone')]),
  wrap('ram:EmailURIUniversalCommunication', [text<Contact>('ram:URIID', 'email')]),
]

const PARTY = [
  values<Party>('ram:ID', 'identifiers', { schemeID: 'local_scheme' }, { only: ({ scheme }) => scheme === undefined }),
  values<Party>('ram:GlobalID', 'identifiers', SCHEME, { only: ({ scheme }) => scheme !== undefined }),
  text<Party>('ram:Name', 'name'),
  text<Party>('ram:Description', 'legal_information'),
  wrap('ram:SpecifiedLegalOrganization', [
    value<Party>('ram:ID', 'legal_registration', SCHEME),
    text<Party>('ram:TradingBusinessName', 'trading_name'),
  ]),
  group<Party>('ram:DefinedTradeContact', 'contact', CONTACT),
  group<Party>('ram:PostalTradeAddress', 'address', ADDRESS),
  group<Party>('ram:URIUniversalCommunication', 'electronic_address', [
    text<Identifier>('ram:URIID', 'value', { attributes: { schemeID: 'scheme' } }),
  ]),
  VAT_ID,
  groups<Party>(
    'ram:SpecifiedTaxRegistration',
    'tax_numbers',
    [text<Identifier>('ram:ID', 'value', { constants: { schemeID: 'FC' } })],
    { when: isRegisteredFor('FC') },
  ),
]

const document = (tag: string, field: DateField<SemanticInvoice>) =>
  wrap(tag, [text<SemanticInvoice>('ram:IssuerAssignedID', field)])
const AGREEMENT = wrap(
  'ram:ApplicableHeaderTradeAgreement',
  [
    text<SemanticInvoice>('ram:BuyerReference', 'buyer_reference'),
    group<SemanticInvoice>('ram:SellerTradeParty', 'seller', PARTY, { fresh: emptyParty }),
    group<SemanticInvoice>('ram:BuyerTradeParty', 'buyer', PARTY, { fresh: emptyParty }),
    group<SemanticInvoice>('ram:SellerTaxRepresentativeTradeParty', 'tax_representative', [
      text<TaxRepresentative>('ram:Name', 'name'),
      group<TaxRepresentative>('ram:PostalTradeAddress', 'address', ADDRESS),
      VAT_ID,
    ]),
    document('ram:SellerOrderReferencedDocument', 'sales_order'),
    document('ram:BuyerOrderReferencedDocument', 'purchase_order'),
    document('ram:ContractReferencedDocument', 'contract_reference'),
    groups<SemanticInvoice>('ram:AdditionalReferencedDocument', 'attachments', DOCUMENTS),
    wrap('ram:SpecifiedProcuringProject', [
      text<SemanticInvoice>('ram:ID', 'project_reference'),
      fixed('ram:Name', 'Project reference'),
    ]),
  ],
  { is_always_written: true, may_be_empty: true },
)

const DELIVERY = wrap(
  'ram:ApplicableHeaderTradeDelivery',
  [
    ...at<SemanticInvoice>('delivery', [
      wrap('ram:ShipToTradeParty', [
        value<Delivery>('ram:ID', 'location', {}, { only: ({ scheme }) => scheme === undefined }),
        value<Delivery>('ram:GlobalID', 'location', SCHEME, { only: ({ scheme }) => scheme !== undefined }),
        text<Delivery>('ram:Name', 'name'),
        group<Delivery>('ram:PostalTradeAddress', 'address', ADDRESS),
      ]),
      wrap('ram:ActualDeliverySupplyChainEvent', [date<Delivery>('ram:OccurrenceDateTime', 'date')]),
    ]),
    document('ram:DespatchAdviceReferencedDocument', 'despatch_advice'),
    document('ram:ReceivingAdviceReferencedDocument', 'receiving_advice'),
  ],
  { is_always_written: true, may_be_empty: true },
)

const PAYMENT_MEANS = groups<CiiShape>('ram:SpecifiedTradeSettlementPaymentMeans', 'payment_means', [
  text<PaymentMeans>('ram:TypeCode', 'code'),
  text<PaymentMeans>('ram:Information', 'text'),
  group<PaymentMeans>('ram:ApplicableTradeSettlementFinancialCard', 'card', [
    text<PaymentCard>('ram:ID', 'number'),
    text<PaymentCard>('ram:CardholderName', 'holder'),
  ]),
  ...at<PaymentMeans>('direct_debit', [
    wrap('ram:PayerPartyDebtorFinancialAccount', [text<DirectDebit>('ram:IBANID', 'debited_account')]),
  ]),
  ...at<CiiPaymentMeans>('credit_transfer', [
    wrap('ram:PayeePartyCreditorFinancialAccount', [
      text<CiiCreditTransfer>('ram:IBANID', 'account'),
      text<CiiCreditTransfer>('ram:AccountName', 'account_name'),
      text<CiiCreditTransfer>('ram:ProprietaryID', 'other_account'),
    ]),
    wrap('ram:PayeeSpecifiedCreditorFinancialInstitution', [text<CiiCreditTransfer>('ram:BICID', 'service_provider')]),
  ]),
  ...at<PaymentMeans>('direct_debit', [
    wrap('ram:PayerSpecifiedDebtorFinancialInstitution', [text<DirectDebit>('ram:BICID', 'service_provider')]),
  ]),
])

const VAT_BREAKDOWN = groups<CiiShape>('ram:ApplicableTradeTax', 'vat_breakdown', [
  value<VatBreakdown>('ram:CalculatedAmount', 'tax_amount', NO_CURRENCY),
  ...at<VatBreakdown>('vat', [VAT_TYPE]),
  text<VatBreakdown>('ram:ExemptionReason', 'exemption_reason'),
  value<VatBreakdown>('ram:BasisAmount', 'taxable_amount', NO_CURRENCY),
  ...at<VatBreakdown>('vat', [text<VatCategory>('ram:CategoryCode', 'code')]),
  text<VatBreakdown>('ram:ExemptionReasonCode', 'exemption_reason_code'),
  date<CiiVatBreakdown>('ram:TaxPointDate', 'tax_point_date', 'udt:DateString'),
  text<CiiVatBreakdown>('ram:DueDateTypeCode', 'tax_point_code'),
  ...at<VatBreakdown>('vat', [text<VatCategory>('ram:RateApplicablePercent', 'rate')]),
])

const PAYEE = group<SemanticInvoice>('ram:PayeeTradeParty', 'payee', [
  value<Payee>('ram:ID', 'identifier', {}, { only: ({ scheme }) => scheme === undefined }),
  value<Payee>('ram:GlobalID', 'identifier', SCHEME, { only: ({ scheme }) => scheme !== undefined }),
  text<Payee>('ram:Name', 'name'),
  wrap('ram:SpecifiedLegalOrganization', [value<Payee>('ram:ID', 'legal_registration', SCHEME)]),
])

const SETTLEMENT = wrap('ram:ApplicableHeaderTradeSettlement', [
  text<SemanticInvoice>('ram:CreditorReferenceID', 'creditor_identifier'),
  text<SemanticInvoice>('ram:PaymentReference', 'remittance_information'),
  text<SemanticInvoice>('ram:TaxCurrencyCode', 'vat_currency'),
  text<SemanticInvoice>('ram:InvoiceCurrencyCode', 'currency'),
  PAYEE,
  PAYMENT_MEANS,
  VAT_BREAKDOWN,
  group<SemanticInvoice>('ram:BillingSpecifiedPeriod', 'period', PERIOD),
  ...ALLOWANCES_AND_CHARGES,
  wrap('ram:SpecifiedTradePaymentTerms', [
    text<SemanticInvoice>('ram:Description', 'payment_terms', { read: asWritten }),
    date<SemanticInvoice>('ram:DueDateDateTime', 'due_date'),
    text<CiiShape>('ram:DirectDebitMandateID', 'mandate'),
  ]),
  group<CiiShape>('ram:SpecifiedTradeSettlementHeaderMonetarySummation', 'totals', [
    value<CiiTotals>('ram:LineTotalAmount', 'lines', NO_CURRENCY),
    value<CiiTotals>('ram:ChargeTotalAmount', 'charges', NO_CURRENCY),
    value<CiiTotals>('ram:AllowanceTotalAmount', 'allowances', NO_CURRENCY),
    value<CiiTotals>('ram:TaxBasisTotalAmount', 'without_vat', NO_CURRENCY),
    values<CiiTotals>('ram:TaxTotalAmount', 'vat_totals', { currencyID: 'currency' }),
    value<CiiTotals>('ram:RoundingAmount', 'rounding', NO_CURRENCY),
    value<CiiTotals>('ram:GrandTotalAmount', 'with_vat', NO_CURRENCY),
    value<CiiTotals>('ram:TotalPrepaidAmount', 'paid', NO_CURRENCY),
    value<CiiTotals>('ram:DuePayableAmount', 'due', NO_CURRENCY),
  ]),
  groups<SemanticInvoice>('ram:InvoiceReferencedDocument', 'preceding_invoices', [
    text<PrecedingInvoice>('ram:IssuerAssignedID', 'number'),
    date<PrecedingInvoice>('ram:FormattedIssueDateTime', 'issue_date', 'qdt:DateTimeString'),
  ]),
  wrap('ram:ReceivableSpecifiedTradeAccountingAccount', [text<SemanticInvoice>('ram:ID', 'buyer_accounting_reference')]),
])

export const CII_RULES: Rule[] = [
  CONTEXT,
  DOCUMENT,
  wrap('rsm:SupplyChainTradeTransaction', [
    groups<SemanticInvoice>('ram:IncludedSupplyChainTradeLineItem', 'lines', LINE, { fresh: emptyLine }),
    AGREEMENT,
    DELIVERY,
    SETTLEMENT,
  ]),
]
