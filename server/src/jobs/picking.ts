// Which of the due jobs run next: those of companies and kinds that have the fewest running. Pure.
import type { JobsTable } from './table.ts'

/** Jobs of one process side by side, and of one company among them. */
export const MOST_RUNNING = 4
export const MOST_OF_COMPANY = 2

type JobGroup = Pick<JobsTable, 'company_id' | 'kind'>

/**
 * Picks jobs from `due` to run beside `running`; ties go to those that have waited longest. `concurrencyOf` says how
 * many of a kind may run side by side.
 */
export function pickJobs<J extends JobGroup & { due_at_ms: number }>(
  due: readonly J[],
  running: readonly JobGroup[],
  concurrencyOf: (kind: string) => number,
): J[] {
  const picked: J[] = []
  const left = new Set(due)
  const of_company = new Map<string, number>()
  const of_kind = new Map<string, number>()
  const count = ({ company_id, kind }: JobGroup) => {
    of_company.set(company_id, (of_company.get(company_id) ?? 0) + 1)
    of_kind.set(kind, (of_kind.get(kind) ?? 0) + 1)
  }
  const companyLoad = (job: JobGroup) => of_company.get(job.company_id) ?? 0
  const kindLoad = (job: JobGroup) => of_kind.get(job.kind) ?? 0
  running.forEach(count)
  while (running.length + picked.length < MOST_RUNNING) {
    let best: J | undefined
    for (const job of left) {
      if (companyLoad(job) >= MOST_OF_COMPANY || kindLoad(job) >= concurrencyOf(job.kind)) continue
      const order = best
        ? companyLoad(job) - companyLoad(best) || kindLoad(job) - kindLoad(best) || job.due_at_ms - best.due_at_ms
        : -1
      if (order < 0) best = job
    }
    if (!best) break
    left.delete(best)
    picked.push(best)
    count(best)
  }
  return picked
}
