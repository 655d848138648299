// The accounts of revenue as lines of text: `standard 19 8400`. Pure.
import type { components } from '../../../sdk/src/api.ts'

type RevenueAccount = components['schemas']['Datev']['revenue_accounts'][number]

/** One line for each account. */
export const linesOf = (accounts: readonly RevenueAccount[]): string =>
  accounts.map(({ tax_category, tax_rate, account }) => `${tax_category} ${tax_rate} ${account}`).join('\n')

/** The accounts of such lines; `fault` says which line can't be read. Which categories and rates there are, the service knows. */
export function readLines(text: string): { accounts: RevenueAccount[] } | { fault: string } {
  const accounts: RevenueAccount[] = []
  for (const line of text.split('\n')) {
    if (line.trim() === '') continue
    const [, tax_category, rate, account] = /^\s*([a-z_]+)\s+([\d.,]+)\s*%?\s+(\d+)\s*$/.exec(line) ?? []
    if (account === undefined)
      return { fault: `“${line.trim()}” is not a category, a rate and an account, like “standard 19 8400”` }
    accounts.push({
      tax_category: tax_category as RevenueAccount['tax_category'],
      tax_rate: Number(rate!.replace(',', '.')),
      account,
    })
  }
  return { accounts }
}
