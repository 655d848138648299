// Which codes an invoice may use: BR-CL of EN 16931, and how a rule about codes is made.
import type { Attachment, InvoiceLine, SemanticInvoice, VatCategory } from '../model.ts'
import type { Party } from '../model-parties.ts'
import * as lists from './code-lists.ts'
import {
  allAmounts,
  allLines,
  type Checked,
  given,
  lineRule,
  localIdentifiers,
  need,
  type Owner,
  type Rule,
  someLine,
} from './rule.ts'

type Codes = ReadonlySet<string>
type Code = string | undefined
const CATEGORY_CODES: Codes = new Set(['AE', 'L', 'M', 'E', 'S', 'Z', 'G', 'O', 'K', 'B'])
/** UNTDID 2005: codes of the day on which VAT is due. */
export const TAX_POINTS: Codes = new Set(['3', '35', '432'])

/** Another rule checks that a code is there. */
const isUnknown = (code: Code, known: Codes) => code !== undefined && !known.has(code)

export const codeRules: Rule[] = [
  need(
    'BR-CL-01',
    'invoice',
    null,
    'The code of the kind of document is not in the list.',
    ({ type_code }, { syntax, is_credit_note }) =>
      !isUnknown(type_code, syntax === 'cii' ? lists.CII_TYPES : is_credit_note ? lists.CREDIT_NOTE_TYPES : lists.INVOICE_TYPES),
  ),
  codeRule('BR-CL-03', 'invoice', 'currency', 'The currency of an amount', lists.CURRENCIES, currenciesOf),
  codeRule('BR-CL-04', 'invoice', 'currency', 'The currency', lists.CURRENCIES, ({ invoice }) => [invoice.currency]),
  codeRule('BR-CL-05', 'invoice', null, 'The currency of the VAT', lists.CURRENCIES, ({ invoice }) => [invoice.vat_currency]),
  codeRule('BR-CL-06', 'invoice', null, 'The code of the day on which VAT is due', TAX_POINTS, ({ invoice }) => [
    invoice.tax_point_code,
  ]),
  codeRule('BR-CL-07', 'invoice', null, 'The scheme of the invoiced object', lists.OBJECT_SCHEMES, ({ invoice }) => [
    invoice.invoiced_object?.scheme,
    ...[invoice.attachments, ...allLines(invoice).map(({ documents }) => documents)].flatMap(objectSchemes),
    ...allLines(invoice).map((line) => line.invoiced_object?.scheme),
  ]),
  codeRule('BR-CL-08', 'invoice', null, 'The subject code of a note', lists.NOTE_SUBJECTS, ({ invoice }) =>
    invoice.notes.map((note) => note.subject_code),
  ),
  ...ofParties('BR-CL-10', 'registration_number', 'The scheme of an identifier', lists.IDENTIFIER_SCHEMES, (party) =>
    party.identifiers.map(({ scheme }) => scheme),
  ),
  codeRule('BR-CL-10', 'invoice', null, "The scheme of the payee's identifier", lists.IDENTIFIER_SCHEMES, ({ invoice }) => [
    invoice.payee?.identifier?.scheme,
  ]),
  ...ofParties('BR-CL-11', 'registration_number', 'The scheme of the registration', lists.IDENTIFIER_SCHEMES, (party) => [
    party.legal_registration?.scheme,
    ...localIdentifiers(party).map(({ scheme }) => scheme),
  ]),
  codeRule('BR-CL-11', 'invoice', null, "The scheme of the payee's registration", lists.IDENTIFIER_SCHEMES, ({ invoice }) => [
    invoice.payee?.legal_registration?.scheme,
  ]),
  ofItems('BR-CL-13', 'items[]', 'The list of a classification', lists.CLASSIFICATIONS, (line) =>
    line.item?.classifications.map(({ scheme }) => scheme),
  ),
  ...ofParties('BR-CL-14', 'country', 'The country', lists.COUNTRIES, (party) => [party.address?.country]),
  codeRule('BR-CL-14', 'invoice', null, 'A country', lists.COUNTRIES, ({ invoice }) => [
    invoice.tax_representative?.address?.country,
    invoice.delivery?.address?.country,
  ]),
  ofItems('BR-CL-15', 'items[]', 'The country of origin', lists.COUNTRIES, (line) => [line.item?.origin_country]),
  codeRule('BR-CL-16', 'invoice', null, 'The code of a way to pay', lists.PAYMENT_MEANS, ({ invoice }) =>
    invoice.payment_means.map(({ code }) => code),
  ),
  codeRule('BR-CL-17', 'invoice', 'tax_category', 'A VAT category', CATEGORY_CODES, ({ invoice, syntax }) => [
    ...categories(invoice.allowances),
    ...categories(invoice.charges),
    ...(syntax === 'ubl' ? categories(invoice.vat_breakdown) : []),
  ]),
  ofItems('BR-CL-18', 'items[].tax_category', 'The VAT category', CATEGORY_CODES, (line) => [line.vat?.code]),
  {
    ...codeRule('BR-CL-18', 'invoice', 'tax_breakdown', 'A VAT category', CATEGORY_CODES, ({ invoice }) =>
      categories(invoice.vat_breakdown),
    ),
    syntax: 'cii',
  },
  codeRule('BR-CL-19', 'invoice', 'discount_amount', 'The reason code of an allowance', lists.ALLOWANCE_REASONS, (c) =>
    reasons(c, 'allowances'),
  ),
  codeRule('BR-CL-20', 'invoice', null, 'The reason code of a charge', lists.CHARGE_REASONS, (c) => reasons(c, 'charges')),
  ofItems('BR-CL-21', 'items[]', 'The scheme of the standard number', lists.IDENTIFIER_SCHEMES, (line) => [
    line.item?.standard_identifier?.scheme,
  ]),
  codeRule('BR-CL-22', 'invoice', 'tax_exemption_reasons', 'The code of an exemption', lists.EXEMPTION_REASONS, ({ invoice }) =>
    invoice.vat_breakdown.map((entry) => entry.exemption_reason_code?.toUpperCase()),
  ),
  ofItems('BR-CL-23', 'items[].unit', 'The code of the unit', lists.UNITS, (line) => [
    line.quantity?.unit,
    line.price?.base_quantity?.unit,
    line.price?.gross_base_quantity?.unit,
  ]),
  codeRule('BR-CL-24', 'invoice', null, 'The type of an attached file', lists.MIME_TYPES, ({ invoice }) =>
    invoice.attachments.map(({ content }) => content?.mime_type),
  ),
  ...ofParties(
    'BR-CL-25',
    'electronic_address_scheme',
    'The scheme of the electronic address',
    lists.ADDRESS_SCHEMES,
    (party) => [party.electronic_address?.scheme],
  ),
  codeRule('BR-CL-26', 'invoice', null, 'The scheme of the place of delivery', lists.IDENTIFIER_SCHEMES, ({ invoice }) => [
    invoice.delivery?.location?.scheme,
  ]),
]

/** A rule that codes of an invoice are in the list `known`; absent ones are not judged. `what` begins its message. */
export function codeRule(
  code: string,
  owner: Owner,
  param: string | null,
  what: string,
  known: Codes,
  codesOf: (checked: Checked) => readonly Code[],
): Rule {
  const message = `${what} is not in the list of allowed codes.`
  return need(code, owner, param, message, (_, checked) => !codesOf(checked).some((one) => isUnknown(one, known)))
}

/** The same of each line, and of the lines under it. */
export function ofItems(
  code: string,
  param: string,
  what: string,
  known: Codes,
  codesOf: (line: InvoiceLine) => readonly Code[] | undefined,
): Rule {
  const isWrong = (line: InvoiceLine) => codesOf(line)?.some((one) => isUnknown(one, known)) ?? false
  return lineRule({ code, param, message: `${what} is not in the list of allowed codes.` }, (line) => someLine(line, isWrong))
}

/** The same of the seller and of the buyer: two rules, because their data is edited in different places. */
export function ofParties(
  code: string,
  param: string,
  what: string,
  known: Codes,
  codesOf: (party: Party) => readonly Code[],
): Rule[] {
  const rule = (owner: Owner, param: string | null, partyOf: (invoice: SemanticInvoice) => Party | undefined) =>
    codeRule(code, owner, param, `${what} of the ${owner}`, known, ({ invoice }) => {
      const party = partyOf(invoice)
      return party ? codesOf(party) : []
    })
  return [
    rule('company', param, ({ seller }) => seller),
    // A customer has no registration number.
    rule('customer', param === 'registration_number' ? null : param, ({ buyer }) => buyer),
  ]
}

const categories = (entries: readonly { vat?: VatCategory }[]) => entries.map(({ vat }) => vat?.code)

/** Of references to an object that are there again, or without a number. */
const objectSchemes = (references: readonly Attachment[]) =>
  references.filter(({ type_code, reference }) => type_code === '130' && given(reference)).map(({ scheme }) => scheme)

/** The reason codes of all allowances or charges that `isMeant` holds for, by their indicator; discounts of prices are among them. */
export function reasonCodes(
  invoice: SemanticInvoice,
  kind: 'allowances' | 'charges',
  isMeant: (indicator: string | undefined) => boolean,
): string[] {
  const codes: string[] = []
  const take = (code: string | undefined, indicator: string | undefined) => {
    if (code !== undefined && isMeant(indicator)) codes.push(code)
  }
  for (const { reason_code, charge_indicator } of invoice[kind]) take(reason_code, charge_indicator)
  for (const line of allLines(invoice)) {
    for (const { reason_code, charge_indicator } of line[kind]) take(reason_code, charge_indicator)
    take(line.price?.discount_reason_code, line.price?.charge_indicator)
  }
  return codes
}

const reasons = ({ invoice }: Checked, kind: 'allowances' | 'charges') =>
  reasonCodes(invoice, kind, (indicator = '') => (kind === 'charges' ? ['true', '1'] : ['false', '0']).includes(indicator.trim()))

/** UBL names the currency of every amount, CII that of the VAT totals. */
function currenciesOf({ invoice, syntax }: Checked): (string | undefined)[] {
  if (syntax === 'cii') return invoice.vat_totals.map(({ currency }) => currency)
  return allAmounts(invoice).map(({ currency = '' }) => currency)
}
