// What the home page is told of time: what could be billed now.
import type { Tx } from '../database/database.ts'
import type { CompanyId } from '../kernel/ids.ts'
import { addDecimal, multiplyDecimal, perHourOfMany } from '../kernel/money.ts'
import { sumUnbilled } from './company-repository.ts'

export interface UnbilledTime {
  minutes: number
  /** What it is worth at the entries', else their tasks', else their projects' rates: exact, rounded once. */
  amount: number
  /** How much of it has no rate. */
  minutes_without_rate: number
}

/** The stopped billable time of all projects that is on no invoice; `digits` are those of the company's currency. */
export async function unbilledTime(tx: Tx, company_id: CompanyId, digits: number): Promise<UnbilledTime> {
  let [minutes, minutes_without_rate, worth] = [0, 0, '0']
  for (const { rate, minutes: at_rate } of await sumUnbilled(tx, company_id)) {
    minutes += at_rate
    if (rate === null) minutes_without_rate += at_rate
    else worth = addDecimal(worth, multiplyDecimal(rate, String(at_rate)))
  }
  return { minutes, amount: perHourOfMany(worth, digits), minutes_without_rate }
}
