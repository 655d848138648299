// What each VAT category requires: BR-S, BR-Z, BR-E, BR-AE, BR-IC, BR-G, BR-O, BR-AF and BR-AG of EN 16931.
import type { AllowanceOrCharge, Amount, SemanticInvoice, VatBreakdown, VatCategory } from '../model.ts'
import {
  absolute,
  add,
  compare,
  type Decimal,
  decimalOf,
  isEqual,
  isNear,
  keyOf,
  ONE,
  percentage,
  rounded,
  subtract,
  ZERO,
} from './decimals.ts'
import {
  allLines,
  amountOf,
  breakdownOf,
  type Checked,
  filled,
  given,
  hasCategory,
  isVat,
  lineRule,
  need,
  onlyFor,
  perInvoice,
  type Rule,
} from './rule.ts'

interface Category {
  /** In rule codes: BR-S-01. */
  rules: string
  /** In files. */
  code: string
  /** In messages. */
  name: string
  rate: 'above_zero' | 'zero' | 'none' | 'any'
  ids: keyof typeof IDS
  has_reason: boolean
}

/** What each side must have: a VAT id (`vat`), that or another number (`number`), or no VAT id (`none`). */
const IDS = {
  seller: { company: 'number', customer: 'any', asks: 'the company needs a VAT id or a tax number' },
  seller_and_buyer: {
    company: 'number',
    customer: 'number',
    asks: 'the company needs a VAT id or a tax number, and the customer a VAT id',
  },
  both_vat: { company: 'vat', customer: 'vat', asks: 'company and customer need a VAT id' },
  seller_vat: { company: 'vat', customer: 'any', asks: 'the company needs a VAT id' },
  nobody: { company: 'none', customer: 'none', asks: 'neither company nor customer may have a VAT id' },
} as const

const CATEGORIES: Category[] = [
  { rules: 'S', code: 'S', name: 'standard rate', rate: 'above_zero', ids: 'seller', has_reason: false },
  { rules: 'Z', code: 'Z', name: 'zero rate', rate: 'zero', ids: 'seller', has_reason: false },
  { rules: 'E', code: 'E', name: 'exempt', rate: 'zero', ids: 'seller', has_reason: true },
  { rules: 'AE', code: 'AE', name: 'reverse charge', rate: 'zero', ids: 'seller_and_buyer', has_reason: true },
  { rules: 'IC', code: 'K', name: 'intra-community supply', rate: 'zero', ids: 'both_vat', has_reason: true },
  { rules: 'G', code: 'G', name: 'export', rate: 'zero', ids: 'seller_vat', has_reason: true },
  { rules: 'O', code: 'O', name: 'out of scope', rate: 'none', ids: 'nobody', has_reason: true },
  { rules: 'AF', code: 'L', name: 'IGIC', rate: 'any', ids: 'seller', has_reason: false },
  { rules: 'AG', code: 'M', name: 'IPSI', rate: 'any', ids: 'seller', has_reason: false },
]

/** The published rule for UBL looks for lines of the category whatever their tax, and then requires one whose tax is VAT. */
const STANDARD_WITHOUT_TAX: Rule = {
  ...need(
    'BR-S-02',
    'invoice',
    'items[].tax_category',
    'The category standard rate of the line names no tax: it is one of VAT.',
    (invoice) => {
      const vats = allLines(invoice).map(({ vat }) => vat)
      return !vats.some((vat) => vat?.code === 'S') || vats.some((vat) => hasCategory(vat, 'S'))
    },
  ),
  syntax: 'ubl',
}

export const categoryRules: Rule[] = [
  ...CATEGORIES.flatMap(rulesOf),
  STANDARD_WITHOUT_TAX,
  ...deliveryRules(),
  ...outOfScopeRules(),
  ...splitPaymentRules(),
]

function rulesOf(category: Category): Rule[] {
  const { rules, code, name } = category
  const groups = (number: string, message: string, keeperOf: (checked: Checked) => (entry: VatBreakdown) => boolean): Rule =>
    need(`BR-${rules}-${number}`, 'invoice', 'tax_breakdown', message, (_, checked) => {
      const found = groupsOf(checked, code)
      return found.length === 0 || found.every(keeperOf(checked))
    })
  return [
    need(
      `BR-${rules}-01`,
      'invoice',
      'tax_breakdown',
      `The invoice uses the VAT category ${name}, and needs a VAT group for it.`,
      (_, checked) => isGrouped(checked, category),
    ),
    ...idRules(category),
    ...rateRules(category),
    groups(
      '08',
      `The taxable amount of the VAT group ${name} is not what its lines, allowances and charges add up to.`,
      (checked) => {
        const sumAt = sumsOf(checked.invoice, category)
        return (entry) => isTaxableSum(entry, sumAt, checked, category)
      },
    ),
    groups(
      '09',
      `The VAT of the group ${name} does not follow from its rate.`,
      (checked) => (entry) => isTax(entry, checked, category),
    ),
    groups(
      '10',
      category.has_reason
        ? `The VAT group ${name} needs a reason: fill in tax_exemption_reasons.`
        : `The VAT group ${name} must not have a reason for an exemption.`,
      () =>
        ({ exemption_reason, exemption_reason_code }) =>
          (given(exemption_reason) || given(exemption_reason_code)) === category.has_reason,
    ),
  ]
}

const KINDS = ['allowances', 'charges', 'unmarked_reductions'] as const
type Kind = (typeof KINDS)[number]

/** Of the invoice, and of lines whose allowances name a category, which the standard does not know: the published rules look at both. */
const allReductions = perInvoice((invoice): Record<Kind, AllowanceOrCharge[]> => {
  const found = {
    allowances: [...invoice.allowances],
    charges: [...invoice.charges],
    unmarked_reductions: [...invoice.unmarked_reductions],
  }
  for (const line of allLines(invoice))
    for (const kind of KINDS) for (const one of line[kind]) if (given(one.vat)) found[kind].push(one)
  return found
})

/** The published rules for CII do not ask of these two whether the tax is VAT. */
const groupsOf = ({ invoice, syntax }: Checked, code: string) =>
  syntax === 'cii' && ['S', 'Z'].includes(code)
    ? invoice.vat_breakdown.filter(({ vat }) => vat?.code === code)
    : breakdownOf(invoice, code)

function isGrouped({ invoice, syntax }: Checked, { code, rate }: Category): boolean {
  // The published rules for CII, and that for the standard rate, do not ask whether it is a category of VAT.
  const isOf = ({ vat }: { vat?: VatCategory }) => vat?.code === code && (syntax === 'cii' || code === 'S' || isVat(vat))
  const groups = invoice.vat_breakdown.filter(isOf).length
  const lines = allLines(invoice).filter(isOf).length
  const reductions = KINDS.flatMap((kind) => allReductions(invoice)[kind]).filter(isOf).length
  // Several rates of these may each have a group.
  const may_repeat = rate === 'above_zero' || rate === 'any'
  if (syntax === 'cii') {
    if (may_repeat) return (lines === 0 || lines + groups >= 2) && (reductions === 0 || reductions + groups >= 2)
    if (code === 'O') return groups === 0 || (groups === 1 && lines + reductions > 0)
    return groups === 0 ? lines + reductions === 0 : groups === 1 && lines + reductions > 0
  }
  if (may_repeat) return lines + reductions > 0 === groups > 0
  return groups === 1 || lines + reductions + groups === 0
}

function idRules({ rules, code, name, ids }: Category): Rule[] {
  // What is out of scope is looked for in the invoice only.
  const reductions = (invoice: SemanticInvoice) => (code === 'O' ? invoice : allReductions(invoice))
  const rule = (number: string, entriesOf: (invoice: SemanticInvoice) => readonly { vat?: VatCategory }[]): Rule[] =>
    (['company', 'customer'] as const).map((owner) =>
      need(
        `BR-${rules}-${number}`,
        owner,
        'legal_vat',
        `For the VAT category ${name}, ${IDS[ids].asks}.`,
        (invoice) => !entriesOf(invoice).some(({ vat }) => hasCategory(vat, code)) || wrongId(invoice, ids) !== owner,
      ),
    )
  return [
    ...rule('02', allLines),
    ...rule('03', (invoice) => reductions(invoice).allowances),
    ...rule('04', (invoice) => reductions(invoice).charges),
  ]
}

/** Whose VAT id is missing, or must not be there: the company's before the customer's; undefined when both are right. */
function wrongId(
  { seller, buyer, tax_representative }: SemanticInvoice,
  ids: Category['ids'],
): 'company' | 'customer' | undefined {
  const isWrong = (asked: 'number' | 'vat' | 'none' | 'any', has_vat: boolean, has_number: boolean | undefined) =>
    ({ number: !has_vat && !has_number, vat: !has_vat, none: has_vat, any: false })[asked]
  const { company, customer } = IDS[ids]
  const has_tax_number = seller?.tax_numbers.some(({ value }) => given(value))
  if (isWrong(company, given(seller?.vat_id) || given(tax_representative?.vat_id), has_tax_number)) return 'company'
  return isWrong(customer, given(buyer?.vat_id), given(buyer?.legal_registration)) ? 'customer' : undefined
}

function rateRules({ rules, code, name, rate }: Category): Rule[] {
  const asks = { above_zero: 'a rate above 0', zero: 'the rate 0', none: 'no rate', any: 'a rate' }[rate]
  const message = `The VAT category ${name} has ${asks}.`
  const isWrong = (vat: VatCategory | undefined, { syntax }: Checked) => hasCategory(vat, code) && !isRateOf(vat, rate, syntax)
  const reductions = (number: string, kind: 'allowances' | 'charges'): Rule =>
    need(`BR-${rules}-${number}`, 'invoice', 'tax_rate', message, (invoice, checked) =>
      allReductions(invoice)[kind].every(({ vat }) => !isWrong(vat, checked)),
    )
  return [
    lineRule({ code: `BR-${rules}-05`, param: 'items[].tax_rate', message }, ({ vat }, checked) => isWrong(vat, checked)),
    reductions('06', 'allowances'),
    reductions('07', 'charges'),
  ]
}

function isRateOf(vat: VatCategory | undefined, rate: Category['rate'], syntax: string): boolean {
  if (rate === 'none') return !given(vat?.rate)
  const number = decimalOf(vat?.rate)
  if (!number) return false
  const order = compare(number, ZERO)
  if (rate === 'zero') return order === 0
  return rate === 'above_zero' || syntax === 'cii' ? order > 0 : order >= 0
}

/** What the lines, allowances and charges of a category add up to, at one rate or at all. */
interface CategorySum {
  lines: Decimal
  allowances: Decimal
  charges: Decimal
}

const NOTHING: CategorySum = { lines: ZERO, allowances: ZERO, charges: ZERO }

/** By rate, in one pass: a file may have thousands of groups and of lines. */
function sumsOf(invoice: SemanticInvoice, { code, rate }: Category): (rate: string | undefined) => CategorySum | undefined {
  const sums = new Map<string, CategorySum>()
  const key = isByRate(rate) ? (text: string | undefined) => keyOf(decimalOf(text)) : () => ''
  const count = (vat: VatCategory | undefined, field: keyof CategorySum | undefined, amount?: Amount) => {
    if (vat?.code !== code) return
    const at = key(vat.rate)
    if (at === undefined) return
    const sum = sums.get(at) ?? NOTHING
    sums.set(at, field ? { ...sum, [field]: add(sum[field], amountOf(amount) ?? ZERO) } : sum)
  }
  for (const line of invoice.lines) count(line.vat, 'lines', line.net_amount)
  for (const kind of ['allowances', 'charges'] as const) for (const one of invoice[kind]) count(one.vat, kind, one.amount)
  for (const kind of KINDS) for (const one of allReductions(invoice)[kind]) count(one.vat, undefined)
  return (text) => sums.get(key(text) ?? '')
}

const isByRate = (rate: Category['rate']) => rate === 'above_zero' || rate === 'any'

/** The published rules differ between the syntaxes in what they forgive. */
function isTaxableSum(
  { taxable_amount, vat }: VatBreakdown,
  sumAt: (rate: string | undefined) => CategorySum | undefined,
  { invoice, syntax }: Checked,
  { code, rate }: Category,
): boolean {
  if (rate === 'any' && syntax === 'cii') return true
  if (isByRate(rate) && !decimalOf(vat?.rate)) return true
  const found = sumAt(vat?.rate)
  const { lines, allowances, charges } = found ?? NOTHING
  const taxable = amountOf(taxable_amount)
  if (!taxable) return false
  if (syntax === 'cii') {
    const expected = subtract(add(rounded(lines, 2), rounded(charges, 2)), rounded(allowances, 2))
    return isByRate(rate) || code === 'O' ? isEqual(taxable, expected) : isNear(taxable, expected, ONE, false)
  }
  const expected = subtract(add(lines, charges), allowances)
  if (!isByRate(rate)) return invoice.lines.length > 0 && isEqual(taxable, expected)
  const is_used = code === 'S' ? found !== undefined : invoice.lines.length > 0
  return is_used && isNear(taxable, expected, ONE, false)
}

function isTax({ taxable_amount, tax_amount, vat }: VatBreakdown, { syntax }: Checked, { rate }: Category): boolean {
  const tax = amountOf(tax_amount)
  if (rate === 'zero' || rate === 'none') return !!tax && tax.units === 0n
  // For CII the published rules of IGIC and IPSI are always kept.
  if (rate === 'any' && syntax === 'cii') return true
  const taxable = amountOf(taxable_amount)
  const percent = decimalOf(vat?.rate)
  return !!tax && !!taxable && !!percent && isNear(absolute(tax), percentage(absolute(taxable), percent), ONE, false)
}

function deliveryRules(): Rule[] {
  const isUsed = (invoice: SemanticInvoice) => breakdownOf(invoice, 'K').length > 0
  return onlyFor(isUsed, [
    need(
      'BR-IC-11',
      'invoice',
      'service_from',
      'An intra-community supply needs the day or period of its delivery: fill in service_from and service_to.',
      ({ delivery, period, tax_point_code }, { syntax }) =>
        filled(delivery?.date) || [period?.start, period?.end, syntax === 'ubl' ? tax_point_code : undefined].some(given),
    ),
    need(
      'BR-IC-12',
      'customer',
      'country',
      'An intra-community supply needs the country that it is delivered to.',
      ({ delivery }) => filled(delivery?.address?.country),
    ),
  ])
}

/** What is out of scope must be alone. In CII the published rules look at groups and lines together, and at allowances and charges. */
function outOfScopeRules(): Rule[] {
  type EntriesOf = (invoice: SemanticInvoice) => readonly { vat?: VatCategory }[]
  const isOther = (vat: VatCategory | undefined, syntax: string) =>
    (syntax === 'cii' || isVat(vat)) && given(vat?.code) && vat!.code !== 'O'
  const rule = (code: string, entriesOf: EntriesOf, othersOf: EntriesOf): Rule =>
    need(
      code,
      'invoice',
      'items[].tax_category',
      'What is out of scope of VAT must be invoiced apart from everything else: move it to an invoice of its own.',
      (invoice, { syntax }) =>
        [entriesOf, ...(syntax === 'cii' ? [othersOf] : [])].every((of) => !of(invoice).some(({ vat }) => isOther(vat, syntax))),
    )
  const groups: EntriesOf = ({ vat_breakdown }) => vat_breakdown
  const allowances: EntriesOf = (invoice) => allReductions(invoice).allowances
  const charges: EntriesOf = (invoice) => allReductions(invoice).charges
  return onlyFor(
    (invoice) => breakdownOf(invoice, 'O').length > 0,
    [
      rule('BR-O-11', groups, allLines),
      rule('BR-O-12', allLines, groups),
      rule('BR-O-13', allowances, charges),
      rule('BR-O-14', charges, allowances),
    ],
  )
}

/** Split payment is for Italy, and must not be combined with the standard rate. */
function splitPaymentRules(): Rule[] {
  const codes = ({ vat_breakdown, allowances, charges, lines }: SemanticInvoice) =>
    new Set([...vat_breakdown, ...allowances, ...charges, ...lines].map(({ vat }) => vat?.code))
  const countries = ({ seller, buyer, tax_representative, delivery, lines }: SemanticInvoice) =>
    [seller, buyer, tax_representative, delivery]
      .map((party) => party?.address?.country)
      .concat(lines.map(({ item }) => item?.origin_country))
      .filter(given)
  return onlyFor(
    (invoice) => codes(invoice).has('B'),
    [
      need('BR-B-01', 'invoice', null, 'Split payment is for invoices within Italy only.', (invoice) =>
        countries(invoice).every((country) => country === 'IT'),
      ),
      need(
        'BR-B-02',
        'invoice',
        null,
        'Split payment and the standard rate must not be on the same invoice.',
        (invoice) => !codes(invoice).has('S'),
      ),
    ],
  )
}
