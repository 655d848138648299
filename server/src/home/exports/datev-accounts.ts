// Which accounts bookings are made on: those that the company names, otherwise the usual ones of the charts SKR03 and SKR04. Pure.
import type { Datev } from '../../access/companies/datev.ts'
import type { TaxCategory } from '../../kernel/tax-categories.ts'

type Chart = Datev['chart']

/**
 * The usual accounts for revenue by category and rate in percent, with four digits, as the charts of DATEV have them (SKR 03 and SKR 04, German
 * commercial law). Those with a rate are Automatikkonten: DATEV takes the tax out of the gross amount.
 */
const USUAL_REVENUE: Readonly<Record<Chart, Readonly<Record<string, string>>>> = {
  skr03: {
    'standard 19': '8400',
    'standard 7': '8300',
    'exempt 0': '8100',
    'export 0': '8120',
    'intra_community 0': '8125',
    'reverse_charge 0': '8336',
    'out_of_scope 0': '8338',
  },
  skr04: {
    'standard 19': '4400',
    'standard 7': '4300',
    'exempt 0': '4100',
    'export 0': '4120',
    'intra_community 0': '4125',
    'reverse_charge 0': '4336',
    'out_of_scope 0': '4338',
  },
}
const USUAL_BANK: Readonly<Record<Chart, string>> = { skr03: '1200', skr04: '1800' }

/** The first personal account of customers, in both charts. */
const FIRST_DEBTOR = '10000'

/** Longer accounts (Sachkontenlänge) have zeros behind the digits of the chart: 8400 is 840000 with six digits. */
const asLong = (account: string, length: number) => account.padEnd(length, '0')

/**
 * The account of the revenue of a tax category at a rate in percent, with `datev.account_length` digits: that of `datev.revenue_accounts`, otherwise the
 * usual one of the chart. Undefined: there is none (19 % of another country, `zero`), and the document can't be booked.
 */
export function revenueAccount(datev: Datev, tax_category: TaxCategory, tax_rate: number): string | undefined {
  const own = datev.revenue_accounts.find((one) => one.tax_category === tax_category && one.tax_rate === tax_rate)
  if (own) return own.account
  const usual = USUAL_REVENUE[datev.chart][`${tax_category} ${tax_rate}`]
  return usual && asLong(usual, datev.account_length)
}

/**
 * The account of the bank, where payments come in and refunds go out, with `datev.account_length` digits: `datev.bank_account`, otherwise 1200 (SKR03)
 * or 1800 (SKR04).
 */
export const bankAccount = (datev: Datev): string => datev.bank_account ?? asLong(USUAL_BANK[datev.chart], datev.account_length)

/**
 * The personal account of a customer, with one digit more than `datev.account_length`: the customer's `external_id` where it is one (in DATEV, those of
 * debtors begin with 1 to 6, those of creditors with 7 to 9), otherwise `datev.debtor_account`, otherwise 10000.
 */
export function debtorAccount(datev: Datev, external_id: string | null): string {
  const digits = datev.account_length + 1
  if (external_id !== null && external_id.length === digits && /^[1-6][0-9]+$/.test(external_id)) return external_id
  return datev.debtor_account ?? asLong(FIRST_DEBTOR, digits)
}
