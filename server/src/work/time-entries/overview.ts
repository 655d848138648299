// What the home page shows of time: what could be billed now.

import type { CompanyId } from '../../kernel/ids.ts'
import { addDecimal, multiplyDecimal, perHourOfMany } from '../../kernel/money.ts'
import type { Tx } from '../../sql/database.ts'
import { sumUnbilled } from './unbilled-repository.ts'

export interface UnbilledTime {
  minutes: number
  /** What it is worth at the entries', else their tasks', else their projects' rates: exact, rounded once. */
  amount: number
  /** How much of it has no rate. */
  minutes_without_rate: number
}

/** The stopped billable time of all projects that is on no invoice; `digits` are those of the company's currency. */
export async function unbilledTime(tx: Tx, company_id: CompanyId, digits: number): Promise<UnbilledTime> {
  const at_rates = await sumUnbilled(tx, company_id)
  let [minutes, worth] = [0n, '0']
  for (const [rate, at_rate] of at_rates) {
    minutes += at_rate
    if (rate !== null) worth = addDecimal(worth, multiplyDecimal(rate, String(at_rate)))
  }
  return {
    minutes: Number(minutes),
    amount: perHourOfMany(worth, digits),
    minutes_without_rate: Number(at_rates.get(null) ?? 0n),
  }
}
