// Which codes an invoice may use: BR-CL of EN 16931.
import type { AllowanceOrCharge, Amount, Attachment, SemanticInvoice, VatCategory } from '../model.ts'
import type { Party } from '../model-parties.ts'
import * as lists from './code-lists.ts'
import { allLines, type Checked, given, localIdentifiers, type Owner, perInvoice, placesOf, type Rule, someLine } from './rule.ts'

type Codes = ReadonlySet<string>
const CATEGORY_CODES: Codes = new Set(['AE', 'L', 'M', 'E', 'S', 'Z', 'G', 'O', 'K', 'B'])
const TAX_POINTS: Codes = new Set(['3', '35', '432'])

/** A code that is absent is the matter of another rule. */
const isUnknown = (code: string | undefined, known: Codes) => code !== undefined && !known.has(code.trim())

export const codeRules: Rule[] = [
  {
    code: 'BR-CL-01',
    owner: 'invoice',
    param: null,
    message: 'The code of the kind of document is not in the list.',
    broken: ({ invoice, syntax, is_credit_note }) =>
      isUnknown(
        invoice.type_code,
        syntax === 'cii' ? lists.CII_TYPES : is_credit_note ? lists.CREDIT_NOTE_TYPES : lists.INVOICE_TYPES,
      ),
  },
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

function codeRule(
  code: string,
  owner: Owner,
  param: string | null,
  what: string,
  known: Codes,
  codesOf: (checked: Checked) => readonly (string | undefined)[],
): Rule {
  return {
    code,
    owner,
    param,
    message: `${what} is not in the list of allowed codes.`,
    broken: (checked) => codesOf(checked).some((one) => isUnknown(one, known)),
  }
}

function ofItems(
  code: string,
  param: string,
  what: string,
  known: Codes,
  codesOf: (line: SemanticInvoice['lines'][number]) => readonly (string | undefined)[] | undefined,
): Rule {
  return {
    code,
    owner: 'invoice',
    param,
    message: `${what} is not in the list of allowed codes.`,
    broken: ({ invoice }) =>
      placesOf(invoice.lines, (line) => someLine(line, (one) => codesOf(one)?.some((code) => isUnknown(code, known)) ?? false)),
  }
}

/** The same rule for the seller and the buyer, whose data are mended in different places. */
function ofParties(
  code: string,
  param: string,
  what: string,
  known: Codes,
  codesOf: (party: Party) => readonly (string | undefined)[],
): Rule[] {
  // A customer has no registration number.
  const rule = (owner: Owner, side: 'seller' | 'buyer', whose: string) =>
    codeRule(
      code,
      owner,
      owner === 'customer' && param === 'registration_number' ? null : param,
      `${what} of the ${whose}`,
      known,
      ({ invoice }) => {
        const party = invoice[side]
        return party ? codesOf(party) : []
      },
    )
  return [rule('company', 'seller', 'company'), rule('customer', 'buyer', 'customer')]
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

/** Every amount of an invoice. */
export const allAmounts = perInvoice((invoice): Amount[] => {
  const { totals, vat_totals, vat_breakdown, allowances, charges, unmarked_reductions } = invoice
  const ofReduction = (one: AllowanceOrCharge) => [one.amount, one.base_amount]
  return [
    ...(totals ? Object.values(totals) : []),
    ...unmarked_reductions.flatMap(ofReduction),
    ...vat_totals,
    ...vat_breakdown.flatMap((entry) => [entry.taxable_amount, entry.tax_amount]),
    ...allowances.flatMap(ofReduction),
    ...charges.flatMap(ofReduction),
    ...allLines(invoice).flatMap(({ net_amount, price, allowances, charges, unmarked_reductions }) => [
      net_amount,
      price?.net,
      price?.gross,
      price?.discount,
      ...allowances.flatMap(ofReduction),
      ...charges.flatMap(ofReduction),
      ...unmarked_reductions.flatMap(ofReduction),
    ]),
  ].filter((amount) => amount !== undefined)
})
