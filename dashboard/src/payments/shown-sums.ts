// The sums of the payments page, cut off where there are many. Pure.

import type { components } from '../../../sdk/src/api.ts'
import { addDecimal, decimalText } from '../../../server/src/kernel/money.ts'
import { amountLeft } from '../ui/amounts.ts'

type Sums = components['schemas']['ReceivedSums']
type Sum = components['schemas']['ReceivedSum']

/** The largest sums of one currency, and what all others of it come to. */
export interface ShownSums {
  currency: string
  shown: Sum[]
  /** 0 where all are shown. */
  rest: number
}

/**
 * Of each currency the `most` largest sums, in the order of the totals. Amounts of different currencies are never compared or added, so that no
 * currency pushes another one out. The rest is counted from the total: the service leaves out small sums too.
 */
export function shownSums({ totals }: Pick<Sums, 'totals'>, sums: readonly Sum[], most: number): ShownSums[] {
  return totals.map(({ currency, amount }) => {
    const all = sums.filter((sum) => sum.currency === currency)
    // One more takes as much room as the line of the rest.
    const shown = all.slice(0, all.length <= most + 1 ? most + 1 : most)
    const total = shown.map((sum) => decimalText(sum.amount)).reduce(addDecimal, '0')
    return { currency, shown, rest: amountLeft(amount, Number(total)) }
  })
}
