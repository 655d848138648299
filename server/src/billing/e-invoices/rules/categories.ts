// What each VAT category asks for: BR-S, BR-Z, BR-E, BR-AE, BR-IC, BR-G, BR-O, BR-AF and BR-AG of EN 16931.
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
  perInvoice,
  placesOf,
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
  /** Who must have a VAT id: `seller` or a tax number, `seller_vat`, or both sides; `nobody` may have one. */
  ids: 'seller' | 'seller_and_buyer' | 'both_vat' | 'seller_vat' | 'nobody'
  has_reason: boolean
}

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

/** The published rule for UBL looks for lines of the category without asking for the tax, and wants one with it then. */
const STANDARD_WITHOUT_TAX: Rule = {
  code: 'BR-S-02',
  syntax: 'ubl',
  owner: 'invoice',
  param: 'items[].tax_category',
  message: 'The category standard rate of the line names no tax: it is one of VAT.',
  broken: ({ invoice }) => {
    const vats = allLines(invoice).map(({ vat }) => vat)
    return vats.some((vat) => vat?.code === 'S') && !vats.some((vat) => hasCategory(vat, 'S'))
  },
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
  const group = (number: string, message: string, isKept: (entry: VatBreakdown, checked: Checked) => boolean): Rule => ({
    code: `BR-${rules}-${number}`,
    owner: 'invoice',
    param: 'tax_breakdown',
    message,
    broken: (checked) => groupsOf(checked, code).some((entry) => !isKept(entry, checked)),
  })
  return [
    {
      code: `BR-${rules}-01`,
      owner: 'invoice',
      param: 'tax_breakdown',
      message: `The invoice uses the VAT category ${name}, and needs a VAT group for it.`,
      broken: (checked) => !isGrouped(checked, category),
    },
    ...idRules(category),
    ...rateRules(category),
    {
      ...group(
        '08',
        `The taxable amount of the VAT group ${name} is not what its lines, allowances and charges add up to.`,
        () => true,
      ),
      broken: (checked) => {
        const groups = groupsOf(checked, code)
        if (groups.length === 0) return false
        const sumAt = sumsOf(checked.invoice, category)
        return groups.some((entry) => !isTaxableSum(entry, sumAt, checked, category))
      },
    },
    group('09', `The VAT of the group ${name} does not follow from its rate.`, (entry, c) => isTax(entry, c, category)),
    group(
      '10',
      category.has_reason
        ? `The VAT group ${name} needs a reason: fill in tax_exemption_reasons.`
        : `The VAT group ${name} must not have a reason for an exemption.`,
      ({ exemption_reason, exemption_reason_code }) =>
        (given(exemption_reason) || given(exemption_reason_code)) === category.has_reason,
    ),
  ]
}

/** Of the invoice, and of lines that name a category there as the standard does not: the published rules look at both. */
const allReductions = perInvoice((invoice): Record<Kind, AllowanceOrCharge[]> => {
  const all = (kind: Kind) => [...invoice[kind]]
  const found = { allowances: all('allowances'), charges: all('charges'), unmarked_reductions: all('unmarked_reductions') }
  for (const line of allLines(invoice))
    for (const kind of KINDS) for (const one of line[kind]) if (given(one.vat)) found[kind].push(one)
  return found
})
const KINDS = ['allowances', 'charges', 'unmarked_reductions'] as const
type Kind = (typeof KINDS)[number]

const reductionsOf = (invoice: SemanticInvoice, kind: Kind) => allReductions(invoice)[kind]

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
  const reductions = KINDS.flatMap((kind) => reductionsOf(invoice, kind)).filter(isOf).length
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
  const asks: Record<Category['ids'], string> = {
    seller: 'the company needs a VAT id or a tax number',
    seller_and_buyer: 'the company needs a VAT id or a tax number, and the customer a VAT id',
    both_vat: 'company and customer need a VAT id',
    seller_vat: 'the company needs a VAT id',
    nobody: 'neither company nor customer may have a VAT id',
  }
  // What is out of scope is looked for in the invoice only.
  const reductions = (invoice: SemanticInvoice, kind: 'allowances' | 'charges') =>
    code === 'O' ? invoice[kind] : reductionsOf(invoice, kind)
  const rule = (number: string, uses: (invoice: SemanticInvoice) => boolean): Rule[] =>
    (['company', 'customer'] as const).map((owner) => ({
      code: `BR-${rules}-${number}`,
      owner,
      param: 'legal_vat',
      message: `For the VAT category ${name}, ${asks[ids]}.`,
      broken: ({ invoice }) => uses(invoice) && lacksIds(invoice, ids) === owner,
    }))
  return [
    ...rule('02', (invoice) => allLines(invoice).some(({ vat }) => hasCategory(vat, code))),
    ...rule('03', (invoice) => reductions(invoice, 'allowances').some(({ vat }) => hasCategory(vat, code))),
    ...rule('04', (invoice) => reductions(invoice, 'charges').some(({ vat }) => hasCategory(vat, code))),
  ]
}

/** Whose VAT id is missing (or too much); undefined when all is well. */
function lacksIds(
  { seller, buyer, tax_representative }: SemanticInvoice,
  ids: Category['ids'],
): 'company' | 'customer' | undefined {
  const has_seller_vat = given(seller?.vat_id) || given(tax_representative?.vat_id)
  const has_seller_number = has_seller_vat || seller?.tax_numbers.some(({ value }) => given(value))
  const has_buyer_vat = given(buyer?.vat_id)
  switch (ids) {
    case 'seller':
      return has_seller_number ? undefined : 'company'
    case 'seller_and_buyer':
      if (!has_seller_number) return 'company'
      return has_buyer_vat || given(buyer?.legal_registration) ? undefined : 'customer'
    case 'both_vat':
      if (!has_seller_vat) return 'company'
      return has_buyer_vat ? undefined : 'customer'
    case 'seller_vat':
      return has_seller_vat ? undefined : 'company'
    case 'nobody':
      if (has_seller_vat) return 'company'
      return has_buyer_vat ? 'customer' : undefined
  }
}

function rateRules({ rules, code, name, rate }: Category): Rule[] {
  const asks = { above_zero: 'a rate above 0', zero: 'the rate 0', none: 'no rate', any: 'a rate' }[rate]
  const message = `The VAT category ${name} has ${asks}.`
  const isWrong = (vat: VatCategory | undefined, { syntax }: Checked) => hasCategory(vat, code) && !isRateOf(vat, rate, syntax)
  const reductions = (number: string, kind: 'allowances' | 'charges'): Rule => ({
    code: `BR-${rules}-${number}`,
    owner: 'invoice',
    param: 'tax_rate',
    message,
    broken: (checked) => reductionsOf(checked.invoice, kind).some(({ vat }) => isWrong(vat, checked)),
  })
  return [
    {
      code: `BR-${rules}-05`,
      owner: 'invoice',
      param: 'items[].tax_rate',
      message,
      broken: (checked) => placesOf(checked.invoice.lines, ({ vat }) => isWrong(vat, checked)),
    },
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
  for (const kind of ['allowances', 'charges', 'unmarked_reductions'] as const)
    for (const one of reductionsOf(invoice, kind)) count(one.vat, undefined)
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
  const uses = (invoice: SemanticInvoice) => breakdownOf(invoice, 'K').length > 0
  return [
    {
      code: 'BR-IC-11',
      owner: 'invoice',
      param: 'service_from',
      message: 'An intra-community supply needs the day or period of its delivery: fill in service_from and service_to.',
      broken: ({ invoice, syntax }) => {
        const { delivery, period, tax_point_code } = invoice
        const has_period = given(period?.start) || given(period?.end) || (syntax === 'ubl' && given(tax_point_code))
        return uses(invoice) && !filled(delivery?.date) && !has_period
      },
    },
    {
      code: 'BR-IC-12',
      owner: 'customer',
      param: 'country',
      message: 'An intra-community supply needs the country that it is delivered to.',
      broken: ({ invoice }) => uses(invoice) && !filled(invoice.delivery?.address?.country),
    },
  ]
}

/** What is out of scope must be alone. */
function outOfScopeRules(): Rule[] {
  const message = 'What is out of scope of VAT must be invoiced apart from everything else: move it to an invoice of its own.'
  const rule = (code: string, others: (checked: Checked) => readonly (VatCategory | undefined)[]): Rule => ({
    code,
    owner: 'invoice',
    param: 'items[].tax_category',
    message,
    broken: (checked) =>
      breakdownOf(checked.invoice, 'O').length > 0 &&
      others(checked).some((vat) => (checked.syntax === 'cii' || isVat(vat)) && given(vat?.code) && vat!.code !== 'O'),
  })
  const all = ({ invoice }: Checked) => [...invoice.vat_breakdown, ...invoice.lines].map(({ vat }) => vat)
  const of = (kind: 'allowances' | 'charges', { invoice }: Checked) => reductionsOf(invoice, kind)
  const reductions = (c: Checked) => [...of('allowances', c), ...of('charges', c)].map(({ vat }) => vat)
  const either = (
    c: Checked,
    of_ubl: readonly { vat?: VatCategory }[],
    of_cii: (c: Checked) => readonly (VatCategory | undefined)[],
  ) => (c.syntax === 'cii' ? of_cii(c) : of_ubl.map(({ vat }) => vat))
  return [
    rule('BR-O-11', (c) => either(c, c.invoice.vat_breakdown, all)),
    rule('BR-O-12', (c) => either(c, allLines(c.invoice), all)),
    rule('BR-O-13', (c) => either(c, of('allowances', c), reductions)),
    rule('BR-O-14', (c) => either(c, of('charges', c), reductions)),
  ]
}

/** Split payment is for Italy, and must not be beside the standard rate. */
function splitPaymentRules(): Rule[] {
  const codes = ({ vat_breakdown, allowances, charges, lines }: SemanticInvoice) =>
    new Set([...vat_breakdown, ...allowances, ...charges, ...lines].map(({ vat }) => vat?.code))
  const countries = ({ seller, buyer, tax_representative, delivery, lines }: SemanticInvoice) =>
    [seller, buyer, tax_representative, delivery]
      .map((party) => party?.address?.country)
      .concat(lines.map(({ item }) => item?.origin_country))
      .filter(given)
  return [
    {
      code: 'BR-B-01',
      owner: 'invoice',
      param: null,
      message: 'Split payment is for invoices within Italy only.',
      broken: ({ invoice }) => codes(invoice).has('B') && countries(invoice).some((country) => country !== 'IT'),
    },
    {
      code: 'BR-B-02',
      owner: 'invoice',
      param: null,
      message: 'Split payment and the standard rate must not be on the same invoice.',
      broken: ({ invoice }) => codes(invoice).has('B') && codes(invoice).has('S'),
    },
  ]
}
