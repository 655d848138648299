// The worth of a project's recorded time on an invoice. Pure.

import { currencyDigits, isCurrency } from '../../../server/src/kernel/currencies.ts'

/** Time that would be billed. */
export interface Worth {
  minutes: number
  /** Entries without a rate of their own, of their task or of their project. */
  unrated_minutes: number
  /** Every line of the invoice would be 0. */
  is_nothing: boolean
}

interface Billable {
  task_id: string | null
  duration_minutes: number
  hourly_rate: number | null
}

/** Values stopped time as the service will bill it: a line for each task, rounded separately. `task_rates` is by task id, `currency` the company's. */
export function worthOf(
  project: { hourly_rate: number | null; currency: string },
  entries: readonly Billable[],
  task_rates: ReadonlyMap<string, number | null>,
): Worth {
  const lines = new Map<string | null, number>()
  const worth = { minutes: 0, unrated_minutes: 0 }
  for (const { task_id, duration_minutes, hourly_rate } of entries) {
    const rate = hourly_rate ?? (task_id === null ? null : task_rates.get(task_id)) ?? project.hourly_rate
    worth.minutes += duration_minutes
    if (rate === null) worth.unrated_minutes += duration_minutes
    lines.set(task_id, (lines.get(task_id) ?? 0) + duration_minutes * (rate ?? 0))
  }
  const digits = isCurrency(project.currency) ? currencyDigits(project.currency) : 2
  return { ...worth, is_nothing: [...lines.values()].every((sum) => Math.round((sum / 60) * 10 ** digits) === 0) }
}
