// What DATEV, the program of German accountants, has to know of a company: the settings, and when they are valid. Pure.
import { type Static, Type } from 'typebox'
import { Nullable, StringEnum } from '../../http/schema.ts'
import { invalid } from '../../kernel/errors.ts'
import { fitsCategory, TAX_CATEGORIES } from '../../kernel/tax-categories.ts'

const Account = (description: string) => Type.String({ minLength: 4, maxLength: 9, pattern: '^[0-9]+$', description })

const RevenueAccount = Type.Object(
  {
    tax_category: StringEnum(TAX_CATEGORIES, { title: 'TaxCategory' }),
    tax_rate: Type.Number({ minimum: 0, maximum: 100 }),
    account: Account('The account of this revenue.'),
  },
  { additionalProperties: false },
)

const fields = {
  consultant_number: Type.Integer({ minimum: 1001, maximum: 9_999_999, description: 'Beraternummer.' }),
  client_number: Type.Integer({ minimum: 1, maximum: 99_999, description: 'Mandantennummer.' }),
  chart: StringEnum(['skr03', 'skr04'], { title: 'DatevChart', description: 'The chart of accounts (Kontenrahmen).' }),
  fiscal_year_begins: Type.Integer({ minimum: 1, maximum: 12, description: 'The month in which the fiscal year begins.' }),
  account_length: Type.Integer({
    minimum: 4,
    maximum: 8,
    description: 'Digits of general ledger accounts; personal accounts have one more.',
  }),
  bank_account: Nullable(Account('Where payments come in; null: 1200 in SKR03, 1800 in SKR04.')),
  debtor_account: Nullable(
    Account(
      'The personal account of customers whose `external_id` is none (a number with one digit more than `account_length`); null: the first one, 10000.',
    ),
  ),
  revenue_accounts: Type.Array(RevenueAccount, {
    maxItems: 50,
    description:
      'The accounts of revenue by category and rate; what is not here has the usual account of the chart, if there is one.',
  }),
}

/** The settings as they are shown. */
export const Datev = Type.Object(fields, { title: 'Datev', additionalProperties: false })
export type Datev = Static<typeof Datev>

/** As they are given: what is absent has its usual value. */
export const GivenDatev = Type.Object(
  {
    consultant_number: fields.consultant_number,
    client_number: fields.client_number,
    chart: Type.Optional(fields.chart),
    fiscal_year_begins: Type.Optional(fields.fiscal_year_begins),
    account_length: Type.Optional(fields.account_length),
    bank_account: Type.Optional(fields.bank_account),
    debtor_account: Type.Optional(fields.debtor_account),
    revenue_accounts: Type.Optional(fields.revenue_accounts),
  },
  { title: 'GivenDatev', additionalProperties: false },
)
export type GivenDatev = Static<typeof GivenDatev>

/** The settings of a company from its column `datev`, where they are JSON; null: none are set. Throws nothing: the column has only what `changedDatev` made. */
export const datevOf = ({ datev }: { datev: string | null }): Datev | null =>
  datev === null ? null : (JSON.parse(datev) as Datev)

/**
 * The settings after a change, as they are stored (JSON): `change` replaces all of them, null removes them, undefined keeps `before`. Fields that are
 * absent get their usual value. Throws 400 for an account that has not as many digits as `account_length` says (personal accounts: one more), and
 * for a rate that its category can't have (`fitsCategory`).
 */
export function changedDatev(before: string | null, change: GivenDatev | null | undefined): string | null {
  if (change === undefined) return before
  if (change === null) return null
  const after: Datev = {
    consultant_number: change.consultant_number,
    client_number: change.client_number,
    chart: change.chart ?? 'skr03',
    fiscal_year_begins: change.fiscal_year_begins ?? 1,
    account_length: change.account_length ?? 4,
    bank_account: change.bank_account ?? null,
    debtor_account: change.debtor_account ?? null,
    revenue_accounts: change.revenue_accounts ?? [],
  }
  const check = (param: string, account: string | null, digits: number) => {
    if (account === null || account.length === digits) return
    throw invalid(param, `${param} must have ${digits} digits (account_length is ${after.account_length})`)
  }
  check('datev.bank_account', after.bank_account, after.account_length)
  check('datev.debtor_account', after.debtor_account, after.account_length + 1)
  for (const [index, { tax_category, tax_rate, account }] of after.revenue_accounts.entries()) {
    const param = `datev.revenue_accounts[${index}]`
    check(`${param}.account`, account, after.account_length)
    if (!fitsCategory(tax_category, tax_rate)) {
      throw invalid(
        `${param}.tax_rate`,
        `${param}.tax_rate must be ${tax_category === 'standard' ? 'more than 0' : '0'} for ${tax_category}`,
      )
    }
  }
  return JSON.stringify(after)
}
