// The extension of XRechnung 3: more types of attached files, schemes for digital health applications, lines under lines, and payments for
// third parties. BR-DEX.
import type { Amount, InvoiceLine, SemanticInvoice, ThirdPartyPayment } from '../model.ts'
import { XRECHNUNG_EXTENSION } from '../specifications.ts'
import { ADDRESS_SCHEMES, IDENTIFIER_SCHEMES, MIME_TYPES } from './code-lists.ts'
import { codeRule, ofItems, ofParties } from './codes.ts'
import { add, fractionDigits, isEqual, rounded, subtract, sum, ZERO } from './decimals.ts'
import { amountOf, filled, given, localIdentifiers, need, onlyFor, placesOf, type Rule, someLine, warning } from './rule.ts'

/** Schemes of health applications; the published rules let an empty scheme pass. */
const MORE_SCHEMES = ['XR01', 'XR02', 'XR03', '']
const SCHEMES = new Set([...IDENTIFIER_SCHEMES, ...MORE_SCHEMES])
const SCHEMES_OF_ADDRESSES = new Set([...ADDRESS_SCHEMES, ...MORE_SCHEMES])
const FILE_TYPES = new Set([...MIME_TYPES, 'application/xml'])

const rules: Rule[] = [
  codeRule('BR-DEX-01', 'invoice', null, 'The type of an attached file', FILE_TYPES, ({ invoice }) =>
    invoice.attachments.map(({ content }) => content && (content.mime_type ?? '')),
  ),
  warning(
    inUbl(
      need(
        'BR-DEX-02',
        'invoice',
        'items[].subtotal',
        'The net amount of the line should be what the lines under it add up to.',
        ({ lines }, { is_credit_note }) => is_credit_note || placesOf(lines, (line) => someLine(line, isSumWrong)),
      ),
    ),
  ),
  inUbl(
    need(
      'BR-DEX-03',
      'invoice',
      'items[].tax_category',
      'A line under the line needs one VAT category.',
      ({ lines }, { is_credit_note }) =>
        is_credit_note || placesOf(lines, ({ sub_lines }) => sub_lines.some((line) => someLine(line, isVatWrong))),
    ),
  ),
  ...ofParties('BR-DEX-04', 'registration_number', 'The scheme of an identifier', SCHEMES, ({ identifiers }) =>
    identifiers.map(({ scheme }) => scheme),
  ),
  codeRule('BR-DEX-04', 'invoice', null, "The scheme of the payee's identifier", SCHEMES, ({ invoice }) => [
    invoice.payee?.identifier?.scheme,
  ]),
  ...ofParties('BR-DEX-05', 'registration_number', 'The scheme of the registration', SCHEMES, (party) => [
    party.legal_registration?.scheme,
    ...localIdentifiers(party).map(({ scheme }) => scheme),
  ]),
  codeRule('BR-DEX-05', 'invoice', null, "The scheme of the payee's registration", SCHEMES, ({ invoice }) => [
    invoice.payee?.legal_registration?.scheme,
  ]),
  ofItems('BR-DEX-06', 'items[]', 'The scheme of the standard number', SCHEMES, ({ item }) => [
    item?.standard_identifier?.scheme,
  ]),
  ...ofParties(
    'BR-DEX-07',
    'electronic_address_scheme',
    'The scheme of the electronic address',
    SCHEMES_OF_ADDRESSES,
    ({ electronic_address }) => [electronic_address?.scheme],
  ),
  codeRule('BR-DEX-08', 'invoice', null, 'The scheme of the place of delivery', SCHEMES, ({ invoice }) => [
    invoice.delivery?.location?.scheme,
  ]),
  inUbl(
    need(
      'BR-DEX-09',
      'invoice',
      'amount_due',
      'The amount due is not the total less what was paid, plus what is paid for third parties.',
      (invoice) => !given(invoice.totals) || isDue(invoice),
    ),
  ),
  ofPayments('BR-DEX-10', 'A payment for a third party has no type.', ({ type }) => filled(type)),
  ofPayments('BR-DEX-11', 'A payment for a third party has no amount.', ({ amount }) => filled(amount?.value)),
  ofPayments('BR-DEX-12', 'A payment for a third party has no description.', ({ description }) => filled(description)),
  ofPayments(
    'BR-DEX-13',
    'A payment for a third party has more than two decimal places.',
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

/** The rules of the extension, kept by files that do not say that they follow it. */
export const extensionRules: Rule[] = onlyFor(({ specification_id }) => specification_id === XRECHNUNG_EXTENSION, rules)

function inUbl(rule: Rule): Rule {
  return { ...rule, syntax: 'ubl' }
}

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

/** A rule about each payment for a third party. A UBL CreditNote has none. */
function ofPayments(
  code: string,
  message: string,
  isKept: (payment: ThirdPartyPayment, invoice: SemanticInvoice) => boolean,
): Rule {
  return inUbl(
    need(
      code,
      'invoice',
      null,
      message,
      (invoice, { is_credit_note }) => is_credit_note || invoice.third_party_payments.every((one) => isKept(one, invoice)),
    ),
  )
}
