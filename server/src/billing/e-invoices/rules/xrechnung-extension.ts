// The extension of XRechnung 3: more types of attached files, schemes for digital health applications, lines under lines, and payments for
// third parties. BR-DEX.
import type { Amount, InvoiceLine, SemanticInvoice, ThirdPartyPayment } from '../model.ts'
import type { Identifier, Party } from '../model-parties.ts'
import { ADDRESS_SCHEMES, IDENTIFIER_SCHEMES, MIME_TYPES } from './code-lists.ts'
import { add, fractionDigits, isEqual, rounded, subtract, sum, ZERO } from './decimals.ts'
import {
  amountOf,
  type Checked,
  filled,
  given,
  lineRule,
  localIdentifiers,
  type Owner,
  placesOf,
  type Rule,
  someLine,
} from './rule.ts'
import { EXTENSION } from './xrechnung-profiles.ts'

/** Health applications; the published rules let an empty scheme pass. */
const MORE_SCHEMES = ['XR01', 'XR02', 'XR03', '']

const rules: Rule[] = [
  {
    code: 'BR-DEX-01',
    owner: 'invoice',
    param: null,
    message: 'The type of an attached file is not in the list of allowed codes.',
    broken: ({ invoice }) =>
      invoice.attachments.some(
        ({ content }) => content && content.mime_type !== 'application/xml' && !MIME_TYPES.has(content.mime_type ?? ''),
      ),
  },
  {
    code: 'BR-DEX-02',
    severity: 'warning',
    syntax: 'ubl',
    owner: 'invoice',
    param: 'items[].subtotal',
    message: 'The net amount of the line should be what the lines under it add up to.',
    broken: (checked) => ofInvoice(checked) && placesOf(checked.invoice.lines, (line) => someLine(line, isSumWrong)),
  },
  {
    code: 'BR-DEX-03',
    syntax: 'ubl',
    owner: 'invoice',
    param: 'items[].tax_category',
    message: 'A line under the line needs one VAT category.',
    broken: (checked) =>
      ofInvoice(checked) &&
      placesOf(checked.invoice.lines, ({ sub_lines }) => sub_lines.some((line) => someLine(line, isVatWrong))),
  },
  ...schemes(
    'BR-DEX-04',
    'registration_number',
    'The scheme of an identifier',
    isIdentifierScheme,
    ({ identifiers }) => identifiers,
  ),
  ofPayee('BR-DEX-04', 'identifier'),
  ...schemes('BR-DEX-05', 'registration_number', 'The scheme of the registration', isIdentifierScheme, (party) => [
    party.legal_registration,
    ...localIdentifiers(party),
  ]),
  ofPayee('BR-DEX-05', 'legal_registration'),
  lineRule(
    { code: 'BR-DEX-06', param: 'items[]', message: 'The scheme of the standard number is not in the list of allowed codes.' },
    (line) => someLine(line, ({ item }) => isUnknown(item?.standard_identifier, isIdentifierScheme)),
  ),
  ...schemes('BR-DEX-07', 'electronic_address_scheme', 'The scheme of the electronic address', isAddressScheme, (party) => [
    party.electronic_address,
  ]),
  {
    code: 'BR-DEX-08',
    owner: 'invoice',
    param: null,
    message: 'The scheme of the place of delivery is not in the list of allowed codes.',
    broken: ({ invoice }) => isUnknown(invoice.delivery?.location, isIdentifierScheme),
  },
  {
    code: 'BR-DEX-09',
    syntax: 'ubl',
    owner: 'invoice',
    param: 'amount_due',
    message: 'The amount due is not the total less what was paid, plus what is paid for third parties.',
    broken: ({ invoice }) => given(invoice.totals) && !isDue(invoice),
  },
  ofPayments('BR-DEX-10', 'A payment for a third party has no type.', ({ type }) => filled(type)),
  ofPayments('BR-DEX-11', 'A payment for a third party has no amount.', ({ amount }) => filled(amount?.value)),
  ofPayments('BR-DEX-12', 'A payment for a third party has no description.', ({ description }) => filled(description)),
  ofPayments(
    'BR-DEX-13',
    'A payment for a third party has more than two digits behind the point.',
    ({ amount }) => fractionDigits(amount?.value) <= 2,
  ),
  ofPayments(
    'BR-DEX-14',
    'A payment for a third party is in another currency than the invoice.',
    ({ amount }, { currency }) => given(currency) && amount?.currency === currency,
  ),
  {
    code: 'BR-DEX-15',
    severity: 'warning',
    syntax: 'cii',
    owner: 'invoice',
    param: null,
    message: 'Lines are parts of other lines, which XRechnung does not know in CII: write them as lines of their own, or in UBL.',
    broken: ({ invoice }) => invoice.lines.some(({ parent_id }) => given(parent_id)),
  },
]

/** Only of files that say that they follow the extension. */
export const extensionRules: Rule[] = rules.map((rule) => ({
  ...rule,
  broken: (checked) => checked.invoice.specification_id === EXTENSION && rule.broken(checked),
}))

/** Some are about a UBL Invoice, not a CreditNote. */
const ofInvoice = ({ is_credit_note }: Checked) => !is_credit_note

const isVatWrong = ({ item, vat, more_vat }: InvoiceLine) => (given(item) && !given(vat)) || given(more_vat)

const sumOf = (amounts: readonly (Amount | undefined)[]) => sum(amounts.map(amountOf))

const isSumWrong = ({ net_amount, sub_lines }: InvoiceLine) =>
  sub_lines.length > 0 && !isEqual(amountOf(net_amount), sumOf(sub_lines.map((line) => line.net_amount)))

function isDue({ totals, third_party_payments }: SemanticInvoice): boolean {
  const due = amountOf(totals?.due)
  const total = amountOf(totals?.with_vat)
  if (!due || !total) return false
  const asked = add(subtract(total, amountOf(totals?.paid) ?? ZERO), sumOf(third_party_payments.map(({ amount }) => amount)))
  return isEqual(rounded(subtract(due, amountOf(totals?.rounding) ?? ZERO), 2), rounded(asked, 2))
}

function ofPayments(
  code: string,
  message: string,
  isKept: (payment: ThirdPartyPayment, invoice: SemanticInvoice) => boolean,
): Rule {
  return {
    code,
    syntax: 'ubl',
    owner: 'invoice',
    param: null,
    message,
    broken: (checked) =>
      ofInvoice(checked) && checked.invoice.third_party_payments.some((payment) => !isKept(payment, checked.invoice)),
  }
}

function isIdentifierScheme(scheme: string): boolean {
  return IDENTIFIER_SCHEMES.has(scheme) || MORE_SCHEMES.includes(scheme)
}

function isAddressScheme(scheme: string): boolean {
  return ADDRESS_SCHEMES.has(scheme) || MORE_SCHEMES.includes(scheme)
}

const isUnknown = (identifier: Identifier | undefined, isScheme: (scheme: string) => boolean) =>
  identifier?.scheme !== undefined && !isScheme(identifier.scheme)

/** The same rule for the seller and the buyer, whose data are mended in different places. */
function schemes(
  code: string,
  param: string,
  what: string,
  isScheme: (scheme: string) => boolean,
  identifiersOf: (party: Party) => readonly (Identifier | undefined)[],
): Rule[] {
  const rule = (owner: Owner, side: 'seller' | 'buyer'): Rule => ({
    code,
    owner,
    // A customer has no registration number.
    param: owner === 'customer' && param === 'registration_number' ? null : param,
    message: `${what} of the ${owner} is not in the list of allowed codes.`,
    broken: (checked) => {
      const party = checked.invoice[side]
      return !!party && identifiersOf(party).some((identifier) => isUnknown(identifier, isScheme))
    },
  })
  return [rule('company', 'seller'), rule('customer', 'buyer')]
}

function ofPayee(code: string, field: 'identifier' | 'legal_registration'): Rule {
  return {
    code,
    owner: 'invoice',
    param: null,
    message: "The scheme of the payee's identifier is not in the list of allowed codes.",
    broken: ({ invoice }) => isUnknown(invoice.payee?.[field], isIdentifierScheme),
  }
}
